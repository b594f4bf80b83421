//! Reads a position line by line.

use rules::{ReadError, Seat};

use crate::{
    Bag, Card, CardSet, Cards, Damage, Data, Ending, EvNova, Frame, Item, MAX_SEATS, Mission, NovaCards,
    Power, Role, Ship, ShipId, State, Sys,
};

pub(super) struct Reader<'a> {
    pub(super) state: State,
    pub(super) game: &'a EvNova,
    /// Piles that stand for what is left, `{*}`.
    pub(super) rest: Vec<&'static str>,
    pub(super) ships: [bool; MAX_SEATS],
    pub(super) stacked: bool,
    /// The place of each mission in the order in which they were played.
    pub(super) order: Vec<(usize, Mission)>,
}

type Read<T> = Result<T, ReadError>;

/// Splits a line into words, `{…}` and `[…]` into their cards.
enum Token<'a> {
    Word(&'a str),
    Cards(Vec<Card>),
    Rest,
}

fn tokens(line: &str) -> Read<Vec<Token<'_>>> {
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        if let Some(body) = rest.strip_prefix(['{', '[']) {
            let end = body.find(['}', ']']).ok_or_else(|| ReadError::expected("a closing brace", rest))?;
            let inner = body[..end].trim();
            if inner == "*" {
                found.push(Token::Rest);
            } else {
                let cards = inner.split_whitespace().map(|word| {
                    Card::of_number(word)
                        .ok_or_else(|| ReadError::expected("a card number such as 049", word))
                });
                found.push(Token::Cards(cards.collect::<Read<_>>()?));
            }
            rest = body[end + 1..].trim_start();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{' || c == '[').unwrap_or(rest.len());
            found.push(Token::Word(&rest[..end.max(1)]));
            rest = rest[end.max(1)..].trim_start();
        }
    }
    Ok(found)
}

impl Reader<'_> {
    pub(super) fn line(&mut self, line: &str) -> Read<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "battle" => {
                let battle = serde_json::from_str(rest).map_err(|_| ReadError::expected("a battle", rest))?;
                self.state.open.battle = Some(battle);
                Ok(())
            }
            "stack" => {
                self.stacked = true;
                let frames = serde_json::Deserializer::from_str(rest).into_iter::<Frame>();
                self.state.open.stack =
                    frames.collect::<Result<_, _>>().map_err(|_| ReadError::expected("frames", rest))?;
                Ok(())
            }
            "evn" => self.header(rest),
            _ => {
                let tokens = tokens(rest)?;
                match word {
                    "nova" => self.nova(&tokens),
                    "seat" => self.seat(&tokens),
                    "ship" => self.ship(&tokens),
                    "item" => self.item(&tokens),
                    "limbo" => {
                        let [Token::Word(seat), Token::Word(card)] = &tokens[..] else {
                            return Err(ReadError::expected("limbo SEAT CARD", line));
                        };
                        self.state.open.limbo.push((seat_of(seat)?, card_of(card)?));
                        Ok(())
                    }
                    "returned" => {
                        let [Token::Word(seat), Token::Cards(cards)] = &tokens[..] else {
                            return Err(ReadError::expected("returned SEAT {CARDS}", line));
                        };
                        self.state.open.returned[seat_of(seat)?.index()] = cards.iter().copied().collect();
                        Ok(())
                    }
                    _ => Err(ReadError::expected("evn, nova, seat, ship, item, battle or stack", word)),
                }
            }
        }
    }

    fn header(&mut self, rest: &str) -> Read<()> {
        let (words, ending) = match rest.split_once(" ending ") {
            Some((words, ending)) => (words, Some(ending)),
            None => (rest, None),
        };
        if let Some(ending) = ending {
            let read: Ending =
                serde_json::from_str(ending).map_err(|_| ReadError::expected("an ending", ending))?;
            self.state.open.ending = Some(read);
        }
        let mut words = words.split_whitespace();
        let open = &mut self.state.open;
        while let Some(word) = words.next() {
            let mut number = || -> Read<u16> {
                let next = words.next().ok_or_else(|| ReadError::expected("a number", rest))?;
                next.parse().map_err(|_| ReadError::expected("a number", next))
            };
            match word {
                "1" => {}
                "players" => {
                    if number()? != u16::from(open.players) {
                        return Err(ReadError::expected("the number of players of this match", rest));
                    }
                }
                "first" => open.first = Seat((number()? % u16::from(open.players)) as u8),
                "round" => open.round = number()?,
                "active" => open.active = Seat((number()? % u16::from(open.players)) as u8),
                "moved" => open.done.moved = true,
                "acted" => open.done.acted = true,
                "known" => open.nova_known = true,
                "landed" => {
                    let next = words.next().ok_or_else(|| ReadError::expected("a card", rest))?;
                    if open.done.landed.len() == 2 {
                        return Err(ReadError::expected("at most two landings", rest));
                    }
                    open.done.landed.push(card_of(next)?);
                }
                other => return Err(ReadError::expected("a word of the first line", other)),
            }
        }
        Ok(())
    }

    fn nova(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let mut piles = 0;
        let mut aside = false;
        for token in tokens {
            match token {
                Token::Rest => piles += 1,
                Token::Cards(cards) if cards.len() <= 80 => {
                    let cards: NovaCards = cards.iter().copied().collect();
                    if piles == 0 {
                        self.state.secret.nova = cards.sorted();
                        self.rest.retain(|&pile| pile != "nova");
                    } else {
                        self.state.open.nova_discard = cards;
                    }
                    piles += 1;
                }
                Token::Word("aside") => aside = true,
                Token::Word(word) if aside => self.state.open.nova_aside = Some(card_of(word)?),
                _ => {
                    return Err(ReadError::expected("the Nova Deck {…} and its stack […]", "something else"));
                }
            }
        }
        Ok(())
    }

    fn seat(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let [Token::Word(seat), Token::Word(pawn), fields @ ..] = tokens else {
            return Err(ReadError::expected("seat NUMBER SYSTEM", "seat"));
        };
        let seat = seat_of(seat)?;
        if seat.0 >= self.state.open.players {
            return Err(ReadError::expected("a seat of this match", &seat.0.to_string()));
        }
        let at = seat.index();
        self.state.open.seat[at].pawn = if *pawn == "-" { None } else { Some(system_of(pawn)?) };
        self.state.open.seat[at].launched |= *pawn != "-";
        let mut list = "";
        let mut fields = fields.iter();
        while let Some(field) = fields.next() {
            let Token::Word(word) = field else { return Err(ReadError::expected("a word", "cards")) };
            let (open, own) = (&mut self.state.open.seat[at], &mut self.state.secret.seat[at]);
            match *word {
                "confirmed" => open.confirmed = true,
                "unconfirmed" => open.confirmed = false,
                "launched" => open.launched = true,
                "out" => open.out = true,
                "stranded" => open.stranded = true,
                "blocked" => open.blocked = true,
                "leaving" => open.leaving = true,
                "missions" | "assets" | "markers" | "spoiled" => list = word,
                "turns" | "declined" | "blocked-at" | "waited" | "offer" | "letter" => {
                    let Some(Token::Word(value)) = fields.next() else {
                        return Err(ReadError::expected("a value", word));
                    };
                    if *word == "letter" {
                        open.letter = value.chars().next();
                        continue;
                    }
                    let number: u16 = value.parse().map_err(|_| ReadError::expected("a number", value))?;
                    match *word {
                        "turns" => open.turns = number,
                        "declined" => open.declined = number as u8,
                        "blocked-at" => open.blocked_at = number,
                        "waited" => open.stranded_turns = number as u8,
                        _ => open.offer = number as u8,
                    }
                }
                "list" | "gave" | "hand" | "deck" | "discard" | "gov" | "pirate" | "pool" | "known-hand"
                | "known-gov" | "known-pirate" => {
                    let Some(pile) = fields.next() else { return Err(ReadError::expected("cards", word)) };
                    let Token::Cards(cards) = pile else { continue };
                    if cards.len() > crate::bag::MOST || (*word == "gave" && cards.len() > 20) {
                        return Err(ReadError::expected("fewer cards", word));
                    }
                    let bag = cards.iter().copied().collect::<Bag>();
                    let mask = || {
                        let mut all = CardSet::default();
                        for &card in cards {
                            all.insert(card);
                        }
                        all
                    };
                    match *word {
                        "list" => own.list = bag.sorted(),
                        "gave" => own.gave = cards.iter().copied().collect::<Cards<20>>().sorted(),
                        "hand" => own.hand = bag.sorted(),
                        "deck" => {
                            own.deck = bag.sorted();
                            self.rest[at] = "";
                        }
                        "discard" => open.discard = bag,
                        "gov" => own.gov = bag.sorted(),
                        "pirate" => own.pirate = bag.sorted(),
                        "pool" => open.pool = bag.sorted(),
                        "known-hand" => open.known_hand = mask(),
                        "known-gov" => open.known_gov = mask(),
                        _ => open.known_pirate = mask(),
                    }
                }
                told if told.starts_with("told-of-") => {
                    let other = seat_of(&told["told-of-".len()..])?;
                    let Some(Token::Cards(cards)) = fields.next() else {
                        return Err(ReadError::expected("cards", word));
                    };
                    for &card in cards {
                        self.state.secret.told[at][other.index()].insert(card);
                    }
                }
                word if list == "missions" => self.mission(seat, word)?,
                word if list == "assets" => open.assets.insert(card_of(word)?),
                word if list == "markers" => open.markers.insert(power_of(word)?),
                word if list == "spoiled" => open.spoiled.insert(power_of(word)?),
                other => return Err(ReadError::expected("a word of a seat's line", other)),
            }
        }
        Ok(())
    }

    fn mission(&mut self, seat: Seat, word: &str) -> Read<()> {
        let wrong = || ReadError::expected("a mission such as 056@1", word);
        let (body, place) = match word.split_once('#') {
            Some((body, place)) => (body, place.parse().map_err(|_| wrong())?),
            None => (word, usize::from(seat.0) * 100 + self.order.len()),
        };
        let (card, done) = body.split_once('@').ok_or_else(wrong)?;
        let due = done.ends_with('!');
        let done = done.trim_end_matches('!').parse().map_err(|_| wrong())?;
        let card = card_of(card)?;
        let stops = self.game.data().mission(card).ok_or_else(wrong)?.stops.len();
        if usize::from(done) > stops {
            return Err(wrong());
        }
        self.order.push((place, Mission { seat, card, done, due }));
        Ok(())
    }

    fn ship(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let [Token::Word(id), Token::Word(card), Token::Word(role), Token::Word(owner), rest @ ..] = tokens
        else {
            return Err(ReadError::expected("ship PLACE CARD ROLE SEAT", "ship"));
        };
        let id = ship_of(id)?;
        let card = if *card == "START" { Card::START } else { card_of(card)? };
        if self.game.data().ship(card).is_none() || id.0 > 200 {
            return Err(ReadError::expected("a card with a ship", &card.number()));
        }
        let owner = seat_of(owner)?;
        let role = match *role {
            "current" => Role::Current,
            "escort" => Role::Escort,
            "fighter" => Role::Fighter,
            "npc" => Role::Npc,
            other => return Err(ReadError::expected("current, escort, fighter or npc", other)),
        };
        let mut ship = Ship { card, role, owner, controller: owner, ..Ship::gone() };
        let mut rest = rest.iter();
        while let Some(Token::Word(word)) = rest.next() {
            let mut value = || match rest.next() {
                Some(Token::Word(value)) => Ok(*value),
                _ => Err(ReadError::expected("a value", word)),
            };
            let number = |text: &str| text.parse().map_err(|_| ReadError::expected("a number", text));
            match *word {
                "control" => ship.controller = seat_of(value()?)?,
                "down" => ship.damage = Damage::ShieldsDown,
                "disabled" => ship.damage = Damage::Disabled,
                "in" => ship.inside = Some(ship_of(value()?)?),
                "fights" => ship.fights = true,
                "maneuver" => ship.maneuver = true,
                "chased" => ship.chased = true,
                "pursued" => ship.pursued = true,
                "dodged" => ship.dodged = true,
                "busy" => ship.busy = true,
                "boarded" => ship.boarded = true,
                "ready" => ship.ready = true,
                "used" => ship.used = number(value()?)?,
                "launched" => ship.launched = number(value()?)?,
                "entered" => ship.entered = number(value()?)? as u8,
                other => ship.side = power_of(other)?,
            }
        }
        let ships = &mut self.state.open.ships;
        while ships.len() <= id.index() {
            ships.push(Ship::gone());
        }
        if ships[id.index()].role != Role::Gone {
            return Err(ReadError::expected("one ship in each place", &id.0.to_string()));
        }
        ships[id.index()] = ship;
        if role == Role::Current {
            self.ships[owner.index()] = true;
        }
        Ok(())
    }

    fn item(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let [Token::Word(ship), Token::Word(card), Token::Word(owner)] = tokens else {
            return Err(ReadError::expected("item SHIP CARD SEAT", "item"));
        };
        let item = Item { ship: ship_of(ship)?, card: card_of(card)?, owner: seat_of(owner)? };
        if self.game.data().item(item.card).is_none() {
            return Err(ReadError::expected("a weapon or an outfit", card));
        }
        self.state.open.items.push(item);
        self.state.open.items.sort_unstable();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Read<State> {
        self.order.sort_by_key(|&(place, _)| place);
        self.state.open.missions = self.order.iter().map(|&(_, mission)| mission).collect();
        let players = self.state.open.players;
        let podded = self.state.open.battle.as_ref().map_or(0, |battle| battle.podded);
        for seat in 0..players {
            let open = &self.state.open.seat[usize::from(seat)];
            if !self.ships[usize::from(seat)] && !open.out && podded >> seat & 1 == 0 {
                let start =
                    Ship { role: Role::Current, owner: Seat(seat), controller: Seat(seat), ..Ship::gone() };
                let free = self.state.open.ships.iter().position(|ship| ship.role == Role::Gone);
                match free {
                    Some(at) => self.state.open.ships[at] = start,
                    None => self.state.open.ships.push(start),
                }
            }
        }
        self.fill_rest();
        let open = &mut self.state.open;
        for (seat, own) in self.state.secret.seat.iter().enumerate() {
            let player = &mut open.seat[seat];
            (player.hand, player.deck) = (own.hand.size(), own.deck.size());
            (player.gov, player.pirate) = (own.gov.size(), own.pirate.size());
            player.list = own.list.size();
        }
        open.nova_left = [0; 10];
        for &card in self.state.secret.nova.iter() {
            open.nova_left[usize::from(self.game.data().number(card))] += 1;
        }
        if !self.stacked {
            let player = open.of(open.active);
            let frame = match (player.pawn, player.stranded) {
                (None, _) => Frame::Launch,
                (_, true) => Frame::Stranded,
                _ => Frame::Main,
            };
            open.stack = vec![Frame::NextTurn, frame];
        }
        let ships = &open.ships;
        let known = |ship: ShipId| ships.get(ship.index()).is_some_and(|what| what.role != Role::Gone);
        if open.items.iter().any(|item| !known(item.ship))
            || ships.iter().filter_map(|ship| ship.inside).any(|carrier| !known(carrier))
        {
            return Err(ReadError::expected(
                "ships that are there",
                "an item or fighter of a ship that is not",
            ));
        }
        if open.battle.is_none() && open.stack.contains(&Frame::Battle) {
            return Err(ReadError::expected("a battle", "a frame of a battle that is not there"));
        }
        self.game.settle(&mut self.state);
        Ok(self.state)
    }

    /// `{*}`: what the other places leave of a list.
    fn fill_rest(&mut self) {
        let players = usize::from(self.state.open.players);
        let nova_rest = self.rest.contains(&"nova");
        let open_cards = crate::view::open_cards(&self.state.open);
        let mut used = [0_i16; 121];
        for card in open_cards {
            used[card.index()] += 1;
        }
        for own in &self.state.secret.seat {
            for bag in [&own.hand, &own.gov, &own.pirate, &own.deck] {
                bag.iter().for_each(|card| used[card.index()] += 1);
            }
        }
        if nova_rest {
            for seat in 0..players {
                for &card in &self.state.secret.seat[seat].gave.to_vec() {
                    if used[card.index()] > 0 {
                        used[card.index()] -= 1;
                    } else {
                        self.state.secret.nova.insert(card);
                    }
                }
            }
        } else {
            self.state.secret.nova.iter().for_each(|card| used[card.index()] += 1);
        }
        for seat in 0..players {
            if self.rest[seat] != "deck" || self.state.open.seat[seat].out {
                continue;
            }
            let own = &mut self.state.secret.seat[seat];
            let mut gave = own.gave;
            for &card in &own.list.to_vec() {
                if nova_rest && gave.remove(card) {
                    continue;
                }
                if used[card.index()] > 0 {
                    used[card.index()] -= 1;
                } else {
                    own.deck.insert(card);
                }
            }
        }
    }
}

fn card_of(word: &str) -> Read<Card> {
    Card::of_number(word).ok_or_else(|| ReadError::expected("a card number such as 049", word))
}

fn ship_of(word: &str) -> Read<ShipId> {
    let number = word.strip_prefix('s').and_then(|number| number.parse().ok());
    number.map(ShipId).ok_or_else(|| ReadError::expected("a ship such as s0", word))
}

fn seat_of(word: &str) -> Read<Seat> {
    let number = word.parse().ok().filter(|&seat| seat < MAX_SEATS as u8);
    number.map(Seat).ok_or_else(|| ReadError::expected("a seat from 0 to 3", word))
}

fn system_of(word: &str) -> Read<Sys> {
    Data::standard().system(word).ok_or_else(|| ReadError::expected("a system such as SOL", word))
}

fn power_of(word: &str) -> Read<Power> {
    Power::named(word).ok_or_else(|| ReadError::expected("a government", word))
}
