//! `starboard bench`

use std::time::Duration;

use catalog::{BenchReport, Catalog};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{Console, Failure, cli::BenchArgs};

pub(crate) fn run(catalog: &Catalog, args: &BenchArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut wanted = Vec::new();
    for game in catalog.games() {
        if args.game.as_ref().is_none_or(|name| name == game.id) {
            let all = || game.scenarios.iter().map(|scenario| scenario.id.clone()).collect();
            let scenarios = if args.scenario.is_empty() { all() } else { args.scenario.clone() };
            wanted.extend(scenarios.into_iter().map(|scenario| (game.id, scenario)));
        }
    }
    if let Some(name) = &args.game {
        catalog.game(name)?;
    }
    let progress = progress(console, wanted.len() as u64);
    let mut reports = Vec::new();
    for (game, scenario) in wanted {
        progress.set_message(format!("{game} {scenario}"));
        let budget = Duration::from_secs_f64(args.seconds);
        let wanted = args.setup.request(game, Some(&scenario));
        reports.push(catalog.game(game)?.arena(&wanted)?.bench(budget));
        progress.inc(1);
    }
    progress.finish_and_clear();
    if args.json {
        let text = serde_json::to_string_pretty(&reports).expect("a report is plain data");
        return Ok(writeln!(console.out, "{text}")?);
    }
    print(console, &reports)
}

fn print(console: &mut Console<'_>, reports: &[BenchReport]) -> Result<(), Failure> {
    writeln!(
        console.out,
        "{:<26} {:>9} {:>11} {:>9} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>6}",
        "per CPU second",
        "decisions",
        "steps",
        "matches",
        "choices",
        "legal",
        "apply",
        "clone",
        "view",
        "determ.",
        "bytes"
    )?;
    for report in reports {
        writeln!(
            console.out,
            "{:<26} {:>9.0} {:>11.0} {:>9.0} {:>7.1} {:>4.0} ns {:>4.0} ns {:>4.0} ns {:>4.0} ns {:>4.0} ns {:>6}",
            format!("{} {}", report.game, report.scenario),
            report.decisions_per_second,
            report.steps_per_second,
            report.matches_per_second,
            report.branching,
            report.legal_ns,
            report.apply_ns,
            report.clone_ns,
            report.view_ns,
            report.determinize_ns,
            report.state_bytes
        )?;
    }
    Ok(())
}

/// A progress bar on the error stream; hidden unless that is a terminal.
pub(crate) fn progress(console: &Console<'_>, length: u64) -> ProgressBar {
    if !console.progress {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
    ProgressBar::new(length).with_style(style.expect("the template is well formed"))
}
