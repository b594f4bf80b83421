//! Commands: every request is checked here and becomes table events, or a refusal.

use std::{collections::BTreeMap, str::FromStr};

use catalog::Catalog;
use rules::{Seat, Seats, StandingOrders};
use search::Level;
use table::SavedOrders;
use wire::{EndReason, Millis, MuteRequest, OnTimeout, Player, Proposal, SeatChoiceRequest, Status};

use crate::{
    clock,
    error::{Code, Error, Result, not_begun, not_your_seat, refuse},
    room::Room,
    table_event::TableEvent,
};

/// Bytes of one seat choice: a deck has some hundred.
const MAX_CHOICE_BYTES: usize = 4_096;

/// The account and name of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct User {
    pub(crate) account: i64,
    pub(crate) name: String,
}

/// Reads a level of the computer players.
pub(crate) fn parse_level(name: &str) -> Result<Level> {
    Level::from_str(name).map_err(|why| refuse(Code::Level, why))
}

fn already_begun() -> Error {
    refuse(Code::AlreadyBegun, "the match has begun")
}

impl Room {
    /// The level that replaces a player: the host's choice.
    pub(crate) fn substitute_level(&self) -> String {
        self.header.substitute.clone().unwrap_or_else(|| Level::Greedy.name().to_owned())
    }

    fn ensure_not_frozen(&self) -> Result<()> {
        match &self.frozen {
            None => Ok(()),
            Some(why) => Err(refuse(Code::Frozen, format!("the table is frozen: {why}"))),
        }
    }

    fn ensure_playing(&self) -> Result<()> {
        self.ensure_not_frozen()?;
        match self.status {
            Status::Playing => Ok(()),
            Status::Open => Err(not_begun()),
            Status::Over | Status::Frozen => Err(refuse(Code::Over, "the match is over")),
        }
    }

    /// Refuses what a counted attempt at an open day must not have; `what` begins the sentence.
    pub(crate) fn ensure_no_challenge(&self, what: &str) -> Result<()> {
        match self.header.day.filter(|_| self.is_open_challenge()) {
            None => Ok(()),
            Some(day) => {
                let message = format!("{what} while the challenge of {day} is open");
                Err(refuse(Code::Challenge, message))
            }
        }
    }

    /// The seat, if it is this person's.
    pub(crate) fn seat_of(&self, who: &User, seat: u8) -> Result<Seat> {
        let seat_state = self.seats.get(usize::from(seat)).ok_or_else(not_your_seat)?;
        if seat_state.account() == Some(who.account) { Ok(Seat(seat)) } else { Err(not_your_seat()) }
    }

    /// Takes a seat: an open one, or the caller's own from the computer that replaced them.
    pub(crate) fn join(&self, who: &User, seat: Option<u8>, invited: bool) -> Result<Vec<TableEvent>> {
        self.ensure_not_frozen()?;
        if self.status == Status::Over {
            return Err(refuse(Code::Over, "the match is over"));
        }
        let kept =
            |seat: usize| self.seats[seat].owner.as_ref().is_some_and(|(owner, _)| *owner == who.account);
        let free = |seat: usize| self.seats[seat].player.is_none();
        let seat = match seat.map(usize::from) {
            Some(seat) if seat >= self.seats.len() => {
                return Err(refuse(Code::SeatTaken, "there is no such seat"));
            }
            Some(seat) if free(seat) || kept(seat) => seat,
            Some(_) => return Err(refuse(Code::SeatTaken, "this seat is taken")),
            None => (0..self.seats.len())
                .find(|&seat| kept(seat))
                .or_else(|| (0..self.seats.len()).find(|&seat| free(seat)))
                .ok_or_else(|| refuse(Code::NoOpenSeat, "all seats are taken"))?,
        };
        let private = self.header.visibility == wire::Visibility::Private;
        if private && !invited && !kept(seat) && self.header.host != who.account {
            return Err(refuse(Code::InvitationOnly, "seats of a private table are taken by invitation"));
        }
        let player = Player::Human { account: who.account, name: who.name.clone() };
        Ok(vec![TableEvent::SeatTaken { seat: seat as u8, player }])
    }

    /// Leaves; a computer takes over if the match has started.
    pub(crate) fn leave(&self, who: &User, seat: Option<u8>) -> Result<Vec<TableEvent>> {
        self.ensure_not_frozen()?;
        let seats = match seat {
            Some(seat) => vec![self.seat_of(who, seat)?.0],
            None => self.seats_of(who.account),
        };
        if seats.is_empty() {
            return Err(not_your_seat());
        }
        self.ensure_no_challenge("no computer plays your attempt")?;
        match self.status {
            Status::Open => Ok(seats.into_iter().map(|seat| TableEvent::SeatVacated { seat }).collect()),
            Status::Playing => Ok(seats
                .into_iter()
                .map(|seat| TableEvent::TookOver { seat, level: self.substitute_level() })
                .collect()),
            Status::Over | Status::Frozen => Ok(vec![]),
        }
    }

    /// Marks the caller as ready; starts the match if all players are.
    pub(crate) fn ready(
        &self,
        catalog: &Catalog,
        who: &User,
        contribution: Option<&str>,
    ) -> Result<Vec<TableEvent>> {
        self.ensure_not_frozen()?;
        if self.status != Status::Open {
            return Err(already_begun());
        }
        if contribution.is_some_and(|text| text.chars().count() > 64 || text.chars().any(char::is_control)) {
            return Err(refuse(Code::Contribution, "a contribution has up to 64 printable characters"));
        }
        let mine = self.seats_of(who.account);
        if mine.is_empty() {
            return Err(not_your_seat());
        }
        let mut changes: Vec<TableEvent> = mine
            .iter()
            .map(|&seat| TableEvent::Ready { seat, contribution: contribution.map(str::to_owned) })
            .collect();
        let others_ready = self.seats.iter().enumerate().all(|(seat, seat_state)| {
            mine.contains(&(seat as u8)) || (seat_state.player.is_some() && seat_state.ready)
        });
        if others_ready {
            let mut contributions: Vec<String> = self
                .seats
                .iter()
                .map(|seat_state| seat_state.contribution.clone().unwrap_or_default())
                .collect();
            for &seat in &mine {
                contribution.unwrap_or_default().clone_into(&mut contributions[usize::from(seat)]);
            }
            let given = contribution.is_some()
                || self.seats.iter().any(|seat_state| seat_state.contribution.is_some());
            let game = self.header.open(catalog, if given { contributions } else { vec![] }, self.choices());
            let game = game.map_err(|why| refuse(Code::Load, why))?;
            changes.push(TableEvent::Started { steps: game.steps(0) });
        }
        Ok(changes)
    }

    /// Makes the choices of a seat before the start: checked by opening the match with them.
    pub(crate) fn choose(
        &self,
        catalog: &Catalog,
        who: &User,
        request: &SeatChoiceRequest,
    ) -> Result<Vec<TableEvent>> {
        self.ensure_not_frozen()?;
        let seat = self.seat_of(who, request.seat)?;
        if self.status != Status::Open {
            return Err(already_begun());
        }
        let known = catalog.game(&self.header.game)?.info().seat_choices;
        for (id, value) in &request.choices {
            let info = known.iter().find(|choice| choice.id == id);
            let info =
                info.ok_or_else(|| refuse(Code::SeatChoice, format!("this game has no seat choice {id:?}")))?;
            let listed = info.values.iter().any(|(known, _)| known == value);
            if value.len() > MAX_CHOICE_BYTES || !(listed || info.free_text) {
                let values =
                    info.values.iter().map(|(value, _)| value.as_str()).collect::<Vec<_>>().join(", ");
                return Err(refuse(Code::SeatChoice, format!("{id} = {value:?}: expected one of {values}")));
            }
        }
        let mut choices = self.choices();
        choices.resize(self.seats.len(), BTreeMap::new());
        choices[seat.index()].clone_from(&request.choices);
        // Whether a deck or a faction is allowed, the game decides.
        let others_chose =
            self.seats.iter().enumerate().all(|(n, state)| n == seat.index() || !state.choices.is_empty());
        if others_chose {
            self.header.open(catalog, vec![], choices).map_err(|why| refuse(Code::SeatChoice, why))?;
        }
        Ok(vec![TableEvent::SeatChosen { seat: seat.0, choices: request.choices.clone() }])
    }

    /// The host closes a table that has not begun.
    pub(crate) fn close(&self, who: &User) -> Result<Vec<TableEvent>> {
        if self.header.host != who.account {
            return Err(refuse(Code::NotTheHost, "only the host can close the table"));
        }
        if self.status != Status::Open {
            return Err(already_begun());
        }
        Ok(vec![TableEvent::Ended { reason: EndReason::Abandoned, scores: vec![] }])
    }

    /// Plays actions.
    pub(crate) fn act(
        &self,
        who: &User,
        seat: u8,
        revision: u64,
        actions: &[String],
    ) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.play(seat, revision, actions)
    }

    /// Plays actions of a seat, person or computer.
    pub(crate) fn play(&self, seat: Seat, revision: u64, actions: &[String]) -> Result<Vec<TableEvent>> {
        self.ensure_playing()?;
        self.ensure_fresh(seat, revision)?;
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        Ok(vec![TableEvent::Moved { steps: self.steps_of(seat, &actions)? }])
    }

    /// Checks that nothing visible to `seat` has changed since `revision`.
    fn ensure_fresh(&self, seat: Seat, revision: u64) -> Result<()> {
        let fresh = revision == self.revision
            || (revision < self.revision && !self.has_visible_change_since(seat, revision));
        if fresh { Ok(()) } else { Err(Error::Stale { yours: revision, now: self.revision }) }
    }

    /// Takes the last step back.
    pub(crate) fn undo(&self, who: &User, seat: u8, revision: u64) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        if revision != self.revision {
            return Err(Error::Stale { yours: revision, now: self.revision });
        }
        self.game().check_undo(seat)?;
        Ok(vec![TableEvent::Undone { seat: seat.0 }])
    }

    /// Sets standing orders and runs them.
    pub(crate) fn order(&self, who: &User, seat: u8, orders: StandingOrders) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        let mut trial = self.game().trial();
        trial.set_orders(seat, orders);
        let ids = orders.ids(trial.available_orders()).into_iter().map(str::to_owned).collect();
        let (orders, steps) = (SavedOrders::Ids(ids), trial.steps(0));
        Ok(vec![TableEvent::OrdersSet { seat: seat.0, orders, steps }])
    }

    /// Resigns.
    pub(crate) fn resign(&self, who: &User, seat: u8) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        self.end_for_seat(seat, EndReason::Resigned)
    }

    /// The steps that actions of a seat lead to, with chance and standing orders; the table stays as it is.
    fn steps_of(&self, seat: Seat, actions: &[&str]) -> Result<Vec<String>> {
        let mut trial = self.game().trial();
        trial.submit(seat, trial.step_count(), actions)?;
        Ok(trial.steps(0))
    }

    /// The events of a resignation or a timeout: by the rule of the game, or else by the table.
    fn end_for_seat(&self, seat: Seat, reason: EndReason) -> Result<Vec<TableEvent>> {
        if let Some(action) = self.game().resignation() {
            let steps = self.steps_of(seat, &[&action])?;
            return Ok(vec![TableEvent::Lost { seat: seat.0, reason, steps }]);
        }
        let mut trial = self.game().trial();
        trial.resign(seat)?;
        let mut events = vec![TableEvent::Lost { seat: seat.0, reason, steps: vec![] }];
        if trial.outcome().is_none() {
            // The others continue against a computer.
            events.push(TableEvent::TookOver { seat: seat.0, level: self.substitute_level() });
        }
        Ok(events)
    }

    /// Makes a proposal; executes it if no other player has to agree.
    pub(crate) fn propose(&self, who: &User, seat: u8, proposal: &Proposal) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        self.ensure_no_challenge("you cannot make proposals or take dice back")?;
        if self.proposal.is_some() {
            return Err(refuse(
                Code::ProposalPending,
                "another proposal is pending; answer or withdraw it first",
            ));
        }
        let proposal = &match proposal {
            // A roll stays: before it no seat owes a decision.
            Proposal::TakeBack { steps } => {
                let later = self.game().steps(*steps as usize);
                let dice = later.iter().take_while(|step| step.starts_with('*')).count();
                Proposal::TakeBack { steps: steps.saturating_add(dice as u32) }
            }
            Proposal::Draw | Proposal::Clock { .. } => proposal.clone(),
        };
        match proposal {
            Proposal::TakeBack { steps } if *steps >= self.steps() => {
                return Err(refuse(Code::Steps, "a take-back keeps fewer steps than have been made"));
            }
            Proposal::Clock { clock } => clock::validate(*clock).map_err(|why| refuse(Code::Clock, why))?,
            Proposal::Draw | Proposal::TakeBack { .. } => {}
        }
        let opponents =
            self.seats.iter().filter(|state| state.account().is_some() || state.owner.is_some()).count();
        if *proposal == Proposal::Draw
            && opponents < 2
            && self.seats.iter().all(|state| state.level().is_none())
        {
            return Err(refuse(Code::Declined, "a draw needs an opponent"));
        }
        if *proposal == Proposal::Draw && self.seats.iter().any(|seat_state| seat_state.level().is_some()) {
            return Err(refuse(Code::Declined, "a computer player does not agree to a draw"));
        }
        let mut changes = vec![TableEvent::Proposed { seat: seat.0, proposal: proposal.clone() }];
        // The proposer agrees for all of their seats.
        let agreed = self.seats_of(who.account).into_iter().map(Seat).fold(Seats::only(seat), Seats::with);
        changes.extend(
            agreed.iter().filter(|&other| other != seat).map(|other| TableEvent::Agreed { seat: other.0 }),
        );
        changes.extend(self.execute_proposal(proposal, agreed));
        Ok(changes)
    }

    /// Answers a proposal.
    pub(crate) fn answer(&self, who: &User, seat: u8, agree: bool) -> Result<Vec<TableEvent>> {
        let seat = self.seat_for_answer(who, seat)?;
        self.ensure_playing()?;
        let Some(pending) = self.proposal.clone() else {
            return Err(refuse(Code::NoProposal, "no proposal is pending"));
        };
        if !agree {
            return Ok(vec![TableEvent::Declined { seat: seat.0 }]);
        }
        let mut changes = vec![TableEvent::Agreed { seat: seat.0 }];
        changes.extend(self.execute_proposal(&pending.proposal, self.agreed.with(seat)));
        Ok(changes)
    }

    /// The seat, if it is this user's, or if a computer plays it in their absence: also then their consent is needed.
    fn seat_for_answer(&self, who: &User, seat: u8) -> Result<Seat> {
        let state = self.seats.get(usize::from(seat)).ok_or_else(not_your_seat)?;
        let away = state.owner.as_ref().is_some_and(|(owner, _)| *owner == who.account);
        if away { Ok(Seat(seat)) } else { self.seat_of(who, seat) }
    }

    /// The event of an accepted proposal; `None` while a player has not agreed.
    fn execute_proposal(&self, proposal: &Proposal, agreed: Seats) -> Option<TableEvent> {
        // A player whom a computer replaces may come back to this match: they have to agree as well.
        let person = |(seat, state): (usize, &crate::room::SeatState)| {
            (state.account().is_some() || state.owner.is_some()).then_some(Seat(seat as u8))
        };
        let unanimous = self.seats.iter().enumerate().filter_map(person).all(|seat| agreed.contains(seat));
        unanimous.then(|| match proposal {
            Proposal::Draw => TableEvent::Ended {
                reason: EndReason::Drawn,
                scores: vec![1000 / u16::from(self.header.seats()); usize::from(self.header.seats())],
            },
            Proposal::TakeBack { steps } => TableEvent::Rewound { keep: *steps, reroll: true },
            Proposal::Clock { clock } => TableEvent::Clock { clock: *clock },
        })
    }

    /// Starts or ends a holiday.
    pub(crate) fn holiday(&self, who: &User, seat: u8, days: u32, now: Millis) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        if days > self.clock.holidays(seat.0) {
            let left = self.clock.holidays(seat.0);
            return Err(refuse(Code::NoHoliday, format!("you have {left} holidays left at this table")));
        }
        Ok(vec![TableEvent::Holiday { seat: seat.0, until: now + i64::from(days) * 86_400_000 }])
    }

    /// Adds a chat line.
    pub(crate) fn say(&self, who: &User, text: &str) -> Result<Vec<TableEvent>> {
        let text: String = text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(refuse(Code::Text, "a chat line has 1 to 500 characters"));
        }
        let seat = self.seats_of(who.account).first().copied();
        if seat.is_none() && self.header.visibility == wire::Visibility::Private {
            return Err(refuse(Code::NotSeated, "only players chat at a private table"));
        }
        if self.is_muted(who.account) {
            return Err(refuse(Code::Muted, "the host has muted you at this table"));
        }
        Ok(vec![TableEvent::Chatted { account: who.account, name: who.name.clone(), seat, text }])
    }

    /// Mutes an account in the chat, or hears it again.
    pub(crate) fn mute(&self, who: &User, request: &MuteRequest) -> Result<Vec<TableEvent>> {
        match request.seat {
            Some(seat) => drop(self.seat_of(who, seat)?),
            None if self.header.host == who.account => {}
            None => return Err(refuse(Code::NotTheHost, "only the host can mute for the whole table")),
        }
        let MuteRequest { account, seat: by, muted } = *request;
        Ok(vec![TableEvent::Muted { by, account, muted }])
    }

    /// The events of a clock that has run out.
    pub(crate) fn time_out(&self, now: Millis) -> Result<Vec<TableEvent>> {
        if self.ensure_playing().is_err() {
            return Ok(vec![]);
        }
        let late = |seat: &Seat| self.clock.deadline_of(seat.0).is_some_and(|deadline| deadline <= now);
        let Some(seat) = self.asked().iter().find(late) else { return Ok(vec![]) };
        match self.header.on_timeout {
            OnTimeout::Computer => {
                Ok(vec![TableEvent::TookOver { seat: seat.0, level: self.substitute_level() }])
            }
            OnTimeout::Loss => self.end_for_seat(seat, EndReason::TimedOut),
        }
    }
}
