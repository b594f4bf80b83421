//! `starboard lab train`

use std::path::PathBuf;

use catalog::{Arena, Catalog, OpenError};
use lab::train::{Progress, Training, begin, picture, round};
use rules::Strength;

use crate::{Console, Failure, bench::progress, cli::TrainArgs, files};

/// Actions and goals that players in training compare.
const ARMS: u16 = 24;

pub(crate) fn run(catalog: &Catalog, args: &TrainArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let arenas = arenas(catalog, args)?;
    let training = Training {
        hidden: usize::from(args.hidden),
        first_matches: args.first_matches,
        by_policy: args.by_policy,
        round_matches: args.matches,
        gate_matches: args.gate_matches,
        gate: args.gate,
        strength: Strength { samples: args.samples, arms: ARMS, horizon: args.horizon, misjudgement: 0 },
        lambda: args.lambda,
        passes: args.passes,
        seed: args.seed,
    };
    let state_path = beside(args, "progress.json");
    let mut state = if state_path.exists() {
        let text = files::read(&state_path)?;
        let state: Progress = serde_json::from_str(&text)
            .map_err(|error| Failure::Data(format!("{}: {error}", state_path.display())))?;
        writeln!(console.out, "continuing after round {}", state.round)?;
        state
    } else {
        let bar = progress(console, training.first_matches);
        bar.set_message("greedy matches");
        let state = begin(&arenas, &training, &|| bar.inc(1));
        bar.finish_and_clear();
        state
    };
    save(args, &state)?;
    while state.round < args.rounds {
        let bar = progress(console, training.round_matches + training.gate_matches);
        bar.set_message(format!("round {}", state.round + 1));
        round(&arenas, &training, &mut state, &|| bar.inc(1)).map_err(Failure::Data)?;
        bar.finish_and_clear();
        let gate = state.history.last().expect("a round adds an entry");
        let verdict = if gate.passed { "new champion" } else { "the champion stays" };
        writeln!(console.out, "round {}: {:.1} %, {verdict}", state.round, 100.0 * gate.share)?;
        save(args, &state)?;
    }
    Ok(())
}

fn arenas(catalog: &Catalog, args: &TrainArgs) -> Result<Vec<Box<dyn Arena>>, Failure> {
    let game = catalog.game(&args.game)?;
    let open = |scenario: Option<&str>| game.arena(&args.setup.request(&args.game, scenario));
    let arenas: Result<Vec<_>, OpenError> = if args.scenario.is_empty() {
        open(None).map(|arena| vec![arena])
    } else {
        args.scenario.iter().map(|scenario| open(Some(scenario))).collect()
    };
    Ok(arenas?)
}

fn beside(args: &TrainArgs, ending: &str) -> PathBuf {
    let mut name = args.out.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn save(args: &TrainArgs, state: &Progress) -> Result<(), Failure> {
    let model = state.model().map_err(Failure::Data)?;
    let scenarios = args.scenario.join(",");
    let origin = format!(
        "The evaluation of the computer players, written by\n\
         starboard lab train --game {} --scenario {scenarios} --hidden {} --first-matches {}{} --passes {} --rounds {} --matches {} \
         --gate-matches {} --gate {} --samples {} --horizon {} --lambda {} --seed {}\n\
         version {}, after round {}",
        args.game,
        args.hidden,
        args.first_matches,
        if args.by_policy { " --by-policy" } else { "" },
        args.passes,
        args.rounds,
        args.matches,
        args.gate_matches,
        args.gate,
        args.samples,
        args.horizon,
        args.lambda,
        args.seed,
        env!("CARGO_PKG_VERSION"),
        state.round,
    );
    files::write(&args.out, &model.write(&origin))?;
    let text = serde_json::to_string(state).expect("numbers and texts");
    files::write(&beside(args, "progress.json"), &text)?;
    files::write(&beside(args, "svg"), &picture(&format!("Training of {}", args.game), &state.history))
}
