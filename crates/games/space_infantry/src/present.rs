//! Words and views for clients. Sees views only.

use rules::{Order, OrderSet, Present, Seat, Target};

use crate::{
    Action, Event, SpaceInfantry, View, log,
    orders::ORDERS,
    views::{Detail, PrivateView, PublicView, StaticView},
};

static ORDER_LIST: [Order; ORDERS.len()] = {
    let mut list = [Order { id: "", label: "" }; ORDERS.len()];
    let mut at = 0;
    while at < ORDERS.len() {
        list[at] = Order { id: ORDERS[at].id, label: ORDERS[at].label };
        at += 1;
    }
    list
};

fn target(kind: &str, id: String) -> Target {
    match kind {
        "piece" => Target::Piece(id),
        "place" => Target::Place(id),
        "card" => Target::Card(id),
        _ => Target::Button,
    }
}

impl Present for SpaceInfantry {
    type Print<'a> = StaticView;
    type Board<'a> = PublicView;
    type Picture<'a> = PrivateView;
    type Detail = Detail;

    fn print(&self) -> StaticView {
        self.draw_static()
    }

    fn board(&self, public: &View) -> PublicView {
        self.draw_public(&public.board)
    }

    fn picture(&self, _view: &View) -> PrivateView {
        PrivateView {}
    }

    fn detail(&self, view: &View, of: &Target) -> Option<Detail> {
        let text = of.to_string();
        let (kind, id) = text.split_once(':')?;
        self.draw_detail(&view.board, kind, id)
    }

    fn chart(&self, view: &View, width: usize) -> Vec<String> {
        self.draw_text(&view.board, width)
    }

    fn title(&self, view: &View, _seat: Seat) -> String {
        self.question(&view.board)
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        self.action_label(&view.board, action)
    }

    fn target(&self, view: &View, action: Action) -> Target {
        let targets = self.action_targets(&view.board, action);
        let first = targets.into_iter().next();
        first.map_or(Target::Button, |(kind, id)| target(kind, id))
    }

    fn group(&self, action: Action) -> &'static str {
        SpaceInfantry::action_group(action)
    }

    fn tell(&self, event: &Event) -> Option<String> {
        self.event_line(event).map(|line| log::plain(&line.text))
    }

    fn seat_name(&self, _seat: Seat) -> String {
        "Federation".to_owned()
    }

    fn standing(&self, view: &View) -> Vec<String> {
        let board = &view.board;
        vec![format!(
            "Federation: {} of 6 Bases, Stability {}, turn {}, {} points",
            board.base_count(),
            board.stability,
            board.turns,
            self.points(board)
        )]
    }

    fn orders(&self) -> &'static [Order] {
        &ORDER_LIST
    }

    fn obey(&self, view: &View, _seat: Seat, given: OrderSet) -> Option<Action> {
        self.ordered(&view.board, |order| given.has(order))
    }
}
