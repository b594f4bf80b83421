//! Chapter 10: combat, from the waiting list to the War Effort changes at its end.

use rules::{Denied, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::{Faces, Pay, Source},
    data::Icon,
    ids::{
        AlienTech, Base, Class, Column, FedTech, Fleet, Lane, Piece, Race, Resource, Ship, Space, spaces_of,
    },
    play::{Play, deny, require},
    state::{BaseAt, CombatStage},
    technology::CopyOf,
};

/// One term of the number of dice (SI-10.1a to SI-10.1d).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Start,
    Strongest(Fleet),
    Further(u8),
    Strike(Piece, Option<Base>),
    Command(Piece, Option<Base>, Space),
    Missiles,
    Defensive(CopyOf),
}

/// The pieces that can be lost, in the order of D13.
pub(crate) const LOSS_ORDER: [Piece; 8] = [
    Piece::MineUp,
    Piece::Mine,
    Piece::SolDefenseUp,
    Piece::BaseUp,
    Piece::SolDefense,
    Piece::Flagship,
    Piece::Ally,
    Piece::Base,
];

impl SpaceInfantry {
    /// Every piece with an icon in a space.
    fn each_icon(&self, board: &Board, at: Space, mut found: impl FnMut(Icon, Piece, Option<Base>)) {
        let here = &board.garrisons[at.index()];
        let [_, ally, mine, mine_up, defense, defense_up] = self.data.icons;
        (0..here.allies).for_each(|_| found(ally, Piece::Ally, None));
        (0..here.mines).for_each(|_| found(mine, Piece::Mine, None));
        (0..here.mines_up).for_each(|_| found(mine_up, Piece::MineUp, None));
        if at == Space::SOL {
            match board.sol_defense {
                Some(false) => found(defense, Piece::SolDefense, None),
                Some(true) => found(defense_up, Piece::SolDefenseUp, None),
                None => {}
            }
        }
        if let Some(base) = here.base {
            let [icon, icon_up] = self.data.bases[base.index()].icons;
            match board.bases[base.index()] {
                BaseAt::Map(_, true) => found(icon_up, Piece::BaseUp, Some(base)),
                _ => found(icon, Piece::Base, Some(base)),
            }
        }
    }

    /// SI-10.1a to d: every term of the number of dice.
    pub(crate) fn each_term(&self, board: &Board, race: Race, at: Space, mut term: impl FnMut(Term, i8)) {
        let fleets = board.fleets_at(race, at);
        rule!("SI-10.1a");
        term(Term::Start, self.data.combat_dice[0] as i8);
        let strongest = Fleet::of_mask(fleets).max_by_key(|fleet| self.data.cv[fleet.index()]);
        if let Some(fleet) = strongest {
            term(Term::Strongest(fleet), -(self.data.cv[fleet.index()] as i8));
        }
        let further = fleets.count_ones().saturating_sub(1) as u8;
        if further > 0 {
            rule!("SI-R-29");
            term(Term::Further(further), -(further as i8));
        }
        self.each_icon(board, at, |icon, piece, base| match icon {
            Icon::Guard => {
                rule!("SI-R-37");
            }
            Icon::Strike => {
                rule!("SI-10.1b");
                term(Term::Strike(piece, base), 1);
            }
            Icon::Command => {
                rule!("SI-10.1c");
                term(Term::Command(piece, base, at), 1);
            }
        });
        rule!("SI-R-48");
        for next in spaces_of(self.data.spaces[at.index()].links & board.held) {
            self.each_icon(board, next, |icon, piece, base| {
                if icon == Icon::Command {
                    rule!("SI-10.1c");
                    term(Term::Command(piece, base, next), 1);
                }
            });
        }
        if board.discovered.has(FedTech::Missiles) {
            rule!("SI-10.1d");
            rule!("SI-11.1.2");
            term(Term::Missiles, 1);
        }
        self.each_copy(board, race, AlienTech::AdvDefense, |copy| {
            rule!("SI-11.2.4");
            term(Term::Defensive(copy), -1);
        });
    }

    /// SI-10.1e: the dice before Out Maneuver.
    pub fn combat_dice(&self, board: &Board, race: Race, at: Space) -> u8 {
        let mut dice = 0;
        self.each_term(board, race, at, |_, change| dice += change);
        let [_, least, most] = self.data.combat_dice;
        rule!("SI-10.1e");
        dice.clamp(least as i8, most as i8) as u8
    }

    /// SI-10.1g, SI-10.2a, b: the hits of these faces.
    pub(crate) fn hits(&self, board: &Board, faces: &[u8]) -> u8 {
        let targeting = board.discovered.has(FedTech::Targeting);
        let mut bonus = 0;
        if targeting {
            rule!("SI-11.1.1");
            bonus += 1;
        }
        if board.discovered.has(FedTech::Distortion) {
            rule!("SI-11.1.8");
            bonus += 1;
        }
        rule!("SI-10.1g");
        let [hit, double] = self.data.hit_on;
        let of_face = |face: &u8| {
            let die = face + bonus;
            if targeting && die >= double {
                rule!("SI-10.2b");
                rule!("SI-R-31");
                2
            } else {
                rule!("SI-10.2a");
                u8::from(die >= hit)
            }
        };
        faces.iter().map(of_face).sum()
    }

    /// SI-10.2d to f: where `hits` send a fleet: the space, how many it really moved, whether it dies.
    pub(crate) fn retreat(&self, board: &Board, fleet: Fleet, from: Space, hits: u8) -> (Space, u8, bool) {
        let (mut at, mut moved, mut blocked) = (from, 0, 0);
        for _ in 0..hits {
            match self.outward(board, fleet, at) {
                Some(next) => (at, moved) = (next, moved + 1),
                None => {
                    rule!("SI-10.2e");
                    blocked += 1;
                }
            }
        }
        let durability = self.copies(board, fleet.race(), AlienTech::Durability);
        if durability > 0 {
            rule!("SI-11.2.5");
        }
        rule!("SI-10.2f");
        (at, moved, hits + blocked > self.data.cv[fleet.index()] + durability)
    }

    /// SI-10.0e: waiting combats of a race that are still to be fought, as bits.
    pub(crate) fn due_combats(&self, board: &Board, race: Race, spaces: u32) -> u32 {
        rule!("SI-10.0e");
        let due = |at: &Space| board.fleets_at(race, *at) != 0 && board.is_occupied(*at);
        spaces_of(spaces).filter(due).fold(0, |set, at| set | at.bit())
    }

    /// The combats the player can choose from now (D12), as bits; none if the game picks.
    pub(crate) fn combat_choice(&self, board: &Board) -> u32 {
        match board.frame() {
            Some(Frame::Fights) => {
                let first = Race::ALL.into_iter().find(|race| board.waiting[race.index()] != 0);
                first.map_or(0, |race| self.due_combats(board, race, board.waiting[race.index()]))
            }
            Some(Frame::Combat { race, stage: CombatStage::FollowUps, follow, .. }) => {
                self.due_combats(board, race, follow)
            }
            _ => 0,
        }
    }

    /// D10: may this many Maneuvers be spent for dice?
    pub(crate) fn may_out_maneuver(&self, board: &Board, count: u8) -> Result<(), Denied> {
        let Some(Frame::Combat { dice, stage: CombatStage::Muster, .. }) = board.frame() else {
            return deny(rule!("SI-12.4"));
        };
        require(dice + count <= self.data.combat_dice[2], || rule!("SI-10.1f"))?;
        require(count <= board.hand().count(Resource::Maneuver), || rule!("SI-7.3b"))
    }

    /// D15: may this token be given up to Plunder, or for a Spend event of a type?
    pub(crate) fn may_give(&self, board: &Board, source: Source) -> Result<(), Denied> {
        let mut found = false;
        self.each_gift(board, |gift| found |= gift == source);
        require(found, || match board.frame() {
            Some(Frame::Combat { .. }) => rule!("SI-11.2.12a"),
            _ => rule!("SI-6.2.1.11a"),
        })
    }

    /// D15: every token that may be given up now, in the order of the default.
    pub(crate) fn each_gift(&self, board: &Board, mut gift: impl FnMut(Source)) {
        match board.frame() {
            Some(Frame::Combat { .. }) => {
                let hand = board.hand();
                hand.types().for_each(|resource| gift(Source::Hand(resource)));
                let deployed = [Resource::Espionage, Resource::Morale, Resource::Diplomacy];
                deployed
                    .into_iter()
                    .for_each(|resource| board.deployed.sources(resource).for_each(&mut gift));
                let none =
                    hand.is_empty() && deployed.iter().all(|&resource| board.deployed_count(resource) == 0);
                if none {
                    rule!("SI-11.2.12b");
                    for row in 1..7 {
                        for column in Column::ALL {
                            let cell = board.track[column.index()][usize::from(row)];
                            cell.types().for_each(|resource| gift(Source::Track(column, row, resource)));
                        }
                    }
                }
            }
            Some(Frame::Choice(crate::data::Entry::Spend(resource))) => {
                board.deployed.sources(resource).for_each(gift);
            }
            _ => {}
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// SI-6.1.0g: waiting combats, races in faction order.
    pub(crate) fn run_fights(&mut self) -> bool {
        for race in Race::ALL {
            let waiting = self.board.waiting[race.index()];
            if waiting == 0 {
                continue;
            }
            rule!("SI-6.1.0g");
            rule!("SI-R-64");
            let due = self.game.due_combats(self.board, race, waiting);
            self.board.waiting[race.index()] = due;
            match due.count_ones() {
                0 => {}
                1 => {
                    self.begin_combat(race, Space::new(due.trailing_zeros() as u8));
                    return true;
                }
                _ => {
                    rule!("SI-10.0c");
                    rule!("SI-12.6");
                    return false;
                }
            }
        }
        self.pop();
        true
    }

    /// D12: this combat is fought next.
    pub(crate) fn fight(&mut self, at: Space) {
        match self.board.frame() {
            Some(Frame::Combat { race, .. }) => self.follow_up(race, at),
            _ => {
                let race = Race::ALL.into_iter().find(|race| self.board.waiting[race.index()] != 0);
                self.begin_combat(race.expect("a combat waits"), at);
            }
        }
    }

    /// SI-10.0b: all fleets of one race in one space against all assets there.
    fn begin_combat(&mut self, race: Race, at: Space) {
        rule!("SI-10.0a");
        rule!("SI-10.0b");
        self.board.waiting[race.index()] &= !at.bit();
        let dice = self.game.combat_dice(self.board, race, at);
        self.report(Event::CombatBegan { race, at, dice });
        self.push(Frame::Combat {
            race,
            at,
            stage: CombatStage::Muster,
            dice,
            added: 0,
            hits: 0,
            plunder: 0,
            lost: 0,
            moved: 0,
            follow: 0,
            pursuit: None,
        });
    }

    /// The next stage of the combat on top.
    fn stage(&mut self, next: CombatStage) {
        if let Some(Frame::Combat { stage, .. }) = self.board.frames.last_mut() {
            *stage = next;
        }
    }

    pub(crate) fn run_combat(&mut self) -> bool {
        let Some(Frame::Combat { race, at, stage, dice, hits, plunder, follow, pursuit, .. }) =
            self.board.frame()
        else {
            unreachable!("a combat is on top");
        };
        match stage {
            CombatStage::Muster => {
                let most = self.game.data.combat_dice[2];
                if dice < most && self.board.hand().has(Resource::Maneuver) {
                    rule!("SI-10.1f");
                    return false;
                }
                self.throw_combat();
            }
            CombatStage::Dice => unreachable!("the roll lies on top"),
            CombatStage::Plunder if plunder == 0 => self.stage(CombatStage::Apply),
            CombatStage::Plunder => return self.run_plunder(),
            CombatStage::Apply if hits > 0 => self.win(race, at, hits),
            CombatStage::Apply => self.lose(race, at),
            CombatStage::Loss => return self.run_loss(at),
            CombatStage::Pursuit => return self.run_pursuit(race, at, pursuit),
            CombatStage::FollowUps => {
                let due = self.game.due_combats(self.board, race, follow);
                match due.count_ones() {
                    0 => self.pursuit_combat(race, pursuit),
                    1 => self.follow_up(race, Space::new(due.trailing_zeros() as u8)),
                    _ => {
                        rule!("SI-10.2k");
                        return false;
                    }
                }
            }
            CombatStage::Aftermath => self.aftermath(race),
        }
        true
    }

    /// D10: Maneuvers are spent for dice, then the dice are thrown.
    pub(crate) fn out_maneuver(&mut self, count: u8) {
        rule!("SI-7.3.1.2.2");
        rule!("SI-12.4");
        rule!("SI-R-30");
        for _ in 0..count {
            self.spend(Resource::Maneuver, Pay::Hand);
        }
        if let Some(Frame::Combat { dice, added, .. }) = self.board.frames.last_mut() {
            *dice += count;
            *added = count;
        }
        if count > 0 {
            self.report(Event::OutManeuvered { count });
        }
        self.throw_combat();
    }

    fn throw_combat(&mut self) {
        let Some(Frame::Combat { dice, .. }) = self.board.frame() else { unreachable!("a combat is on top") };
        self.stage(CombatStage::Dice);
        self.throw(Lane::Combat, dice);
    }

    /// SI-10.1h is over: hits are counted; Plunder comes before they are applied.
    pub(crate) fn combat_rolled(&mut self, faces: Faces) {
        rule!("SI-10.1h");
        let counted = self.game.hits(self.board, &faces);
        let Some(Frame::Combat { race, .. }) = self.board.frame() else { unreachable!("a combat is on top") };
        let copies = self.game.copies(self.board, race, AlienTech::Plunder);
        if let Some(Frame::Combat { hits, plunder, .. }) = self.board.frames.last_mut() {
            *hits = counted;
            *plunder = copies;
        }
        self.stage(CombatStage::Plunder);
        self.report(Event::HitsScored { hits: counted });
    }

    /// SI-10.1i: one resource for each copy.
    fn run_plunder(&mut self) -> bool {
        rule!("SI-10.1i");
        rule!("SI-11.2.12a");
        let (mut gifts, mut only) = (0, None);
        self.game.each_gift(self.board, |gift| {
            gifts += 1;
            only = Some(gift);
        });
        match (gifts, only) {
            (0, _) => self.stage(CombatStage::Apply),
            (1, Some(gift)) => self.plundered(gift),
            _ => return false,
        }
        true
    }

    /// D15 of a combat.
    pub(crate) fn plundered(&mut self, gift: Source) {
        rule!("SI-11.2.12c");
        self.give(gift);
        if let Some(Frame::Combat { plunder, .. }) = self.board.frames.last_mut() {
            *plunder -= 1;
        }
    }

    /// SI-10.2: at least one hit.
    fn win(&mut self, race: Race, at: Space, hits: u8) {
        rule!("SI-10.2c");
        let fleets = self.board.fleets_at(race, at);
        let respawns = self.game.copies(self.board, race, AlienTech::AutoRespawn) > 0;
        let (mut destroyed, mut went, mut farthest) = (0, 0, 0);
        // Highest Combat Value first: the order of the Spawn slots (SI-10.2g).
        let mut left = fleets;
        while left != 0 {
            let fleet = Fleet::new(left.ilog2() as u8);
            left &= !fleet.bit();
            let (to, moved, dies) = self.game.retreat(self.board, fleet, at, hits);
            if dies {
                destroyed |= fleet.bit();
                self.destroy(fleet, at, respawns);
            } else if moved > 0 {
                went |= fleet.bit();
                self.board.put_fleet(fleet, Some(to));
                self.report(Event::FleetRetreated { fleet, from: at, to });
                if moved >= 2 {
                    rule!("SI-11.2.7a");
                    farthest = farthest.max(self.game.number(to));
                }
            }
        }
        let pursues = farthest > 0 && self.game.copies(self.board, race, AlienTech::ForcedPursuit) > 0;
        let target = pursues.then(|| {
            rule!("SI-R-72");
            self.game.data.races[race.index()].first.shifted(farthest as i8 - 2)
        });
        if let Some(Frame::Combat { lost, moved, pursuit, .. }) = self.board.frames.last_mut() {
            *lost = destroyed;
            *moved = went;
            *pursuit = target;
        }
        self.report(Event::CombatEnded { race, at, won: true });
        self.stage(CombatStage::Pursuit);
    }

    /// SI-10.2g to i.
    fn destroy(&mut self, fleet: Fleet, at: Space, respawns: bool) {
        let race = fleet.race();
        self.report(Event::FleetDestroyed { fleet, at });
        self.board.put_fleet(fleet, None);
        if fleet.class() == Class::Doom {
            rule!("SI-10.2i");
            rule!("SI-11.2.14b");
            let counter = self.game.data.races[race.index()]
                .techs
                .iter()
                .position(|&tech| tech == AlienTech::DoomFleet);
            self.board.piles[race.index()] |= 1 << counter.expect("the Doom Fleet is a counter of its race");
        } else if respawns {
            rule!("SI-10.2h");
            rule!("SI-11.2.9");
            rule!("SI-R-33");
            let home = self.game.spawn_space(race);
            self.board.put_fleet(fleet, Some(home));
            if self.board.is_occupied(home) {
                self.board.stopped |= fleet.bit();
            }
            self.report(Event::FleetRespawned { fleet, at: home });
        } else {
            rule!("SI-10.2g");
            rule!("SI-R-32");
            let slots = &mut self.board.spawn[race.index()];
            let slot = slots.iter_mut().find(|slot| slot.is_none()).expect("three slots for three fleets");
            *slot = Some(fleet);
        }
    }

    /// SI-10.3: no hit.
    fn lose(&mut self, race: Race, at: Space) {
        rule!("SI-10.3a");
        self.report(Event::CombatEnded { race, at, won: false });
        self.stage(CombatStage::Loss);
        self.military_loss();
    }

    /// D13: an asset loses a step, if there is one.
    fn run_loss(&mut self, at: Space) -> bool {
        if self.board.held & at.bit() == 0 {
            rule!("SI-10.3d");
            rule!("SI-4.5");
            self.stage(CombatStage::FollowUps);
            return true;
        }
        rule!("SI-10.3f");
        let mut kinds = LOSS_ORDER.into_iter().filter(|&piece| self.board.pieces(at, piece) > 0);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) => {
                self.lose_asset(only);
                true
            }
            _ => {
                rule!("SI-10.3b");
                false
            }
        }
    }

    /// SI-10.3b, c: the asset loses a step and every fleet is pushed one space outward.
    pub(crate) fn lose_asset(&mut self, piece: Piece) {
        let Some(Frame::Combat { race, at, .. }) = self.board.frame() else {
            unreachable!("a combat is on top")
        };
        self.lose_step(piece, at);
        let mut went = 0;
        for fleet in Fleet::of_mask(self.board.fleets_at(race, at)) {
            rule!("SI-10.3c");
            if let Some(to) = self.game.outward(self.board, fleet, at) {
                went |= fleet.bit();
                self.board.put_fleet(fleet, Some(to));
                self.report(Event::FleetRetreated { fleet, from: at, to });
            }
        }
        if let Some(Frame::Combat { moved, .. }) = self.board.frames.last_mut() {
            *moved = went;
        }
        self.begin_follow_ups();
    }

    /// An upgraded piece turns to its normal side, any other goes to Unbuilt Assets.
    pub(crate) fn lose_step(&mut self, piece: Piece, at: Space) {
        rule!("SI-2.6");
        rule!("SI-R-68");
        let board = &mut *self.board;
        match piece {
            Piece::Flagship => {
                board.change(at, piece, -1);
                board.unbuilt[0] += 1;
            }
            Piece::Ally => {
                board.change(at, piece, -1);
                board.unbuilt[1] += 1;
            }
            Piece::Mine => {
                board.change(at, piece, -1);
                board.unbuilt[2] += 1;
            }
            Piece::MineUp => {
                board.change(at, piece, -1);
                board.change(at, Piece::Mine, 1);
            }
            Piece::SolDefense => board.sol_defense = None,
            Piece::SolDefenseUp => board.sol_defense = Some(false),
            Piece::Base | Piece::BaseUp => {
                let base = board.garrisons[at.index()].base.expect("a Base stands here");
                if piece == Piece::BaseUp {
                    board.bases[base.index()] = BaseAt::Map(at, false);
                } else {
                    rule!("SI-10.3e");
                    board.bases[base.index()] = BaseAt::Unbuilt;
                    board.garrisons[at.index()].base = None;
                }
            }
        }
        board.recount(at);
        self.report(Event::AssetLost { piece, at });
    }

    /// SI-11.2.7: a ship must follow the fleet that went farthest.
    fn run_pursuit(&mut self, race: Race, at: Space, pursuit: Option<Space>) -> bool {
        if pursuit.is_none() {
            self.begin_follow_ups();
            return true;
        }
        rule!("SI-10.2j");
        let flagship = self.board.ships(at, Ship::Flagship) > 0;
        let ally = self.board.ships(at, Ship::Ally) > 0;
        match (flagship, ally) {
            (false, false) => {
                rule!("SI-11.2.7b");
                if let Some(Frame::Combat { pursuit, .. }) = self.board.frames.last_mut() {
                    *pursuit = None;
                }
                self.begin_follow_ups();
            }
            (true, true) => {
                rule!("SI-12.8");
                return false;
            }
            (true, false) => self.pursue(Ship::Flagship),
            (false, true) => self.pursue(Ship::Ally),
        }
        let _ = race;
        true
    }

    /// D18.
    pub(crate) fn pursue(&mut self, ship: Ship) {
        let Some(Frame::Combat { at, pursuit: Some(to), .. }) = self.board.frame() else {
            unreachable!("a ship must follow");
        };
        self.board.change(at, ship.piece(), -1);
        self.board.change(to, ship.piece(), 1);
        self.report(Event::Pursued { ship, from: at, to });
        self.begin_follow_ups();
    }

    /// SI-10.2k: surviving fleets that really moved and stand in an occupied space now.
    fn begin_follow_ups(&mut self) {
        let Some(Frame::Combat { moved, .. }) = self.board.frame() else {
            unreachable!("a combat is on top")
        };
        rule!("SI-R-34");
        let spaces = Fleet::of_mask(moved).filter_map(|fleet| self.board.fleets[fleet.index()]);
        let occupied = spaces.filter(|at| self.board.is_occupied(*at)).fold(0, |set, at| set | at.bit());
        if let Some(Frame::Combat { follow, stage, .. }) = self.board.frames.last_mut() {
            *follow = occupied;
            *stage = CombatStage::FollowUps;
        }
    }

    /// A follow-up is fought now; a combat of the race still waiting there is merged into it.
    fn follow_up(&mut self, race: Race, at: Space) {
        rule!("SI-10.2k");
        if let Some(Frame::Combat { follow, pursuit, .. }) = self.board.frames.last_mut() {
            *follow &= !at.bit();
            // One combat in the space the pursuing ship has reached.
            *pursuit = pursuit.filter(|space| *space != at);
        }
        self.begin_combat(race, at);
    }

    /// SI-11.2.7b: the combat a pursuing ship meets, after the follow-ups.
    fn pursuit_combat(&mut self, race: Race, reached: Option<Space>) {
        if let Some(Frame::Combat { follow, pursuit, .. }) = self.board.frames.last_mut() {
            *follow = 0;
            *pursuit = None;
        }
        self.stage(CombatStage::Aftermath);
        let due = reached.filter(|at| self.game.due_combats(self.board, race, at.bit()) != 0);
        if let Some(at) = due {
            rule!("SI-R-81");
            self.begin_combat(race, at);
        }
    }

    /// SI-10.2l: the War Effort changes for all fleets destroyed.
    fn aftermath(&mut self, race: Race) {
        let Some(Frame::Combat { lost, .. }) = self.board.frame() else { unreachable!("a combat is on top") };
        self.pop();
        if lost == 0 {
            return;
        }
        rule!("SI-10.2l");
        if race == Race::Me {
            rule!("SI-8.1.2b");
            rule!("SI-R-25");
            self.calm(race);
        } else {
            rule!("SI-8.1.2a");
            rule!("SI-6.1.0h");
            self.push(Frame::WarEffort { race, steps: lost.count_ones() as u8, fight: false });
        }
    }
}
