//! The game as text: actions and rolls. Cards by number, systems by id, ships in play by `s` and their place.

use rules::{Notation, ReadError, Seat};

use crate::{Action, Card, Data, EvNova, Power, Roll, ShipId, State, Sys};

/// Reads the words of an action.
struct Words<'a> {
    all: &'a str,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn next(&mut self, wanted: &str) -> Result<&'a str, ReadError> {
        self.words.next().ok_or_else(|| ReadError::expected(wanted, self.all))
    }
    fn read<T>(&mut self, wanted: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, ReadError> {
        let word = self.next(wanted)?;
        read(word).ok_or_else(|| ReadError::expected(wanted, word))
    }
    fn card(&mut self) -> Result<Card, ReadError> {
        self.read("a card number such as 049", Card::of_number)
    }
    fn maybe_card(&mut self) -> Result<Option<Card>, ReadError> {
        match self.words.clone().next() {
            None => Ok(None),
            Some(_) => self.card().map(Some),
        }
    }
    fn ship(&mut self) -> Result<ShipId, ReadError> {
        self.read("a ship such as s0", |word| word.strip_prefix('s')?.parse().ok().map(ShipId))
    }
    fn system(&mut self) -> Result<Sys, ReadError> {
        self.read("a system such as SOL", |word| Data::standard().system(word))
    }
    fn number(&mut self) -> Result<u8, ReadError> {
        self.read("a number", |word| word.parse().ok())
    }
    fn seat(&mut self) -> Result<Seat, ReadError> {
        self.read("a seat from 0 to 3", |word| word.parse().ok().filter(|&seat| seat < 4).map(Seat))
    }
    fn power(&mut self) -> Result<Power, ReadError> {
        self.read("a government", Power::named)
    }
    fn end(&mut self) -> Result<(), ReadError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(ReadError::expected("nothing more", word)),
        }
    }
}

fn maybe(card: Option<Card>) -> String {
    card.map_or(String::new(), |card| format!(" {}", card.number()))
}

impl Notation for EvNova {
    const GAME: &'static str = "ev_nova";
    const RULES: u32 = 1;

    fn scenario_name(&self) -> String {
        format!("captains-{}", self.setup.decks.len())
    }

    fn sources(&self) -> Vec<&str> {
        vec![&self.source]
    }

    fn write_action(&self, action: Action) -> String {
        let data = self.data();
        let sys = |system: Sys| data.systems[system.index()].id.as_str();
        match action {
            Action::Give(card) => format!("give {}", card.number()),
            Action::TakeBack(card) => format!("take-back {}", card.number()),
            Action::GiveRest => "give-rest".to_owned(),
            Action::Confirm => "confirm".to_owned(),
            Action::Place => "place".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::LaunchFrom(card) => format!("launch-from {}", card.number()),
            Action::Move(system) => format!("move {}", sys(system)),
            Action::Transit(card, system) => format!("transit {} {}", card.number(), sys(system)),
            Action::SellItem(card, planet) => format!("sell {} {}", card.number(), planet.number()),
            Action::SellShip(ship, planet) => format!("sell-ship s{} {}", ship.0, planet.number()),
            Action::Play(card, planet) => format!("play {}{}", card.number(), maybe(planet)),
            Action::CashIn(card) => format!("cash-in {}", card.number()),
            Action::Cycle(card) => format!("cycle {}", card.number()),
            Action::FlipNova => "flip-nova".to_owned(),
            Action::Swap(card) => format!("swap {}", card.number()),
            Action::BuyItem(card, planet) => format!("buy-item {} {}", card.number(), planet.number()),
            Action::BuyShip(card, planet) => format!("buy-ship {} {}", card.number(), planet.number()),
            Action::BuyFighter(card, planet, ship) => {
                format!("buy-fighter {} {} s{}", card.number(), planet.number(), ship.0)
            }
            Action::BuyEscort(card, planet) => format!("buy-escort {} {}", card.number(), planet.number()),
            Action::Upgrade(ship, card, planet) => {
                format!("upgrade s{} {} {}", ship.0, card.number(), planet.number())
            }
            Action::Deploy(card) => format!("deploy {}", card.number()),
            Action::Load(card, planet) => format!("load {}{}", card.number(), maybe(planet)),
            Action::Unload(card, planet) => format!("unload {}{}", card.number(), maybe(planet)),
            Action::EventAt(card, system) => format!("event-at {} {}", card.number(), sys(system)),
            Action::EventOn(card, seat) => format!("event-on {} {}", card.number(), seat.0),
            Action::Event(card) => format!("event {}", card.number()),
            Action::Attack(seat) => format!("attack {}", seat.0),
            Action::Welfare => "welfare".to_owned(),
            Action::Repair(seat) => format!("repair {}", seat.0),
            Action::EndTurn => "end-turn".to_owned(),
            Action::Lay(card) => format!("lay {}", card.number()),
            Action::Remove(power) => format!("remove {}", power.name()),
            Action::Show(card) => format!("show {}", card.number()),
            Action::Done => "done".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::AttackShown(power) => format!("attack-shown {}", power.name()),
            Action::Ignore => "ignore".to_owned(),
            Action::Join => "join".to_owned(),
            Action::StandClear => "stand-clear".to_owned(),
            Action::RedAlert => "red-alert".to_owned(),
            Action::Fight => "fight".to_owned(),
            Action::Reveal(card) => format!("reveal {}", card.number()),
            Action::Assign(card, ship) => format!("assign {} s{}", card.number(), ship.0),
            Action::Begin(phase) => format!("begin {phase}"),
            Action::End(phase) => format!("end {phase}"),
            Action::Maneuver(ship) => format!("maneuver s{}", ship.0),
            Action::Spring(ship, system, target, card) => {
                format!("spring s{} {system} s{}{}", ship.0, target.0, maybe(card))
            }
            Action::SpringFor(ship, other, system, target) => {
                format!("spring-for s{} s{} {system} s{}", ship.0, other.0, target.0)
            }
            Action::Wait => "wait".to_owned(),
            Action::Launch(carrier, fighter) => format!("launch s{} s{}", carrier.0, fighter.0),
            Action::Fire(ship, system, target, card) => {
                format!("fire s{} {system} s{}{}", ship.0, target.0, maybe(card))
            }
            Action::Combine(ship, system, target, card) => {
                format!("combine s{} {system} s{}{}", ship.0, target.0, maybe(card))
            }
            Action::Support(ship, other) => format!("support s{} s{}", ship.0, other.0),
            Action::PlanetFire(card, ship) => format!("planet-fire {} s{}", card.number(), ship.0),
            Action::Escape => "escape".to_owned(),
            Action::Take => "take".to_owned(),
            Action::Evade(card) => format!("evade {}", card.number()),
            Action::Withdraw => "withdraw".to_owned(),
            Action::Stay => "stay".to_owned(),
            Action::Pursue(ship) => format!("pursue s{}", ship.0),
            Action::Retreat(system) => format!("retreat {}", sys(system)),
            Action::Recover(fighter, carrier) => format!("recover s{} s{}", fighter.0, carrier.0),
            Action::TakeFighter(fighter, carrier) => format!("take-fighter s{} s{}", fighter.0, carrier.0),
            Action::Board(ship) => format!("board s{}", ship.0),
            Action::Loot(ship) => format!("loot s{}", ship.0),
            Action::Capture(ship) => format!("capture s{}", ship.0),
            Action::SelfDestruct => "self-destruct".to_owned(),
            Action::TakeAmmo(card) => format!("take-ammo {}", card.number()),
            Action::AsEscort => "as-escort".to_owned(),
            Action::AsShip => "as-ship".to_owned(),
            Action::AsFighter(ship) => format!("as-fighter s{}", ship.0),
            Action::TakeItem(card) => format!("take-item {}", card.number()),
            Action::MoveItem(card) => format!("move-item {}", card.number()),
            Action::TakeAsset(card) => format!("take-asset {}", card.number()),
            Action::DropEscort(ship) => format!("drop-escort s{}", ship.0),
            Action::Accept => "accept".to_owned(),
            Action::Refuse => "refuse".to_owned(),
            Action::PayRepair => "pay-repair".to_owned(),
            Action::Offer(cards) => format!("offer {cards}"),
            Action::Meet(card) => format!("meet {}", card.number()),
            Action::FromHand(card) => format!("from-hand {}", card.number()),
            Action::FromDeck => "from-deck".to_owned(),
            Action::GiveUp => "give-up".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError> {
        let mut words = Words { all: text, words: text.split_whitespace() };
        let w = &mut words;
        let action = match w.next("an action")? {
            "give" => Action::Give(w.card()?),
            "take-back" => Action::TakeBack(w.card()?),
            "give-rest" => Action::GiveRest,
            "confirm" => Action::Confirm,
            "place" => Action::Place,
            "decline" => Action::Decline,
            "launch-from" => Action::LaunchFrom(w.card()?),
            "move" => Action::Move(w.system()?),
            "transit" => Action::Transit(w.card()?, w.system()?),
            "sell" => Action::SellItem(w.card()?, w.card()?),
            "sell-ship" => Action::SellShip(w.ship()?, w.card()?),
            "play" => Action::Play(w.card()?, w.maybe_card()?),
            "cash-in" => Action::CashIn(w.card()?),
            "cycle" => Action::Cycle(w.card()?),
            "flip-nova" => Action::FlipNova,
            "swap" => Action::Swap(w.card()?),
            "buy-item" => Action::BuyItem(w.card()?, w.card()?),
            "buy-ship" => Action::BuyShip(w.card()?, w.card()?),
            "buy-fighter" => Action::BuyFighter(w.card()?, w.card()?, w.ship()?),
            "buy-escort" => Action::BuyEscort(w.card()?, w.card()?),
            "upgrade" => Action::Upgrade(w.ship()?, w.card()?, w.card()?),
            "deploy" => Action::Deploy(w.card()?),
            "load" => Action::Load(w.card()?, w.maybe_card()?),
            "unload" => Action::Unload(w.card()?, w.maybe_card()?),
            "event-at" => Action::EventAt(w.card()?, w.system()?),
            "event-on" => Action::EventOn(w.card()?, w.seat()?),
            "event" => Action::Event(w.card()?),
            "attack" => Action::Attack(w.seat()?),
            "welfare" => Action::Welfare,
            "repair" => Action::Repair(w.seat()?),
            "end-turn" => Action::EndTurn,
            "lay" => Action::Lay(w.card()?),
            "remove" => Action::Remove(w.power()?),
            "show" => Action::Show(w.card()?),
            "done" => Action::Done,
            "pass" => Action::Pass,
            "attack-shown" => Action::AttackShown(w.power()?),
            "ignore" => Action::Ignore,
            "join" => Action::Join,
            "stand-clear" => Action::StandClear,
            "red-alert" => Action::RedAlert,
            "fight" => Action::Fight,
            "reveal" => Action::Reveal(w.card()?),
            "assign" => Action::Assign(w.card()?, w.ship()?),
            "begin" => Action::Begin(w.number()?),
            "end" => Action::End(w.number()?),
            "maneuver" => Action::Maneuver(w.ship()?),
            "spring" => Action::Spring(w.ship()?, w.number()?, w.ship()?, w.maybe_card()?),
            "spring-for" => Action::SpringFor(w.ship()?, w.ship()?, w.number()?, w.ship()?),
            "wait" => Action::Wait,
            "launch" => Action::Launch(w.ship()?, w.ship()?),
            "fire" => Action::Fire(w.ship()?, w.number()?, w.ship()?, w.maybe_card()?),
            "combine" => Action::Combine(w.ship()?, w.number()?, w.ship()?, w.maybe_card()?),
            "support" => Action::Support(w.ship()?, w.ship()?),
            "planet-fire" => Action::PlanetFire(w.card()?, w.ship()?),
            "escape" => Action::Escape,
            "take" => Action::Take,
            "evade" => Action::Evade(w.card()?),
            "withdraw" => Action::Withdraw,
            "stay" => Action::Stay,
            "pursue" => Action::Pursue(w.ship()?),
            "retreat" => Action::Retreat(w.system()?),
            "recover" => Action::Recover(w.ship()?, w.ship()?),
            "take-fighter" => Action::TakeFighter(w.ship()?, w.ship()?),
            "board" => Action::Board(w.ship()?),
            "loot" => Action::Loot(w.ship()?),
            "capture" => Action::Capture(w.ship()?),
            "self-destruct" => Action::SelfDestruct,
            "take-ammo" => Action::TakeAmmo(w.card()?),
            "as-escort" => Action::AsEscort,
            "as-ship" => Action::AsShip,
            "as-fighter" => Action::AsFighter(w.ship()?),
            "take-item" => Action::TakeItem(w.card()?),
            "move-item" => Action::MoveItem(w.card()?),
            "take-asset" => Action::TakeAsset(w.card()?),
            "drop-escort" => Action::DropEscort(w.ship()?),
            "accept" => Action::Accept,
            "refuse" => Action::Refuse,
            "pay-repair" => Action::PayRepair,
            "offer" => Action::Offer(w.number()?),
            "meet" => Action::Meet(w.card()?),
            "from-hand" => Action::FromHand(w.card()?),
            "from-deck" => Action::FromDeck,
            "give-up" => Action::GiveUp,
            other => return Err(ReadError::expected("an action such as `move SOL`", other)),
        };
        w.end()?;
        Ok(action)
    }

    fn write_roll(&self, roll: Roll) -> String {
        match roll {
            Roll::First(seat) => format!("first {}", seat.0),
            Roll::Card(card) => card.number(),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Roll, ReadError> {
        let mut words = Words { all: text, words: text.split_whitespace() };
        let roll = if text.starts_with("first") {
            words.next("first")?;
            Roll::First(words.seat()?)
        } else {
            Roll::Card(words.card()?)
        };
        words.end()?;
        Ok(roll)
    }

    fn write_position(&self, state: &State) -> String {
        self.position(state)
    }

    fn read_position(&self, text: &str) -> Result<State, ReadError> {
        self.of_position(text)
    }
}
