//! The kernel's presentation trait. Texts are in `prompts`, reasons of refusals in `reasons`, the log in `log`,
//! explanations of board elements in `element_cards`.

use rules::{
    Card as ElementCard, Line, Luck, Notation as _, Present, RuleId, Scene, SceneMark, Seat, StandingOrder,
    StandingOrders, Target,
};

use crate::{
    Action, BoardPicture, Card, Coup, Detail, Event, HandsPicture, Loc, PrintPicture, Ship, Side, Spot,
    StarBorders, View, chart, orders, step_names::step_rule,
};

impl Present for StarBorders {
    type Static<'a> = PrintPicture<'a>;
    type PublicView<'a> = BoardPicture<'a>;
    type PrivateView<'a> = HandsPicture;
    type Detail = Detail;

    fn static_view(&self) -> PrintPicture<'_> {
        self.draw_print()
    }

    fn public_view<'a>(&'a self, public: &'a View) -> BoardPicture<'a> {
        self.draw_board(&public.board)
    }

    fn private_view(&self, view: &View) -> HandsPicture {
        HandsPicture::of(view)
    }

    fn detail(&self, view: &View, of: &Target) -> Option<Detail> {
        self.draw_detail(view, of)
    }

    fn card(&self, view: &View, of: &Target) -> Option<ElementCard> {
        self.element_card(view, of)
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        chart::draw(self, &view.board, width)
    }

    fn title(&self, view: &View, seat: Seat) -> String {
        let board = &view.board;
        let Some(frame) = board.frame() else { return "The match is over".to_owned() };
        match self.asked(board) {
            Some(side) if side.seat() == seat => self.question(view, frame, side),
            Some(side) => format!("Waiting for the {}", side.name()),
            None => "The dice are rolling".to_owned(),
        }
    }

    fn subtitle(&self, view: &View, seat: Seat) -> Option<String> {
        self.prompt_subtitle(view, Side::of(seat))
    }

    fn prompt_rule(&self, view: &View, _seat: Seat) -> Option<RuleId> {
        let rule = step_rule(view.board.frame()?);
        (!rule.is_empty()).then(|| RuleId::new(rule))
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        self.action_words(&view.board, action)
    }

    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        let mut targets = vec![self.target(view, action)];
        match action {
            Action::Replace(_, at) | Action::Reinforce(_, at) => targets.push(self.place_target(at)),
            Action::Repair(_, crate::Repairer::Ship(by)) => targets.push(piece_target(by)),
            Action::Requisition(_) => {
                targets.extend(self.scenario.special.requisition.map(|offer| piece_target(offer.ship)));
            }
            _ => {}
        }
        targets
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Pick(_) => "ships",
            Action::Deselect(_) => "deselect",
            Action::Go(_) | Action::Halt | Action::Overdrive => "move",
            Action::Replace(..) => "replace",
            Action::Repair(..) => "repair",
            Action::Fortify(_) => "fortify",
            Action::Reinforce(..) | Action::Requisition(_) | Action::Station(..) => "reinforce",
            Action::Reveal(_) | Action::Use(_) | Action::Buy => "cards",
            Action::Retreat(_) | Action::Flee(_) | Action::Hide => "leave",
            Action::Coup(_) => "coup",
            Action::Restore(..) | Action::Refit(_) => "restore",
            Action::Absorb(_) => "hits",
            Action::Reroll(_) | Action::Deflect => "re-roll",
            _ => "decide",
        }
    }

    fn is_primary(&self, view: &View, seat: Seat, action: Action) -> bool {
        self.usual_choice(view, Side::of(seat)) == Some(action)
    }

    fn consequence(&self, view: &View, seat: Seat, action: Action) -> Option<String> {
        self.consequence_words(view, Side::of(seat), action)
    }

    fn is_irreversible(&self, view: &View, seat: Seat, action: Action) -> bool {
        self.deserves_a_second_click(view, Side::of(seat), action)
    }

    fn why_not(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        self.reason(view, Side::of(seat), action, rule)
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        self.event_line(event)
    }

    fn scene_mark(&self, event: &Event) -> SceneMark {
        crate::log::scene_mark(event)
    }

    fn scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        self.event_scene(view, events)
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::of(seat).name().to_owned()
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        Side::BOTH.map(|side| self.standing_line(view, side)).to_vec()
    }

    fn tally(&self, view: &View, seat: Seat) -> Vec<(&'static str, i32)> {
        let (board, side) = (&view.board, Side::of(seat));
        let ships = crate::ShipSet::of(side).filter(|&ship| board.at(ship).is_some()).count();
        vec![
            ("Victory points", i32::from(self.open_points(board, side))),
            ("LP", i32::from(board.lp[side.index()])),
            ("Planets", i32::from(board.control[side.index()].len())),
            ("Ships", ships as i32),
        ]
    }

    fn luck(&self, event: &Event) -> Option<Luck> {
        crate::log::luck(event)
    }

    fn orders(&self) -> &'static [StandingOrder] {
        orders::ORDERS
    }

    fn standing_order_action(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        orders::answer(self, view, Side::of(seat), given)
    }
}

pub(crate) fn piece_target(ship: Ship) -> Target {
    Target::Piece(ship.name().to_owned())
}

impl StarBorders {
    fn target(&self, view: &View, action: Action) -> Target {
        let place = |loc: Loc| self.place_target(loc);
        let piece = piece_target;
        let card = |card: Card| Target::Card(card.0.to_string());
        match action {
            Action::First(side) => Target::Seat(side.seat()),
            Action::Pick(ship)
            | Action::Deselect(ship)
            | Action::Absorb(ship)
            | Action::Missile(ship)
            | Action::Repair(ship, _)
            | Action::Reinforce(ship, _) => piece(ship),
            Action::Go(loc)
            | Action::Retreat(loc)
            | Action::Flee(loc)
            | Action::Battle(loc)
            | Action::Fortify(loc)
            | Action::Assault(loc)
            | Action::Station(_, loc)
            | Action::Requisition(loc)
            | Action::Refit(loc)
            | Action::Restore(_, loc, _) => place(loc),
            Action::Replace(class, _) => {
                let board = &view.board;
                let mut counters = self.counters.of_class[class.index()];
                let waiting = counters.find(|ship| board.spots[ship.index()] == Spot::Eliminated);
                waiting.map_or_else(|| Target::Button("replace".to_owned()), piece)
            }
            Action::Reveal(it)
            | Action::Use(it)
            | Action::Coup(
                Coup::Drop(it) | Coup::Compromise(it) | Coup::Share(it) | Coup::Seize(it) | Coup::Loot(it),
            ) => card(it),
            Action::Reroll(die) => Target::Track(format!("die-{die}")),
            Action::Operate
            | Action::Mobilize
            | Action::Buy
            | Action::Pass
            | Action::Overdrive
            | Action::Halt
            | Action::End
            | Action::FireBase
            | Action::Fight
            | Action::Hide
            | Action::Shoot
            | Action::ShootMassed
            | Action::FireAtWill
            | Action::CeaseFire
            | Action::Deflect
            | Action::Suffer
            | Action::Coup(Coup::Blind)
            | Action::Concede => Target::Button(self.write_action(action).replace(' ', "-")),
        }
    }

    pub(crate) fn place_target(&self, loc: Loc) -> Target {
        Target::Place(self.quadrant.get(loc).id.clone())
    }

    pub(crate) fn place_name(&self, loc: Loc) -> &str {
        &self.quadrant.get(loc).name
    }

    fn standing_line(&self, view: &View, side: Side) -> String {
        let (board, s) = (&view.board, side.index());
        let (points, lp, income) = (self.open_points(board, side), board.lp[s], self.income(board, side));
        let mut line = format!("{}: {points} VP, {lp} LP (+{income}/turn)", side.name());
        if side == Side::Imperium {
            line += &format!(", {} Honor", board.honor);
        }
        if board.hand_size[s] > 0 {
            line += &format!(", {} in hand", board.hand_size[s]);
        }
        line
    }
}
