//! Applies one step: mutates the state and emits events.

use crate::{Action, Board, Class, Event, Faces, Frame, Move, Roll, Ship, Side, StarBorders, State, game};

/// The rules, the state they mutate, and the event sink.
pub(crate) struct Play<'a, E> {
    pub(crate) game: &'a StarBorders,
    pub(crate) state: &'a mut State,
    pub(crate) emit: &'a mut E,
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn board(&mut self) -> &mut Board {
        &mut self.state.board
    }

    pub(crate) fn emit(&mut self, event: Event) {
        (self.emit)(event);
    }

    /// Replaces the frame on top, which is done.
    pub(crate) fn replace_frame(&mut self, frame: Frame) {
        *self.board().frames.last_mut().expect("something was pending") = frame;
    }

    /// Interrupts the frame on top with this one.
    pub(crate) fn push(&mut self, frame: Frame) {
        self.board().frames.push(frame);
    }

    /// Removes the frame on top, which is done; the one it interrupted continues.
    pub(crate) fn pop(&mut self) {
        self.board().frames.pop();
    }

    /// The class a ship shows now.
    pub(crate) fn class(&self, ship: Ship) -> Class {
        self.game.ratings(&self.state.board, ship).class
    }

    fn frame(&self) -> Frame {
        self.state.board.frame().expect("something is pending")
    }

    /// Applies a decision that `check` accepted.
    pub(crate) fn act(&mut self, side: Side, action: Action) {
        match (self.frame(), action) {
            (_, Action::Concede) => self.concede(side),
            (_, Action::Reveal(card)) => self.reveal(side, card),
            (_, Action::First(first)) => self.set_first(first),
            (_, Action::Operate) => self.operate(),
            (_, Action::Mobilize) => self.mobilize(),
            (Frame::Station(ship), Action::Station(class, base)) => self.station(ship, class, base),
            (_, Action::Buy) => self.buy(),
            (_, Action::Use(card)) => self.use_card(side, card),
            (Frame::Activity, Action::Pick(ship)) => self.begin_move(ship),
            (Frame::Move(step), Action::Pick(ship)) => self.add_follower(step, ship),
            (frame, Action::Deselect(ship)) => self.deselect(frame, ship),
            (Frame::Move(step), Action::Overdrive) => self.overdrive(step),
            (Frame::Move(step), Action::Go(to)) => self.go(step, to),
            (Frame::Move(step), Action::Halt) => self.halt(step),
            (Frame::Redeploy(picked), Action::Pick(ship)) => self.pick_redeployed(picked, ship),
            (Frame::Redeploy(picked), Action::Go(to)) => self.redeploy(picked, to),
            (_, Action::Replace(class, base)) => self.replace(side, class, base),
            (_, Action::Repair(ship, by)) => self.repair(ship, by),
            (_, Action::Fortify(loc)) => self.fortify(side, loc),
            (_, Action::Reinforce(ship, at)) => self.reinforce(ship, at),
            (_, Action::Requisition(base)) => self.requisition(base),
            (_, Action::End) => self.end_activity(),
            (_, Action::Battle(at)) => self.begin_battle(at),
            (_, Action::FireBase) => self.fire_base(side),
            (_, Action::Missile(ship)) => self.fire_missile(ship),
            (_, Action::Fight) => self.stand_fast(side),
            (_, Action::Hide) => self.hide(side),
            (_, Action::Retreat(to)) => self.retreat(side, to),
            (_, Action::Pick(ship)) => self.join_group(ship),
            (_, Action::Shoot) => self.declare_shot(side, false),
            (_, Action::ShootMassed) => self.declare_shot(side, true),
            (_, Action::FireAtWill) => self.fire_at_will(side),
            (_, Action::CeaseFire) => self.replace_frame(Frame::Volley(side)),
            (_, Action::Reroll(die)) => self.spend_honor_on(die),
            (_, Action::Absorb(ship)) => self.absorb(ship),
            (_, Action::Deflect) => self.deflect(),
            (Frame::Danger(ship), Action::Flee(to)) => self.flee(ship, to),
            (Frame::Danger(ship), Action::Suffer) => self.suffer(ship),
            (_, Action::Coup(coup)) => self.coup(side, coup),
            (_, Action::Assault(loc)) => self.push(Frame::AssaultDice(loc)),
            (_, Action::Restore(base, loc, payment)) => self.restore(base, loc, payment),
            (_, Action::Refit(at)) => self.refit(at),
            (frame, Action::Pass) => self.pass(side, frame),
            (frame, action) => unreachable!("{action:?} was not checked against {frame:?}"),
        }
    }

    /// SB-6.1m: a picked ship stays where it is. Nothing has been paid; card 8 is available again.
    fn deselect(&mut self, frame: Frame, ship: Ship) {
        match frame {
            Frame::Move(step) if step.lead == ship => {
                if step.overdrive {
                    self.board().turn.overdriven = false;
                }
                self.pop();
            }
            Frame::Move(step) => {
                self.replace_frame(Frame::Move(Move { followers: step.followers.without(ship), ..step }));
            }
            Frame::Redeploy(picked) => self.replace_frame(Frame::Redeploy(picked.without(ship))),
            Frame::Fire(_) => self.board().battle.volley.group.remove(ship),
            other => unreachable!("no ship is picked in {other:?}"),
        }
        self.emit(Event::Deselected { ship });
    }

    /// Declines what a frame offers. No event: a window that a hidden card may have opened must not be visible
    /// (SB-12.1a).
    fn pass(&mut self, side: Side, frame: Frame) {
        rules::rule!("SB-12.1a");
        match frame {
            Frame::Strike => self.replace_frame(Frame::BuyCard),
            Frame::BuyCard => self.begin_activity(),
            Frame::CardWindow(_) => self.close_card_window(side),
            Frame::Tracking => self.open_fire(),
            Frame::FireMissileBase(_) => self.replace_frame(Frame::FireStandoffMissiles(side)),
            Frame::FireStandoffMissiles(_) => self.replace_frame(Frame::Volley(side)),
            Frame::VolleyHonor(shooter) => self.count_hits(shooter),
            Frame::SalvageHonor(victor) => self.judge_salvage(victor),
            Frame::Deflect(ship) => self.keep_roll(ship),
            Frame::DefenseHonor(ship) => self.judge_defense(ship),
            Frame::SurvivalHonor(ship, to) => self.judge_survival(ship, to),
            Frame::Coup(_) => self.pop(),
            Frame::Assault => self.replace_frame(Frame::Income),
            Frame::RepairDisruption => self.replace_frame(Frame::EndPlayerTurn),
            other => unreachable!("{other:?} cannot be declined"),
        }
    }

    /// Applies a chance result.
    pub(crate) fn apply_roll(&mut self, roll: Roll) {
        let frame = self.frame();
        match (frame, roll) {
            (Frame::Deal(left), Roll::Card(card)) => self.deal(left, card),
            (Frame::DrawCard, roll) => self.draw_card(game::drawn(roll)),
            (Frame::BlindDraw(victim), roll) => self.blind_draw(victim, game::drawn(roll)),
            (Frame::DrawCounters(left), Roll::Counter(ship)) => self.draw_counter(left, ship),
            (_, Roll::Dice(faces)) => self.dice(frame, faces),
            (frame, roll) => unreachable!("{roll:?} does not answer {frame:?}"),
        }
    }

    fn dice(&mut self, frame: Frame, faces: Faces) {
        match frame {
            Frame::Initiative => self.initiative([faces[0], faces[1]]),
            Frame::StrikeDie => self.strike(game::only(faces)),
            Frame::Volley(shooter) => self.volley_rolled(shooter, faces),
            Frame::VolleyReroll(shooter, shot) => self.shot_rerolled(shooter, shot, game::only(faces)),
            Frame::Defense(ship) => self.defense_rolled(ship, game::only(faces)),
            Frame::Survival(ship, to) => self.survival_rolled(ship, to, game::only(faces)),
            Frame::Salvage(victor) => self.salvage_rolled(victor, faces),
            Frame::SalvageReroll(victor, die) => self.salvage_rerolled(victor, die, game::only(faces)),
            Frame::AssaultDice(loc) => self.assault(loc, faces),
            Frame::SuddenDeath => self.sudden_death(game::only(faces)),
            frame => unreachable!("no dice are rolled in {frame:?}"),
        }
    }
}
