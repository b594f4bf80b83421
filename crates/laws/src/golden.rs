//! Golden logs: recorded matches that must play the same for years.
//!
//! A golden file holds the steps of a match, one a line, and on the last line `= ` and the final
//! position's fingerprint. [`replay`] plays it again and compares.

use std::fmt::Write as _;

use rules::Notation;

/// Records a match as the text of a golden file.
pub fn record<G: Notation>(game: &G, log: &[rules::StepOf<G>]) -> String {
    let mut state = game.start();
    let mut text = format!("# {} rules {} scenario {}\n", G::GAME, G::RULES, game.scenario_name());
    for &step in log {
        game.apply(&mut state, step, &mut |_| {});
        writeln!(text, "{}", game.write_step(step)).expect("writing to a string cannot fail");
    }
    writeln!(text, "= {:016x}", digest(&game.write_position(&state)))
        .expect("writing to a string cannot fail");
    text
}

/// Plays a golden file again; says what differs.
pub fn replay<G: Notation>(game: &G, text: &str) -> Result<(), String> {
    let mut state = game.start();
    for (number, line) in text.lines().enumerate() {
        let at = |why: String| format!("line {}: {line:?}: {why}", number + 1);
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if let Some(expected) = line.strip_prefix("= ") {
            let found = format!("{:016x}", digest(&game.write_position(&state)));
            let same = found == expected;
            return if same { Ok(()) } else { Err(at(format!("the match ends elsewhere ({found})"))) };
        }
        let step = game.read_step(line).map_err(|error| at(error.to_string()))?;
        rules::check_step(game, &state, step).map_err(|error| at(format!("{error}: raise RULES")))?;
        game.apply(&mut state, step, &mut |_| {});
    }
    Err("the file has no last line `= fingerprint`".to_owned())
}

/// FNV-1a: stable for ever, and good enough to notice a difference.
fn digest(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
