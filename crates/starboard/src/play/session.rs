//! A match of local and computer players, and the file it is saved in.

use std::path::{Path, PathBuf};

use catalog::{AnyTable, Catalog, HintPlan, NewMatch, SubmitError};
use ledger::Ledger;
use rules::{Seat, Seats, Viewer};
use search::{HINT_SAMPLES, Level};
use table::Seed;

use crate::{
    Failure,
    cli::{LocalSeats, PlayArgs},
    daily::Attempt,
    files,
    games::named_or_first,
};

/// The player of a local seat in a save.
const HUMAN: &str = "person";

/// A match of local and computer players.
pub struct Session {
    /// The match.
    pub table: Box<dyn AnyTable>,
    /// The texts of the rules.
    ledger: Option<Ledger>,
    /// By seat: the level of the computer player; `None` for a local player.
    bots: Vec<Option<Level>>,
    file: PathBuf,
    /// Whether `file` may hold an older match, which is renamed before the first save.
    back_up_existing_file: bool,
    /// The counted attempt at the challenge of the day that this is.
    attempt: Option<Attempt>,
}

impl Session {
    /// Opens or resumes what the command line asks for.
    pub fn open(catalog: &Catalog, args: &PlayArgs) -> Result<Self, Failure> {
        let resume = match (&args.resume, args.go_on) {
            (Some(file), _) => Some(file.clone()),
            (None, true) => Some(files::autosave_path(&named_or_first(catalog, args.game.as_deref())?)),
            (None, false) => None,
        };
        let table = match &resume {
            Some(file) => load(catalog, file, args.game.as_deref())?,
            None => begin(catalog, args)?,
        };
        let file = args.save.clone().or_else(|| resume.clone());
        let file = file.unwrap_or_else(|| files::autosave_path(table.game()));
        let back_up_existing_file = resume.as_deref() != Some(&*file);
        Self::with_table(catalog, args, table, file, back_up_existing_file, None)
    }

    /// A session of this match, saved in `file`.
    pub(crate) fn with_table(
        catalog: &Catalog,
        args: &PlayArgs,
        table: Box<dyn AnyTable>,
        file: PathBuf,
        back_up_existing_file: bool,
        attempt: Option<Attempt>,
    ) -> Result<Self, Failure> {
        let bots = assign_seats(&*table, args)?;
        let ledger = Ledger::parse(table.game(), catalog.game(table.game())?.ledger()).ok();
        let mut session = Self { table, ledger, bots, file, back_up_existing_file, attempt };
        let players = session.bots.iter().map(|bot| bot.map_or(HUMAN, Level::name).to_owned());
        session.table.set_players(players.collect());
        Ok(session)
    }

    /// The text of a rule.
    pub fn rule_text(&self, rule: rules::RuleId) -> Option<&str> {
        self.ledger.as_ref()?.sentence(rule.name())
    }

    /// The local seats.
    pub fn people(&self) -> Seats {
        let seats = (0..self.table.seats()).map(Seat).filter(|seat| self.bots[seat.index()].is_none());
        seats.fold(Seats::NONE, Seats::with)
    }

    /// The first local seat that is to act.
    pub fn to_act(&self) -> Option<Seat> {
        self.table.seats_to_act().iter().find(|&seat| self.people().contains(seat))
    }

    /// The point of view of the screen: the local seat that is to act, or the only local seat, or a spectator.
    pub fn viewer(&self) -> Viewer {
        let only = || self.people().first().filter(|_| self.people().len() == 1);
        self.to_act().or_else(only).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Whether only computer players are to act.
    pub fn only_bots_to_act(&self) -> bool {
        self.to_act().is_none() && !self.table.seats_to_act().is_empty()
    }

    /// Plays one action of a computer player.
    pub fn play_bot_action(&mut self) -> Result<(), SubmitError> {
        let bot = self.table.seats_to_act().iter().find_map(|seat| Some((seat, self.bots[seat.index()]?)));
        let Some((seat, level)) = bot else { return Ok(()) };
        let decision = self.table.decision(seat);
        let action = decision.and_then(|decision| decision.choose(level, self.thinking_seed()));
        let action = action.expect("a seat that is to act has a legal action");
        self.table.submit(seat, self.table.step_count(), &[&action]).map(|_| ())
    }

    /// Plays computer actions until a local seat is to act or the match is over.
    pub fn play_bot_actions(&mut self) -> Result<(), SubmitError> {
        while self.only_bots_to_act() {
            self.play_bot_action()?;
        }
        Ok(())
    }

    /// Why there are no hints in this match, if there are none.
    pub fn hint_refusal(&self) -> Option<&'static str> {
        self.attempt
            .is_some()
            .then_some("there are no hints in a counted attempt at the challenge of the day")
    }

    /// The computer's suggestion for a seat: the action, a sentence about it, and one line per plan.
    pub fn hint(&self, seat: Seat) -> Option<(String, String, Vec<String>)> {
        let level = Level::HINTS;
        let hint = self.table.decision(seat)?.hint(level, self.thinking_seed())?;
        let choices = self.table.prompt(seat).choices;
        let label = choices.into_iter().find(|choice| choice.action == hint.action)?.label;
        let name = level.title();
        let sure = format!("chosen in {} of {HINT_SAMPLES} sampled positions", hint.votes);
        let calculates = hint.plans.iter().any(|plan| plan.chance.is_some());
        let note = if calculates { "" } else { "; it calculates no chances here" };
        let sentence = format!("hint: {label} ({name}, {sure}{note})");
        let plan = |plan: &HintPlan| {
            let chance = plan.chance.map_or_else(String::new, |chance| format!("{} %: ", (chance + 5) / 10));
            let goal = plan.goal.as_ref().map_or_else(String::new, |goal| format!(" ({goal})"));
            format!("{chance}{}{goal}", plan.label)
        };
        // A single plan is the suggestion itself.
        let single = hint.plans.len() < 2 && !calculates;
        let plans = if single { Vec::new() } else { hint.plans.iter().map(plan).collect() };
        Some((hint.action, sentence, plans))
    }

    /// Derived from public information: computer players must not use the secret seed of the dice.
    fn thinking_seed(&self) -> u64 {
        let commitment = self.table.seed().commitment();
        let number = u64::from_str_radix(&commitment[..16], 16).expect("a commitment is hex");
        number.wrapping_add(self.table.step_count() as u64)
    }

    /// The map in characters, without the blank lines around it.
    pub fn text_map(&self, viewer: Viewer, width: usize) -> Vec<String> {
        let mut lines = self.table.text_map(viewer, width);
        lines.dedup_by(|line, before| line.trim().is_empty() && before.trim().is_empty());
        let is_blank = |line: &String| line.trim().is_empty();
        lines.pop_if(|line| is_blank(line));
        let blank_ahead = usize::from(lines.first().is_some_and(is_blank));
        lines.drain(..blank_ahead);
        lines
    }

    /// One line per seat, with its name.
    pub fn score_lines(&self, viewer: Viewer) -> Vec<String> {
        let name = |line: String, seat: Seat| format!("{}: {line}", self.table.seat_name(seat));
        let lines = self.table.score_lines(viewer).into_iter();
        lines.zip(0..self.table.seats()).map(|(line, seat)| name(line, Seat(seat))).collect()
    }

    /// The file the match is saved in.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Saves the match to its file; an older match there is renamed once.
    pub fn autosave(&mut self) -> Result<(), Failure> {
        if self.back_up_existing_file && self.file.exists() {
            let aside = files::previous(&self.file);
            std::fs::rename(&self.file, &aside).map_err(|error| Failure::file(&aside, "write", &error))?;
        }
        self.back_up_existing_file = false;
        files::write(&self.file, &self.table.save().write())?;
        self.attempt.as_ref().map_or(Ok(()), |attempt| attempt.finish(&*self.table))
    }

    /// Saves to a file the player names; autosaves go there from now on.
    pub fn save_to(&mut self, file: &Path) -> Result<(), Failure> {
        files::write(file, &self.table.save().write())?;
        file.clone_into(&mut self.file);
        self.back_up_existing_file = false;
        Ok(())
    }

    /// The result in a sentence, once the match is over.
    pub fn result(&self) -> Option<String> {
        let outcome = self.table.outcome()?;
        let winners: Vec<String> = outcome.winners.iter().map(|seat| self.table.seat_name(seat)).collect();
        let result = match &winners[..] {
            [] => "you lost".to_owned(),
            [_] if self.table.seats() == 1 => "you won".to_owned(),
            [winner] => format!("{winner} wins"),
            _ if outcome.is_draw() => "draw".to_owned(),
            _ => format!("shared victory: {}", winners.join(" and ")),
        };
        Some(format!("{result}: {}", outcome.reason))
    }
}

/// Loads a save; `wanted` is the game it must be of.
pub(crate) fn load(
    catalog: &Catalog,
    file: &Path,
    wanted: Option<&str>,
) -> Result<Box<dyn AnyTable>, Failure> {
    let save = files::read_save(file)?;
    if let Some(game) = wanted.filter(|&game| game != save.game) {
        let name = file.display();
        return Err(Failure::Usage(format!("{name} is a match of {:?}, not of {game:?}", save.game)));
    }
    catalog.load(&save).map_err(|error| Failure::from(error).in_file(&file.display().to_string()))
}

fn begin(catalog: &Catalog, args: &PlayArgs) -> Result<Box<dyn AnyTable>, Failure> {
    let scenario_file = match &args.scenario_file {
        Some(file) => Some((file.display().to_string(), files::read(file)?)),
        None => None,
    };
    let game = named_or_first(catalog, args.game.as_deref())?;
    let table = catalog.open(&NewMatch {
        scenario_file,
        seed: args.seed.map_or_else(Seed::random, Seed::from_u64),
        ..args.setup.request(&game, args.scenario.as_deref())
    })?;
    Ok(table)
}

/// By seat, `None` for a local player: as the command line says, else as the save says, else seat 0 is local.
fn assign_seats(table: &dyn AnyTable, args: &PlayArgs) -> Result<Vec<Option<Level>>, Failure> {
    let saved = table.players();
    let level_of = |seat: u8| saved.get(usize::from(seat)).and_then(|name| name.parse::<Level>().ok());
    let saved_level = (0..table.seats()).find_map(level_of);
    let level = args.bot.or(saved_level).unwrap_or(Level::Greedy);
    let person = |seat: u8| match &args.seat {
        Some(LocalSeats::Some(seats)) => seats.contains(&seat),
        Some(LocalSeats::All) => true,
        Some(LocalSeats::None) => false,
        None if saved.is_empty() => seat == 0,
        None => level_of(seat).is_none(),
    };
    let unknown = match &args.seat {
        Some(LocalSeats::Some(seats)) => seats.iter().find(|&&seat| seat >= table.seats()),
        _ => None,
    };
    if let Some(seat) = unknown {
        let names: Vec<String> =
            (0..table.seats()).map(|seat| format!("{seat} ({})", table.seat_name(Seat(seat)))).collect();
        return Err(Failure::Usage(format!("no seat {seat}; the seats are {}", names.join(", "))));
    }
    let bot = |seat: u8| args.bot.or_else(|| level_of(seat)).unwrap_or(level);
    Ok((0..table.seats()).map(|seat| if person(seat) { None } else { Some(bot(seat)) }).collect())
}
