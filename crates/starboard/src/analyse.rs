//! `starboard analyse`: win chances, luck and skill, turning points of a saved match.

use std::{io::Write, sync::atomic::AtomicBool};

use catalog::{Catalog, DecisionReview, Review, ReviewCause, TurningPoint};
use search::review::ReviewSettings;
use serde_json::json;

use crate::{Console, Failure, bench::progress, cli::AnalyseArgs, files};

/// The picture of the curve, in characters.
const WIDTH: usize = 64;
const HEIGHT: usize = 11;
/// Columns before the picture: "100 % |".
const MARGIN: usize = 7;

pub(crate) fn run(catalog: &Catalog, args: &AnalyseArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let save = files::read_save(&args.file)?;
    let table = catalog.load(&save).map_err(|error| Failure::from(error).in_file(&name))?;
    if table.step_count() == 0 {
        return Err(Failure::Data(format!("{name}: the match has no steps yet")));
    }
    let bar = progress(console, 1);
    bar.set_message("positions");
    let settings = ReviewSettings {
        samples: args.samples,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        seed: args.seed,
        progress: &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        },
        cancelled: &AtomicBool::new(false),
    };
    let review = table.review(&settings).expect("only a cancelled review has no result");
    bar.finish_and_clear();
    if args.json {
        let mut answer = json!({ "game": save.game, "scenario": save.scenario, "players": save.players });
        let fields = json!(review);
        let fields = fields.as_object().expect("a review is an object").clone();
        answer.as_object_mut().expect("it was built as one").extend(fields);
        return Ok(writeln!(console.out, "{answer:#}")?);
    }
    let state = if review.over { "finished" } else { "still running" };
    let (steps, samples) = (table.step_count(), review.samples);
    writeln!(console.out, "{} {}, {state}", save.game, save.scenario)?;
    writeln!(
        console.out,
        "{steps} steps, {} positions, {samples} playouts each, hidden information open\n",
        review.points.len()
    )?;
    picture(&review, steps, &mut *console.out)?;
    writeln!(console.out)?;
    balance(&review, &mut *console.out)?;
    writeln!(console.out)?;
    turning_points(&review, &mut *console.out)
}

/// A chance of 1000 as a percentage.
fn percent(chance: u16) -> String {
    format!("{} %", (u32::from(chance) + 5) / 10)
}

/// A change in points of a hundred, with its sign.
fn points(change: i32) -> String {
    format!("{:+.1}", f64::from(change) / 10.0)
}

fn picture(review: &Review, steps: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let column = |column: usize| {
        let step = column * steps / (WIDTH - 1);
        let at = review.points.partition_point(|point| point.step <= step).max(1) - 1;
        // The result itself ends the picture.
        let at = if column == WIDTH - 1 { review.points.len() - 1 } else { at };
        let mut marks = [' '; HEIGHT];
        for (seat, &chance) in review.points[at].chances.iter().enumerate() {
            let row = (HEIGHT - 1) - (usize::from(chance) * (HEIGHT - 1) + 500) / 1_000;
            let mark = char::from_digit(seat as u32, 10).unwrap_or('?');
            marks[row] = if marks[row] == ' ' { mark } else { '*' };
        }
        marks
    };
    let columns: Vec<[char; HEIGHT]> = (0..WIDTH).map(column).collect();
    for number in 0..HEIGHT {
        let scale = match number {
            0 => "100 %",
            5 => " 50 %",
            10 => "  0 %",
            _ => "     ",
        };
        let line: String = columns.iter().map(|marks| marks[number]).collect();
        writeln!(out, "{scale} |{}", line.trim_end())?;
    }
    let (begin, end) = ("step 0".to_owned(), format!("step {steps}"));
    let gap = " ".repeat(WIDTH - begin.len() - end.len());
    writeln!(out, "{}{begin}{gap}{end}", " ".repeat(MARGIN))?;
    let names: Vec<String> =
        review.seats.iter().enumerate().map(|(seat, of)| format!("{seat} {}", of.name)).collect();
    Ok(writeln!(out, "{}{}, * several", " ".repeat(MARGIN), names.join(", "))?)
}

fn balance(review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
    let width = review.seats.iter().map(|seat| seat.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:width$}  {:>6}  {:>6}  {:>14}  {:>14}  {:>15}  {:>16}",
        "seat", "first", "last", "luck", "own choices", "others' choices", "clear mistakes"
    )?;
    for seat in &review.seats {
        let with_error = |change, error: i32| format!("{} ± {:.1}", points(change), f64::from(error) / 10.0);
        writeln!(
            out,
            "{:width$}  {:>6}  {:>6}  {:>14}  {:>14}  {:>15}  {:>16}",
            seat.name,
            percent(seat.first),
            percent(seat.last),
            with_error(seat.luck, seat.luck_error),
            with_error(seat.skill, seat.skill_error),
            points(seat.others),
            format!("{} ({})", seat.mistakes, points(-seat.given_away)),
        )?;
    }
    writeln!(
        out,
        "Changes of the win chance in points of 100, ± standard error. Luck is a change over dice or draws, a choice is"
    )?;
    Ok(writeln!(out, "compared with what the computer's quick policy would have played.")?)
}

fn turning_points(review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
    if review.turning_points.is_empty() {
        return Ok(writeln!(out, "No step changed a chance by 3 points or more.")?);
    }
    for (number, turn) in review.turning_points.iter().enumerate() {
        let TurningPoint { step, heading, by, seat, before, after, what, decision, .. } = turn;
        let name = |seat: u8| review.seats[usize::from(seat)].name.as_str();
        let missed = decision.as_ref().is_some_and(|decision| decision.better.is_some());
        let kind = match by {
            ReviewCause::Luck => "luck",
            ReviewCause::Choice if missed => "missed chance",
            ReviewCause::Start | ReviewCause::Choice | ReviewCause::Resignation => "choice",
        };
        let heading = if heading.is_empty() { String::new() } else { format!("{heading}, ") };
        writeln!(
            out,
            "{}. {heading}step {step}: {} from {} to {} ({kind})",
            number + 1,
            name(*seat),
            percent(*before),
            percent(*after)
        )?;
        for line in what {
            writeln!(out, "     {line}")?;
        }
        let Some(DecisionReview { seat, played, played_chance, better, .. }) = decision else { continue };
        writeln!(out, "   {} played: {played} ({})", name(*seat), percent(*played_chance))?;
        match better {
            Some(better) => writeln!(out, "   Better: {} ({})", better.words, percent(better.chance))?,
            None => writeln!(out, "   No clearly better line was found.")?,
        }
    }
    Ok(())
}
