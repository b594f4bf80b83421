//! `starboard duel`

use catalog::Catalog;
use lab::duel::{Duel, SeatResult};
use serde_json::json;

use crate::{Console, Failure, bench::progress, cli::DuelArgs, games::named_or_first};

pub(crate) fn run(catalog: &Catalog, args: &DuelArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = named_or_first(catalog, args.game.as_deref())?;
    let arena = catalog.game(&game)?.arena(&args.setup.request(&game, args.scenario.as_deref()))?;
    let bar = progress(console, args.matches);
    let duel = Duel { first: args.first, others: args.second, matches: args.matches, seed: args.seed };
    let result = lab::duel::run(&*arena, &duel, &|| bar.inc(1));
    bar.finish_and_clear();
    let (first, second) = (args.first.name(), args.second.name());
    if args.json {
        let mut answer = json!({ "game": game, "scenario": args.scenario, "first": first, "second": second });
        let fields = json!(result);
        let fields = fields.as_object().expect("a result is an object").clone();
        answer.as_object_mut().expect("it was built as one").extend(fields);
        // The old name of `other_wins`.
        answer["second_wins"] = json!(result.other_wins);
        return Ok(writeln!(console.out, "{answer:#}")?);
    }
    let percent = |count: u64| 100.0 * count as f64 / result.matches as f64;
    let (wins, losses, draws) = (result.first_wins, result.other_wins, result.draws);
    writeln!(console.out, "{first} against {second}: {} matches", result.matches)?;
    writeln!(console.out, "  {first} won {wins} ({:.1} %)", percent(wins))?;
    if arena.seats() > 1 {
        writeln!(console.out, "  {second} won {losses} ({:.1} %)", percent(losses))?;
    }
    if draws > 0 {
        writeln!(console.out, "  no sole winner in {draws} ({:.1} %)", percent(draws))?;
    }
    writeln!(console.out, "  share of {first}: {:.1} %", 100.0 * result.first_share)?;
    for SeatResult { seat, matches, first_wins } in &result.by_seat {
        writeln!(console.out, "  as {seat}: {first_wins} of {matches} won")?;
    }
    Ok(())
}
