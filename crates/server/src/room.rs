//! A table in memory: the fold of its journal, and nothing else.

use std::collections::{BTreeMap, VecDeque};

use catalog::{AnyTable, Catalog, NewMatch};
use rules::{OrderSet, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use store::Entry;
use table::{Seed, SeedOrigin};
use wire::{
    Chat, ClockRule, EndReason, Millis, OnTimeout, Player, ProposalRequest, Result as Outcome, ScenarioFile,
    Status, Visibility,
};

use crate::{change::Change, clock::Clock};

/// What never changes about a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) scenario: Option<String>,
    pub(crate) scenario_file: Option<ScenarioFile>,
    pub(crate) options: BTreeMap<String, String>,
    /// The secret that was committed to, before the players stirred it.
    pub(crate) seed: String,
    pub(crate) host: i64,
    pub(crate) title: String,
    pub(crate) visibility: Visibility,
    pub(crate) clock: ClockRule,
    pub(crate) on_timeout: OnTimeout,
    /// Names of the sides, by seat.
    pub(crate) sides: Vec<String>,
    /// Of the game, when the table was made.
    pub(crate) rules: u32,
    /// The position it begins with, if that is not the scenario's (imported matches).
    #[serde(default)]
    pub(crate) position: Option<String>,
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
    ) -> Result<Box<dyn AnyTable>, String> {
        let origin = SeedOrigin { base: self.base(), contributions };
        let wanted = NewMatch {
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            scenario_file: self.scenario_file.as_ref().map(|file| (file.name.clone(), file.text.clone())),
            options: self.options.clone(),
            position: self.position.clone(),
            seed: origin.seed(),
        };
        let mut game = catalog.open(&wanted).map_err(|error| error.to_string())?;
        game.credit(origin);
        Ok(game)
    }
}

/// A chair.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Chair {
    pub(crate) player: Option<Player>,
    /// The person a computer plays for, who may come back.
    pub(crate) owner: Option<(i64, String)>,
    pub(crate) ready: bool,
    pub(crate) contribution: Option<String>,
    /// Since when the match waits for it; 0 if it does not.
    pub(crate) asked: Millis,
}

impl Chair {
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

/// Have the steps of a change been made on the match already?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Yes: by the request that caused it.
    Live,
    /// No: it comes from the journal.
    Replay,
}

/// How many chat lines a newcomer is shown, and how many requests are remembered for repetition.
const REMEMBERED: usize = 200;
const KEYS: usize = 64;

/// A table.
pub(crate) struct Room {
    pub(crate) id: i64,
    pub(crate) code: String,
    pub(crate) header: Header,
    /// To the secret of its dice.
    pub(crate) commitment: String,
    pub(crate) created: Millis,
    pub(crate) updated: Millis,
    /// How many entries the journal has.
    pub(crate) seq: u64,
    /// `seq` after the last change of the match.
    pub(crate) revision: u64,
    pub(crate) status: Status,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) clock: Clock,
    pub(crate) proposal: Option<ProposalRequest>,
    pub(crate) agreed: Seats,
    pub(crate) result: Option<Outcome>,
    pub(crate) frozen: Option<String>,
    pub(crate) game: Option<Box<dyn AnyTable>>,
    pub(crate) chats: VecDeque<Chat>,
    /// `(seq, steps)` after each change of the match: where a stream resumes.
    marks: Vec<(u32, u32)>,
    keys: VecDeque<(i64, u64, u64)>,
}

impl Room {
    pub(crate) fn new(id: i64, code: String, header: Header, created: Millis) -> Self {
        let seats = header.seats();
        Self {
            id,
            code,
            created,
            updated: created,
            seq: 0,
            revision: 0,
            status: Status::Open,
            chairs: vec![Chair::default(); usize::from(seats)],
            clock: Clock::new(header.clock, seats),
            proposal: None,
            agreed: Seats::NONE,
            result: None,
            frozen: None,
            game: None,
            chats: VecDeque::new(),
            marks: Vec::new(),
            keys: VecDeque::new(),
            commitment: header.base().commitment(),
            header,
        }
    }

    /// Plays an entry of the journal.
    pub(crate) fn replay(&mut self, catalog: &Catalog, entry: &Entry) -> Result<(), String> {
        if entry.seq != self.seq as i64 {
            return Err(format!(
                "the journal of table {} goes from {} to {}",
                self.code, self.seq, entry.seq
            ));
        }
        let changes = crate::change::read(&entry.body)?;
        self.apply(catalog, entry.at, entry.key, &changes, Mode::Replay)
    }

    /// Carries out the changes of one entry.
    pub(crate) fn apply(
        &mut self,
        catalog: &Catalog,
        at: Millis,
        key: Option<i64>,
        changes: &[Change],
        mode: Mode,
    ) -> Result<(), String> {
        self.seq += 1;
        self.updated = at;
        for change in changes {
            self.fold(catalog, at, change, mode)?;
        }
        if changes.iter().any(Change::touches_match) {
            self.revision = self.seq;
            self.marks.push((self.seq as u32, self.steps()));
            // Whatever was agreed on meant the match as it was.
            if !changes.iter().any(|change| matches!(change, Change::Proposed { .. })) {
                (self.proposal, self.agreed) = (None, Seats::NONE);
            }
        }
        self.notice_the_end();
        self.run_clocks(at);
        if let Some(key) = key {
            self.keys.push_back((key, self.seq, self.revision));
            if self.keys.len() > KEYS {
                self.keys.pop_front();
            }
        }
        Ok(())
    }

    fn fold(&mut self, catalog: &Catalog, at: Millis, change: &Change, mode: Mode) -> Result<(), String> {
        match change {
            Change::Moved { steps } => self.append(steps, mode)?,
            Change::Sat { seat, player } => {
                let chair = self.chair(*seat)?;
                *chair = Chair { player: Some(player.clone()), asked: chair.asked, ..Chair::default() };
                chair.ready = chair.level().is_some();
            }
            Change::Left { seat } => *self.chair(*seat)? = Chair::default(),
            Change::Ready { seat, contribution } => {
                let chair = self.chair(*seat)?;
                (chair.ready, chair.contribution) = (true, contribution.clone());
            }
            Change::Began { steps } => {
                if mode == Mode::Replay {
                    self.game = Some(self.header.open(catalog, self.contributions())?);
                    let fresh = self.game().steps(0);
                    if fresh != *steps {
                        return Err(format!("the match began with {steps:?}, the rules now give {fresh:?}"));
                    }
                }
                self.status = Status::Playing;
            }
            Change::Undone { seat } => {
                if mode == Mode::Replay {
                    self.game_mut().undo(Seat(*seat)).map_err(|error| error.to_string())?;
                }
            }
            Change::Rewound { keep } => {
                if mode == Mode::Replay {
                    self.game = Some(self.game().rewound(*keep as usize));
                }
            }
            Change::Ordered { seat, bits, steps } => {
                if mode == Mode::Replay {
                    self.game_mut().note_orders(Seat(*seat), OrderSet(*bits));
                }
                self.append(steps, mode)?;
            }
            Change::Proposed { seat, proposal } => {
                self.proposal = Some(ProposalRequest { seat: *seat, proposal: proposal.clone() });
                self.agreed = Seats::only(Seat(*seat));
            }
            Change::Agreed { seat } => self.agreed = self.agreed.with(Seat(*seat)),
            Change::Declined { .. } => (self.proposal, self.agreed) = (None, Seats::NONE),
            Change::Clock { clock } => {
                self.clock.switch(at, *clock);
                (self.proposal, self.agreed) = (None, Seats::NONE);
            }
            Change::Holiday { seat, until } => self.clock.holiday(at, *seat, *until),
            Change::Lost { seat, reason, steps } => {
                self.append(steps, mode)?;
                let scores = match self.game.as_ref().and_then(|game| game.scores()) {
                    Some(scores) => Some(scores.0),
                    // Without a concession of its own, the only other seat has won.
                    None if steps.is_empty() && self.header.seats() == 2 => {
                        Some(rules::Scores::winner(2, Seat(1 - *seat)).0)
                    }
                    None => None,
                };
                if let Some(scores) = scores {
                    self.end(Outcome::new(*reason, scores, Some(*seat)));
                }
            }
            Change::Ended { reason, scores } => {
                self.end(Outcome::new(*reason, scores.clone(), None));
            }
            Change::TookOver { seat, level } => {
                let chair = self.chair(*seat)?;
                let owner = match chair.player.take() {
                    Some(Player::Human { account, name }) => Some((account, name)),
                    Some(Player::Computer { .. }) | None => None,
                };
                let substitute_for = owner.as_ref().map(|(_, name)| name.clone());
                chair.player = Some(Player::Computer { level: level.clone(), substitute_for });
                chair.owner = owner;
                chair.ready = true;
            }
            Change::Said { name, seat, text, .. } => {
                let chat = Chat { seq: self.seq, at, name: name.clone(), seat: *seat, text: text.clone() };
                self.chats.push_back(chat);
                if self.chats.len() > REMEMBERED {
                    self.chats.pop_front();
                }
            }
            Change::Frozen { why } => (self.frozen, self.status) = (Some(why.clone()), Status::Frozen),
            Change::Thawed => {
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

    fn append(&mut self, steps: &[String], mode: Mode) -> Result<(), String> {
        if mode == Mode::Live || steps.is_empty() {
            return Ok(());
        }
        let game = self.game.as_mut().ok_or("a step before the match began")?;
        game.append(steps).map_err(|error| error.to_string())
    }

    fn end(&mut self, outcome: Outcome) {
        (self.status, self.result, self.proposal) = (Status::Over, Some(outcome), None);
    }

    fn notice_the_end(&mut self) {
        if self.status == Status::Playing
            && let Some(scores) = self.game.as_ref().and_then(|game| game.scores())
        {
            self.end(Outcome::new(EndReason::Played, scores.0, None));
        }
    }

    fn run_clocks(&mut self, at: Millis) {
        let asked = self.asked();
        for (seat, chair) in self.chairs.iter_mut().enumerate() {
            match (asked.contains(Seat(seat as u8)), chair.asked) {
                (true, 0) => chair.asked = at,
                (false, _) => chair.asked = 0,
                (true, _) => {}
            }
        }
        let people = asked.iter().filter(|seat| self.chairs[seat.index()].account().is_some());
        self.clock.run(at, people.fold(Seats::NONE, Seats::with));
    }

    fn chair(&mut self, seat: u8) -> Result<&mut Chair, String> {
        self.chairs.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    pub(crate) fn contributions(&self) -> Vec<String> {
        if self.chairs.iter().all(|chair| chair.contribution.is_none()) {
            return Vec::new();
        }
        self.chairs.iter().map(|chair| chair.contribution.clone().unwrap_or_default()).collect()
    }

    /// The match. Only after it began.
    pub(crate) fn game(&self) -> &dyn AnyTable {
        self.game.as_deref().expect("the match has begun")
    }
    pub(crate) fn game_mut(&mut self) -> &mut dyn AnyTable {
        self.game.as_deref_mut().expect("the match has begun")
    }

    /// How many steps have been made.
    pub(crate) fn steps(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.revision() as u32)
    }

    /// The seats the match waits for.
    pub(crate) fn asked(&self) -> Seats {
        match (&self.game, self.status) {
            (Some(game), Status::Playing) => game.waiting(),
            _ => Seats::NONE,
        }
    }

    /// The computer player to think next.
    pub(crate) fn computer_asked(&self) -> Option<(Seat, &str)> {
        self.asked().iter().find_map(|seat| Some((seat, self.chairs[seat.index()].level()?)))
    }

    pub(crate) fn seats_of(&self, account: i64) -> Vec<u8> {
        let mine = |(_, chair): &(usize, &Chair)| chair.account() == Some(account);
        self.chairs.iter().enumerate().filter(mine).map(|(seat, _)| seat as u8).collect()
    }

    /// May this account (or a stranger) look at the table?
    pub(crate) fn visible_to(&self, account: Option<i64>) -> bool {
        self.header.visibility != Visibility::Private
            || account.is_some_and(|account| {
                self.header.host == account
                    || self.chairs.iter().any(|chair| {
                        chair.account() == Some(account)
                            || chair.owner.as_ref().is_some_and(|(owner, _)| *owner == account)
                    })
            })
    }

    /// The first step a client at `since` does not know, or knows differently after an undo.
    pub(crate) fn first_news(&self, since: u64) -> u32 {
        let known = self.marks.partition_point(|&(seq, _)| u64::from(seq) <= since);
        let at_since = if known == 0 { 0 } else { self.marks[known - 1].1 };
        self.marks[known..].iter().fold(at_since, |first, &(_, steps)| first.min(steps))
    }

    /// Has `seat` noticed anything of the match since `revision`?
    pub(crate) fn noticed_since(&self, seat: Seat, revision: u64) -> bool {
        let known = self.marks.partition_point(|&(seq, _)| u64::from(seq) <= revision);
        if known == 0 || u64::from(self.marks[known - 1].0) != revision {
            return true;
        }
        let steps = self.marks[known - 1].1;
        let undone = self.marks[known - 1..].windows(2).any(|pair| pair[1].1 < pair[0].1);
        undone || !self.game().story(Viewer::Seat(seat), steps as usize).is_empty()
    }

    /// What the request with this key led to, if it was done before.
    pub(crate) fn repeated(&self, key: i64) -> Option<(u64, u64)> {
        self.keys.iter().find(|(known, ..)| *known == key).map(|&(_, seq, revision)| (seq, revision))
    }
}
