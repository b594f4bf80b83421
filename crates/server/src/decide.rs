//! What people may do with a table: every request is judged here and becomes changes, or a refusal.

use std::str::FromStr;

use catalog::Catalog;
use rules::{StandingOrders, Scores, Seat, Seats};
use search::Level;
use wire::{EndReason, Millis, OnTimeout, Player, Proposal, Status};

use crate::{
    change::Change,
    clock,
    error::{Error, Result, not_begun, not_your_seat, refuse},
    room::Room,
};

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) account: i64,
    pub(crate) name: String,
}

/// The level of a computer that steps in for somebody.
pub(crate) fn substitute() -> String {
    Level::ALL.into_iter().find(|level| level.name() == "greedy").unwrap_or(Level::ALL[0]).name().to_owned()
}

/// Reads a level of the computer players.
pub(crate) fn level(name: &str) -> Result<Level> {
    Level::from_str(name).map_err(|why| refuse(400, "level", why))
}

fn already_begun() -> Error {
    refuse(409, "already_begun", "the match has begun")
}

impl Room {
    fn thawed(&self) -> Result<()> {
        match &self.frozen {
            None => Ok(()),
            Some(why) => Err(refuse(409, "frozen", format!("the table is frozen: {why}"))),
        }
    }

    fn playing(&self) -> Result<()> {
        self.thawed()?;
        match self.status {
            Status::Playing => Ok(()),
            Status::Open => Err(not_begun()),
            Status::Over | Status::Frozen => Err(refuse(409, "over", "the match is over")),
        }
    }

    /// The seat, if it is this person's.
    pub(crate) fn seat_of(&self, who: &Person, seat: u8) -> Result<Seat> {
        let chair = self.chairs.get(usize::from(seat)).ok_or_else(not_your_seat)?;
        if chair.account() == Some(who.account) { Ok(Seat(seat)) } else { Err(not_your_seat()) }
    }

    /// Takes a chair: an open one, or one's own from the computer that kept it.
    pub(crate) fn join(&self, who: &Person, seat: Option<u8>, invited: bool) -> Result<Vec<Change>> {
        self.thawed()?;
        if self.status == Status::Over {
            return Err(refuse(409, "over", "the match is over"));
        }
        let kept =
            |seat: usize| self.chairs[seat].owner.as_ref().is_some_and(|(owner, _)| *owner == who.account);
        let free = |seat: usize| self.chairs[seat].player.is_none();
        let seat = match seat.map(usize::from) {
            Some(seat) if seat >= self.chairs.len() => {
                return Err(refuse(409, "seat_taken", "there is no such seat"));
            }
            Some(seat) if free(seat) || kept(seat) => seat,
            Some(_) => return Err(refuse(409, "seat_taken", "somebody sits there")),
            None => (0..self.chairs.len())
                .find(|&seat| kept(seat))
                .or_else(|| (0..self.chairs.len()).find(|&seat| free(seat)))
                .ok_or_else(|| refuse(409, "no_open_seat", "all seats are taken"))?,
        };
        let private = self.header.visibility == wire::Visibility::Private;
        if private && !invited && !kept(seat) && self.header.host != who.account {
            return Err(refuse(403, "invitation_only", "seats of a private table are taken by invitation"));
        }
        let player = Player::Human { account: who.account, name: who.name.clone() };
        Ok(vec![Change::Sat { seat: seat as u8, player }])
    }

    /// Leaves; a computer plays on if the match has begun.
    pub(crate) fn leave(&self, who: &Person, seat: Option<u8>) -> Result<Vec<Change>> {
        self.thawed()?;
        let seats = match seat {
            Some(seat) => vec![self.seat_of(who, seat)?.0],
            None => self.seats_of(who.account),
        };
        if seats.is_empty() {
            return Err(not_your_seat());
        }
        match self.status {
            Status::Open => Ok(seats.into_iter().map(|seat| Change::Left { seat }).collect()),
            Status::Playing => {
                Ok(seats.into_iter().map(|seat| Change::TookOver { seat, level: substitute() }).collect())
            }
            Status::Over | Status::Frozen => Ok(vec![]),
        }
    }

    /// Ready; if everybody is, the match begins.
    pub(crate) fn ready(
        &mut self,
        catalog: &Catalog,
        who: &Person,
        contribution: Option<&str>,
    ) -> Result<Vec<Change>> {
        self.thawed()?;
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
        let mut changes: Vec<Change> = mine
            .iter()
            .map(|&seat| Change::Ready { seat, contribution: contribution.map(str::to_owned) })
            .collect();
        let others_ready = self
            .chairs
            .iter()
            .enumerate()
            .all(|(seat, chair)| mine.contains(&(seat as u8)) || (chair.player.is_some() && chair.ready));
        if others_ready {
            let mut contributions: Vec<String> =
                self.chairs.iter().map(|chair| chair.contribution.clone().unwrap_or_default()).collect();
            for &seat in &mine {
                contribution.unwrap_or_default().clone_into(&mut contributions[usize::from(seat)]);
            }
            let given =
                contribution.is_some() || self.chairs.iter().any(|chair| chair.contribution.is_some());
            let game = self.header.open(catalog, if given { contributions } else { vec![] });
            let game = game.map_err(|why| refuse(409, "load", why))?;
            changes.push(Change::Began { steps: game.steps(0) });
            self.game = Some(game);
        }
        Ok(changes)
    }

    /// The host closes a table that has not begun.
    pub(crate) fn close(&self, who: &Person) -> Result<Vec<Change>> {
        if self.header.host != who.account {
            return Err(refuse(403, "not_the_host", "only the one who made the table may close it"));
        }
        if self.status != Status::Open {
            return Err(already_begun());
        }
        Ok(vec![Change::Ended { reason: EndReason::Abandoned, scores: vec![] }])
    }

    /// Plays actions.
    pub(crate) fn act(
        &mut self,
        who: &Person,
        seat: u8,
        revision: u64,
        actions: &[String],
    ) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.play(seat, revision, actions)
    }

    /// Plays actions of whoever sits there.
    pub(crate) fn play(&mut self, seat: Seat, revision: u64, actions: &[String]) -> Result<Vec<Change>> {
        self.playing()?;
        self.current(seat, revision)?;
        let before = self.game().revision();
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        self.game_mut().submit(seat, before, &actions)?;
        Ok(vec![Change::Moved { steps: self.game().steps(before) }])
    }

    /// Is the client's picture good enough to act on?
    fn current(&self, seat: Seat, revision: u64) -> Result<()> {
        let fresh =
            revision == self.revision || (revision < self.revision && !self.noticed_since(seat, revision));
        if fresh { Ok(()) } else { Err(Error::Stale { yours: revision, now: self.revision }) }
    }

    /// Takes the last step back.
    pub(crate) fn undo(&mut self, who: &Person, seat: u8, revision: u64) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        if revision != self.revision {
            return Err(Error::Stale { yours: revision, now: self.revision });
        }
        self.game_mut().undo(seat)?;
        Ok(vec![Change::Undone { seat: seat.0 }])
    }

    /// Gives standing orders; they answer at once what they can.
    pub(crate) fn order(&mut self, who: &Person, seat: u8, bits: u32) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        let before = self.game().revision();
        self.game_mut().set_orders(seat, StandingOrders(bits));
        Ok(vec![Change::Ordered { seat: seat.0, bits, steps: self.game().steps(before) }])
    }

    /// Gives up.
    pub(crate) fn resign(&mut self, who: &Person, seat: u8) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        self.lose(seat, EndReason::Resigned)
    }

    fn lose(&mut self, seat: Seat, reason: EndReason) -> Result<Vec<Change>> {
        let before = self.game().revision();
        let steps = match self.game().resignation() {
            Some(action) => {
                self.game_mut().submit(seat, before, &[&action])?;
                self.game().steps(before)
            }
            // Among three or more, the others play on against a computer.
            None if self.header.seats() > 2 => {
                return Ok(vec![Change::TookOver { seat: seat.0, level: substitute() }]);
            }
            None => vec![],
        };
        Ok(vec![Change::Lost { seat: seat.0, reason, steps }])
    }

    /// Proposes something; if nobody has to be asked, it happens.
    pub(crate) fn propose(&mut self, who: &Person, seat: u8, proposal: &Proposal) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        if self.proposal.is_some() {
            return Err(refuse(409, "proposal_pending", "something else is proposed; answer that first"));
        }
        let proposal = &match proposal {
            // A die that has fallen stays: the moment before it is nobody's decision.
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
            Proposal::Clock { clock } => clock::sensible(*clock).map_err(|why| refuse(400, "clock", why))?,
            Proposal::Draw | Proposal::TakeBack { .. } => {}
        }
        if *proposal == Proposal::Draw && self.chairs.iter().any(|chair| chair.level().is_some()) {
            return Err(refuse(409, "declined", "a computer player does not agree to a draw"));
        }
        let mut changes = vec![Change::Proposed { seat: seat.0, proposal: proposal.clone() }];
        // The proposer agrees for all of his seats.
        let agreed = self.seats_of(who.account).into_iter().map(Seat).fold(Seats::only(seat), Seats::with);
        changes.extend(
            agreed.iter().filter(|&other| other != seat).map(|other| Change::Agreed { seat: other.0 }),
        );
        changes.extend(self.carry_out(proposal, agreed));
        Ok(changes)
    }

    /// Answers a proposal.
    pub(crate) fn answer(&mut self, who: &Person, seat: u8, agree: bool) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        let Some(pending) = self.proposal.clone() else {
            return Err(refuse(409, "no_proposal", "nothing is proposed, or it was answered or overtaken"));
        };
        if !agree {
            return Ok(vec![Change::Declined { seat: seat.0 }]);
        }
        let mut changes = vec![Change::Agreed { seat: seat.0 }];
        changes.extend(self.carry_out(&pending.proposal, self.agreed.with(seat)));
        Ok(changes)
    }

    /// What happens if these seats agree: nothing, while a person has not been heard.
    fn carry_out(&mut self, proposal: &Proposal, agreed: Seats) -> Option<Change> {
        let person = |(seat, chair): (usize, &crate::room::Chair)| chair.account().map(|_| Seat(seat as u8));
        let everybody = self.chairs.iter().enumerate().filter_map(person).all(|seat| agreed.contains(seat));
        everybody.then(|| match proposal {
            Proposal::Draw => {
                Change::Ended { reason: EndReason::Drawn, scores: Scores::draw(self.header.seats()).0 }
            }
            Proposal::TakeBack { steps } => {
                self.game = Some(self.game().at_step(*steps as usize));
                Change::Rewound { keep: *steps }
            }
            Proposal::Clock { clock } => Change::Clock { clock: *clock },
        })
    }

    /// Goes on holiday, or comes back.
    pub(crate) fn holiday(&self, who: &Person, seat: u8, days: u32, now: Millis) -> Result<Vec<Change>> {
        let seat = self.seat_of(who, seat)?;
        self.playing()?;
        if days > self.clock.holidays(seat.0) {
            let left = self.clock.holidays(seat.0);
            return Err(refuse(409, "no_holiday", format!("{left} holidays are left at this table")));
        }
        Ok(vec![Change::Holiday { seat: seat.0, until: now + i64::from(days) * 86_400_000 }])
    }

    /// Says something.
    pub(crate) fn say(&self, who: &Person, text: &str) -> Result<Vec<Change>> {
        let text: String = text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(refuse(400, "text", "a chat line has 1 to 500 characters"));
        }
        let seat = self.seats_of(who.account).first().copied();
        if seat.is_none() && self.header.visibility == wire::Visibility::Private {
            return Err(refuse(403, "not_seated", "only players chat at a private table"));
        }
        Ok(vec![Change::Said { account: who.account, name: who.name.clone(), seat, text }])
    }

    /// What a clock that has run out leads to.
    pub(crate) fn time_out(&mut self, now: Millis) -> Result<Vec<Change>> {
        if self.playing().is_err() {
            return Ok(vec![]);
        }
        let late = |seat: &Seat| self.clock.deadline_of(seat.0).is_some_and(|deadline| deadline <= now);
        let Some(seat) = self.asked().iter().find(late) else { return Ok(vec![]) };
        match self.header.on_timeout {
            OnTimeout::Computer => Ok(vec![Change::TookOver { seat: seat.0, level: substitute() }]),
            OnTimeout::Loss => self.lose(seat, EndReason::TimedOut),
        }
    }
}
