//! Section 7.5: shots and Engagement Groups, and section 11.2's re-rolls of them.

use rules::{Denied, rule};

use crate::{
    Action, Board, Event, Faces, Frame, Ship, ShipSet, Shot, Side, StarBorders, Volley, cards,
    game::{by, deny},
    play::Play,
};

/// SB-7.5h: from this strength on a shot hits without a die.
pub(crate) const AUTOMATIC_HIT_STRENGTH: u8 = 6;

impl Shot {
    /// Does this shot hit without a die?
    pub fn is_automatic(self) -> bool {
        self.strength >= AUTOMATIC_HIT_STRENGTH
    }

    pub(crate) fn hits(self) -> bool {
        if self.is_automatic() {
            rule!("SB-7.5h");
            return true;
        }
        rule!("SB-7.5i");
        self.die <= self.strength
    }
}

impl StarBorders {
    /// The ships of `side` here that can take part in a shot (SB-7.5g).
    fn able(&self, board: &Board, side: Side) -> ShipSet {
        let able = |ship: &Ship| self.ratings(board, *ship).attack.is_some();
        board.ships_at(side, board.battle.at).filter(able).collect()
    }

    fn attack(&self, board: &Board, ship: Ship) -> u8 {
        self.ratings(board, ship).attack.unwrap_or(0)
    }

    /// SB-7.5d, SB-7.5e: Attacks add up, and every ship after the first adds one more.
    pub fn strength(&self, board: &Board, group: ShipSet) -> u8 {
        let sum: u8 = group.map(|ship| self.attack(board, ship)).sum();
        let partners = group.len().saturating_sub(1);
        if partners > 0 {
            rule!("SB-7.5e");
        } else {
            rule!("SB-7.5d");
        }
        rule!("SB-7.5k");
        sum + partners
    }

    /// Can `side` fire any shot at all: a ship with Attack 1, or two ships together (SB-7.5f)?
    pub(crate) fn can_fire(&self, board: &Board, side: Side) -> bool {
        let able = self.able(board, side);
        able.len() >= 2 || able.into_iter().any(|ship| self.attack(board, ship) > 0)
    }

    /// Can the group being formed still become a shot?
    pub(crate) fn can_go_on_firing(&self, board: &Board) -> bool {
        let volley = &board.battle.volley;
        let Some(side) = volley.group.first().map(Ship::side) else { return true };
        let partners = self.able(board, side) - volley.assigned - volley.group;
        self.strength(board, volley.group) > 0 || !partners.is_empty()
    }

    pub(crate) fn fire_choices(&self, board: &Board, side: Side, out: &mut Vec<Action>) {
        let volley = &board.battle.volley;
        if volley.group.is_empty() {
            if volley.shots.is_empty() {
                out.push(Action::FireAtWill);
            }
            out.push(Action::CeaseFire);
        } else {
            out.push(Action::Shoot);
            if board.in_force(side, cards::MASSED_FIRE) {
                out.push(Action::ShootMassed);
            }
        }
        out.extend(
            (board.ships_at(side, board.battle.at) - volley.assigned - volley.group).map(Action::Pick),
        );
    }

    /// SB-7.5c: every ship in at most one shot. A ship without Attack needs a partner.
    pub(crate) fn may_join_group(&self, board: &Board, side: Side, ship: Ship) -> Result<(), Denied> {
        let volley = &board.battle.volley;
        if !board.ships_at(side, board.battle.at).has(ship) || (volley.assigned | volley.group).has(ship) {
            return deny(rule!("SB-7.5c"));
        }
        let able = self.able(board, side);
        if !able.has(ship) {
            return deny(rule!("SB-7.5g"));
        }
        let partners = able - volley.assigned - volley.group - ShipSet::only(ship);
        if volley.group.is_empty() && self.attack(board, ship) == 0 && partners.is_empty() {
            return deny(rule!("SB-7.5f"));
        }
        Ok(())
    }

    pub(crate) fn may_shoot(&self, board: &Board, massed: bool) -> Result<(), Denied> {
        let volley = &board.battle.volley;
        if volley.group.is_empty() {
            return deny(rule!("SB-7.5c"));
        }
        if self.strength(board, volley.group) == 0 {
            return deny(rule!("SB-7.5f"));
        }
        let Some(shooter) = volley.group.first().map(Ship::side) else { return Ok(()) };
        if massed && !board.in_force(shooter, cards::MASSED_FIRE) {
            return deny(rule!("SB-5.1h"));
        }
        if massed && volley.massed {
            return deny(rule!("SB-C.j"));
        }
        Ok(())
    }

    pub(crate) fn may_fire_at_will(&self, board: &Board) -> Result<(), Denied> {
        let volley = &board.battle.volley;
        if volley.group.is_empty() && volley.shots.is_empty() { Ok(()) } else { deny(rule!("SB-7.5c")) }
    }

    pub(crate) fn may_cease_fire(&self, board: &Board) -> Result<(), Denied> {
        if board.battle.volley.group.is_empty() { Ok(()) } else { deny(rule!("SB-7.5c")) }
    }

    /// SB-11.2e: any die of the volley, but not an automatic hit.
    pub(crate) fn may_reroll_shot(&self, board: &Board, shot: u8) -> Result<(), Denied> {
        let shot = board.battle.volley.shots.get(usize::from(shot));
        if shot.is_some_and(|shot| !shot.is_automatic()) { Ok(()) } else { deny(rule!("SB-11.2e")) }
    }

    /// SB-11.2c: has the Imperium an Honor Point and had it a ship here at the start?
    pub(crate) fn honor_window(&self, board: &Board) -> bool {
        let had_ships = board.battle.began[Side::Imperium.index()];
        board.honor > 0 && by([rule!("SB-11.2c"), rule!("SB-R32")], had_ships)
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn begin_fire(&mut self, side: Side) {
        self.board().battle.volley = Volley::default();
        self.replace_frame(Frame::Fire(side));
    }

    /// SB-7.4a after Step 4; and a side that cannot fire is not asked.
    pub(crate) fn skip_fire(&mut self, side: Side) -> bool {
        if self.is_decided() {
            self.replace_frame(Frame::RoundEnd);
            return true;
        }
        if self.game.can_fire(&self.state.board, side) {
            return false;
        }
        self.replace_frame(Frame::Volley(side));
        true
    }

    pub(crate) fn join_group(&mut self, ship: Ship) {
        self.board().battle.volley.group.insert(ship);
        self.emit(Event::Picked { ship });
    }

    pub(crate) fn declare_shot(&mut self, side: Side, massed: bool) {
        let group = self.state.board.battle.volley.group;
        self.announce(side, group, massed);
    }

    fn announce(&mut self, side: Side, ships: ShipSet, massed: bool) {
        let strength = by(
            [rule!("SB-7.5c"), rule!("SB-7.5j")],
            self.game.strength(&self.state.board, ships) + u8::from(massed),
        );
        let volley = &mut self.board().battle.volley;
        volley.shots.push(Shot { strength, die: 0, ships });
        volley.assigned |= ships;
        volley.group = ShipSet::EMPTY;
        volley.massed |= massed;
        let back = self.state.board.back & ships;
        self.emit(Event::ShotDeclared { side, ships, back, strength });
    }

    /// All ships fire as [`StarBorders::best_partition`] says; card 7 goes to the first shot it helps.
    pub(crate) fn fire_at_will(&mut self, side: Side) {
        let board = &self.state.board;
        let massed = board.in_force(side, cards::MASSED_FIRE);
        let groups = self.game.best_partition(board, side);
        let strength = |group: &ShipSet| self.game.strength(&self.state.board, *group);
        let helpable = |group: &ShipSet| (1..AUTOMATIC_HIT_STRENGTH).contains(&strength(group));
        let helped = groups.iter().position(helpable).filter(|_| massed);
        for (number, &group) in groups.iter().enumerate() {
            if self.game.strength(&self.state.board, group) > 0 {
                self.announce(side, group, helped == Some(number));
            }
        }
        self.replace_frame(Frame::Volley(side));
    }

    /// Dice are rolled only if there are shots that need one.
    pub(crate) fn skip_volley(&mut self, side: Side) -> bool {
        let battle = &mut self.board().battle;
        if battle.volley.shots.is_empty() {
            self.after_volley(side);
            return true;
        }
        rule!("SB-7.7c");
        battle.fought = true;
        if battle.round > 0 {
            battle.exchanged = true;
        }
        if battle.volley.shots.iter().all(|shot| shot.is_automatic()) {
            self.count_hits(side);
            return true;
        }
        false
    }

    pub(crate) fn volley_rolled(&mut self, side: Side, faces: Faces) {
        let shots = self.board().battle.volley.shots.as_mut_slice();
        for (shot, &face) in shots.iter_mut().filter(|shot| !shot.is_automatic()).zip(faces.iter()) {
            shot.die = face;
        }
        self.emit(Event::VolleyRolled { side, dice: faces });
        self.replace_frame(Frame::VolleyHonor(side));
    }

    /// SB-11.2g: one window for all dice of a firing step.
    pub(crate) fn skip_volley_honor(&mut self, side: Side) -> bool {
        if self.game.honor_window(&self.state.board) {
            rule!("SB-11.2g");
            return false;
        }
        self.count_hits(side);
        true
    }

    /// An Honor Point buys the re-roll of one die (SB-11.2f), whatever was rolled.
    pub(crate) fn spend_honor_on(&mut self, die: u8) {
        rule!("SB-11.2e");
        self.board().honor -= 1;
        rule!("SB-11.2f");
        let frame = match self.state.board.frame() {
            Some(Frame::VolleyHonor(side)) => Frame::VolleyReroll(side, die),
            Some(Frame::SalvageHonor(side)) => Frame::SalvageReroll(side, die),
            Some(Frame::DefenseHonor(ship) | Frame::Deflect(ship)) => Frame::Defense(ship),
            Some(Frame::SurvivalHonor(ship, to)) => Frame::Survival(ship, to),
            other => unreachable!("{other:?} offers no re-roll"),
        };
        self.emit(Event::Paid { side: Side::Imperium, lp: 0, honor: 1 });
        self.replace_frame(frame);
    }

    pub(crate) fn shot_rerolled(&mut self, side: Side, shot: u8, new: u8) {
        let shot = &mut self.board().battle.volley.shots.as_mut_slice()[usize::from(shot)];
        let old = std::mem::replace(&mut shot.die, new);
        self.emit(Event::Rerolled { by: Side::Imperium, old, new });
        self.replace_frame(Frame::VolleyHonor(side));
    }

    /// SB-7.5j: the hits are counted and handed to the other side.
    pub(crate) fn count_hits(&mut self, side: Side) {
        let battle = &mut self.board().battle;
        let hits = battle.volley.shots.iter().filter(|shot| shot.hits()).count() as u8;
        battle.hits = hits;
        let on = side.opponent();
        self.emit(Event::HitsScored { on, hits });
        self.replace_frame(Frame::Hits(on));
    }

    /// What follows the volley of `side`: the other side's, or the end of the step.
    pub(crate) fn after_volley(&mut self, side: Side) {
        let board = self.board();
        let (round, first, active) = (board.battle.round, board.battle.first, board.active);
        board.battle.volley = Volley::default();
        match round {
            0 if side == active => self.replace_frame(Frame::FireMissileBase(side.opponent())),
            0 => self.replace_frame(Frame::EndPreBattle),
            _ if side == first => self.begin_fire(side.opponent()),
            _ => self.replace_frame(Frame::RoundEnd),
        }
    }
}
