//! `starboard rules`

use catalog::Catalog;

use crate::{Console, Failure, cli::RulesArgs};

/// Prints the players' rulebook of a game.
pub(crate) fn run(catalog: &Catalog, args: &RulesArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let game = catalog.game(&args.game)?.id();
    let text = lessons::rulebook(game);
    let text = text.ok_or_else(|| Failure::NotFound(format!("there is no rulebook of {game}")))?;
    for line in text.lines().filter(|line| !line.starts_with("[picture: ")) {
        writeln!(console.out, "{line}")?;
    }
    Ok(())
}
