//! Star Borders as text: actions, rolls, and (in `position.rs`) positions.

use std::fmt::Write as _;

use rules::{Notation, ReadError};

use crate::{
    Action, Card, Class, Coup, Faces, Loc, Payment, Repairer, Roll, Ship, Side, StarBorders, State, load,
};

impl Notation for StarBorders {
    const GAME: &'static str = "star_borders";
    const RULES: u32 = 2;

    fn scenario_name(&self) -> String {
        self.scenario.id.clone()
    }

    fn sources(&self) -> Vec<&str> {
        let mut sources = load::COMPONENTS.to_vec();
        sources.push(&self.source);
        sources
    }

    fn write_action(&self, action: Action) -> String {
        let loc = |loc: Loc| &self.quadrant.get(loc).id;
        let ship = |ship: Ship| &self.counters.names[ship.index()];
        match action {
            Action::First(side) => format!("first {}", side.letter()),
            Action::Operate => "operate".to_owned(),
            Action::Mobilize => "mobilize".to_owned(),
            Action::Station(class, base) => format!("station {} {}", class.name(), loc(base)),
            Action::Buy => "buy".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Reveal(card) => format!("reveal {}", card.0),
            Action::Use(card) => format!("use {}", card.0),
            Action::Pick(it) => format!("pick {}", ship(it)),
            Action::Deselect(it) => format!("deselect {}", ship(it)),
            Action::Go(to) => format!("go {}", loc(to)),
            Action::Overdrive => "overdrive".to_owned(),
            Action::Halt => "halt".to_owned(),
            Action::Replace(class, base) => format!("replace {} {}", class.name(), loc(base)),
            Action::Repair(it, Repairer::Planet) => format!("repair {} planet", ship(it)),
            Action::Repair(it, Repairer::Ship(by)) => format!("repair {} {}", ship(it), ship(by)),
            Action::Fortify(at) => format!("fortify {}", loc(at)),
            Action::Reinforce(it, at) => format!("reinforce {} {}", ship(it), loc(at)),
            Action::Requisition(base) => format!("requisition {}", loc(base)),
            Action::End => "end".to_owned(),
            Action::Battle(at) => format!("battle {}", loc(at)),
            Action::FireBase => "fire-base".to_owned(),
            Action::Missile(it) => format!("missile {}", ship(it)),
            Action::Fight => "fight".to_owned(),
            Action::Hide => "hide".to_owned(),
            Action::Retreat(to) => format!("retreat {}", loc(to)),
            Action::Shoot => "shoot".to_owned(),
            Action::ShootMassed => "shoot-massed".to_owned(),
            Action::FireAtWill => "fire-at-will".to_owned(),
            Action::CeaseFire => "cease-fire".to_owned(),
            Action::Reroll(die) => format!("reroll {}", die + 1),
            Action::Deflect => "deflect".to_owned(),
            Action::Absorb(it) => format!("absorb {}", ship(it)),
            Action::Flee(to) => format!("flee {}", loc(to)),
            Action::Suffer => "suffer".to_owned(),
            Action::Coup(Coup::Drop(card)) => format!("coup drop {}", card.0),
            Action::Coup(Coup::Blind) => "coup blind".to_owned(),
            Action::Coup(Coup::Compromise(card)) => format!("coup compromise {}", card.0),
            Action::Coup(Coup::Share(card)) => format!("coup share {}", card.0),
            Action::Coup(Coup::Seize(card)) => format!("coup seize {}", card.0),
            Action::Coup(Coup::Loot(card)) => format!("coup loot {}", card.0),
            Action::Assault(at) => format!("assault {}", loc(at)),
            Action::Restore(base, at, Payment::Lp) => format!("restore {} {}", loc(base), loc(at)),
            Action::Restore(base, at, Payment::Honor) => format!("restore {} {} honor", loc(base), loc(at)),
            Action::Refit(at) => format!("refit {}", loc(at)),
            Action::Concede => "concede".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let action = match words[..] {
            ["first", side] => Action::First(read_side(side)?),
            ["operate"] => Action::Operate,
            ["mobilize"] => Action::Mobilize,
            ["station", class, base] => Action::Station(read_class(class)?, self.read_loc(base)?),
            ["buy"] => Action::Buy,
            ["pass"] => Action::Pass,
            ["reveal", card] => Action::Reveal(read_card(card)?),
            ["use", card] => Action::Use(read_card(card)?),
            ["pick", ship] => Action::Pick(self.read_ship(ship)?),
            ["deselect", ship] => Action::Deselect(self.read_ship(ship)?),
            ["go", ref to @ ..] => Action::Go(self.read_loc(&to.join(" "))?),
            ["overdrive"] => Action::Overdrive,
            ["halt"] => Action::Halt,
            ["replace", class, base] => Action::Replace(read_class(class)?, self.read_loc(base)?),
            ["repair", ship, "planet"] => Action::Repair(self.read_ship(ship)?, Repairer::Planet),
            ["repair", ship, by] => {
                Action::Repair(self.read_ship(ship)?, Repairer::Ship(self.read_ship(by)?))
            }
            ["fortify", ref at @ ..] => Action::Fortify(self.read_loc(&at.join(" "))?),
            ["reinforce", ship, at] => Action::Reinforce(self.read_ship(ship)?, self.read_loc(at)?),
            ["requisition", ref base @ ..] => Action::Requisition(self.read_loc(&base.join(" "))?),
            ["end"] => Action::End,
            ["battle", ref at @ ..] => Action::Battle(self.read_loc(&at.join(" "))?),
            ["fire-base"] => Action::FireBase,
            ["missile", ship] => Action::Missile(self.read_ship(ship)?),
            ["fight"] => Action::Fight,
            ["hide"] => Action::Hide,
            ["retreat", ref to @ ..] => Action::Retreat(self.read_loc(&to.join(" "))?),
            ["shoot"] => Action::Shoot,
            ["shoot-massed"] => Action::ShootMassed,
            ["fire-at-will"] => Action::FireAtWill,
            ["cease-fire"] => Action::CeaseFire,
            ["reroll", die] => Action::Reroll(read_number(die, 1, 16)? - 1),
            ["deflect"] => Action::Deflect,
            ["absorb", ship] => Action::Absorb(self.read_ship(ship)?),
            ["flee", ref to @ ..] => Action::Flee(self.read_loc(&to.join(" "))?),
            ["suffer"] => Action::Suffer,
            ["coup", "drop", card] => Action::Coup(Coup::Drop(read_card(card)?)),
            ["coup", "blind"] => Action::Coup(Coup::Blind),
            ["coup", "compromise", card] => Action::Coup(Coup::Compromise(read_card(card)?)),
            ["coup", "share", card] => Action::Coup(Coup::Share(read_card(card)?)),
            ["coup", "seize", card] => Action::Coup(Coup::Seize(read_card(card)?)),
            ["coup", "loot", card] => Action::Coup(Coup::Loot(read_card(card)?)),
            ["assault", ref at @ ..] => Action::Assault(self.read_loc(&at.join(" "))?),
            ["refit", ref at @ ..] => Action::Refit(self.read_loc(&at.join(" "))?),
            ["restore", base, at] => Action::Restore(self.read_loc(base)?, self.read_loc(at)?, Payment::Lp),
            ["restore", base, at, "honor"] => {
                Action::Restore(self.read_loc(base)?, self.read_loc(at)?, Payment::Honor)
            }
            ["concede"] => Action::Concede,
            _ => return Err(ReadError::expected("an action such as `pick A-ST-1`, `go DL3` or `end`", text)),
        };
        Ok(action)
    }

    fn write_roll(&self, roll: Roll) -> String {
        match roll {
            Roll::Dice(faces) => faces.iter().fold(String::new(), |mut text, face| {
                let gap = if text.is_empty() { "" } else { " " };
                write!(text, "{gap}{face}").expect("writing to a string cannot fail");
                text
            }),
            Roll::Card(card) => format!("card {}", card.0),
            Roll::Counter(ship) => format!("counter {}", self.counters.names[ship.index()]),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Roll, ReadError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["card", card] => Ok(Roll::Card(read_card(card)?)),
            ["counter", ship] => Ok(Roll::Counter(self.read_ship(ship)?)),
            _ if words.len() <= 16 => {
                let faces: Result<Vec<u8>, ReadError> =
                    words.iter().map(|face| read_number(face, 1, 6)).collect();
                Ok(Roll::Dice(faces?.into_iter().collect::<Faces>()))
            }
            _ => Err(ReadError::expected("dice, `card N` or `counter ID`", text)),
        }
    }

    fn write_position(&self, state: &State) -> String {
        crate::position::write(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, ReadError> {
        crate::position::read(self, text)
    }
}

impl StarBorders {
    pub(crate) fn read_loc(&self, text: &str) -> Result<Loc, ReadError> {
        self.quadrant.loc(text).ok_or_else(|| ReadError::expected("a location of this quadrant", text))
    }

    pub(crate) fn read_ship(&self, text: &str) -> Result<Ship, ReadError> {
        self.counters.by_name(text).ok_or_else(|| ReadError::expected("a counter such as A-ST-1", text))
    }
}

pub(crate) fn read_side(text: &str) -> Result<Side, ReadError> {
    let side = Side::BOTH.into_iter().find(|side| text.len() == 1 && text.starts_with(side.letter()));
    side.ok_or_else(|| ReadError::expected("A or I", text))
}

pub(crate) fn read_class(text: &str) -> Result<Class, ReadError> {
    Class::by_name(text).ok_or_else(|| ReadError::expected("a ship class", text))
}

pub(crate) fn read_card(text: &str) -> Result<Card, ReadError> {
    Ok(Card(read_number(text, 1, 12)?))
}

pub(crate) fn read_number(text: &str, least: u8, most: u8) -> Result<u8, ReadError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| ReadError::expected(format!("a number from {least} to {most}"), text))
}
