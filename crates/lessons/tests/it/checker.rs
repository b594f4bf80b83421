//! For every step: texts within limits and vocabulary; rule ids in the ledger; targets exist; each entry of `play` is
//! offered; `until`, `then`, `numbers` hold; `accept` reaches the same aim; neither runs into an `otherwise`; `denied`
//! is refused by that rule; each `otherwise` can be played and misses the aim; every other legal choice at the start
//! has an answer and can be taken back; all scripted chance comes; the last step is won.

use std::collections::{BTreeMap, BTreeSet};

use catalog::Catalog;
use ledger::Ledger;
use lessons::{Attempt, Condition, Kind, Lesson, Lessons, Look, Mood, Run, Step, dig};
use rules::{Target, Viewer};
use serde_json::Value;

const LONGEST: usize = 45;
const STEPS: std::ops::RangeInclusive<usize> = 12..=22;
const REPLACED: [&str; 12] = [
    "somebody",
    "someone",
    "anybody",
    "nobody",
    "whoever",
    "everybody",
    "he",
    "his",
    "him",
    "beside",
    "besides",
    "told",
];

struct Checker<'l> {
    catalog: Catalog,
    ledger: Ledger,
    lesson: &'l Lesson,
    problems: Vec<String>,
    checks: usize,
    at: String,
}

/// Checks the lessons of a game, and reports everything that is wrong at once.
pub(crate) fn check(game: &str) {
    let path = format!("{}/../../data/lessons/{game}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("every game has a lesson");
    let lesson = &Lesson::read(&path, &text).unwrap_or_else(|error| panic!("{error}"));
    {
        let catalog = Catalog::standard();
        let text = catalog.game(game).expect("a game of the catalogue").ledger();
        let ledger = Ledger::parse(game, text).expect("a ledger");
        let mut checker =
            Checker { catalog, ledger, lesson, problems: Vec::new(), checks: 0, at: String::new() };
        checker.lesson();
        println!("{game}: {} steps, {} checks", lesson.steps(), checker.checks);
        assert!(checker.problems.is_empty(), "\n{}", checker.problems.join("\n"));
    }
    let lessons = Lessons::standard();
    assert!(lessons.find(game, &lesson.id).is_some(), "the program has the lesson of {game}");
}

impl Checker<'_> {
    fn expect(&mut self, ok: bool, problem: impl FnOnce() -> String) {
        self.checks += 1;
        if !ok {
            self.problems.push(format!("{}: {}", self.at, problem()));
        }
    }

    fn lesson(&mut self) {
        "lesson".clone_into(&mut self.at);
        let lesson = self.lesson;
        self.expect(STEPS.contains(&lesson.steps()), || format!("{} steps", lesson.steps()));
        let reads =
            lesson.scenes.iter().flat_map(|scene| &scene.steps).filter(|step| step.kind == Kind::Read);
        let reads = reads.count();
        self.expect(reads <= 1, || format!("{reads} steps are text only"));
        let info = self.catalog.game(&lesson.game).expect("a game").info();
        let leads = info.scenarios.iter().any(|scenario| scenario.id == lesson.next.scenario);
        self.expect(leads, || format!("next: no scenario {:?}", lesson.next.scenario));
        let mut last = None;
        for (scene, opened) in lesson.scenes.iter().enumerate() {
            self.at.clone_from(&opened.id);
            match Run::open(&self.catalog, lesson, scene) {
                Err(error) => self.expect(false, || error.to_string()),
                Ok(mut run) => {
                    while *run.mood() != Mood::Over {
                        self.at = format!("{}/{}", opened.id, run.step().id);
                        if !self.step(&mut run) {
                            break;
                        }
                    }
                    last = Some(run);
                }
            }
        }
        let Some(run) = last else { return };
        if run.step().result.is_some() {
            let outcome = run.table().outcome();
            let won = outcome.is_some_and(|outcome| outcome.winners.contains(run.seat()));
            self.expect(won, || "the player does not win".to_owned());
        }
    }

    fn texts(&mut self, step: &Step) {
        let mut said = vec![("coach", &step.coach)];
        said.extend(step.after.iter().map(|text| ("after", text)));
        said.extend(step.hint.iter().map(|text| ("hint", text)));
        said.extend(step.denied.iter().filter_map(|denial| Some(("denied", denial.say.as_ref()?))));
        said.extend(step.otherwise.values().map(|text| ("otherwise", text)));
        for (field, text) in said {
            let sentences = text
                .split_inclusive(['.', '!', '?'])
                .filter(|part| part.starts_with(' ') || text.starts_with(*part));
            let (sentences, words) = (sentences.count(), text.split_whitespace().count());
            self.expect(sentences <= 2, || format!("{field}: more than two sentences: {text}"));
            self.expect(words <= LONGEST, || format!("{field}: {words} words: {text}"));
            let lower = text.to_lowercase();
            let replaced = lower
                .split(|c: char| !c.is_alphabetic())
                .find(|word| REPLACED.contains(word))
                .map(str::to_owned);
            self.expect(replaced.is_none(), || format!("{field}: says {replaced:?}"));
        }
        for rule in &step.learned {
            let known = self.ledger.sentence(rule).is_some();
            self.expect(known, || format!("{rule} is not in the ledger"));
        }
    }

    fn numbers(&mut self, run: &Run<'_>, wanted: &BTreeMap<String, Value>, field: &str) {
        let view: Value =
            serde_json::from_str(run.table().full_view(Viewer::Seat(run.seat())).get()).expect("JSON");
        for (path, wanted) in wanted {
            let have = dig(&view, path).cloned();
            self.expect(have.as_ref() == Some(wanted), || {
                format!("{field}: {path} is {have:?}, not {wanted}")
            });
        }
    }

    fn conditions(&mut self, run: &Run<'_>, wanted: &[Condition], field: &str) {
        let position = run.table().position();
        for condition in wanted {
            self.expect(condition.holds(&position), || {
                format!("{field}: {:?} does not hold in\n{position}", condition.text())
            });
        }
    }

    /// What glows must be something that has a card or a choice.
    fn targets(&mut self, run: &Run<'_>, step: &Step) {
        let viewer = Viewer::Seat(run.seat());
        let prompt = run.prompt();
        for show in &step.show {
            let known = match show.strip_prefix("action:") {
                Some(action) => {
                    step.play.iter().any(|entry| entry == action)
                        || prompt.choices.iter().any(|choice| choice.action == action)
                }
                None => show.parse::<Target>().is_ok_and(|target| {
                    run.table().card(viewer, &target).is_some()
                        || prompt.choices.iter().any(|choice| choice.targets.contains(&target))
                }),
            };
            self.expect(known, || format!("show: there is no {show}"));
        }
    }

    /// Plays one step in all ways and leaves the run at the next one; false if it could not be finished.
    fn step(&mut self, run: &mut Run<'_>) -> bool {
        let step = run.step();
        self.texts(step);
        self.numbers(run, &step.numbers, "numbers");
        self.targets(run, step);
        let acts = matches!(step.kind, Kind::Act | Kind::Free);
        let start = run.table().position();
        if acts {
            self.denials(run, step);
            self.wrong_turns(run, step, &start);
            self.other_choices(run, step, &start);
            for way in &step.accept {
                let mut other = run.clone();
                self.walk(&mut other, way);
            }
        }
        let before = run.table().step_count();
        let index = run.step_index();
        let done = if acts { self.walk(run, &step.play) } else { self.watched(run, step) };
        if !done {
            return false;
        }
        // A step without last words has led into the next one, whose own script is queued by now.
        let ended = run.step_index() == index && *run.mood() == Mood::After;
        if ended {
            self.conditions(run, &step.then, "then");
            self.numbers(run, &step.numbers_after, "numbers_after");
            let left = run.table().scripted_left();
            self.expect(left == 0, || format!("{left} of the scripted results did not come"));
        } else if acts {
            self.expect(step.numbers_after.is_empty() && step.then.is_empty(), || {
                "`then` and `numbers_after` need last words, `after`".to_owned()
            });
        }
        if !step.chance.is_empty() && ended {
            let steps = run.table().steps(before.min(run.table().step_count()));
            let came: Vec<&str> = steps.iter().filter_map(|step| step.strip_prefix("* ")).collect();
            let first: Vec<&str> = came.iter().take(step.chance.len()).copied().collect();
            // `before` may have used some of it.
            let wanted = &step.chance[step.chance.len() - first.len().min(step.chance.len())..];
            self.expect(first == wanted, || format!("chance: {came:?} came, not {:?}", step.chance));
        }
        if ended && let Err(error) = run.go_on() {
            self.expect(false, || error.to_string());
            return false;
        }
        true
    }

    fn watched(&mut self, run: &mut Run<'_>, step: &Step) -> bool {
        if step.kind == Kind::Watch && step.after.is_none() {
            self.conditions(run, &step.then, "then");
            self.numbers(run, &step.numbers_after, "numbers_after");
        }
        let done = run.go_on();
        if let Err(error) = &done {
            self.expect(false, || error.to_string());
        }
        // Checked above, or after the last words.
        done.is_ok()
    }

    fn back(&mut self, run: &mut Run<'_>, start: &str, after: &str) {
        run.try_again();
        let now = run.table().position();
        self.expect(now == start, || format!("no way back after {after}"));
    }

    /// Plays entries of the player that lead to the aim.
    fn walk(&mut self, run: &mut Run<'_>, way: &[String]) -> bool {
        let (step, index) = (run.step(), run.step_index());
        for (nth, entry) in way.iter().enumerate() {
            if *run.mood() != Mood::Coach || run.step_index() != index {
                let mood = run.mood().clone();
                self.expect(false, || format!("{entry:?} comes after the end of the step: {mood:?}"));
                return false;
            }
            let begun = way[..=nth].join("; ");
            self.expect(!step.otherwise.contains_key(&begun), || format!("{begun:?} is an `otherwise`"));
            let made = match self.lesson.attempt(entry, false) {
                Some(Attempt::Look(Look(target))) => {
                    let card = run.table().card(Viewer::Seat(run.seat()), &target);
                    self.expect(card.is_some(), || format!("{target} has no card"));
                    run.look(&target)
                }
                Some(Attempt::Act(seat, action)) => {
                    self.expect(seat == run.seat(), || format!("{entry:?} is not the player's"));
                    let offered = run.prompt().choices;
                    let found = offered.iter().any(|choice| choice.action == action);
                    self.expect(found, || {
                        let have: Vec<&str> = offered.iter().map(|choice| choice.action.as_str()).collect();
                        format!("play {entry:?} is not offered; there are {have:?}")
                    });
                    run.act(&action)
                }
                None => return false,
            };
            if let Err(error) = made {
                let position = run.table().position();
                self.expect(false, || format!("play {entry:?}: {error} in\n{position}"));
                return false;
            }
        }
        let done = matches!(run.mood(), Mood::After | Mood::Over) || run.step_index() > index;
        let (mood, position) = (run.mood().clone(), run.table().position());
        self.expect(done, || format!("{way:?} does not reach the aim ({mood:?}):\n{position}"));
        done
    }

    fn denials(&mut self, run: &mut Run<'_>, step: &Step) {
        for denial in &step.denied {
            let mut trial = run.table().fork();
            let mut answer = Ok(0);
            for action in denial.first.iter().chain([&denial.attempt]) {
                let now = trial.step_count();
                answer = trial.submit(run.seat(), now, &[action]);
                if answer.is_err() && *action != denial.attempt {
                    break;
                }
            }
            let rule = answer.as_ref().err().and_then(catalog::SubmitError::rule).map(rules::RuleId::name);
            self.expect(rule == Some(&denial.rule), || {
                format!("denied {:?}: {answer:?}, expected {}", denial.attempt, denial.rule)
            });
        }
    }

    fn wrong_turns(&mut self, run: &mut Run<'_>, step: &Step, start: &str) {
        for (wrong, text) in step.otherwise.iter().filter(|(wrong, _)| *wrong != "else") {
            for entry in wrong.split("; ") {
                if let Err(error) = run.act(entry) {
                    let have: Vec<String> =
                        run.prompt().choices.into_iter().map(|choice| choice.action).collect();
                    self.expect(false, || {
                        format!("otherwise {wrong:?}: {entry:?}: {error}; there are {have:?}")
                    });
                    break;
                }
            }
            let answered = *run.mood() == Mood::Missed(text.clone());
            let mood = run.mood().clone();
            self.expect(answered, || format!("otherwise {wrong:?} is not answered by its text: {mood:?}"));
            self.back(run, start, wrong);
        }
    }

    fn other_choices(&mut self, run: &mut Run<'_>, step: &Step, start: &str) {
        let ways = std::iter::once(&step.play).chain(&step.accept).flatten();
        let expected: BTreeSet<&str> = ways.map(String::as_str).collect();
        let firsts: BTreeSet<&str> = step.otherwise.keys().filter_map(|key| key.split("; ").next()).collect();
        let mut silent = Vec::new();
        for choice in run.prompt().choices {
            let action = choice.action.as_str();
            if expected.contains(action) {
                continue;
            }
            if let Err(error) = run.act(action) {
                self.expect(false, || format!("{action:?} is offered but refused: {error}"));
                continue;
            }
            let answered = step.kind == Kind::Free
                || firsts.contains(action)
                || step.otherwise.contains_key("else")
                || !matches!(run.mood(), Mood::Missed(_));
            if !answered {
                silent.push(action.to_owned());
            }
            self.back(run, start, action);
        }
        self.expect(silent.is_empty(), || format!("no `else`, but these are legal: {silent:?}"));
    }
}
