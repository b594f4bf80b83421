//! `starboard score`: averages of players over saved matches.

use std::collections::BTreeMap;

use catalog::{Catalog, RatedMatch};
use serde_json::json;

use crate::{Console, Failure, cli::ScoreArgs, files};

pub(crate) fn run(catalog: &Catalog, args: &ScoreArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut matches: BTreeMap<String, Vec<RatedMatch>> = BTreeMap::new();
    let mut left_out = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let save = files::read_save(path)?;
        if catalog.game(&save.game)?.average().is_none() {
            return Err(Failure::Usage(format!("{name}: {} has no average over matches", save.game)));
        }
        let table = catalog.load(&save).map_err(|error| Failure::from(error).in_file(&name))?;
        match RatedMatch::new(save.players, table.outcome().as_ref()) {
            Ok(rated) => matches.entry(save.game).or_default().push(rated),
            Err(why) => left_out.push((name, why)),
        }
    }
    let ranking = |(game, matches): (&String, &Vec<RatedMatch>)| {
        let entry = catalog.game(game)?;
        let rule =
            entry.average().ok_or_else(|| Failure::Usage(format!("{game} has no average over matches")))?;
        Ok((entry.info(), rule, rule.rank(matches, &args.players)))
    };
    let rankings = matches.iter().map(ranking).collect::<Result<Vec<_>, Failure>>()?;
    if args.json {
        let game = |(info, rule, players): &(catalog::GameInfo, catalog::AverageRule, Vec<_>)| json!({ "game": info.id, "average": rule.name, "players": players });
        let games: Vec<_> = rankings.iter().map(game).collect();
        let out: Vec<_> = left_out.iter().map(|(file, why)| json!({ "file": file, "reason": why })).collect();
        return Ok(writeln!(console.out, "{}", json!({ "games": games, "left_out": out }))?);
    }
    for (info, rule, players) in rankings {
        writeln!(console.out, "{}: {}", info.title, rule.name)?;
        for player in players {
            let matches = if player.matches == 1 { "match" } else { "matches" };
            writeln!(console.out, "{:>8}  {} ({} {matches})", player.average, player.name, player.matches)?;
        }
    }
    for (file, why) in left_out {
        writeln!(console.out, "not counted: {file}: {why}")?;
    }
    Ok(())
}
