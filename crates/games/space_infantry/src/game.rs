//! The game as the kernel sees it: whose turn it is, what may be done, and doing it.

use rules::{Denied, Dice, Game, Outcome, RuleId, Seat, Seats, Step, StepOf, StreamKey, Turn, Viewer, rule};

use crate::{
    Action, Board, Chance, Event, Frame, Roll, SpaceInfantry, State, View,
    action::Pay,
    candidates,
    ids::{Chit, Resource, Token},
    play::{Play, deny, require},
    state::{CombatStage, Ending},
};

/// The only seat.
pub(crate) const PLAYER: Seat = Seat(0);

impl SpaceInfantry {
    /// Judges an action of phase 3 (7.3.2).
    fn may_act(&self, board: &Board, action: Action) -> Result<(), Denied> {
        let hand = |resource: Resource| self.may_pay(board, resource, Pay::Hand, None);
        rule!("SI-7.3a");
        match action {
            Action::Construct(piece) => {
                hand(Resource::Build)?;
                self.may_construct(board, piece)
            }
            Action::Settle(at, base) => {
                hand(Resource::Build)?;
                self.may_settle(board, at, base)
            }
            Action::Upgrade(piece, at) => {
                hand(Resource::Build)?;
                self.may_upgrade(board, piece, at)
            }
            Action::ForwardDeploy(piece, at) => {
                hand(Resource::Build)?;
                self.may_forward_deploy(board, piece, at)
            }
            Action::Move(ship, from, to, mine, pay) => {
                match pay {
                    Pay::Engines => self.may_use_engines(board)?,
                    _ => self.may_pay(board, Resource::Maneuver, pay, None)?,
                }
                self.may_step(board, ship, from, to, mine)
            }
            Action::Bypass(place) => {
                hand(Resource::Maneuver)?;
                require(usize::from(place) < board.queue.len(), || rule!("SI-7.3.1.2.3a"))
            }
            Action::Initiate => {
                hand(Resource::Research)?;
                self.may_initiate(board)
            }
            Action::Conduct => {
                hand(Resource::Research)?;
                self.may_conduct(board)
            }
            Action::Focus(tech) => {
                hand(Resource::Research)?;
                self.may_focus(board, tech)
            }
            Action::Sabotage(race, pay) => self.may_sabotage(board, race, pay),
            Action::Attache(race, pay) => self.may_send_attache(board, race, pay),
            Action::SlowResearch(race, pay) => self.may_slow_research(board, race, pay),
            Action::Propaganda(status, pay) => {
                self.may_pay(board, Resource::Morale, pay, None)?;
                self.may_propagate(board, status)
            }
            Action::Expand(pay) => self.may_expand(board, pay),
            Action::Reclaim(resource, pay) => self.may_reclaim(board, resource, pay),
            Action::Embassy(race, pay) => self.may_open_embassy(board, race, pay),
            Action::Envoy(race, pay) => self.may_send_envoy(board, race, pay),
            Action::Parley(race, pay) => self.may_parley(board, race, pay),
            Action::AllyShip => {
                hand(Resource::Warp)?;
                require(board.unbuilt[1] > 0, || rule!("SI-7.3.1.7.1"))
            }
            Action::AdvancedTech => {
                hand(Resource::Warp)?;
                require(board.white_pile > 0, || rule!("SI-7.3.1.7.2"))
            }
            Action::Fold(ship, from, to) => {
                hand(Resource::Warp)?;
                self.may_fold(board, ship, from, to)
            }
            Action::ArmsDeal(..)
            | Action::Arbitration(..)
            | Action::FalseIntel(..)
            | Action::Disarm(..)
            | Action::PeaceTalks(..) => {
                let (pair, usual, race, pay) = SpaceInfantry::opportunity(action).expect("a War Opportunity");
                let belongs = race.is_none_or(|race| pair.other(race).is_some());
                require(belongs, || rule!("SI-7.3.1.8a"))?;
                self.may_exploit(board, pair, usual, pay)
            }
            Action::EndActions => Ok(()),
            _ => deny(rule!("SI-12.1")),
        }
    }

    fn judge(&self, board: &Board, frame: Frame, action: Action) -> Result<(), Denied> {
        match (frame, action) {
            (Frame::Actions, action) => self.may_act(board, action),
            (Frame::Store, Action::Store(resource)) => require(board.pool.has(resource), || rule!("SI-3.3f")),
            (Frame::Place(_), Action::Place(resource)) => {
                require(board.pool.has(resource), || rule!("SI-7.1.4"))
            }
            (Frame::Keep, Action::Return(resource)) => {
                require(board.stored.has(resource), || rule!("SI-7.3d"))
            }
            (Frame::Roll { faces, .. }, Action::Accept) if !self.picks_die(board, faces) => Ok(()),
            (Frame::Roll { faces, .. }, Action::UseDie(face)) if self.picks_die(board, faces) => {
                require(faces.contains(&face), || rule!("SI-11.1.4"))
            }
            (Frame::Roll { .. }, Action::Reroll(pay)) => self.may_reroll(board, pay),
            (Frame::Tech { .. }, Action::Contest(_)) => Ok(()),
            (Frame::Relation { pair, asked, .. }, Action::RollFirst(race)) => {
                let there = board.deployed.attaches & race.bit() & !asked != 0 && pair.other(race).is_some();
                require(there, || rule!("SI-9.3b"))
            }
            (Frame::ChoosePair(_), Action::PickPair(_)) | (Frame::ChooseRace(_), Action::PickRace(_)) => {
                Ok(())
            }
            (Frame::Choice(entry), action) => self.may_answer(board, entry, action),
            (Frame::Fights | Frame::Combat { stage: CombatStage::FollowUps, .. }, Action::Fight(at)) => {
                require(self.combat_choice(board) & at.bit() != 0, || rule!("SI-10.0e"))
            }
            (Frame::Combat { stage: CombatStage::Muster, .. }, Action::OutManeuver(count)) => {
                self.may_out_maneuver(board, count)
            }
            (Frame::Combat { stage: CombatStage::Plunder, .. }, Action::Give(source)) => {
                self.may_give(board, source)
            }
            (Frame::Combat { stage: CombatStage::Loss, at, .. }, Action::Lose(piece)) => {
                require(board.pieces(at, piece) > 0, || rule!("SI-10.3b"))
            }
            (Frame::Combat { stage: CombatStage::Pursuit, at, .. }, Action::Pursue(ship)) => {
                require(board.ships(at, ship) > 0, || rule!("SI-11.2.7a"))
            }
            (Frame::WarHits(races), Action::HitBase(at)) => {
                let listed = self.war_targets(board, races).any(|target| target == at);
                require(listed, || rule!("SI-6.2.2b"))
            }
            (Frame::Look { shown, .. }, Action::LookAt(look)) if self.is_looking(board, shown) => {
                self.may_look(board, look)
            }
            (Frame::Look { shown, .. }, Action::Start(tech)) if !self.is_looking(board, shown) => {
                self.may_start(board, tech)
            }
            (Frame::Bypass(drawn), Action::Enter(token)) => {
                require(drawn.contains(&u8::from(token)), || rule!("SI-7.3.1.2.3b"))
            }
            (Frame::Step { .. }, Action::Step(to, with_mine)) => self.may_second_step(board, to, with_mine),
            (Frame::Step { .. }, Action::Stop) => Ok(()),
            _ => deny(rule!("SI-12.13")),
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Carries out an action that `check` has allowed.
    fn act(&mut self, action: Action) {
        let frame = self.board.frame();
        if frame == Some(Frame::Actions) {
            rule!("SI-7.3c");
            self.begin_impulse();
        }
        match action {
            Action::Resign => {
                rule!("SI-13.5");
                self.end(Ending::Abandoned);
            }
            Action::Store(resource) => {
                rule!("SI-3.3f");
                rule!("SI-R-82");
                self.board.pool.take(resource);
                self.board.stored.add(resource);
                self.report(Event::Stored { resource });
            }
            Action::Place(resource) => self.place(resource),
            Action::Accept => {
                if let Some(Frame::Roll { faces, .. }) = frame {
                    self.accept(faces);
                }
            }
            Action::Reroll(pay) => self.reroll(pay),
            Action::UseDie(face) => self.use_die(face),
            Action::OutManeuver(count) => self.out_maneuver(count),
            Action::Contest(contest) => self.contest_tech(contest),
            Action::Fight(at) => self.fight(at),
            Action::Lose(piece) => self.lose_asset(piece),
            Action::HitBase(at) => self.hit_base(at),
            Action::Give(source) => match frame {
                Some(Frame::Combat { .. }) => self.plundered(source),
                _ => self.spend_deployed(source),
            },
            Action::PickRace(race) => {
                if let Some(Frame::ChooseRace(entry)) = frame {
                    self.of_race(entry, race);
                }
            }
            Action::PickPair(pair) => match frame {
                Some(Frame::ChoosePair(result)) => self.of_pair(result, pair),
                _ => self.fail_alliance(pair),
            },
            Action::FreeBuild(piece) => self.free_build(piece),
            Action::FreePropaganda(status) => self.free_propaganda(status),
            Action::Boost(tech) => self.boost(tech),
            Action::Decline | Action::Stop => self.pop(),
            Action::Pursue(ship) => self.pursue(ship),
            Action::RollFirst(race) => self.attache_rolls(race),
            Action::Step(to, with_mine) => self.second_step(to, with_mine),
            Action::LookAt(look) => self.look_at(look),
            Action::Start(tech) => self.start(tech),
            Action::Enter(token) => self.enter(token),
            Action::Return(resource) => self.return_stored(resource),
            Action::Construct(piece) => self.construct(piece),
            Action::Settle(at, base) => self.settle_base(at, base),
            Action::Upgrade(piece, at) => self.upgrade(piece, at),
            Action::ForwardDeploy(piece, at) => self.forward_deploy(piece, at),
            Action::Move(ship, from, to, mine, pay) => self.move_ship(ship, from, to, mine, pay),
            Action::Bypass(place) => self.bypass(place),
            Action::Initiate => self.initiate(),
            Action::Conduct => self.conduct(),
            Action::Focus(tech) => self.focus(tech),
            Action::Sabotage(race, pay) => self.sabotage(race, pay),
            Action::Attache(race, pay) => self.deploy(crate::action::Source::Attache(race), pay),
            Action::SlowResearch(race, pay) => self.deploy(crate::action::Source::Spy(race), pay),
            Action::Propaganda(status, pay) => self.propaganda(status, pay),
            Action::Expand(pay) => self.expand(pay),
            Action::Reclaim(resource, pay) => self.reclaim(resource, pay),
            Action::Embassy(race, pay) => self.deploy(crate::action::Source::Embassy(race), pay),
            Action::Envoy(race, pay) => self.envoy(race, pay),
            Action::Parley(race, pay) => self.parley(race, pay),
            Action::AllyShip => self.ally_ship(),
            Action::AdvancedTech => self.advanced_tech(),
            Action::Fold(ship, from, to) => self.fold(ship, from, to),
            Action::ArmsDeal(..)
            | Action::Arbitration(..)
            | Action::FalseIntel(..)
            | Action::Disarm(..)
            | Action::PeaceTalks(..) => self.exploit(action),
            Action::EndActions => self.end_actions(),
        }
    }

    /// Takes what chance answered.
    fn answered(&mut self, roll: Roll) {
        let frame = self.board.frame().expect("chance was asked by a frame");
        let row = match roll {
            Roll::Dice(faces) => return self.thrown(faces),
            Roll::Row(row) => row,
        };
        if let Some(Chance::Draw(lane, _)) = self.game.chance(self.board) {
            self.board.draws[lane.counter()] += 1;
        }
        match frame {
            Frame::Draw | Frame::Fill => self.queue_token(Token::new(row)),
            Frame::Bypass(_) => self.bypass_drawn(Token::new(row)),
            Frame::ChitDraw => self.chit_drawn(Chit::new(row)),
            Frame::Tech { race, .. } => self.show_tech(race, row),
            _ => self.look_drawn(row),
        }
    }
}

impl Game for SpaceInfantry {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Roll = Roll;
    type Event = Event;
    type View = View;

    fn seats(&self) -> u8 {
        1
    }

    fn start(&self) -> State {
        State { board: self.set_up() }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn<Chance> {
        if state.board.frames.is_empty() {
            return Turn::Over;
        }
        match self.chance(&state.board) {
            Some(chance) => Turn::Chance(chance),
            None => Turn::Choose(Seats::only(PLAYER)),
        }
    }

    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat == PLAYER && self.chance(&state.board).is_none() {
            self.offer(&state.board, true, out);
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let board = &state.board;
        let Some(frame) = board.frame() else { return deny(rule!("SI-0.4")) };
        require(seat == PLAYER, || rule!("SI-12.1"))?;
        if action == Action::Resign {
            return Ok(());
        }
        require(self.chance(board).is_none(), || rule!("SI-12.13"))?;
        self.judge(board, frame, action)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if seat == PLAYER && self.chance(&state.board).is_none() {
            self.offer(&state.board, false, out);
        }
    }

    fn prune(&self, state: &State, _seat: Seat, legal: &mut Vec<Action>) {
        candidates::prune(&state.board, legal);
    }

    fn resignation(&self) -> Option<Action> {
        Some(Action::Resign)
    }

    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        let mut play = Play { game: self, board: &mut state.board, emit };
        match step {
            Step::Act(_, action) => play.act(action),
            Step::Chance(roll) => play.answered(roll),
        }
        play.settle();
    }

    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        self.answer(*chance, dice)
    }

    fn admits(&self, chance: &Chance, roll: Roll) -> bool {
        self.is_possible(*chance, roll)
    }

    fn outcomes(&self, chance: &Chance, out: &mut Vec<(Roll, u32)>) -> bool {
        self.results(*chance, out)
    }

    fn stream(&self, state: &State, chance: &Chance) -> Option<StreamKey> {
        Some(self.key(&state.board, chance))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.board.result?;
        let (rule, reason) = (RuleId::new(ending.rule()), self.ending_words(ending));
        let outcome = if ending == Ending::Won {
            Outcome::won(1, PLAYER, rule, reason)
        } else {
            rule!("SI-0.4");
            Outcome::lost(rule, reason)
        };
        Some(outcome.with_points(vec![self.points(&state.board)]))
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        View { board: state.board }
    }

    fn determinize(&self, view: &View, _dice: &mut impl Dice) -> State {
        State { board: view.board }
    }

    fn redact(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn undoable(&self, event: &Event) -> bool {
        crate::view::undoable(event)
    }
}
