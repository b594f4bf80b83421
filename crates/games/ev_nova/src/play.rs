//! A step being carried out: the pen that changes a state and tells what happened. Piles are moved only here, so that
//! counts, pools and what everybody knows stay true.

use rules::{Seat, rule};

use crate::{
    Card, CardSet, Damage, Data, Ending, EvNova, Event, Frame, Item, Named, Open, Power, Role, Roll,
    SeatSecrets, Ship, ShipId, State,
};

/// The rules, the state they change, and who listens.
pub(crate) struct Play<'a, E> {
    pub(crate) game: &'a EvNova,
    pub(crate) data: &'static Data,
    pub(crate) state: &'a mut State,
    pub(crate) emit: &'a mut E,
}

/// Whether the match goes on by itself.
#[derive(PartialEq, Eq, Clone, Copy)]
pub(crate) enum Flow {
    /// It waits for a decision or for nature.
    Wait,
    /// The next pending thing may go on.
    Go,
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn open(&mut self) -> &mut Open {
        &mut self.state.open
    }
    pub(crate) fn tell(&mut self, event: Event) {
        (self.emit)(event);
    }
    pub(crate) fn push(&mut self, frame: Frame) {
        self.state.open.stack.push(frame);
    }
    pub(crate) fn pop(&mut self) {
        self.state.open.stack.pop();
    }
    /// The frame on top is done; this one comes instead.
    pub(crate) fn next(&mut self, frame: Frame) {
        *self.state.open.stack.last_mut().expect("something is pending") = frame;
    }
    pub(crate) fn own(&mut self, seat: Seat) -> &mut SeatSecrets {
        &mut self.state.secret.seat[seat.index()]
    }
    pub(crate) fn ship(&mut self, ship: ShipId) -> &mut Ship {
        &mut self.state.open.ships[ship.index()]
    }
    pub(crate) fn named(&self, ship: ShipId) -> Named {
        let open = &self.state.open;
        Named { id: ship, card: open.ship(ship).card, seat: open.captain(ship) }
    }

    // --- piles ---------------------------------------------------------------------------

    /// A card leaves the hidden cards of a player in sight of all.
    fn surface(&mut self, seat: Seat, card: Card) {
        self.state.open.seat[seat.index()].pool.remove(card);
    }
    /// Takes a card out of a hand in sight of all.
    pub(crate) fn take_from_hand(&mut self, seat: Seat, card: Card) {
        self.hand_over(seat, card);
        self.surface(seat, card);
        self.state.open.seat[seat.index()].known_hand.remove(card);
        for knows in &mut self.state.secret.told {
            knows[seat.index()].remove(card);
        }
    }
    /// Takes a card out of a hand; says nothing about it.
    fn hand_over(&mut self, seat: Seat, card: Card) {
        assert!(self.own(seat).hand.remove(card), "the card is in the hand");
        let open = &mut self.state.open.seat[seat.index()];
        open.hand -= 1;
        rule!("EV-REP-7");
        open.offer = open.offer.min(open.hand);
    }
    fn add_to_hand(&mut self, seat: Seat, card: Card) {
        self.own(seat).hand.insert(card);
        self.state.open.seat[seat.index()].hand += 1;
    }
    /// Lays a card on its player's discard stack. The Start Ship is set aside instead (EV-R-12).
    pub(crate) fn lay(&mut self, seat: Seat, card: Card) {
        if card == Card::START {
            rule!("EV-R-12");
            return;
        }
        if self.state.open.of(seat).out {
            return;
        }
        self.state.open.seat[seat.index()].discard.push(card);
        self.tell(Event::Discarded(seat, card));
    }
    /// Several cards reach a discard stack together: they wait for their order (EV-AP-5a).
    pub(crate) fn lay_later(&mut self, seat: Seat, card: Card) {
        if card == Card::START || self.state.open.of(seat).out {
            self.lay(seat, card);
        } else {
            self.state.open.limbo.push((seat, card));
        }
    }
    /// Asks for the order of what waits, and goes on with the rest after that.
    pub(crate) fn order_limbo(&mut self) {
        for seat in self.state.open.seats().collect::<Vec<_>>().into_iter().rev() {
            if self.state.open.limbo.iter().any(|&(owner, _)| owner == seat) {
                self.push(Frame::Order { seat });
            }
        }
    }
    /// Discards a card of the hand.
    pub(crate) fn discard(&mut self, seat: Seat, card: Card) {
        self.take_from_hand(seat, card);
        self.lay(seat, card);
    }
    /// The discard stack becomes the deck (EV-DECK-4).
    fn reshuffle(&mut self, seat: Seat) {
        let cards = self.state.open.of(seat).discard;
        for &card in cards.iter() {
            self.own(seat).deck.insert(card);
            rule!("EV-HID-5");
            self.state.open.seat[seat.index()].pool.insert(card);
        }
        let open = &mut self.state.open.seat[seat.index()];
        open.deck += cards.size();
        open.discard.clear();
        self.tell(Event::Shuffled(Some(seat)));
    }
    /// Right after the last card of a deck has done its work (EV-R-06).
    pub(crate) fn tidy_deck(&mut self, seat: Seat) {
        let open = self.state.open.of(seat);
        if open.deck == 0 && !open.discard.is_empty() && !open.out {
            rule!("EV-DECK-4");
            rule!("EV-R-06");
            self.reshuffle(seat);
        }
    }
    /// Can a card be drawn or flipped? Shuffles first if that is what it takes (EV-R-07).
    pub(crate) fn deck_ready(&mut self, seat: Seat) -> bool {
        if self.state.open.of(seat).deck == 0 {
            rule!("EV-R-07");
            self.tidy_deck(seat);
        }
        self.state.open.of(seat).deck > 0
    }
    fn take_from_deck(&mut self, seat: Seat, card: Card) {
        assert!(self.own(seat).deck.remove(card), "the card is in the deck");
        self.state.open.seat[seat.index()].deck -= 1;
    }
    /// The drawn card comes into the hand.
    pub(crate) fn draw_card(&mut self, seat: Seat, roll: Roll) {
        let card = expect_card(roll);
        self.take_from_deck(seat, card);
        self.add_to_hand(seat, card);
        self.tell(Event::Drew(seat, Some(card)));
        self.tidy_deck(seat);
    }
    /// The flipped card comes to the top of its player's stack; what it causes comes next, then [`Self::tidy_deck`].
    pub(crate) fn flip_card(&mut self, seat: Seat, roll: Roll) -> Card {
        let card = expect_card(roll);
        self.take_from_deck(seat, card);
        self.surface(seat, card);
        self.state.open.seat[seat.index()].discard.push(card);
        self.tell(Event::Flipped(seat, card));
        card
    }
    /// The top card of a deck goes to another player's stack.
    pub(crate) fn give_top(&mut self, from: Seat, to: Seat, roll: Roll) {
        let card = expect_card(roll);
        self.take_from_deck(from, card);
        self.surface(from, card);
        self.tell(Event::Compensated(from, to, card));
        if !self.state.open.of(to).out {
            self.state.open.seat[to.index()].discard.push(card);
        }
        self.tidy_deck(from);
    }
    /// A card of the hand goes to another player's stack.
    pub(crate) fn give_from_hand(&mut self, from: Seat, to: Seat, card: Card) {
        self.take_from_hand(from, card);
        self.tell(Event::Compensated(from, to, card));
        if !self.state.open.of(to).out {
            self.state.open.seat[to.index()].discard.push(card);
        }
    }
    /// A card passes from hand to hand; only the two see it (EV-REP-5).
    pub(crate) fn pass_card(&mut self, from: Seat, to: Seat, card: Card) {
        rule!("EV-HID-4");
        self.hand_over(from, card);
        self.add_to_hand(to, card);
        // The others cannot tell any more which cards of the pool went over.
        let giver = &mut self.state.open.seat[from.index()];
        // What is known to lie on the tabs was not passed.
        giver.pool = giver.known_gov.iter().chain(giver.known_pirate.iter()).collect::<crate::Bag>().sorted();
        giver.known_hand = CardSet::default();
        for (viewer, knows) in self.state.secret.told.iter_mut().enumerate() {
            if viewer == to.index() {
                knows[from.index()].remove(card);
            } else {
                knows[from.index()] = CardSet::default();
            }
        }
        self.state.secret.told[from.index()][to.index()].insert(card);
        self.tell(Event::Passed(from, to, Some(card)));
    }
    /// The card of the hand and the top of the Nova stack change places (EV-A4-1).
    pub(crate) fn swap(&mut self, seat: Seat, card: Card) {
        rule!("EV-A4-1");
        let top = self.state.open.nova_discard.pop().expect("the Nova stack has a top");
        self.take_from_hand(seat, card);
        self.state.open.nova_discard.push(card);
        self.add_to_hand(seat, top);
        let open = &mut self.state.open.seat[seat.index()];
        open.pool.insert(top);
        open.known_hand.insert(top);
        self.tell(Event::Swapped(seat, card, top));
    }
    /// A ship or Telepath outfit goes face down to its tab (EV-A10-1).
    pub(crate) fn put_on_tab(&mut self, seat: Seat, card: Card) {
        self.hand_over(seat, card);
        let data = self.data;
        let pirate = fits_tab(data, card, true);
        // A card known to be in the hand may be the one that went: nobody else can tell.
        let unsure =
            |known: CardSet| known.iter().filter(|&other| fits_tab(data, other, pirate)).collect::<Vec<_>>();
        for other in unsure(self.state.open.of(seat).known_hand) {
            self.state.open.seat[seat.index()].known_hand.remove(other);
        }
        for knows in &mut self.state.secret.told {
            for other in unsure(knows[seat.index()]) {
                knows[seat.index()].remove(other);
            }
        }
        let (own, open) =
            (&mut self.state.secret.seat[seat.index()], &mut self.state.open.seat[seat.index()]);
        if pirate {
            own.pirate.insert(card);
            open.pirate += 1;
        } else {
            own.gov.insert(card);
            open.gov += 1;
        }
        self.tell(Event::Deployed(seat, pirate, Some(card)));
    }
    /// A face-down card of a tab is turned up.
    pub(crate) fn take_from_tab(&mut self, seat: Seat, card: Card, pirate: bool) {
        let (own, open) =
            (&mut self.state.secret.seat[seat.index()], &mut self.state.open.seat[seat.index()]);
        let (bag, count, known) = if pirate {
            (&mut own.pirate, &mut open.pirate, &mut open.known_pirate)
        } else {
            (&mut own.gov, &mut open.gov, &mut open.known_gov)
        };
        assert!(bag.remove(card), "the card is on the tab");
        *count -= 1;
        known.remove(card);
        self.surface(seat, card);
    }
    /// A shown ship goes back face down; everybody remembers it (EV-GS-11).
    pub(crate) fn back_to_tab(&mut self, ship: ShipId) {
        let Ship { card, owner, .. } = *self.state.open.ship(ship);
        let pirate = self.data.hull(card).kind == Power::Pirate;
        self.remove_ship(ship);
        let (own, open) =
            (&mut self.state.secret.seat[owner.index()], &mut self.state.open.seat[owner.index()]);
        rule!("EV-GS-11");
        rule!("EV-R-92");
        if pirate {
            own.pirate.insert(card);
            open.pirate += 1;
            open.known_pirate.insert(card);
        } else {
            own.gov.insert(card);
            open.gov += 1;
            open.known_gov.insert(card);
        }
        open.pool.insert(card);
        self.tell(Event::WentBack(owner, card));
    }
    /// The flipped Nova card lies on the common stack; its number counts.
    pub(crate) fn flip_nova(&mut self, roll: Roll) -> u8 {
        let card = expect_card(roll);
        assert!(self.state.secret.nova.remove(card), "the card is in the Nova Deck");
        let number = self.data.number(card);
        self.state.open.nova_left[usize::from(number)] -= 1;
        self.state.open.nova_discard.push(card);
        self.tell(Event::NovaFlipped(card, number));
        number
    }
    /// After the last Nova card has done its work (EV-R-06).
    pub(crate) fn tidy_nova(&mut self) {
        if self.state.secret.nova.is_empty() && !self.state.open.nova_discard.is_empty() {
            rule!("EV-DECK-4");
            for &card in self.state.open.nova_discard.iter() {
                self.state.open.nova_left[usize::from(self.data.number(card))] += 1;
            }
            self.state.secret.nova = self.state.open.nova_discard.sorted();
            self.state.open.nova_discard.clear();
            self.state.open.nova_known = true;
            self.tell(Event::Shuffled(None));
        }
    }

    // --- ships ---------------------------------------------------------------------------

    /// A card comes into play as a ship, intact (EV-GS-12).
    pub(crate) fn add_ship(&mut self, card: Card, role: Role, owner: Seat, side: Power) -> ShipId {
        rule!("EV-GS-12");
        let open = self.open();
        let at = open.ships.iter().position(|ship| ship.role == Role::Gone).unwrap_or_else(|| {
            open.ships.push(Ship::gone());
            open.ships.len() - 1
        });
        open.ships[at] = Ship { card, role, owner, controller: owner, side, ..Ship::gone() };
        ShipId(at as u8)
    }
    /// The place of a ship becomes free.
    pub(crate) fn remove_ship(&mut self, ship: ShipId) {
        let open = self.open();
        open.ships[ship.index()] = Ship::gone();
        while open.ships.last().is_some_and(|ship| ship.role == Role::Gone) {
            open.ships.pop();
        }
        if let Some(battle) = &mut open.battle {
            battle.hunters.retain(|&other| other != ship);
            battle.dealt.retain(|&other| other != ship);
            battle.supports.retain(|support| support.by != ship && support.ship != ship);
            battle
                .backings
                .retain(|backing| backing.by != ship && backing.ship != ship && backing.target != ship);
        }
    }
    /// Puts an item under a ship.
    pub(crate) fn attach(&mut self, ship: ShipId, card: Card, owner: Seat) {
        let item = Item { ship, card, owner };
        let items = &mut self.state.open.items;
        let at = items.partition_point(|other| *other < item);
        items.insert(at, item);
    }
    /// Takes an item from under a ship.
    pub(crate) fn detach(&mut self, ship: ShipId, card: Card) -> Item {
        let items = &mut self.state.open.items;
        let at = items.iter().position(|item| item.ship == ship && item.card == card);
        items.remove(at.expect("the item lies under the ship"))
    }
    /// A ship and everything under it leave play for their owners' stacks (EV-B-25).
    pub(crate) fn scrap(&mut self, ship: ShipId) {
        let inside: Vec<ShipId> = self.state.open.fighters_in(ship).map(|(id, _)| id).collect();
        for fighter in inside {
            let Ship { card, owner, .. } = *self.state.open.ship(fighter);
            self.remove_ship(fighter);
            self.lay_later(owner, card);
        }
        let items: Vec<Item> = self.state.open.items_under(ship).copied().collect();
        for item in items {
            self.detach(ship, item.card);
            self.lay_later(item.owner, item.card);
        }
        let Ship { card, owner, .. } = *self.state.open.ship(ship);
        self.remove_ship(ship);
        self.lay_later(owner, card);
    }
    /// The Hostile Marker of a government, or the end of a Clean Record (EV-HOST-3, EV-HOST-8).
    pub(crate) fn mark(&mut self, seat: Seat, power: Power) {
        if power.has_circle() && !self.state.open.of(seat).markers.has(power) {
            rule!("EV-HOST-7");
            rule!("EV-VOC-13");
            rule!("EV-R-85");
            self.open().seat[seat.index()].markers.insert(power);
            self.tell(Event::Marked(seat, power));
        } else if power.keeps_records() && self.state.open.clean_record(self.data, seat, power) {
            rule!("EV-HOST-8");
            rule!("EV-R-42");
            self.open().seat[seat.index()].spoiled.insert(power);
            self.tell(Event::Spoiled(seat, power));
        }
    }
    /// The match is over.
    pub(crate) fn finish(&mut self, ending: Ending) {
        let open = self.open();
        open.ending = Some(ending);
        open.stack.clear();
        open.stack.push(Frame::NovaReturn { next: 0 });
        let points = match ending {
            Ending::Attrition(seat) => Some((seat, 2)),
            Ending::Total(seat) => Some((seat, 7)),
            Ending::Limit(seat) => seat.map(|seat| (seat, 1)),
        };
        self.tell(points.map_or(Event::Drawn, |(seat, points)| Event::Won(seat, points)));
    }
}

impl Ship {
    /// A free place in the list.
    pub(crate) const fn gone() -> Self {
        Self {
            card: Card::START,
            role: Role::Gone,
            owner: Seat(0),
            controller: Seat(0),
            side: Power::Trader,
            damage: Damage::Intact,
            inside: None,
            fights: false,
            used: 0,
            launched: 0,
            maneuver: false,
            chased: false,
            pursued: false,
            dodged: false,
            busy: false,
            boarded: false,
            ready: false,
            entered: 0,
        }
    }
}

/// Can a card lie face down on the Pirate Ships tab, or on the Government Fleet tab?
pub(crate) fn fits_tab(data: &Data, card: Card, pirate: bool) -> bool {
    match data.ship(card) {
        Some(ship) => (ship.kind == Power::Pirate) == pirate,
        None => !pirate && data.item(card).is_some_and(|item| item.kind == Some(Power::Telepath)),
    }
}

/// A chance of cards is answered by a card.
pub(crate) fn expect_card(roll: Roll) -> Card {
    match roll {
        Roll::Card(card) => card,
        Roll::First(_) => panic!("a card was asked for"),
    }
}
