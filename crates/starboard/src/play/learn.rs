//! `starboard play --learn`: a lesson, line by line.

use std::io;

use catalog::Catalog;
use lessons::{Lesson, Lessons, Mood, Run, RunError};
use rules::{Target, Viewer};

use crate::{Console, Failure};

const HELP: &str = "\
  3            choose the third choice; `go DL3` says it in words
  (empty)      go on, or try again
  look card:7  open the card of something
  map          the map and the standing
  hint         what the coach would do, in free steps
  undo         take the last step back
  scene 2      go to another scene
  quit         stop";

/// Longer input lines are truncated.
const LONGEST_LINE: u64 = 64 << 10;

struct Learner<'p, 'io, 'l> {
    catalog: &'p Catalog,
    console: &'p mut Console<'io>,
    lesson: &'l Lesson,
    run: Run<'l>,
    /// Steps of the match that were printed already.
    printed: usize,
}

pub(super) fn run(catalog: &Catalog, game: Option<&str>, console: &mut Console<'_>) -> Result<(), Failure> {
    let lessons = Lessons::standard();
    let game = match game {
        Some(name) => catalog.game(name)?.id(),
        None => "star_borders",
    };
    let lesson = lessons.of(game).next();
    let lesson = lesson.ok_or_else(|| Failure::NotFound(format!("there is no lesson for {game}")))?;
    let run = Run::open(catalog, lesson, 0).map_err(|error| broken(&error))?;
    writeln!(console.out, "{}: {}", lesson.title, lesson.summary)?;
    writeln!(console.out, "say `help` for what you can say")?;
    let mut learner = Learner { catalog, console, lesson, run, printed: 0 };
    learner.begin()?;
    learner.teach()
}

fn broken(error: &RunError) -> Failure {
    Failure::System(format!("the lesson cannot go on: {error}"))
}

impl Learner<'_, '_, '_> {
    fn begin(&mut self) -> Result<(), Failure> {
        let (at, scene) = self.run.scene();
        writeln!(self.console.out, "\nScene {} of {}: {}", at + 1, self.lesson.scenes.len(), scene.title)?;
        self.printed = self.run.table().step_count();
        self.board()
    }

    fn teach(&mut self) -> Result<(), Failure> {
        loop {
            self.events()?;
            if *self.run.mood() == Mood::Over {
                let next = self.run.scene().0 + 1;
                if next == self.lesson.scenes.len() {
                    let next = &self.lesson.next;
                    writeln!(self.console.out, "\n{}\n{}", next.say, next.later)?;
                    let bot = next.opponent.as_ref().map_or(String::new(), |level| format!(" --bot {level}"));
                    let (game, scenario) = (&self.lesson.game, &next.scenario);
                    writeln!(self.console.out, "starboard play {game} --scenario {scenario}{bot}")?;
                    return Ok(());
                }
                self.open(next)?;
                continue;
            }
            self.coach()?;
            write!(self.console.out, "> ")?;
            self.console.out.flush()?;
            let Some(line) = self.read_line()? else { return Ok(writeln!(self.console.out)?) };
            if matches!(line.trim(), "quit" | "exit") {
                return Ok(());
            }
            self.obey(line.trim())?;
        }
    }

    fn open(&mut self, scene: usize) -> Result<(), Failure> {
        self.run = Run::open(self.catalog, self.lesson, scene).map_err(|error| broken(&error))?;
        self.begin()
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        let input = &mut self.console.input;
        let read = io::BufRead::read_until(&mut io::Read::take(&mut *input, LONGEST_LINE), b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::System(format!("cannot read the input: {error}")))?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// What the coach says and what can be answered.
    fn coach(&mut self) -> Result<(), Failure> {
        writeln!(self.console.out, "\nCoach: {}", self.run.words())?;
        match self.run.mood() {
            Mood::Missed(_) => return Ok(writeln!(self.console.out, "press Enter to try again")?),
            Mood::After => return Ok(writeln!(self.console.out, "press Enter to go on")?),
            Mood::Coach if !self.run.waits() => {
                return Ok(writeln!(self.console.out, "press Enter to go on")?);
            }
            Mood::Coach | Mood::Over => {}
        }
        for way in self.run.ways_on().into_iter().filter(|way| way.starts_with("look ")).take(1) {
            writeln!(self.console.out, "      open its card [{way}]")?;
        }
        for (number, choice) in self.run.prompt().choices.iter().enumerate() {
            writeln!(self.console.out, "{:>4}  {} [{}]", number + 1, choice.label, choice.action)?;
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let done = match word {
            "" => match self.run.mood() {
                Mood::Missed(_) => {
                    self.run.try_again();
                    self.printed = self.run.table().step_count();
                    Ok(())
                }
                _ => self.run.go_on(),
            },
            "help" | "?" => return Ok(writeln!(self.console.out, "{HELP}")?),
            "map" => return self.board(),
            "undo" => {
                let undone = self.run.undo();
                self.printed = self.printed.min(self.run.table().step_count());
                undone
            }
            "hint" => {
                let hint = self.run.step().hint.as_deref().unwrap_or(&self.run.step().coach);
                return Ok(writeln!(self.console.out, "{hint}")?);
            }
            "scene" => {
                let scene = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                return match scene.filter(|&scene| scene < self.lesson.scenes.len()) {
                    Some(scene) => self.open(scene),
                    None => Ok(writeln!(
                        self.console.out,
                        "expected `scene` and a number from 1 to {}",
                        self.lesson.scenes.len()
                    )?),
                };
            }
            "look" => return self.look(rest),
            _ => {
                let choices = self.run.prompt().choices;
                let nth = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let action = nth.and_then(|nth| choices.get(nth)).map_or(line, |choice| &choice.action);
                self.run.act(action)
            }
        };
        match done {
            Ok(()) => Ok(()),
            Err(RunError::Submit(error)) => {
                let denials = &self.run.step().denied;
                let said = denials.iter().find(|denial| denial.attempt == line);
                match said.and_then(|denial| denial.say.as_deref()) {
                    Some(words) => Ok(writeln!(self.console.out, "Coach: {words}")?),
                    None => Ok(writeln!(self.console.out, "no: {error}")?),
                }
            }
            Err(RunError::NotNow(why)) => Ok(writeln!(self.console.out, "{why}")?),
            Err(error) => Err(broken(&error)),
        }
    }

    fn look(&mut self, of: &str) -> Result<(), Failure> {
        let Ok(target) = of.parse::<Target>() else {
            return Ok(writeln!(self.console.out, "expected `look` and a target such as place:TH3")?);
        };
        match self.run.table().card(Viewer::Seat(self.run.seat()), &target) {
            None => writeln!(self.console.out, "nothing is known of {target}")?,
            Some(card) => {
                writeln!(self.console.out, "{}. {}", card.title, card.about)?;
                for fact in card.facts {
                    writeln!(self.console.out, "  {}: {}", fact.name, fact.value)?;
                }
            }
        }
        self.run.look(&target).map_err(|error| broken(&error))
    }

    fn board(&mut self) -> Result<(), Failure> {
        let viewer = Viewer::Seat(self.run.seat());
        let table = self.run.table();
        for line in table.text_map(viewer, 100).into_iter().chain(table.score_lines(viewer)) {
            writeln!(self.console.out, "{line}")?;
        }
        Ok(())
    }

    fn events(&mut self) -> Result<(), Failure> {
        let viewer = Viewer::Seat(self.run.seat());
        for line in self.run.table().events_for(viewer, self.printed) {
            if let Some(text) = line.line.map(|line| line.plain_text()) {
                writeln!(self.console.out, "  {text}")?;
            }
        }
        self.printed = self.run.table().step_count();
        Ok(())
    }
}
