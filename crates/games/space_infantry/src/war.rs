//! Chapters 8 and 9: War Effort, relationships between races, contested effects.

use rules::rule;

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::{Contested, Source},
    data::{Conflict, Overage},
    ids::{FedTech, Lane, Pair, Race, Relation, Resource},
    play::Play,
};

/// Total War, the last level of the War Effort track.
pub(crate) const TOTAL_WAR: i8 = 4;
/// From this effective level on a race is at War (SI-2.14).
pub(crate) const WAR: i8 = 3;

impl SpaceInfantry {
    /// SI-2.13: War Effort minus wars, never below the logo.
    #[inline]
    pub fn effective(&self, board: &Board, race: Race) -> i8 {
        rule!("SI-2.12");
        rule!("SI-2.13");
        rule!("SI-8.2.1b");
        rule!("SI-R-69");
        (board.war[race.index()] - board.wars(race)).max(-1)
    }

    /// SI-2.14.
    #[inline]
    pub fn at_war(&self, board: &Board, race: Race) -> bool {
        rule!("SI-2.14");
        rule!("SI-8.2.1d");
        self.effective(board, race) >= WAR
    }

    /// SI-9.1: what a die means: the token stays, the effect is prevented.
    pub(crate) fn contest(&self, die: u8) -> (bool, bool) {
        rule!("SI-9.1");
        let [happens, lost] = self.data.contest;
        (die > lost, die > happens)
    }

    /// Dice of a contest: two for Espionage with the Real Time Translator.
    fn contest_dice(&self, board: &Board) -> u8 {
        if board.discovered.has(FedTech::Translator) {
            rule!("SI-11.1.4");
            rule!("SI-R-43");
            2
        } else {
            1
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// One step toward Peace.
    pub(crate) fn calm(&mut self, race: Race) {
        let from = self.board.war[race.index()];
        if from == 0 {
            rule!("SI-8.0d");
            return self.report(Event::NoEffect);
        }
        self.board.war[race.index()] = from - 1;
        self.report(Event::WarEffortMoved { race, from, to: from - 1 });
    }

    pub(crate) fn run_war_effort(&mut self, race: Race, steps: u8, fight: bool) -> bool {
        if steps == 0 {
            self.pop();
        } else if race == Race::Me && self.board.war[race.index()] == TOTAL_WAR {
            // No step is made, so an Embassy has nothing to contest.
            rule!("SI-8.0f");
            rule!("SI-8.0e");
            self.pop();
            self.report(Event::NoEffect);
        } else if self.board.deployed.embassies & race.bit() != 0 {
            rule!("SI-8.0b");
            rule!("SI-9.4");
            rule!("SI-7.3.1.6.1b");
            self.throw(Lane::Contest, 1);
        } else {
            self.step_down(race, steps, fight);
        }
        true
    }

    /// SI-8.0: one step toward Total War is made.
    fn step_down(&mut self, race: Race, steps: u8, fight: bool) {
        rule!("SI-8.0a");
        rule!("SI-R-61");
        self.set(Frame::WarEffort { race, steps: steps - 1, fight });
        let from = self.board.war[race.index()];
        if from < TOTAL_WAR {
            self.board.war[race.index()] = from + 1;
            return self.report(Event::WarEffortMoved { race, from, to: from + 1 });
        }
        rule!("SI-8.0c");
        rule!("SI-R-50");
        self.report(Event::Overflow { race });
        self.advance(race, 1, true);
        if fight {
            rule!("SI-6.1.0i");
            self.push(Frame::Fights);
        }
    }

    /// The Embassy has rolled.
    pub(crate) fn embassy_rolled(&mut self, race: Race, steps: u8, fight: bool, die: u8) {
        let (stays, prevented) = self.game.contest(die);
        self.report(Event::Contest { about: Contested::WarEffort, race, die, stays, prevented });
        if !stays {
            self.undeploy(Source::Embassy(race));
            self.board.pool.add(Resource::Diplomacy);
        }
        if prevented {
            self.set(Frame::WarEffort { race, steps: steps - 1, fight });
        } else {
            self.step_down(race, steps, fight);
        }
    }

    // --- relationships -----------------------------------------------------------------------

    /// A War or Alliance result for a pair (SI-8.2.1a, SI-8.2.2a), contested by Attachés.
    pub(crate) fn change_relation(&mut self, pair: Pair, toward: Relation) {
        if self.board.relations[pair.index()] == toward {
            if toward == Relation::Alliance {
                rule!("SI-6.2.1.3b");
                return self.overage(pair);
            }
            rule!("SI-8.2.1a");
            return self.report(Event::NoEffect);
        }
        rule!("SI-9.3a");
        rule!("SI-R-28");
        self.push(Frame::Relation { pair, toward, rolling: None, asked: 0, killed: [None; 2] });
    }

    /// One step, without any contest. Entering War or Alliance may calm the Mercenaries.
    pub(crate) fn move_relation(&mut self, pair: Pair, toward: Relation) {
        let from = self.board.relations[pair.index()];
        let to = match (from, toward) {
            _ if from == toward => return self.report(Event::NoEffect),
            (Relation::Neutral, _) => toward,
            _ => Relation::Neutral,
        };
        rule!("SI-8.2.2a");
        if from == Relation::War {
            rule!("SI-8.2.1c");
        }
        self.board.relations[pair.index()] = to;
        self.report(Event::RelationMoved { pair, from, to });
        if pair == self.game.data.calming && to != Relation::Neutral {
            rule!("SI-8.2.4");
            rule!("SI-R-27");
            self.calm(Race::Me);
        }
    }

    /// The first and the second die of a Galactic Conflict are known (SI-6.2.3).
    pub(crate) fn conflict(&mut self, result: Conflict, pair: Pair) {
        rule!("SI-6.2.3");
        match result {
            Conflict::War => self.change_relation(pair, Relation::War),
            Conflict::Alliance => self.change_relation(pair, Relation::Alliance),
            Conflict::Detente => self.move_relation(pair, Relation::Neutral),
        }
    }

    /// Races of a pair whose Attaché has not rolled yet, as bits.
    pub(crate) fn attaches_left(&self, pair: Pair, asked: u8) -> u8 {
        let [a, b] = pair.races();
        self.board.deployed.attaches & (a.bit() | b.bit()) & !asked
    }

    pub(crate) fn run_relation(
        &mut self,
        pair: Pair,
        toward: Relation,
        rolling: Option<Race>,
        asked: u8,
        killed: [Option<Race>; 2],
    ) -> bool {
        debug_assert!(rolling.is_none(), "the roll of an Attaché lies on top");
        let left = self.attaches_left(pair, asked);
        match left.count_ones() {
            0 => {
                self.pop();
                self.move_relation(pair, toward);
                self.acts_of_war(killed);
                true
            }
            1 => {
                let race = Race::ALL[left.trailing_zeros() as usize];
                self.attache_rolls(race);
                true
            }
            _ => {
                rule!("SI-9.3b");
                rule!("SI-12.12");
                false
            }
        }
    }

    /// The Attaché at a race of the pair rolls.
    pub(crate) fn attache_rolls(&mut self, race: Race) {
        let Some(Frame::Relation { pair, toward, asked, killed, .. }) = self.board.frame() else {
            unreachable!("an Attaché rolls for a relationship");
        };
        rule!("SI-7.3.1.4.2b");
        self.set(Frame::Relation { pair, toward, rolling: Some(race), asked: asked | race.bit(), killed });
        let dice = self.game.contest_dice(self.board);
        self.throw(Lane::Contest, dice);
    }

    /// An Attaché has rolled.
    pub(crate) fn attache_rolled(&mut self, die: u8) {
        let Some(Frame::Relation { pair, toward, rolling: Some(race), asked, mut killed }) =
            self.board.frame()
        else {
            unreachable!("an Attaché rolls for a relationship");
        };
        let (stays, prevented) = self.game.contest(die);
        self.report(Event::Contest { about: Contested::Relationship, race, die, stays, prevented });
        if stays {
            rule!("SI-9.3c");
        } else {
            self.undeploy(Source::Attache(race));
            self.board.pool.add(Resource::Espionage);
            killed[usize::from(killed[0].is_some())] = Some(race);
        }
        if prevented {
            self.pop();
            self.acts_of_war(killed);
        } else {
            self.set(Frame::Relation { pair, toward, rolling: None, asked, killed });
        }
    }

    /// SI-8.1.3, in the order of loss (SI-9.1a).
    fn acts_of_war(&mut self, killed: [Option<Race>; 2]) {
        for race in killed.into_iter().flatten().rev() {
            rule!("SI-8.1.3");
            rule!("SI-9.1a");
            rule!("SI-R-73");
            self.push(Frame::WarEffort { race, steps: 1, fight: false });
        }
    }

    // --- technology contests -------------------------------------------------------------------

    /// D11: the spy contests, or lets the technology pass.
    pub(crate) fn contest_tech(&mut self, contest: bool) {
        let Some(Frame::Tech { race, counter: Some(counter) }) = self.board.frame() else {
            unreachable!("a counter is shown");
        };
        rule!("SI-6.1.3.1");
        rule!("SI-9.2");
        rule!("SI-12.5");
        if contest {
            rule!("SI-7.3.1.4.3b");
            let dice = self.game.contest_dice(self.board);
            self.throw(Lane::Contest, dice);
        } else {
            self.pop();
            self.gain_tech(race, counter);
        }
    }

    /// The spy has rolled.
    pub(crate) fn spy_rolled(&mut self, race: Race, counter: u8, die: u8) {
        let (stays, prevented) = self.game.contest(die);
        self.report(Event::Contest { about: Contested::Technology, race, die, stays, prevented });
        self.pop();
        if !stays {
            self.undeploy(Source::Spy(race));
            self.board.pool.add(Resource::Espionage);
            // The act of war follows after the effect (SI-9.1a).
            self.acts_of_war([Some(race), None]);
        }
        if prevented {
            rule!("SI-R-66");
            rule!("SI-R-49");
            self.board.piles[race.index()] |= 1 << counter;
            let tech = self.game.data.races[race.index()].techs[usize::from(counter)];
            self.report(Event::TechPrevented { race, tech });
        } else {
            self.gain_tech(race, counter);
        }
    }

    // --- Overage -------------------------------------------------------------------------------

    /// SI-8.2.3: an allied pair is allied once more; the race earlier in faction order comes first.
    fn overage(&mut self, pair: Pair) {
        rule!("SI-8.2.3");
        rule!("SI-8.2.3a");
        self.report(Event::Overage { pair });
        self.push(Frame::Overage(pair));
        self.overage_effect(pair, pair.in_faction_order()[0]);
    }

    pub(crate) fn overage_effect(&mut self, pair: Pair, race: Race) {
        match self.game.data.overage[pair.index()] {
            Overage::Diplomacy => self.push(Frame::WarEffort { race, steps: 1, fight: false }),
            Overage::Military => self.advance(race, 1, true),
            Overage::Research => self.tech(race, false),
        }
    }
}
