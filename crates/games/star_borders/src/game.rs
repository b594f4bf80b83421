//! The game as the kernel sees it: whose turn it is, what may be done, and doing it.

use rules::{Denied, Dice, Game, Outcome, RuleId, Seat, Seats, Step, StepOf, Turn, Viewer, rule};

use crate::{
    Action, Board, Card, Chance, Ending, Event, Faces, Frame, Roll, Ship, ShipSet, Side, Spot, StarBorders,
    State, View, cards, play::Play, state::is_penalty,
};

/// Shorthand for a refusal.
pub(crate) const fn deny<T>(rule: rules::RuleId) -> Result<T, Denied> {
    Err(Denied(rule))
}

/// `value`, which these rows of the ledger decide together.
#[inline]
pub(crate) fn by<const N: usize, T>(_rows: [RuleId; N], value: T) -> T {
    value
}

/// The side a frame asks, if it asks one.
pub(crate) const fn decider(board: &Board, frame: Frame) -> Option<Side> {
    match frame {
        Frame::ChooseFirst => Some(Side::Alliance),
        Frame::Station(ship) | Frame::Deflect(ship) | Frame::Danger(ship) => Some(ship.side()),
        Frame::Strike => Some(board.active.opponent()),
        Frame::Muster
        | Frame::BuyCard
        | Frame::Activity
        | Frame::Move(_)
        | Frame::Redeploy(_)
        | Frame::Combat
        | Frame::Tracking
        | Frame::Assault
        | Frame::RepairDisruption => Some(board.active),
        Frame::CardWindow(side)
        | Frame::FireMissileBase(side)
        | Frame::FireStandoffMissiles(side)
        | Frame::Stand(side)
        | Frame::Fire(side)
        | Frame::Hits(side)
        | Frame::Coup(side) => Some(side),
        Frame::VolleyHonor(_)
        | Frame::DefenseHonor(_)
        | Frame::SurvivalHonor(..)
        | Frame::SalvageHonor(_) => Some(Side::Imperium),
        Frame::Deal(_)
        | Frame::Prelaunch
        | Frame::Initiative
        | Frame::PlayerTurn(_)
        | Frame::EndPlayerTurn
        | Frame::Countdown
        | Frame::SuddenDeath
        | Frame::DrawCounters(_)
        | Frame::StrikeDie
        | Frame::DrawCard
        | Frame::EndPreBattle
        | Frame::Volley(_)
        | Frame::VolleyReroll(..)
        | Frame::Defense(_)
        | Frame::Survival(..)
        | Frame::RoundEnd
        | Frame::BattleEnd
        | Frame::Salvage(_)
        | Frame::SalvageReroll(..)
        | Frame::BlindDraw(_)
        | Frame::Control
        | Frame::AssaultDice(_)
        | Frame::Income => None,
    }
}

impl StarBorders {
    /// The chance result the frame on top needs.
    fn chance(&self, state: &State, frame: Frame) -> Chance {
        let board = &state.board;
        match frame {
            Frame::Deal(_) | Frame::DrawCard => Chance::Card(self.draw_pile(state)),
            Frame::BlindDraw(victim) => Chance::Card(state.hands[victim.index()].truth()),
            Frame::DrawCounters(_) => Chance::Counter(
                board.in_box(Side::Alliance, Spot::Pool) | board.in_box(Side::Imperium, Spot::Pool),
            ),
            Frame::Initiative => Chance::Dice(2),
            Frame::Volley(_) => Chance::Dice(
                board.battle.volley.shots.iter().filter(|shot| !shot.is_automatic()).count() as u8,
            ),
            Frame::Salvage(side) => Chance::Dice(self.salvagers(board, side).len()),
            Frame::AssaultDice(loc) => Chance::Dice(self.assault_dice(board, loc)),
            _ => Chance::Dice(1),
        }
    }

    /// The ships picked in this frame that can still be deselected: nothing has been paid for them.
    fn picked(&self, board: &Board, frame: Frame) -> ShipSet {
        match frame {
            Frame::Move(step) if step.left.is_none() => step.ships(),
            Frame::Redeploy(picked) => picked,
            Frame::Fire(_) => board.battle.volley.group,
            _ => ShipSet::EMPTY,
        }
    }

    fn may_deselect(&self, board: &Board, frame: Frame, ship: Ship) -> Result<(), Denied> {
        let decision = rule!("SB-6.1m");
        if self.picked(board, frame).has(ship) { Ok(()) } else { deny(decision) }
    }

    /// Who is asked now.
    pub fn asked(&self, board: &Board) -> Option<Side> {
        decider(board, board.frame()?)
    }
}

impl Game for StarBorders {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Roll = Roll;
    type Event = Event;
    type View = View;

    fn seats(&self) -> u8 {
        rule!("SB-1.0a");
        2
    }

    fn start(&self) -> State {
        let mut state = self.set_up();
        Play { game: self, state: &mut state, emit: &mut |_| {} }.settle();
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn<Chance> {
        let Some(frame) = state.board.frame() else { return Turn::Over };
        match decider(&state.board, frame) {
            Some(side) => Turn::Choose(Seats::only(side.seat())),
            None => Turn::Chance(self.chance(state, frame)),
        }
    }

    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let board = &state.board;
        let Some(frame) = board.frame() else { return };
        let side = Side::of(seat);
        if decider(board, frame) != Some(side) || seat.0 > 1 {
            return;
        }
        let hand = state.hands[side.index()].truth();
        match frame {
            Frame::ChooseFirst => out.extend(Side::BOTH.map(Action::First)),
            Frame::Muster => out.extend([Action::Operate, Action::Mobilize]),
            Frame::Station(ship) => self.stations(board, ship, out),
            Frame::Strike => out.extend([Action::Use(cards::STRIKE), Action::Pass]),
            Frame::BuyCard => {
                out.push(Action::Buy);
                self.usable_cards(board, hand, side, out);
                out.push(Action::Pass);
            }
            Frame::Activity => self.activities(board, hand, side, out),
            Frame::Move(step) => self.move_steps(board, step, out),
            Frame::Redeploy(picked) => self.redeployments(board, picked, out),
            Frame::Combat => out.extend(self.unresolved(board).map(Action::Battle)),
            Frame::CardWindow(_) | Frame::Tracking => out.push(Action::Pass),
            Frame::FireMissileBase(_) => out.extend([Action::FireBase, Action::Pass]),
            Frame::FireStandoffMissiles(_) => {
                out.extend(board.ships_at(side, board.battle.at).map(Action::Missile));
                out.push(Action::Pass);
            }
            Frame::Stand(_) => self.stands(board, out),
            Frame::Fire(_) => self.fire_choices(board, side, out),
            Frame::VolleyHonor(_) => {
                out.extend((0..board.battle.volley.shots.len() as u8).map(Action::Reroll));
                out.push(Action::Pass);
            }
            Frame::SalvageHonor(_) => {
                out.extend((0..board.battle.salvage.len() as u8).map(Action::Reroll));
                out.push(Action::Pass);
            }
            Frame::DefenseHonor(_) | Frame::SurvivalHonor(..) => {
                out.extend([Action::Reroll(0), Action::Pass]);
            }
            Frame::Hits(_) => out.extend(board.ships_at(side, board.battle.at).map(Action::Absorb)),
            Frame::Deflect(_) => out.extend([Action::Deflect, Action::Reroll(0), Action::Pass]),
            Frame::Danger(_) => {
                out.push(Action::Suffer);
                out.extend(self.quadrant.links[board.battle.at.index()].map(Action::Flee));
            }
            Frame::Coup(_) => self.coups(board, side, out),
            Frame::Assault => {
                out.extend(self.assault_sites(board).map(Action::Assault));
                out.push(Action::Pass);
            }
            Frame::RepairDisruption => self.restorations(board, out),
            _ => unreachable!("only frames that ask a side come here"),
        }
        out.extend(hand.map(Action::Reveal));
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let board = &state.board;
        let Some(frame) = board.frame() else { return deny(rule!("SB-1.0e")) };
        if seat.0 > 1 {
            return deny(rule!("SB-1.0a"));
        }
        let side = Side::of(seat);
        if action == Action::Concede {
            rule!("SB-10.0e");
            return Ok(());
        }
        if let Action::Reveal(card) = action {
            return self.may_reveal(state, side, card);
        }
        if decider(board, frame) != Some(side) {
            return deny(rule!("SB-DEF-8"));
        }
        let hand = state.hands[side.index()].truth();
        match (frame, action) {
            (_, Action::Deselect(ship)) => self.may_deselect(board, frame, ship),
            (Frame::Muster, Action::Operate) => self.may_operate(board),
            (Frame::Station(ship), Action::Station(class, base)) => {
                self.may_station(board, ship, class, base)
            }
            (Frame::Strike, Action::Use(cards::STRIKE)) => self.may_strike(board, hand, side),
            (Frame::BuyCard, Action::Buy) => self.may_buy(board, side),
            (Frame::BuyCard | Frame::Activity, Action::Use(card)) if is_penalty(card) => {
                self.may_use(board, hand, side, card)
            }
            (Frame::Activity, Action::Use(cards::REDEPLOYMENT)) => self.may_redeploy(board, hand, side),
            (Frame::Activity, Action::Pick(ship)) => self.may_move(board, side, ship),
            (Frame::Activity, Action::Replace(class, base)) => self.may_replace(board, side, class, base),
            (Frame::Activity, Action::Repair(ship, by)) => self.may_repair(board, side, ship, by),
            (Frame::Activity, Action::Fortify(loc)) => self.may_fortify(board, side, loc),
            (Frame::Activity, Action::Reinforce(ship, at)) => self.may_reinforce(board, side, ship, at),
            (Frame::Activity, Action::Requisition(base)) => self.may_requisition(board, side, base),
            (Frame::Move(step), Action::Pick(ship)) => self.may_follow(board, step, ship),
            (Frame::Move(step), Action::Overdrive) => self.may_overdrive(board, step),
            (Frame::Move(step), Action::Go(to)) => self.may_go(board, step, to),
            (Frame::Move(step), Action::Halt) => self.may_halt(step),
            (Frame::Redeploy(picked), Action::Pick(ship)) => self.may_pick_redeployed(board, picked, ship),
            (Frame::Redeploy(picked), Action::Go(to)) => self.may_redeploy_to(board, picked, to),
            (Frame::Combat, Action::Battle(at)) => self.may_battle(board, at),
            (Frame::FireStandoffMissiles(_), Action::Missile(ship)) => {
                self.may_fire_missile(board, side, ship)
            }
            (Frame::Stand(_), Action::Hide) => self.may_hide(board, side),
            (Frame::Stand(_), Action::Retreat(to)) => self.may_retreat(board, side, to),
            (Frame::Fire(_), Action::Pick(ship)) => self.may_join_group(board, side, ship),
            (Frame::Fire(_), Action::Shoot) => self.may_shoot(board, false),
            (Frame::Fire(_), Action::ShootMassed) => self.may_shoot(board, true),
            (Frame::Fire(_), Action::FireAtWill) => self.may_fire_at_will(board),
            (Frame::Fire(_), Action::CeaseFire) => self.may_cease_fire(board),
            (Frame::VolleyHonor(_), Action::Reroll(die)) => self.may_reroll_shot(board, die),
            (Frame::SalvageHonor(_), Action::Reroll(die)) => {
                if usize::from(die) < board.battle.salvage.len() { Ok(()) } else { deny(rule!("SB-11.2e")) }
            }
            (Frame::Hits(_), Action::Absorb(ship)) => self.may_absorb(board, side, ship),
            (Frame::Deflect(ship), Action::Deflect) => self.may_deflect(board, ship),
            (Frame::Deflect(ship), Action::Reroll(0)) => self.may_reroll_own_defense(board, ship),
            (Frame::Danger(ship), Action::Flee(to)) => self.may_flee(board, ship, to),
            (Frame::Coup(_), Action::Coup(coup)) => self.may_coup(board, side, coup),
            (Frame::Assault, Action::Assault(loc)) => self.may_assault(board, loc),
            (Frame::RepairDisruption, Action::Refit(loc)) => self.may_refit(board, loc),
            (Frame::RepairDisruption, Action::Restore(base, loc, payment)) => {
                self.may_restore(board, base, loc, payment)
            }
            (Frame::ChooseFirst, Action::First(_))
            | (Frame::Muster, Action::Mobilize)
            | (Frame::Activity, Action::End)
            | (Frame::FireMissileBase(_), Action::FireBase)
            | (Frame::Stand(_), Action::Fight)
            | (Frame::Danger(_), Action::Suffer)
            | (Frame::DefenseHonor(_) | Frame::SurvivalHonor(..), Action::Reroll(0))
            | (
                Frame::Strike
                | Frame::BuyCard
                | Frame::CardWindow(_)
                | Frame::Tracking
                | Frame::FireMissileBase(_)
                | Frame::FireStandoffMissiles(_)
                | Frame::VolleyHonor(_)
                | Frame::SalvageHonor(_)
                | Frame::DefenseHonor(_)
                | Frame::SurvivalHonor(..)
                | Frame::Deflect(_)
                | Frame::Coup(_)
                | Frame::Assault
                | Frame::RepairDisruption,
                Action::Pass,
            ) => Ok(()),
            (Frame::BuyCard | Frame::Activity, Action::Use(_)) => deny(rule!("SB-C.c")),
            (_, Action::Pick(_) | Action::Go(_)) => deny(rule!("SB-6.1a")),
            _ => deny(rule!("SB-4.7a")),
        }
    }

    /// A picked ship can be deselected until something is paid (SB-6.1m).
    fn corrections(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let board = &state.board;
        let Some(frame) = board.frame() else { return };
        if decider(board, frame) == Some(Side::of(seat)) {
            out.extend(self.picked(board, frame).map(Action::Deselect));
        }
    }

    /// SB-5.1i: the owner of a card may show it at any time.
    fn interjections(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let to_act =
            state.board.frame().is_none_or(|frame| decider(&state.board, frame) == Some(Side::of(seat)));
        if !to_act && seat.0 < 2 {
            out.extend(state.hands[seat.index()].truth().map(Action::Reveal));
        }
    }

    fn resignation(&self) -> Option<Action> {
        Some(Action::Concede)
    }

    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        let mut play = Play { game: self, state, emit };
        match step {
            Step::Act(seat, action) => play.act(Side::of(seat), action),
            Step::Chance(roll) => play.apply_roll(roll),
        }
        play.settle();
    }

    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        match *chance {
            Chance::Dice(count) => Roll::Dice((0..count).map(|_| dice.d6()).collect()),
            Chance::Card(set) => Roll::Card(nth(set, dice)),
            Chance::Counter(set) => Roll::Counter(nth(set, dice)),
        }
    }

    fn admits(&self, chance: &Chance, roll: Roll) -> bool {
        match (*chance, roll) {
            (Chance::Dice(count), Roll::Dice(faces)) => {
                faces.len() == usize::from(count) && faces.iter().all(|face| (1..=6).contains(face))
            }
            (Chance::Card(set), Roll::Card(card)) => set.has(card),
            (Chance::Counter(set), Roll::Counter(ship)) => set.has(ship),
            _ => false,
        }
    }

    fn outcomes(&self, chance: &Chance, out: &mut Vec<(Roll, u32)>) -> bool {
        match *chance {
            Chance::Dice(1) => out.extend((1..=6).map(|face| (Roll::Dice([face].into_iter().collect()), 1))),
            Chance::Dice(_) => return false,
            Chance::Card(set) => out.extend(set.map(|card| (Roll::Card(card), 1))),
            Chance::Counter(set) => out.extend(set.map(|ship| (Roll::Counter(ship), 1))),
        }
        true
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.board.outcome?;
        let (rule, reason) = match end.ending {
            Ending::Countdown => (RuleId::new("SB-10.0d"), "the countdown is over"),
            Ending::SuddenDeath => (RuleId::new("SB-10.0d"), "sudden death"),
            Ending::Instant => (RuleId::new("SB-10.0c"), "instant victory"),
            Ending::Conceded => (RuleId::new("SB-10.0e"), "the opponent resigned"),
        };
        let winners = end.winner.map_or(Seats::first_n(2), |side| Seats::only(side.seat()));
        Some(Outcome::shared(2, winners, rule, reason).with_points(end.points.map(i32::from).to_vec()))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn determinize(&self, view: &View, dice: &mut impl Dice) -> State {
        self.determinize_view(view, dice)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(crate::view::redact(event, viewer))
    }

    fn undoable(&self, event: &Event) -> bool {
        crate::view::undoable(event)
    }
}

/// One of a set, all equally likely. Sets are iterated from the lowest id, as a script expects.
fn nth<I, S: Copy + Iterator<Item = I>>(set: S, dice: &mut impl Dice) -> I {
    let (mut left, count) = (set, set.count() as u32);
    left.nth(dice.below(count) as usize).expect("a chance has at least one result")
}

/// The one die of a roll.
pub(crate) fn only(faces: Faces) -> u8 {
    faces[0]
}

/// A drawn card.
pub(crate) fn drawn(roll: Roll) -> Card {
    match roll {
        Roll::Card(card) => card,
        Roll::Dice(_) | Roll::Counter(_) => unreachable!("a card was asked for"),
    }
}
