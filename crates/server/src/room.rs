//! A table in memory: the fold of its journal.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use catalog::{AnyTable, Catalog, Day, NewMatch};
use rules::{Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use store::{Entry, TimeSource};
use table::{Seed, SeedOrigin};
use wire::{
    Chat, ClockRule, EndReason, Millis, OnTimeout, Outcome, Pace, Player, ProposalRequest, Status, Visibility,
};

use crate::{
    clock::{Clock, Downtimes},
    table_event::TableEvent,
};

/// The immutable part of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) scenario: Option<String>,
    pub(crate) scenario_file: Option<ScenarioSource>,
    pub(crate) options: BTreeMap<String, String>,
    /// The committed secret, before the players' contributions are mixed in.
    pub(crate) seed: String,
    pub(crate) host: i64,
    pub(crate) title: String,
    pub(crate) visibility: Visibility,
    pub(crate) clock: ClockRule,
    pub(crate) on_timeout: OnTimeout,
    /// How fast computer players answer.
    #[serde(default)]
    pub(crate) pace: Pace,
    /// The level that replaces a player who left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) substitute: Option<String>,
    /// Names of the sides, by seat.
    pub(crate) sides: Vec<String>,
    /// Version of the game's rules when the table was created.
    pub(crate) rules: u32,
    /// The initial position, if it is not the scenario's (imported matches).
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The number of players, where the scenario leaves it open.
    #[serde(default)]
    pub(crate) players: Option<u8>,
    /// The day whose challenge this is the host's counted attempt at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) day: Option<Day>,
}

/// A player's own scenario file. Its text is stored once, by hash; headers of earlier releases hold it themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ScenarioSource {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    /// The text that belongs to `hash`.
    #[serde(skip)]
    pub(crate) stored: Option<Arc<str>>,
}

impl ScenarioSource {
    pub(crate) fn new(name: String, text: &str) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        Self { name, hash: Some(hash), text: String::new(), stored: Some(text.into()) }
    }

    pub(crate) fn text(&self) -> &str {
        self.stored.as_deref().unwrap_or(&self.text)
    }
}

impl Header {
    pub(crate) fn seats(&self) -> u8 {
        self.sides.len() as u8
    }

    pub(crate) fn base(&self) -> Seed {
        Seed::from_hex(&self.seed).expect("headers are written by this program")
    }

    /// Opens the match with what the players contributed.
    pub(crate) fn open(
        &self,
        catalog: &Catalog,
        contributions: Vec<String>,
        seat_choices: Vec<BTreeMap<String, String>>,
    ) -> Result<Box<dyn AnyTable>, String> {
        let origin = SeedOrigin { base: self.base(), contributions };
        let wanted = NewMatch {
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            scenario_file: self
                .scenario_file
                .as_ref()
                .map(|file| (file.name.clone(), file.text().to_owned())),
            options: self.options.clone(),
            seats: self.players,
            seat_choices,
            position: self.position.clone(),
            rolls: Vec::new(),
            seed: origin.seed(),
        };
        let mut game = catalog.open(&wanted).map_err(|error| error.to_string())?;
        game.set_seed_origin(origin);
        Ok(game)
    }
}

/// A seat: player, readiness, contribution.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct SeatState {
    pub(crate) player: Option<Player>,
    /// The player a computer replaces, who may take the seat back.
    pub(crate) owner: Option<(i64, String)>,
    pub(crate) ready: bool,
    pub(crate) contribution: Option<String>,
    /// Choices before the start (faction, deck), by name.
    pub(crate) choices: BTreeMap<String, String>,
    /// When it began to owe a decision, Unix milliseconds; 0 if it does not.
    pub(crate) asked: Millis,
}

impl SeatState {
    pub(crate) fn account(&self) -> Option<i64> {
        match &self.player {
            Some(Player::Human { account, .. }) => Some(*account),
            Some(Player::Computer { .. }) | None => None,
        }
    }
    pub(crate) fn level(&self) -> Option<&str> {
        match &self.player {
            Some(Player::Computer { level, .. }) => Some(level),
            Some(Player::Human { .. }) | None => None,
        }
    }
}

/// Chat lines a new stream gets, and idempotency keys stored per table.
const CHAT_HISTORY: usize = 200;
const MAX_IDEMPOTENCY_KEYS: usize = 64;

/// A table.
pub(crate) struct Room {
    pub(crate) id: i64,
    pub(crate) code: String,
    pub(crate) header: Header,
    /// Commitment to the secret of the dice, hex.
    pub(crate) commitment: String,
    pub(crate) created: Millis,
    pub(crate) updated: Millis,
    /// Number of journal entries.
    pub(crate) seq: u64,
    /// `seq` after the last change of the match.
    pub(crate) revision: u64,
    pub(crate) status: Status,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) clock: Clock,
    pub(crate) proposal: Option<ProposalRequest>,
    pub(crate) agreed: Seats,
    pub(crate) result: Option<Outcome>,
    /// When it ended, Unix milliseconds.
    pub(crate) ended: Option<Millis>,
    pub(crate) frozen: Option<String>,
    pub(crate) game: Option<Box<dyn AnyTable>>,
    pub(crate) chats: VecDeque<Chat>,
    /// `(seq, steps)` after each change of the match: where a stream resumes.
    step_counts: Vec<(u32, u32)>,
    idempotency_keys: VecDeque<(i64, u64, u64)>,
    /// Muted accounts: by a seat, or by the host (`None`) for all.
    mutes: Vec<(Option<u8>, i64)>,
    time: TimeSource,
}

impl Room {
    pub(crate) fn new(
        id: i64,
        code: String,
        header: Header,
        created: Millis,
        time: TimeSource,
        downtimes: Downtimes,
    ) -> Self {
        let seats = header.seats();
        Self {
            id,
            code,
            created,
            updated: created,
            seq: 0,
            revision: 0,
            status: Status::Open,
            seats: vec![SeatState::default(); usize::from(seats)],
            clock: Clock::new(header.clock, seats, downtimes),
            proposal: None,
            agreed: Seats::NONE,
            result: None,
            ended: None,
            frozen: None,
            game: None,
            chats: VecDeque::new(),
            step_counts: Vec::new(),
            idempotency_keys: VecDeque::new(),
            mutes: Vec::new(),
            time,
            commitment: header.base().commitment(),
            header,
        }
    }

    /// Applies an entry of the journal.
    pub(crate) fn replay(&mut self, catalog: &Catalog, entry: &Entry) -> Result<(), String> {
        if entry.seq != self.seq as i64 {
            return Err(format!(
                "the journal of table {} goes from {} to {}",
                self.code, self.seq, entry.seq
            ));
        }
        let changes = crate::table_event::read(&entry.body)?;
        self.apply(catalog, entry.at, entry.key, &changes)
    }

    /// Applies the events of one entry: the only way a table changes, whether the entry is new or from the journal.
    pub(crate) fn apply(
        &mut self,
        catalog: &Catalog,
        at: Millis,
        key: Option<i64>,
        changes: &[TableEvent],
    ) -> Result<(), String> {
        self.seq += 1;
        self.updated = at;
        for change in changes {
            self.apply_event(catalog, at, change)?;
        }
        if changes.iter().any(TableEvent::changes_match) {
            self.revision = self.seq;
            self.step_counts.push((self.seq as u32, self.steps()));
            // The match changed, so a pending proposal no longer applies.
            if !changes.iter().any(|change| matches!(change, TableEvent::Proposed { .. })) {
                (self.proposal, self.agreed) = (None, Seats::NONE);
            }
        }
        self.detect_end();
        if self.result.is_some() {
            self.ended.get_or_insert(at);
        }
        self.run_clocks(at);
        if let Some(key) = key {
            self.idempotency_keys.push_back((key, self.seq, self.revision));
            if self.idempotency_keys.len() > MAX_IDEMPOTENCY_KEYS {
                self.idempotency_keys.pop_front();
            }
        }
        Ok(())
    }

    fn apply_event(&mut self, catalog: &Catalog, at: Millis, change: &TableEvent) -> Result<(), String> {
        match change {
            TableEvent::Moved { steps } => self.append(steps)?,
            TableEvent::SeatTaken { seat, player } => {
                let seat_state = self.seat_mut(*seat)?;
                *seat_state = SeatState {
                    player: Some(player.clone()),
                    asked: seat_state.asked,
                    ..SeatState::default()
                };
                seat_state.ready = seat_state.level().is_some();
            }
            TableEvent::SeatVacated { seat } => *self.seat_mut(*seat)? = SeatState::default(),
            TableEvent::Ready { seat, contribution } => {
                let seat_state = self.seat_mut(*seat)?;
                (seat_state.ready, seat_state.contribution) = (true, contribution.clone());
            }
            TableEvent::SeatChosen { seat, choices } => {
                let state = self.seat_mut(*seat)?;
                state.choices.clone_from(choices);
                state.ready = state.level().is_some();
            }
            TableEvent::Started { steps } => {
                self.game = Some(self.header.open(catalog, self.contributions(), self.choices())?);
                let fresh = self.game().steps(0);
                if fresh != *steps {
                    return Err(format!("the match began with {steps:?}, the rules now give {fresh:?}"));
                }
                self.status = Status::Playing;
            }
            TableEvent::Undone { seat } => {
                self.game_mut().undo(Seat(*seat)).map_err(|error| error.to_string())?;
            }
            TableEvent::Rewound { keep, reroll } => {
                let (game, keep) = (self.game(), *keep as usize);
                self.game = Some(if *reroll { game.take_back(keep) } else { game.at_step(keep) });
            }
            TableEvent::OrdersSet { seat, orders, steps } => {
                let orders = orders.resolve(self.game().available_orders());
                self.game_mut().restore_orders(Seat(*seat), orders);
                self.append(steps)?;
            }
            TableEvent::Proposed { seat, proposal } => {
                self.proposal = Some(ProposalRequest { seat: *seat, proposal: proposal.clone() });
                self.agreed = Seats::only(Seat(*seat));
            }
            TableEvent::Agreed { seat } => self.agreed = self.agreed.with(Seat(*seat)),
            TableEvent::Declined { .. } => (self.proposal, self.agreed) = (None, Seats::NONE),
            TableEvent::Clock { clock } => {
                self.clock.switch(at, *clock);
                (self.proposal, self.agreed) = (None, Seats::NONE);
            }
            TableEvent::Holiday { seat, until } => self.clock.holiday(at, *seat, *until),
            TableEvent::Lost { seat, reason, steps } => {
                self.append(steps)?;
                if steps.is_empty() {
                    self.game_mut().resign(Seat(*seat)).map_err(|error| error.to_string())?;
                }
                if let Some(outcome) = self.game.as_ref().and_then(|game| game.outcome()) {
                    self.end(describe_outcome(*reason, &outcome, Some(*seat)));
                }
            }
            TableEvent::Ended { reason, scores } => {
                self.end(Outcome::new(*reason, scores.clone(), None));
            }
            TableEvent::TookOver { seat, level } => {
                // A player who resigned does not come back.
                let resigned = self.game.as_ref().is_some_and(|game| game.resigned().contains(Seat(*seat)));
                let seat_state = self.seat_mut(*seat)?;
                let owner = match seat_state.player.take().filter(|_| !resigned) {
                    Some(Player::Human { account, name }) => Some((account, name)),
                    Some(Player::Computer { .. }) | None => None,
                };
                let substitute_for = owner.as_ref().map(|(_, name)| name.clone());
                seat_state.player = Some(Player::Computer { level: level.clone(), substitute_for });
                seat_state.owner = owner;
                seat_state.ready = true;
            }
            TableEvent::Chatted { account, name, seat, text } => {
                let (account, name, text) = (*account, name.clone(), text.clone());
                let chat = Chat { seq: self.seq, at, account, name, seat: *seat, text };
                self.chats.push_back(chat);
                if self.chats.len() > CHAT_HISTORY {
                    self.chats.pop_front();
                }
            }
            TableEvent::Muted { by, account, muted } => {
                self.mutes.retain(|mute| *mute != (*by, *account));
                if *muted {
                    self.mutes.push((*by, *account));
                }
            }
            TableEvent::Frozen { why } => (self.frozen, self.status) = (Some(why.clone()), Status::Frozen),
            TableEvent::Thawed => {
                self.frozen = None;
                self.status = match (&self.game, &self.result) {
                    (_, Some(_)) => Status::Over,
                    (Some(_), None) => Status::Playing,
                    (None, None) => Status::Open,
                };
            }
        }
        Ok(())
    }

    fn append(&mut self, steps: &[String]) -> Result<(), String> {
        if steps.is_empty() {
            return Ok(());
        }
        let game = self.game.as_mut().ok_or("a step before the match began")?;
        game.append(steps).map_err(|error| error.to_string())
    }

    fn end(&mut self, outcome: Outcome) {
        (self.status, self.result, self.proposal) = (Status::Over, Some(outcome), None);
    }

    fn detect_end(&mut self) {
        if self.status == Status::Playing
            && let Some(outcome) = self.game.as_ref().and_then(|game| game.outcome())
        {
            self.end(describe_outcome(EndReason::Played, &outcome, None));
        }
    }

    fn run_clocks(&mut self, at: Millis) {
        let asked = self.asked();
        for (seat, seat_state) in self.seats.iter_mut().enumerate() {
            match (asked.contains(Seat(seat as u8)), seat_state.asked) {
                (true, 0) => seat_state.asked = at,
                (false, _) => seat_state.asked = 0,
                (true, _) => {}
            }
        }
        let people = asked.iter().filter(|seat| self.seats[seat.index()].account().is_some());
        self.clock.run(at, people.fold(Seats::NONE, Seats::with));
    }

    fn seat_mut(&mut self, seat: u8) -> Result<&mut SeatState, String> {
        self.seats.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    pub(crate) fn contributions(&self) -> Vec<String> {
        if self.seats.iter().all(|seat_state| seat_state.contribution.is_none()) {
            return Vec::new();
        }
        self.seats.iter().map(|seat_state| seat_state.contribution.clone().unwrap_or_default()).collect()
    }

    /// Choices of all seats; empty if there are none.
    pub(crate) fn choices(&self) -> Vec<BTreeMap<String, String>> {
        if self.seats.iter().all(|state| state.choices.is_empty()) {
            return Vec::new();
        }
        self.seats.iter().map(|state| state.choices.clone()).collect()
    }

    /// The time, Unix milliseconds.
    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// Whether the host has muted this account.
    pub(crate) fn is_muted(&self, account: i64) -> bool {
        self.mutes.contains(&(None, account))
    }

    /// Whether a viewer gets this chat line: a seat does not if it has muted the author.
    pub(crate) fn hears(&self, viewer: Viewer, chat: &Chat) -> bool {
        viewer.seat().is_none_or(|Seat(seat)| !self.mutes.contains(&(Some(seat), chat.account)))
    }

    /// The match. Panics before it has started.
    pub(crate) fn game(&self) -> &dyn AnyTable {
        self.game.as_deref().expect("the match has begun")
    }
    pub(crate) fn game_mut(&mut self) -> &mut dyn AnyTable {
        self.game.as_deref_mut().expect("the match has begun")
    }

    /// Number of steps of the match.
    pub(crate) fn steps(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.step_count() as u32)
    }

    /// Seats that owe a decision.
    pub(crate) fn asked(&self) -> Seats {
        match (&self.game, self.status) {
            (Some(game), Status::Playing) => game.seats_to_act(),
            _ => Seats::NONE,
        }
    }

    /// The next computer player that owes a decision.
    pub(crate) fn computer_asked(&self) -> Option<(Seat, &str)> {
        self.asked().iter().find_map(|seat| Some((seat, self.seats[seat.index()].level()?)))
    }

    pub(crate) fn seats_of(&self, account: i64) -> Vec<u8> {
        let mine = |(_, seat_state): &(usize, &SeatState)| seat_state.account() == Some(account);
        self.seats.iter().enumerate().filter(mine).map(|(seat, _)| seat as u8).collect()
    }

    /// Whether this is a counted attempt at the challenge of a day that has not closed.
    pub(crate) fn is_open_challenge(&self) -> bool {
        self.header.day.is_some_and(|day| self.now() < day.closes())
    }

    /// Whether this account (`None`: without a session) may see the table.
    pub(crate) fn visible_to(&self, account: Option<i64>) -> bool {
        if self.is_open_challenge() {
            return account == Some(self.header.host);
        }
        self.header.visibility != Visibility::Private
            || account.is_some_and(|account| {
                self.header.host == account
                    || self.seats.iter().any(|seat_state| {
                        seat_state.account() == Some(account)
                            || seat_state.owner.as_ref().is_some_and(|(owner, _)| *owner == account)
                    })
            })
    }

    /// The first step that a client at `since` does not have, or that changed after an undo.
    pub(crate) fn first_unseen_step(&self, since: u64) -> u32 {
        let known = self.step_counts.partition_point(|&(seq, _)| u64::from(seq) <= since);
        let at_since = if known == 0 { 0 } else { self.step_counts[known - 1].1 };
        self.step_counts[known..].iter().fold(at_since, |first, &(_, steps)| first.min(steps))
    }

    /// Whether the last change of the match began a new part of the log that all viewers see: a turn.
    pub(crate) fn turn_began(&self) -> bool {
        let before = self.step_counts.iter().rev().nth(1).map_or(0, |&(_, steps)| steps);
        let events = self.game().events_for(Viewer::Public, before as usize);
        events.iter().any(|event| event.line.as_ref().is_some_and(|line| line.heading.is_some()))
    }

    /// Whether the match has changed visibly for `seat` since `revision`.
    pub(crate) fn has_visible_change_since(&self, seat: Seat, revision: u64) -> bool {
        let known = self.step_counts.partition_point(|&(seq, _)| u64::from(seq) <= revision);
        if known == 0 || u64::from(self.step_counts[known - 1].0) != revision {
            return true;
        }
        let steps = self.step_counts[known - 1].1;
        let undone = self.step_counts[known - 1..].windows(2).any(|pair| pair[1].1 < pair[0].1);
        undone || !self.game().events_for(Viewer::Seat(seat), steps as usize).is_empty()
    }

    /// `(seq, revision)` of an earlier request with this key.
    pub(crate) fn repeated(&self, key: i64) -> Option<(u64, u64)> {
        self.idempotency_keys
            .iter()
            .find(|(known, ..)| *known == key)
            .map(|&(_, seq, revision)| (seq, revision))
    }
}

/// The result of a match as the API reports it.
fn describe_outcome(reason: EndReason, outcome: &rules::Outcome, by: Option<u8>) -> Outcome {
    Outcome {
        reason,
        scores: outcome.shares(),
        winners: outcome.winners.iter().map(|seat| seat.0).collect(),
        places: outcome.places.clone(),
        points: outcome.points.clone(),
        text: Some(outcome.reason.clone()),
        rule: outcome.rule.map(|rule| rule.name().to_owned()),
        by,
    }
}
