//! Chapters 7.1 to 7.3: the Resource Track, paying, deployed tokens.

use rules::{Denied, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::{Faces, LossReason, Pay, Source},
    ids::{Column, Race, Resource, TokenKind, Tokens},
    play::{Play, deny, require},
    state::Deployed,
};

impl Source {
    /// The type of the token there.
    pub const fn resource(self) -> Resource {
        match self {
            Source::Hand(resource) | Source::Track(_, _, resource) => resource,
            Source::Attache(_) | Source::Spy(_) => Resource::Espionage,
            Source::Embassy(_) => Resource::Diplomacy,
            Source::Column(_) => Resource::Morale,
        }
    }
}

impl Deployed {
    fn bits(&mut self, source: Source) -> Option<(&mut u8, u8)> {
        match source {
            Source::Attache(race) => Some((&mut self.attaches, race.bit())),
            Source::Spy(race) => Some((&mut self.spies, race.bit())),
            Source::Embassy(race) => Some((&mut self.embassies, race.bit())),
            Source::Column(column) => Some((&mut self.columns, 1 << column as u8)),
            Source::Hand(_) | Source::Track(..) => None,
        }
    }
    /// Is a token deployed there?
    pub fn has(mut self, source: Source) -> bool {
        self.bits(source).is_some_and(|(bits, bit)| *bits & bit != 0)
    }
    /// With a token deployed there, or without.
    pub(crate) fn put(&mut self, source: Source, there: bool) {
        if let Some((bits, bit)) = self.bits(source) {
            if there { *bits |= bit } else { *bits &= !bit }
        }
    }
    /// Every deployed token of a type: Attachés before spies, races in faction order, columns from the left (D15).
    pub(crate) fn sources(self, resource: Resource) -> impl Iterator<Item = Source> {
        let (first, second) = match resource {
            Resource::Espionage => (self.attaches, self.spies),
            Resource::Diplomacy => (self.embassies, 0),
            Resource::Morale => (self.columns, 0),
            _ => (0, 0),
        };
        let races = |bits: u8| Race::ALL.into_iter().filter(move |race| bits & race.bit() != 0);
        let column = |bits: u8| Column::ALL.into_iter().filter(move |column| bits & 1 << *column as u8 != 0);
        let morale = resource == Resource::Morale;
        let one = races(if morale { 0 } else { first }).map(move |race| {
            if resource == Resource::Diplomacy { Source::Embassy(race) } else { Source::Attache(race) }
        });
        one.chain(races(second).map(Source::Spy))
            .chain(column(if morale { first } else { 0 }).map(Source::Column))
    }
}

impl SpaceInfantry {
    /// The leftmost open column with an empty space in this row (SI-7.1.6, SI-7.1.7).
    pub(crate) fn free_column(&self, board: &Board, row: usize) -> Option<Column> {
        rule!("SI-7.1.6");
        let free = |column: &Column| board.is_open(*column) && board.track[column.index()][row].is_empty();
        let column = Column::ALL.into_iter().find(free);
        if column.is_none() {
            rule!("SI-7.1.7");
        }
        column
    }

    /// D3: the lowest result that is not placed yet: its index.
    pub(crate) fn placing(dice: [u8; 6]) -> Option<usize> {
        dice.iter().position(|&count| count > 0)
    }

    /// SI-7.3b, g: may this pay one token of a type? `deploying` names the new place of a deploy action.
    pub(crate) fn may_pay(
        &self,
        board: &Board,
        resource: Resource,
        pay: Pay,
        deploying: Option<Source>,
    ) -> Result<(), Denied> {
        match pay {
            Pay::Hand => require(board.hand().has(resource), || rule!("SI-7.3b")),
            Pay::Deployed(source) => {
                require(source.resource() == resource && board.deployed.has(source), || rule!("SI-7.3b"))?;
                if let Some(place) = deploying {
                    require(place != source && !board.fresh.has(source), || rule!("SI-7.3g"))?;
                }
                Ok(())
            }
            Pay::Warp | Pay::Engines => deny(rule!("SI-7.3a")),
        }
    }

    /// What is still deployed after a payment (SI-7.3h).
    pub(crate) fn after_payment(&self, board: &Board, pay: Pay) -> Deployed {
        let mut deployed = board.deployed;
        if let Pay::Deployed(source) = pay {
            rule!("SI-7.3h");
            deployed.put(source, false);
        }
        deployed
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    // --- phase 1 and 2 ---------------------------------------------------------------------------

    /// A resource roll stands; `left` rolls were to make, 0 for the set-up.
    pub(crate) fn resource_rolled(&mut self, faces: Faces, left: u8) {
        let minus = left > 0
            && self.board.now.is_some_and(|token| self.game.kind(token) == TokenKind::Federation1Minus);
        let mut dice = [0; 6];
        let mut below_one = 0;
        for &face in faces.iter() {
            let result = if minus {
                rule!("SI-7.1.3");
                face - 1
            } else {
                face
            };
            match usize::from(result).checked_sub(1) {
                Some(row) => dice[row] += 1,
                None => below_one += 1,
            }
        }
        if below_one > 0 {
            self.report(Event::DiceLost { result: 0, count: below_one, reason: LossReason::BelowOne });
        }
        if left == 0 {
            self.set(Frame::Place(dice));
        } else {
            rule!("SI-7.1.10");
            self.push(Frame::Place(dice));
        }
    }

    pub(crate) fn run_place(&mut self, mut dice: [u8; 6]) -> bool {
        let Some(result) = SpaceInfantry::placing(dice) else {
            self.pop();
            return true;
        };
        let (row, count) = (result + 1, dice[result]);
        let lost = |reason| Event::DiceLost { result: row as u8, count, reason };
        if self.game.free_column(self.board, row).is_none() {
            dice[result] = 0;
            self.set(Frame::Place(dice));
            self.report(lost(LossReason::SpaceFilled));
            return true;
        }
        let mut types = self.board.pool.types();
        match (types.next(), types.next()) {
            (None, _) => {
                dice[result] = 0;
                self.set(Frame::Place(dice));
                self.report(lost(LossReason::PoolEmpty));
                true
            }
            (Some(only), None) => {
                rule!("SI-7.1.9");
                self.place(only);
                true
            }
            _ => {
                rule!("SI-7.1.4");
                false
            }
        }
    }

    /// D3: dice of the lowest result take this type.
    pub(crate) fn place(&mut self, resource: Resource) {
        let Some(Frame::Place(mut dice)) = self.board.frame() else { unreachable!("dice are placed") };
        let result = SpaceInfantry::placing(dice).expect("dice are left");
        let (row, wanted) = (result + 1, dice[result]);
        let column = self.game.free_column(self.board, row).expect("a free space in this row");
        let count = wanted.min(self.board.pool.count(resource));
        rule!("SI-7.1.5");
        for _ in 0..count {
            self.board.pool.take(resource);
            self.board.track[column.index()][row].add(resource);
        }
        dice[result] = 0;
        self.set(Frame::Place(dice));
        self.report(Event::Placed { resource, count, column, row: row as u8 });
        if count < wanted {
            rule!("SI-7.1.8");
            let reason = LossReason::PoolEmpty;
            self.report(Event::DiceLost { result: row as u8, count: wanted - count, reason });
        }
    }

    /// SI-7.2.
    pub(crate) fn advance_track(&mut self) {
        rule!("SI-7.2a");
        for column in &mut self.board.track {
            rule!("SI-7.2b");
            let next = column[1];
            column[0].merge(next);
            column.copy_within(2..7, 1);
            column[6] = Tokens::NONE;
        }
        self.report(Event::TrackAdvanced);
    }

    /// SI-6.2.1.9: every token one row up.
    pub(crate) fn raise_track(&mut self) {
        rule!("SI-6.2.1.9a");
        for column in &mut self.board.track {
            rule!("SI-6.2.1.9b");
            self.board.pool.merge(column[6]);
            column.copy_within(0..6, 1);
            column[0] = Tokens::NONE;
        }
        self.report(Event::TrackRaised);
    }

    // --- paying -----------------------------------------------------------------------------------

    /// Takes a token of a type out of its place and returns where it was.
    fn take(&mut self, resource: Resource, pay: Pay) -> Source {
        match pay {
            Pay::Deployed(source) => {
                self.undeploy(source);
                source
            }
            Pay::Hand | Pay::Warp | Pay::Engines => {
                self.take_from_hand(resource);
                Source::Hand(resource)
            }
        }
    }

    /// SI-7.3i: row 0 from the left, then Stored.
    pub(crate) fn take_from_hand(&mut self, resource: Resource) {
        rule!("SI-7.3i");
        rule!("SI-R-65");
        match self.board.track.iter_mut().find(|column| column[0].has(resource)) {
            Some(column) => column[0].take(resource),
            None => self.board.stored.take(resource),
        }
    }

    /// SI-2.9.
    pub(crate) fn spend(&mut self, resource: Resource, pay: Pay) {
        rule!("SI-2.9");
        let source = self.take(resource, pay);
        self.board.pool.add(resource);
        self.report(Event::Spent { source, resource });
    }

    /// SI-2.11.
    pub(crate) fn sacrifice(&mut self, resource: Resource, pay: Pay) -> Source {
        rule!("SI-2.11");
        let source = self.take(resource, pay);
        self.board.sacrificed.add(resource);
        self.report(Event::Sacrificed { source, resource });
        source
    }

    /// SI-2.10.
    pub(crate) fn deploy(&mut self, place: Source, pay: Pay) {
        rule!("SI-2.10");
        rule!("SI-R-58");
        self.take(place.resource(), pay);
        self.board.deployed.put(place, true);
        self.board.fresh.put(place, true);
        self.report(Event::Deployed { source: place });
    }

    /// A deployed token leaves its place; its effect ends.
    pub(crate) fn undeploy(&mut self, source: Source) {
        self.board.deployed.put(source, false);
        self.board.fresh.put(source, false);
        if let Source::Column(column) = source {
            rule!("SI-7.3.1.5.2b");
            rule!("SI-R-51");
            let mut closed = std::mem::take(&mut self.board.track[column.index()]);
            let arrived = std::mem::take(&mut closed[0]);
            self.board.track[0][0].merge(arrived);
            closed.into_iter().for_each(|cell| self.board.pool.merge(cell));
            self.report(Event::ColumnClosed { column });
        }
    }

    /// A token goes to its pool without paying for anything (Plunder, Spend event).
    pub(crate) fn give(&mut self, source: Source) {
        let resource = source.resource();
        match source {
            Source::Hand(_) => self.take_from_hand(resource),
            Source::Track(column, row, _) => {
                self.board.track[column.index()][usize::from(row)].take(resource)
            }
            deployed => self.undeploy(deployed),
        }
        self.board.pool.add(resource);
        self.report(Event::Returned { source, resource });
    }
}
