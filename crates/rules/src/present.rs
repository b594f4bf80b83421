//! What a player is shown. Implementations see views only, so they cannot show what their viewer may not know.

use serde::{Deserialize, Serialize};

use crate::{Card, Game, Line, RuleId, Scene, SceneMark, Seat, Target};

/// One thing a player may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The action in the game's notation; the client sends it back.
    pub action: String,
    /// Text of the button.
    pub label: String,
    /// The board elements that stand for it; clicking any of them chooses it.
    pub targets: Vec<Target>,
    /// Choices of one group are shown together, e.g. `move`, `repair`, `card`.
    pub group: String,
    /// Set where the choice is one value of a range: the client shows one stepper for the group.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub amount: Option<Amount>,
    /// What a careful player chooses most often; at most one per prompt.
    #[serde(skip_serializing_if = "is_false", default)]
    pub primary: bool,
    /// What it costs or ends, e.g. "2 LP will be lost".
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub consequence: Option<String>,
    /// Whether the client asks once more before sending it.
    #[serde(skip_serializing_if = "is_false", default)]
    pub irreversible: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The place of a choice in a range of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Amount {
    /// The value this choice stands for.
    pub value: i32,
    /// The smallest value on offer.
    pub min: i32,
    /// The largest value on offer.
    pub max: i32,
    /// The distance between two values.
    pub step: i32,
    /// What is counted, e.g. `LP` or `million colonists`.
    pub unit: String,
}

/// One thing a player may not do, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeniedChoice {
    /// The action in the game's notation.
    pub action: String,
    /// The text its button would have.
    pub label: String,
    /// Where it is greyed out.
    pub targets: Vec<Target>,
    /// The row of the ledger that forbids it.
    pub rule: RuleId,
    /// The reason in this very situation; without it the client shows the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The decision a seat has to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    /// The question in plain words.
    pub title: String,
    /// What matters for the decision, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The row of the ledger this decision belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// What may be done.
    pub choices: Vec<Choice>,
    /// What may not be done, and why.
    pub denied: Vec<DeniedChoice>,
    /// Whether the last step can be undone.
    pub undo: bool,
    /// If not: why not.
    pub undo_refused: Option<String>,
    /// Whether this seat can resign.
    pub resign: bool,
}

/// A standing order: answers a recurring prompt automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StandingOrder {
    /// Short name for files and commands, e.g. `never-honor`.
    pub id: &'static str,
    /// The sentence on the settings page.
    pub label: &'static str,
    /// Whether a seat has it unless it says otherwise.
    pub default: bool,
}

/// The standing orders of a seat. Bit *n* is the *n*-th of [`Present::orders`] in memory only: saves and databases
/// hold ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StandingOrders(pub u32);

impl StandingOrders {
    /// Whether the `n`-th order is given.
    pub const fn has(self, n: usize) -> bool {
        self.0 & (1 << n) != 0
    }
    /// This set and the `n`-th order.
    #[must_use]
    pub const fn with(self, n: usize) -> Self {
        Self(self.0 | 1 << n)
    }
    /// This set without the `n`-th order.
    #[must_use]
    pub const fn without(self, n: usize) -> Self {
        Self(self.0 & !(1 << n))
    }
    /// The set with these ids; unknown ids are ignored, so that an order can be retired.
    pub fn from_ids<'a>(known: &[StandingOrder], ids: impl IntoIterator<Item = &'a str>) -> Self {
        let position = |id: &str| known.iter().position(|order| order.id == id);
        ids.into_iter().filter_map(position).fold(Self::default(), Self::with)
    }
    /// The ids of this set.
    pub fn ids(self, known: &[StandingOrder]) -> Vec<&'static str> {
        known.iter().enumerate().filter(|(n, _)| self.has(*n)).map(|(_, order)| order.id).collect()
    }
    /// The orders a seat has unless it says otherwise.
    pub fn defaults(known: &[StandingOrder]) -> Self {
        known
            .iter()
            .enumerate()
            .filter(|(_, order)| order.default)
            .fold(Self::default(), |set, (n, _)| set.with(n))
    }
}

/// How lucky a roll was for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    /// The seat the roll mattered to.
    pub seat: Seat,
    /// Chance of a result as good as this or better, in percent.
    pub as_good: u8,
    /// Chance of a result as bad as this or worse, in percent.
    pub as_bad: u8,
}

/// Texts and views of a game.
pub trait Present: Game {
    /// Data that never changes during a match (map, cards, counters): a client gets it once.
    type Static<'a>: Serialize
    where
        Self: 'a;

    /// What every viewer sees, built once for all from the public view. The numbers a player needs before deciding
    /// are here and in the private view, all computed by the rules' own functions.
    type PublicView<'a>: Serialize
    where
        Self: 'a;

    /// What only one viewer sees. To the client the three parts are one object; no two of them share a field.
    type PrivateView<'a>: Serialize
    where
        Self: 'a;

    /// Details of one board element, computed on request (ship range, battle odds) because computing them for every
    /// piece after every step is too expensive.
    type Detail: Serialize;

    /// The data that never changes.
    fn static_view(&self) -> Self::Static<'_>;

    /// What every viewer sees.
    fn public_view<'a>(&'a self, public: &'a Self::View) -> Self::PublicView<'a>;

    /// What only this viewer sees.
    fn private_view<'a>(&'a self, view: &'a Self::View) -> Self::PrivateView<'a>;

    /// Computes the details of a board element, if it has any.
    fn detail(&self, _view: &Self::View, _of: &Target) -> Option<Self::Detail> {
        None
    }

    /// Explains a board element; `None` if the game does not know it.
    fn card(&self, _view: &Self::View, _of: &Target) -> Option<Card> {
        None
    }

    /// The map in characters for a terminal, at most `width` columns wide.
    fn text_map(&self, view: &Self::View, width: usize) -> Vec<String>;

    /// The decision of `seat` in one plain sentence, or what it waits for.
    fn title(&self, view: &Self::View, seat: Seat) -> String;

    /// What matters for the decision, in one line.
    fn subtitle(&self, _view: &Self::View, _seat: Seat) -> Option<String> {
        None
    }

    /// The row of the ledger the decision belongs to. Named with `RuleId::new`, since nothing is decided here.
    fn prompt_rule(&self, _view: &Self::View, _seat: Seat) -> Option<RuleId> {
        None
    }

    /// Text of an action's button.
    fn label(&self, view: &Self::View, seat: Seat, action: Self::Action) -> String;

    /// The board elements that stand for an action.
    fn targets(&self, view: &Self::View, action: Self::Action) -> Vec<Target>;

    /// The heading an action is listed under.
    fn group(&self, action: Self::Action) -> &'static str;

    /// The place of an action in a range of numbers, if it is one.
    fn amount(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<Amount> {
        None
    }

    /// Whether a careful player usually chooses this. Never true for an action that throws something away.
    fn is_primary(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> bool {
        false
    }

    /// What an action costs or ends, in one line.
    fn consequence(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<String> {
        None
    }

    /// Whether an action deserves a second click.
    fn is_irreversible(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> bool {
        false
    }

    /// Why `rule` forbids an action in this very situation; `None` to show the row of the ledger.
    fn why_not(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _action: Self::Action,
        _rule: RuleId,
    ) -> Option<String> {
        None
    }

    /// A redacted event as a line of the log, or `None` if it needs none.
    fn log_line(&self, event: &Self::Event) -> Option<Line>;

    /// Whether a redacted event begins or ends a scene.
    fn scene_mark(&self, _event: &Self::Event) -> SceneMark {
        SceneMark::None
    }

    /// The scene of these redacted events, from the one that opened it to the one that closed it.
    fn scene(&self, _view: &Self::View, _events: &[Self::Event]) -> Option<Scene> {
        None
    }

    /// The name of a seat, e.g. `Imperium`.
    fn seat_name(&self, seat: Seat) -> String;

    /// One line per seat: score and resources, as far as `view` knows.
    fn score_lines(&self, view: &Self::View) -> Vec<String>;

    /// The numbers of `seat` that players compare over a match, by name: victory points, planets. As far as `view`
    /// knows them; always the same names in the same order.
    fn tally(&self, _view: &Self::View, _seat: Seat) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// How lucky a roll was, for events that report one.
    fn luck(&self, _event: &Self::Event) -> Option<Luck> {
        None
    }

    /// The standing orders a seat can give.
    fn orders(&self) -> &'static [StandingOrder] {
        &[]
    }

    /// The action by which the standing orders answer the decision `seat` has to make now. Computed from the view:
    /// an order cannot use what its seat does not know.
    fn standing_order_action(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _given: StandingOrders,
    ) -> Option<Self::Action> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{StandingOrder, StandingOrders};

    const KNOWN: [StandingOrder; 2] = [
        StandingOrder { id: "skip", label: "Skip", default: false },
        StandingOrder { id: "keep", label: "Keep", default: true },
    ];

    #[test]
    fn orders_are_named_by_id() {
        let given = StandingOrders::from_ids(&KNOWN, ["keep", "retired"]);
        assert_eq!(given, StandingOrders::default().with(1));
        assert_eq!(given.ids(&KNOWN), ["keep"]);
        assert_eq!(StandingOrders::defaults(&KNOWN), given);
    }
}
