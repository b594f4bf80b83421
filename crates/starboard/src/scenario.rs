//! `starboard scenario`: check, schema, new.

use catalog::Catalog;
use serde_json::json;

use crate::{Console, Failure, cli::ScenarioCommand, files, games::named_or_first};

pub(crate) fn run(
    catalog: &Catalog,
    command: &ScenarioCommand,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    match command {
        ScenarioCommand::Schema { game } => {
            let game = named_or_first(catalog, game.as_deref())?;
            let schema = catalog.game(&game)?.schema().ok_or_else(|| no_files(&game, "schema"))?;
            Ok(writeln!(console.out, "{schema:#}")?)
        }
        ScenarioCommand::New { game } => {
            let game = named_or_first(catalog, game.as_deref())?;
            let template = catalog.game(&game)?.template().ok_or_else(|| no_files(&game, "template"))?;
            Ok(console.out.write_all(template.as_bytes())?)
        }
        ScenarioCommand::Check { file, game, json } => {
            let game = named_or_first(catalog, game.as_deref())?;
            let text = files::read(file)?;
            let name = file.display().to_string();
            let report = catalog.game(&game)?.check_scenario(&name, &text);
            let playable = report.errors.is_empty();
            if *json {
                let told = json!({ "file": name, "game": game, "ok": playable, "report": report });
                writeln!(console.out, "{told:#}")?;
            } else {
                let lines = report.errors.iter().map(|line| ("error", line));
                let lines = lines.chain(report.warnings.iter().map(|line| ("warning", line)));
                for (kind, line) in lines {
                    writeln!(console.out, "{kind}: {line}")?;
                }
                for line in &report.summary {
                    writeln!(console.out, "{line}")?;
                }
                if playable {
                    writeln!(console.out, "{name} can be played")?;
                }
            }
            if playable {
                return Ok(());
            }
            let errors = report.errors.len();
            let plural = if errors == 1 { "error" } else { "errors" };
            Err(Failure::Check(format!("{name} cannot be played: {errors} {plural}")))
        }
    }
}

fn no_files(game: &str, what: &str) -> Failure {
    Failure::NotFound(format!("{game} has no {what} of scenario files"))
}
