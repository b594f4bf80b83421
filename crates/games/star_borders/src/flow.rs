//! Chapters 4 and 9.0: the sequence of play, from Pre-Launch to Countdown.

use rules::{Secret, rule};

use crate::game::by;
use crate::{Card, Ending, Event, Frame, InitiativeMode, PlayerTurn, Side, When, cards, play::Play};

impl<E: FnMut(Event)> Play<'_, E> {
    /// Runs everything that needs neither a player nor a die.
    pub(crate) fn settle(&mut self) {
        while let Some(frame) = self.state.board.frame() {
            if !self.run(frame) {
                return;
            }
        }
    }

    /// Runs a frame; `false` if it waits for a player or a die.
    fn run(&mut self, frame: Frame) -> bool {
        match frame {
            Frame::Deal(left) => return self.deal_next(left),
            Frame::Prelaunch => self.prelaunch(),
            Frame::PlayerTurn(side) => self.begin_player_turn(side),
            Frame::EndPlayerTurn => self.end_player_turn(),
            Frame::Countdown => self.countdown(),
            Frame::Muster => return self.muster(),
            Frame::Station(ship) => return self.station_by_itself(ship),
            Frame::Strike => return self.skip_strike(),
            Frame::BuyCard => return self.skip_purchase(),
            Frame::Move(step) => return self.end_idle_move(step),
            Frame::Combat => return self.next_battle(),
            Frame::CardWindow(side) => return self.skip_card_window(side),
            Frame::FireMissileBase(side) => return self.skip_base(side),
            Frame::FireStandoffMissiles(side) => return self.skip_missile(side),
            Frame::EndPreBattle => self.end_pre_battle(),
            Frame::Stand(side) => return self.skip_stand(side),
            Frame::Tracking => return self.skip_tracking(),
            Frame::Fire(side) => return self.skip_fire(side),
            Frame::Volley(side) => return self.skip_volley(side),
            Frame::VolleyHonor(side) => return self.skip_volley_honor(side),
            Frame::Hits(side) => return self.next_hit(side),
            Frame::Deflect(ship) => return self.skip_deflect(ship),
            Frame::DefenseHonor(ship) => return self.skip_defense_honor(ship),
            Frame::Danger(ship) => return self.suffer_if_cornered(ship),
            Frame::SurvivalHonor(ship, to) => return self.skip_survival_honor(ship, to),
            Frame::RoundEnd => self.end_round(),
            Frame::BattleEnd => self.end_battle(),
            Frame::SalvageHonor(side) => return self.skip_salvage_honor(side),
            Frame::Coup(side) => return self.skip_coup(side),
            Frame::Control => self.take_control(),
            Frame::Assault => return self.skip_assault(),
            Frame::Income => self.gain_income(),
            Frame::RepairDisruption => return self.skip_repair_disruption(),
            Frame::Initiative
            | Frame::ChooseFirst
            | Frame::SuddenDeath
            | Frame::DrawCounters(_)
            | Frame::StrikeDie
            | Frame::DrawCard
            | Frame::Activity
            | Frame::Redeploy(_)
            | Frame::VolleyReroll(..)
            | Frame::Defense(_)
            | Frame::Survival(..)
            | Frame::Salvage(_)
            | Frame::SalvageReroll(..)
            | Frame::BlindDraw(_)
            | Frame::AssaultDice(_) => return false,
        }
        true
    }

    /// SB-3.0g: random cards, Alliance first.
    fn deal_next(&mut self, left: [u8; 2]) -> bool {
        if left == [0, 0] {
            self.replace_frame(Frame::Prelaunch);
            return true;
        }
        false
    }

    pub(crate) fn deal(&mut self, mut left: [u8; 2], card: Card) {
        let side = if left[0] > 0 { Side::Alliance } else { Side::Imperium };
        left[side.index()] -= 1;
        self.state.put_into_hand(side, card);
        self.emit(Event::Dealt { side, card: Secret::of(side.seat(), card).unredacted() });
        self.replace_frame(Frame::Deal(left));
    }

    /// SB-4.1: who is First Player of the Game Turn that begins.
    fn prelaunch(&mut self) {
        let initiative = self.game.scenario.initiative;
        self.board().game_turn += 1;
        if self.state.board.game_turn == 1 {
            rule!("SB-4.1a");
            match initiative.first {
                Some(first) => self.set_first(first),
                None => self.replace_frame(Frame::Initiative),
            }
            return;
        }
        let first = self.state.board.first;
        match initiative.mode {
            InitiativeMode::Fixed => {
                rule!("SB-4.1b");
                self.set_first(first);
            }
            InitiativeMode::Alternate => {
                rule!("SB-4.1b");
                self.set_first(first.opponent());
            }
            InitiativeMode::Roll => {
                rule!("SB-4.1c");
                self.replace_frame(Frame::Initiative);
            }
        }
    }

    /// SB-4.1c: the higher roll goes first; a tie is the Alliance's to break.
    pub(crate) fn initiative(&mut self, dice: [u8; 2]) {
        self.emit(Event::InitiativeRolled { dice });
        match dice[0].cmp(&dice[1]) {
            std::cmp::Ordering::Greater => {
                rule!("SB-R07");
                self.set_first(Side::Alliance);
            }
            std::cmp::Ordering::Less => {
                rule!("SB-R07");
                self.set_first(Side::Imperium);
            }
            std::cmp::Ordering::Equal => {
                let tie = by([rule!("SB-3.0i"), rule!("SB-4.1d"), rule!("SB-11.1a")], Frame::ChooseFirst);
                self.replace_frame(tie);
            }
        }
    }

    pub(crate) fn set_first(&mut self, first: Side) {
        rule!("SB-4.1e");
        self.board().first = first;
        let countdown = self.state.board.countdown;
        self.emit(Event::GameTurnBegan { countdown, first });
        self.replace_frame(Frame::PlayerTurn(first));
    }

    fn begin_player_turn(&mut self, side: Side) {
        let board = self.board();
        board.active = by([rule!("SB-1.0c"), rule!("SB-10.0f"), rule!("SB-DEF-8")], side);
        board.turn = PlayerTurn::default();
        let (game_turn, countdown) = (self.state.board.game_turn, self.state.board.countdown);
        self.emit(Event::TurnBegan { side, game_turn, countdown });
        self.replace_frame(Frame::Muster);
    }

    /// SB-S.G5: who mobilized has no Activity Step.
    pub(crate) fn begin_activity(&mut self) {
        if self.state.board.turn.mobilized {
            rule!("SB-S.G5");
            self.replace_frame(Frame::Combat);
            rule!("SB-5.5g");
            return;
        }
        rule!("SB-4.2a");
        self.enter_eliminated_reinforcements();
        self.replace_frame(Frame::Activity);
        // A step in which nothing can be done is skipped. One that was used up waits for its owner to end it, so
        // that the last payment can be undone.
        let side = self.state.board.active;
        if !self.game.has_activity(&self.state.board, self.state.hands[side.index()].truth(), side) {
            self.end_activity();
        }
    }

    fn end_player_turn(&mut self) {
        if self.instant_victory(When::EndOfPlayerTurn) {
            return;
        }
        let board = &self.state.board;
        if board.active == board.first {
            rule!("SB-4.5a");
            let second = board.first.opponent();
            self.replace_frame(Frame::PlayerTurn(second));
        } else {
            rule!("SB-4.6a");
            self.replace_frame(Frame::Countdown);
        }
    }

    /// SB-9.0a: instant conditions, then the marker, unless it is frozen.
    fn countdown(&mut self) {
        rule!("SB-9.0a");
        if self.instant_victory(When::EndOfGameTurn) {
            return;
        }
        let frozen = self.game.scenario.special.draw_pool.is_some_and(|pool| pool.freeze_countdown);
        if frozen && !self.state.board.hot {
            rule!("SB-S.G3");
            self.replace_frame(Frame::Prelaunch);
            return;
        }
        let needed = self.game.scenario.sudden_death[usize::from(self.state.board.countdown)];
        if needed > 0 {
            rule!("SB-9.0b");
            self.replace_frame(Frame::SuddenDeath);
        } else {
            self.move_marker();
        }
    }

    pub(crate) fn sudden_death(&mut self, die: u8) {
        let needed = by(
            [rule!("SB-9.0d"), rule!("SB-R04")],
            self.game.scenario.sudden_death[usize::from(self.state.board.countdown)],
        );
        self.emit(Event::SuddenDeathRolled { die, needed });
        if die <= needed { self.end_by_points(Ending::SuddenDeath) } else { self.move_marker() }
    }

    /// SB-9.0c: to the next lower box; leaving box 1 ends the game.
    fn move_marker(&mut self) {
        rule!("SB-9.0c");
        self.board().countdown -= 1;
        rule!("SB-R35");
        let countdown = self.state.board.countdown;
        self.emit(Event::CountdownMoved { countdown });
        if countdown == 0 {
            self.end_by_points(Ending::Countdown);
        } else {
            self.replace_frame(Frame::Prelaunch);
        }
    }

    /// SB-12.1a: the non-active player is asked whenever they might hold card 4 as far as their opponent
    /// knows; otherwise the window is skipped.
    fn skip_strike(&mut self) -> bool {
        let board = &self.state.board;
        let striker = board.active.opponent();
        let window =
            board.in_force(striker, cards::STRIKE) || board.might_hold(self.game, striker, cards::STRIKE);
        if window && board.lp[board.active.index()] > 0 {
            return false;
        }
        self.replace_frame(Frame::BuyCard);
        true
    }
}
