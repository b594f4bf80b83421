//! Actions and rolls as text: the words of the catalogue 7.3.2 and of chapter 15.

use rules::{Notation, ReadError, Words};

use crate::{
    Action, Roll, SpaceInfantry, State,
    action::{Faces, Look, Pay, Source},
    data,
    ids::{Base, Column, FedTech, Pair, Piece, Race, Resource, Ship, Space, Status, Token},
};

/// The words of this game.
pub(crate) trait ReadWords {
    /// The next word, read by `parse`.
    fn code<T>(&mut self, wanted: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, ReadError>;

    fn race(&mut self) -> Result<Race, ReadError> {
        self.code("a race: FE, CT, ME, MU or CY", Race::from_code)
    }
    fn resource(&mut self) -> Result<Resource, ReadError> {
        self.code("a resource: BUI, MAN, RES, ESP, MOR, DIP or WRP", Resource::from_code)
    }
    fn piece(&mut self) -> Result<Piece, ReadError> {
        self.code("a piece such as flagship or mine", Piece::from_code)
    }
    fn tech(&mut self) -> Result<FedTech, ReadError> {
        self.code("a technology such as targeting", FedTech::from_code)
    }
    fn pair(&mut self) -> Result<Pair, ReadError> {
        self.code("a pair: FE-CT, CT-MU, MU-CY or CY-FE", Pair::from_code)
    }
}

impl ReadWords for Words<'_> {
    fn code<T>(&mut self, wanted: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, ReadError> {
        let word = self.next(wanted)?;
        parse(word).ok_or_else(|| ReadError::expected(wanted, word))
    }
}

impl SpaceInfantry {
    /// The space with this id.
    pub fn space(&self, id: &str) -> Option<Space> {
        Space::all().find(|space| self.data.spaces[space.index()].id == id)
    }

    /// The token with this id.
    pub fn token(&self, id: &str) -> Option<Token> {
        Token::all().find(|token| self.data.tokens[token.index()].id == id)
    }

    pub(crate) fn read_space(&self, words: &mut Words<'_>) -> Result<Space, ReadError> {
        words.code("a space such as SOL or FE1", |id| self.space(id))
    }

    pub(crate) fn read_token(&self, words: &mut Words<'_>) -> Result<Token, ReadError> {
        words.code("an activation token such as FE-advance-1", |id| self.token(id))
    }

    pub(crate) fn space_id(&self, at: Space) -> &str {
        &self.data.spaces[at.index()].id
    }

    pub(crate) fn token_id(&self, token: Token) -> &str {
        &self.data.tokens[token.index()].id
    }
}

/// A source as words, e.g. `spy CT`.
pub(crate) fn source_words(source: Source) -> String {
    match source {
        Source::Hand(resource) => resource.code().to_owned(),
        Source::Attache(race) => format!("attache {}", race.code()),
        Source::Spy(race) => format!("spy {}", race.code()),
        Source::Embassy(race) => format!("embassy {}", race.code()),
        Source::Column(column) => format!("column {}", column.code()),
        Source::Track(column, row, resource) => format!("track {} {row} {}", column.code(), resource.code()),
    }
}

pub(crate) fn read_source(words: &mut Words<'_>) -> Result<Source, ReadError> {
    let column = |words: &mut Words<'_>| words.code("left, middle or right", Column::from_code);
    match words.peek() {
        Some("attache") => {
            words.next("attache")?;
            Ok(Source::Attache(words.race()?))
        }
        Some("spy") => {
            words.next("spy")?;
            Ok(Source::Spy(words.race()?))
        }
        Some("embassy") => {
            words.next("embassy")?;
            Ok(Source::Embassy(words.race()?))
        }
        Some("column") => {
            words.next("column")?;
            Ok(Source::Column(column(words)?))
        }
        Some("track") => {
            words.next("track")?;
            let row = |word: &str| word.parse().ok().filter(|row| (1..=6).contains(row));
            Ok(Source::Track(column(words)?, words.code("a row from 1 to 6", row)?, words.resource()?))
        }
        _ => words.resource().map(Source::Hand),
    }
}

/// The payment at the end of an action: nothing for the usual token.
fn pay_words(pay: Pay) -> String {
    match pay {
        Pay::Hand => String::new(),
        Pay::Deployed(source) => format!(" with {}", source_words(source)),
        Pay::Warp => " with WRP".to_owned(),
        Pay::Engines => " with engines".to_owned(),
    }
}

fn read_pay(words: &mut Words<'_>) -> Result<Pay, ReadError> {
    if words.peek().is_none() {
        return Ok(Pay::Hand);
    }
    words.code("`with` and what pays", |word| (word == "with").then_some(()))?;
    match words.peek() {
        Some("WRP") => words.next("WRP").map(|_| Pay::Warp),
        Some("engines") => words.next("engines").map(|_| Pay::Engines),
        _ => match read_source(words)? {
            Source::Hand(resource) => {
                Err(ReadError::expected("a deployed token, WRP or engines", resource.code()))
            }
            Source::Track(..) => Err(ReadError::expected("a deployed token, WRP or engines", "track")),
            deployed => Ok(Pay::Deployed(deployed)),
        },
    }
}

impl Notation for SpaceInfantry {
    const GAME: &'static str = "space_infantry";
    const RULES: u32 = 1;

    fn scenario_name(&self) -> String {
        let level = self.level.code();
        if self.last_turn == self.data.last_turn[0] {
            level.to_owned()
        } else {
            format!("{level}:{}", self.last_turn)
        }
    }

    fn sources(&self) -> Vec<&str> {
        vec![data::DATA, data::MAP]
    }

    fn write_action(&self, action: Action) -> String {
        let space = |at: Space| self.space_id(at);
        match action {
            Action::Store(resource) => format!("store {}", resource.code()),
            Action::Place(resource) => format!("place {}", resource.code()),
            Action::Accept => "accept".to_owned(),
            Action::Reroll(pay) => format!("reroll{}", pay_words(pay)),
            Action::UseDie(face) => format!("use {face}"),
            Action::OutManeuver(count) => format!("out_maneuver {count}"),
            Action::Contest(contest) => if contest { "contest" } else { "let_pass" }.to_owned(),
            Action::Fight(at) => format!("fight {}", space(at)),
            Action::Lose(piece) => format!("lose {}", piece.code()),
            Action::HitBase(at) => format!("hit {}", space(at)),
            Action::Give(source) => format!("give {}", source_words(source)),
            Action::PickRace(race) => format!("race {}", race.code()),
            Action::PickPair(pair) => format!("pair {}", pair.code()),
            Action::FreeBuild(piece) => format!("free_build {}", piece.code()),
            Action::FreePropaganda(status) => format!("free_propaganda {}", status.code()),
            Action::Boost(tech) => format!("boost {}", tech.code()),
            Action::Decline => "decline".to_owned(),
            Action::Pursue(ship) => format!("pursue {}", ship.code()),
            Action::RollFirst(race) => format!("roll_first {}", race.code()),
            Action::Step(to, mine) => format!("step {}{}", space(to), if mine { " mine" } else { "" }),
            Action::Stop => "stop".to_owned(),
            Action::LookAt(Look::Seen(tech)) => format!("look {}", tech.code()),
            Action::LookAt(Look::Unseen(colour)) => format!("look {}", colour.code()),
            Action::Start(tech) => format!("start {}", tech.code()),
            Action::Enter(token) => format!("enter {}", self.token_id(token)),
            Action::Return(resource) => format!("return {}", resource.code()),
            Action::Construct(piece) => format!("construct {}", piece.code()),
            Action::Settle(at, base) => format!("settle {} {}", space(at), base.code()),
            Action::Upgrade(piece, at) => format!("upgrade {} {}", piece.code(), space(at)),
            Action::ForwardDeploy(piece, at) => format!("forward_deploy {} {}", piece.code(), space(at)),
            Action::Move(ship, from, to, mine, pay) => {
                let mine = mine.map_or(String::new(), |side| format!(" {}", side.code()));
                format!("move {} {} {}{mine}{}", ship.code(), space(from), space(to), pay_words(pay))
            }
            Action::Bypass(place) => format!("bypass {}", place + 1),
            Action::Initiate => "initiate".to_owned(),
            Action::Conduct => "conduct".to_owned(),
            Action::Focus(tech) => format!("focus {}", tech.code()),
            Action::Sabotage(race, pay) => format!("sabotage {}{}", race.code(), pay_words(pay)),
            Action::Attache(race, pay) => format!("attache {}{}", race.code(), pay_words(pay)),
            Action::SlowResearch(race, pay) => format!("slow_research {}{}", race.code(), pay_words(pay)),
            Action::Propaganda(status, pay) => format!("propaganda {}{}", status.code(), pay_words(pay)),
            Action::Expand(pay) => format!("expand{}", pay_words(pay)),
            Action::Reclaim(resource, pay) => format!("reclaim {}{}", resource.code(), pay_words(pay)),
            Action::Embassy(race, pay) => format!("embassy {}{}", race.code(), pay_words(pay)),
            Action::Envoy(race, pay) => format!("envoy {}{}", race.code(), pay_words(pay)),
            Action::Parley(race, pay) => format!("parley {}{}", race.code(), pay_words(pay)),
            Action::AllyShip => "ally".to_owned(),
            Action::AdvancedTech => "advanced_tech".to_owned(),
            Action::Fold(ship, from, to) => format!("fold {} {} {}", ship.code(), space(from), space(to)),
            Action::ArmsDeal(pair, race, pay) => {
                format!("arms_deal {} {}{}", pair.code(), race.code(), pay_words(pay))
            }
            Action::Arbitration(pair, pay) => format!("arbitration {}{}", pair.code(), pay_words(pay)),
            Action::FalseIntel(pair, race, pay) => {
                format!("false_intel {} {}{}", pair.code(), race.code(), pay_words(pay))
            }
            Action::Disarm(pair, pay) => format!("disarm {}{}", pair.code(), pay_words(pay)),
            Action::PeaceTalks(pair, pay) => format!("peace_talks {}{}", pair.code(), pay_words(pay)),
            Action::EndActions => "end_actions".to_owned(),
            Action::Resign => "resign".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError> {
        let mut words = Words::new(text);
        let verb = words.next("an action")?;
        let w = &mut words;
        let face = |word: &str| word.parse().ok().filter(|face| (1..=6).contains(face));
        let action = match verb {
            "store" => Action::Store(w.resource()?),
            "place" => Action::Place(w.resource()?),
            "accept" => Action::Accept,
            "reroll" => {
                // `reroll ESP stored` of the lesson: the token in hand.
                if w.peek() == Some("ESP") {
                    w.next("ESP")?;
                    if w.peek() == Some("stored") {
                        w.next("stored")?;
                    }
                }
                Action::Reroll(read_pay(w)?)
            }
            "use" => Action::UseDie(w.code("a face from 1 to 6", face)?),
            "out_maneuver" => Action::OutManeuver(
                w.code("0 to 4 Maneuvers", |word| word.parse().ok().filter(|count| *count <= 4))?,
            ),
            "contest" => Action::Contest(true),
            "let_pass" => Action::Contest(false),
            "fight" => Action::Fight(self.read_space(w)?),
            "lose" => Action::Lose(w.piece()?),
            "hit" => Action::HitBase(self.read_space(w)?),
            "give" => Action::Give(read_source(w)?),
            "race" => Action::PickRace(w.race()?),
            "pair" => Action::PickPair(w.pair()?),
            "free_build" => Action::FreeBuild(w.piece()?),
            "free_propaganda" => {
                Action::FreePropaganda(w.code("desire, losses or stability", Status::from_code)?)
            }
            "boost" => Action::Boost(w.tech()?),
            "decline" => Action::Decline,
            "pursue" => Action::Pursue(w.code("flagship or ally", Ship::from_code)?),
            "roll_first" => Action::RollFirst(w.race()?),
            "step" => {
                let to = self.read_space(w)?;
                let mine = w.peek() == Some("mine");
                if mine {
                    w.next("mine")?;
                }
                Action::Step(to, mine)
            }
            "stop" => Action::Stop,
            "look" => Action::LookAt(w.code("a technology, blue or white", |word| {
                let colour = crate::ids::Colour::from_code(word).map(Look::Unseen);
                colour.or_else(|| FedTech::from_code(word).map(Look::Seen))
            })?),
            "start" => Action::Start(w.tech()?),
            "enter" => Action::Enter(self.read_token(w)?),
            "return" => Action::Return(w.resource()?),
            "construct" => Action::Construct(w.piece()?),
            "settle" => {
                let at = self.read_space(w)?;
                Action::Settle(at, w.code("a base such as build", Base::from_code)?)
            }
            "upgrade" => {
                let piece = w.piece()?;
                Action::Upgrade(piece, self.read_space(w)?)
            }
            "forward_deploy" => {
                let piece = w.piece()?;
                Action::ForwardDeploy(piece, self.read_space(w)?)
            }
            "move" => {
                let ship = w.code("flagship or ally", Ship::from_code)?;
                let (from, to) = (self.read_space(w)?, self.read_space(w)?);
                let mine = w.peek().and_then(Piece::from_code);
                if mine.is_some() {
                    w.next("mine")?;
                }
                Action::Move(ship, from, to, mine, read_pay(w)?)
            }
            "bypass" => Action::Bypass(w.code("a place of the Queue from 1 to 5", |word| {
                word.parse::<u8>().ok().filter(|place| (1..=5).contains(place)).map(|place| place - 1)
            })?),
            "initiate" => Action::Initiate,
            "conduct" => Action::Conduct,
            "focus" => Action::Focus(w.tech()?),
            "sabotage" => Action::Sabotage(w.race()?, read_pay(w)?),
            "attache" => Action::Attache(w.race()?, read_pay(w)?),
            "slow_research" => Action::SlowResearch(w.race()?, read_pay(w)?),
            "propaganda" => {
                Action::Propaganda(w.code("desire, losses or stability", Status::from_code)?, read_pay(w)?)
            }
            "expand" => Action::Expand(read_pay(w)?),
            "reclaim" => Action::Reclaim(w.resource()?, read_pay(w)?),
            "embassy" => Action::Embassy(w.race()?, read_pay(w)?),
            "envoy" => Action::Envoy(w.race()?, read_pay(w)?),
            "parley" => Action::Parley(w.race()?, read_pay(w)?),
            "ally" => Action::AllyShip,
            "advanced_tech" => Action::AdvancedTech,
            "fold" => {
                let ship = w.code("flagship or ally", Ship::from_code)?;
                Action::Fold(ship, self.read_space(w)?, self.read_space(w)?)
            }
            "arms_deal" => Action::ArmsDeal(w.pair()?, w.race()?, read_pay(w)?),
            "arbitration" => Action::Arbitration(w.pair()?, read_pay(w)?),
            "false_intel" => Action::FalseIntel(w.pair()?, w.race()?, read_pay(w)?),
            "disarm" => Action::Disarm(w.pair()?, read_pay(w)?),
            "peace_talks" => Action::PeaceTalks(w.pair()?, read_pay(w)?),
            "end_actions" => Action::EndActions,
            "resign" => Action::Resign,
            other => return Err(ReadError::expected("an action such as `move` or `settle`", other)),
        };
        words.end()?;
        Ok(action)
    }

    fn write_roll(&self, roll: Roll) -> String {
        match roll {
            Roll::Dice(faces) => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                format!("dice {}", faces.join(" "))
            }
            Roll::Row(row) => format!("draw {}", row + 1),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Roll, ReadError> {
        let mut words = Words::new(text);
        match words.next("dice or draw")? {
            "dice" => {
                let mut faces = Faces::new();
                while words.peek().is_some() {
                    let face = words.number::<u8>("a face from 1 to 6")?;
                    if !(1..=6).contains(&face) || faces.len() == 5 {
                        return Err(ReadError::expected("at most five faces from 1 to 6", text));
                    }
                    faces.push(face);
                }
                Ok(Roll::Dice(faces))
            }
            "draw" => {
                let row = words.number::<u8>("a row from 1 to 58")?;
                words.end()?;
                if !(1..=58).contains(&row) {
                    return Err(ReadError::expected("a row from 1 to 58", text));
                }
                Ok(Roll::Row(row - 1))
            }
            other => Err(ReadError::expected("dice or draw", other)),
        }
    }

    fn write_position(&self, state: &State) -> String {
        crate::position::write(self, &state.board)
    }

    fn read_position(&self, text: &str) -> Result<State, ReadError> {
        crate::position_read::read(self, text).map(|board| State { board })
    }
}
