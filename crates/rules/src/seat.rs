//! Seats and viewers.

use serde::{Deserialize, Serialize};

/// A place at the table. Which seat moves first is up to the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats. Several seats to act means "secretly and simultaneously".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);
    /// Every viewer, spectators included.
    pub const ALL: Self = Self(u8::MAX);

    /// One seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }
    /// The first `n` seats.
    pub const fn first_n(n: u8) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }
    /// Whether `seat` is in the set.
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
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The number of seats in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// The lowest seat of the set.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }
    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

/// A receiver of views. A spectator is `Public`; no viewer sees everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// A spectator.
    Public,
}

impl Viewer {
    /// Whether the viewer is this player.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
    /// The viewer's seat; `None` for a spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }
    /// Every viewer of a table with this many seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public])
    }
}
