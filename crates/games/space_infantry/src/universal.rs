//! Chapter 6.2: universal tokens and the event mat.

use rules::{Denied, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::Source,
    data::{Conflict, Entry},
    ids::{
        AlienTech, Chit, Class, FedTech, Fleet, Pair, Piece, Race, Relation, Resource, Space, Status,
        TokenKind,
    },
    play::{Play, deny, require},
    state::BaseAt,
};

impl SpaceInfantry {
    /// D17 Failed Alliance: the pairs in Alliance.
    pub(crate) fn allied(board: &Board) -> impl Iterator<Item = Pair> + use<> {
        let relations = board.relations;
        Pair::ALL.into_iter().filter(move |pair| relations[pair.index()] == Relation::Alliance)
    }

    /// D14: the Bases in the territory of the race that is hit now.
    pub(crate) fn war_targets(&self, board: &Board, races: u8) -> impl Iterator<Item = Space> + use<> {
        let race = races.trailing_zeros() as usize;
        let territory = self.data.races.get(race).map_or(0, |race| race.territory);
        let garrisons = board.garrisons;
        Space::settleable()
            .filter(move |at| territory & at.bit() != 0 && garrisons[at.index()].base.is_some())
    }

    /// SI-7.3.1.5.1: would this change something?
    pub(crate) fn may_propagate(&self, board: &Board, status: Status) -> Result<(), Denied> {
        let changes = match status {
            Status::Desire => board.desire > 0,
            Status::Losses => board.losses > 0,
            Status::Stability => board.stability < self.data.status_max[0],
        };
        require(changes, || rule!("SI-7.3.1.5.1"))
    }

    /// D17: judges the answer to an event with a choice.
    pub(crate) fn may_answer(
        &self,
        board: &Board,
        entry: Entry,
        action: crate::Action,
    ) -> Result<(), Denied> {
        use crate::Action;
        rule!("SI-12.11");
        match (entry, action) {
            (Entry::FreeBuild, Action::FreeBuild(piece)) => self.may_construct(board, piece),
            (Entry::FreePropaganda, Action::FreePropaganda(status)) => self.may_propagate(board, status),
            (Entry::FreeBuild | Entry::FreePropaganda, Action::Decline) => Ok(()),
            (Entry::AdvanceResearch, Action::Boost(tech)) => {
                let there = board.progress.iter().any(|column| column.has(tech));
                require(there, || rule!("SI-6.2.1.1"))
            }
            (Entry::FailedAlliance, Action::PickPair(pair)) => {
                let allied = board.relations[pair.index()] == Relation::Alliance;
                require(allied, || rule!("SI-6.2.1.14"))
            }
            (Entry::Spend(_), Action::Give(source)) => self.may_give(board, source),
            _ => deny(rule!("SI-12.13")),
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn universal(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::AlienWar => {
                rule!("SI-6.2.2a");
                let at_war = |race: &Race| self.board.wars(*race) > 0;
                let races = Race::ALL.into_iter().filter(at_war).fold(0, |set, race| set | race.bit());
                // The Random Event follows the hits, also when there are none.
                rule!("SI-6.2.2d");
                self.push(Frame::ChitDraw);
                self.push(Frame::WarHits(races));
            }
            TokenKind::GalacticConflict => self.push(Frame::Conflict(None)),
            TokenKind::FastScouts => self.fast_scouts(),
            TokenKind::FastRaiders => self.fast_raiders(),
            TokenKind::ExpansionDesire => self.expansion_desire(),
            _ => self.push(Frame::ChitDraw),
        }
    }

    /// SI-6.2.2: the first race of the set is hit.
    pub(crate) fn run_war_hits(&mut self, races: u8) -> bool {
        if races == 0 {
            self.pop();
            return true;
        }
        let mut targets = self.game.war_targets(self.board, races);
        match (targets.next(), targets.next()) {
            (None, _) => {
                rule!("SI-6.2.2c");
                self.set(Frame::WarHits(races & (races - 1)));
                self.expansion_desire();
            }
            (Some(only), None) => self.hit_base(only),
            _ => {
                rule!("SI-12.7");
                return false;
            }
        }
        true
    }

    /// D14: a Base takes a step loss.
    pub(crate) fn hit_base(&mut self, at: Space) {
        let Some(Frame::WarHits(races)) = self.board.frame() else { unreachable!("an Alien War hits") };
        rule!("SI-6.2.2b");
        rule!("SI-R-46");
        self.set(Frame::WarHits(races & (races - 1)));
        let piece = if self.board.pieces(at, Piece::BaseUp) > 0 { Piece::BaseUp } else { Piece::Base };
        self.lose_step(piece, at);
    }

    /// SI-6.2.4.
    fn fast_scouts(&mut self) {
        rule!("SI-6.2.4a");
        rule!("SI-11.2.1");
        let mut any = false;
        for race in Race::ALL {
            let copies = self.game.copies(self.board, race, AlienTech::FastScouts);
            if copies > 0 {
                any = true;
                self.hurry(Fleet::of(race, Class::Scout), copies);
            }
        }
        rule!("SI-6.2.4b");
        if !any {
            rule!("SI-6.2.4c");
            self.push(Frame::ChitDraw);
        }
    }

    /// SI-6.2.5.
    fn fast_raiders(&mut self) {
        rule!("SI-6.2.5a");
        rule!("SI-11.2.2");
        rule!("SI-R-56");
        let mut any = false;
        for race in Race::ALL {
            if self.game.copies(self.board, race, AlienTech::FastRaiders) == 0 {
                continue;
            }
            any = true;
            // Order of movement: the Scout before the Raider (SI-6.1.1b).
            if self.game.copies(self.board, race, AlienTech::RaiderProtocols) > 0 {
                rule!("SI-6.2.5b");
                self.hurry(Fleet::of(race, Class::Scout), 1);
            }
            self.hurry(Fleet::of(race, Class::Raider), 1);
        }
        if !any {
            rule!("SI-6.2.5c");
            self.push(Frame::ChitDraw);
        }
    }

    /// One fleet is spawned, or moves so many spaces: Advance moves at War, else Press moves.
    fn hurry(&mut self, fleet: Fleet, spaces: u8) {
        let race = fleet.race();
        if self.board.fleets[fleet.index()].is_none() {
            rule!("SI-6.2.1.10a");
            let slot = self.board.spawn[race.index()].iter().position(|slot| *slot == Some(fleet));
            return self.spawn_from(race, slot.expect("a fleet that is not in play is in its track"));
        }
        rule!("SI-6.2.1.10b");
        rule!("SI-R-16");
        let at_war = self.game.at_war(self.board, race);
        for _ in 0..spaces {
            if !at_war {
                self.press_move(fleet);
            } else if !self.advance_move(fleet) {
                return;
            }
        }
    }

    // --- events --------------------------------------------------------------------------------

    /// SI-6.2.1a: a chit was drawn.
    pub(crate) fn chit_drawn(&mut self, chit: Chit) {
        rule!("SI-6.2.1a");
        self.board.chits &= !(1 << chit.index());
        self.report(Event::ChitDrawn { chit });
        self.set(Frame::ChitDie(chit));
    }

    /// The die on the chit's table.
    pub(crate) fn chit_rolled(&mut self, chit: Chit, die: u8) {
        self.report(Event::EventEntry { chit, die });
        if self.board.chits == 0 {
            rule!("SI-6.2.1b");
            self.board.chits = u8::MAX;
            self.report(Event::ChitsReturned);
        }
        let entry = self.game.data.chits[chit.index()].table[usize::from(die) - 1];
        match entry {
            Entry::GainTech(None) | Entry::WarEffort(None) | Entry::SpawnAdvance(None, _) => {
                rule!("SI-6.2.1.13");
                self.set(Frame::FactionDie(entry));
            }
            Entry::Alliance => {
                rule!("SI-6.2.1.3a");
                self.set(Frame::AllianceDie);
            }
            Entry::FreeBuild
            | Entry::FreePropaganda
            | Entry::AdvanceResearch
            | Entry::FailedAlliance
            | Entry::Spend(_) => self.set(Frame::Choice(entry)),
            Entry::ExpansionDesire
            | Entry::MilitaryLoss
            | Entry::ResourcesUp
            | Entry::AdvanceTrack
            | Entry::GainTech(Some(_))
            | Entry::WarEffort(Some(_))
            | Entry::SpawnAdvance(Some(_), _) => {
                self.pop();
                self.carry_out(entry);
            }
        }
    }

    /// The faction die: a race, or the player's choice.
    pub(crate) fn faction_rolled(&mut self, entry: Entry, die: u8) {
        match self.game.data.faction_die[usize::from(die) - 1] {
            Some(race) => self.of_race(entry, race),
            None => {
                rule!("SI-12.10");
                self.set(Frame::ChooseRace(entry));
            }
        }
    }

    /// An entry is carried out with this race.
    pub(crate) fn of_race(&mut self, entry: Entry, race: Race) {
        self.pop();
        self.carry_out(match entry {
            Entry::GainTech(_) => Entry::GainTech(Some(race)),
            Entry::WarEffort(_) => Entry::WarEffort(Some(race)),
            Entry::SpawnAdvance(_, class) => Entry::SpawnAdvance(Some(race), class),
            other => other,
        });
    }

    /// The relationship die of a conflict, or of an Alliance event.
    pub(crate) fn relation_rolled(&mut self, result: Option<Conflict>, die: u8) {
        match self.game.data.relation_die[usize::from(die) - 1] {
            Some(pair) => self.of_pair(result, pair),
            None => {
                rule!("SI-12.10");
                self.set(Frame::ChoosePair(result));
            }
        }
    }

    /// A conflict or an Alliance event reaches this pair.
    pub(crate) fn of_pair(&mut self, result: Option<Conflict>, pair: Pair) {
        self.pop();
        self.conflict(result.unwrap_or(Conflict::Alliance), pair);
    }

    fn carry_out(&mut self, entry: Entry) {
        match entry {
            Entry::ExpansionDesire => {
                rule!("SI-6.2.1.4");
                self.expansion_desire();
            }
            Entry::MilitaryLoss => {
                rule!("SI-6.2.1.8");
                self.military_loss();
            }
            Entry::ResourcesUp => self.raise_track(),
            Entry::AdvanceTrack => {
                rule!("SI-6.2.1.2");
                self.advance_track();
            }
            Entry::GainTech(Some(race)) => {
                rule!("SI-6.2.1.7");
                self.tech(race, false);
            }
            Entry::WarEffort(Some(race)) => {
                rule!("SI-6.2.1.12");
                self.push(Frame::WarEffort { race, steps: 1, fight: false });
            }
            Entry::SpawnAdvance(Some(race), class) => self.hurry(Fleet::of(race, class), 1),
            other => unreachable!("{other:?} asks something first"),
        }
    }

    /// D15, D17: asks only where there is something to choose.
    pub(crate) fn run_choice(&mut self, entry: Entry) -> bool {
        match entry {
            Entry::FreeBuild => {
                rule!("SI-6.2.1.5");
                let [flagships, _, mines] = self.board.unbuilt;
                let possible = flagships > 0 || mines > 0 || self.board.sol_defense.is_none();
                if possible {
                    return false;
                }
            }
            Entry::FreePropaganda => {
                rule!("SI-6.2.1.6");
                if Status::ALL.into_iter().any(|status| self.game.may_propagate(self.board, status).is_ok()) {
                    return false;
                }
            }
            Entry::AdvanceResearch => {
                rule!("SI-6.2.1.1");
                let sum = self
                    .board
                    .progress
                    .into_iter()
                    .fold(crate::ids::Techs::default(), |sum, column| sum + column);
                let mut techs = sum.names();
                match (techs.next(), techs.next()) {
                    (None, _) => {}
                    (Some(only), None) => {
                        self.boost(only);
                        return true;
                    }
                    _ => return false,
                }
            }
            Entry::FailedAlliance => {
                rule!("SI-6.2.1.14");
                let mut allied = SpaceInfantry::allied(self.board);
                match (allied.next(), allied.next()) {
                    (None, _) => {}
                    (Some(only), None) => {
                        self.fail_alliance(only);
                        return true;
                    }
                    _ => return false,
                }
            }
            Entry::Spend(resource) => return self.run_spend(resource),
            _ => unreachable!("{entry:?} asks nothing"),
        }
        self.pop();
        self.report(Event::NoEffect);
        true
    }

    /// SI-6.2.1.11a: from Stored, else deployed, else the lowest row of the track.
    fn run_spend(&mut self, resource: Resource) -> bool {
        rule!("SI-6.2.1.11a");
        if self.board.stored.has(resource) {
            self.board.stored.take(resource);
            self.board.pool.add(resource);
            self.report(Event::Returned { source: Source::Hand(resource), resource });
        } else {
            let mut deployed = self.board.deployed.sources(resource);
            match (deployed.next(), deployed.next()) {
                (Some(only), None) => {
                    rule!("SI-6.2.1.11b");
                    self.give(only);
                }
                (Some(_), Some(_)) => {
                    rule!("SI-12.9");
                    return false;
                }
                (None, _) => self.spend_from_track(resource),
            }
        }
        self.pop();
        true
    }

    fn spend_from_track(&mut self, resource: Resource) {
        for row in 0..7 {
            if let Some(column) = self.board.track.iter_mut().find(|column| column[row].has(resource)) {
                column[row].take(resource);
                self.board.pool.add(resource);
                return self.report(Event::Returned { source: Source::Hand(resource), resource });
            }
        }
        self.report(Event::NoEffect);
    }

    /// D15 of a Spend event.
    pub(crate) fn spend_deployed(&mut self, source: Source) {
        rule!("SI-6.2.1.11b");
        self.give(source);
        self.pop();
    }

    /// D17 Research +25 %: a technology moves one column right.
    pub(crate) fn boost(&mut self, tech: FedTech) {
        self.pop();
        let column = self.board.progress.iter().rposition(|column| column.has(tech));
        rule!("SI-R-57");
        self.progress(tech, column.expect("a technology on the progress track"), 1);
    }

    /// D17 Failed Alliance.
    pub(crate) fn fail_alliance(&mut self, pair: Pair) {
        self.pop();
        self.move_relation(pair, Relation::Neutral);
    }

    /// D17 Free Build.
    pub(crate) fn free_build(&mut self, piece: Piece) {
        self.pop();
        self.build_on_sol(piece);
    }

    /// D17 Free Propaganda.
    pub(crate) fn free_propaganda(&mut self, status: Status) {
        self.pop();
        self.propagate(status);
    }

    /// SI-7.3.1.5.1.
    pub(crate) fn propagate(&mut self, status: Status) {
        let board = &mut *self.board;
        let event = match status {
            Status::Desire => {
                board.desire -= 1;
                Event::DesireChanged { from: board.desire + 1, to: board.desire }
            }
            Status::Losses => {
                board.losses -= 1;
                Event::LossesChanged { from: board.losses + 1, to: board.losses }
            }
            Status::Stability => {
                board.stability += 1;
                Event::StabilityChanged { from: board.stability - 1, to: board.stability }
            }
        };
        self.report(event);
    }

    /// Bases on the map that are not upgraded, for `upgrade`.
    pub(crate) fn flip_base(&mut self, at: Space) {
        let base = self.board.garrisons[at.index()].base.expect("a Base stands here");
        self.board.bases[base.index()] = BaseAt::Map(at, true);
    }
}
