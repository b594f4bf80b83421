//! Positions: reading battles.

use rules::{InlineVec, ReadError};

use super::read::{Fields, Read, fail, number};
use crate::{
    StarCraft,
    action::Ability,
    ids::{Area, Force},
    state::{Battle, Fate, Hit, Line, NONE, Splash, State, Step, Toll},
};

impl StarCraft {
    pub(super) fn read_battle(&self, state: &State, fields: &Fields<'_>) -> Read<Battle> {
        let seats = [self.read_seat(fields.get("attacker")?)?, self.read_seat(fields.get("defender")?)?];
        let forces = |name: &str| -> Read<[Force; 2]> {
            let [a, d] = fields.two(name)?;
            Ok([self.read_force(state, seats[0], a)?, self.read_force(state, seats[1], d)?])
        };
        let kind = |word: &str| if word == "-" { Ok(NONE) } else { self.read_kind(word).map(|kind| kind.0) };
        let [lead_a, lead_d] = fields.two("lead")?;
        let hit = |word: &str| match word {
            "miss" => Ok(Hit::Miss),
            "front" => Ok(Hit::Front),
            "support" => Ok(Hit::Support),
            other => fail("miss, front or support", other),
        };
        let [hit_a, hit_d] = fields.two("hits")?;
        let [aside_a, aside_d] = fields.two("aside")?;
        let mut splash = InlineVec::new();
        for word in fields.get("splash")?.split(',').filter(|word| *word != "-") {
            let (side, mask) = word.split_once(':').ok_or_else(|| ReadError::expected("side:mask", word))?;
            let mask = u32::from_str_radix(mask, 16).or_else(|_| fail("a mask in hexadecimal", mask))?;
            if splash.len() >= 16 {
                return fail("at most 16 splashes", word);
            }
            splash.push(Splash { side: number(side)?, mask });
        }
        let leaving = fields.get("leaving")?;
        let (leaver, leaving) =
            leaving.split_once(':').ok_or_else(|| ReadError::expected("0:units", leaving))?;
        let ability = match fields.get("ability")? {
            "-" => Ability::None,
            word => match self.read_event_id(word) {
                Ok(event) => Ability::Event(event),
                Err(_) => Ability::Card(self.read_card(word)?),
            },
        };
        Ok(Battle {
            seats,
            area: self.read_area(fields.get("area")?)?,
            gold: fields.flag("gold")?,
            step: read_step(fields.get("step")?)?,
            resume: read_step(fields.get("resume")?)?,
            units: forces("units")?,
            free: forces("free")?,
            attack: fields.nums("atk")?,
            health: fields.nums("hp")?,
            detector: fields.flags("detector")?,
            face_up: fields.flags("up")?,
            ability,
            effect: fields.num("effect")?,
            to_pair: fields.num("pairs")?,
            lead: [kind(lead_a)?, kind(lead_d)?],
            lines: InlineVec::new(),
            current: fields.num("current")?,
            hits: [hit(hit_a)?, hit(hit_d)?],
            veil: fields.nums("veil")?,
            used: fields.nums("used")?,
            hold: fields.nums("hold")?,
            nuke: fields.nums("nuke")?,
            pending: fields.nums("pending")?,
            aside: [self.read_cards(state, seats[0], aside_a)?, self.read_cards(state, seats[1], aside_d)?],
            splash,
            leaving: self.read_force(state, seats[usize::from(leaver == "1")], leaving)?,
            refuge: match fields.get("refuge")? {
                "-" => Area(NONE),
                word => self.read_area(word)?,
            },
            broken_off: fields.flag("off")?,
        })
    }

    pub(super) fn read_skirmish(&self, state: &State, fields: &Fields<'_>) -> Read<Line> {
        let seats = state.battle.seats;
        let kind = |word: &str| if word == "-" { Ok(NONE) } else { self.read_kind(word).map(|kind| kind.0) };
        let card = |word: &str| if word == "-" { Ok(NONE) } else { self.read_card(word).map(|card| card.0) };
        let kinds = |name: &str| -> Read<[u8; 2]> {
            let [a, d] = fields.two(name)?;
            Ok([kind(a)?, kind(d)?])
        };
        let cards = |name: &str| -> Read<[u8; 2]> {
            let [a, d] = fields.two(name)?;
            Ok([card(a)?, card(d)?])
        };
        let [support_a, support_d] = fields.two("support")?;
        let toll = |word: &str| match word {
            "open" => Ok(Toll::Open),
            "paid" => Ok(Toll::Paid),
            "declined" => Ok(Toll::Declined),
            other => fail("open, paid or declined", other),
        };
        let fate = |word: &str| match word {
            "stands" => Ok(Fate::Stands),
            "destroyed" => Ok(Fate::Destroyed),
            "withdrew" => Ok(Fate::Withdrew),
            other => fail("stands, destroyed or withdrew", other),
        };
        let [paid_a, paid_d] = fields.two("paid")?;
        let [fate_a, fate_d] = fields.two("fate")?;
        Ok(Line {
            front: kinds("front")?,
            formed: kinds("formed")?,
            support: [
                self.read_force(state, seats[0], support_a)?,
                self.read_force(state, seats[1], support_d)?,
            ],
            card: cards("card")?,
            blind: fields.flags("blind")?,
            extra: cards("extra")?,
            shown: fields.flags("shown")?,
            paid: [toll(paid_a)?, toll(paid_d)?],
            done: fields.flag("done")?,
            attack: fields.nums("attack")?,
            health: fields.nums("health")?,
            fate: [fate(fate_a)?, fate(fate_d)?],
        })
    }
}

fn read_step(text: &str) -> Read<Step> {
    let parts: Vec<&str> = text.split('.').collect();
    let side = || -> Read<u8> {
        let side = parts.get(1).and_then(|side| side.parse::<u8>().ok()).filter(|side| *side < 2);
        side.ok_or_else(|| ReadError::expected("a step with side 0 or 1", text))
    };
    let second = || -> Read<u32> {
        let value = parts.get(2).and_then(|value| value.parse::<u32>().ok());
        value.ok_or_else(|| ReadError::expected("a step with two numbers", text))
    };
    let line = || {
        second().and_then(|line| {
            u8::try_from(line)
                .ok()
                .filter(|line| *line < 4)
                .ok_or_else(|| ReadError::expected("a skirmish", text))
        })
    };
    Ok(match parts[0] {
        "none" => Step::None,
        "ability" => Step::Ability { side: side()? },
        "effects" => Step::Effects { side: side()? },
        "consume" => Step::Consume { side: side()? },
        "ambush" => Step::Ambush { side: side()?, mask: second()? },
        "draw" => Step::Draw,
        "front" => Step::Front { side: side()? },
        "pair" => Step::Pair,
        "support" => Step::Support { side: side()? },
        "place" => Step::Place { side: side()?, line: line()? },
        "blind" => Step::Blind { side: side()?, line: line()? },
        "reinforce" => Step::Reinforce { side: side()?, line: line()? },
        "placed" => Step::Placed { side: side()? },
        "resolve" => Step::Resolve,
        "reveal" => Step::Reveal { side: side()? },
        "costs" => Step::Costs { side: side()? },
        "strike" => Step::Strike,
        "hit" => Step::Hit { side: side()? },
        "withdraw" => Step::Withdraw { side: side()?, kind: second()? as u8 },
        "endability" => Step::EndAbility { side: side()? },
        "broodling" => Step::Broodling { side: side()?, mask: second()? },
        "putaway" => Step::PutAway,
        "splash" => Step::Splash { side: side()? },
        "retreat" => Step::Retreat,
        "excess" => Step::Excess,
        "retreatto" => Step::RetreatTo { side: side()? },
        "overfill" => Step::Overfill { side: side()? },
        "trim" => Step::TrimAttackers,
        "close" => Step::Close,
        other => return fail("a step of a battle", other),
    })
}
