//! `starboard games`

use catalog::{
    Catalog, GameInfo,
    strength::{LevelInfo, levels},
};
use serde::Serialize;

use crate::{Console, Failure, cli::GamesArgs};

/// A game with its computer players.
#[derive(Serialize)]
struct GameWithLevels {
    #[serde(flatten)]
    game: GameInfo,
    levels: Vec<LevelInfo>,
}

pub(crate) fn run(catalog: &Catalog, args: &GamesArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let games = catalog.games();
    if args.json {
        let games: Vec<GameWithLevels> =
            games.into_iter().map(|game| GameWithLevels { levels: levels(game.id), game }).collect();
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
        for level in levels(game.id) {
            let rating = level.rating.map_or_else(String::new, |rating| format!(" · rating {rating}"));
            let measured = level.measured.map_or_else(String::new, |measured| format!(" · {measured}"));
            writeln!(console.out, "  computer {}: {}{rating}{measured}", level.id, level.about)?;
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
