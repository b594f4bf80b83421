//! Who sits at the table and who is looking.

use serde::{Deserialize, Serialize};

/// A chair at the table. Which seat moves first is the game's business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats. More than one seat owing a decision means "secretly and at once".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// Everybody, spectators included.
    pub const ALL: Self = Self(u8::MAX);

    /// Just this one.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }
    /// The first `n` seats.
    pub const fn first_n(n: u8) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }
    /// Is `seat` one of them?
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }
    /// This set and `seat`.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }
    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }
    /// Nobody in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// The lowest seat of the set.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }
    /// All of them, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

/// Who is looking. A spectator is `Public`, so no viewer means "sees everything".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Anybody else.
    Public,
}

impl Viewer {
    /// Is the viewer this player?
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
    /// The player looking, if it is one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }
    /// Every viewer of a table with `seats` chairs.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public])
    }
}
