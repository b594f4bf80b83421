//! What is shown: ties views, words and standing orders to the kernel.

use rules::{
    Amount, Card, Line, Present, RuleId, Scene, SceneMark, Seat, StandingOrder, StandingOrders, Target,
};

use crate::{
    StarCraft,
    action::{Action, Event},
    state::{Frame, PayStage, State, Step},
    view::View,
    views::{PrivateView, PublicView, StaticView},
};

/// Standing orders, by the defaults of section 18 of the ledger.
const ORDERS: [StandingOrder; 5] = [
    StandingOrder { id: "pay-usual", label: "Pay by the usual plan, without force mining", default: true },
    StandingOrder { id: "base-stays", label: "Never move a base by Liftoff", default: false },
    StandingOrder { id: "draw-three", label: "Research: always draw the three combat cards", default: true },
    StandingOrder {
        id: "resolve-in-order",
        label: "Resolve skirmishes in the order they were formed",
        default: false,
    },
    StandingOrder { id: "skip-empty", label: "Go on when nothing can be bought or moved", default: true },
];

impl Present for StarCraft {
    type Static<'a> = StaticView;
    type PublicView<'a> = PublicView;
    type PrivateView<'a> = PrivateView;
    type Detail = ();

    fn static_view(&self) -> StaticView {
        self.print_all()
    }
    fn public_view(&self, public: &View) -> PublicView {
        self.show_public(public)
    }
    fn private_view(&self, view: &View) -> PrivateView {
        self.show_private(view)
    }
    fn card(&self, view: &View, of: &Target) -> Option<Card> {
        self.explain(view, of)
    }
    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        self.draw_map(view, width)
    }
    fn title(&self, view: &View, seat: Seat) -> String {
        self.title_of(view, seat)
    }
    fn subtitle(&self, view: &View, seat: Seat) -> Option<String> {
        self.subtitle_of(view, seat)
    }
    fn prompt_rule(&self, view: &View, _seat: Seat) -> Option<RuleId> {
        self.rule_of(view)
    }
    fn label(&self, view: &View, seat: Seat, action: Action) -> String {
        self.label_of(view, seat, action)
    }
    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        self.targets_of(view, action)
    }
    fn group(&self, action: Action) -> &'static str {
        self.group_of(action)
    }
    fn amount(&self, view: &View, _seat: Seat, action: Action) -> Option<Amount> {
        match action {
            Action::Split(minerals) => Some(Amount {
                value: i32::from(minerals),
                min: i32::from(view.pay.discount.saturating_sub(view.pay.gas)),
                max: i32::from(view.pay.minerals.min(view.pay.discount)),
                step: 1,
                unit: "minerals".to_owned(),
            }),
            _ => None,
        }
    }
    fn is_primary(&self, view: &View, _seat: Seat, action: Action) -> bool {
        match action {
            Action::Execute | Action::PayRest | Action::DrawThree | Action::PayAbility => true,
            Action::EndMoves => view.order.moved,
            _ => false,
        }
    }
    fn consequence(&self, view: &View, _seat: Seat, action: Action) -> Option<String> {
        self.consequence_of(view, action)
    }
    fn is_irreversible(&self, _view: &View, _seat: Seat, action: Action) -> bool {
        Self::is_destruction(action) || matches!(action, Action::Worker(crate::action::Place::Force(_)))
    }
    fn why_not(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        self.reason(view, seat, action, rule)
    }
    fn log_line(&self, event: &Event) -> Option<Line> {
        self.line_of(event)
    }
    fn scene_mark(&self, event: &Event) -> SceneMark {
        self.mark_of(event)
    }
    fn scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        self.scene_of(view, events)
    }
    fn seat_name(&self, seat: Seat) -> String {
        match &self.options.factions {
            crate::options::Factions::Fixed(list) => self.components.faction(list[seat.index()]).name.clone(),
            _ => format!("Player {}", seat.0 + 1),
        }
    }
    fn score_lines(&self, view: &View) -> Vec<String> {
        let state = self.assume(view);
        (0..self.players())
            .map(Seat)
            .map(|seat| {
                let player = &view.players[seat.index()];
                if player.faction.0 == crate::state::NONE {
                    return format!("Player {}", seat.0 + 1);
                }
                let (have, need) = self.goal_progress(&state, seat);
                format!(
                    "{}: {} of {} conquest points, goal {have} of {need}, {} workers, {} cards",
                    self.player_name(view, seat),
                    player.cp,
                    self.threshold(&state, seat),
                    self.workers(&state, seat),
                    player.hand_count
                )
            })
            .collect()
    }
    fn tally(&self, view: &View, seat: Seat) -> Vec<(&'static str, i32)> {
        let player = &view.players[seat.index()];
        vec![("Conquest points", i32::from(player.cp)), ("Cards in hand", i32::from(player.hand_count))]
    }
    fn orders(&self) -> &'static [StandingOrder] {
        &ORDERS
    }
    fn standing_order_action(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        if !self.is_to_act(view, seat) {
            return None;
        }
        let state = self.assume(view);
        let action = match view.frames.last()? {
            Frame::Pay if given.has(0) && view.pay.stage == PayStage::Workers => Action::PayRest,
            Frame::Liftoff if given.has(1) => Action::Stay,
            Frame::Research { step: 0 } if given.has(2) => Action::DrawThree,
            Frame::Battle if given.has(3) && view.battle.step == Step::Resolve => {
                let next = view.battle.lines.iter().position(|line| !line.done)?;
                Action::Resolve(next as u8)
            }
            Frame::Build { step: 0 } if given.has(4) => {
                self.unless_listed(&state, seat, Action::EndStep, |action| matches!(action, Action::Buy(_)))?
            }
            Frame::Mobilize if given.has(4) && !view.order.moved => {
                let moves = |action: &Action| {
                    matches!(action, Action::Move(..) | Action::Recall(..) | Action::ForcedMarch(_))
                };
                self.unless_listed(&state, seat, Action::EndMoves, moves)?
            }
            _ => return None,
        };
        (self.asks(&state, seat) && self.judge(&state, seat, action).is_ok()).then_some(action)
    }
}

impl StarCraft {
    /// `answer`, unless something legal passes `test`.
    fn unless_listed(
        &self,
        state: &State,
        seat: Seat,
        answer: Action,
        test: impl Fn(&Action) -> bool,
    ) -> Option<Action> {
        let mut legal = Vec::new();
        self.list(state, seat, &mut legal);
        (!legal.iter().any(test)).then_some(answer)
    }
}
