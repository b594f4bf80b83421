//! The log and its scenes: one line per deed, with references to the board.

use rules::{Line, Luck, Scene, SceneMark, Target, Viewer, dice_words};

use crate::{
    Card, Class, Coup, Ending, Event, Loc, Outcome, Price, Repairer, Ship, ShipSet, Side, StarBorders, View,
    present::piece_target,
    prompts::{counted, price_words},
};

/// Battles are scenes from their first shot to their victor; captures, assaults, coups and the end of a turn are
/// scenes by themselves.
pub(crate) fn scene_mark(event: &Event) -> SceneMark {
    match event {
        Event::BattleBegan { .. } => SceneMark::Opens,
        Event::BattleEnded { .. } => SceneMark::Closes,
        Event::Assaulted { .. }
        | Event::Captured { .. }
        | Event::CoupMade { .. }
        | Event::IncomeGained { .. }
        | Event::Ended { .. } => SceneMark::Whole,
        _ => SceneMark::None,
    }
}

/// A Defense roll is good for the owner of the ship when it is low.
pub(crate) fn luck(event: &Event) -> Option<Luck> {
    let Event::DefenseRolled { ship, die, .. } = event else { return None };
    let percent = |faces: u8| (u16::from(faces) * 100 / 6) as u8;
    let seat = ship.side().seat();
    Some(Luck { seat, as_good: percent(*die), as_bad: percent(7_u8.saturating_sub(*die)) })
}

/// The Alliance, as a reference.
fn name(side: Side) -> String {
    format!("{{seat:{}|{}}}", side.index(), side.name())
}

fn ship_ref(ship: Ship, words: &str) -> String {
    format!("{{piece:{}|{words} {}}}", ship.name(), ship.number())
}

/// " for 2 LP", or nothing for nothing.
fn for_price(price: Price) -> String {
    if price == Price::default() { String::new() } else { format!(" for {}", price_words(price)) }
}

impl StarBorders {
    fn place_ref(&self, loc: Loc) -> String {
        let place = self.quadrant.get(loc);
        format!("{{place:{}|{}}}", place.id, place.name)
    }

    fn card_ref(&self, card: Card) -> String {
        format!("{{card:{}|{}}}", card.0, self.card_name(card))
    }

    fn class_ref(&self, ship: Ship, class: Class) -> String {
        ship_ref(ship, class.name())
    }

    /// The ships with the class they showed at that time.
    fn ship_refs(&self, ships: ShipSet, back: ShipSet) -> String {
        let reference = |ship: Ship| {
            let face = &self.counters.faces[ship.index()][usize::from(back.has(ship))];
            self.class_ref(ship, face.class)
        };
        let names: Vec<String> = ships.map(reference).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.join(""),
        }
    }

    /// A two-step ship shows the same class on both sides.
    fn step_ship_ref(&self, ship: Ship) -> String {
        self.class_ref(ship, self.counters.faces[ship.index()][0].class)
    }

    pub(crate) fn event_line(&self, event: &Event) -> Option<Line> {
        let line = Line::markup(&self.sentence(event)?);
        Some(match event {
            Event::TurnBegan { side, game_turn, countdown } => {
                line.heading(format!("Turn {game_turn}, box {countdown}: {}", side.name())).importance(1)
            }
            Event::Captured { .. }
            | Event::BattleEnded { .. }
            | Event::Eliminated { .. }
            | Event::CoupMade { .. }
            | Event::Assaulted { .. }
            | Event::IncomeGained { .. }
            | Event::Ended { .. } => line.importance(3),
            Event::RoundBegan { .. }
            | Event::DefenseRolled { .. }
            | Event::VolleyRolled { .. }
            | Event::ShotDeclared { .. }
            | Event::HitsScored { .. } => line.importance(1),
            _ => line,
        })
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        self.turn_sentence(event).or_else(|| self.battle_sentence(event)).or_else(|| self.end_sentence(event))
    }

    /// Set-up, the sequence of play and the Action Phase.
    fn turn_sentence(&self, event: &Event) -> Option<String> {
        let place = |loc: Loc| self.place_ref(loc);
        let card = |card: Card| self.card_ref(card);
        Some(match event {
            Event::Dealt { side, card: dealt } => match dealt.value {
                Some(it) => format!("The {} is dealt {}", name(*side), card(it)),
                None => format!("The {} is dealt a card", name(*side)),
            },
            Event::InitiativeRolled { dice: [alliance, imperium] } => {
                format!("Initiative: Alliance [{alliance}], Imperium [{imperium}]")
            }
            Event::GameTurnBegan { countdown, first } => {
                format!("Box {countdown}: the {} goes first", name(*first))
            }
            Event::TurnBegan { side, .. } => format!("The {} begins its turn", name(*side)),
            Event::Operated { side, cost } => format!("The {} operates for {cost} LP", name(*side)),
            Event::Mobilized { side } => format!("The {} mobilizes", name(*side)),
            Event::WarBegan => "The war is hot: the countdown runs".to_owned(),
            Event::CounterDrawn { ship } => {
                format!("The {} is drawn from the pool", ship_ref(*ship, &self.class_pair(*ship)))
            }
            Event::Stationed { ship, class, at: Some(at) } => {
                format!("{} enters at {}", self.class_ref(*ship, *class), place(*at))
            }
            Event::Stationed { ship, at: None, .. } => {
                let drawn = ship_ref(*ship, &self.class_pair(*ship));
                format!("The {drawn} has no base to enter at and is eliminated")
            }
            Event::Struck { by, die, lost } => {
                format!(
                    "The {} uses Covert Strike: [{die}], the {} loses {lost} LP",
                    name(*by),
                    name(by.opponent())
                )
            }
            Event::Ordered { side, price } => format!("The {} buys a card{}", name(*side), for_price(*price)),
            Event::Bought { side, card: bought } => {
                format!("The {} draws {}", name(*side), card(bought.value?))
            }
            Event::Revealed { side, card: it } => format!("The {} shows {}", name(*side), card(*it)),
            Event::Used { side, card: it } => format!("The {} uses {}", name(*side), card(*it)),
            Event::PenaltyLaid { victim, card: it } => {
                format!("{} lies in front of the {}", card(*it), name(*victim))
            }
            Event::Overdriven { side } => format!("The {} uses Overdrive Coils", name(*side)),
            Event::Moved { ships, back, price, from, to, jump } => {
                let verb = match (jump, ships.len()) {
                    (true, 1) => "jumps",
                    (true, _) => "jump",
                    (false, 1) => "moves",
                    (false, _) => "move",
                };
                let who = self.ship_refs(*ships, *back);
                format!("{who} {verb} from {} to {}{}", place(*from), place(*to), for_price(*price))
            }
            Event::Redeployed { ships, back, to } => {
                let verb = if ships.len() == 1 { "is" } else { "are" };
                format!("{} {verb} redeployed to {}", self.ship_refs(*ships, *back), place(*to))
            }
            Event::Replaced { ship, class, at, price } => {
                let who = self.class_ref(*ship, *class);
                format!("{who} is replaced at {}{}", place(*at), for_price(*price))
            }
            Event::Repaired { ship, by, price } => {
                let by = match by {
                    Repairer::Planet => String::new(),
                    Repairer::Ship(by) => format!(" by {}", ship_ref(*by, "R&S ship")),
                };
                format!("{} is repaired{by}{}", self.step_ship_ref(*ship), for_price(*price))
            }
            Event::Fortified { at, level, price } => {
                format!("{} is fortified to level {level}{}", place(*at), for_price(*price))
            }
            Event::Reinforced { ship, class, at: Some(at) } => {
                format!("{} arrives at {}", self.class_ref(*ship, *class), place(*at))
            }
            Event::Reinforced { ship, class, at: None } => {
                format!("{} enters the Eliminated box", self.class_ref(*ship, *class))
            }
            Event::Requisitioned { ship, class, price, at } => {
                let who = self.class_ref(*ship, *class);
                format!("{who} is requisitioned at {}{}", place(*at), for_price(*price))
            }
            _ => return None,
        })
    }

    fn battle_sentence(&self, event: &Event) -> Option<String> {
        let place = |loc: Loc| self.place_ref(loc);
        Some(match event {
            Event::BattleBegan { at } => format!("Battle at {}", place(*at)),
            Event::RoundBegan { round } => format!("Round {round}"),
            Event::Hid { side } => format!("The {} hides", name(*side)),
            Event::Retreated { side, to } => format!("The {} retreats to {}", name(*side), place(*to)),
            Event::ShotDeclared { ships, back, strength, .. } => {
                let verb = if ships.len() == 1 { "fires" } else { "fire" };
                format!("{} {verb} with strength {strength}", self.ship_refs(*ships, *back))
            }
            Event::BaseFired { side, shots, strength } => format!(
                "The Missile Base of the {} fires {} of strength {strength}",
                name(*side),
                counted(*shots, "shot")
            ),
            Event::VolleyRolled { side, dice } => {
                format!("The {} rolls {}", name(*side), dice_words(dice.iter()))
            }
            Event::Rerolled { by, old, new } => {
                format!("The {} spends 1 Honor: [{old}] becomes [{new}]", name(*by))
            }
            Event::HitsScored { on, hits: 0 } => format!("No hit on the {}", name(*on)),
            Event::HitsScored { on, hits } => format!("{} on the {}", counted(*hits, "hit"), name(*on)),
            Event::DefenseRolled { ship, class, die, defense } => {
                let result = match die.cmp(defense) {
                    std::cmp::Ordering::Less => "holds",
                    std::cmp::Ordering::Equal => "is in danger",
                    std::cmp::Ordering::Greater => "is hit",
                };
                format!(
                    "{} rolls [{die}] against Defense {defense} and {result}",
                    self.class_ref(*ship, *class)
                )
            }
            Event::Damaged { ship } => format!("{} is damaged", self.step_ship_ref(*ship)),
            Event::Eliminated { ship, class } => format!("{} is eliminated", self.class_ref(*ship, *class)),
            Event::Fled { ship, class, to } => {
                format!("{} flees to {}", self.class_ref(*ship, *class), place(*to))
            }
            Event::SurvivalRolled { ship, class, die } => {
                let result = if crate::hits::survives(*die) { "gets out" } else { "is lost" };
                format!("{} rolls [{die}] in the Nebula and {result}", self.class_ref(*ship, *class))
            }
            Event::BattleEnded { at, victor: Some(victor) } => {
                format!("The {} wins at {}", name(*victor), place(*at))
            }
            Event::BattleEnded { at, victor: None } => format!("The battle at {} has no victor", place(*at)),
            Event::HonorGained { honor } => {
                format!("The {} gains 1 Honor and has {honor}", name(Side::Imperium))
            }
            Event::SalvageRolled { side, dice, destroyed } => {
                let (side, dice) = (name(*side), dice_words(dice.iter()));
                format!("The {side} searches for salvage: {dice}, {destroyed} or less succeeds")
            }
            Event::CoupMade { side, coup } => {
                format!("Intelligence Coup of the {}: {}", name(*side), self.coup_words(*coup))
            }
            Event::CardLost { side, card } => format!("The {} loses {}", name(*side), self.card_ref(*card)),
            _ => return None,
        })
    }

    /// Housekeeping and the end of the match.
    fn end_sentence(&self, event: &Event) -> Option<String> {
        let place = |loc: Loc| self.place_ref(loc);
        Some(match event {
            Event::Captured { side, at, disrupted } => {
                let how = if *disrupted { "; it is Disrupted" } else { "" };
                format!("The {} takes {}{how}", name(*side), place(*at))
            }
            Event::Assaulted { side, at, count, dice, level } => {
                let result = match (dice.iter().all(|die| die <= count), level) {
                    (false, level) => format!("level {level} holds"),
                    (true, 0) => "the fortification is destroyed".to_owned(),
                    (true, level) => format!("level {level} remains"),
                };
                let dice = dice_words(dice.iter());
                format!("The {} assaults {}: {dice} against {count}, {result}", name(*side), place(*at))
            }
            Event::IncomeGained { side, lp, lost: 0 } => format!("The {} receives {lp} LP", name(*side)),
            Event::IncomeGained { side, lp, lost } => {
                format!("The {} loses {lost} unspent LP and receives {lp} LP", name(*side))
            }
            Event::Restored { at, price } => {
                format!(
                    "{} is no longer Disrupted{}",
                    place(*at),
                    for_price(*price).replace(" for", ", repaired for")
                )
            }
            Event::SuddenDeathRolled { die, needed: 1 } => format!("Sudden death: [{die}] (ends on 1)"),
            Event::SuddenDeathRolled { die, needed } => {
                format!("Sudden death: [{die}] (ends on 1–{needed})")
            }
            Event::CountdownMoved { countdown: 0 } => "The countdown is over".to_owned(),
            Event::CountdownMoved { countdown } => format!("The countdown moves to box {countdown}"),
            Event::Ended { outcome, .. } => ended(*outcome),
            Event::Conceded { side } => format!("The {} resigns", name(*side)),
            _ => return None,
        })
    }

    fn coup_words(&self, coup: Coup) -> String {
        let name = |card: Card| self.card_ref(card);
        match coup {
            Coup::Drop(card) | Coup::Compromise(card) => format!("{} is discarded", name(card)),
            Coup::Blind => "a hidden card is discarded".to_owned(),
            Coup::Share(card) => format!("{} is shared", name(card)),
            Coup::Seize(card) => format!("{} is taken over", name(card)),
            Coup::Loot(card) => format!("{} is taken from the Discard Pile", name(card)),
        }
    }

    /// What a battle, a capture, an assault, a coup or a turn came to.
    pub(crate) fn event_scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        let place = |loc: Loc| self.place_name(loc);
        let mut targets = Vec::new();
        let (title, result) = match events.last()? {
            Event::BattleEnded { at, victor } => {
                targets.push(self.place_target(*at));
                (format!("Battle at {}", place(*at)), battle_result(view, events, *victor))
            }
            Event::Captured { side, at, disrupted } => {
                targets.push(self.place_target(*at));
                let how =
                    if *disrupted { "It is Disrupted: no LP and no VP until it is repaired." } else { "" };
                let result =
                    format!("{} {} it. {how}", who(view, *side), agree(view, *side, "take", "takes"));
                (place(*at).to_owned(), result.trim_end().to_owned())
            }
            Event::Assaulted { side, at, level, .. } => {
                targets.push(self.place_target(*at));
                let left = if *level == 0 { "no fortification" } else { "a fortification" };
                let verb = agree(view, *side, "assault", "assaults");
                let level = if *level == 0 { String::new() } else { format!(" of level {level}") };
                let result = format!("{} {verb} {}: {left}{level} is left.", who(view, *side), place(*at));
                (format!("Assault on {}", place(*at)), result)
            }
            Event::CoupMade { side, coup } => {
                let card = match coup {
                    Coup::Drop(card)
                    | Coup::Compromise(card)
                    | Coup::Share(card)
                    | Coup::Seize(card)
                    | Coup::Loot(card) => Some(*card),
                    Coup::Blind => None,
                };
                targets.extend(card.map(|card| Target::Card(card.0.to_string())));
                let verb = agree(view, *side, "make", "makes");
                ("Intelligence Coup".to_owned(), format!("{} {verb} use of the salvage.", who(view, *side)))
            }
            Event::IncomeGained { side, lp, lost } => {
                targets.push(Target::Track(format!("lp-{}", side.letter())));
                let verb = agree(view, *side, "receive", "receives");
                let unspent = if *lost > 0 { format!(" {lost} unspent LP are lost.") } else { String::new() };
                let points = self.open_points(&view.board, *side);
                let result =
                    format!("{} {verb} {lp} LP.{unspent} Victory points now: {points}.", who(view, *side));
                ("End of the turn".to_owned(), result)
            }
            Event::Ended { outcome, .. } => ("The match is over".to_owned(), format!("{}.", ended(*outcome))),
            _ => return None,
        };
        let lines: Vec<_> =
            events.iter().filter_map(|event| self.event_line(event)).map(|line| line.text).collect();
        for event in events {
            if let Event::Eliminated { ship, .. } | Event::Fled { ship, .. } = event {
                targets.push(piece_target(*ship));
            }
        }
        Some(Scene { title, result, lines, targets })
    }
}

/// "You" or the name of the side.
fn who(view: &View, side: Side) -> String {
    if view.viewer == Viewer::Seat(side.seat()) { "You".to_owned() } else { format!("The {}", side.name()) }
}

fn agree<'a>(view: &View, side: Side, you: &'a str, they: &'a str) -> &'a str {
    if view.viewer == Viewer::Seat(side.seat()) { you } else { they }
}

fn battle_result(view: &View, events: &[Event], victor: Option<Side>) -> String {
    let lost = |side: Side| {
        let count = events
            .iter()
            .filter(|event| matches!(event, Event::Eliminated { ship, .. } if ship.side() == side))
            .count();
        format!("{} lost {}", side.name(), counted(count as u8, "ship"))
    };
    let result = match victor {
        Some(side) => format!("{} {}", who(view, side), agree(view, side, "win", "wins")),
        None => "No side wins".to_owned(),
    };
    format!("{result}. {}, {}.", lost(Side::Alliance), lost(Side::Imperium))
}

fn ended(outcome: Outcome) -> String {
    let why = match outcome.ending {
        Ending::Countdown => "the countdown is over",
        Ending::SuddenDeath => "sudden death",
        Ending::Instant => "instant victory",
        Ending::Conceded => "by resignation",
    };
    let [alliance, imperium] = outcome.points;
    match outcome.winner {
        Some(winner) => {
            format!("The {} wins, {why}: Alliance {alliance} VP, Imperium {imperium} VP", winner.name())
        }
        None => format!("A draw, {why}: Alliance {alliance} VP, Imperium {imperium} VP"),
    }
}
