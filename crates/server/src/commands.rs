//! Commands: every request is checked here and becomes table events, or a refusal.

use std::str::FromStr;

use catalog::Catalog;
use rules::{Seat, Seats, StandingOrders};
use search::Level;
use wire::{EndReason, Millis, OnTimeout, Player, Proposal, Status};

use crate::{
    clock,
    error::{Error, Result, not_begun, not_your_seat, refuse},
    room::Room,
    table_event::TableEvent,
};

/// The account and name of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct User {
    pub(crate) account: i64,
    pub(crate) name: String,
}

/// The level of a computer player that replaces an absent player.
pub(crate) fn substitute_level() -> String {
    Level::ALL.into_iter().find(|level| level.name() == "greedy").unwrap_or(Level::ALL[0]).name().to_owned()
}

/// Reads a level of the computer players.
pub(crate) fn parse_level(name: &str) -> Result<Level> {
    Level::from_str(name).map_err(|why| refuse(400, "level", why))
}

fn already_begun() -> Error {
    refuse(409, "already_begun", "the match has begun")
}

impl Room {
    fn ensure_not_frozen(&self) -> Result<()> {
        match &self.frozen {
            None => Ok(()),
            Some(why) => Err(refuse(409, "frozen", format!("the table is frozen: {why}"))),
        }
    }

    fn ensure_playing(&self) -> Result<()> {
        self.ensure_not_frozen()?;
        match self.status {
            Status::Playing => Ok(()),
            Status::Open => Err(not_begun()),
            Status::Over | Status::Frozen => Err(refuse(409, "over", "the match is over")),
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
            return Err(refuse(409, "over", "the match is over"));
        }
        let kept =
            |seat: usize| self.seats[seat].owner.as_ref().is_some_and(|(owner, _)| *owner == who.account);
        let free = |seat: usize| self.seats[seat].player.is_none();
        let seat = match seat.map(usize::from) {
            Some(seat) if seat >= self.seats.len() => {
                return Err(refuse(409, "seat_taken", "there is no such seat"));
            }
            Some(seat) if free(seat) || kept(seat) => seat,
            Some(_) => return Err(refuse(409, "seat_taken", "this seat is taken")),
            None => (0..self.seats.len())
                .find(|&seat| kept(seat))
                .or_else(|| (0..self.seats.len()).find(|&seat| free(seat)))
                .ok_or_else(|| refuse(409, "no_open_seat", "all seats are taken"))?,
        };
        let private = self.header.visibility == wire::Visibility::Private;
        if private && !invited && !kept(seat) && self.header.host != who.account {
            return Err(refuse(403, "invitation_only", "seats of a private table are taken by invitation"));
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
        match self.status {
            Status::Open => Ok(seats.into_iter().map(|seat| TableEvent::SeatVacated { seat }).collect()),
            Status::Playing => Ok(seats
                .into_iter()
                .map(|seat| TableEvent::TookOver { seat, level: substitute_level() })
                .collect()),
            Status::Over | Status::Frozen => Ok(vec![]),
        }
    }

    /// Marks the caller as ready; starts the match if all players are.
    pub(crate) fn ready(
        &mut self,
        catalog: &Catalog,
        who: &User,
        contribution: Option<&str>,
    ) -> Result<Vec<TableEvent>> {
        self.ensure_not_frozen()?;
        if self.status != Status::Open {
            return Err(already_begun());
        }
        if contribution.is_some_and(|text| text.chars().count() > 64 || text.chars().any(char::is_control)) {
            return Err(refuse(400, "contribution", "a contribution has up to 64 printable characters"));
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
            let game = self.header.open(catalog, if given { contributions } else { vec![] });
            let game = game.map_err(|why| refuse(409, "load", why))?;
            changes.push(TableEvent::Started { steps: game.steps(0) });
            self.game = Some(game);
        }
        Ok(changes)
    }

    /// The host closes a table that has not begun.
    pub(crate) fn close(&self, who: &User) -> Result<Vec<TableEvent>> {
        if self.header.host != who.account {
            return Err(refuse(403, "not_the_host", "only the host can close the table"));
        }
        if self.status != Status::Open {
            return Err(already_begun());
        }
        Ok(vec![TableEvent::Ended { reason: EndReason::Abandoned, scores: vec![] }])
    }

    /// Plays actions.
    pub(crate) fn act(
        &mut self,
        who: &User,
        seat: u8,
        revision: u64,
        actions: &[String],
    ) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.play(seat, revision, actions)
    }

    /// Plays actions of a seat, person or computer.
    pub(crate) fn play(&mut self, seat: Seat, revision: u64, actions: &[String]) -> Result<Vec<TableEvent>> {
        self.ensure_playing()?;
        self.ensure_fresh(seat, revision)?;
        let before = self.game().step_count();
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        self.game_mut().submit(seat, before, &actions)?;
        Ok(vec![TableEvent::Moved { steps: self.game().steps(before) }])
    }

    /// Checks that nothing visible to `seat` has changed since `revision`.
    fn ensure_fresh(&self, seat: Seat, revision: u64) -> Result<()> {
        let fresh = revision == self.revision
            || (revision < self.revision && !self.has_visible_change_since(seat, revision));
        if fresh { Ok(()) } else { Err(Error::Stale { yours: revision, now: self.revision }) }
    }

    /// Takes the last step back.
    pub(crate) fn undo(&mut self, who: &User, seat: u8, revision: u64) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        if revision != self.revision {
            return Err(Error::Stale { yours: revision, now: self.revision });
        }
        self.game_mut().undo(seat)?;
        Ok(vec![TableEvent::Undone { seat: seat.0 }])
    }

    /// Sets standing orders and runs them.
    pub(crate) fn order(&mut self, who: &User, seat: u8, bits: u32) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        let before = self.game().step_count();
        self.game_mut().set_orders(seat, StandingOrders(bits));
        Ok(vec![TableEvent::OrdersSet { seat: seat.0, bits, steps: self.game().steps(before) }])
    }

    /// Resigns.
    pub(crate) fn resign(&mut self, who: &User, seat: u8) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        self.end_for_seat(seat, EndReason::Resigned)
    }

    fn end_for_seat(&mut self, seat: Seat, reason: EndReason) -> Result<Vec<TableEvent>> {
        let before = self.game().step_count();
        let steps = match self.game().resignation() {
            Some(action) => {
                self.game_mut().submit(seat, before, &[&action])?;
                self.game().steps(before)
            }
            // Among three or more, the others play on against a computer.
            None if self.header.seats() > 2 => {
                return Ok(vec![TableEvent::TookOver { seat: seat.0, level: substitute_level() }]);
            }
            None => {
                self.game_mut().resign(seat)?;
                vec![]
            }
        };
        Ok(vec![TableEvent::Lost { seat: seat.0, reason, steps }])
    }

    /// Makes a proposal; executes it if no other player has to agree.
    pub(crate) fn propose(&mut self, who: &User, seat: u8, proposal: &Proposal) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        if self.proposal.is_some() {
            return Err(refuse(
                409,
                "proposal_pending",
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
                return Err(refuse(400, "steps", "a take-back keeps fewer steps than have been made"));
            }
            Proposal::Clock { clock } => clock::validate(*clock).map_err(|why| refuse(400, "clock", why))?,
            Proposal::Draw | Proposal::TakeBack { .. } => {}
        }
        if *proposal == Proposal::Draw && self.seats.iter().any(|seat_state| seat_state.level().is_some()) {
            return Err(refuse(409, "declined", "a computer player does not agree to a draw"));
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
    pub(crate) fn answer(&mut self, who: &User, seat: u8, agree: bool) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        let Some(pending) = self.proposal.clone() else {
            return Err(refuse(409, "no_proposal", "no proposal is pending"));
        };
        if !agree {
            return Ok(vec![TableEvent::Declined { seat: seat.0 }]);
        }
        let mut changes = vec![TableEvent::Agreed { seat: seat.0 }];
        changes.extend(self.execute_proposal(&pending.proposal, self.agreed.with(seat)));
        Ok(changes)
    }

    /// The event of an accepted proposal; `None` while a player has not agreed.
    fn execute_proposal(&mut self, proposal: &Proposal, agreed: Seats) -> Option<TableEvent> {
        let person = |(seat, seat_state): (usize, &crate::room::SeatState)| {
            seat_state.account().map(|_| Seat(seat as u8))
        };
        let unanimous = self.seats.iter().enumerate().filter_map(person).all(|seat| agreed.contains(seat));
        unanimous.then(|| match proposal {
            Proposal::Draw => TableEvent::Ended {
                reason: EndReason::Drawn,
                scores: vec![1000 / u16::from(self.header.seats()); usize::from(self.header.seats())],
            },
            Proposal::TakeBack { steps } => {
                self.game = Some(self.game().at_step(*steps as usize));
                TableEvent::Rewound { keep: *steps }
            }
            Proposal::Clock { clock } => TableEvent::Clock { clock: *clock },
        })
    }

    /// Starts or ends a holiday.
    pub(crate) fn holiday(&self, who: &User, seat: u8, days: u32, now: Millis) -> Result<Vec<TableEvent>> {
        let seat = self.seat_of(who, seat)?;
        self.ensure_playing()?;
        if days > self.clock.holidays(seat.0) {
            let left = self.clock.holidays(seat.0);
            return Err(refuse(409, "no_holiday", format!("you have {left} holidays left at this table")));
        }
        Ok(vec![TableEvent::Holiday { seat: seat.0, until: now + i64::from(days) * 86_400_000 }])
    }

    /// Adds a chat line.
    pub(crate) fn say(&self, who: &User, text: &str) -> Result<Vec<TableEvent>> {
        let text: String = text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(refuse(400, "text", "a chat line has 1 to 500 characters"));
        }
        let seat = self.seats_of(who.account).first().copied();
        if seat.is_none() && self.header.visibility == wire::Visibility::Private {
            return Err(refuse(403, "not_seated", "only players chat at a private table"));
        }
        Ok(vec![TableEvent::Chatted { account: who.account, name: who.name.clone(), seat, text }])
    }

    /// The events of a clock that has run out.
    pub(crate) fn time_out(&mut self, now: Millis) -> Result<Vec<TableEvent>> {
        if self.ensure_playing().is_err() {
            return Ok(vec![]);
        }
        let late = |seat: &Seat| self.clock.deadline_of(seat.0).is_some_and(|deadline| deadline <= now);
        let Some(seat) = self.asked().iter().find(late) else { return Ok(vec![]) };
        match self.header.on_timeout {
            OnTimeout::Computer => Ok(vec![TableEvent::TookOver { seat: seat.0, level: substitute_level() }]),
            OnTimeout::Loss => self.end_for_seat(seat, EndReason::TimedOut),
        }
    }
}
