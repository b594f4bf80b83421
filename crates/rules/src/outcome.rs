//! The result of a match.

use serde::Serialize;

use crate::{RuleId, Seat, Seats};

/// How a match ended: who won, in which order the seats finished, their points, and the rule that ended it.
///
/// ```
/// use rules::{Outcome, Seat, Seats, rule};
///
/// let won = Outcome::won(2, Seat(1), rule!("XX-1"), "the last base fell");
/// assert_eq!(won.places, [2, 1]);
/// let ranked = Outcome::ranked(vec![12, 30, 12], rule!("XX-2"), "the last turn is over");
/// assert_eq!((ranked.winners, &ranked.places[..]), (Seats::only(Seat(1)), &[2, 1, 2][..]));
/// assert!(Outcome::lost(rule!("XX-3"), "the capital is lost").winners.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Outcome {
    /// The winning seats: none (a lost solitaire), one, or several who share the victory.
    pub winners: Seats,
    /// By seat, 1 is best; equal places are shared.
    pub places: Vec<u8>,
    /// By seat, in the game's own points; all zero where a game has none.
    pub points: Vec<i32>,
    /// The row of the ledger that ended the match; `None` if the table did (resignation, clock, agreement).
    pub rule: Option<RuleId>,
    /// Why the match ended, as a clause: "the Imperium holds both Sector Bases".
    pub reason: String,
}

impl Outcome {
    /// One seat won, all others share the second place.
    pub fn won(seats: u8, winner: Seat, rule: RuleId, reason: impl Into<String>) -> Self {
        Self::shared(seats, Seats::only(winner), rule, reason)
    }

    /// The winners share the first place, all others the next one. With all seats as winners it is a draw.
    pub fn shared(seats: u8, winners: Seats, rule: RuleId, reason: impl Into<String>) -> Self {
        Self::by_table(seats, winners, reason).with_rule(rule)
    }

    /// A match of one seat that was lost.
    pub fn lost(rule: RuleId, reason: impl Into<String>) -> Self {
        Self::by_table(1, Seats::NONE, reason).with_rule(rule)
    }

    /// Places by points; the seats with most points win.
    pub fn ranked(points: Vec<i32>, rule: RuleId, reason: impl Into<String>) -> Self {
        let better = |of: &i32| points.iter().filter(|other| *other > of).count() as u8;
        let places: Vec<u8> = points.iter().map(|own| better(own) + 1).collect();
        let winners = places.iter().enumerate().filter(|(_, place)| **place == 1);
        let winners = winners.fold(Seats::NONE, |set, (seat, _)| set.with(Seat(seat as u8)));
        Self { winners, places, points, rule: Some(rule), reason: reason.into() }
    }

    /// A match that the table ended, not a rule of the game: resignation, clock, agreement.
    pub fn by_table(seats: u8, winners: Seats, reason: impl Into<String>) -> Self {
        let next = winners.len() as u8 + 1;
        let places = (0..seats).map(|seat| if winners.contains(Seat(seat)) { 1 } else { next }).collect();
        Self { winners, places, points: vec![0; usize::from(seats)], rule: None, reason: reason.into() }
    }

    /// The same result with the points of each seat.
    #[must_use]
    pub fn with_points(self, points: Vec<i32>) -> Self {
        Self { points, ..self }
    }

    /// The same result with the places of each seat; the winners stay.
    #[must_use]
    pub fn with_places(self, places: Vec<u8>) -> Self {
        Self { places, ..self }
    }

    fn with_rule(self, rule: RuleId) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// The only winner, if there is exactly one.
    pub fn sole_winner(&self) -> Option<Seat> {
        self.winners.first().filter(|_| self.winners.len() == 1)
    }

    /// Whether all of several seats share the victory.
    pub fn is_draw(&self) -> bool {
        self.places.len() > 1 && usize::try_from(self.winners.len()) == Ok(self.places.len())
    }

    /// The share of `seat` in the victory, of 1000: for ratings and win tables.
    pub fn share(&self, seat: Seat) -> u16 {
        if self.winners.contains(seat) { 1000 / self.winners.len() as u16 } else { 0 }
    }

    /// [`Outcome::share`] of every seat.
    pub fn shares(&self) -> Vec<u16> {
        (0..self.places.len() as u8).map(|seat| self.share(Seat(seat))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;
    use crate::{RuleId, Seat, Seats};

    const RULE: RuleId = RuleId::new("TT-1");

    #[test]
    fn a_lost_solitaire_has_no_winner_and_is_no_draw() {
        let lost = Outcome::lost(RULE, "lost");
        assert_eq!((lost.winners, lost.is_draw(), lost.shares()), (Seats::NONE, false, vec![0]));
        let won = Outcome::won(1, Seat(0), RULE, "won");
        assert_eq!((won.sole_winner(), won.is_draw(), won.shares()), (Some(Seat(0)), false, vec![1000]));
    }

    #[test]
    fn equal_points_share_a_place() {
        let ranked = Outcome::ranked(vec![7, 9, 9, 1], RULE, "end");
        assert_eq!(ranked.places, [3, 1, 1, 4]);
        assert_eq!(ranked.shares(), [0, 500, 500, 0]);
        assert_eq!((ranked.sole_winner(), ranked.is_draw()), (None, false));
    }

    #[test]
    fn all_seats_sharing_the_victory_is_a_draw() {
        let draw = Outcome::shared(2, Seats::first_n(2), RULE, "end");
        assert!(draw.is_draw());
        assert_eq!(draw.places, [1, 1]);
    }
}
