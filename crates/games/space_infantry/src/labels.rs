//! Questions, buttons, targets and consequences.

use crate::{
    Action, Board, Frame, SpaceInfantry,
    action::{Look, Pay, Source},
    data::Entry,
    ids::{Piece, Race, Resource, Space},
    state::CombatStage,
    war::TOTAL_WAR,
    words,
};

impl SpaceInfantry {
    /// The question the player is asked.
    pub(crate) fn question(&self, board: &Board) -> String {
        let Some(frame) = board.frame() else { return "The match is over".to_owned() };
        if self.chance(board).is_some() {
            return "Rolling and drawing".to_owned();
        }
        match frame {
            Frame::Store => {
                let left = 5 - board.stored.total();
                format!("Choose your first hand: {} to go", words::count(left, "token", "tokens"))
            }
            Frame::Place(dice) => {
                let result = SpaceInfantry::placing(dice).unwrap_or(0);
                let count = dice[result];
                format!("{} showing {}: which resource?", words::count(count, "die", "dice"), result + 1)
            }
            Frame::Actions => format!("Turn {}: your actions", board.turns),
            Frame::Keep => {
                let over = board.stored.total() - crate::flow::STORED;
                format!("Keep five tokens: return {}", words::count(over, "more", "more"))
            }
            Frame::Roll { .. } => self.roll_question(board),
            Frame::Tech { race, counter } => {
                let tech = counter.map(|counter| self.data.races[race.index()].techs[usize::from(counter)]);
                let name = tech.map_or("a technology", |tech| words::alien_tech(tech).0);
                format!("The {} discover {name}: contest it with your spy?", self.race_name(race))
            }
            Frame::Relation { .. } => "Which Attaché rolls first?".to_owned(),
            Frame::ChoosePair(_) => "Which pair of races?".to_owned(),
            Frame::ChooseRace(entry) => format!("Which race? {}", capital(&self.entry_text(entry))),
            Frame::Choice(Entry::FreeBuild) => "Free Build: which piece on Sol?".to_owned(),
            Frame::Choice(Entry::FreePropaganda) => "Free Propaganda: what improves?".to_owned(),
            Frame::Choice(Entry::AdvanceResearch) => "Which technology moves 25 %?".to_owned(),
            Frame::Choice(Entry::FailedAlliance) => "Which alliance fails?".to_owned(),
            Frame::Choice(Entry::Spend(resource)) => {
                format!("Which deployed {} is lost?", words::resource(resource))
            }
            Frame::Fights => "Which combat comes first?".to_owned(),
            Frame::Combat { stage: CombatStage::FollowUps, .. } => {
                "Which follow-up combat comes first?".to_owned()
            }
            Frame::Combat { stage: CombatStage::Muster, at, dice, .. } => {
                format!(
                    "Battle of {}, {}: Out Maneuver?",
                    self.space_name(at),
                    words::count(dice, "die", "dice")
                )
            }
            Frame::Combat { stage: CombatStage::Plunder, race, .. } => {
                format!("The {} plunder: which resource?", self.race_name(race))
            }
            Frame::Combat { stage: CombatStage::Loss, at, .. } => {
                format!("The battle of {} is lost: which asset loses a step?", self.space_name(at))
            }
            Frame::Combat { .. } => "Which ship must pursue?".to_owned(),
            Frame::WarHits(_) => "The alien war hits a Base: which one?".to_owned(),
            Frame::Look { shown, .. } if self.is_looking(board, shown) => {
                "Which technology do you look at?".to_owned()
            }
            Frame::Look { .. } => "Which technology do you start?".to_owned(),
            Frame::Bypass(_) => "Which token enters the Queue?".to_owned(),
            Frame::Step { ship, at, .. } => {
                format!("{} at {}: a second step?", words::ship(ship), self.space_name(at))
            }
            _ => "Decide".to_owned(),
        }
    }

    fn roll_question(&self, board: &Board) -> String {
        let Some(roll) = self.draw_roll(board) else { return "Accept the dice?".to_owned() };
        if roll.text.is_empty() {
            format!("{}: accept the dice?", roll.title)
        } else {
            format!("{}: {}", roll.title, roll.text)
        }
    }

    /// One more sentence below the question.
    pub(crate) fn subquestion(&self, board: &Board) -> Option<String> {
        match board.frame()? {
            Frame::Actions => {
                let hand = board.hand();
                let tokens: Vec<String> = hand
                    .types()
                    .map(|of| words::count(hand.count(of), words::resource(of), words::resource(of)))
                    .collect();
                Some(if tokens.is_empty() {
                    "Nothing can pay now".to_owned()
                } else {
                    format!("Can pay: {}", tokens.join(", "))
                })
            }
            Frame::Roll { .. } => Some("Rolling again sacrifices an Espionage for good".to_owned()),
            Frame::Place(dice) => {
                let row = SpaceInfantry::placing(dice)? + 1;
                let column = self.free_column(board, row)?;
                Some(format!(
                    "It goes to row {row} of the {} and can be used {}",
                    words::column(column),
                    arrival(row)
                ))
            }
            Frame::Combat { stage: CombatStage::Muster, dice, .. } => Some(format!(
                "{} % for at least one hit with {}",
                self.hit_chance(board, dice),
                words::count(dice, "die", "dice")
            )),
            _ => None,
        }
    }

    fn pay_note(&self, pay: Pay) -> String {
        match pay {
            Pay::Hand => String::new(),
            Pay::Deployed(source) => format!(", paid with the {}", self.source_name(source)),
            Pay::Warp => ", paid with Warp".to_owned(),
            Pay::Engines => ", free with MilSpecOps Engines".to_owned(),
        }
    }

    /// What an action says on its button.
    pub(crate) fn action_label(&self, board: &Board, action: Action) -> String {
        let space = |at: Space| self.space_name(at);
        let race = |race: Race| self.race_name(race);
        match action {
            Action::Store(of) | Action::Place(of) => words::resource(of).to_owned(),
            Action::Accept => match board.frame() {
                Some(Frame::Roll { lane: crate::Lane::Combat, faces, .. })
                    if self.hits(board, &faces) == 0 =>
                {
                    "Accept the loss".to_owned()
                }
                _ => "Accept".to_owned(),
            },
            Action::Reroll(pay) => match board.below() {
                Some(Frame::Combat { dice, .. }) => {
                    format!("Roll again, {} %{}", self.hit_chance(board, dice), self.pay_note(pay))
                }
                _ => format!("Roll again{}", self.pay_note(pay)),
            },
            Action::UseDie(face) => format!("Use the {face}"),
            Action::OutManeuver(0) => "Roll as it is".to_owned(),
            Action::OutManeuver(count) => {
                let dice = match board.frame() {
                    Some(Frame::Combat { dice, .. }) => (dice + count).min(5),
                    _ => 1,
                };
                let more = words::count(count, "Maneuver", "Maneuvers");
                format!("{more}: {}, {} %", words::count(dice, "die", "dice"), self.hit_chance(board, dice))
            }
            Action::Contest(true) => "Contest".to_owned(),
            Action::Contest(false) => "Let it pass".to_owned(),
            Action::Fight(at) => format!("Fight at {}", space(at)),
            Action::Lose(piece) => capital(words::piece(piece)),
            Action::HitBase(at) => format!("The Base on {}", space(at)),
            Action::Give(source) => self.source_name(source),
            Action::PickRace(of) => race(of).to_owned(),
            Action::PickPair(pair) => self.pair_name(pair),
            Action::FreeBuild(piece) => format!("Build {} on Sol", article(piece)),
            Action::FreePropaganda(status) | Action::Propaganda(status, Pay::Hand) => {
                format!("Propaganda: {}", improvement(status))
            }
            Action::Propaganda(status, pay) => {
                format!("Propaganda: {}{}", improvement(status), self.pay_note(pay))
            }
            Action::Boost(tech) | Action::Start(tech) => words::fed_tech(tech).0.to_owned(),
            Action::Decline => "Decline".to_owned(),
            Action::Pursue(ship) => words::ship(ship).to_owned(),
            Action::RollFirst(of) => format!("The Attaché at the {}", race(of)),
            Action::Step(to, false) => format!("On to {}", space(to)),
            Action::Step(to, true) => format!("On to {} with the Mine Field", space(to)),
            Action::Stop => "Stay here".to_owned(),
            Action::LookAt(Look::Seen(tech)) => words::fed_tech(tech).0.to_owned(),
            Action::LookAt(Look::Unseen(colour)) => format!("An unseen {} one", colour.code()),
            Action::Enter(token) => self.token_title(token),
            Action::Return(of) => format!("Return {}", words::resource(of)),
            Action::Construct(piece) => format!("Construct {} on Sol", article(piece)),
            Action::Settle(at, base) => format!("Settle {}: {}", space(at), words::base(base)),
            Action::Upgrade(piece, at) => {
                match board.garrisons[at.index()].base.filter(|_| piece == Piece::Base) {
                    Some(base) => format!("Upgrade the {} on {}", words::base(base), space(at)),
                    None => format!("Upgrade the {} at {}", words::piece(piece), space(at)),
                }
            }
            Action::ForwardDeploy(piece, at) => format!("Forward Deploy {} to {}", article(piece), space(at)),
            Action::Move(ship, from, to, mine, pay) => {
                let along = mine.map_or(String::new(), |side| format!(" with {}", article(side)));
                format!(
                    "Move the {} from {} to {}{along}{}",
                    words::ship(ship),
                    space(from),
                    space(to),
                    self.pay_note(pay)
                )
            }
            Action::Bypass(place) => {
                let token = board.queue.get(usize::from(place)).map(|token| crate::Token::new(*token));
                format!("Bypass {}", token.map_or_else(String::new, |token| self.token_title(token)))
            }
            Action::Initiate => "Initiate research".to_owned(),
            Action::Conduct => "Conduct research".to_owned(),
            Action::Focus(tech) => format!("Focused Research: {}", words::fed_tech(tech).0),
            Action::Sabotage(of, pay) => format!("Sabotage the {}{}", race(of), self.pay_note(pay)),
            Action::Attache(of, pay) => format!("Attaché to the {}{}", race(of), self.pay_note(pay)),
            Action::SlowResearch(of, pay) => {
                format!("Spy on the research of the {}{}", race(of), self.pay_note(pay))
            }
            Action::Expand(pay) => format!("Open a column of the Resource Track{}", self.pay_note(pay)),
            Action::Reclaim(of, pay) => format!("Reclaim a {}{}", words::resource(of), self.pay_note(pay)),
            Action::Embassy(of, pay) => format!("Embassy at the {}{}", race(of), self.pay_note(pay)),
            Action::Envoy(of, pay) => format!("Envoy to the {}{}", race(of), self.pay_note(pay)),
            Action::Parley(of, pay) => format!("Parley with the {}{}", race(of), self.pay_note(pay)),
            Action::AllyShip => "Call an Ally Ship to Sol".to_owned(),
            Action::AdvancedTech => "Advanced Technology".to_owned(),
            Action::Fold(ship, from, to) => {
                format!("Fold Space: {} from {} to {}", words::ship(ship), space(from), space(to))
            }
            Action::ArmsDeal(pair, of, pay) => {
                let other = pair.other(of).map_or("", race);
                format!("Arms deal: the {} to Peace, the {other} down 1{}", race(of), self.pay_note(pay))
            }
            Action::Arbitration(pair, pay) => {
                format!("Arbitration: fleets of {} fall back{}", self.pair_name(pair), self.pay_note(pay))
            }
            Action::FalseIntel(_, of, pay) => {
                format!(
                    "False intelligence: the {} against their other neighbour{}",
                    race(of),
                    self.pay_note(pay)
                )
            }
            Action::Disarm(pair, pay) => {
                format!(
                    "Disarm: {} lose the technology on space 6{}",
                    self.pair_name(pair),
                    self.pay_note(pay)
                )
            }
            Action::PeaceTalks(pair, pay) => {
                format!("Peace talks: {} up 1{}", self.pair_name(pair), self.pay_note(pay))
            }
            Action::EndActions => "End actions".to_owned(),
            Action::Resign => "Resign".to_owned(),
        }
    }

    /// Where an action lights up: kind and id of each target.
    pub(crate) fn action_targets(&self, board: &Board, action: Action) -> Vec<(&'static str, String)> {
        let place = |at: Space| ("place", self.space_id(at).to_owned());
        let piece = |name: &str, at: Space| ("piece", format!("{name}@{}", self.space_id(at)));
        let track = |name: String| ("track", name);
        let card = |id: &str| ("card", id.to_owned());
        let combat_at = match board.frame() {
            Some(Frame::Combat { at, .. }) => at,
            _ => Space::SOL,
        };
        let source = |source: Source| match source {
            Source::Hand(of) => ("track", format!("hand:{}", of.code())),
            Source::Attache(race) => ("track", format!("attache:{}", race.code())),
            Source::Spy(race) => ("track", format!("tech:{}", race.code())),
            Source::Embassy(race) => ("track", format!("war:{}", race.code())),
            Source::Column(column) => ("track", format!("column:{}", column.code())),
            Source::Track(column, row, _) => ("track", format!("cell:{}:{row}", column.code())),
        };
        let mut targets = match action {
            Action::Store(of) | Action::Place(of) => vec![track(format!("pool:{}", of.code()))],
            Action::Return(of) => vec![track(format!("hand:{}", of.code()))],
            Action::Reclaim(of, _) => vec![track(format!("sacrificed:{}", of.code()))],
            Action::Reroll(_)
            | Action::Accept
            | Action::UseDie(_)
            | Action::OutManeuver(_)
            | Action::Contest(_) => {
                vec![track("dice".to_owned())]
            }
            Action::Fight(at) | Action::HitBase(at) | Action::Step(at, _) => vec![place(at)],
            Action::Lose(of) => vec![piece(of.code(), combat_at)],
            Action::Pursue(ship) => vec![piece(ship.code(), combat_at)],
            Action::Give(from) => vec![source(from)],
            Action::PickRace(race) | Action::RollFirst(race) => vec![track(format!("war:{}", race.code()))],
            Action::PickPair(pair) => vec![track(format!("pair:{}", pair.code()))],
            Action::FreeBuild(of) | Action::Construct(of) => {
                vec![track(format!("unbuilt:{}", of.code())), place(Space::SOL)]
            }
            Action::FreePropaganda(status) | Action::Propaganda(status, _) => {
                vec![track(status.code().to_owned())]
            }
            Action::Boost(tech)
            | Action::Start(tech)
            | Action::Focus(tech)
            | Action::LookAt(Look::Seen(tech)) => {
                vec![card(tech.code())]
            }
            Action::LookAt(Look::Unseen(colour)) => vec![card(&format!("unseen-{}", colour.code()))],
            Action::Enter(token) => vec![card(self.token_id(token))],
            Action::Settle(at, base) => {
                vec![place(at), piece("flagship", at), card(&format!("base-{}", base.code()))]
            }
            Action::Upgrade(of, at) => vec![piece(of.code(), at), place(at)],
            Action::ForwardDeploy(of, at) => vec![track(format!("unbuilt:{}", of.code())), place(at)],
            Action::Move(ship, from, to, ..) | Action::Fold(ship, from, to) => {
                vec![piece(ship.code(), from), place(to)]
            }
            Action::Bypass(at) => {
                let token = board.queue.get(usize::from(at)).map(|token| crate::Token::new(*token));
                token.map(|token| card(self.token_id(token))).into_iter().collect()
            }
            Action::Initiate | Action::Conduct | Action::AdvancedTech => vec![track("research".to_owned())],
            Action::Sabotage(race, _) | Action::SlowResearch(race, _) => {
                vec![track(format!("tech:{}", race.code()))]
            }
            Action::Attache(race, _) => vec![track(format!("attache:{}", race.code()))],
            Action::Embassy(race, _) | Action::Envoy(race, _) | Action::Parley(race, _) => {
                vec![track(format!("war:{}", race.code()))]
            }
            Action::Expand(pay) => {
                let column = self.next_column(board, pay);
                column.map(|column| track(format!("column:{}", column.code()))).into_iter().collect()
            }
            Action::AllyShip => vec![track("unbuilt:ally".to_owned()), place(Space::SOL)],
            Action::ArmsDeal(pair, race, _) | Action::FalseIntel(pair, race, _) => {
                vec![track(format!("pair:{}", pair.code())), track(format!("war:{}", race.code()))]
            }
            Action::Arbitration(pair, _) | Action::Disarm(pair, _) | Action::PeaceTalks(pair, _) => {
                vec![track(format!("pair:{}", pair.code()))]
            }
            Action::Decline => vec![("button", "decline".to_owned())],
            Action::Stop => vec![("button", "stop".to_owned())],
            Action::EndActions => vec![("button", "end".to_owned())],
            Action::Resign => vec![("button", "resign".to_owned())],
        };
        if let Some(paid) = payment(action) {
            targets.push(source(paid));
        }
        targets
    }

    /// The heading an action is listed under.
    pub(crate) fn action_group(action: Action) -> &'static str {
        match action {
            Action::Store(_) | Action::Place(_) | Action::Return(_) | Action::Give(_) => "resource",
            Action::Accept | Action::Reroll(_) | Action::UseDie(_) => "dice",
            Action::OutManeuver(_) => "out maneuver",
            Action::Contest(_) | Action::RollFirst(_) => "contest",
            Action::Fight(_) | Action::Lose(_) | Action::HitBase(_) | Action::Pursue(_) => "combat",
            Action::PickRace(_)
            | Action::PickPair(_)
            | Action::FreeBuild(_)
            | Action::FreePropaganda(_)
            | Action::Boost(_)
            | Action::Decline => "event",
            Action::Construct(_) => "construct",
            Action::Settle(..) => "settle",
            Action::Upgrade(..) => "upgrade",
            Action::ForwardDeploy(..) => "forward deploy",
            Action::Move(..) | Action::Step(..) | Action::Stop => "move",
            Action::Bypass(_) | Action::Enter(_) => "bypass",
            Action::Initiate | Action::Conduct | Action::Focus(_) | Action::LookAt(_) | Action::Start(_) => {
                "research"
            }
            Action::Sabotage(..) | Action::Attache(..) | Action::SlowResearch(..) => "espionage",
            Action::Propaganda(..) | Action::Expand(_) | Action::Reclaim(..) => "morale",
            Action::Embassy(..) | Action::Envoy(..) | Action::Parley(..) => "diplomacy",
            Action::AllyShip | Action::AdvancedTech | Action::Fold(..) => "warp",
            Action::ArmsDeal(..)
            | Action::Arbitration(..)
            | Action::FalseIntel(..)
            | Action::Disarm(..)
            | Action::PeaceTalks(..) => "war opportunity",
            Action::EndActions => "end",
            Action::Resign => "resign",
        }
    }

    /// What an action brings or costs beyond its label.
    pub(crate) fn action_consequence(&self, board: &Board, action: Action) -> Option<String> {
        let fights = |to: Space| {
            let races = Race::ALL.into_iter().filter(|race| board.fleets_at(*race, to) != 0);
            let text: Vec<String> = races
                .map(|race| {
                    let (dice, chance) = self.combat_chance(board, race, to);
                    format!(
                        "battle against the {}: {}, {chance} %",
                        self.race_name(race),
                        words::count(dice, "die", "dice")
                    )
                })
                .collect();
            (!text.is_empty()).then(|| text.join("; "))
        };
        match action {
            Action::Settle(at, base) => {
                let world = &self.data.spaces[at.index()];
                let race = world.race?;
                let odds = self.step_odds(board, race, world.to_sol);
                let odds: Vec<String> = odds
                    .into_iter()
                    .map(|(level, percent)| format!("{percent} % {}", words::level(level)))
                    .collect();
                let first = board.bases[base.index()] == crate::BaseAt::Locked;
                let unlocks = if first { format!("{}. ", self.unlocks(base)) } else { String::new() };
                Some(format!(
                    "{unlocks}{}, {} down: {}",
                    self.race_name(race),
                    words::count(world.to_sol, "step", "steps"),
                    odds.join(", ")
                ))
            }
            Action::Construct(_) | Action::FreeBuild(_) | Action::AllyShip => fights(Space::SOL),
            Action::Move(_, _, to, ..) | Action::Fold(_, _, to) | Action::Step(to, _) => fights(to),
            Action::ForwardDeploy(_, to) => {
                Some(fights(to).map_or("the Build is gone for good".to_owned(), |text| {
                    format!("{text}; the Build is gone for good")
                }))
            }
            Action::Reroll(_) => Some("the Espionage is gone for good".to_owned()),
            Action::Bypass(_) => {
                Some("the Maneuver is gone for good; you choose the new token from three".to_owned())
            }
            Action::Focus(_) => Some("the Research is gone for good".to_owned()),
            Action::Parley(..) => Some("the Diplomacy is gone for good".to_owned()),
            Action::Reclaim(..) => Some("the Morale is gone for good".to_owned()),
            Action::EndActions => self.end_consequence(board),
            Action::Accept => match board.frame() {
                Some(Frame::Roll { lane: crate::Lane::Combat, faces, .. })
                    if self.hits(board, &faces) == 0 =>
                {
                    Some("the battle is lost".to_owned())
                }
                _ => None,
            },
            Action::Resign => Some("the match is lost".to_owned()),
            _ => match payment(action) {
                Some(Source::Column(column)) => Some(format!(
                    "the {} closes; what is on its way there returns to the pools",
                    words::column(column)
                )),
                _ => None,
            },
        }
    }

    fn end_consequence(&self, board: &Board) -> Option<String> {
        if board.stacks[Space::SOL.index()] != 0 {
            return Some("a fleet is in Sol: the match is lost".to_owned());
        }
        let over = board.hand().total().saturating_sub(crate::flow::STORED);
        (over > 0).then(|| format!("{} will return to the pools", words::count(over, "token", "tokens")))
    }

    /// The reason that fits this very situation.
    pub(crate) fn refusal(&self, board: &Board, action: Action, rule: &str) -> Option<String> {
        let needs = |of: Resource| format!("no {} is in row 0 or stored", words::resource(of));
        Some(match (rule, action) {
            (
                "SI-7.3b",
                Action::Construct(_) | Action::Settle(..) | Action::Upgrade(..) | Action::ForwardDeploy(..),
            ) => needs(Resource::Build),
            ("SI-7.3b", Action::Move(..) | Action::Bypass(_) | Action::OutManeuver(_)) => {
                needs(Resource::Maneuver)
            }
            ("SI-7.3b", Action::Initiate | Action::Conduct | Action::Focus(_)) => needs(Resource::Research),
            (
                "SI-7.3b",
                Action::Sabotage(..) | Action::Attache(..) | Action::SlowResearch(..) | Action::Reroll(_),
            ) => needs(Resource::Espionage),
            ("SI-7.3b", Action::Propaganda(..) | Action::Expand(_) | Action::Reclaim(..)) => {
                needs(Resource::Morale)
            }
            ("SI-7.3b", Action::Embassy(..) | Action::Envoy(..) | Action::Parley(..)) => {
                needs(Resource::Diplomacy)
            }
            ("SI-7.3b", Action::AllyShip | Action::AdvancedTech | Action::Fold(..)) => needs(Resource::Warp),
            ("SI-7.1.4", Action::Place(of)) | ("SI-3.3f", Action::Store(of)) => {
                format!("no {} is left in the pool", words::resource(of))
            }
            ("SI-7.3.1.1.1a", Action::Construct(piece) | Action::FreeBuild(piece)) => {
                format!("no {} is in Unbuilt Assets", words::piece(piece))
            }
            ("SI-7.3.1.1.2a", Action::Settle(at, base)) if board.stacks[at.index()] == 0 => {
                format!("the {} is on the map already", words::base(base))
            }
            ("SI-7.3.1.1.2a", Action::Settle(at, _)) => {
                format!("an alien fleet is on {}", self.space_name(at))
            }
            ("SI-R-55", Action::Settle(at, _)) => format!("{} cannot take another Base", self.space_name(at)),
            ("SI-7.3.1.5.1", Action::Propaganda(status, _) | Action::FreePropaganda(status)) => {
                format!("{} cannot improve", words::status(status))
            }
            ("SI-7.3.1.6.1a", Action::Embassy(race, _)) if board.war[race.index()] == TOTAL_WAR => {
                format!("the {} are at Total War", self.race_name(race))
            }
            ("SI-R-21", Action::Embassy(race, _)) => {
                format!("an Embassy is at the {} already", self.race_name(race))
            }
            ("SI-R-21", Action::Attache(race, _)) => {
                format!("an Attaché is at the {} already", self.race_name(race))
            }
            ("SI-R-21", Action::SlowResearch(race, _)) => {
                format!("a spy is at the {} already", self.race_name(race))
            }
            ("SI-7.3.1.6.4", Action::Envoy(race, _) | Action::Parley(race, _)) => {
                format!("the {} are at Peace", self.race_name(race))
            }
            ("SI-7.3.1.6.2", Action::Envoy(race, _)) => {
                format!("no Embassy is at the {}", self.race_name(race))
            }
            ("SI-7.3.1.4.1a", Action::Sabotage(race, _)) => {
                format!("the {} have no technology", self.race_name(race))
            }
            ("SI-7.3.1.4.2a", Action::Attache(..)) => "the Mercenaries have no relationships".to_owned(),
            ("SI-7.3.1.4.3a", Action::SlowResearch(race, _)) => {
                format!("the Technology track of the {} is full", self.race_name(race))
            }
            ("SI-7.3.1.3.1a", Action::Initiate) => "no Un-researched technology is there".to_owned(),
            ("SI-7.3.1.3.2a", Action::Conduct) => "no technology on the progress track gets a die".to_owned(),
            ("SI-7.3.1.5.2a", Action::Expand(_)) => "all three columns are open".to_owned(),
            ("SI-7.3.1.7.1", Action::AllyShip) => "no Ally Ship is in Unbuilt Assets".to_owned(),
            ("SI-7.3.1.7.2", Action::AdvancedTech) => "no white technology is left".to_owned(),
            _ => return None,
        })
    }

    /// The careful player's usual choice.
    pub(crate) fn usual_choice(&self, board: &Board, action: Action) -> bool {
        match (board.frame(), action) {
            (Some(Frame::Roll { lane: crate::Lane::Combat, faces, .. }), Action::Accept) => {
                self.hits(board, &faces) > 0
            }
            (Some(Frame::Roll { lane: crate::Lane::Combat, faces, .. }), Action::Reroll(Pay::Hand)) => {
                self.hits(board, &faces) == 0
            }
            (Some(Frame::Actions), Action::EndActions) => {
                let keeps = board.hand().total() <= crate::flow::STORED;
                keeps && board.stacks[Space::SOL.index()] == 0
            }
            (Some(Frame::Actions), _) => false,
            _ => self.default_answer(board) == Some(action),
        }
    }
}

/// The deployed token that pays for an action.
fn payment(action: Action) -> Option<Source> {
    let pay = match action {
        Action::Reroll(pay)
        | Action::Sabotage(_, pay)
        | Action::Attache(_, pay)
        | Action::SlowResearch(_, pay)
        | Action::Propaganda(_, pay)
        | Action::Expand(pay)
        | Action::Reclaim(_, pay)
        | Action::Embassy(_, pay)
        | Action::Envoy(_, pay)
        | Action::Parley(_, pay)
        | Action::ArmsDeal(_, _, pay)
        | Action::Arbitration(_, pay)
        | Action::FalseIntel(_, _, pay)
        | Action::Disarm(_, pay)
        | Action::PeaceTalks(_, pay) => pay,
        _ => return None,
    };
    match pay {
        Pay::Deployed(source) => Some(source),
        Pay::Hand | Pay::Warp | Pay::Engines => None,
    }
}

fn arrival(row: usize) -> String {
    match row {
        1 => "this turn".to_owned(),
        2 => "next turn".to_owned(),
        _ => format!("in {} turns", row - 1),
    }
}

fn improvement(status: crate::Status) -> &'static str {
    match status {
        crate::Status::Desire => "Expansion Desire −1",
        crate::Status::Losses => "Military Losses −1",
        crate::Status::Stability => "Stability +1",
    }
}

pub(crate) fn article(piece: Piece) -> &'static str {
    match piece {
        Piece::Flagship => "a Flagship",
        Piece::Ally => "an Ally Ship",
        Piece::Mine => "a Mine Field",
        Piece::MineUp => "an upgraded Mine Field",
        Piece::SolDefense => "the Sol Defense",
        Piece::SolDefenseUp => "the upgraded Sol Defense",
        Piece::Base => "a Base",
        Piece::BaseUp => "an upgraded Base",
    }
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
