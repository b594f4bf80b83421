//! `starboard duel` and `starboard lab duel`

use catalog::Catalog;
use lab::duel::{Duel, DuelResult, SeatResult, ThinkingResult};
use serde_json::json;

use crate::{
    Console, Failure,
    bench::progress,
    cli::{DuelArgs, LabDuelArgs},
    games::named_or_first,
};

pub(crate) fn run(catalog: &Catalog, args: &DuelArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = named_or_first(catalog, args.game.as_deref())?;
    let arena = catalog.game(&game)?.arena(&args.setup.request(&game, args.scenario.as_deref()))?;
    let bar = progress(console, args.matches);
    let players = vec![args.first, args.second];
    let duel = Duel { players, matches: args.matches, seed: args.seed, until: None };
    let result = lab::duel::run(&*arena, &duel, &|| bar.inc(1));
    bar.finish_and_clear();
    let (first, second) = (args.first.name(), args.second.name());
    if args.json {
        let mut answer = json!({ "game": game, "scenario": args.scenario, "first": first, "second": second });
        let fields = json!(result);
        let fields = fields.as_object().expect("a result is an object").clone();
        answer.as_object_mut().expect("it was built as one").extend(fields);
        // Times differ from run to run; `lab duel` has them.
        answer.as_object_mut().expect("it was built as one").remove("thinking");
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

pub(crate) fn run_lab(
    catalog: &Catalog,
    args: &LabDuelArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if args.until.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        return Err(Failure::Usage("--until expects a share between 0 and 1".to_owned()));
    }
    let game = named_or_first(catalog, args.game.as_deref())?;
    let mut scenarios: Vec<Option<&str>> = args.scenario.iter().map(|name| Some(name.as_str())).collect();
    if scenarios.is_empty() {
        scenarios.push(None);
    }
    let names: Vec<&str> = args.players.iter().map(|level| level.name()).collect();
    let mut results = Vec::new();
    for scenario in scenarios {
        let arena = catalog.game(&game)?.arena(&args.setup().request(&game, scenario))?;
        if args.players.len() > usize::from(arena.seats()) {
            let seats = arena.seats();
            return Err(Failure::Usage(format!("{} players for {seats} seats", args.players.len())));
        }
        let bar = progress(console, args.matches);
        bar.set_message(scenario.unwrap_or_default().to_owned());
        let duel =
            Duel { players: args.players.clone(), matches: args.matches, seed: args.seed, until: args.until };
        let result = lab::duel::run(&*arena, &duel, &|| bar.inc(1));
        bar.finish_and_clear();
        if !args.json {
            print(console, &game, scenario, &names, &result)?;
        }
        results.push(json!({ "scenario": scenario, "result": result }));
    }
    if args.json {
        let answer = json!({ "game": game, "players": names, "seed": args.seed, "duels": results });
        writeln!(console.out, "{answer:#}")?;
    }
    Ok(())
}

fn print(
    console: &mut Console<'_>,
    game: &str,
    scenario: Option<&str>,
    names: &[&str],
    result: &DuelResult,
) -> Result<(), Failure> {
    let [low, high] = result.interval.map(|share| 100.0 * share);
    let share = 100.0 * result.first_share;
    let scenario = scenario.map_or_else(String::new, |name| format!(" {name}"));
    writeln!(console.out, "{game}{scenario}, {}: {} matches", names.join(" against "), result.matches)?;
    let elo = result.elo.map_or_else(String::new, |elo| format!(", Elo {elo:+.0}"));
    writeln!(console.out, "  share of {}: {share:.1} % (95 %: {low:.1} to {high:.1}){elo}", names[0])?;
    for SeatResult { seat, matches, first_wins } in &result.by_seat {
        writeln!(console.out, "  as {seat}: {first_wins} of {matches} won")?;
    }
    for ThinkingResult { player, decisions, mean_ms, longest_ms } in &result.thinking {
        writeln!(
            console.out,
            "  {player}: {decisions} decisions, {mean_ms:.2} ms each, the longest {longest_ms:.1} ms"
        )?;
    }
    Ok(())
}
