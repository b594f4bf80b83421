//! Computer players play each other.

use catalog::{Arena, Played, Thinking};
use rayon::prelude::*;
use rules::Seat;
use search::Level;
use serde::Serialize;

use crate::figures::{Share, elo_difference};

/// What is compared.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The players; the first one is measured. If there are more seats than players, the last player takes the rest.
    pub players: Vec<Level>,
    /// Number of matches at most. The players take the seats in turn; one round over all seats shares its dice.
    pub matches: u64,
    /// Seed of the first match; the others follow.
    pub seed: u64,
    /// Stop as soon as it is clear whether the first player's share is above or below this one, 0 to 1.
    pub until: Option<f64>,
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
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// The first player's rating above the others, if there are two seats.
    pub elo: Option<f64>,
    /// The same by seat of the first player.
    pub by_seat: Vec<SeatResult>,
    /// By player: how long it thought.
    pub thinking: Vec<ThinkingResult>,
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

/// How long a player thought.
#[derive(Clone, Debug, Serialize)]
pub struct ThinkingResult {
    /// Its level.
    pub player: String,
    /// Number of its decisions.
    pub decisions: u64,
    /// Mean time of a decision in ms.
    pub mean_ms: f64,
    /// Time of its longest decision in ms.
    pub longest_ms: f64,
}

impl DuelResult {
    /// The first player's share with its uncertainty.
    pub fn share(&self) -> Share {
        Share { mean: self.first_share, interval: self.interval, matches: self.matches }
    }
}

/// One match, and the player of each seat.
struct Match {
    first: Seat,
    players: Vec<usize>,
    played: Played,
}

impl Match {
    fn share(&self) -> f64 {
        f64::from(self.played.outcome.share(self.first)) / 1000.0
    }
}

/// Matches between two looks at the result.
const BATCH: u64 = 24;

/// Plays a duel on all cores; `progress` is called after every match. The same duel gives the same result, apart from
/// the times.
pub fn run(arena: &dyn Arena, duel: &Duel, progress: &(dyn Fn() + Sync)) -> DuelResult {
    let seats = u64::from(arena.seats());
    let batch = if duel.until.is_some() { BATCH.next_multiple_of(seats) } else { duel.matches };
    let mut matches: Vec<Match> = Vec::new();
    while (matches.len() as u64) < duel.matches {
        let begin = matches.len() as u64;
        let more = (begin..duel.matches.min(begin + batch)).into_par_iter().map(|number| {
            let one = play(arena, duel, number);
            progress();
            one
        });
        matches.par_extend(more);
        let share = Share::of(&matches.iter().map(Match::share).collect::<Vec<_>>());
        if duel.until.is_some_and(|level| share.is_clearly_apart_from(level)) {
            break;
        }
    }
    result(arena, duel, &matches)
}

fn play(arena: &dyn Arena, duel: &Duel, number: u64) -> Match {
    let seats = u64::from(arena.seats());
    let first = number % seats;
    let last = duel.players.len() - 1;
    let player = |seat: u64| ((seat + seats - first) % seats).min(last as u64) as usize;
    let players: Vec<usize> = (0..seats).map(player).collect();
    let levels: Vec<Level> = players.iter().map(|&player| duel.players[player]).collect();
    let seed = duel.seed.wrapping_add(number / seats);
    Match { first: Seat(first as u8), players, played: arena.play(&levels, seed) }
}

fn result(arena: &dyn Arena, duel: &Duel, matches: &[Match]) -> DuelResult {
    let winner = |one: &Match| one.played.outcome.sole_winner();
    let count = |test: &dyn Fn(&&Match) -> bool| matches.iter().filter(test).count() as u64;
    let by_seat = (0..arena.seats()).map(Seat).map(|seat| SeatResult {
        seat: arena.seat_name(seat),
        matches: count(&|one| one.first == seat),
        first_wins: count(&|one| one.first == seat && winner(one) == Some(seat)),
    });
    let share = Share::of(&matches.iter().map(Match::share).collect::<Vec<_>>());
    let thinking = duel.players.iter().enumerate().map(|(player, level)| {
        let own = matches.iter().flat_map(|one| {
            one.players
                .iter()
                .zip(&one.played.thinking)
                .filter(|(who, _)| **who == player)
                .map(|(_, own)| own)
        });
        let all = own.fold(Thinking::default(), |all, one| Thinking {
            decisions: all.decisions + one.decisions,
            total: all.total + one.total,
            longest: all.longest.max(one.longest),
        });
        ThinkingResult {
            player: level.name().to_owned(),
            decisions: all.decisions,
            mean_ms: 1000.0 * all.total.as_secs_f64() / all.decisions.max(1) as f64,
            longest_ms: 1000.0 * all.longest.as_secs_f64(),
        }
    });
    DuelResult {
        matches: matches.len() as u64,
        first_wins: count(&|one| winner(one) == Some(one.first)),
        other_wins: count(&|one| winner(one).is_some_and(|winner| winner != one.first)),
        draws: count(&|one| winner(one).is_none()),
        first_share: share.mean,
        interval: share.interval,
        elo: (arena.seats() == 2).then(|| elo_difference(share.mean)),
        by_seat: by_seat.collect(),
        thinking: thinking.collect(),
    }
}
