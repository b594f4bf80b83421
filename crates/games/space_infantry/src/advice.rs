//! What a plain computer player does: priorities for every decision, and the value of a position.

use rules::{Advice, Seat};

use crate::{
    Action, Board, Frame, SpaceInfantry, State,
    action::{Look, Pay, Source},
    data::Entry,
    ids::{AlienTech, Base, FedTech, Lane, Piece, Race, Resource, Ship, Space, Status, spaces_of},
    state::{BaseAt, CombatStage, Ending},
    war::WAR,
};

/// Not worth doing.
const NEVER: i32 = -1000;

impl Advice for SpaceInfantry {
    fn action_score(&self, state: &State, _seat: Seat, action: Action) -> i32 {
        self.score(&state.board, action)
    }

    fn worth(&self, state: &State, _seat: Seat) -> i32 {
        let board = &state.board;
        match board.result {
            Some(Ending::Won) => return 10_000,
            Some(_) => return -10_000 + 200 * i32::from(board.base_count()),
            None => {}
        }
        let tokens = i32::from(board.hand().total()) * 6 + i32::from(board.on_track().total()) * 3;
        let ships: i32 = board.garrisons.iter().map(|here| i32::from(here.flagships + here.allies)).sum();
        let anger: i32 = board.war.iter().map(|level| i32::from(*level)).sum();
        let threat: i32 = Race::ALL
            .into_iter()
            .filter(|race| self.at_war(board, *race))
            .flat_map(|race| crate::ids::Fleet::of_mask(board.in_play(race)))
            .filter_map(|fleet| board.fleets[fleet.index()].map(|at| (fleet, at)))
            .map(|(fleet, at)| {
                i32::from(self.data.cv[fleet.index()]) * (6 - i32::from(self.moves_to_sol(at))).max(0)
            })
            .sum();
        let full = Race::ALL.into_iter().filter(|race| self.is_full(board, *race)).count() as i32;
        300 * i32::from(board.base_count()) + 120 * i32::from(board.stability)
            - 40 * i32::from(board.desire)
            - 30 * i32::from(board.losses)
            + 40 * ships
            + tokens
            + 60 * i32::from(board.discovered.total())
            - 12 * anger
            - 4 * threat
            - 80 * full
    }
}

impl SpaceInfantry {
    fn score(&self, board: &Board, action: Action) -> i32 {
        match board.frame() {
            Some(Frame::Actions) => self.score_turn(board, action),
            Some(Frame::Roll { .. }) => self.score_dice(board, action),
            Some(Frame::Combat { stage: CombatStage::Muster, at, dice, .. }) => match action {
                Action::OutManeuver(count) => self.score_maneuvers(board, at, dice, count),
                _ => 0,
            },
            Some(Frame::Store) => match action {
                Action::Store(of) => {
                    let wanted = match of {
                        Resource::Build | Resource::Maneuver => 2,
                        Resource::Morale => 1,
                        _ => 0,
                    };
                    i32::from(board.stored.count(of) < wanted) * 10
                }
                _ => 0,
            },
            Some(Frame::Place(_)) => match action {
                Action::Place(of) => self.need(board, of),
                _ => 0,
            },
            Some(Frame::Keep) => match action {
                Action::Return(of) => -self.need(board, of) - 10 * i32::from(board.stored.count(of) == 1),
                _ => 0,
            },
            _ => self.score_answer(board, action),
        }
    }

    /// How much one more token of a type helps.
    fn need(&self, board: &Board, of: Resource) -> i32 {
        let have = i32::from(board.hand().count(of) + board.on_track().count(of));
        let worlds = 6 - i32::from(board.base_count());
        let (value, enough) = match of {
            Resource::Build => (103, 3.min(worlds + 1)),
            Resource::Maneuver => (95, 2),
            Resource::Morale => (86, 2),
            Resource::Diplomacy => (69, 2),
            Resource::Research => (65, 3),
            Resource::Espionage => (44, 3),
            Resource::Warp => (50, 1),
        };
        if have < enough { value - 12 * have } else { 20 - 10 * (have - enough) }
    }

    fn score_dice(&self, board: &Board, action: Action) -> i32 {
        let Some(Frame::Roll { lane, faces, .. }) = board.frame() else { return 0 };
        match action {
            Action::UseDie(face) => i32::from(face),
            Action::Reroll(pay) => {
                let again = match (lane, board.below()) {
                    (Lane::Combat, Some(Frame::Combat { at, .. })) => {
                        let precious = at == Space::SOL
                            || board.garrisons[at.index()].base.is_some()
                            || board.losses == self.data.status_max[2];
                        self.hits(board, &faces) == 0 && precious
                    }
                    (Lane::Event, Some(Frame::ChitDie(chit))) => {
                        let die = faces.first().copied().unwrap_or(1);
                        let entry = self.data.chits[chit.index()].table[usize::from(die) - 1];
                        let falls = match entry {
                            Entry::ExpansionDesire => board.desire == self.data.status_max[1],
                            Entry::MilitaryLoss => board.losses == self.data.status_max[2],
                            _ => false,
                        };
                        falls && board.stability < 3
                    }
                    _ => false,
                };
                match (again, pay) {
                    (true, Pay::Hand) => 10,
                    (true, _) => 8,
                    (false, _) => NEVER,
                }
            }
            _ => 5,
        }
    }

    fn score_maneuvers(&self, board: &Board, at: Space, dice: u8, count: u8) -> i32 {
        let stake = if at == Space::SOL || board.garrisons[at.index()].base.is_some() {
            7
        } else if board.losses == self.data.status_max[2] {
            3
        } else {
            1
        };
        let chance = i32::from(self.hit_chance(board, dice + count));
        stake * chance - 51 * i32::from(count)
    }

    /// Answers to events, losses and other questions: the defaults of chapter 15, except where more is to gain.
    fn score_answer(&self, board: &Board, action: Action) -> i32 {
        match action {
            Action::FreeBuild(Piece::SolDefense) => 30,
            Action::FreeBuild(Piece::Flagship) => 20,
            Action::FreeBuild(_) => 10,
            Action::FreePropaganda(status) => self.propaganda_value(board, status),
            Action::Decline => 0,
            Action::Boost(tech) | Action::Start(tech) => tech_value(tech),
            Action::LookAt(Look::Seen(tech)) => tech_value(tech) - 5,
            Action::LookAt(Look::Unseen(_)) => 20,
            Action::Enter(token) => match self.data.tokens[token.index()].kind {
                crate::TokenKind::Federation2 => 30,
                kind if kind.is_federation() => 20,
                _ => 0,
            },
            Action::Lose(piece) => match piece {
                Piece::MineUp | Piece::Mine => 30,
                Piece::BaseUp | Piece::SolDefenseUp => 25,
                Piece::SolDefense => 20,
                Piece::Flagship => 15,
                Piece::Ally => 10,
                Piece::Base => 0,
            },
            Action::Give(source) => match source {
                Source::Hand(of) | Source::Track(_, _, of) => 100 - self.need(board, of),
                _ => 0,
            },
            Action::PickRace(race) => match board.frame() {
                // What hurts goes to the race that can do least with it.
                Some(Frame::ChooseRace(Entry::WarEffort(_))) if race == Race::Me => 50,
                _ => {
                    -10 * i32::from(board.war[race.index()])
                        - 3 * i32::from(board.tech[race.index()].len() as u8)
                }
            },
            Action::PickPair(pair) => {
                let calms = i32::from(pair == self.data.calming);
                let [a, b] = pair.races();
                let angry = i32::from(board.war[a.index()] + board.war[b.index()]);
                10 * calms + angry
            }
            _ => i32::from(self.default_answer(board) == Some(action)),
        }
    }

    fn propaganda_value(&self, board: &Board, status: Status) -> i32 {
        let useful = match status {
            Status::Desire => board.desire > 0,
            Status::Losses => board.losses > 0,
            Status::Stability => board.stability < self.data.status_max[0],
        };
        if !useful {
            return NEVER;
        }
        match status {
            Status::Desire => 413,
            Status::Losses => {
                if board.losses == 2 {
                    510
                } else {
                    120
                }
            }
            Status::Stability => 436 - 100 * (i32::from(board.stability) - 1),
        }
    }

    /// Distance in Moves.
    fn distance(&self, board: &Board, from: Space, to: Space) -> i32 {
        let (mut reached, mut steps) = (from.bit(), 0);
        while reached & to.bit() == 0 && steps < 12 {
            reached |= spaces_of(reached).fold(0, |set, at| set | self.steps_from(board, at));
            steps += 1;
        }
        steps
    }

    /// Worlds without a Base and without another Flagship on the spot.
    fn free_worlds(&self, board: &Board) -> impl Iterator<Item = Space> {
        let garrisons = board.garrisons;
        Space::settleable().filter(move |at| garrisons[at.index()].base.is_none())
    }

    /// How far a Flagship in a space is from the world it should go to, with the danger there.
    fn goal(&self, board: &Board, from: Space) -> Option<(Space, i32)> {
        let worlds = self.free_worlds(board).filter(|at| {
            let crowd = board.ships(*at, Ship::Flagship);
            crowd == 0 || *at == from
        });
        let cost = |at: Space| {
            let guarded = i32::from(board.stacks[at.index()] != 0);
            4 * self.distance(board, from, at)
                - i32::from(self.data.spaces[at.index()].to_sol)
                - self.owner_anger(board, at)
                + 6 * guarded
        };
        worlds.map(|at| (at, cost(at))).min_by_key(|(_, cost)| *cost)
    }

    fn score_turn(&self, board: &Board, action: Action) -> i32 {
        let hand = board.hand();
        let in_sol = board.stacks[Space::SOL.index()] != 0;
        let builds = i32::from(hand.count(Resource::Build));
        let ready = self.free_worlds(board).any(|at| board.ships(at, Ship::Flagship) > 0);
        let flagships: i32 = board.garrisons.iter().map(|here| i32::from(here.flagships)).sum();
        match action {
            Action::EndActions => 0,
            Action::Construct(piece) => {
                if in_sol {
                    return match piece {
                        Piece::SolDefense => 2000,
                        Piece::Flagship => 1900,
                        _ => 1950,
                    };
                }
                let spare = builds - i32::from(ready);
                let worlds = 6 - i32::from(board.base_count());
                let mines = i32::from(board.pieces(Space::SOL, Piece::Mine));
                match piece {
                    Piece::Flagship if spare > 0 && flagships < worlds.min(2) => 700,
                    Piece::SolDefense if spare > 0 && self.threat(board) > 3 => 650,
                    Piece::SolDefense if spare > 1 => 300,
                    Piece::Flagship if spare > 1 && flagships < worlds.min(3) => 350,
                    Piece::Mine if spare > 1 && mines == 0 && self.threat(board) > 6 => 150,
                    _ => NEVER,
                }
            }
            Action::Settle(at, base) => self.settle_value(board, at, base),
            Action::Upgrade(piece, at) => {
                let spare = builds - i32::from(ready);
                match piece {
                    Piece::SolDefense if spare > 1 => 250,
                    Piece::Base if spare > 1 && self.owner_anger(board, at) > 0 => {
                        720 + i32::from(self.data.spaces[at.index()].to_sol)
                    }
                    _ => NEVER,
                }
            }
            Action::Move(ship, from, to, mine, pay) => {
                self.move_value(board, ship, from, to, mine.is_some(), pay)
            }
            Action::Initiate => {
                let going: u8 = board.progress.iter().map(|column| column.total()).sum();
                if i32::from(going) < 2 { 534 } else { NEVER }
            }
            Action::Conduct => {
                let dice: i32 = board.progress.iter().map(|column| i32::from(column.total())).sum();
                304 + 60 * dice
            }
            Action::Sabotage(race, Pay::Hand) => self.sabotage_value(board, race),
            Action::SlowResearch(race, Pay::Hand) => {
                let filled = board.tech[race.index()].len();
                let room = usize::from(self.data.races[race.index()].tech_spaces);
                if hand.count(Resource::Espionage) > 1 && filled + 1 == room { 200 } else { NEVER }
            }
            Action::Propaganda(status, Pay::Hand) => {
                // Settling empties Expansion Desire by itself.
                if status == Status::Desire && ready && builds > 0 {
                    return NEVER;
                }
                self.propaganda_value(board, status)
            }
            Action::Expand(Pay::Hand) => {
                let opened = board.deployed.columns.count_ones() as i32;
                let dice = i32::from(self.production(board));
                if board.stability > 1 && dice > opened { 1181 } else { NEVER }
            }
            Action::Embassy(race, Pay::Hand) => {
                let worlds =
                    self.free_worlds(board).filter(|at| self.data.spaces[at.index()].race == Some(race));
                let steps: i32 = worlds.map(|at| i32::from(self.data.spaces[at.index()].to_sol)).sum();
                if race == Race::Me {
                    NEVER
                } else {
                    300 + 30 * steps + 10 * i32::from(board.war[race.index()])
                }
            }
            Action::Envoy(race, Pay::Hand) => 242 + 60 * i32::from(board.war[race.index()]),
            Action::Parley(race, Pay::Hand) => {
                let angry = board.war[race.index()] >= WAR && race != Race::Me;
                if angry && hand.count(Resource::Diplomacy) > 1 { 180 } else { NEVER }
            }
            Action::AllyShip => 600,
            Action::AdvancedTech => 100,
            Action::PeaceTalks(pair, Pay::Hand) => {
                let [a, b] = pair.races();
                let angry = board.war[a.index()] >= WAR && board.war[b.index()] >= WAR;
                if angry { 150 } else { NEVER }
            }
            Action::Arbitration(_, Pay::Hand) if in_sol => 1800,
            _ => NEVER,
        }
    }

    /// War Effort of the race that owns a world.
    fn owner_anger(&self, board: &Board, at: Space) -> i32 {
        let race = self.data.spaces[at.index()].race;
        race.map_or(0, |race| i32::from(board.war[race.index()]))
    }

    /// Fleets of races at War near Sol, against what stands there.
    fn threat(&self, board: &Board) -> i32 {
        Race::ALL
            .into_iter()
            .filter(|race| board.war[race.index()] >= WAR - 1)
            .flat_map(|race| crate::ids::Fleet::of_mask(board.in_play(race)))
            .filter_map(|fleet| board.fleets[fleet.index()].map(|at| (fleet, at)))
            .map(|(fleet, at)| i32::from(self.data.cv[fleet.index()]) * i32::from(self.moves_to_sol(at) <= 3))
            .sum()
    }

    fn settle_value(&self, board: &Board, at: Space, base: Base) -> i32 {
        let first = board.bases[base.index()] == BaseAt::Locked;
        let kind = match base {
            Base::Build => 60,
            Base::Maneuver => 55,
            Base::Research => 45,
            Base::Espionage => 40,
            Base::Defense => 35,
            Base::Warp => 20,
        };
        1500 + kind + 5 * i32::from(first) - i32::from(self.data.spaces[at.index()].to_sol)
    }

    fn move_value(&self, board: &Board, ship: Ship, from: Space, to: Space, mine: bool, pay: Pay) -> i32 {
        let free = 5 * i32::from(pay == Pay::Engines);
        let fleets = board.stacks[to.index()];
        let odds = || {
            let race = Race::ALL.into_iter().find(|race| board.fleets_at(*race, to) != 0);
            race.map_or(100, |race| i32::from(self.combat_chance(board, race, to).1))
        };
        if to == Space::SOL && fleets != 0 {
            return 1700 + free;
        }
        if mine || ship == Ship::Ally {
            return NEVER;
        }
        if fleets != 0 && odds() < 60 {
            return NEVER;
        }
        if board.garrisons[from.index()].base.is_none()
            && from.is_settleable()
            && board.stacks[from.index()] == 0
        {
            return NEVER;
        }
        let Some((goal, _)) = self.goal(board, from) else { return NEVER };
        let (now, then) = (self.distance(board, from, goal), self.distance(board, to, goal));
        if then >= now {
            return NEVER;
        }
        // The ship that is nearest goes first, so that one arrives.
        900 - 20 * then - if fleets == 0 { 0 } else { 120 } + free
    }

    fn sabotage_value(&self, board: &Board, race: Race) -> i32 {
        let filled = board.tech[race.index()].len() as i32;
        let full = Race::ALL.into_iter().filter(|race| self.is_full(board, *race)).count() as i32;
        let danger =
            [AlienTech::AdvDefense, AlienTech::FastAdvance, AlienTech::Plunder, AlienTech::Durability];
        let bad = danger.into_iter().filter(|tech| self.copies(board, race, *tech) > 0).count() as i32;
        let spare = i32::from(board.hand().count(Resource::Espionage)) > 1;
        if full >= 3 && self.is_full(board, race) {
            450
        } else if spare && filled > 1 {
            100 + 20 * filled + 15 * bad
        } else {
            NEVER
        }
    }
}

fn tech_value(tech: FedTech) -> i32 {
    match tech {
        FedTech::Targeting => 90,
        FedTech::Missiles => 85,
        FedTech::Engines => 80,
        FedTech::Distortion => 70,
        FedTech::WarpGates => 60,
        FedTech::WarpBubble => 55,
        FedTech::Translator => 40,
        FedTech::PatrolRoutes => 35,
        FedTech::Toolkit => 30,
    }
}
