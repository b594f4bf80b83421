//! Chapters 3, 5 and 7.4: set-up, the sequence of tokens, the phases of a Federation turn.

use rules::{InlineVec, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    ids::{
        Class, Colour, FedTech, Fleet, Lane, Race, Relation, Resource, Space, Techs, Token, TokenKind, Tokens,
    },
    play::Play,
    state::{BaseAt, Deployed, Ending, Garrison, Stage},
};

/// Places of the Queue (SI-5.2).
pub(crate) const QUEUE: usize = 5;
/// Places for Stored Resources (SI-7.3e).
pub(crate) const STORED: u8 = 5;

impl SpaceInfantry {
    /// Chapter 3: the table before the first token is drawn.
    pub(crate) fn set_up(&self) -> Board {
        let data = &self.data;
        let mut pool = Tokens::NONE;
        for resource in Resource::ALL {
            rule!("SI-3.3e");
            pool.merge(Tokens::of(resource, data.pool[resource.index()]));
        }
        rule!("SI-3.3b");
        let unseen: Techs = FedTech::ALL
            .into_iter()
            .filter(|tech| tech.colour().is_some())
            .chain([FedTech::PatrolRoutes])
            .collect();
        let spawn = Race::ALL.map(|race| {
            rule!("SI-3.2a");
            [Class::Armada, Class::Raider, Class::Scout].map(|class| Some(Fleet::of(race, class)))
        });
        let war = Race::ALL.map(|race| {
            rule!("SI-3.1.2");
            data.races[race.index()].war_effort
        });
        let [stability, ..] = data.status_max;
        let mut board = Board {
            fleets: [None; 16],
            came_from: [Space::SOL; 16],
            stacks: [0; 30],
            stopped: 0,
            spawn,
            garrisons: [Garrison::default(); 30],
            held: 0,
            sol_defense: None,
            // Flagships are locked or on Sol, Ally Ships wait with Warp Gates, three Mine Fields are ready.
            unbuilt: [0, 0, {
                rule!("SI-3.3d");
                3
            }],
            bases: [{
                rule!("SI-3.3a");
                BaseAt::Locked
            }; 6],
            pool,
            stored: Tokens::NONE,
            sacrificed: Tokens::NONE,
            track: [[Tokens::NONE; 7]; 3],
            deployed: Deployed::default(),
            fresh: Deployed::default(),
            war,
            relations: [{
                rule!("SI-3.1.1a");
                Relation::Neutral
            }; 4],
            stability: {
                rule!("SI-3.1.1b");
                stability
            },
            desire: 0,
            losses: 0,
            tech: [InlineVec::new(); 5],
            piles: [{
                rule!("SI-3.2b");
                0b11_1111
            }; 5],
            unseen,
            white_pile: {
                rule!("SI-3.3c");
                0
            },
            seen: Techs::default(),
            progress: [Techs::default(); 4],
            discovered: Techs::default(),
            chits: {
                rule!("SI-3.4");
                u8::MAX
            },
            bag: {
                rule!("SI-3.1.3a");
                rule!("SI-0.5");
                data.pools[self.level.index()]
            },
            queue: InlineVec::new(),
            holding: 0,
            now: None,
            engines_used: false,
            waiting: [0; 5],
            frames: InlineVec::new(),
            taken: 0,
            turns: 0,
            draws: [0; 10],
            rolls: [0; 9],
            result: None,
        };
        board.change(
            Space::SOL,
            {
                rule!("SI-3.2c");
                crate::ids::Piece::Flagship
            },
            1,
        );
        rule!("SI-3.1.3b");
        rule!("SI-R-70");
        // The Queue first, then the hand, then the dice (SI-3.1.3b, SI-3.3f, SI-3.3g).
        board.frames.extend([Frame::Draw, Frame::SetUpRoll, Frame::Store, Frame::Fill]);
        board
    }

    /// The dice of the production icons in play (SI-7.1.2).
    pub fn production(&self, board: &Board) -> u8 {
        rule!("SI-7.1.2");
        let bases = board.settled().filter(|(base, ..)| self.data.bases[base.index()].produces).count();
        1 + bases as u8
    }

    /// The kind of a token.
    pub(crate) fn kind(&self, token: Token) -> TokenKind {
        self.data.tokens[token.index()].kind
    }

    /// Is a Federation turn, or the set-up before the first token, going on? Decides which count numbers the
    /// moment of a die (SI-14.4).
    pub(crate) fn in_turn(&self, board: &Board) -> bool {
        board.now.is_none_or(|token| self.kind(token).is_federation())
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Runs everything that needs neither a player nor chance.
    pub(crate) fn settle(&mut self) {
        while let Some(frame) = self.board.frame() {
            if !self.run(frame) {
                return;
            }
        }
    }

    /// Carries the frame on top on; `false` when it waits for the player or for chance.
    pub(crate) fn run(&mut self, frame: Frame) -> bool {
        match frame {
            Frame::Draw => {
                // SI-5.6: the pool is never empty here in play.
                let empty = self.board.bag == 0 && !self.board.queue.is_empty();
                if empty {
                    self.take_token();
                }
                empty
            }
            Frame::Fill => {
                rule!("SI-5.2");
                self.pop_if(self.board.queue.len() >= QUEUE || self.board.bag == 0)
            }
            Frame::Store => self.pop_if(self.board.stored.total() >= STORED),
            Frame::SetUpRoll => {
                rule!("SI-3.3g");
                self.throw(Lane::Resource, 5);
                true
            }
            Frame::Token { race, extra, stage } => self.run_token(race, extra, stage),
            Frame::Rolls(0) => {
                self.advance_track();
                self.set(Frame::Actions);
                true
            }
            Frame::Rolls(_) => {
                let dice = self.game.production(self.board);
                self.throw(Lane::Resource, dice);
                true
            }
            Frame::Actions => false,
            Frame::Keep => self.run_keep(),
            Frame::Roll { lane, faces, .. } => self.run_roll(lane, faces),
            Frame::Place(dice) => self.run_place(dice),
            Frame::WarEffort { race, steps, fight } => self.run_war_effort(race, steps, fight),
            Frame::Tech { race, counter } => self.run_tech(race, counter),
            Frame::Relation { pair, toward, rolling, asked, killed } => {
                self.run_relation(pair, toward, rolling, asked, killed)
            }
            Frame::Conflict(None) => {
                self.throw(Lane::Conflict, 1);
                true
            }
            Frame::Conflict(Some(_)) | Frame::AllianceDie => {
                self.throw(Lane::Relation, 1);
                true
            }
            Frame::ChooseRace(_) | Frame::ChoosePair(_) | Frame::ChitDraw => false,
            Frame::ChitDie(_) => {
                self.throw(Lane::Event, 1);
                true
            }
            Frame::FactionDie(_) => {
                self.throw(Lane::Faction, 1);
                true
            }
            Frame::Choice(entry) => self.run_choice(entry),
            Frame::Fights => self.run_fights(),
            Frame::Combat { .. } => self.run_combat(),
            Frame::WarHits(races) => self.run_war_hits(races),
            Frame::Overage(pair) => {
                self.pop();
                self.overage_effect(pair, pair.in_faction_order()[1]);
                true
            }
            Frame::Conduct(list) => self.run_conduct(list),
            Frame::Sabotage(_) => {
                self.throw(Lane::Sabotage, 1);
                true
            }
            Frame::Look { shown, drawing } => self.run_look(shown, drawing),
            Frame::Bypass(drawn) => self.run_bypass(drawn),
            Frame::Step { ship, at, mine } => self.run_step(ship, at, mine),
        }
    }

    fn pop_if(&mut self, done: bool) -> bool {
        if done {
            self.pop();
        }
        done
    }

    /// A token was drawn from the pool for the Queue.
    pub(crate) fn queue_token(&mut self, token: Token) {
        let board = &mut *self.board;
        let drawing = board.frame() == Some(Frame::Draw);
        // SI-5.1, SI-5.2: the next token leaves, the others slide, the new one enters at the left end.
        let next = (drawing && board.queue.len() == QUEUE).then(|| {
            rule!("SI-5.2");
            rule!("SI-R-07");
            board.queue.remove(0)
        });
        board.bag &= !(1 << token.index());
        board.queue.push(u8::from(token));
        self.report(Event::TokenQueued { token });
        if let Some(next) = next {
            self.resolve(Token::new(next));
        }
    }

    fn take_token(&mut self) {
        let next = self.board.queue.remove(0);
        self.resolve(Token::new(next));
    }

    /// SI-5.1: a token begins.
    fn resolve(&mut self, token: Token) {
        rule!("SI-5.1");
        rule!("SI-R-85");
        let board = &mut *self.board;
        board.now = Some(token);
        board.taken += 1;
        board.rolls = [0; 9];
        self.begin_impulse();
        let number = self.board.taken;
        self.report(Event::TokenTaken { token, number });
        let rolls = match self.game.kind(token) {
            TokenKind::Federation1 | TokenKind::Federation1Minus => 1,
            TokenKind::Federation2 => 2,
            _ => return self.begin_token(token),
        };
        rule!("SI-7.0");
        rule!("SI-7.1.1");
        let board = &mut *self.board;
        board.turns += 1;
        board.engines_used = false;
        board.fresh = Deployed::default();
        let turn = board.turns;
        self.report(Event::TurnBegan { turn });
        self.push(Frame::Rolls(rolls));
    }

    /// SI-2.19: no fleet is stopped any more.
    pub(crate) fn begin_impulse(&mut self) {
        rule!("SI-2.19");
        self.board.stopped = 0;
    }

    fn run_token(&mut self, race: Option<Race>, extra: bool, stage: Stage) -> bool {
        match stage {
            Stage::Effect => {
                self.set(Frame::Token { race, extra, stage: Stage::Fights });
                if let Some(race) = race.filter(|_| extra) {
                    rule!("SI-6.1.0d");
                    self.report(Event::ExtraAdvance { race });
                    let spaces = self.game.token_advance(self.board, race);
                    self.advance(race, spaces, false);
                }
            }
            Stage::Fights => {
                rule!("SI-6.1.0e");
                rule!("SI-R-10");
                self.set(Frame::Token { race, extra, stage: Stage::Hold });
                self.push(Frame::Fights);
            }
            Stage::Hold => {
                rule!("SI-5.4");
                let token = self.board.now.take().expect("a token is being resolved");
                self.board.holding |= 1 << token.index();
                self.pop();
                self.report(Event::TokenHeld { token });
            }
        }
        true
    }

    /// SI-7.3d: phase 3 ends; row 0 and Stored become Stored.
    pub(crate) fn end_actions(&mut self) {
        rule!("SI-7.3d");
        rule!("SI-7.3f");
        for column in 0..3 {
            let arrived = std::mem::take(&mut self.board.track[column][0]);
            self.board.stored.merge(arrived);
        }
        self.set(Frame::Keep);
    }

    /// D8, then phase 4.
    fn run_keep(&mut self) -> bool {
        let stored = self.board.stored;
        if stored.total() > STORED {
            rule!("SI-R-17");
            let mut types = stored.types();
            let (first, second) = (types.next(), types.next());
            return match (first, second) {
                (Some(only), None) => {
                    self.return_stored(only);
                    true
                }
                _ => false,
            };
        }
        self.return_tokens();
        true
    }

    /// D8: one token goes back to its pool.
    pub(crate) fn return_stored(&mut self, resource: Resource) {
        self.board.stored.take(resource);
        self.board.pool.add(resource);
        self.report(Event::Returned { source: crate::action::Source::Hand(resource), resource });
    }

    /// Phase 4.
    fn return_tokens(&mut self) {
        rule!("SI-7.4a");
        rule!("SI-5.5");
        let board = &mut *self.board;
        let token = board.now.take().expect("a Federation turn has its token");
        board.bag |= board.holding | 1 << token.index();
        board.holding = 0;
        board.fresh = Deployed::default();
        let turn = board.turns;
        self.pop();
        self.report(Event::TurnEnded { turn });
        rule!("SI-7.4b");
        if self.board.stacks[Space::SOL.index()] != 0 {
            rule!("SI-4.2");
            return self.end(Ending::SolFell);
        }
        if turn >= self.game.last_turn {
            rule!("SI-13.2");
            rule!("SI-R-60");
            return self.end(Ending::Unfinished);
        }
        self.push(Frame::Fill);
    }

    /// SI-4.3: Stability falls by one.
    pub(crate) fn lose_stability(&mut self) {
        let from = self.board.stability;
        self.board.stability -= 1;
        self.report(Event::StabilityChanged { from, to: from - 1 });
        if from == 1 {
            rule!("SI-4.3");
            self.end(Ending::StabilityLost);
        }
    }

    /// SI-6.2.6.
    pub(crate) fn expansion_desire(&mut self) {
        rule!("SI-6.2.6");
        if self.board.desire < self.game.data.status_max[1] {
            self.board.desire += 1;
            let to = self.board.desire;
            self.report(Event::DesireChanged { from: to - 1, to });
        } else {
            self.lose_stability();
        }
    }

    /// SI-6.2.1.8, SI-10.3a.
    pub(crate) fn military_loss(&mut self) {
        if self.board.losses < self.game.data.status_max[2] {
            self.board.losses += 1;
            let to = self.board.losses;
            self.report(Event::LossesChanged { from: to - 1, to });
        } else {
            self.lose_stability();
        }
    }

    /// SI-4.4: checked after every technology gained.
    pub(crate) fn check_tracks(&mut self) {
        rule!("SI-6.1.3c");
        let full = |race: Race| self.game.is_full(self.board, race);
        if Race::ALL.into_iter().all(full) {
            rule!("SI-4.4");
            rule!("SI-R-06");
            self.end(Ending::Outclassed);
        }
    }
}

impl SpaceInfantry {
    /// SI-6.1.3.2: a technology counter on every space of the track.
    pub(crate) fn is_full(&self, board: &Board, race: Race) -> bool {
        rule!("SI-6.1.3.2");
        board.tech[race.index()].len() >= usize::from(self.data.races[race.index()].tech_spaces)
    }

    /// Unseen technologies of a colour as rows of its printed list (SI-14.5).
    pub(crate) fn unseen_rows(board: &Board, colour: Colour) -> u64 {
        match colour {
            Colour::Blue => FedTech::BLUE
                .iter()
                .enumerate()
                .filter(|(_, tech)| board.unseen.has(**tech))
                .fold(0, |rows, (at, _)| rows | 1 << at),
            Colour::White => {
                let one = |tech: FedTech, row: u64| if board.unseen.has(tech) { row } else { 0 };
                rule!("SI-R-79");
                // The first k of the two rows of Patrol Routes while k of them are in the set.
                let routes = [0, 0b0100, 0b1100][usize::from(board.unseen.count(FedTech::PatrolRoutes))];
                one(FedTech::WarpBubble, 1) | one(FedTech::Distortion, 2) | routes
            }
        }
    }
}
