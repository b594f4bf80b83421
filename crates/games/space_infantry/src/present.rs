//! Words and views for clients. Sees views only.

use rules::{
    Amount, Card, CardDenial, Fact, Line, Luck, Present, RuleId, Scene, SceneMark, Seat, StandingOrder,
    StandingOrders, Target,
};

use crate::{
    Action, Event, Frame, SpaceInfantry, View,
    data::Entry,
    orders::ORDERS,
    scenes,
    state::CombatStage,
    views::{Detail, PrivateView, PublicView, StaticView},
};

fn target((kind, id): (&'static str, String)) -> Target {
    match kind {
        "piece" => Target::Piece(id),
        "place" => Target::Place(id),
        "card" => Target::Card(id),
        "track" => Target::Track(id),
        _ => Target::Button(id),
    }
}

impl Present for SpaceInfantry {
    type Static<'a> = StaticView;
    type PublicView<'a> = PublicView;
    type PrivateView<'a> = PrivateView;
    type Detail = Detail;

    fn static_view(&self) -> StaticView {
        self.draw_static()
    }

    fn public_view(&self, public: &View) -> PublicView {
        self.draw_public(&public.board)
    }

    fn private_view(&self, _view: &View) -> PrivateView {
        PrivateView {}
    }

    fn detail(&self, view: &View, of: &Target) -> Option<Detail> {
        let text = of.to_string();
        let (kind, id) = text.split_once(':')?;
        self.draw_detail(&view.board, kind, id)
    }

    fn card(&self, view: &View, of: &Target) -> Option<Card> {
        let text = of.to_string();
        let (kind, id) = text.split_once(':')?;
        let card = self.card_text(&view.board, kind, id)?;
        let fact = |(name, value): (String, String)| Fact { name, value };
        let denial = |(text, rule): (String, &str)| CardDenial { text, rule: rule.to_owned() };
        Some(Card {
            title: card.title,
            facts: card.facts.into_iter().map(fact).collect(),
            can: card.can,
            cannot: card.cannot.into_iter().map(denial).collect(),
            ..Card::default()
        })
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        self.draw_text(&view.board, width)
    }

    fn title(&self, view: &View, _seat: Seat) -> String {
        self.question(&view.board)
    }

    fn subtitle(&self, view: &View, _seat: Seat) -> Option<String> {
        self.subquestion(&view.board)
    }

    fn prompt_rule(&self, view: &View, _seat: Seat) -> Option<RuleId> {
        let rule = match view.board.frame()? {
            Frame::Store => "SI-3.3f",
            Frame::Place(_) => "SI-7.1.4",
            Frame::Actions => "SI-7.3a",
            Frame::Keep => "SI-7.3d",
            Frame::Roll { .. } => "SI-12.3",
            Frame::Tech { .. } => "SI-12.5",
            Frame::Relation { .. } => "SI-12.12",
            Frame::ChoosePair(_) | Frame::ChooseRace(_) => "SI-12.10",
            Frame::Choice(Entry::Spend(_)) => "SI-12.9",
            Frame::Choice(_) => "SI-12.11",
            Frame::Fights | Frame::Combat { stage: CombatStage::FollowUps, .. } => "SI-12.6",
            Frame::Combat { stage: CombatStage::Muster, .. } => "SI-12.4",
            Frame::Combat { stage: CombatStage::Plunder, .. } => "SI-11.2.12a",
            Frame::Combat { stage: CombatStage::Loss, .. } => "SI-10.3b",
            Frame::Combat { .. } => "SI-12.8",
            Frame::WarHits(_) => "SI-12.7",
            Frame::Look { .. } => "SI-7.3.1.3.1a",
            Frame::Bypass(_) => "SI-7.3.1.2.3b",
            Frame::Step { .. } => "SI-11.1.7",
            _ => return None,
        };
        Some(RuleId::new(rule))
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        self.action_label(&view.board, action)
    }

    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        self.action_targets(&view.board, action).into_iter().map(target).collect()
    }

    fn group(&self, action: Action) -> &'static str {
        SpaceInfantry::action_group(action)
    }

    fn amount(&self, view: &View, _seat: Seat, action: Action) -> Option<Amount> {
        let (Action::OutManeuver(count), Some(Frame::Combat { dice, .. })) = (action, view.board.frame())
        else {
            return None;
        };
        let most = (self.data.combat_dice[2] - dice).min(view.board.hand().count(crate::Resource::Maneuver));
        Some(Amount {
            value: i32::from(count),
            min: 0,
            max: i32::from(most),
            step: 1,
            unit: "Maneuver".to_owned(),
        })
    }

    fn is_primary(&self, view: &View, _seat: Seat, action: Action) -> bool {
        self.usual_choice(&view.board, action)
    }

    fn consequence(&self, view: &View, _seat: Seat, action: Action) -> Option<String> {
        self.action_consequence(&view.board, action)
    }

    fn is_irreversible(&self, view: &View, _seat: Seat, action: Action) -> bool {
        match action {
            Action::Resign => true,
            Action::EndActions => view.board.stacks[crate::Space::SOL.index()] != 0,
            _ => false,
        }
    }

    fn why_not(&self, view: &View, _seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        self.refusal(&view.board, action, rule.name())
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        self.event_line(event)
    }

    fn luck(&self, event: &Event) -> Option<Luck> {
        crate::log::luck(event)
    }

    fn scene_mark(&self, event: &Event) -> SceneMark {
        scenes::mark(event)
    }

    fn scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        self.draw_scene(&view.board, events)
    }

    fn seat_name(&self, _seat: Seat) -> String {
        "Federation".to_owned()
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        let board = &view.board;
        vec![format!(
            "Federation: {} of 6 Bases, Stability {}, turn {}, {} points",
            board.base_count(),
            board.stability,
            board.turns,
            self.points(board)
        )]
    }

    fn tally(&self, view: &View, _seat: Seat) -> Vec<(&'static str, i32)> {
        let board = &view.board;
        vec![
            ("Stability", i32::from(board.stability)),
            ("Bases", i32::from(board.base_count())),
            ("Points", self.points(board)),
        ]
    }

    fn orders(&self) -> &'static [StandingOrder] {
        &ORDERS
    }

    fn standing_order_action(&self, view: &View, _seat: Seat, given: StandingOrders) -> Option<Action> {
        self.ordered(&view.board, |order| given.has(order))
    }
}
