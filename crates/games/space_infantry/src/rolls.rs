//! Chapter 12: the ROLL sub-machine with its re-roll window, and the faces each lane receives.

use rules::{Denied, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::{Faces, Pay, Source},
    ids::{Lane, Resource},
    play::{Play, require},
};

impl SpaceInfantry {
    /// The deployed token whose contest is being rolled, if it is an Espionage (SI-9.5).
    pub(crate) fn contesting(&self, board: &Board) -> Option<Source> {
        match board.below()? {
            Frame::Tech { race, .. } => Some(Source::Spy(race)),
            Frame::Relation { rolling, .. } => rolling.map(Source::Attache),
            _ => None,
        }
    }

    /// May the roll on the table be thrown again with this Espionage?
    pub(crate) fn may_reroll(&self, board: &Board, pay: Pay) -> Result<(), Denied> {
        if board.below() == Some(Frame::SetUpRoll) {
            return Err(Denied(rule!("SI-R-35")));
        }
        rule!("SI-12.3");
        match pay {
            Pay::Hand => require(board.hand().has(Resource::Espionage), || rule!("SI-7.3b")),
            Pay::Deployed(source) => {
                require(self.contesting(board) != Some(source), || rule!("SI-9.5"))?;
                let there = match source {
                    Source::Attache(race) => board.deployed.attaches & race.bit() != 0,
                    Source::Spy(race) => board.deployed.spies & race.bit() != 0,
                    _ => false,
                };
                require(there, || rule!("SI-R-53"))
            }
            Pay::Warp | Pay::Engines => Err(Denied(rule!("SI-7.3.1.4.4"))),
        }
    }

    /// Is there an Espionage to throw the dice again with?
    pub(crate) fn has_reroll(&self, board: &Board) -> bool {
        if board.below() == Some(Frame::SetUpRoll) {
            return false;
        }
        let mut deployed = board.deployed;
        match self.contesting(board) {
            Some(Source::Spy(race)) => deployed.spies &= !race.bit(),
            Some(Source::Attache(race)) => deployed.attaches &= !race.bit(),
            _ => {}
        }
        board.hand().has(Resource::Espionage) || deployed.spies | deployed.attaches != 0
    }

    /// D19: do two dice of a contest differ, so that the player picks one?
    pub(crate) fn picks_die(&self, board: &Board, faces: Faces) -> bool {
        faces.len() == 2 && faces[0] != faces[1] && self.contesting(board).is_some()
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn run_roll(&mut self, _lane: Lane, faces: Faces) -> bool {
        if faces.is_empty() {
            return false;
        }
        rule!("SI-12.1");
        if self.game.has_reroll(self.board) || self.game.picks_die(self.board, faces) {
            rule!("SI-12.2");
            return false;
        }
        self.accept(faces);
        true
    }

    /// Dice were thrown.
    pub(crate) fn thrown(&mut self, thrown: Faces) {
        let Some(Frame::Roll { lane, count, attempt, .. }) = self.board.frame() else {
            unreachable!("dice are thrown for a roll");
        };
        self.report(Event::DiceRolled { lane, faces: thrown, attempt });
        self.set(Frame::Roll { lane, count, attempt, faces: thrown });
    }

    /// D9: an Espionage is sacrificed, and the same dice are thrown again.
    pub(crate) fn reroll(&mut self, pay: Pay) {
        let Some(Frame::Roll { lane, count, attempt, .. }) = self.board.frame() else {
            unreachable!("dice lie on the table");
        };
        rule!("SI-7.3.1.4.4");
        let source = self.sacrifice(Resource::Espionage, pay);
        self.report(Event::Rerolled { source });
        self.set(Frame::Roll { lane, count, attempt: attempt + 1, faces: Faces::new() });
    }

    /// The dice stand: the frame below receives them.
    pub(crate) fn accept(&mut self, faces: Faces) {
        self.pop();
        let die = faces[0];
        match self.board.frame().expect("a roll was asked for by a frame") {
            Frame::SetUpRoll => self.resource_rolled(faces, 0),
            Frame::Rolls(left) => {
                self.set(Frame::Rolls(left - 1));
                self.resource_rolled(faces, left);
            }
            Frame::WarEffort { race, steps, fight } => self.embassy_rolled(race, steps, fight, die),
            Frame::Tech { race, counter: Some(counter) } => self.spy_rolled(race, counter, die),
            Frame::Relation { .. } => self.attache_rolled(die),
            Frame::Conflict(None) => {
                rule!("SI-R-84");
                self.set(Frame::Conflict(Some(self.game.data.conflict_die[usize::from(die) - 1])));
            }
            Frame::Conflict(Some(result)) => self.relation_rolled(Some(result), die),
            Frame::AllianceDie => self.relation_rolled(None, die),
            Frame::ChitDie(chit) => self.chit_rolled(chit, die),
            Frame::FactionDie(entry) => self.faction_rolled(entry, die),
            Frame::Combat { .. } => self.combat_rolled(faces),
            Frame::Conduct(list) => self.research_rolled(list, die),
            Frame::Sabotage(race) => self.sabotage_rolled(race, die),
            other => unreachable!("{other:?} asks for no dice"),
        }
    }

    /// D19: one of two dice counts.
    pub(crate) fn use_die(&mut self, face: u8) {
        rule!("SI-11.1.4");
        let mut only = Faces::new();
        only.push(face);
        self.accept(only);
    }
}
