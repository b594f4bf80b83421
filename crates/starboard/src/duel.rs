//! `starboard duel`: computer against computer, sides swapped.

use catalog::{Arena, Catalog};
use rayon::prelude::*;
use rules::Seat;
use search::Level;
use serde::Serialize;

use crate::{Console, Failure, bench::progress, cli::DuelArgs, games::named_or_first};

/// What a duel came to, told from the first player's side.
#[derive(Debug, Serialize)]
struct Outcome {
    game: String,
    scenario: Option<String>,
    first: &'static str,
    second: &'static str,
    matches: u64,
    /// Matches the first player won alone.
    first_wins: u64,
    /// Matches the second player won alone.
    second_wins: u64,
    /// Matches with no sole winner.
    draws: u64,
    /// First player's part of all that could be won.
    first_share: f64,
    /// The same by the chair the first player sat in.
    by_seat: Vec<SeatOutcome>,
}

#[derive(Debug, Serialize)]
struct SeatOutcome {
    seat: String,
    matches: u64,
    first_wins: u64,
}

pub(crate) fn run(catalog: &Catalog, args: &DuelArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = named_or_first(catalog, args.game.as_deref())?;
    let arena = catalog.game(&game)?.arena(args.scenario.as_deref())?;
    let progress = progress(console, args.matches);
    let played: Vec<Played> = (0..args.matches)
        .into_par_iter()
        .map(|number| {
            let played = play(&*arena, args, number);
            progress.inc(1);
            played
        })
        .collect();
    progress.finish_and_clear();
    let outcome = sum(game, &*arena, args, &played);
    if args.json {
        let text = serde_json::to_string_pretty(&outcome).expect("an outcome is plain data");
        return Ok(writeln!(console.out, "{text}")?);
    }
    let percent = |count: u64| 100.0 * count as f64 / outcome.matches as f64;
    let (wins, losses, draws) = (outcome.first_wins, outcome.second_wins, outcome.draws);
    writeln!(console.out, "{} against {}: {} matches", outcome.first, outcome.second, outcome.matches)?;
    writeln!(console.out, "  {} won {wins} ({:.1} %)", outcome.first, percent(wins))?;
    writeln!(console.out, "  {} won {losses} ({:.1} %)", outcome.second, percent(losses))?;
    if draws > 0 {
        writeln!(console.out, "  no winner in {draws} ({:.1} %)", percent(draws))?;
    }
    writeln!(console.out, "  share of {}: {:.1} %", outcome.first, 100.0 * outcome.first_share)?;
    for SeatOutcome { seat, matches, first_wins } in &outcome.by_seat {
        writeln!(console.out, "  as {seat}: {first_wins} of {matches} won")?;
    }
    Ok(())
}

/// One match: where the first player sat, what he got, and whether somebody won alone.
struct Played {
    seat: Seat,
    share: u16,
    winner: Option<Seat>,
}

/// The first player sits on chair 0, 1, … in turn; pairs of matches share their dice.
fn play(arena: &dyn Arena, args: &DuelArgs, number: u64) -> Played {
    let seats = u64::from(arena.seats());
    let seat = Seat((number % seats) as u8);
    let levels: Vec<Level> =
        (0..arena.seats()).map(|chair| if chair == seat.0 { args.first } else { args.second }).collect();
    let outcome = arena.play(&levels, args.seed.wrapping_add(number / seats));
    Played { seat, share: outcome.share(seat), winner: outcome.sole_winner() }
}

fn sum(game: String, arena: &dyn Arena, args: &DuelArgs, played: &[Played]) -> Outcome {
    let count = |test: &dyn Fn(&&Played) -> bool| played.iter().filter(test).count() as u64;
    let by_seat = (0..arena.seats()).map(Seat).map(|seat| SeatOutcome {
        seat: arena.seat_name(seat),
        matches: count(&|one| one.seat == seat),
        first_wins: count(&|one| one.seat == seat && one.winner == Some(seat)),
    });
    let shares: u64 = played.iter().map(|one| u64::from(one.share)).sum();
    Outcome {
        game,
        scenario: args.scenario.clone(),
        first: args.first.name(),
        second: args.second.name(),
        matches: args.matches,
        first_wins: count(&|one| one.winner == Some(one.seat)),
        second_wins: count(&|one| one.winner.is_some_and(|winner| winner != one.seat)),
        draws: count(&|one| one.winner.is_none()),
        first_share: shares as f64 / (1000.0 * args.matches as f64),
        by_seat: by_seat.collect(),
    }
}
