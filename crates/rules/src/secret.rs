//! Facts that not everyone knows.

use serde::{Deserialize, Serialize};

use crate::{Seat, Seats, Viewer};

/// A fact of the state that not everyone knows, and who does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Secret<T> {
    known_to: Seats,
    value: T,
}

impl<T: Copy> Secret<T> {
    /// Known to one seat.
    pub const fn of(seat: Seat, value: T) -> Self {
        Self { known_to: Seats::only(seat), value }
    }
    /// Known to nobody, such as a face-down pile.
    pub const fn of_nobody(value: T) -> Self {
        Self { known_to: Seats::NONE, value }
    }
    /// For rules, never for views: `xtask tidy` forbids this call in a `view.rs`.
    pub const fn truth(self) -> T {
        self.value
    }
    /// Another value, known to the same seats.
    #[must_use]
    pub const fn with(self, value: T) -> Self {
        Self { known_to: self.known_to, value }
    }
    /// Let one more seat know.
    pub const fn tell(&mut self, seat: Seat) {
        self.known_to = self.known_to.with(seat);
    }
    /// Let everybody know.
    pub const fn reveal(&mut self) {
        self.known_to = Seats::ALL;
    }
    /// Does everybody know?
    pub fn is_revealed(self) -> bool {
        self.known_to == Seats::ALL
    }
    /// The whole fact; goes into an event, which is redacted before anyone sees it.
    pub const fn told(self) -> Glimpse<T> {
        Glimpse { known_to: self.known_to, value: Some(self.value) }
    }
    /// What `viewer` knows of it.
    pub fn seen_by(self, viewer: Viewer) -> Glimpse<T> {
        self.told().seen_by(viewer)
    }
}

/// A [`Secret`] as someone sees it: who knows is public, what they know may not be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Glimpse<T> {
    known_to: Seats,
    /// The fact, where it is known.
    pub value: Option<T>,
}

impl<T: Copy> Glimpse<T> {
    /// The same glimpse through the eyes of `viewer`.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        let known = match viewer {
            Viewer::Seat(seat) => self.known_to.contains(seat),
            Viewer::Public => self.known_to == Seats::ALL,
        };
        Self { value: self.value.filter(|_| known), ..self }
    }
    /// Back to a secret, with a guess where the value is not known.
    pub fn imagine(self, guess: impl FnOnce() -> T) -> Secret<T> {
        Secret { known_to: self.known_to, value: self.value.unwrap_or_else(guess) }
    }
}
