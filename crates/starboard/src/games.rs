//! `starboard games`

use catalog::Catalog;

use crate::{Console, Failure, cli::GamesArgs};

pub(crate) fn run(catalog: &Catalog, args: &GamesArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let games = catalog.games();
    if args.json {
        let text = serde_json::to_string_pretty(&games).expect("a game's description is plain data");
        return Ok(writeln!(console.out, "{text}")?);
    }
    for game in games {
        writeln!(console.out, "{} ({})", game.title, game.id)?;
        writeln!(console.out, "  {}", game.blurb)?;
        for (number, seat) in game.seats.iter().enumerate() {
            writeln!(console.out, "  seat {number}: {seat}")?;
        }
        for scenario in &game.scenarios {
            let length = if scenario.length.is_empty() { "" } else { " · " };
            writeln!(
                console.out,
                "  scenario {}: {}{length}{}",
                scenario.id, scenario.title, scenario.length
            )?;
            if !scenario.teaches.is_empty() {
                writeln!(console.out, "      teaches {}", scenario.teaches.join(", "))?;
            }
        }
        for option in &game.options {
            writeln!(console.out, "  option {}={}: {}", option.id, option.values.join("|"), option.label)?;
        }
        for order in &game.orders {
            writeln!(console.out, "  order {}: {}", order.id, order.label)?;
        }
    }
    Ok(())
}

/// The named game, or the first one.
pub(crate) fn named_or_first(catalog: &Catalog, name: Option<&str>) -> Result<String, Failure> {
    if let Some(name) = name {
        catalog.game(name)?;
        return Ok(name.to_owned());
    }
    let first = catalog.ids().first().map(|&id| id.to_owned());
    first.ok_or_else(|| Failure::NotFound("the catalogue has no game".to_owned()))
}
