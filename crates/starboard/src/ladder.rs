//! `starboard lab ladder`

use std::{fmt::Write as _, path::Path};

use catalog::{
    Arena, Catalog,
    strength::{Calibration, Measured, Measurements, PairingResult, ratings},
};
use lab::{
    calibration,
    duel::{Duel, DuelResult, run as play},
    figures::Share,
};
use search::Level;

use crate::{Console, Failure, bench::progress, cli::LadderArgs, files};

pub(crate) fn run(catalog: &Catalog, args: &LadderArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = catalog.game(&args.game)?;
    let names: Vec<String> = if args.scenario.is_empty() {
        vec![catalog.open(&args.setup.request(&args.game, None))?.scenario()]
    } else {
        args.scenario.clone()
    };
    let mut arenas: Vec<(String, Box<dyn Arena>)> = Vec::new();
    for name in names {
        let arena = game.arena(&args.setup.request(&args.game, Some(&name)))?;
        arenas.push((name, arena));
    }
    let people: Vec<Level> = Level::PEOPLE.into_iter().filter(|&level| level <= args.up_to).collect();
    let solitaire = arenas.iter().all(|(_, arena)| arena.seats() == 1);
    let steps = people.windows(2).map(|pair| (pair[1], Some(pair[0])));
    let anchors = people.iter().map(|&level| (level, Some(Level::Greedy)));
    let mut wanted: Vec<(Level, Option<Level>)> = anchors.chain(steps).collect();
    if solitaire {
        wanted = people.iter().map(|&level| (level, None)).collect();
    }
    let all = arenas.len() as u64;
    let bar = progress(console, (wanted.len() as u64 * args.matches + args.calibration) * all);
    let mut fresh = Measured::default();
    for (level, against) in wanted {
        let players: Vec<Level> = std::iter::once(level).chain(against).collect();
        bar.set_message(players.iter().map(|level| level.name()).collect::<Vec<_>>().join(" against "));
        let duel = Duel { players, matches: args.matches, seed: args.seed, until: None };
        // Scenarios of different numbers of seats do not mix.
        for seats in 1..=8 {
            let same: Vec<&(String, Box<dyn Arena>)> =
                arenas.iter().filter(|(_, arena)| arena.seats() == seats).collect();
            if same.is_empty() {
                continue;
            }
            let results: Vec<DuelResult> =
                same.iter().map(|(_, arena)| play(&**arena, &duel, &|| bar.inc(1))).collect();
            let scenarios = same.iter().map(|(name, _)| name.clone()).collect();
            fresh.pairings.push(pairing(level, against, scenarios, seats, &results));
        }
    }
    if args.calibration > 0 {
        bar.set_message(format!("chances of {}", args.up_to));
        let seed = args.seed.wrapping_add(1 << 40);
        fresh.calibration = calibration::measure(&arenas, args.up_to, args.calibration, seed, &|| bar.inc(1));
    }
    bar.finish_and_clear();
    let mut measured = Measured::default();
    if let Some(path) = &args.data {
        let mut all = read_measurements(path)?;
        let known = all.entry(args.game.clone()).or_default();
        merge(known, &fresh);
        measured.clone_from(known);
        let text = serde_json::to_string_pretty(&all).expect("numbers and texts");
        files::write(path, &(text + "\n"))?;
    } else {
        merge(&mut measured, &fresh);
    }
    let section = section(&args.game, &measured);
    write!(console.out, "{section}")?;
    if let Some(path) = &args.out {
        let page = if path.exists() { files::read(path)? } else { String::new() };
        files::write(path, &replaced(&page, &args.game, &section))?;
    }
    Ok(())
}

fn read_measurements(path: &Path) -> Result<Measurements, Failure> {
    if !path.exists() {
        return Ok(Measurements::new());
    }
    serde_json::from_str(&files::read(path)?)
        .map_err(|error| Failure::Data(format!("{}: {error}", path.display())))
}

/// Adds fresh results; those of the same pairing and scenarios replace the old ones.
fn merge(known: &mut Measured, fresh: &Measured) {
    let key = |of: &PairingResult| (of.level.clone(), of.against.clone(), of.scenarios.clone());
    for pairing in &fresh.pairings {
        known.pairings.retain(|old| key(old) != key(pairing));
        known.pairings.push(pairing.clone());
    }
    if fresh.calibration.is_some() {
        known.calibration.clone_from(&fresh.calibration);
    }
}

fn pairing(
    level: Level,
    against: Option<Level>,
    scenarios: Vec<String>,
    seats: u8,
    results: &[DuelResult],
) -> PairingResult {
    let shares: Vec<(f64, u64)> = results.iter().map(|result| (result.first_share, result.matches)).collect();
    let share = Share::pooled(&shares);
    let (mut decisions, mut total) = (0, 0.0);
    for one in results.iter().filter_map(|result| result.thinking.first()) {
        decisions += one.decisions;
        total += one.mean_ms * one.decisions as f64;
    }
    let round = |number: f64| (number * 10_000.0).round() / 10_000.0;
    PairingResult {
        level: level.name().to_owned(),
        against: against.map(|level| level.name().to_owned()),
        scenarios,
        seats,
        matches: share.matches,
        share: round(share.mean),
        interval: [
            (share.interval[0] * 10_000.0).floor() / 10_000.0,
            (share.interval[1] * 10_000.0).ceil() / 10_000.0,
        ],
        mean_ms: (decisions > 0).then(|| round(total / decisions as f64)),
    }
}

fn section(game: &str, measured: &Measured) -> String {
    let mut text = format!("## {game}\n\n");
    text += "| level | against | seats | scenarios | matches | share | 95 % interval | ms per decision |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for pairing in &measured.pairings {
        let [low, high] = pairing.interval.map(|bound| 100.0 * bound);
        let against = pairing.against.as_deref().unwrap_or("the game");
        let scenarios = pairing.scenarios.join(", ");
        let time = pairing.mean_ms.map_or_else(String::new, |time| format!("{time:.2}"));
        let PairingResult { level, seats, matches, share, .. } = pairing;
        let _ = writeln!(
            text,
            "| {level} | {against} | {seats} | {scenarios} | {matches} | {:.1} % | {low:.1} to {high:.1} | {time} |",
            100.0 * share,
        );
    }
    let rated = ratings(&measured.pairings);
    if rated.len() > 1 {
        let mut rated: Vec<(&str, f64)> = rated.into_iter().collect();
        rated.sort_by(|one, other| one.1.total_cmp(&other.1));
        let list: Vec<String> = rated.iter().map(|(level, rating)| format!("{level} {rating:.0}")).collect();
        let _ = writeln!(text, "\nRatings (greedy has 1000): {}.", list.join(", "));
    }
    if let Some(calibration) = &measured.calibration {
        text += &calibration_table(calibration);
    }
    text
}

fn calibration_table(of: &Calibration) -> String {
    let Calibration { level, scenarios, matches, positions, error, bins } = of;
    let mut text = format!(
        "\nWin chances as {level} estimates them at the beginning of turns, {positions} positions of {matches} matches ({}): expected \
         calibration error {:.1} points.\n\n| positions | estimate | won |\n|---|---|---|\n",
        scenarios.join(", "),
        100.0 * error
    );
    for bin in bins {
        let _ = writeln!(
            text,
            "| {} | {:.1} % | {:.1} % |",
            bin.positions,
            100.0 * bin.estimate,
            100.0 * bin.won
        );
    }
    text
}

/// The page with the section of a game put in its place, or at the end.
fn replaced(page: &str, game: &str, section: &str) -> String {
    let heading = format!("## {game}\n");
    let Some(begin) = page.find(&heading) else {
        let gap = if page.is_empty() { "" } else { "\n" };
        return format!("{page}{gap}{section}");
    };
    let rest = &page[begin + heading.len()..];
    let end = rest.find("\n## ").map_or(page.len(), |at| begin + heading.len() + at);
    format!("{}{section}{}", &page[..begin], &page[end..])
}

#[cfg(test)]
mod tests {
    use catalog::strength::{Measured, PairingResult};

    use super::{merge, replaced, section};

    #[test]
    fn fresh_results_replace_those_of_the_same_pairing_and_keep_the_others() {
        let pairing = |level: &str, scenario: &str, share: f64| PairingResult {
            level: level.to_owned(),
            against: Some("greedy".to_owned()),
            scenarios: vec![scenario.to_owned()],
            seats: 2,
            matches: 10,
            share,
            interval: [0.1, 0.9],
            mean_ms: None,
        };
        let of = |pairings| Measured { pairings, calibration: None };
        let mut known = of(vec![pairing("ada", "A", 0.2), pairing("ada", "B", 0.3)]);
        merge(&mut known, &of(vec![pairing("ada", "A", 0.4)]));
        assert_eq!(known, of(vec![pairing("ada", "B", 0.3), pairing("ada", "A", 0.4)]));
        let text = section("duel", &known);
        assert!(text.contains("| ada | greedy | 2 | A | 10 | 40.0 % | 10.0 to 90.0 |  |"), "{text}");
        assert!(text.contains("Ratings (greedy has 1000): ada "), "{text}");
    }

    #[test]
    fn a_section_is_replaced_in_place() {
        let page = "# Strength\n\n## a\n\nold\n\n## b\n\nkept\n";
        assert_eq!(replaced(page, "a", "## a\n\nnew\n"), "# Strength\n\n## a\n\nnew\n\n## b\n\nkept\n");
        assert_eq!(replaced("# Strength\n", "c", "## c\n"), "# Strength\n\n## c\n");
    }
}
