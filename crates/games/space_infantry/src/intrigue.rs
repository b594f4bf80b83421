//! Chapters 7.3.1.4 to 7.3.1.6 and 7.3.1.8: Espionage, Morale, Diplomacy, War Opportunities.

use rules::{Denied, RuleId, rule};

use crate::{
    Action, Board, Event, Frame, SpaceInfantry,
    action::{Pay, Source},
    ids::{AlienTech, Column, FedTech, Fleet, Pair, Race, Relation, Resource, Space, Status},
    play::{Play, deny, require},
    war::TOTAL_WAR,
};

impl SpaceInfantry {
    /// SI-7.3.1.4.1a: the race must have a technology.
    pub(crate) fn may_sabotage(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        require(!board.tech[race.index()].is_empty(), || rule!("SI-7.3.1.4.1a"))?;
        self.may_pay(board, Resource::Espionage, pay, None)
    }

    /// SI-7.3.1.4.2a.
    pub(crate) fn may_send_attache(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        require(race != Race::Me, || rule!("SI-7.3.1.4.2a"))?;
        let place = Source::Attache(race);
        self.may_pay(board, Resource::Espionage, pay, Some(place))?;
        require(!self.after_payment(board, pay).has(place), || rule!("SI-R-21"))
    }

    /// SI-7.3.1.4.3a.
    pub(crate) fn may_slow_research(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        let place = Source::Spy(race);
        self.may_pay(board, Resource::Espionage, pay, Some(place))?;
        require(!self.after_payment(board, pay).has(place), || rule!("SI-R-21"))?;
        require(!self.is_full(board, race), || rule!("SI-7.3.1.4.3a"))
    }

    /// SI-7.3.1.5.2a: the leftmost column that is closed once the payment has left.
    pub(crate) fn next_column(&self, board: &Board, pay: Pay) -> Option<Column> {
        let deployed = self.after_payment(board, pay);
        [Column::Middle, Column::Right].into_iter().find(|column| !deployed.has(Source::Column(*column)))
    }

    /// SI-7.3.1.5.2a.
    pub(crate) fn may_expand(&self, board: &Board, pay: Pay) -> Result<(), Denied> {
        let Some(column) = self.next_column(board, pay) else { return deny(rule!("SI-7.3.1.5.2a")) };
        self.may_pay(board, Resource::Morale, pay, Some(Source::Column(column)))
    }

    /// SI-7.3.1.5.3.
    pub(crate) fn may_reclaim(&self, board: &Board, resource: Resource, pay: Pay) -> Result<(), Denied> {
        require(board.sacrificed.has(resource), || rule!("SI-7.3.1.5.3"))?;
        self.may_pay(board, Resource::Morale, pay, None)
    }

    /// SI-7.3.1.6.1a.
    pub(crate) fn may_open_embassy(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        let place = Source::Embassy(race);
        require(board.war[race.index()] != TOTAL_WAR, || rule!("SI-7.3.1.6.1a"))?;
        self.may_pay(board, Resource::Diplomacy, pay, Some(place))?;
        require(!self.after_payment(board, pay).has(place), || rule!("SI-R-21"))
    }

    /// SI-7.3.1.6.2.
    pub(crate) fn may_send_envoy(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        require(board.war[race.index()] > 0, || rule!("SI-7.3.1.6.4"))?;
        self.may_pay(board, Resource::Diplomacy, pay, None)?;
        let there = self.after_payment(board, pay).has(Source::Embassy(race));
        require(there, || {
            if board.deployed.has(Source::Embassy(race)) { rule!("SI-R-22") } else { rule!("SI-7.3.1.6.2") }
        })
    }

    /// SI-7.3.1.6.3.
    pub(crate) fn may_parley(&self, board: &Board, race: Race, pay: Pay) -> Result<(), Denied> {
        require(board.war[race.index()] > 0, || rule!("SI-7.3.1.6.4"))?;
        self.may_pay(board, Resource::Diplomacy, pay, None)
    }

    /// SI-7.3.1.8: a War Opportunity paid with this type, or with Warp.
    pub(crate) fn may_exploit(
        &self,
        board: &Board,
        pair: Pair,
        usual: Resource,
        pay: Pay,
    ) -> Result<(), Denied> {
        let no: fn() -> RuleId = || rule!("SI-7.3.1.8a");
        require(board.relations[pair.index()] == Relation::War, no)?;
        match pay {
            Pay::Deployed(Source::Column(_)) => return deny(rule!("SI-7.3.1.8.7")),
            Pay::Warp => require(board.hand().has(Resource::Warp), || rule!("SI-7.3.1.8.6"))?,
            _ => self.may_pay(board, usual, pay, None)?,
        }
        let left = self.after_payment(board, pay);
        let embassy = pair.races().into_iter().any(|race| left.has(Source::Embassy(race)));
        require(embassy, no)
    }

    /// The other relationship of a race in a pair (SI-7.3.1.8.3).
    pub(crate) fn other_pair(pair: Pair, race: Race) -> Option<Pair> {
        race.pairs().find(|other| *other != pair)
    }

    /// The usual payment of a War Opportunity, and its race if it names one.
    pub(crate) fn opportunity(action: Action) -> Option<(Pair, Resource, Option<Race>, Pay)> {
        match action {
            Action::ArmsDeal(pair, race, pay) => Some((pair, Resource::Build, Some(race), pay)),
            Action::Arbitration(pair, pay) => Some((pair, Resource::Maneuver, None, pay)),
            Action::FalseIntel(pair, race, pay) => Some((pair, Resource::Espionage, Some(race), pay)),
            Action::Disarm(pair, pay) => Some((pair, Resource::Research, None, pay)),
            Action::PeaceTalks(pair, pay) => Some((pair, Resource::Diplomacy, None, pay)),
            _ => None,
        }
    }

    /// The modifiers of a Sabotage die, term by term (SI-7.3.1.4.1a).
    pub(crate) fn sabotage_bonus(&self, board: &Board, race: Race) -> (i8, i8, i8) {
        let toolkit = i8::from(board.discovered.has(FedTech::Toolkit));
        let distortion = i8::from(board.discovered.has(FedTech::Distortion));
        if toolkit > 0 {
            rule!("SI-11.1.3");
        }
        let anti = self.copies(board, race, AlienTech::AntiEspionage) as i8;
        if anti > 0 {
            rule!("SI-11.2.6");
        }
        (toolkit, distortion, -anti)
    }

    /// SI-7.3.1.4.1b to e: the place on the track that this result of a Sabotage removes.
    pub(crate) fn sabotage_hits(&self, board: &Board, race: Race, result: i8) -> Option<usize> {
        rule!("SI-7.3.1.4.1b");
        rule!("SI-R-20");
        if result < 1 {
            return None;
        }
        // Space 6 is place 0 of the track; the spy stands behind the last technology.
        let place = usize::try_from(6 - result.min(6)).expect("a result from 1 to 6");
        let filled = board.tech[race.index()].len();
        if place < filled {
            rule!("SI-7.3.1.4.1c");
            return Some(place);
        }
        if place == filled && board.has_spy(race) {
            rule!("SI-7.3.1.4.1d");
            return place.checked_sub(1);
        }
        rule!("SI-7.3.1.4.1e");
        None
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn sabotage(&mut self, race: Race, pay: Pay) {
        self.spend(Resource::Espionage, pay);
        rule!("SI-7.3.1.4.1a");
        self.push(Frame::Sabotage(race));
    }

    pub(crate) fn sabotage_rolled(&mut self, race: Race, die: u8) {
        self.pop();
        let (toolkit, distortion, anti) = self.game.sabotage_bonus(self.board, race);
        let result = die as i8 + toolkit + distortion + anti;
        self.report(Event::Sabotaged { race, result });
        rule!("SI-7.3.1.4.1g");
        match self.game.sabotage_hits(self.board, race, result) {
            Some(place) => {
                rule!("SI-7.3.1.4.1f");
                self.remove_tech(race, place);
            }
            None => self.report(Event::NoEffect),
        }
    }

    pub(crate) fn propaganda(&mut self, status: Status, pay: Pay) {
        self.spend(Resource::Morale, pay);
        rule!("SI-7.3.1.5.1");
        self.propagate(status);
    }

    pub(crate) fn expand(&mut self, pay: Pay) {
        rule!("SI-7.3.1.5.2a");
        let column = self.game.next_column(self.board, pay).expect("a column to open");
        self.deploy(Source::Column(column), pay);
    }

    pub(crate) fn reclaim(&mut self, resource: Resource, pay: Pay) {
        // The Morale just sacrificed does not come back by itself: the other token goes first.
        self.board.sacrificed.take(resource);
        self.sacrifice(Resource::Morale, pay);
        rule!("SI-7.3.1.5.3");
        self.board.pool.add(resource);
        self.report(Event::Reclaimed { resource });
    }

    pub(crate) fn envoy(&mut self, race: Race, pay: Pay) {
        self.spend(Resource::Diplomacy, pay);
        rule!("SI-7.3.1.6.2");
        self.calm(race);
    }

    pub(crate) fn parley(&mut self, race: Race, pay: Pay) {
        self.sacrifice(Resource::Diplomacy, pay);
        rule!("SI-7.3.1.6.3");
        self.calm(race);
    }

    /// SI-7.3.1.8: the payment and the peace that every option begins with, then its own effect.
    pub(crate) fn exploit(&mut self, action: Action) {
        let (pair, usual, race, pay) = SpaceInfantry::opportunity(action).expect("a War Opportunity");
        match pay {
            Pay::Warp => {
                rule!("SI-7.3.1.8.6");
                self.spend(Resource::Warp, Pay::Hand);
            }
            _ => self.spend(usual, pay),
        }
        self.report(Event::WarOpportunity { pair });
        rule!("SI-7.3.1.8b");
        self.move_relation(pair, Relation::Neutral);
        let other = race.and_then(|race| pair.other(race));
        match (usual, race, other) {
            (Resource::Build, Some(race), Some(other)) => {
                rule!("SI-7.3.1.8.1");
                let from = std::mem::take(&mut self.board.war[race.index()]);
                self.report(Event::WarEffortMoved { race, from, to: 0 });
                self.push(Frame::WarEffort { race: other, steps: 1, fight: true });
            }
            (Resource::Espionage, Some(race), _) => {
                rule!("SI-7.3.1.8.3");
                rule!("SI-R-24");
                let next =
                    SpaceInfantry::other_pair(pair, race).expect("a race of a pair has two neighbours");
                self.move_relation(next, Relation::War);
            }
            (Resource::Maneuver, ..) => self.arbitrate(pair),
            (Resource::Research, ..) => {
                rule!("SI-7.3.1.8.4");
                for race in pair.in_faction_order() {
                    if !self.board.tech[race.index()].is_empty() {
                        self.remove_tech(race, 0);
                    }
                }
            }
            _ => {
                rule!("SI-7.3.1.8.5");
                pair.in_faction_order().into_iter().for_each(|race| self.calm(race));
            }
        }
    }

    /// SI-7.3.1.8.2: every fleet of both races one space outward, then the combats.
    fn arbitrate(&mut self, pair: Pair) {
        rule!("SI-7.3.1.8.2");
        for race in pair.in_faction_order() {
            for fleet in Fleet::of_mask(self.board.in_play(race)) {
                let Some(from) = self.board.fleets[fleet.index()] else { continue };
                let to = if from.is_settleable() {
                    rule!("SI-R-59");
                    Some(self.game.data.spaces[from.index()].far)
                } else {
                    self.game.outward(self.board, fleet, from)
                };
                let Some(to) = to else { continue };
                self.board.put_fleet(fleet, Some(to));
                self.report(Event::FleetRetreated { fleet, from, to });
                if self.board.is_occupied(to) && to != Space::SOL {
                    self.board.waiting[race.index()] |= to.bit();
                }
            }
        }
        self.push(Frame::Fights);
    }
}
