//! Actions and rolls as text.

use atlas::Hex;
use rules::{Notation, ReadError, Seat};

use crate::{
    StellarConquest,
    action::{Action, MAX_DICE, Roll},
    data,
    ids::{Development, Industry, Item, Kind, Planet, Sequence, Star},
    state::{State, Token},
};

/// Splits a line into words and reads them one after another.
pub(crate) struct Words<'a> {
    game: &'a StellarConquest,
    line: &'a str,
    rest: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(game: &'a StellarConquest, line: &'a str) -> Self {
        Self { game, line, rest: line.split_whitespace() }
    }
    pub(crate) fn maybe(&mut self) -> Option<&'a str> {
        self.rest.next()
    }
    pub(crate) fn next(&mut self, wanted: &str) -> Result<&'a str, ReadError> {
        self.rest.next().ok_or_else(|| ReadError::expected(format!("{wanted} at its end"), self.line))
    }
    pub(crate) fn number<N: std::str::FromStr>(&mut self) -> Result<N, ReadError> {
        let word = self.next("a number")?;
        word.parse().map_err(|_| ReadError::expected("a number", word))
    }
    pub(crate) fn star(&mut self) -> Result<Star, ReadError> {
        let word = self.next("a star")?;
        self.game.read_star(word)
    }
    pub(crate) fn planet(&mut self) -> Result<Planet, ReadError> {
        let word = self.next("a planet")?;
        self.game.read_planet(word)
    }
    pub(crate) fn kind(&mut self) -> Result<Kind, ReadError> {
        let word = self.next("a kind of ship")?;
        read_kind(word)
    }
    pub(crate) fn hex(&mut self) -> Result<Hex, ReadError> {
        let word = self.next("a hex")?;
        let hex = Hex::parse(word).filter(|&hex| self.game.land.contains(hex));
        hex.ok_or_else(|| ReadError::expected("a hex of the map", word))
    }
    pub(crate) fn seat(&mut self) -> Result<Seat, ReadError> {
        let seat: u8 = self.number()?;
        if seat < self.game.scenario.players {
            return Ok(Seat(seat));
        }
        Err(ReadError::expected(format!("a seat below {}", self.game.scenario.players), self.line))
    }
    pub(crate) fn end(mut self) -> Result<(), ReadError> {
        match self.rest.next() {
            None => Ok(()),
            Some(word) => Err(ReadError::expected("nothing more", word)),
        }
    }
}

pub(crate) fn write_kind(kind: Kind) -> String {
    match (kind.people(), kind.base_of()) {
        (Some(people), _) => format!("CT{}", people.0),
        (None, Some(nth)) => format!("{}{}", kind.symbol(), nth + 1),
        (None, None) => kind.symbol().to_owned(),
    }
}

pub(crate) fn read_kind(word: &str) -> Result<Kind, ReadError> {
    let all = (0..Kind::COUNT as u8).map(Kind);
    let found = all.into_iter().find(|&kind| write_kind(kind) == word);
    found
        .ok_or_else(|| ReadError::expected("SCT, ESC, ATK, DN, CT0 to CT3, MB1 to MB3 or AMB1 to AMB3", word))
}

impl StellarConquest {
    pub(crate) fn read_star(&self, word: &str) -> Result<Star, ReadError> {
        let star = self.components.star(word).filter(|star| self.stars & star.bit() != 0);
        star.ok_or_else(|| ReadError::expected("a star of the map", word))
    }

    /// `Canis.1`: the first planet of the card at Canis.
    pub(crate) fn write_planet(&self, planet: Planet) -> String {
        if planet == Planet::NOWHERE {
            return "-".to_owned();
        }
        rules::rule!("SQ-2.2d");
        format!("{}.{}", self.star_name(planet.star()), planet.nth() + 1)
    }

    pub(crate) fn read_planet(&self, word: &str) -> Result<Planet, ReadError> {
        if word == "-" {
            return Ok(Planet::NOWHERE);
        }
        let wrong = || ReadError::expected("a planet such as Canis.1", word);
        let (star, nth) = word.split_once('.').ok_or_else(wrong)?;
        let star = self.read_star(star)?;
        let nth: usize = nth.parse().map_err(|_| wrong())?;
        star.planets().nth(nth.wrapping_sub(1)).filter(|_| (1..=3).contains(&nth)).ok_or_else(wrong)
    }

    fn write_ships(&self, word: &str, kind: Kind, origin: Planet, count: u16) -> String {
        if kind.is_transport() {
            return format!("{word} {count} {} {}", write_kind(kind), self.write_planet(origin));
        }
        format!("{word} {count} {}", write_kind(kind))
    }

    fn read_ships(words: &mut Words<'_>) -> Result<(Kind, Planet, u16), ReadError> {
        let count = words.number()?;
        let kind = words.kind()?;
        let origin = if kind.is_transport() { words.planet()? } else { Planet::NOWHERE };
        Ok((kind, origin, count))
    }
}

fn industry(what: Industry) -> &'static str {
    match what {
        Industry::Iu => "IU",
        Industry::Riu => "RIU",
    }
}

fn named<T>(word: &str, wanted: &str, found: Option<T>) -> Result<T, ReadError> {
    found.ok_or_else(|| ReadError::expected(wanted, word))
}

impl Notation for StellarConquest {
    const GAME: &'static str = "stellar_conquest";
    const RULES: u32 = 3;

    fn scenario_name(&self) -> String {
        self.scenario.to_string()
    }

    fn sources(&self) -> Vec<&str> {
        vec![
            data::MAP,
            data::STARS,
            data::CARDS,
            data::TECH,
            data::UNITS,
            data::FIRE,
            data::FIRE_LATER,
            data::SCENARIOS,
            self.scenario.id.as_str(),
        ]
    }

    fn write_action(&self, action: Action) -> String {
        let planet = |planet| self.write_planet(planet);
        match action {
            Action::Buy(item, count) => format!("buy {} {count}", item.symbol()),
            Action::Research(sequence, amount) => format!("research {} {amount}", sequence.symbol()),
            Action::Cancel(item, count) => format!("cancel {} {count}", item.symbol()),
            Action::Withhold(sequence, amount) => format!("withhold {} {amount}", sequence.symbol()),
            Action::Recall => "recall".to_owned(),
            Action::Acquire(development) => format!("acquire {}", development.symbol()),
            Action::ResearchRest(sequence) => format!("rest {}", sequence.symbol()),
            Action::Repeat => "repeat".to_owned(),
            Action::PlanColony(at) => format!("work {}", planet(at)),
            Action::Send(sent) => format!("send {sent}"),
            Action::Forgo(count) => format!("forgo {count}"),
            Action::SeparateTypes => "apart".to_owned(),
            Action::Commit => "commit".to_owned(),
            Action::EndTalk => "talked".to_owned(),
            Action::Pick(token) => format!("pick {}", token.0),
            Action::Detach(kind, origin, count) => self.write_ships("detach", kind, origin, count),
            Action::NewGroup => "cut".to_owned(),
            Action::Merge(token) => format!("merge {}", token.0),
            Action::SetDestination(star) => format!("bound {}", self.star_name(star)),
            Action::Avoid(star) => format!("avoid {}", self.star_name(star)),
            Action::Step(hex) => format!("step {hex}"),
            Action::Proceed => "proceed".to_owned(),
            Action::ProceedAll => "proceed-all".to_owned(),
            Action::Done => "done".to_owned(),
            Action::Deselect => "leave".to_owned(),
            Action::EndMove => "end-move".to_owned(),
            Action::Battle(star, foe) => format!("battle {} {}", self.star_name(star), foe.0),
            Action::AimClass(kind) => format!("aim-class {}", write_kind(kind)),
            Action::AimShip(kind, nth) => format!("aim {} {nth}", write_kind(kind)),
            Action::PullOut(kind, origin, count) => self.write_ships("pull", kind, origin, count),
            Action::PullAll => "pull-all".to_owned(),
            Action::Retreat(hex) => format!("retreat {hex}"),
            Action::Private(true) => "private yes".to_owned(),
            Action::Private(false) => "private no".to_owned(),
            Action::Finish => "stay".to_owned(),
            Action::Scrap(at, what, count) => format!("scrap {} {} {count}", planet(at), industry(what)),
            Action::Attack(at) => format!("attack {}", planet(at)),
            Action::Fire => "fire".to_owned(),
            Action::EndAttack => "end-attack".to_owned(),
            Action::Destroy(at, millions) => format!("destroy {} {millions}", planet(at)),
            Action::Unload(at, people, count) => {
                format!("unload {} {} {count}", planet(at), write_kind(Kind::transport(people)))
            }
            Action::EndTurn => "end-turn".to_owned(),
            Action::EndGame => "end-game".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError> {
        let mut words = Words::of(self, text);
        let verb = words.next("an action")?;
        let action = match verb {
            "buy" | "cancel" => {
                let item = words.next("an item")?;
                let item = named(item, "an item such as ESC", Item::named(item))?;
                let count = words.number()?;
                if verb == "buy" { Action::Buy(item, count) } else { Action::Cancel(item, count) }
            }
            "research" | "rest" | "withhold" => {
                let sequence = words.next("a sequence")?;
                let sequence = named(sequence, "MOVE, WEAP or TECH", Sequence::named(sequence))?;
                match verb {
                    "rest" => Action::ResearchRest(sequence),
                    "research" => Action::Research(sequence, words.number()?),
                    _ => Action::Withhold(sequence, words.number()?),
                }
            }
            "recall" => Action::Recall,
            "acquire" => {
                let development = words.next("a development")?;
                Action::Acquire(named(
                    development,
                    "a development such as 3MA",
                    Development::named(development),
                )?)
            }
            "repeat" => Action::Repeat,
            "work" => Action::PlanColony(words.planet()?),
            "send" => Action::Send(words.number()?),
            "forgo" => Action::Forgo(words.number()?),
            "apart" => Action::SeparateTypes,
            "commit" => Action::Commit,
            "talked" => Action::EndTalk,
            "pick" => Action::Pick(Token(words.number()?)),
            "detach" | "pull" => {
                let (kind, origin, count) = Self::read_ships(&mut words)?;
                if verb == "pull" {
                    Action::PullOut(kind, origin, count)
                } else {
                    Action::Detach(kind, origin, count)
                }
            }
            "cut" => Action::NewGroup,
            "merge" => Action::Merge(Token(words.number()?)),
            "bound" => Action::SetDestination(words.star()?),
            "avoid" => Action::Avoid(words.star()?),
            "step" => Action::Step(words.hex()?),
            "proceed" => Action::Proceed,
            "proceed-all" => Action::ProceedAll,
            "done" => Action::Done,
            "leave" => Action::Deselect,
            "end-move" => Action::EndMove,
            "battle" => Action::Battle(words.star()?, words.seat()?),
            "aim-class" => Action::AimClass(words.kind()?),
            "aim" => Action::AimShip(words.kind()?, words.number()?),
            "pull-all" => Action::PullAll,
            "retreat" => Action::Retreat(words.hex()?),
            "private" => match words.next("yes or no")? {
                "yes" => Action::Private(true),
                "no" => Action::Private(false),
                word => return Err(ReadError::expected("yes or no", word)),
            },
            "stay" => Action::Finish,
            "scrap" => {
                let planet = words.planet()?;
                let what = words.next("IU or RIU")?;
                let found = [Industry::Iu, Industry::Riu].into_iter().find(|&known| industry(known) == what);
                Action::Scrap(planet, named(what, "IU or RIU", found)?, words.number()?)
            }
            "attack" => Action::Attack(words.planet()?),
            "fire" => Action::Fire,
            "end-attack" => Action::EndAttack,
            "destroy" => Action::Destroy(words.planet()?, words.number()?),
            "unload" => {
                let planet = words.planet()?;
                let kind = words.kind()?;
                let people = named("unload", "transports such as CT0", kind.people())?;
                Action::Unload(planet, people, words.number()?)
            }
            "end-turn" => Action::EndTurn,
            "end-game" => Action::EndGame,
            _ => return Err(ReadError::expected("an action such as `step G05`", verb)),
        };
        words.end()?;
        let planet = match action {
            Action::PlanColony(planet)
            | Action::Scrap(planet, ..)
            | Action::Attack(planet)
            | Action::Destroy(planet, _)
            | Action::Unload(planet, ..) => planet,
            _ => Planet(0),
        };
        if planet == Planet::NOWHERE {
            return Err(ReadError::expected("a planet of the map", text));
        }
        Ok(action)
    }

    fn write_roll(&self, roll: Roll) -> String {
        match roll {
            Roll::Dice(faces) => {
                let thrown: Vec<String> =
                    faces.iter().filter(|&&face| face > 0).map(ToString::to_string).collect();
                thrown.join(" ")
            }
            Roll::Card(card) => format!("card {card}"),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Roll, ReadError> {
        if let Some(card) = text.strip_prefix("card ") {
            return Ok(Roll::Card(card.parse().map_err(|_| ReadError::expected("a card number", card))?));
        }
        let mut faces = [0; MAX_DICE];
        for (count, word) in text.split_whitespace().enumerate() {
            let face = word.parse().ok().filter(|face| (1..=6).contains(face));
            let face = face.ok_or_else(|| ReadError::expected("the face of a die", word))?;
            *faces.get_mut(count).ok_or_else(|| ReadError::expected("at most twelve dice", text))? = face;
        }
        Ok(Roll::Dice(faces))
    }

    fn write_position(&self, state: &State) -> String {
        self.describe(state)
    }

    fn read_position(&self, text: &str) -> Result<State, ReadError> {
        self.restore(text)
    }
}
