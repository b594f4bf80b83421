//! Reads a position line by line.

use rules::{ReadError, Seat};

use super::sound;
use crate::bag::MOST;
use crate::{
    Card, CardSet, Cards, Damage, Data, Ending, EvNova, Frame, Item, MAX_SEATS, Mission, Power, Role, Ship,
    ShipId, State, Sys,
};

pub(super) struct Reader<'a> {
    pub(super) state: State,
    pub(super) game: &'a EvNova,
    /// Piles that stand for what is left, `{*}`.
    pub(super) rest: Vec<&'static str>,
    pub(super) ships: [bool; MAX_SEATS],
    pub(super) stacked: bool,
    /// Lines that may stand once.
    pub(super) lines: Vec<String>,
    /// The place of each mission in the order in which they were played.
    pub(super) order: Vec<(usize, Mission)>,
}

pub(super) type Read<T> = Result<T, ReadError>;

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
    fn seat_of(&self, word: &str) -> Read<Seat> {
        let seat = word.parse().ok().filter(|&seat| seat < self.state.open.players).map(Seat);
        seat.ok_or_else(|| ReadError::expected("a seat of this match", word))
    }

    pub(super) fn line(&mut self, line: &str) -> Read<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let once = match word {
            "evn" | "nova" | "battle" | "stack" => Some(word.to_owned()),
            "seat" | "returned" => Some(format!("{word} {}", rest.split(' ').next().unwrap_or_default())),
            _ => None,
        };
        if let Some(once) = once {
            if self.lines.contains(&once) {
                return Err(ReadError::expected("each of these lines once", &once));
            }
            self.lines.push(once);
        }
        match word {
            "battle" => {
                let battle = serde_json::from_str(rest)
                    .map_err(|why| ReadError(format!("expected a battle as JSON: {why}")))?;
                self.state.open.battle = Some(battle);
                Ok(())
            }
            "stack" => {
                self.stacked = true;
                let frames = serde_json::Deserializer::from_str(rest).into_iter::<Frame>();
                self.state.open.stack = frames
                    .collect::<Result<_, _>>()
                    .map_err(|why| ReadError(format!("expected pending things as JSON: {why}")))?;
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
                        let seat = self.seat_of(seat)?;
                        self.state.open.limbo.push((seat, card_of(card)?));
                        Ok(())
                    }
                    "returned" => {
                        let [Token::Word(seat), Token::Cards(cards)] = &tokens[..] else {
                            return Err(ReadError::expected("returned SEAT {CARDS}", line));
                        };
                        let seat = self.seat_of(seat)?;
                        self.state.open.returned[seat.index()] = pile(cards, "returned")?;
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
        if words.next() != Some("1") {
            return Err(ReadError::expected("version 1 of the notation: evn 1", rest));
        }
        let open = &mut self.state.open;
        let here = |seat: u16| {
            let seat = u8::try_from(seat).ok().filter(|&seat| seat < open.players).map(Seat);
            seat.ok_or_else(|| ReadError::expected("a seat of this match", rest))
        };
        while let Some(word) = words.next() {
            let mut number = || -> Read<u16> {
                let next = words.next().ok_or_else(|| ReadError::expected("a number", rest))?;
                next.parse().map_err(|_| ReadError::expected("a number", next))
            };
            match word {
                "players" => {
                    if number()? != u16::from(open.players) {
                        return Err(ReadError::expected("the number of players of this match", rest));
                    }
                }
                "first" => open.first = here(number()?)?,
                "round" => open.round = number()?,
                "active" => open.active = here(number()?)?,
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
        let (piles, aside) = match tokens {
            [piles @ .., Token::Word("aside"), Token::Word(card)] => (piles, Some(card_of(card)?)),
            piles => (piles, None),
        };
        self.state.open.nova_aside = aside;
        let wrong = || ReadError::expected("nova {DECK} [STACK] aside CARD", "something else");
        let [deck, stack @ ..] = piles else { return Err(wrong()) };
        match deck {
            Token::Rest => {}
            Token::Cards(cards) => {
                self.state.secret.nova = pile::<80>(cards, "nova")?.sorted();
                self.rest.retain(|&pile| pile != "nova");
            }
            Token::Word(_) => return Err(wrong()),
        }
        match stack {
            [] => Ok(()),
            [Token::Cards(cards)] => {
                self.state.open.nova_discard = pile(cards, "nova")?;
                Ok(())
            }
            _ => Err(wrong()),
        }
    }

    fn seat(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let [Token::Word(seat), Token::Word(pawn), fields @ ..] = tokens else {
            return Err(ReadError::expected("seat NUMBER SYSTEM", "seat"));
        };
        let seat = self.seat_of(seat)?;
        let at = seat.index();
        self.state.open.seat[at].pawn = if *pawn == "-" { None } else { Some(system_of(pawn)?) };
        self.state.open.seat[at].launched |= *pawn != "-";
        let mut list = "";
        let mut fields = fields.iter();
        while let Some(field) = fields.next() {
            let Token::Word(word) = field else { return Err(ReadError::expected("a word", "cards")) };
            if let Some(told) = word.strip_prefix("told-of-") {
                let other = self.seat_of(told)?;
                let Some(Token::Cards(cards)) = fields.next() else {
                    return Err(ReadError::expected("cards", word));
                };
                self.state.secret.told[at][other.index()] = set_of(cards);
                continue;
            }
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
                    match *word {
                        "letter" => open.letter = Some(letter_of(value)?),
                        "turns" => open.turns = number_of(value)?,
                        "declined" => open.declined = number_of(value)?,
                        "blocked-at" => open.blocked_at = number_of(value)?,
                        "waited" => open.stranded_turns = number_of(value)?,
                        _ => open.offer = number_of(value)?,
                    }
                }
                "list" | "gave" | "hand" | "deck" | "discard" | "gov" | "pirate" | "pool" | "known-hand"
                | "known-gov" | "known-pirate" => {
                    let cards = match fields.next() {
                        Some(Token::Cards(cards)) => cards,
                        Some(Token::Rest) if *word == "deck" => continue,
                        _ => return Err(ReadError::expected(format!("{word} {{CARDS}}"), word)),
                    };
                    match *word {
                        "list" => own.list = pile::<MOST>(cards, word)?.sorted(),
                        "gave" => own.gave = pile::<20>(cards, word)?.sorted(),
                        "hand" => own.hand = pile::<MOST>(cards, word)?.sorted(),
                        "deck" => {
                            own.deck = pile::<MOST>(cards, word)?.sorted();
                            self.rest[at] = "";
                        }
                        "discard" => open.discard = pile(cards, word)?,
                        "gov" => own.gov = pile::<MOST>(cards, word)?.sorted(),
                        "pirate" => own.pirate = pile::<MOST>(cards, word)?.sorted(),
                        "pool" => open.pool = pile::<MOST>(cards, word)?.sorted(),
                        "known-hand" => open.known_hand = set_of(cards),
                        "known-gov" => open.known_gov = set_of(cards),
                        _ => open.known_pirate = set_of(cards),
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
        let owner = self.seat_of(owner)?;
        let role = match *role {
            "current" => Role::Current,
            "escort" => Role::Escort,
            "fighter" => Role::Fighter,
            "npc" => Role::Npc,
            other => return Err(ReadError::expected("current, escort, fighter or npc", other)),
        };
        let mut ship = Ship { card, role, owner, controller: owner, ..Ship::gone() };
        let mut rest = rest.iter();
        while let Some(token) = rest.next() {
            let Token::Word(word) = token else {
                return Err(ReadError::expected("words on the line of a ship", "cards"));
            };
            let mut value = || match rest.next() {
                Some(Token::Word(value)) => Ok(*value),
                _ => Err(ReadError::expected("a value", word)),
            };
            match *word {
                "control" => ship.controller = self.seat_of(value()?)?,
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
                "used" => ship.used = number_of(value()?)?,
                "launched" => ship.launched = number_of(value()?)?,
                "entered" => ship.entered = number_of(value()?)?,
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
        if role == Role::Current && std::mem::replace(&mut self.ships[owner.index()], true) {
            return Err(ReadError::expected("one Current Ship of each seat", &format!("s{}", id.0)));
        }
        Ok(())
    }

    fn item(&mut self, tokens: &[Token<'_>]) -> Read<()> {
        let [Token::Word(ship), Token::Word(card), Token::Word(owner)] = tokens else {
            return Err(ReadError::expected("item SHIP CARD SEAT", "item"));
        };
        let item = Item { ship: ship_of(ship)?, card: card_of(card)?, owner: self.seat_of(owner)? };
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
        sound::check(&self.state, self.game.data())?;
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

fn number_of<T: std::str::FromStr>(word: &str) -> Read<T> {
    word.parse().map_err(|_| ReadError::expected("a number that fits", word))
}

fn letter_of(word: &str) -> Read<char> {
    let mut letters = word.chars();
    letters
        .next()
        .filter(|letter| ('A'..='D').contains(letter) && letters.next().is_none())
        .ok_or_else(|| ReadError::expected("the letter of a starter deck, A to D", word))
}

fn pile<const N: usize>(cards: &[Card], word: &str) -> Read<Cards<N>> {
    if cards.len() > N {
        return Err(ReadError::expected(format!("at most {N} cards"), word));
    }
    Ok(cards.iter().copied().collect())
}

fn set_of(cards: &[Card]) -> CardSet {
    let mut set = CardSet::default();
    for &card in cards {
        set.insert(card);
    }
    set
}

fn system_of(word: &str) -> Read<Sys> {
    Data::standard().system(word).ok_or_else(|| ReadError::expected("a system such as SOL", word))
}

fn power_of(word: &str) -> Read<Power> {
    Power::named(word).ok_or_else(|| ReadError::expected("a government", word))
}
