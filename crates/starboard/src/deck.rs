//! `starboard deck`: check, show.

use catalog::Catalog;
use serde_json::json;

use crate::{Console, Failure, cli::DeckCommand, files};

pub(crate) fn run(
    catalog: &Catalog,
    command: &DeckCommand,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    match command {
        DeckCommand::Show { name, game } => {
            let list = catalog.game(game)?.deck(name);
            let list = list.ok_or_else(|| Failure::NotFound(format!("{game} has no deck {name:?}")))?;
            Ok(console.out.write_all(list.as_bytes())?)
        }
        DeckCommand::Check { file, game, json } => {
            let entry = catalog.game(game)?;
            let text = files::read(file)?;
            let name = file.display().to_string();
            let deck = entry
                .check_deck(&text, None)
                .ok_or_else(|| Failure::NotFound(format!("{game} has no decks")))?;
            let legal = deck.errors.is_empty();
            if *json {
                let document = json!({ "file": name, "game": game, "ok": legal, "report": deck.report });
                writeln!(console.out, "{document:#}")?;
            } else {
                for line in deck.errors.iter().map(|line| format!("error: {line}")).chain(deck.summary) {
                    writeln!(console.out, "{line}")?;
                }
                if legal {
                    writeln!(console.out, "{name} is legal")?;
                }
            }
            if legal {
                return Ok(());
            }
            let reasons = deck.errors.len();
            let plural = if reasons == 1 { "reason" } else { "reasons" };
            Err(Failure::Check(format!("{name} is not a legal deck: {reasons} {plural}")))
        }
    }
}
