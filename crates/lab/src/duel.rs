//! Computer players play each other.

use catalog::Arena;
use rayon::prelude::*;
use rules::Seat;
use search::Level;
use serde::Serialize;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The player that is measured.
    pub first: Level,
    /// The players of all other seats.
    pub others: Level,
    /// Number of matches. The first player takes seat 0, 1, … in turn; one round over all seats shares its dice.
    pub matches: u64,
    /// Seed of the first match; the others follow.
    pub seed: u64,
}

/// What a duel came to.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// Number of matches.
    pub matches: u64,
    /// Matches the first player won alone.
    pub first_wins: u64,
    /// Matches another player won alone.
    pub other_wins: u64,
    /// Matches with no winner, or several.
    pub draws: u64,
    /// The first player's mean share in the victory, 0 to 1.
    pub first_share: f64,
    /// The same by seat of the first player.
    pub by_seat: Vec<SeatResult>,
}

/// What a duel came to while the first player had one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatResult {
    /// The name of the seat.
    pub seat: String,
    /// Number of matches.
    pub matches: u64,
    /// Matches the first player won alone.
    pub first_wins: u64,
}

/// One match: the first player's seat and share, and the sole winner.
struct Played {
    seat: Seat,
    share: u16,
    winner: Option<Seat>,
}

/// Plays a duel on all cores; `progress` is called after every match. The same duel gives the same result.
pub fn run(arena: &dyn Arena, duel: &Duel, progress: &(dyn Fn() + Sync)) -> DuelResult {
    let played: Vec<Played> = (0..duel.matches)
        .into_par_iter()
        .map(|number| {
            let played = play(arena, duel, number);
            progress();
            played
        })
        .collect();
    let count = |test: &dyn Fn(&&Played) -> bool| played.iter().filter(test).count() as u64;
    let by_seat = (0..arena.seats()).map(Seat).map(|seat| SeatResult {
        seat: arena.seat_name(seat),
        matches: count(&|one| one.seat == seat),
        first_wins: count(&|one| one.seat == seat && one.winner == Some(seat)),
    });
    let shares: u64 = played.iter().map(|one| u64::from(one.share)).sum();
    DuelResult {
        matches: duel.matches,
        first_wins: count(&|one| one.winner == Some(one.seat)),
        other_wins: count(&|one| one.winner.is_some_and(|winner| winner != one.seat)),
        draws: count(&|one| one.winner.is_none()),
        first_share: shares as f64 / (1000.0 * duel.matches as f64),
        by_seat: by_seat.collect(),
    }
}

fn play(arena: &dyn Arena, duel: &Duel, number: u64) -> Played {
    let seats = u64::from(arena.seats());
    let seat = Seat((number % seats) as u8);
    let level = |other: u8| if other == seat.0 { duel.first } else { duel.others };
    let levels: Vec<Level> = (0..arena.seats()).map(level).collect();
    let outcome = arena.play(&levels, duel.seed.wrapping_add(number / seats));
    Played { seat, share: outcome.share(seat), winner: outcome.sole_winner() }
}
