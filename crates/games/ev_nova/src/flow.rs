//! Chapter 4: what is pending, who is asked, and what an answer does.

mod list;

use rules::{Denied, Seat, rule};

use crate::boarding::ammunition;
use crate::game::{demand, deny};
use crate::play::{Flow, Play, expect_card};
use crate::{Action, Ask, CheckKind, Damage, EvNova, Event, Flip, Frame, Roll, Stage, State};

impl EvNova {
    /// Is a seat asked now?
    fn asked(&self, state: &State, seat: Seat) -> bool {
        match state.open.ask {
            Ask::Seat(asked) => asked == seat,
            Ask::Contributions => seat.0 < state.open.players && !state.open.of(seat).confirmed,
            _ => false,
        }
    }

    /// The single judge of legality.
    pub(crate) fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let open = &state.open;
        if action == Action::GiveUp {
            rule!("EV-OUT-3");
            return demand(open.ending.is_none() && seat.0 < open.players, || rule!("EV-WIN-5"));
        }
        demand(self.asked(state, seat), || rule!("EV-HID-6"))?;
        let Some(frame) = open.frame() else { return deny(rule!("EV-WIN-5")) };
        let hand = &state.secret.seat[seat.index()].hand;
        let data = self.data();
        match frame {
            Frame::Contribute => self.check_contribute(state, seat, action),
            Frame::Launch => match action {
                Action::LaunchFrom(card) => {
                    let planet = hand.contains(&card) && data.planet(card).is_some();
                    demand(planet, || rule!("EV-LAUNCH-7"))
                }
                _ => deny(rule!("EV-LAUNCH-6")),
            },
            Frame::LaunchChoice { .. } => {
                only(action, &[Action::Place, Action::Decline], || rule!("EV-LAUNCH-6"))
            }
            Frame::Stranded => match action {
                Action::Wait => Ok(()),
                Action::Offer(cards) => demand(cards <= open.of(seat).hand, || rule!("EV-REP-7")),
                Action::SelfDestruct => {
                    let ship = open.current(seat);
                    let pod = ship.is_some_and(|ship| open.may_self_destruct(data, ship));
                    demand(pod, || rule!("EV-POD-5"))
                }
                _ => deny(rule!("EV-REP-4")),
            },
            Frame::Main => self.check_main(state, seat, action),
            Frame::Pay { .. } => match action {
                Action::Lay(card) => demand(hand.contains(&card), || rule!("EV-AP-5")),
                _ => deny(rule!("EV-TURN-5")),
            },
            Frame::Order { .. } => match action {
                Action::Lay(card) => demand(open.limbo.contains(&(seat, card)), || rule!("EV-AP-5a")),
                _ => deny(rule!("EV-TURN-5")),
            },
            Frame::Marker { optional, .. } => match action {
                Action::Remove(power) => demand(open.of(seat).markers.has(power), || rule!("EV-HOST-7")),
                Action::Pass => demand(optional, || rule!("EV-A12-4")),
                _ => deny(rule!("EV-TURN-5")),
            },
            Frame::Arrive => match action {
                Action::Meet(card) => {
                    let due = open.missions.iter().any(|m| m.seat == seat && m.card == card && m.due);
                    demand(due, || rule!("EV-OPP-9"))
                }
                _ => deny(rule!("EV-OPP-9")),
            },
            Frame::OpposeAdd { card, shown, .. } => match action {
                Action::Done => Ok(()),
                Action::Show(ship) => self.check_oppose(state, seat, card, shown, ship),
                _ => deny(rule!("EV-OPP-4")),
            },
            Frame::EventAdd { card, .. } => match action {
                Action::Done => Ok(()),
                Action::Show(ship) => self.check_event_add(state, seat, card, ship),
                _ => deny(rule!("EV-A12-6")),
            },
            Frame::EndWindow { .. } => match action {
                Action::Done => Ok(()),
                Action::Show(card) => self.check_show_end(state, seat, card),
                _ => deny(rule!("EV-GS-3")),
            },
            Frame::EndDecide => match action {
                Action::Ignore => Ok(()),
                Action::AttackShown(side) => {
                    let shown =
                        open.fleet().any(|(_, ship)| ship.role == crate::Role::Npc && ship.side == side);
                    demand(shown, || rule!("EV-GS-5"))
                }
                _ => deny(rule!("EV-GS-5")),
            },
            Frame::Assign { .. } => match action {
                Action::Done => Ok(()),
                Action::Assign(card, ship) => self.check_assign(state, seat, card, ship),
                _ => deny(rule!("EV-TEL-2")),
            },
            Frame::Evade { .. } => match action {
                Action::Pass => Ok(()),
                Action::Evade(card) => self.check_precision(state, seat, Some(card)),
                _ => deny(rule!("EV-CHECK-6")),
            },
            Frame::EscapeChoice => only(action, &[Action::Escape, Action::Take], || rule!("EV-PUR-2")),
            Frame::Pursue { runner, .. } => match action {
                Action::Done => Ok(()),
                Action::Pursue(ship) => self.check_pursue(state, seat, runner, ship),
                _ => deny(rule!("EV-WD-3")),
            },
            Frame::Retreat { .. } => match action {
                Action::Retreat(system) => {
                    let here = open.battle.as_ref().map(|battle| battle.system);
                    let linked = here.is_some_and(|here| data.systems[here.index()].links.contains(&system));
                    demand(linked, || rule!("EV-WD-6"))
                }
                _ => deny(rule!("EV-WD-6")),
            },
            Frame::DealAnswer { .. } => only(action, &[Action::Accept, Action::Refuse], || rule!("EV-PI-8")),
            Frame::SelfDestruct { .. } => {
                only(action, &[Action::SelfDestruct, Action::Stay], || rule!("EV-POD-5"))
            }
            Frame::Ammunition { target } => match action {
                Action::Done => Ok(()),
                Action::TakeAmmo(card) => {
                    demand(ammunition(open, data, seat, target).contains(&card), || rule!("EV-LOOT-5"))
                }
                _ => deny(rule!("EV-LOOT-2")),
            },
            Frame::CaptureAgain { target } => {
                only(action, &[Action::Capture(target), Action::Done], || rule!("EV-LOOT-3"))
            }
            Frame::CaptureAs { .. } | Frame::CaptureItems { .. } | Frame::CaptureAssets { .. } => {
                self.check_capture(state, seat, frame, action)
            }
            Frame::Give { .. } => match action {
                Action::FromHand(card) => demand(hand.contains(&card), || rule!("EV-CMP-1")),
                Action::FromDeck => demand(open.of(seat).deck > 0, || rule!("EV-CMP-2")),
                _ => deny(rule!("EV-CMP-1")),
            },
            Frame::PassCards { .. } => match action {
                Action::Lay(card) => demand(hand.contains(&card), || rule!("EV-REP-5")),
                _ => deny(rule!("EV-REP-5")),
            },
            Frame::PayRepair { .. } => only(action, &[Action::PayRepair, Action::Pass], || rule!("EV-REP-2")),
            Frame::Offer { .. } => match action {
                Action::Offer(cards) => demand(cards <= open.of(seat).hand, || rule!("EV-REP-7")),
                _ => deny(rule!("EV-REP-7")),
            },
            Frame::Battle => self.check_battle(state, seat, action),
            _ => deny(rule!("EV-TURN-5")),
        }
    }

    fn check_battle(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let open = &state.open;
        let Some(battle) = &open.battle else { return deny(rule!("EV-B-1")) };
        let hand = &state.secret.seat[seat.index()].hand;
        match battle.stage {
            Stage::Join { .. } => only(action, &[Action::Join, Action::StandClear], || rule!("EV-B-3")),
            Stage::RedAlert { .. } => only(action, &[Action::RedAlert, Action::Fight], || rule!("EV-B-7")),
            Stage::Planets { .. } => match action {
                Action::Pass => Ok(()),
                Action::Reveal(card) => {
                    let here = card.0 < 120 && self.data().planets[card.index()] == Some(battle.system);
                    demand(here && hand.contains(&card), || rule!("EV-B-10"))
                }
                _ => deny(rule!("EV-B-10")),
            },
            Stage::Introduce { calling, .. } => match action {
                Action::Pass => demand(!calling, || rule!("EV-B-13a")),
                Action::Done => demand(calling, || rule!("EV-B-13a")),
                Action::Show(card) => self.check_introduce(state, seat, card),
                _ => deny(rule!("EV-B-11")),
            },
            Stage::Span => self.check_span(state, action),
            Stage::Maneuver { .. } => match action {
                Action::Done => Ok(()),
                Action::Maneuver(ship) => self.check_maneuver(state, seat, ship),
                _ => deny(rule!("EV-FL-1")),
            },
            Stage::Spring { .. } => self.check_spring(state, seat, action),
            Stage::Fire { .. } => self.check_fire(state, seat, action),
            Stage::Withdraw { .. } => only(action, &[Action::Withdraw, Action::Stay], || rule!("EV-WD-1")),
            Stage::Recover { .. } | Stage::TakeFighters { .. } => {
                let take = matches!(battle.stage, Stage::TakeFighters { .. });
                let fits = match action {
                    Action::Recover(..) => !take,
                    Action::TakeFighter(..) => take,
                    _ => true,
                };
                demand(fits, || rule!("EV-BAY-2"))?;
                self.check_recover(state, seat, action)
            }
            Stage::Board { .. } => self.check_boarding(state, seat, action),
            _ => deny(rule!("EV-TURN-5")),
        }
    }
}

/// One of a few fixed answers.
fn only(action: Action, answers: &[Action], rule: fn() -> rules::RuleId) -> Result<(), Denied> {
    demand(answers.contains(&action), rule)
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Goes on until somebody, or nature, has to answer.
    pub(crate) fn run(&mut self) {
        while self.step() == Flow::Go {}
    }

    fn step(&mut self) -> Flow {
        let Some(frame) = self.state.open.frame() else { return self.ask(Ask::Over) };
        match frame {
            Frame::Contribute => self.step_contribute(),
            Frame::First => self.step_first(),
            Frame::Turn => self.step_turn(),
            Frame::NextTurn => self.step_next_turn(),
            Frame::Launch => self.step_launch(),
            Frame::LaunchChoice { .. } => self.step_launch_choice(),
            Frame::Stranded => self.step_stranded(),
            Frame::Main => self.step_main(),
            Frame::Pay { seat, left } => self.step_pay(seat, left),
            Frame::Draw { seat, left } => self.step_draw(seat, left),
            Frame::Order { seat } => self.step_order(seat),
            Frame::TradeIn { seat, card } => self.step_trade_in(seat, card),
            Frame::SellUnder { seat, ship, card } => self.step_sell_under(seat, ship, card),
            Frame::Install { seat, card, how } => self.step_install(seat, card, how),
            Frame::Discard { seat, card } => self.step_discard(seat, card),
            Frame::Effects { seat, card, at } => self.step_effects(seat, card, at),
            Frame::Marker { seat, optional } => self.step_marker(seat, optional),
            Frame::Flip(_) => self.ask(Ask::Nova),
            Frame::Arrive => self.step_arrive(),
            Frame::OpposeFlip { card, left, next } => self.step_oppose_flip(card, left, next),
            Frame::OpposeAdd { card, next, .. } => self.step_oppose_add(card, next),
            Frame::EventFlip { card, system, left } => self.step_event_flip(card, system, left),
            Frame::EventAdd { card, .. } => self.step_event_add(card),
            Frame::EndWindow { next } => self.step_end_window(next),
            Frame::EndDecide => self.step_end_decide(),
            Frame::BayFlip { carrier, left } => self.step_bay_flip(carrier, left),
            Frame::Enter { seats } => self.step_enter(seats),
            Frame::Assign { seat } | Frame::Evade { seat, .. } | Frame::PayRepair { seat } => {
                self.ask_living(seat)
            }
            Frame::EscapeChoice => self.step_escape_choice(),
            Frame::Pursue { runner, next, red } => self.step_pursue(runner, next, red),
            Frame::Retreat { seat } => self.step_retreat(seat),
            Frame::Deal { next } => self.step_deal(next),
            Frame::DealAnswer { ship, to } => self.step_deal_answer(ship, to),
            Frame::SelfDestruct { target } => self.step_self_destruct(target),
            Frame::Boarding { target, loot } => self.step_boarding(target, loot),
            Frame::Ammunition { target } => self.step_ammunition(target),
            Frame::CaptureAgain { target } => self.step_capture_again(target),
            Frame::CaptureAs { .. } => self.step_capture_as(),
            Frame::CaptureItems { old, wreck, .. } => self.step_capture_items(old, wreck),
            Frame::CaptureAssets { victim } => self.step_capture_assets(victim),
            Frame::CapturePaid { victim } => self.step_capture_paid(victim),
            Frame::CaptureEnd { victim } => self.step_capture_end(victim),
            Frame::Give { from, to, left, deck_only } => self.step_give(from, to, left, deck_only),
            Frame::GiveTop { from, .. } => self.ask(Ask::Flip(from)),
            Frame::PassCards { from, to, left } => self.step_pass_cards(from, to, left),
            Frame::Repaired { seat } => self.step_repaired(seat),
            Frame::Offer { seat } => self.step_offer(seat),
            Frame::NovaReturn { next } => self.step_nova_return(next),
            Frame::Battle => self.step_battle(),
        }
    }

    fn ask_living(&mut self, seat: Seat) -> Flow {
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    fn step_pass_cards(&mut self, from: Seat, to: Seat, left: u8) -> Flow {
        let open = &self.state.open;
        if left == 0 || open.of(from).hand == 0 || open.of(from).out || open.of(to).out {
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Seat(from))
    }

    fn step_battle(&mut self) -> Flow {
        match self.fight().stage {
            Stage::Declare => self.declare(),
            Stage::Join { next } => self.step_join(next),
            Stage::Markers => self.step_markers(),
            Stage::RedAlert { next } => self.step_red_alert(next),
            Stage::Planets { next } => self.step_planets(next),
            Stage::Introduce { next, passes, calling } => {
                if calling {
                    let seat = self.state.open.firing_order(next);
                    if self.state.open.of(seat).out {
                        let players = self.state.open.players;
                        let next = next % players + 1;
                        return self.stage(Stage::Introduce { next, passes: 0, calling: false });
                    }
                    return self.ask(Ask::Seat(seat));
                }
                self.step_introduce(next, passes)
            }
            Stage::Begin => self.step_begin(),
            Stage::Span => self.step_span(),
            Stage::Maneuver { next } => self.step_maneuver(next),
            Stage::Spring { next } => self.step_spring(next),
            Stage::Fire { next } => self.step_fire(next),
            Stage::AutoPlanets { next } => self.step_auto_planets(next),
            Stage::Withdraw { next } => self.step_withdraw(next),
            Stage::PhaseEnd => self.step_phase_end(),
            Stage::Regenerate { next } => self.step_regenerate(next),
            Stage::Recover { next } => self.step_recover(next, false),
            Stage::TakeFighters { next } => self.step_recover(next, true),
            Stage::Board { next } => self.step_board(next),
            Stage::RoundEnd => self.step_round_end(),
            Stage::Initiative => self.step_initiative(),
            Stage::Repairs { next } => self.step_repairs(next),
            Stage::CleanUp | Stage::Over => self.step_clean_up(),
        }
    }

    /// Carries out a decision that `check` has allowed.
    pub(crate) fn act(&mut self, seat: Seat, action: Action) {
        if action == Action::GiveUp {
            self.give_up(seat);
            return;
        }
        let frame = self.state.open.frame().expect("something is pending");
        match frame {
            Frame::Contribute => self.contribute(seat, action),
            Frame::Launch | Frame::LaunchChoice { .. } => self.launch(seat, action),
            Frame::Stranded => self.stranded(seat, action),
            Frame::Main => self.main(seat, action),
            Frame::Pay { left, .. } => {
                if let Action::Lay(card) = action {
                    self.pay(seat, left, card);
                }
            }
            Frame::Order { .. } => {
                if let Action::Lay(card) = action {
                    self.lay_in_order(seat, card);
                }
            }
            Frame::Marker { .. } => self.remove_marker(
                seat,
                match action {
                    Action::Remove(power) => Some(power),
                    _ => None,
                },
            ),
            Frame::Arrive => {
                if let Action::Meet(card) = action {
                    self.meet(seat, card);
                }
            }
            Frame::OpposeAdd { .. } => self.oppose_add(seat, action),
            Frame::EventAdd { .. } => self.event_add(seat, action),
            Frame::EndWindow { .. } => self.end_window(seat, action),
            Frame::EndDecide => self.end_decide(seat, action),
            Frame::Assign { .. } => self.assign(seat, action),
            Frame::Evade { what, .. } => self.evade(seat, what, action),
            Frame::EscapeChoice => self.escape(action),
            Frame::Pursue { .. } => self.pursue(action),
            Frame::Retreat { .. } => {
                if let Action::Retreat(system) = action {
                    self.retreat(seat, system);
                }
            }
            Frame::DealAnswer { ship, to } => self.deal_answer(ship, to, action),
            Frame::SelfDestruct { .. } => self.answer_boarding(seat, action),
            Frame::Ammunition { target } => self.take_ammunition(seat, target, action),
            Frame::CaptureAgain { target } => self.capture_again(target, action),
            Frame::CaptureAs { target } => self.capture_as(seat, target, action),
            Frame::CaptureItems { old, wreck, .. } => self.capture_items(seat, old, wreck, action),
            Frame::CaptureAssets { victim } => self.capture_assets(seat, victim, action),
            Frame::Give { .. } => self.give(action),
            Frame::PassCards { from, to, left } => {
                if let Action::Lay(card) = action {
                    self.next(Frame::PassCards { from, to, left: left - 1 });
                    self.pass_card(from, to, card);
                }
            }
            Frame::PayRepair { .. } => self.pay_repair(seat, action),
            Frame::Offer { .. } => self.offer(seat, action),
            Frame::Battle => self.act_in_battle(seat, action),
            _ => unreachable!("nobody is asked by this frame"),
        }
    }

    fn act_in_battle(&mut self, seat: Seat, action: Action) {
        match self.fight().stage {
            Stage::Join { next } => self.join(seat, next, action),
            Stage::RedAlert { next } => self.red_alert(seat, next, action),
            Stage::Planets { next } => self.reveal_planet(seat, next, action),
            Stage::Introduce { .. } => self.introduce(seat, action),
            Stage::Span => self.span(seat, action),
            Stage::Maneuver { next } => self.maneuver(next, action),
            Stage::Spring { next } => self.spring(seat, next, action),
            Stage::Fire { next } => self.fire(seat, next, action),
            Stage::Withdraw { next } => self.withdraw(seat, next, action),
            Stage::Recover { next } | Stage::TakeFighters { next } => self.recover(seat, next, action),
            Stage::Board { next } => self.board(seat, next, action),
            _ => unreachable!("nobody is asked at this stage"),
        }
    }

    /// A player gives up and is out at once (EV-OUT-3).
    fn give_up(&mut self, seat: Seat) {
        if self.state.open.of(seat).out || self.state.open.ending.is_some() {
            return;
        }
        rule!("EV-OUT-3");
        self.tell(Event::GaveUp(seat));
        self.open().seat[seat.index()].confirmed = true;
        let contributing = self.state.open.ask == Ask::Contributions;
        if contributing {
            // The Nova Deck needs 20 cards of every player (EV-DECK-5).
            self.open().seat[seat.index()].confirmed = false;
            self.contribute(seat, Action::GiveRest);
            self.open().seat[seat.index()].confirmed = true;
        }
        self.leave(seat, contributing);
    }

    /// What nature answered.
    pub(crate) fn nature(&mut self, roll: Roll) {
        let frame = self.state.open.frame().expect("something is pending");
        rule!("EV-SEQ-3");
        rule!("EV-HID-7");
        rule!("EV-DECK-9");
        rule!("EV-R-96");
        match frame {
            Frame::First => {
                if let Roll::First(seat) = roll {
                    self.begin_with(seat);
                }
            }
            Frame::Draw { seat, left } => {
                self.next(Frame::Draw { seat, left: left - 1 });
                self.draw_card(seat, roll);
            }
            Frame::Launch => {
                let seat = self.state.open.active;
                self.launch_flip(seat, roll);
            }
            Frame::OpposeFlip { card, left, next } => self.oppose_flip(card, left, next, roll),
            Frame::EventFlip { card, system, left } => self.event_flip(card, system, left, roll),
            Frame::BayFlip { carrier, left } => self.bay_flip(carrier, left, roll),
            Frame::GiveTop { from, to } => {
                self.pop();
                self.give_top(from, to, roll);
            }
            Frame::NovaReturn { next } => self.nova_return(next, expect_card(roll)),
            Frame::Flip(flip) => {
                let number = self.flip_nova(roll);
                self.pop();
                self.tidy_nova();
                self.flipped(flip, number);
            }
            _ => unreachable!("nature is not asked by this frame"),
        }
    }

    /// A Nova card was flipped for something: only its number matters (EV-CHECK-3).
    fn flipped(&mut self, flip: Flip, number: u8) {
        rule!("EV-CHECK-3");
        let (kind, av, ov) = match flip {
            Flip::Action => {
                rule!("EV-R-71");
                return;
            }
            Flip::Marker { seat, from, gov } => {
                if number >= from {
                    rule!("EV-HOST-3");
                    self.mark(seat, gov);
                }
                return;
            }
            Flip::Initiative { left, best, ties, next } => {
                return self.initiative_flip(left, best, ties, next, number);
            }
            Flip::Loot => return self.looted(number),
            Flip::Shot => {
                let (av, ov) = self.fight().check;
                (CheckKind::Shot, av, ov)
            }
            Flip::PointDefense { av } => {
                let pur = self.fight().shot.and_then(|shot| shot.pur).unwrap_or(0);
                (CheckKind::PointDefense, av, pur)
            }
            Flip::Escape { .. } => {
                let (av, ov) = self.fight().check;
                (CheckKind::Escape, av, ov)
            }
            Flip::Pursuit => {
                let (av, ov) = self.fight().check;
                (CheckKind::Pursuit, av, ov)
            }
            Flip::Capture { .. } => {
                let (av, ov) = self.fight().check;
                (CheckKind::Capture, av, ov)
            }
            Flip::Pod { av, ov, .. } => (CheckKind::Pod, av, ov),
            Flip::RegenShield { av, ov, .. } => (CheckKind::Shield, av, ov),
            Flip::Droids { av, ov, .. } => (CheckKind::Droids, av, ov),
        };
        let success = i16::from(number) <= av - ov;
        self.tell(Event::Check(kind, av, ov, Some(number), success));
        self.checked(flip, success);
    }

    /// A check succeeded or failed.
    pub(crate) fn checked(&mut self, flip: Flip, success: bool) {
        match flip {
            Flip::Shot if success => self.shot_hits(),
            Flip::Shot => self.fight().shot = None,
            Flip::PointDefense { .. } if success => self.shot_cancelled(),
            Flip::PointDefense { .. } => self.point_defense(),
            Flip::Escape { .. } => {
                let target = self.fight().shot.map(|shot| shot.target);
                match target {
                    Some(target) if success => self.wound(target),
                    _ => self.shot_cancelled(),
                }
            }
            Flip::Pursuit => self.pursuit_over(success),
            Flip::Capture { .. } => self.capture_checked(success),
            Flip::Pod { seat, .. } => self.pod_checked(seat, success),
            Flip::RegenShield { ship, .. } if success => {
                self.ship(ship).damage = Damage::Intact;
                self.tell(Event::Restored(self.named(ship)));
            }
            Flip::Droids { ship, .. } if success => {
                self.ship(ship).damage = Damage::ShieldsDown;
                self.tell(Event::Repaired(self.named(ship)));
            }
            _ => {}
        }
    }

    fn shot_cancelled(&mut self) {
        if let Some(shot) = self.fight().shot.take() {
            self.tell(Event::ShotCancelled(self.named(shot.target)));
        }
    }
}
