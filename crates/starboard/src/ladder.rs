//! `starboard lab ladder`

use std::fmt::Write as _;

use catalog::{Arena, Catalog, OpenError};
use lab::{
    duel::{Duel, DuelResult, run as play},
    figures::{Share, elo_difference},
};
use search::Level;

use crate::{Console, Failure, bench::progress, cli::LadderArgs, files};

/// One pairing over all scenarios.
struct Pairing {
    players: [Level; 2],
    results: Vec<DuelResult>,
}

impl Pairing {
    fn share(&self) -> Share {
        let shares = self.results.iter().map(|result| (result.first_share, result.matches));
        Share::pooled(&shares.collect::<Vec<_>>())
    }
}

pub(crate) fn run(catalog: &Catalog, args: &LadderArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = catalog.game(&args.game)?;
    let open = |scenario: Option<&str>| game.arena(&args.setup.request(&args.game, scenario));
    let arenas: Result<Vec<Box<dyn Arena>>, OpenError> = if args.scenario.is_empty() {
        open(None).map(|arena| vec![arena])
    } else {
        args.scenario.iter().map(|scenario| open(Some(scenario))).collect()
    };
    let arenas = arenas?;
    let people: Vec<Level> = Level::PEOPLE.into_iter().filter(|&level| level <= args.up_to).collect();
    let steps = people.windows(2).map(|pair| [pair[1], pair[0]]);
    let anchors = people.iter().map(|&level| [level, Level::Greedy]);
    let wanted: Vec<[Level; 2]> = anchors.chain(steps).collect();
    let bar = progress(console, wanted.len() as u64 * arenas.len() as u64 * args.matches);
    let mut pairings = Vec::new();
    for players in wanted {
        bar.set_message(format!("{} against {}", players[0], players[1]));
        let duel = Duel { players: players.to_vec(), matches: args.matches, seed: args.seed, until: None };
        let results = arenas.iter().map(|arena| play(&**arena, &duel, &|| bar.inc(1))).collect();
        pairings.push(Pairing { players, results });
    }
    bar.finish_and_clear();
    let section = section(args, &pairings);
    write!(console.out, "{section}")?;
    if let Some(path) = &args.out {
        let page = if path.exists() { files::read(path)? } else { String::new() };
        files::write(path, &replaced(&page, &args.game, &section))?;
    }
    Ok(())
}

fn section(args: &LadderArgs, pairings: &[Pairing]) -> String {
    let scenarios = if args.scenario.is_empty() { "default".to_owned() } else { args.scenario.join(", ") };
    let mut text = format!(
        "## {}\n\nScenarios {scenarios}; {} matches per pairing and scenario, sides swapped, seed {}.\n\n",
        args.game, args.matches, args.seed
    );
    text += "| level | against | share | 95 % interval | Elo | ms per decision, longest |\n|---|---|---|---|---|---|\n";
    for pairing in pairings {
        let share = pairing.share();
        let [low, high] = share.interval.map(|bound| 100.0 * bound);
        let thinking = pairing.results.iter().filter_map(|result| result.thinking.first());
        let (mut decisions, mut total, mut longest) = (0, 0.0, 0.0_f64);
        for one in thinking {
            decisions += one.decisions;
            total += one.mean_ms * one.decisions as f64;
            longest = longest.max(one.longest_ms);
        }
        let _ = writeln!(
            text,
            "| {} | {} | {:.1} % | {low:.1} to {high:.1} | {:+.0} | {:.2}, {longest:.0} |",
            pairing.players[0],
            pairing.players[1],
            100.0 * share.mean,
            elo_difference(share.mean),
            total / f64::from(u32::try_from(decisions).unwrap_or(u32::MAX).max(1)),
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
    use super::replaced;

    #[test]
    fn a_section_is_replaced_in_place() {
        let page = "# Strength\n\n## a\n\nold\n\n## b\n\nkept\n";
        assert_eq!(replaced(page, "a", "## a\n\nnew\n"), "# Strength\n\n## a\n\nnew\n\n## b\n\nkept\n");
        assert_eq!(replaced("# Strength\n", "c", "## c\n"), "# Strength\n\n## c\n");
    }
}
