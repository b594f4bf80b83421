//! What a sensible commander would do: the computer player's knowledge of the game, in whole numbers.
//! A promise of 0 is "as good as doing nothing".

use std::sync::LazyLock;

use rules::{Advice, Goal, Model, STRENGTHS, Seat, Strength};

use crate::{
    Action, Board, Card, Coup, Frame, Loc, LocSet, Move, Ship, ShipSet, Side, Spot, StarBorders, State, Stop,
    View, cards,
};

/// What a Logistics Point is worth. Unspent ones are lost, so it only ranks what to buy.
const LP: i32 = 6;
/// A planet without an owner.
const CLAIM: i32 = 100;
/// A planet taken from the enemy: one point more and one less.
const CONQUEST: i32 = 170;
/// A Nebula held at the end is a point; before that it is a promise of one.
const NEBULA: i32 = 40;
/// Asteroids held are an LP a turn.
const FIELD: i32 = 45;
/// A good battle, before what it may win.
const BATTLE: i32 = 60;
/// A step nearer to something worth having.
const APPROACH: i32 = 9;

/// The trained evaluation.
static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let text = include_str!("../../../../data/star_borders/computer.txt");
    Model::read(text).expect("the model is part of the program and tested")
});

impl Advice for StarBorders {
    fn action_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (board, side) = (&state.board, Side::of(seat));
        match action {
            // Moving last is worth more than moving first.
            Action::First(first) => i32::from(first != side),
            Action::Operate => i32::from(board.spendable(side)) - 4,
            Action::Mobilize
            | Action::Pass
            | Action::End
            | Action::Fight
            | Action::Suffer
            | Action::Concede => 0,
            Action::Station(class, _) | Action::Replace(class, _) => {
                let face = self.counters.of_class[class.index()].first();
                let points = face.map_or(0, |ship| self.points_of(ship, class));
                points * 6 - LP * i32::from(self.replacement_cost(board, side))
            }
            Action::Buy => (i32::from(board.lp[side.index()]) - 5) * LP,
            Action::Reveal(card) => Self::show_promise(card),
            Action::Use(card) if card == cards::REDEPLOYMENT => -1,
            Action::Use(_) => 50,
            Action::Pick(ship) => self.pick_promise(board, side, ship),
            Action::Go(to) => self.go_promise(board, side, to),
            Action::Overdrive => -1,
            Action::Halt => self.halt_promise(board, side),
            Action::Repair(ship, _) => i32::from(self.counters.faces[ship.index()][0].points) * 3 - LP,
            Action::Fortify(loc) => {
                let exposed = self.threat(board, side, loc) > 0;
                (if exposed { 30 } else { 8 }) - i32::from(self.fortification_cost(board, loc))
            }
            Action::Reinforce(..) | Action::Requisition(_) => 200,
            Action::Battle(at) => self.force_at(board, side, at) - self.force_at(board, side.opponent(), at),
            Action::FireBase | Action::FireAtWill => 10,
            Action::Missile(ship) => i32::from(self.ratings(board, ship).attack.unwrap_or(0)),
            Action::Hide => self.odds_promise(board, side) - 1,
            Action::Retreat(to) => self.odds_promise(board, side) + self.refuge_promise(board, side, to),
            Action::Shoot | Action::ShootMassed => 2,
            Action::CeaseFire => -5,
            Action::Reroll(die) => self.reroll_promise(board, side, die),
            Action::Deflect => {
                if let Some(Frame::Deflect(ship)) = board.frame() {
                    self.roll_harm(board, ship)
                } else {
                    0
                }
            }
            Action::Absorb(ship) => -self.hit_cost(board, ship),
            Action::Flee(to) => self.flee_promise(board, side) + self.refuge_promise(board, side, to),
            Action::Coup(coup) => match coup {
                Coup::Seize(_) => 6,
                Coup::Drop(_) => 5,
                Coup::Share(_) => 4,
                Coup::Compromise(_) => 3,
                Coup::Loot(_) => 2,
                Coup::Blind => 1,
            },
            Action::Assault(loc) => i32::from(self.assault_count(board, loc)),
            // A correction; computer players do not use it.
            Action::Deselect(_) => -1000,
            Action::Refit(_) => 30,
            Action::Restore(base, loc, payment) => {
                let base_first = i32::from(self.base_planets[side.index()].has(loc));
                20 + 5 * base_first
                    - i32::from(self.restoration_cost(board, base))
                    - i32::from(payment == crate::Payment::Honor)
            }
        }
    }

    /// Victory points count most, then ships in play, then planets and Honor.
    fn worth(&self, state: &State, seat: Seat) -> i32 {
        let board = &state.board;
        let own = |side: Side| {
            let ships = ShipSet::of(side).filter(|ship| matches!(board.spots[ship.index()], Spot::At(_)));
            let force: i32 = ships.map(|ship| i32::from(self.ratings(board, ship).points)).sum();
            100 * i32::from(self.open_points(board, side)) + 10 * force + i32::from(board.spendable(side))
        };
        let side = Side::of(seat);
        own(side) - own(side.opponent())
    }

    fn ply(&self, state: &State) -> u32 {
        let board = &state.board;
        let undecided = matches!(board.frames.first(), Some(Frame::Initiative | Frame::ChooseFirst));
        2 * u32::from(board.game_turn) + u32::from(board.active != board.first && !undecided)
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Vec<i16>) {
        self.position_features(state, Side::of(seat), out);
    }

    fn model(&self) -> Option<&Model> {
        Some(&MODEL)
    }

    fn strengths(&self) -> [Strength; STRENGTHS] {
        [
            Strength { samples: 24, arms: 12, horizon: 1, misjudgement: 2_000 },
            Strength { samples: 64, arms: 16, horizon: 1, misjudgement: 900 },
            Strength { samples: 240, arms: 32, horizon: 2, misjudgement: 0 },
            Strength { samples: 800, arms: 40, horizon: 2, misjudgement: 0 },
            Strength { samples: 3_000, arms: 48, horizon: 3, misjudgement: 0 },
            Strength { samples: 12_000, arms: 64, horizon: 3, misjudgement: 0 },
        ]
    }

    fn goals(&self, state: &State, seat: Seat, out: &mut Vec<Goal>) {
        self.goals_of(&state.board, Side::of(seat), out);
    }

    fn goal_score(&self, state: &State, _seat: Seat, action: Action, goal: Goal) -> i32 {
        self.pursuit(&state.board, action, goal)
    }

    fn describe_goal(&self, view: &View, goal: Goal) -> String {
        self.goal_words(&view.board, goal)
    }
}

impl StarBorders {
    fn points_of(&self, ship: Ship, class: crate::Class) -> i32 {
        let face = self.counters.face_of(ship, class).unwrap_or(0);
        i32::from(self.counters.faces[ship.index()][face].points)
    }

    /// Ongoing cards work once they are shown; the others are better kept.
    fn show_promise(card: Card) -> i32 {
        let ongoing = [
            cards::TRACKING,
            cards::PRIORITY,
            cards::DEFLECTORS,
            cards::MISSILES,
            cards::MASSED_FIRE,
            cards::OVERDRIVE,
            cards::MARINES,
        ];
        if ongoing.contains(&card) { 60 } else { -50 }
    }

    fn points(&self, board: &Board, ship: Ship) -> i32 {
        i32::from(self.ratings(board, ship).points)
    }

    /// Force points of a side at a place, its fortification included.
    fn force_at(&self, board: &Board, side: Side, loc: Loc) -> i32 {
        let ships: i32 = board.ships_at(side, loc).map(|ship| self.points(board, ship)).sum();
        let fort = if board.control[side.index()].has(loc) {
            [0, 2, 5, 9][usize::from(board.level(loc))]
        } else {
            0
        };
        ships + fort
    }

    /// Enemy force points that could come to a place in one or two steps.
    fn threat(&self, board: &Board, side: Side, loc: Loc) -> i32 {
        let near = self.quadrant.steps_from(loc);
        let enemy = side.opponent();
        near.map(|from| self.force_at(board, enemy, from)).sum()
    }

    /// Force points that `side` could bring to a place this turn, those already there included.
    fn potential(&self, board: &Board, side: Side, loc: Loc) -> i32 {
        let mut near: Vec<i32> = (self.within(loc, 2) - LocSet::only(loc))
            .flat_map(|from| board.ships_at(side, from))
            .filter(|&ship| board.is_free(ship) && self.can_step_to(board, ship, loc))
            .map(|ship| self.points(board, ship))
            .collect();
        near.sort_unstable_by(|a, b| b.cmp(a));
        let coming: i32 = near.into_iter().take(usize::from(board.spendable(side)) + 1).sum();
        let here: i32 = board.ships_at(side, loc).map(|ship| self.points(board, ship)).sum();
        here + coming
    }

    fn within(&self, loc: Loc, steps: u8) -> LocSet {
        let mut reached = LocSet::only(loc);
        for _ in 0..steps {
            reached = reached.fold(reached, |all, at| all | self.quadrant.steps_from(at));
        }
        reached
    }

    /// Can a ship get there in one move?
    pub(crate) fn can_step_to(&self, board: &Board, ship: Ship, goal: Loc) -> bool {
        let Some(from) = board.at(ship) else { return false };
        let mut edge = LocSet::only(from);
        for _ in 0..self.ratings(board, ship).engines {
            let next = edge.fold(LocSet::EMPTY, |all, at| all | self.quadrant.steps_from(at));
            if next.has(goal) {
                return true;
            }
            edge = next.filter(|&at| self.stop_at(board, ship.side(), at) == Stop::No).collect();
        }
        false
    }

    /// What it is worth that `ship` ends its move at `loc`.
    fn standing_worth(&self, board: &Board, side: Side, ship: Ship, loc: Loc) -> i32 {
        let (s, o) = (side.index(), side.opponent().index());
        let own_company = !(board.ships_at(side, loc) - ShipSet::only(ship)).is_empty();
        let prize = self.prize(board, side, loc, own_company);
        if board.present[o].has(loc) && !self.quadrant.deep_space.has(loc) {
            return self.attack_worth(board, side, loc) + prize;
        }
        if board.control[o].has(loc) && board.fortified().has(loc) {
            return self.siege_worth(board, side, loc);
        }
        let home_guard = if board.control[s].has(loc) && !own_company && self.threat(board, side, loc) > 0 {
            15 + 25 * i32::from(self.base_planets[s].has(loc))
        } else {
            0
        };
        prize + home_guard - APPROACH * i32::from(self.distance_to_prize(board, side, loc))
    }

    /// What holding a place brings, if no ship of ours does so already.
    fn prize(&self, board: &Board, side: Side, loc: Loc, own_company: bool) -> i32 {
        let (s, o) = (side.index(), side.opponent().index());
        if self.quadrant.planets.has(loc) {
            return match () {
                () if board.control[o].has(loc) && !own_company => CONQUEST,
                () if board.control[s].has(loc) || own_company => 0,
                () => CLAIM,
            };
        }
        if own_company {
            return 0;
        }
        if self.quadrant.nebulae.has(loc) {
            return NEBULA + if board.countdown <= 4 { 60 } else { 0 };
        }
        if self.quadrant.asteroids.has(loc) {
            let capped = self.income(board, side) >= self.scenario.sides[s].lp_capacity;
            return if capped { 0 } else { FIELD };
        }
        0
    }

    /// Attack where all that could come together beats what stands there.
    fn attack_worth(&self, board: &Board, side: Side, loc: Loc) -> i32 {
        let mine = self.potential(board, side, loc);
        let theirs = self.force_at(board, side.opponent(), loc).max(1);
        let edge = (mine * 100 / theirs - 125).clamp(-150, 150);
        BATTLE + edge
    }

    /// Siege ships break fortifications; others only stop the income.
    fn siege_worth(&self, board: &Board, side: Side, loc: Loc) -> i32 {
        let assault: i32 =
            board.ships_at(side, loc).map(|ship| i32::from(self.ratings(board, ship).assault)).sum();
        let level = i32::from(board.level(loc));
        40 + 20 * assault.min(3) - 25 * level
    }

    /// Links to the nearest place worth having: not ours, and not beyond our strength.
    fn distance_to_prize(&self, board: &Board, side: Side, loc: Loc) -> u8 {
        let s = side.index();
        let goals = self.quadrant.planets - board.control[s] - board.present[s];
        goals.filter_map(|goal| self.quadrant.distance(loc, goal, true)).min().unwrap_or(0)
    }

    /// The best place a ship can get to with some Engines, and what it is worth.
    fn best_stop(&self, board: &Board, side: Side, ship: Ship, from: Loc, engines: u8) -> i32 {
        let mut best = i32::MIN;
        let mut edge = LocSet::only(from);
        let mut seen = edge;
        for _ in 0..engines {
            let mut onward = LocSet::EMPTY;
            for next in edge.flat_map(|at| self.exits(board, side, at)) {
                if seen.has(next) {
                    continue;
                }
                seen.insert(next);
                best = best.max(self.standing_worth(board, side, ship, next));
                if self.stop_at(board, side, next) == Stop::No {
                    onward.insert(next);
                }
            }
            edge = onward;
        }
        best
    }

    /// A ship is worth moving if it stands better afterwards, all costs paid.
    fn pick_promise(&self, board: &Board, side: Side, ship: Ship) -> i32 {
        let Some(from) = board.at(ship) else { return -1 };
        match board.frame() {
            Some(Frame::Activity) => {
                let cost = i32::from(self.move_cost(board, ship, ShipSet::EMPTY));
                let engines = self.ratings(board, ship).engines;
                let gain = self.best_stop(board, side, ship, from, engines)
                    - self.stay_worth(board, side, ship, from);
                gain - LP * cost
            }
            // A Flagship takes along ships that would fight better elsewhere.
            Some(Frame::Move(step)) => {
                let lone = board.ships_at(side, from) - step.ships();
                if lone.len() > 1 && step.followers.len() < 3 { 1000 + self.points(board, ship) } else { -1 }
            }
            _ => -1,
        }
    }

    fn stay_worth(&self, board: &Board, side: Side, ship: Ship, from: Loc) -> i32 {
        self.standing_worth(board, side, ship, from)
    }

    fn go_promise(&self, board: &Board, side: Side, to: Loc) -> i32 {
        let Some(Frame::Move(step @ Move { lead, .. })) = board.frame() else { return 0 };
        let engines = step.left.unwrap_or_else(|| self.engines(board, step));
        let here = self.standing_worth(board, side, lead, to);
        if engines <= 1 || self.stop_at(board, side, to) != Stop::No {
            return here;
        }
        // Ties go to the shorter way.
        here.max(self.best_stop(board, side, lead, to, engines - 1) - 1)
    }

    fn halt_promise(&self, board: &Board, side: Side) -> i32 {
        let Some(Frame::Move(step)) = board.frame() else { return 0 };
        board.at(step.lead).map_or(0, |at| self.standing_worth(board, side, step.lead, at))
    }

    /// Positive if the battle is going badly.
    fn odds_promise(&self, board: &Board, side: Side) -> i32 {
        let at = board.battle.at;
        let mine: i32 = board.ships_at(side, at).map(|ship| self.points(board, ship)).sum();
        let theirs: i32 = board.ships_at(side.opponent(), at).map(|ship| self.points(board, ship)).sum();
        let stake = if self.base_planets[side.index()].has(at) { 8 } else { 0 };
        theirs * 10 - mine * 17 - stake * 10
    }

    fn refuge_promise(&self, board: &Board, side: Side, to: Loc) -> i32 {
        i32::from(board.control[side.index()].has(to)) + i32::from(self.force_at(board, side, to) > 0)
    }

    /// Fleeing saves a ship that would be lost; a ship with a step to spare stays.
    fn flee_promise(&self, board: &Board, side: Side) -> i32 {
        let Some(Frame::Danger(ship)) = board.frame() else { return 0 };
        if self.has_two_steps(board, ship) { self.odds_promise(board, side).signum() * 5 - 3 } else { 10 }
    }

    fn hit_cost(&self, board: &Board, ship: Ship) -> i32 {
        let face = self.ratings(board, ship);
        let value = if self.has_two_steps(board, ship) { face.points / 2 } else { face.points };
        i32::from(7 - face.defense.min(6)) * i32::from(value)
    }

    /// How much the last defense roll hurts the ship's owner; negative if it held.
    fn roll_harm(&self, board: &Board, ship: Ship) -> i32 {
        if board.battle.die < self.ratings(board, ship).defense { -10 } else { self.hit_cost(board, ship) }
    }

    /// Honor goes to dice that matter and are likely to turn.
    fn reroll_promise(&self, board: &Board, side: Side, die: u8) -> i32 {
        let battle = &board.battle;
        match board.frame() {
            Some(Frame::VolleyHonor(shooter)) => {
                let Some(shot) = battle.volley.shots.get(usize::from(die)) else { return -1 };
                let strength = i32::from(shot.strength);
                match (shooter == side, shot.hits()) {
                    (true, false) => strength - 3,
                    (false, true) => 3 - strength,
                    (true, true) | (false, false) => -1,
                }
            }
            Some(Frame::DefenseHonor(ship) | Frame::Deflect(ship)) if ship.side() == side => {
                self.roll_harm(board, ship) - 12
            }
            Some(Frame::DefenseHonor(ship)) => -self.roll_harm(board, ship).max(5),
            Some(Frame::SurvivalHonor(ship, _)) => {
                let good = crate::hits::survives(battle.die) == (ship.side() == side);
                if good { -1 } else { self.points(board, ship) - 3 }
            }
            _ => -1,
        }
    }
}
