//! Without a terminal: the match line by line, for pipes, screen readers and scripts.

use std::io;
use std::path::Path;

use rules::{Prompt, Seat};

use super::Session;
use crate::{Console, Failure};

const HELP: &str = "\
  3            choose the third choice
  go DL3       or say it in words, as in the brackets
  /text        list only choices that contain the text
  why          what is not allowed, and by which rule
  map          the map and the standing
  log          what happened so far
  hint         what the computer would do: its best plans and their chances
  orders       your standing orders; `orders 2` gives or takes back the second
  undo         take the last step back
  save FILE    save there
  resign       resign the match
  quit         stop; the match is kept";

/// Longer input lines are truncated.
const LONGEST_LINE: u64 = 64 << 10;

struct LineMode<'p, 'io> {
    session: Session,
    console: &'p mut Console<'io>,
    /// Steps that have been told already.
    printed_steps: usize,
    /// The board as it was last shown: it is not repeated while nothing changes on it.
    shown: Vec<String>,
}

pub(super) fn run(session: Session, console: &mut Console<'_>) -> Result<(), Failure> {
    let printed_steps = session.table.step_count();
    let mut mode = LineMode { session, console, printed_steps, shown: Vec::new() };
    mode.greet()?;
    let played = mode.play();
    match played {
        Err(Failure::BrokenPipe) => {
            mode.session.autosave()?;
            Err(Failure::BrokenPipe)
        }
        played => played,
    }
}

impl LineMode<'_, '_> {
    fn greet(&mut self) -> Result<(), Failure> {
        let table = &self.session.table;
        writeln!(self.console.out, "{} {}", table.game(), table.scenario())?;
        writeln!(self.console.out, "dice commitment {}", table.seed().commitment())?;
        for (seat, player) in table.players().iter().enumerate() {
            let name = table.seat_name(Seat(seat as u8));
            writeln!(self.console.out, "seat {seat}: {name} ({player})")?;
        }
        Ok(writeln!(self.console.out, "say `help` for what you can say")?)
    }

    fn play(&mut self) -> Result<(), Failure> {
        let mut shown = None;
        loop {
            while self.session.only_bots_to_act() {
                self.play_bot_action()?;
                self.print_new_events()?;
            }
            self.print_new_events()?;
            let Some(seat) = self.session.to_act() else { return self.finish() };
            let moment = (self.session.table.step_count(), seat);
            if shown != Some(moment) {
                if self.shown != self.board() {
                    self.show_board()?;
                }
                self.show_choices(seat, "")?;
                shown = Some(moment);
            }
            write!(self.console.out, "> ")?;
            self.console.out.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.console.out)?;
                return self.leave("the input has ended");
            };
            if !self.standing_order_action(seat, line.trim())? {
                return self.leave("stopped");
            }
        }
    }

    fn play_bot_action(&mut self) -> Result<(), Failure> {
        let acted = self.session.play_bot_action();
        acted.map_err(|error| Failure::System(format!("the computer player is stuck: {error}")))
    }

    /// One line of input; `None` at its end. Bytes that are no text become marks, not errors.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        let input = &mut self.console.input;
        let read = io::BufRead::read_until(&mut io::Read::take(&mut *input, LONGEST_LINE), b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::System(format!("cannot read the input: {error}")))?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Does what the line says; `false` to stop.
    fn standing_order_action(&mut self, seat: Seat, line: &str) -> Result<bool, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" | "?" => writeln!(self.console.out, "{HELP}")?,
            "why" => self.show_refused(seat)?,
            "map" => {
                self.show_board()?;
                self.show_choices(seat, "")?;
            }
            "log" => {
                for line in self.session.table.events_for(self.session.viewer(), 0) {
                    if let Some(text) = line.line.map(|line| line.plain_text()) {
                        writeln!(self.console.out, "{:>5}  {text}", line.step)?;
                    }
                }
            }
            "hint" => {
                if let Some(refusal) = self.session.hint_refusal() {
                    writeln!(self.console.out, "{refusal}")?;
                } else if let Some((_, sentence, plans)) = self.session.hint(seat) {
                    writeln!(self.console.out, "{sentence}")?;
                    for plan in plans {
                        writeln!(self.console.out, "  {plan}")?;
                    }
                } else {
                    writeln!(self.console.out, "the computer has no advice")?;
                }
            }
            "orders" => self.orders(seat, rest.trim())?,
            "resign" => match self.session.table.resign(seat) {
                Ok(()) => self.autosave()?,
                Err(error) => writeln!(self.console.out, "cannot resign: {error}")?,
            },
            "undo" => match self.session.table.undo(seat) {
                Ok(()) => {
                    self.printed_steps = self.printed_steps.min(self.session.table.step_count());
                    writeln!(self.console.out, "taken back")?;
                    self.autosave()?;
                }
                Err(error) => writeln!(self.console.out, "cannot take back: {error}")?,
            },
            "save" => {
                let file =
                    if rest.is_empty() { self.session.file().to_owned() } else { Path::new(rest).to_owned() };
                match self.session.save_to(&file) {
                    Ok(()) => writeln!(self.console.out, "saved to {}", file.display())?,
                    Err(error) => writeln!(self.console.out, "not saved: {error}")?,
                }
            }
            _ if line.starts_with('/') => self.show_choices(seat, &line[1..])?,
            _ => self.choose(seat, line)?,
        }
        Ok(true)
    }

    fn choose(&mut self, seat: Seat, line: &str) -> Result<(), Failure> {
        let prompt = self.session.table.prompt(seat);
        let last = prompt.choices.len();
        let action = match line.parse::<usize>().map(|number| (number, number.wrapping_sub(1))) {
            Ok((_, index)) if index < last => prompt.choices[index].action.clone(),
            Ok((number, _)) => {
                let told = format!("there is no choice {number}; expected 1 to {last}");
                return Ok(writeln!(self.console.out, "{told}")?);
            }
            Err(_) => line.to_owned(),
        };
        match self.session.table.submit(seat, self.session.table.step_count(), &[&action]) {
            Ok(_) => self.autosave(),
            Err(error) => {
                writeln!(self.console.out, "no: {error}")?;
                if let Some(sentence) = error.rule().and_then(|rule| self.session.rule_text(rule)) {
                    writeln!(self.console.out, "    {sentence}")?;
                }
                Ok(writeln!(self.console.out, "expected a number from 1 to {last}, an action, or `help`")?)
            }
        }
    }

    fn orders(&mut self, seat: Seat, rest: &str) -> Result<(), Failure> {
        let known = self.session.table.available_orders();
        if known.is_empty() {
            return Ok(writeln!(self.console.out, "this game has no standing orders")?);
        }
        if !rest.is_empty() {
            let nth = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let Some(nth) = nth.filter(|&nth| nth < known.len()) else {
                return Ok(writeln!(
                    self.console.out,
                    "expected `orders` and a number from 1 to {}",
                    known.len()
                )?);
            };
            let given = self.session.table.orders(seat);
            let given = if given.has(nth) { given.without(nth) } else { given.with(nth) };
            self.session.table.set_orders(seat, given);
            self.autosave()?;
        }
        let given = self.session.table.orders(seat);
        for (nth, order) in known.iter().enumerate() {
            let mark = if given.has(nth) { 'x' } else { ' ' };
            writeln!(self.console.out, "{:>3} [{mark}] {}", nth + 1, order.label)?;
        }
        Ok(())
    }

    /// Saves as the match goes on; a full disk must not end it.
    fn autosave(&mut self) -> Result<(), Failure> {
        match self.session.autosave() {
            Ok(()) => Ok(()),
            Err(error) => Ok(writeln!(self.console.out, "not saved: {error}")?),
        }
    }

    fn print_new_events(&mut self) -> Result<(), Failure> {
        for line in self.session.table.events_for(self.session.viewer(), self.printed_steps) {
            if let Some(text) = line.line.map(|line| line.plain_text()) {
                writeln!(self.console.out, "  {text}")?;
            }
        }
        self.printed_steps = self.session.table.step_count();
        Ok(())
    }

    /// The map and the standing, as the one who is asked sees them.
    fn board(&self) -> Vec<String> {
        let viewer = self.session.viewer();
        let mut lines = self.session.text_map(viewer, 100);
        lines.extend(self.session.score_lines(viewer));
        lines
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let board = self.board();
        writeln!(self.console.out)?;
        for line in &board {
            writeln!(self.console.out, "{line}")?;
        }
        self.shown = board;
        Ok(())
    }

    fn show_choices(&mut self, seat: Seat, filter: &str) -> Result<(), Failure> {
        let name = self.session.table.seat_name(seat);
        let Prompt { title, choices, denied, .. } = self.session.table.prompt(seat);
        writeln!(self.console.out, "{name}: {title}")?;
        let mut group = String::new();
        for (number, choice) in choices.iter().enumerate() {
            if !super::app::matches(choice, filter) {
                continue;
            }
            if choice.group != group {
                group.clone_from(&choice.group);
                writeln!(self.console.out, " {group}")?;
            }
            writeln!(self.console.out, "{:>4}  {} [{}]", number + 1, choice.label, choice.action)?;
        }
        if !denied.is_empty() {
            writeln!(self.console.out, "  ({} more not allowed: type `why`)", denied.len())?;
        }
        Ok(())
    }

    fn show_refused(&mut self, seat: Seat) -> Result<(), Failure> {
        let denied = self.session.table.prompt(seat).denied;
        if denied.is_empty() {
            return Ok(writeln!(self.console.out, "everything you might try is allowed")?);
        }
        for one in denied {
            let row = || self.session.rule_text(one.rule).unwrap_or("");
            let sentence = one.why.as_deref().unwrap_or_else(row);
            writeln!(self.console.out, "  {} – {} {sentence}", one.label, one.rule)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.show_board()?;
        let result = self.session.result().expect("a match without a decision to make is over");
        writeln!(self.console.out, "the match is over: {result}")?;
        writeln!(self.console.out, "dice seed {}", self.session.table.seed().to_hex())?;
        self.leave("finished")
    }

    fn leave(&mut self, why: &str) -> Result<(), Failure> {
        self.session.autosave()?;
        let file = self.session.file().display();
        Ok(writeln!(self.console.out, "{why}; the match is kept in {file}")?)
    }
}
