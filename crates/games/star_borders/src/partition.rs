//! The partition of a fleet into Engagement Groups with the most expected hits ("Fire at will").
//!
//! Ships of equal Attack are interchangeable, so a fleet is how many ships it has of each Attack, written as one
//! mixed-radix number. The largest fleet of the box has 300 such parts, and the search is exact for every fleet.

use rules::InlineVec;

use crate::{Board, Ship, ShipSet, Side, StarBorders, cards, fire::AUTOMATIC_HIT_STRENGTH};

/// Upper bound of the number of parts of a fleet; a test forms the largest fleets of both sides.
const MAX_FLEETS: usize = 320;

/// A group that weighs this much hits automatically; every ship weighs its Attack plus one.
const FULL_GROUP: u8 = AUTOMATIC_HIT_STRENGTH + 1;

/// The ships of one Attack.
#[derive(Clone, Copy, Default)]
struct Kind {
    weight: u8,
    ships: ShipSet,
    /// The value of one ship of this kind in the number of a fleet.
    place: usize,
}

/// The value of a partition. Among equal hits the owner of card 7 prefers a partition with a shot it can help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Worth {
    /// Expected hits, in sixths.
    hits: u8,
    /// Whether there is card 7 and a shot that is not an automatic hit.
    helped: bool,
}

impl Worth {
    fn and_group(self, weight: u8, massed: bool) -> Self {
        let strength = weight - 1;
        let helped = self.helped || massed && (1..AUTOMATIC_HIT_STRENGTH).contains(&strength);
        Self { hits: self.hits + strength.min(AUTOMATIC_HIT_STRENGTH), helped }
    }
}

struct Search {
    kinds: InlineVec<Kind, 8>,
    massed: bool,
    best: [Worth; MAX_FLEETS],
    /// By fleet: the group of a best partition that has its heaviest ship.
    group: [u16; MAX_FLEETS],
}

impl StarBorders {
    /// A partition with the most expected hits: a shot of strength s hits with s chances in six. Every ship that can
    /// take part in a shot is in one group; a group without strength does not fire.
    pub fn best_partition(&self, board: &Board, side: Side) -> InlineVec<ShipSet, 16> {
        let ships = board.ships_at(side, board.battle.at);
        let mut search = Search {
            kinds: InlineVec::new(),
            massed: board.in_force(side, cards::MASSED_FIRE),
            best: [Worth::default(); MAX_FLEETS],
            group: [0; MAX_FLEETS],
        };
        for ship in ships {
            if let Some(attack) = self.ratings(board, ship).attack {
                search.add(attack + 1, ship);
            }
        }
        search.run()
    }
}

impl Search {
    fn add(&mut self, weight: u8, ship: Ship) {
        let kinds = self.kinds.as_mut_slice();
        match kinds.iter_mut().find(|kind| kind.weight == weight) {
            Some(kind) => kind.ships.insert(ship),
            None => self.kinds.push(Kind { weight, ships: ShipSet::only(ship), place: 0 }),
        }
    }

    fn run(mut self) -> InlineVec<ShipSet, 16> {
        self.kinds.as_mut_slice().sort_unstable_by_key(|kind| std::cmp::Reverse(kind.weight));
        let mut fleets = 1;
        for kind in self.kinds.as_mut_slice() {
            kind.place = fleets;
            fleets *= usize::from(kind.ships.len()) + 1;
        }
        for fleet in 1..fleets {
            let lead = self.heaviest(fleet);
            let kind = self.kinds[lead];
            self.extend(fleet, lead, kind.place, kind.weight);
        }
        self.partition(fleets - 1)
    }

    /// How many ships of a kind are in a fleet.
    fn count(&self, fleet: usize, kind: usize) -> usize {
        let Kind { place, ships, .. } = self.kinds[kind];
        fleet / place % (usize::from(ships.len()) + 1)
    }

    fn heaviest(&self, fleet: usize) -> usize {
        (0..self.kinds.len()).find(|&kind| self.count(fleet, kind) > 0).expect("the fleet has a ship")
    }

    /// Tries `group` and every group that adds ships of `kind` or lighter ones. A full group is not extended: the
    /// ship would be worth more, or as much, alone.
    fn extend(&mut self, fleet: usize, kind: usize, group: usize, weight: u8) {
        let worth = self.best[fleet - group].and_group(weight, self.massed);
        if self.group[fleet] == 0 || worth > self.best[fleet] {
            (self.best[fleet], self.group[fleet]) = (worth, group as u16);
        }
        if weight >= FULL_GROUP {
            return;
        }
        for next in kind..self.kinds.len() {
            if self.count(group, next) < self.count(fleet, next) {
                let Kind { place, weight: more, .. } = self.kinds[next];
                self.extend(fleet, next, group + place, weight + more);
            }
        }
    }

    /// Names the ships of the groups of a best partition.
    fn partition(&self, mut fleet: usize) -> InlineVec<ShipSet, 16> {
        let mut left: InlineVec<ShipSet, 8> = self.kinds.iter().map(|kind| kind.ships).collect();
        let mut groups = InlineVec::new();
        while fleet > 0 {
            let group = usize::from(self.group[fleet]);
            let mut members = ShipSet::EMPTY;
            for kind in 0..self.kinds.len() {
                for _ in 0..self.count(group, kind) {
                    let ship = left[kind].first().expect("the group is part of the fleet");
                    left.as_mut_slice()[kind].remove(ship);
                    members.insert(ship);
                }
            }
            groups.push(members);
            fleet -= group;
        }
        groups
    }
}
