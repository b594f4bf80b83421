//! Values that not every viewer knows.

use serde::{Deserialize, Serialize};

use crate::{Seat, Seats, Viewer};

/// A value of the state that not every viewer knows, and the seats that do.
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
    /// Known to no seat, such as a face-down pile.
    pub const fn hidden(value: T) -> Self {
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
    /// Makes the value known to one more seat.
    pub const fn reveal_to(&mut self, seat: Seat) {
        self.known_to = self.known_to.with(seat);
    }
    /// Makes the value known to every viewer.
    pub const fn reveal_to_all(&mut self) {
        self.known_to = Seats::ALL;
    }
    /// Whether every viewer knows the value.
    pub fn is_revealed(self) -> bool {
        self.known_to == Seats::ALL
    }
    /// The value with its audience, for an event, which is redacted before any viewer gets it.
    pub const fn unredacted(self) -> Glimpse<T> {
        Glimpse { known_to: self.known_to, value: Some(self.value) }
    }
    /// What `viewer` knows of it.
    pub fn seen_by(self, viewer: Viewer) -> Glimpse<T> {
        self.unredacted().seen_by(viewer)
    }
}

/// A [`Secret`] as one viewer sees it: who knows it is public, the value may not be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Glimpse<T> {
    known_to: Seats,
    /// The value, if this viewer knows it.
    pub value: Option<T>,
}

impl<T: Copy> Glimpse<T> {
    /// The same glimpse as `viewer` sees it.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        let known = match viewer {
            Viewer::Seat(seat) => self.known_to.contains(seat),
            Viewer::Public => self.known_to == Seats::ALL,
        };
        Self { value: self.value.filter(|_| known), ..self }
    }
    /// Back to a secret, with a guess where the value is not known.
    pub fn determinize(self, guess: impl FnOnce() -> T) -> Secret<T> {
        Secret { known_to: self.known_to, value: self.value.unwrap_or_else(guess) }
    }
}

/// A part of the state of which each viewer knows something else, such as the lists of all fleets or colonies. A
/// [`Secret`] is one value with one audience; here the game's `view.rs` decides item by item with
/// [`Veiled::seen_by`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Veiled<T>(T);

impl<T> Veiled<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }
    /// For rules, never for views: `xtask tidy` forbids this call in a `view.rs`.
    #[inline]
    pub const fn truth(&self) -> &T {
        &self.0
    }
    /// For rules, never for views.
    #[inline]
    pub const fn truth_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> Veiled<Vec<T>> {
    /// Adds to `out` what `known` returns of each item: `None` where the viewer knows nothing of it.
    #[inline]
    pub fn seen_by<U>(&self, out: &mut Vec<U>, known: impl FnMut(&T) -> Option<U>) {
        out.extend(self.0.iter().filter_map(known));
    }
}

impl<T: Copy> Veiled<Vec<T>> {
    /// Copies another list into this one and reuses its memory.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }
}
