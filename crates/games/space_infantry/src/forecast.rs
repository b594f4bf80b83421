//! What the tokens of the Queue will do: each is played on a copy of the table up to its combats and dice.

use rules::rule;

use crate::{
    Board, Event, Frame, SpaceInfantry,
    ids::{Fleet, Piece, Race, Relation, Resource, Space, Token, TokenKind, spaces_of},
    odds::percent,
    play::Play,
    state::Stage,
    views::{ForecastLine, ForecastView, RemedyView},
    words,
};

/// What a token did on the copy.
struct Outlook {
    events: Vec<Event>,
    combats: Vec<(Race, Space)>,
    /// An Embassy will throw dice against a step of War Effort.
    contested: bool,
}

impl SpaceInfantry {
    /// The five tokens of the Queue, each after the ones before it.
    pub(crate) fn forecasts(&self, board: &Board) -> Vec<ForecastView> {
        let mut future = *board;
        rule!("SI-5.3");
        let mut uncertain = false;
        let mut views = Vec::new();
        for (place, &token) in board.queue.iter().enumerate() {
            if future.result.is_some() {
                // The tokens before this one end the match.
                break;
            }
            let token = Token::new(token);
            let kind = self.kind(token);
            let outlook = self.foresee(&mut future, token);
            let mut view = self.forecast_view(&future, token, &outlook);
            view.place = place as u8 + 1;
            view.uncertain = uncertain && !kind.is_federation();
            uncertain |= !outlook.combats.is_empty() || kind == TokenKind::GalacticConflict;
            views.push(view);
        }
        views
    }

    /// Plays a token on `future` without dice, draws and decisions.
    fn foresee(&self, future: &mut Board, token: Token) -> Outlook {
        let mut events = Vec::new();
        let mut combats = Vec::new();
        let mut contested = false;
        if self.kind(token).is_federation() {
            return Outlook { events, combats, contested };
        }
        future.frames.clear();
        future.waiting = [0; 5];
        future.stopped = 0;
        future.now = Some(token);
        let mut emit = |event| events.push(event);
        let mut play = Play { game: self, board: future, emit: &mut emit };
        play.begin_token(token);
        while let Some(frame) = play.board.frame() {
            match frame {
                Frame::Fights => {
                    for race in Race::ALL {
                        let due = self.due_combats(play.board, race, play.board.waiting[race.index()]);
                        combats.extend(spaces_of(due).map(|at| (race, at)));
                    }
                    play.board.waiting = [0; 5];
                    play.pop();
                }
                Frame::Token { stage: Stage::Hold, .. } => play.pop(),
                Frame::Token { .. } | Frame::WarHits(0) | Frame::Overage(_) => {
                    play.run(frame);
                }
                Frame::WarEffort { race, .. } if play.board.deployed.embassies & race.bit() == 0 => {
                    play.run(frame);
                }
                // Dice, draws and decisions are not foreseen.
                frame => {
                    contested |= matches!(frame, Frame::WarEffort { .. });
                    play.pop();
                }
            }
        }
        future.now = None;
        Outlook { events, combats, contested }
    }

    fn forecast_view(&self, future: &Board, token: Token, outlook: &Outlook) -> ForecastView {
        let data = &self.data.tokens[token.index()];
        let mut lines = Vec::new();
        let mut ignored = false;
        let mut stability = false;
        for event in &outlook.events {
            match *event {
                Event::TokenIgnored { .. } => ignored = true,
                Event::FleetMoved { fleet, from, to } => {
                    lines.push(self.move_line(future, fleet, Some(from), to, outlook))
                }
                Event::FleetSpawned { fleet, at } => {
                    lines.push(self.move_line(future, fleet, None, at, outlook))
                }
                Event::FleetStays { fleet, at } if at == Space::SOL => {
                    lines.push(self.move_line(future, fleet, Some(at), at, outlook));
                }
                Event::WarEffortMoved { race, from, to } => lines.push(plain(
                    format!("{} War Effort to {}", self.race_name(race), words::level(to)),
                    format!("from {}", words::level(from)),
                )),
                Event::StabilityChanged { to, .. } => {
                    stability = true;
                    lines.push(plain(format!("Stability falls to {to}"), String::new()));
                }
                Event::DesireChanged { to, .. } => {
                    lines.push(plain(format!("Expansion Desire rises to {to}"), String::new()));
                }
                _ => {}
            }
        }
        let text = if ignored {
            self.ignored_text(future, token)
        } else {
            self.forecast_text(future, token, &lines, outlook.contested)
        };
        let next_to_sol = outlook.events.iter().any(|event| match *event {
            Event::FleetMoved { to, .. } => self.number(to) == 1 && to.is_numbered(),
            _ => false,
        });
        let mut remedies = Vec::new();
        for &(race, at) in &outlook.combats {
            self.remedies(future, race, at, &mut remedies);
        }
        ForecastView {
            token: data.id.clone(),
            title: self.token_title(token),
            place: 0,
            ignored,
            danger: !outlook.combats.is_empty() || next_to_sol || stability,
            text,
            lines,
            remedies,
            uncertain: false,
            rule: self.token_rule(data.kind).to_owned(),
        }
    }

    fn move_line(
        &self,
        future: &Board,
        fleet: Fleet,
        from: Option<Space>,
        to: Space,
        outlook: &Outlook,
    ) -> ForecastLine {
        let fights =
            outlook.combats.contains(&(fleet.race(), to)) && future.fleets[fleet.index()] == Some(to);
        let name = self.fleet_name(fleet);
        let text = match from {
            None => format!("{name} appears on {}", self.short_space(to)),
            Some(from) if from == to => format!("{name} attacks Sol again"),
            Some(_) if to == Space::SOL || to.is_settleable() => {
                format!("{name} enters {}", self.space_name(to))
            }
            Some(from) => format!("{name} moves from {} to {}", self.short_space(from), self.short_space(to)),
        };
        let (dice, chance) = self.combat_chance(future, fleet.race(), to);
        let note = if fights {
            format!("battle, {}", words::count(dice, "die", "dice"))
        } else if to.is_numbered() && self.number(to) == 1 {
            "next to Sol, no combat yet".to_owned()
        } else {
            "no combat".to_owned()
        };
        ForecastLine {
            text,
            note,
            fleet: Some(fleet_id(fleet)),
            from: from.map(|at| self.space_id(at).to_owned()),
            to: Some(self.space_id(to).to_owned()),
            dice: fights.then_some(dice),
            chance: fights.then_some(chance),
        }
    }

    fn ignored_text(&self, future: &Board, token: Token) -> String {
        let Some(race) = self.data.tokens[token.index()].race else { return "Ignored".to_owned() };
        let (war, effective) = (future.war[race.index()], self.effective(future, race));
        if effective < 0 {
            "Ignored: their wars keep them busy".to_owned()
        } else if effective < war {
            format!("Ignored: their war makes {} act as {}", words::level(war), words::level(effective))
        } else {
            format!("Ignored at {}", words::level(effective))
        }
    }

    fn forecast_text(&self, future: &Board, token: Token, lines: &[ForecastLine], contested: bool) -> String {
        let kind = self.kind(token);
        let dice = self.production(future);
        let chits = future.chits.count_ones();
        let mut text: Vec<String> = lines
            .iter()
            .map(|line| match (line.dice, line.chance) {
                (Some(_), Some(chance)) => format!("{}: {}, {chance} %", line.text, line.note),
                _ => line.text.clone(),
            })
            .collect();
        match kind {
            TokenKind::Federation1 => text.push(format!("1 roll of {}", words::count(dice, "die", "dice"))),
            TokenKind::Federation2 => text.push(format!("2 rolls of {}", words::count(dice, "die", "dice"))),
            TokenKind::Federation1Minus => {
                text.push(format!("1 roll of {}, each −1", words::count(dice, "die", "dice")));
            }
            TokenKind::RandomEvent => text.push(format!(
                "1 of {} left: {} % good for you",
                words::count(chits, "chit", "chits"),
                self.good_events(future)
            )),
            TokenKind::AlienWar => {
                let at_war = Race::ALL.into_iter().filter(|race| future.wars(*race) > 0).count() as u32;
                text.push(if at_war == 0 {
                    "No race is in a war; then a Random Event".to_owned()
                } else {
                    format!(
                        "{} in a war hit your Bases or stir Expansion Desire; then a Random Event",
                        words::count(at_war, "race", "races")
                    )
                });
            }
            TokenKind::GalacticConflict => text.push("Two races move toward War or Alliance".to_owned()),
            TokenKind::FastScouts | TokenKind::FastRaiders if lines.is_empty() => {
                text.push("No race has the technology: a Random Event".to_owned());
            }
            TokenKind::Tech if lines.is_empty() => {
                let race = self.data.tokens[token.index()].race.unwrap_or(Race::Fe);
                let spy = if future.has_spy(race) { "; your spy can contest it" } else { "" };
                text.push(format!("A new technology{spy}"));
            }
            _ if contested => text.push("Your Embassy contests a step of War Effort".to_owned()),
            _ if text.is_empty() => text.push("Nothing".to_owned()),
            _ => {}
        }
        text.join(". ")
    }

    /// Share of the entries of the chits that are left which help the player, percent.
    fn good_events(&self, board: &Board) -> u8 {
        let left = (0..8).filter(|chit| board.chits >> chit & 1 != 0);
        let entries: Vec<bool> =
            left.flat_map(|chit: usize| self.data.chits[chit].table).map(words::entry_helps).collect();
        let good = entries.iter().filter(|helps| **helps).count() as u32;
        percent(good, (entries.len() as u32).max(1))
    }

    /// What the player can do about a combat before it comes.
    fn remedies(&self, future: &Board, race: Race, at: Space, out: &mut Vec<RemedyView>) {
        let (dice, chance) = self.combat_chance(future, race, at);
        let hand = future.hand();
        let better = self.hit_chance(future, (dice + 1).min(self.data.combat_dice[2]));
        // an upgraded Sol Defense throws no more dice on Sol than a normal one
        let upgradable = [Piece::Mine, Piece::Base].into_iter().find(|piece| future.pieces(at, *piece) > 0);
        if let Some(piece) = upgradable.filter(|_| hand.has(Resource::Build) && better > chance) {
            let mut upgraded = *future;
            if piece == Piece::Mine {
                upgraded.change(at, Piece::Mine, -1);
                upgraded.change(at, Piece::MineUp, 1);
            } else {
                let base = upgraded.garrisons[at.index()].base.expect("a Base stands here");
                upgraded.bases[base.index()] = crate::BaseAt::Map(at, true);
            }
            let (_, after) = self.combat_chance(&upgraded, race, at);
            if after > chance {
                out.push(RemedyView {
                    title: format!("Upgrade the {}", words::piece(piece)),
                    note: "1 Build: one die more".to_owned(),
                    chance: after,
                });
            }
        }
        let maneuvers = hand.count(Resource::Maneuver);
        if maneuvers > 0 && better > chance {
            out.push(RemedyView {
                title: "Out Maneuver in the battle".to_owned(),
                note: format!("1 Maneuver a die, you have {maneuvers}"),
                chance: better,
            });
        }
        if maneuvers > 0 {
            out.push(RemedyView {
                title: "Bypass".to_owned(),
                note: "sacrifice 1 Maneuver, the token is skipped".to_owned(),
                chance: 100,
            });
        }
    }

    /// The ledger row of a kind of token.
    pub(crate) fn token_rule(&self, kind: TokenKind) -> &'static str {
        match kind {
            TokenKind::Advance => "SI-6.1.1b",
            TokenKind::Spawn => "SI-6.1.2a",
            TokenKind::Tech => "SI-6.1.3a",
            TokenKind::Press => "SI-6.1.4a",
            TokenKind::BorderFriction => "SI-6.1.5",
            TokenKind::Greed => "SI-6.1.6",
            TokenKind::RandomEvent => "SI-6.2.1a",
            TokenKind::AlienWar => "SI-6.2.2a",
            TokenKind::GalacticConflict => "SI-6.2.3",
            TokenKind::FastScouts => "SI-6.2.4a",
            TokenKind::FastRaiders => "SI-6.2.5a",
            TokenKind::ExpansionDesire => "SI-6.2.6",
            TokenKind::Federation1 | TokenKind::Federation2 | TokenKind::Federation1Minus => "SI-7.0",
        }
    }

    /// Technologies that a race has through others, as sentences.
    pub(crate) fn shared_techs(&self, board: &Board) -> Vec<String> {
        let mut lines = Vec::new();
        for pair in crate::Pair::ALL {
            if board.relations[pair.index()] != Relation::Alliance {
                continue;
            }
            let [a, b] = pair.races();
            for (user, owner) in [(a, b), (b, a)] {
                if let Some(tech) = self.on_space_6(board, owner) {
                    let (name, text) = words::alien_tech(tech);
                    let (user, owner) = (self.race_name(user), self.race_name(owner));
                    lines.push(format!("The {user} use the {owner}' {name}: {text}."));
                }
            }
        }
        lines
    }
}

fn plain(text: String, note: String) -> ForecastLine {
    ForecastLine { text, note, fleet: None, from: None, to: None, dice: None, chance: None }
}

/// `FE-scout`.
pub(crate) fn fleet_id(fleet: Fleet) -> String {
    format!("{}-{}", fleet.race().code(), fleet.class().code())
}
