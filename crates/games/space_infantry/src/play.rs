//! A step being carried out: changes a board and reports events.

use rules::{Denied, rule};

use crate::{Board, Event, Frame, SpaceInfantry, action::Faces, ids::Lane, state::Ending};

/// The rules, the board they change, and the listener.
pub(crate) struct Play<'a, E> {
    pub(crate) game: &'a SpaceInfantry,
    pub(crate) board: &'a mut Board,
    pub(crate) emit: &'a mut E,
}

/// Shorthand for a refusal.
pub(crate) const fn deny<T>(rule: rules::RuleId) -> Result<T, Denied> {
    Err(Denied(rule))
}

/// Refuses with `rule` unless `holds`.
pub(crate) fn require(holds: bool, rule: impl FnOnce() -> rules::RuleId) -> Result<(), Denied> {
    if holds { Ok(()) } else { Err(Denied(rule())) }
}

impl<E: FnMut(Event)> Play<'_, E> {
    #[inline]
    pub(crate) fn report(&mut self, event: Event) {
        (self.emit)(event);
    }

    /// The frame on top is replaced by this one.
    pub(crate) fn set(&mut self, frame: Frame) {
        *self.board.frames.last_mut().expect("a frame is pending") = frame;
    }

    /// This frame interrupts the one on top.
    pub(crate) fn push(&mut self, frame: Frame) {
        self.board.frames.push(frame);
    }

    /// The frame on top is done.
    pub(crate) fn pop(&mut self) {
        self.board.frames.pop();
    }

    /// Asks for dice; the frame below receives them.
    pub(crate) fn throw(&mut self, lane: Lane, count: u8) {
        self.board.rolls[lane.index()] += 1;
        self.push(Frame::Roll { lane, count, attempt: 0, faces: Faces::new() });
    }

    /// The match ends; pending sub-machines are dropped.
    pub(crate) fn end(&mut self, ending: Ending) {
        if ending != Ending::Won {
            rule!("SI-0.3");
        }
        self.board.frames.clear();
        self.board.waiting = [0; 5];
        self.board.result = Some(ending);
        self.report(Event::Ended { ending });
    }
}
