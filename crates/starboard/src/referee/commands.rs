//! What each command does.

use catalog::{AnyTable, NewMatch, OpenError, SubmitError};
use ledger::Ledger;
use rules::{Seat, StandingOrders, Viewer};
use search::Level;
use serde_json::{Value, json};
use table::{Save, Seed};

use super::{
    COMMANDS, Referee, RefereeError,
    answers::{log_lines, outcome, prompt},
    request::{New, Request, truncate_for_error},
};

impl From<OpenError> for RefereeError {
    fn from(error: OpenError) -> Self {
        RefereeError::new(error.code(), error.to_string())
    }
}

impl From<SubmitError> for RefereeError {
    fn from(error: SubmitError) -> Self {
        RefereeError { code: error.code(), rule: error.rule(), message: error.to_string() }
    }
}

impl Referee<'_> {
    pub(crate) fn execute(&mut self, request: Request) -> Result<Value, RefereeError> {
        match request {
            Request::Help {} => {
                let lines = COMMANDS.iter().map(|(name, text)| json!({ "cmd": name, "help": text }));
                Ok(json!({ "commands": lines.collect::<Vec<_>>() }))
            }
            Request::Games {} => Ok(json!({ "games": self.catalog.games() })),
            Request::New(new) => self.open(new),
            Request::Position { position: Some(position), game, scenario, seed, at: None } => {
                self.open_position(position, game, scenario, seed)
            }
            Request::Position { position: None, game: None, scenario: None, seed: None, at } => {
                let mut past = None;
                let table = at_moment(self.table()?, at, &mut past)?;
                Ok(json!({ "revision": table.step_count(), "position": table.position() }))
            }
            Request::Position { .. } => Err(RefereeError::new(
                "request",
                "position: expected `position` with `game`, `scenario`, `seed`, or none of them and `at`",
            )),
            Request::View { seat, at, chart } => self.view(seat, at, chart),
            Request::Prompt { seat, at } => self.prompt(seat, at),
            Request::Submit { seat, action, actions, revision } => {
                let actions = match (action, actions) {
                    (Some(action), None) => vec![action],
                    (None, Some(actions)) => actions,
                    _ => return Err(RefereeError::new("request", "submit: expected `action` or `actions`")),
                };
                self.submit(seat, &actions, revision)
            }
            Request::Undo { seat } => {
                self.table_mut()?.undo(Seat(seat))?;
                self.status()
            }
            Request::Script { faces, clear } => {
                if let Some(face) = faces.iter().find(|face| !(1..=1000).contains(*face)) {
                    let told = format!("script: no die shows a {face}; expected 1 to 1000");
                    return Err(RefereeError::new("script", told));
                }
                let table = self.table_mut()?;
                if clear {
                    table.clear_script();
                }
                table.script(&faces);
                Ok(json!({ "queued": table.scripted_left() }))
            }
            Request::Log { seat, since, steps } => {
                let table = self.table()?;
                let lines = table.events_for(viewer(table, seat)?, since);
                let mut answer = json!({ "revision": table.step_count(), "lines": log_lines(lines) });
                if steps {
                    answer["steps"] = json!(table.steps(since));
                }
                Ok(answer)
            }
            Request::Save {} => Ok(json!({ "save": self.table()?.save() })),
            Request::Load { save } => {
                let text = match save {
                    Value::String(text) => text,
                    object => object.to_string(),
                };
                let save = Save::read(&text).map_err(OpenError::from)?;
                self.table = Some(self.catalog.load(&save)?);
                self.status()
            }
            Request::Scores {} => {
                let table = self.table()?;
                Ok(outcome(table))
            }
            Request::Orders { seat, set: names } => self.orders(seat, names),
            Request::Advise { seat, level, seed } => self.advise(seat, level.as_deref(), seed),
            Request::Rewind { to } => {
                let table = self.table()?;
                ensure_step_exists(table, to)?;
                let mut save = table.save();
                save.steps.truncate(to);
                // Loading resolves chance again: with the same dice, since they depend on the step's index or key.
                self.table = Some(self.catalog.load(&save.with_digest())?);
                self.status()
            }
            Request::Quit {} => {
                self.done = true;
                Ok(json!({ "bye": true }))
            }
        }
    }

    fn table(&self) -> Result<&dyn AnyTable, RefereeError> {
        self.table.as_deref().ok_or_else(no_match)
    }

    fn table_mut(&mut self) -> Result<&mut dyn AnyTable, RefereeError> {
        match &mut self.table {
            Some(table) => Ok(&mut **table),
            None => Err(no_match()),
        }
    }

    fn open(&mut self, new: New) -> Result<Value, RefereeError> {
        let New { game, scenario, scenario_file, options, seats, seat_choices, seed } = new;
        if scenario.is_some() && scenario_file.is_some() {
            return Err(RefereeError::new(
                "request",
                "new: expected `scenario` or `scenario_file`, not both",
            ));
        }
        let table = self.catalog.open(&NewMatch {
            game,
            scenario,
            scenario_file: scenario_file.map(|text| ("scenario_file".to_owned(), text)),
            options,
            seats,
            seat_choices,
            position: None,
            rolls: Vec::new(),
            seed: seed_of(seed),
        })?;
        self.table = Some(table);
        self.status()
    }

    /// The game and scenario of the running match, where others are not named.
    fn open_position(
        &mut self,
        position: String,
        game: Option<String>,
        scenario: Option<String>,
        seed: Option<u64>,
    ) -> Result<Value, RefereeError> {
        let running = self.table.as_deref();
        let same_game = game.is_none() || game.as_deref() == running.map(AnyTable::game);
        let running_save = running.filter(|_| same_game && scenario.is_none()).map(AnyTable::save);
        let game = game.or_else(|| running.map(|table| table.game().to_owned())).ok_or_else(no_match)?;
        let table = self.catalog.open(&NewMatch {
            game,
            scenario: scenario.or_else(|| running_save.as_ref().map(|save| save.scenario.clone())),
            scenario_file: running_save
                .as_ref()
                .and_then(|save| save.scenario_file.clone())
                .map(|text| ("scenario_file".to_owned(), text)),
            seats: running.map(AnyTable::seats).filter(|_| running_save.is_some()),
            seat_choices: running_save.as_ref().map(|save| save.seat_choices.clone()).unwrap_or_default(),
            options: running_save.map(|save| save.options).unwrap_or_default(),
            position: Some(position),
            rolls: Vec::new(),
            seed: seed_of(seed),
        })?;
        self.table = Some(table);
        self.status()
    }

    /// What every change answers: where the match stands.
    fn status(&self) -> Result<Value, RefereeError> {
        let table = self.table()?;
        let waiting: Vec<Seat> = table.seats_to_act().iter().collect();
        Ok(json!({
            "game": table.game(),
            "scenario": table.scenario(),
            "revision": table.step_count(),
            "waiting": waiting,
            "over": table.outcome().is_some(),
            "commitment": table.seed().commitment(),
        }))
    }

    fn view(&self, seat: Option<u8>, at: Option<usize>, chart: Option<usize>) -> Result<Value, RefereeError> {
        let mut past = None;
        let table = at_moment(self.table()?, at, &mut past)?;
        let viewer = viewer(table, seat)?;
        let mut answer = json!({
            "revision": table.step_count(),
            "seat": seat,
            "view": table.full_view(viewer),
            "standing": table.score_lines(viewer),
        });
        if let Some(width) = chart {
            if !(20..=1000).contains(&width) {
                return Err(RefereeError::new("request", "view: `chart` is a width from 20 to 1000"));
            }
            answer["chart"] = json!(table.text_map(viewer, width));
        }
        Ok(answer)
    }

    fn prompt(&self, seat: Option<u8>, at: Option<usize>) -> Result<Value, RefereeError> {
        let mut past = None;
        let table = at_moment(self.table()?, at, &mut past)?;
        let Some(seat) = seat.map(Seat).or_else(|| table.seats_to_act().first()) else {
            return Err(RefereeError::new("over", "no seat has a decision to make: the match is over"));
        };
        known_seat(table, seat.0)?;
        let asked = table.seats_to_act().contains(seat);
        Ok(json!({
            "revision": table.step_count(), "seat": seat, "asked": asked, "prompt": prompt(&table.prompt(seat), table.resignation()),
        }))
    }

    fn submit(
        &mut self,
        seat: u8,
        actions: &[String],
        revision: Option<usize>,
    ) -> Result<Value, RefereeError> {
        let table = self.table_mut()?;
        let before = table.step_count();
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        if let Err(error) = table.submit(Seat(seat), revision.unwrap_or(before), &actions) {
            let game = table.game();
            return Err(self.explained(game, error));
        }
        let table = self.table()?;
        let lines = table.events_for(Viewer::Seat(Seat(seat)), before);
        let mut answer = self.status()?;
        answer["lines"] = log_lines(lines);
        Ok(answer)
    }

    /// A refusal with the text of its rule, where a rule forbids the action.
    fn explained(&self, game: &str, error: SubmitError) -> RefereeError {
        let text = self.catalog.game(game).ok().and_then(|entry| Ledger::parse(game, entry.ledger()).ok());
        let sentence = error.rule().and_then(|rule| Some(text?.sentence(rule.name())?.to_owned()));
        let refusal = RefereeError::from(error);
        match sentence {
            Some(message) => RefereeError { message, ..refusal },
            None => refusal,
        }
    }

    fn orders(&mut self, seat: u8, names: Option<Vec<String>>) -> Result<Value, RefereeError> {
        let table = self.table_mut()?;
        known_seat(table, seat)?;
        let known = table.available_orders();
        if let Some(names) = names {
            let mut given = StandingOrders::default();
            for name in names {
                let Some(nth) = known.iter().position(|order| order.id == name) else {
                    let have: Vec<&str> = known.iter().map(|order| order.id).collect();
                    let told =
                        format!("no order {:?}; there are [{}]", truncate_for_error(&name), have.join(", "));
                    return Err(RefereeError::new("no_order", told));
                };
                given = given.with(nth);
            }
            table.set_orders(Seat(seat), given);
        }
        let given = table.orders(Seat(seat));
        let orders = known
            .iter()
            .enumerate()
            .map(|(nth, order)| json!({ "id": order.id, "label": order.label, "given": given.has(nth) }));
        let orders: Vec<Value> = orders.collect();
        let mut answer = self.status()?;
        answer["orders"] = json!(orders);
        Ok(answer)
    }

    fn advise(&self, seat: Option<u8>, level: Option<&str>, seed: u64) -> Result<Value, RefereeError> {
        let table = self.table()?;
        let level: Level =
            level.unwrap_or("greedy").parse().map_err(|told: String| RefereeError::new("no_level", told))?;
        let Some(seat) = seat.map(Seat).or_else(|| table.seats_to_act().first()) else {
            return Err(RefereeError::new("over", "no seat has a decision to make: the match is over"));
        };
        known_seat(table, seat.0)?;
        match table.decision(seat).and_then(|decision| decision.choose(level, seed)) {
            Some(action) => Ok(json!({ "revision": table.step_count(), "seat": seat, "action": action })),
            None => {
                Err(RefereeError::new("not_your_turn", format!("seat {} has no decision to make", seat.0)))
            }
        }
    }
}

fn no_match() -> RefereeError {
    RefereeError::new("no_match", "no match yet: send `new`, `position` or `load` first")
}

fn seed_of(number: Option<u64>) -> Seed {
    number.map_or_else(Seed::random, Seed::from_u64)
}

fn known_seat(table: &dyn AnyTable, seat: u8) -> Result<(), RefereeError> {
    if seat < table.seats() { Ok(()) } else { Err(SubmitError::NoSeat(seat).into()) }
}

fn viewer(table: &dyn AnyTable, seat: Option<u8>) -> Result<Viewer, RefereeError> {
    let Some(seat) = seat else { return Ok(Viewer::Public) };
    known_seat(table, seat)?;
    Ok(Viewer::Seat(Seat(seat)))
}

fn ensure_step_exists(table: &dyn AnyTable, revision: usize) -> Result<(), RefereeError> {
    if revision <= table.step_count() {
        return Ok(());
    }
    let told = format!("there is no revision {revision} yet; the match is at {}", table.step_count());
    Err(RefereeError::new("no_revision", told))
}

/// The match now, or as it was at a revision.
fn at_moment<'t>(
    table: &'t dyn AnyTable,
    at: Option<usize>,
    past: &'t mut Option<Box<dyn AnyTable>>,
) -> Result<&'t dyn AnyTable, RefereeError> {
    let Some(revision) = at else { return Ok(table) };
    ensure_step_exists(table, revision)?;
    Ok(&**past.insert(table.at_step(revision)))
}
