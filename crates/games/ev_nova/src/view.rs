//! Chapter 15: who knows what.

use rules::{Dice, Seat, Viewer};

use crate::play::fits_tab;
use crate::{Bag, Card, CardSet, Cards, EvNova, MAX_SEATS, NovaCards, Open, SeatSecrets, Secrets, State};

/// Everything one viewer may know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who looks.
    pub seat: Option<Seat>,
    /// What everybody sees.
    pub open: Open,
    /// The own cards.
    pub own: Option<SeatSecrets>,
    /// Lists that the viewer knows: the own one, and starter decks.
    pub lists: [Option<Bag>; MAX_SEATS],
    /// The Nova Deck, once it was shuffled.
    pub nova: Option<NovaCards>,
    /// By seat: cards passed from hand to hand that the viewer knows to be there.
    pub told: [CardSet; MAX_SEATS],
}

impl EvNova {
    pub(crate) fn seen(&self, state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat().filter(|seat| seat.0 < state.open.players);
        let lists = std::array::from_fn(|other| {
            let public = state.open.seat[other].letter.is_some();
            (public || seat == Some(Seat(other as u8))).then_some(state.secret.seat[other].list)
        });
        View {
            seat,
            own: seat.map(|seat| state.secret.seat[seat.index()].clone()),
            lists,
            nova: state.open.nova_known.then_some(state.secret.nova),
            told: seat.map_or([CardSet::default(); MAX_SEATS], |seat| state.secret.told[seat.index()]),
            open: state.open.clone(),
        }
    }

    /// A whole state that could lie behind a view (EV-HID-8).
    pub(crate) fn imagine(&self, view: &View, dice: &mut impl Dice) -> State {
        rules::rule!("EV-HID-8");
        for _ in 0..40 {
            if let Some(secret) = Guess::new(self, view).fill(dice) {
                return State { open: view.open.clone(), secret };
            }
        }
        let secret = Guess::new(self, view).fill_loosely(dice);
        State { open: view.open.clone(), secret }
    }
}

/// Hidden places being filled with cards that may lie there.
struct Guess<'a> {
    game: &'a EvNova,
    view: &'a View,
    secret: Secrets,
    /// Cards of known lists whose place is not known.
    loose: Vec<Card>,
    /// By seat: cards of the pool that lie in the hand or the deck.
    pools: [Vec<Card>; MAX_SEATS],
}

fn shuffle(cards: &mut [Card], dice: &mut impl Dice) {
    for at in (1..cards.len()).rev() {
        cards.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

impl<'a> Guess<'a> {
    fn new(game: &'a EvNova, view: &'a View) -> Self {
        let mut secret = Secrets {
            seat: std::array::from_fn(|_| SeatSecrets::default()),
            nova: view.nova.unwrap_or_default(),
            told: [[CardSet::default(); MAX_SEATS]; MAX_SEATS],
        };
        if let Some(seat) = view.seat {
            secret.told[seat.index()] = view.told;
            if let Some(own) = &view.own {
                secret.seat[seat.index()] = own.clone();
            }
        }
        // All cards of known lists, less those whose place is known.
        let mut counts = [0_i16; 121];
        for list in view.lists.iter().flatten() {
            for card in list.iter() {
                counts[card.index()] += 1;
            }
        }
        for card in located(view) {
            counts[card.index()] -= 1;
        }
        let loose = (0..Card::COUNT as u8)
            .flat_map(|card| std::iter::repeat_n(Card(card), counts[usize::from(card)].max(0) as usize))
            .collect();
        Self { game, view, secret, loose, pools: Default::default() }
    }

    fn others(&self) -> Vec<Seat> {
        let open = &self.view.open;
        open.seats().filter(|&seat| Some(seat) != self.view.seat).collect()
    }

    /// Takes a loose card that fits, one of the seat's own list first.
    fn take(&mut self, seat: Option<Seat>, fits: impl Fn(Card) -> bool) -> Option<Card> {
        let list = seat.and_then(|seat| self.view.lists[seat.index()]);
        let own = |card: &Card| list.is_none_or(|list| list.contains(card)) && fits(*card);
        let at =
            self.loose.iter().position(own).or_else(|| self.loose.iter().position(|&card| fits(card)))?;
        Some(self.loose.swap_remove(at))
    }

    /// Any card of a hidden list that fits.
    fn invent(&self, dice: &mut impl Dice, fits: impl Fn(Card) -> bool) -> Option<Card> {
        let open = &self.view.open;
        open.seats().find(|&seat| self.view.lists[seat.index()].is_none())?;
        let cards: Vec<Card> = (0..Card::COUNT as u8).map(Card).filter(|&card| fits(card)).collect();
        (!cards.is_empty()).then(|| cards[dice.below(cards.len() as u32) as usize])
    }

    fn find(
        &mut self,
        seat: Option<Seat>,
        dice: &mut impl Dice,
        fits: impl Fn(Card) -> bool + Copy,
    ) -> Option<Card> {
        self.take(seat, fits).or_else(|| self.invent(dice, fits))
    }

    fn fill(mut self, dice: &mut impl Dice) -> Option<Secrets> {
        shuffle(&mut self.loose, dice);
        if self.view.open.seats().any(|seat| !self.view.open.of(seat).confirmed)
            || self.view.open.nova_left == [0; 10]
        {
            self.fill_lists(dice);
            return Some(self.secret);
        }
        let data = self.game.data();
        // Face-down tabs first: few cards fit there. As many cards of each number as the Nova Deck needs are spared.
        let own: Vec<Card> = self.view.own.as_ref().map_or(Vec::new(), |own| own.gave.to_vec());
        let mut spare = [0_i16; 10];
        for &card in &self.loose {
            spare[usize::from(data.number(card))] += 1;
        }
        if self.view.nova.is_none() {
            for (spare, &need) in spare.iter_mut().zip(&self.view.open.nova_left) {
                *spare -= i16::from(need);
            }
        }
        for seat in self.others() {
            self.fill_tabs(seat, &own, &mut spare, dice)?;
        }
        // The Nova Deck: the own contribution is in it, numbers are known.
        if self.view.nova.is_none() {
            for number in 0..10_u8 {
                for _ in 0..self.view.open.nova_left[usize::from(number)] {
                    let mine =
                        self.loose.iter().position(|card| own.contains(card) && data.number(*card) == number);
                    let card = match mine {
                        Some(at) => self.loose.swap_remove(at),
                        None => self.find(None, dice, |card| data.number(card) == number)?,
                    };
                    self.secret.nova.insert(card);
                }
            }
        }
        for seat in self.others() {
            self.fill_seat(seat, dice)?;
        }
        self.guess_lists(dice);
        Some(self.secret)
    }

    /// Cards on the face-down tabs of another player.
    fn fill_tabs(
        &mut self,
        seat: Seat,
        mine: &[Card],
        spare: &mut [i16; 10],
        dice: &mut impl Dice,
    ) -> Option<()> {
        let data = self.game.data();
        let open = self.view.open.of(seat).clone();
        let list = self.view.lists[seat.index()];
        let mut pool: Vec<Card> = open.pool.to_vec();
        shuffle(&mut pool, dice);
        let known_hand = open.known_hand.0 | self.view.told[seat.index()].0;
        for card in open.known_gov.iter().chain(open.known_pirate.iter()) {
            pool.iter().position(|&other| other == card).map(|at| pool.swap_remove(at));
        }
        for card in (CardSet(known_hand)).iter() {
            pool.iter().position(|&other| other == card).map(|at| pool.swap_remove(at));
        }
        for pirate in [true, false] {
            let (known, want) =
                if pirate { (open.known_pirate, open.pirate) } else { (open.known_gov, open.gov) };
            let mut tab: Vec<Card> = known.iter().collect();
            while tab.len() < usize::from(want) {
                let fits = |card: Card| fits_tab(data, card, pirate);
                let pooled = pool.iter().position(|&card| fits(card));
                let free = |card: Card| fits(card) && spare[usize::from(data.number(card))] > 0;
                let own = |card: Card| {
                    free(card) && list.is_none_or(|list| list.contains(&card)) && !mine.contains(&card)
                };
                let loose = self.loose.iter().position(|&card| own(card));
                let loose = loose.or_else(|| self.loose.iter().position(|&card| free(card)));
                let card = match (pooled, loose) {
                    (Some(at), None) => pool.swap_remove(at),
                    (Some(at), Some(_)) if dice.below(2) == 0 => pool.swap_remove(at),
                    (_, Some(at)) => {
                        let card = self.loose.swap_remove(at);
                        spare[usize::from(data.number(card))] -= 1;
                        card
                    }
                    (None, None) => self.invent(dice, fits)?,
                };
                tab.push(card);
            }
            let bag = tab.into_iter().collect::<Bag>().sorted();
            let own = &mut self.secret.seat[seat.index()];
            if pirate { own.pirate = bag } else { own.gov = bag }
        }
        // What the tabs took from the pool is no longer there.
        self.pools[seat.index()] = pool;
        Some(())
    }

    /// Hand, tabs and deck of another player: what is known lies where it is known to be.
    fn fill_seat(&mut self, seat: Seat, dice: &mut impl Dice) -> Option<()> {
        let data = self.game.data();
        let open = self.view.open.of(seat).clone();
        let told = self.view.told[seat.index()];
        let mut own = std::mem::take(&mut self.secret.seat[seat.index()]);
        own.list = self.view.lists[seat.index()].unwrap_or_default();
        // The pool without what lies on the tabs or is known to be in the hand.
        let pool = std::mem::take(&mut self.pools[seat.index()]);
        for card in open.known_hand.iter() {
            own.hand.insert(card);
        }
        for card in told.iter().filter(|card| !open.known_hand.has(*card)) {
            own.hand.insert(card);
        }
        let rest = (usize::from(open.hand) + usize::from(open.deck)).checked_sub(own.hand.len())?;
        let mut cards = pool;
        if cards.len() > rest {
            return None;
        }
        while cards.len() < rest {
            let card = self.find(Some(seat), dice, |_| true)?;
            cards.push(card);
        }
        shuffle(&mut cards, dice);
        // A launch that is asked of the hand shows that the deck holds no planet (EV-LAUNCH-7).
        let no_planets = self.view.open.frame() == Some(crate::Frame::Launch)
            && self.view.open.ask == crate::Ask::Seat(seat);
        if no_planets {
            cards.sort_by_key(|&card| data.planet(card).is_none());
        } else if self.view.open.frame() == Some(crate::Frame::Launch)
            && self.view.open.active == seat
            && let Some(at) = cards.iter().position(|&card| data.planet(card).is_some())
        {
            let card = cards.remove(at);
            cards.push(card);
        }
        for card in cards {
            if own.hand.size() < open.hand { own.hand.insert(card) } else { own.deck.insert(card) }
        }
        if no_planets && own.deck.iter().any(|&card| data.planet(card).is_some()) {
            return None;
        }
        self.secret.seat[seat.index()] = own;
        Some(())
    }

    /// Before the Nova Deck is made: lists lie in their decks, choices are unknown.
    fn fill_lists(&mut self, dice: &mut impl Dice) {
        for seat in self.others() {
            let list = self.view.lists[seat.index()].unwrap_or_else(|| self.invented_list(seat, dice));
            let own = &mut self.secret.seat[seat.index()];
            (own.list, own.deck) = (list, list);
            if self.view.open.of(seat).confirmed {
                let gave = crate::Deck::of(list.iter().copied()).contribution();
                own.gave = gave.into_iter().collect::<Cards<20>>().sorted();
            }
        }
    }

    /// A legal list of the right size (EV-HID-8).
    fn invented_list(&self, seat: Seat, dice: &mut impl Dice) -> Bag {
        let size = usize::from(self.view.open.of(seat).list);
        let [deck, other] = crate::Deck::sealed(dice);
        let mut cards = deck.cards;
        cards.extend(other.cards.into_iter().take(size.saturating_sub(60)));
        cards.truncate(size);
        cards.into_iter().collect::<Bag>().sorted()
    }

    /// Lists and contributions of the others, so that every card belongs to a list.
    fn guess_lists(&mut self, dice: &mut impl Dice) {
        let mut rest: Vec<Card> = all_cards(&self.view.open, &self.secret);
        for list in self.view.lists.iter().flatten() {
            for &card in list.iter() {
                if let Some(at) = rest.iter().position(|&other| other == card) {
                    rest.swap_remove(at);
                }
            }
        }
        shuffle(&mut rest, dice);
        for seat in self.others() {
            let size = usize::from(self.view.open.of(seat).list);
            let known = self.view.lists[seat.index()];
            let list = known.unwrap_or_else(|| {
                let take = size.min(rest.len());
                rest.drain(..take).collect::<Bag>().sorted()
            });
            let own = &mut self.secret.seat[seat.index()];
            own.list = list;
            let mut gave = Cards::<20>::EMPTY;
            for number in 0..10 {
                let of_number = list.iter().filter(|&&card| self.game.data().number(card) == number);
                for &card in of_number.take(2) {
                    gave.insert(card);
                }
            }
            own.gave = gave;
        }
    }

    /// If no careful filling was found: counts are right, kinds as far as cards allow.
    fn fill_loosely(mut self, dice: &mut impl Dice) -> Secrets {
        shuffle(&mut self.loose, dice);
        let data = self.game.data();
        let open = &self.view.open;
        let seats = self.others();
        for seat in seats.clone() {
            let player = open.of(seat).clone();
            let mut pool = player.pool.to_vec();
            let mut own =
                SeatSecrets { list: self.view.lists[seat.index()].unwrap_or_default(), ..Default::default() };
            let hand = CardSet(player.known_hand.0 | self.view.told[seat.index()].0);
            for card in player.known_gov.iter().chain(player.known_pirate.iter()).chain(hand.iter()) {
                pool.iter().position(|&other| other == card).map(|at| pool.swap_remove(at));
            }
            own.gov = player.known_gov.iter().collect::<Bag>();
            own.pirate = player.known_pirate.iter().collect::<Bag>();
            own.hand = hand.iter().collect::<Bag>();
            for (pirate, want) in [(true, player.pirate), (false, player.gov)] {
                let have = if pirate { own.pirate.size() } else { own.gov.size() };
                for _ in have..want {
                    let at = pool.iter().position(|&card| fits_tab(data, card, pirate));
                    let card = match at {
                        Some(at) => pool.swap_remove(at),
                        None => self.take(None, |card| fits_tab(data, card, pirate)).unwrap_or(Card(0)),
                    };
                    if pirate { own.pirate.insert(card) } else { own.gov.insert(card) }
                }
            }
            for _ in own.hand.size()..player.hand {
                let card = pool.pop().or_else(|| self.take(None, |_| true)).unwrap_or(Card(0));
                own.hand.insert(card);
            }
            for _ in 0..player.deck {
                let card = pool.pop().or_else(|| self.take(None, |_| true)).unwrap_or(Card(0));
                own.deck.insert(card);
            }
            self.secret.seat[seat.index()] = own;
        }
        if self.view.nova.is_none() {
            for number in 0..10_u8 {
                for _ in 0..open.nova_left[usize::from(number)] {
                    let card = self.take(None, |card| data.number(card) == number);
                    let any =
                        (0..120).map(Card).find(|&card| data.number(card) == number).expect("numbers occur");
                    self.secret.nova.insert(card.unwrap_or(any));
                }
            }
        }
        self.guess_lists(dice);
        self.secret
    }
}

/// Cards whose place the viewer knows.
fn located(view: &View) -> Vec<Card> {
    let open = &view.open;
    let mut cards = open_cards(open);
    for seat in open.seats() {
        match &view.own {
            Some(own) if view.seat == Some(seat) => {
                for bag in [&own.hand, &own.deck, &own.gov, &own.pirate] {
                    cards.extend(bag.iter());
                }
            }
            _ => {
                let pool = &open.of(seat).pool;
                cards.extend(pool.iter());
                // Cards the viewer passed to that hand, which others cannot place.
                cards.extend(view.told[seat.index()].iter().filter(|card| !pool.contains(card)));
            }
        }
    }
    if let Some(nova) = &view.nova {
        cards.extend(nova.iter());
    }
    cards
}

/// All cards that lie open somewhere.
pub(crate) fn open_cards(open: &Open) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for seat in open.seats() {
        cards.extend(open.of(seat).discard.iter());
        cards.extend(open.of(seat).assets.iter());
    }
    cards.extend(open.nova_discard.iter());
    cards.extend(open.nova_aside);
    cards.extend(open.missions.iter().map(|mission| mission.card));
    cards.extend(open.items.iter().map(|item| item.card));
    cards.extend(open.fleet().map(|(_, ship)| ship.card).filter(|&card| card != Card::START));
    cards.extend(open.limbo.iter().map(|&(_, card)| card));
    cards.extend(open.battle.iter().filter_map(|battle| battle.event).map(|(_, card)| card));
    for frame in &open.stack {
        match *frame {
            crate::Frame::EventFlip { card, .. } | crate::Frame::EventAdd { card, .. } => cards.push(card),
            _ => cards.extend(frame.holds().map(|(_, card)| card)),
        }
    }
    for returned in &open.returned {
        cards.extend(returned.iter());
    }
    cards
}

/// All cards of a state.
pub(crate) fn all_cards(open: &Open, secret: &Secrets) -> Vec<Card> {
    let mut cards = open_cards(open);
    for own in &secret.seat {
        for bag in [&own.hand, &own.deck, &own.gov, &own.pirate] {
            cards.extend(bag.iter());
        }
    }
    cards.extend(secret.nova.iter());
    cards
}

impl State {
    /// Every card of the match, wherever it lies.
    pub fn cards(&self) -> Vec<Card> {
        all_cards(&self.open, &self.secret)
    }
}
