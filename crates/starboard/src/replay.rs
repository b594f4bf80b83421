//! `starboard replay`: a saved match told step by step, or proved.

use catalog::{AnyTable, Catalog, LogLine, OpenError};
use rules::{Seat, Viewer};
use serde_json::json;
use table::{LoadError, Save};

use crate::{
    Console, Failure,
    cli::{ReplayArgs, ReplayViewer},
    files,
};

pub(crate) fn run(catalog: &Catalog, args: &ReplayArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let save = Save::read(&files::read(&args.file)?);
    let loaded = save.map_err(OpenError::from).and_then(|save| Ok((catalog.load(&save)?, save)));
    let (table, save) = match loaded {
        Ok(loaded) => loaded,
        Err(OpenError::Load(error)) if args.verify && is_verdict(&error) => {
            return report_failure(&name, &error, args.json, console);
        }
        Err(error) => return Err(Failure::from(error).in_file(&name)),
    };
    if args.verify {
        return report_success(&name, &save, &*table, args.json, console);
    }
    print_replay(&*table, args, console)
}

/// Does this error speak about the match rather than about the file?
fn is_verdict(error: &LoadError) -> bool {
    matches!(
        error,
        LoadError::Tampered | LoadError::Seed(_) | LoadError::Step { .. } | LoadError::Position(_)
    )
}

fn report_failure(
    name: &str,
    error: &LoadError,
    json: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if json {
        let step = if let LoadError::Step { index, .. } = error { Some(index) } else { None };
        writeln!(console.out, "{}", json!({ "ok": false, "step": step, "message": error.to_string() }))?;
    }
    Err(Failure::Check(format!("{name}: {error}")))
}

fn report_success(
    name: &str,
    save: &Save,
    table: &dyn AnyTable,
    json: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if !table.audit() {
        return Err(Failure::Check(format!("{name}: the match does not replay to the same position")));
    }
    let rolls = save.steps.iter().filter(|step| step.starts_with('*')).count();
    let decisions = save.steps.len() - rolls;
    let over = table.outcome().is_some();
    if json {
        let answer = json!({
            "ok": true, "game": save.game, "scenario": save.scenario, "rules": save.rules,
            "decisions": decisions, "rolls": rolls, "scripted": save.scripted, "over": over,
            "commitment": save.commitment, "scores": table.outcome().map(|outcome| outcome.shares()),
        });
        return Ok(writeln!(console.out, "{answer}")?);
    }
    let state = if over { "it is over" } else { "it is not over yet" };
    writeln!(console.out, "{name}: {} {}, {state}", save.game, save.scenario)?;
    writeln!(console.out, "{decisions} decisions: every one was allowed")?;
    if save.scripted {
        writeln!(console.out, "{rolls} rolls: possible, but some came from a script and not from the seed")?;
    } else {
        writeln!(console.out, "{rolls} rolls: every one came from the committed seed")?;
    }
    Ok(writeln!(console.out, "commitment {}", save.commitment)?)
}

fn print_replay(table: &dyn AnyTable, args: &ReplayArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let viewer = args.viewer.unwrap_or(if table.outcome().is_some() {
        ReplayViewer::All
    } else {
        ReplayViewer::Public
    });
    let events = match viewer {
        ReplayViewer::All => table.unredacted_events(args.from),
        ReplayViewer::Public => table.events_for(Viewer::Public, args.from),
        ReplayViewer::Seat(seat) if seat < table.seats() => {
            table.events_for(Viewer::Seat(Seat(seat)), args.from)
        }
        ReplayViewer::Seat(seat) => {
            let last = table.seats() - 1;
            return Err(Failure::Usage(format!("no seat {seat}; expected a number up to {last}")));
        }
    };
    let mut events = events.into_iter().peekable();
    // A decision may be a secret: only the full view prints the step itself.
    let steps = table.steps(args.from);
    for (number, step) in (args.from..).zip(&steps) {
        let mut lines: Vec<LogLine> = Vec::new();
        while let Some(line) = events.next_if(|line| line.step == number) {
            lines.push(line);
        }
        if args.json {
            let text: Vec<String> =
                lines.iter().filter_map(|line| Some(line.line.as_ref()?.plain_text())).collect();
            let events: Vec<_> = lines.iter().map(|line| &line.event).collect();
            let action = if viewer == ReplayViewer::All { Some(step) } else { None };
            let answer = json!({ "step": number, "action": action, "text": text, "events": events });
            writeln!(console.out, "{answer}")?;
            continue;
        }
        if viewer == ReplayViewer::All {
            writeln!(console.out, "{number:>5}  {}", describe_step(table, step))?;
        }
        for text in lines.iter().filter_map(|line| Some(line.line.as_ref()?.plain_text())) {
            if viewer == ReplayViewer::All {
                writeln!(console.out, "         {text}")?;
            } else {
                writeln!(console.out, "{number:>5}  {text}")?;
            }
        }
    }
    if args.json {
        return Ok(());
    }
    if table.is_scripted() {
        writeln!(console.out, "some dice of this match came from a script")?;
    }
    match table.outcome() {
        Some(outcome) => {
            for (seat, place) in outcome.places.iter().enumerate() {
                let won = if outcome.winners.contains(Seat(seat as u8)) { ", won" } else { "" };
                let (name, points) = (table.seat_name(Seat(seat as u8)), outcome.points[seat]);
                writeln!(console.out, "{name}: place {place}, {points} points{won}")?;
            }
            writeln!(console.out, "{}", outcome.reason)?;
        }
        None => writeln!(console.out, "the match is not over")?,
    }
    Ok(())
}

/// `0 fire` as `Left: fire`, `* 3` as `dice: 3`.
fn describe_step(table: &dyn AnyTable, step: &str) -> String {
    let (who, what) = step.split_once(' ').unwrap_or((step, ""));
    match who.parse() {
        Ok(seat) => format!("{}: {what}", table.seat_name(Seat(seat))),
        Err(_) => format!("dice: {what}"),
    }
}
