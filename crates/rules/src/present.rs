//! What a player is shown. Sees views only, so it cannot show what its reader may not know.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Game, RuleId, Seat};

/// What a choice points at on the board; anything else is a button.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "id")]
pub enum Target {
    /// A counter.
    Piece(String),
    /// A location.
    Place(String),
    /// A card.
    Card(String),
    /// A number on a track.
    Amount(i32),
    /// A player.
    Seat(Seat),
    /// A button on the prompt line.
    Button,
}

impl fmt::Display for Target {
    /// As a word: `piece:A-ST-1`, `place:TH3`, `amount:2`, `button`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Piece(id) => write!(f, "piece:{id}"),
            Target::Place(id) => write!(f, "place:{id}"),
            Target::Card(id) => write!(f, "card:{id}"),
            Target::Amount(amount) => write!(f, "amount:{amount}"),
            Target::Seat(Seat(seat)) => write!(f, "seat:{seat}"),
            Target::Button => f.write_str("button"),
        }
    }
}

/// One thing a player may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// What to send back: the action in the game's notation.
    pub action: String,
    /// What it says on the button.
    pub label: String,
    /// Where it lights up.
    pub target: Target,
    /// Choices of one group are shown together, e.g. `move`, `repair`, `card`.
    pub group: String,
}

/// One thing a player may not do, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// The action in the game's notation.
    pub action: String,
    /// What it would have said on the button.
    pub label: String,
    /// Where it is greyed out.
    pub target: Target,
    /// The ledger's row that forbids it.
    pub rule: RuleId,
}

/// What a seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    /// The question in plain words.
    pub title: String,
    /// What may be done.
    pub choices: Vec<Choice>,
    /// What may not be done, and why.
    pub refused: Vec<Refused>,
    /// Can the last step be taken back?
    pub undo: bool,
    /// If not: why not.
    pub undo_refused: Option<String>,
    /// The action that gives up, if the game has one.
    pub concede: Option<String>,
}

/// A standing order a seat can give: an answer in advance to a question it does not want to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Order {
    /// Short name for files and commands, e.g. `never-honor`.
    pub id: &'static str,
    /// The sentence on the settings page.
    pub label: &'static str,
}

/// Which of a game's [`Order`]s a seat has given: bit *n* is the *n*-th of [`Present::orders`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderSet(pub u32);

impl OrderSet {
    /// Was the `n`-th order given?
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
}

/// Dice in a sentence of [`Present::tell`], `[5 3]`: a client that can draw puts drawn dice in their place.
pub fn dice_words<'a>(faces: impl IntoIterator<Item = &'a u8>) -> String {
    let faces: Vec<String> = faces.into_iter().map(u8::to_string).collect();
    format!("[{}]", faces.join(" "))
}

/// Words and drawings for a game.
pub trait Present: Game {
    /// What is printed on the map, the cards and the counters: it never changes, so a client gets it once.
    type Print<'a>: Serialize
    where
        Self: 'a;

    /// What everybody sees on the board: drawn once for all, from the public view. The numbers a player wants to see
    /// before committing are here and in the picture, all computed by the rules' own functions.
    type Board<'a>: Serialize
    where
        Self: 'a;

    /// What one viewer sees besides. To the client print, board and picture are one object; no two of them have a
    /// field in common.
    type Picture<'a>: Serialize
    where
        Self: 'a;

    /// What a player wants to know about one thing on the board when he looks at it: how far a ship can go, how a
    /// battle would end. Asked for one by one, since working it out for every piece after every step is too dear.
    type Detail: Serialize;

    /// What is printed.
    fn print(&self) -> Self::Print<'_>;

    /// Draws what everybody sees.
    fn board<'a>(&'a self, public: &'a Self::View) -> Self::Board<'a>;

    /// Draws what a viewer sees besides.
    fn picture<'a>(&'a self, view: &'a Self::View) -> Self::Picture<'a>;

    /// Works out what there is to know about a thing beyond its picture, if there is something.
    fn detail(&self, _view: &Self::View, _of: &Target) -> Option<Self::Detail> {
        None
    }

    /// The map as a character drawing for a terminal, at most `width` columns wide.
    fn chart(&self, view: &Self::View, width: usize) -> Vec<String>;

    /// What `seat` is asked, in one plain sentence.
    fn title(&self, view: &Self::View, seat: Seat) -> String;

    /// What an action says on its button.
    fn label(&self, view: &Self::View, seat: Seat, action: Self::Action) -> String;

    /// Where an action lights up.
    fn target(&self, view: &Self::View, action: Self::Action) -> Target;

    /// The heading an action is listed under.
    fn group(&self, action: Self::Action) -> &'static str;

    /// An event as a sentence for the log, or `None` if it is not worth a line. The event is redacted
    /// for its reader already.
    fn tell(&self, event: &Self::Event) -> Option<String>;

    /// The name of a seat, e.g. `Imperium`.
    fn seat_name(&self, seat: Seat) -> String;

    /// One line per seat: score and resources, as far as `view` knows.
    fn standing(&self, view: &Self::View) -> Vec<String>;

    /// The standing orders a seat can give.
    fn orders(&self) -> &'static [Order] {
        &[]
    }

    /// The answer `given` orders hold for the question `seat` is asked now. Built from the view: an
    /// order cannot use what its giver does not know.
    fn obey(&self, _view: &Self::View, _seat: Seat, _given: OrderSet) -> Option<Self::Action> {
        None
    }
}
