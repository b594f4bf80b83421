//! A match with people and computer players at it, and the file it is kept in.

use std::path::{Path, PathBuf};

use catalog::{AnyTable, Catalog, Hint, NewMatch, SubmitError};
use rules::{Seat, Seats, Viewer};
use search::Level;
use table::Seed;

use crate::{
    Failure,
    cli::{Chairs, PlayArgs},
    files,
    games::named_or_first,
    ledger::Ledger,
};

/// How a person's chair is called in a save.
const PERSON: &str = "person";

/// A match with people and computer players at it.
pub struct Session {
    /// The match.
    pub table: Box<dyn AnyTable>,
    /// What the rules say.
    pub ledger: Ledger,
    /// The level of the computer player on a chair; `None` for a person.
    bots: Vec<Option<Level>>,
    file: PathBuf,
    /// Is an older match in `file` that must not be lost?
    guard_old_file: bool,
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
        let bots = seating(&*table, args)?;
        let ledger = Ledger::read(catalog.game(table.game())?.ledger());
        let file = args.save.clone().or_else(|| resume.clone());
        let file = file.unwrap_or_else(|| files::autosave_path(table.game()));
        let guard_old_file = resume.as_deref() != Some(&*file);
        let mut session = Self { table, ledger, bots, file, guard_old_file };
        let players = session.bots.iter().map(|bot| bot.map_or(PERSON, Level::name).to_owned());
        session.table.set_players(players.collect());
        Ok(session)
    }

    /// The chairs where people sit.
    pub fn people(&self) -> Seats {
        let seats = (0..self.table.seats()).map(Seat).filter(|seat| self.bots[seat.index()].is_none());
        seats.fold(Seats::NONE, Seats::with)
    }

    /// The person who is asked now.
    pub fn asked(&self) -> Option<Seat> {
        self.table.seats_to_act().iter().find(|&seat| self.people().contains(seat))
    }

    /// Whose eyes the board is shown through: the person asked, or the only person, or a spectator.
    pub fn viewer(&self) -> Viewer {
        let only = || self.people().first().filter(|_| self.people().len() == 1);
        self.asked().or_else(only).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Does the computer owe a decision, and no person?
    pub fn computer_is_asked(&self) -> bool {
        self.asked().is_none() && !self.table.seats_to_act().is_empty()
    }

    /// Lets one computer player decide.
    pub fn let_computer_act(&mut self) -> Result<(), SubmitError> {
        let bot = self.table.seats_to_act().iter().find_map(|seat| Some((seat, self.bots[seat.index()]?)));
        let Some((seat, level)) = bot else { return Ok(()) };
        let action = self.table.advise(seat, level, self.thinking_seed());
        let action = action.expect("a computer player that is asked has something to do");
        self.table.submit(seat, self.table.step_count(), &[&action]).map(|_| ())
    }

    /// Lets the computer decide until a person is asked or the match is over.
    pub fn let_computer_act_out(&mut self) -> Result<(), SubmitError> {
        while self.computer_is_asked() {
            self.let_computer_act()?;
        }
        Ok(())
    }

    /// What the computer would do in a person's place.
    pub fn hint(&self, seat: Seat) -> Option<Hint> {
        catalog::hint(&*self.table, seat, Level::Greedy, self.thinking_seed())
    }

    /// Computer players must not think with the secret of the dice: this follows from what all know.
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

    /// Where the match is kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Keeps the match in its file; an older match there is put aside once.
    pub fn autosave(&mut self) -> Result<(), Failure> {
        if self.guard_old_file && self.file.exists() {
            let aside = files::previous(&self.file);
            std::fs::rename(&self.file, &aside).map_err(|error| Failure::file(&aside, "write", &error))?;
        }
        self.guard_old_file = false;
        files::write(&self.file, &self.table.save().write())
    }

    /// Saves to a file the player names; autosaves go there from now on.
    pub fn save_to(&mut self, file: &Path) -> Result<(), Failure> {
        files::write(file, &self.table.save().write())?;
        file.clone_into(&mut self.file);
        self.guard_old_file = false;
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

fn load(catalog: &Catalog, file: &Path, wanted: Option<&str>) -> Result<Box<dyn AnyTable>, Failure> {
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
    let table = catalog.open(&NewMatch {
        scenario: args.scenario.clone(),
        scenario_file,
        seed: args.seed.map_or_else(Seed::random, Seed::from_u64),
        ..NewMatch::default_of(&named_or_first(catalog, args.game.as_deref())?)
    })?;
    Ok(table)
}

/// Who sits where: as the command line says, else as the save says, else you on the first chair.
fn seating(table: &dyn AnyTable, args: &PlayArgs) -> Result<Vec<Option<Level>>, Failure> {
    let saved = table.players();
    let level_of = |seat: u8| saved.get(usize::from(seat)).and_then(|name| name.parse::<Level>().ok());
    let saved_level = (0..table.seats()).find_map(level_of);
    let level = args.bot.or(saved_level).unwrap_or(Level::Greedy);
    let person = |seat: u8| match args.seat {
        Some(Chairs::One(chair)) => chair == seat,
        Some(Chairs::Both) => true,
        Some(Chairs::None) => false,
        None if saved.is_empty() => seat == 0,
        None => level_of(seat).is_none(),
    };
    if let Some(Chairs::One(chair)) = args.seat.filter(|_| !(0..table.seats()).any(person)) {
        let names: Vec<String> =
            (0..table.seats()).map(|seat| format!("{seat} ({})", table.seat_name(Seat(seat)))).collect();
        return Err(Failure::Usage(format!("no seat {chair}; the seats are {}", names.join(", "))));
    }
    let bot = |seat: u8| args.bot.or_else(|| level_of(seat)).unwrap_or(level);
    Ok((0..table.seats()).map(|seat| if person(seat) { None } else { Some(bot(seat)) }).collect())
}
