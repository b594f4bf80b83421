//! The ledger's hidden-information table (chapter 15) as test code, and what must be conserved (19.1).

use ev_nova::{Ask, Bag, Card, Data, EvNova, Frame, MAX_SEATS, Power, Roll, State};
use laws::Secrecy;
use rules::{Dice, Game, Seat, Step, StepOf, Turn, Viewer};

/// Scrambles every row of the table.
pub(crate) struct Secrets;

fn shuffle(cards: &mut [Card], dice: &mut impl Dice) {
    for at in (1..cards.len()).rev() {
        cards.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

fn fits_tab(card: Card, pirate: bool) -> bool {
    let data = Data::standard();
    match data.ship(card) {
        Some(ship) => (ship.kind == Power::Pirate) == pirate,
        None => !pirate && data.item(card).is_some_and(|item| item.kind == Some(Power::Telepath)),
    }
}

/// A constructed list is hidden: another card of the same Action Number might be in it, and in the deck.
fn swap_listed(state: &mut State, seat: usize, dice: &mut impl Dice) {
    let (data, open) = (Data::standard(), &state.open.seat[seat]);
    let own = &mut state.secret.seat[seat];
    // A planet stays a planet, a ship a ship: an empty launch and the tabs show which kinds are left.
    let kind = |card: Card| {
        (data.number(card), data.planet(card).is_some(), fits_tab(card, true), fits_tab(card, false))
    };
    let free = |card: &Card| {
        let chosen = state.open.ask == Ask::Contributions && own.gave.contains(card);
        !chosen && !open.pool.contains(card)
    };
    let unknown: Vec<Card> = own.deck.iter().copied().filter(free).collect();
    if open.letter.is_some() || unknown.is_empty() {
        return;
    }
    let old = unknown[dice.below(unknown.len() as u32) as usize];
    let fits = (0..Card::COUNT as u8)
        .map(Card)
        .filter(|&card| card != old && kind(card) == kind(old) && own.list.count(card) < 4);
    let fits: Vec<Card> = fits.collect();
    if let Some(&new) = fits.get(dice.below(fits.len().max(1) as u32) as usize) {
        for bag in [&mut own.deck, &mut own.list] {
            assert!(bag.remove(old), "a card of the deck is on the list");
            bag.insert(new);
        }
    }
}

impl Secrecy<EvNova> for Secrets {
    fn scramble(&self, _game: &EvNova, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
        let players = usize::from(state.open.players);
        let launching = state.open.frame() == Some(Frame::Launch);
        // What other seats know of cards they passed is theirs to know.
        for eye in (0..MAX_SEATS).filter(|&eye| !viewer.is(Seat(eye as u8))) {
            state.secret.told[eye] = Default::default();
        }
        for seat in (0..players).filter(|&seat| !viewer.is(Seat(seat as u8))) {
            swap_listed(state, seat, dice);
        }
        for seat in (0..players).filter(|&seat| !viewer.is(Seat(seat as u8))) {
            let open = &state.open.seat[seat];
            let told = viewer.seat().map_or(0, |viewer| state.secret.told[viewer.index()][seat].0);
            let fixed = open.known_hand.0 | told;
            if state.open.ask == Ask::Contributions {
                // Choices still open in CONTRIBUTE are the owner's secret.
                if !open.confirmed {
                    state.secret.seat[seat].gave.clear();
                }
                continue;
            }
            if launching && state.open.active == Seat(seat as u8) {
                continue;
            }
            // Hand and deck: which of the unknown cards are where.
            let own = &mut state.secret.seat[seat];
            let (mut kept, mut loose) = (Vec::new(), Vec::new());
            for &card in own.hand.iter() {
                let first = fixed >> card.0 & 1 == 1 && !kept.contains(&card);
                if first { kept.push(card) } else { loose.push(card) }
            }
            let size = loose.len();
            loose.extend(own.deck.iter());
            // Face-down tabs: another card of the same kind may lie there.
            for (pirate, known) in [(false, open.known_gov), (true, open.known_pirate)] {
                let tab = if pirate { &mut own.pirate } else { &mut own.gov };
                for at in 0..tab.len() {
                    let card = tab[at];
                    let spots: Vec<usize> =
                        (0..loose.len()).filter(|&n| fits_tab(loose[n], pirate)).collect();
                    if known.has(card) || spots.is_empty() {
                        continue;
                    }
                    let spot = spots[dice.below(spots.len() as u32) as usize];
                    let mut cards = tab.to_vec();
                    cards[at] = loose[spot];
                    loose[spot] = card;
                    *tab = Bag::from_iter(cards).sorted();
                    break;
                }
            }
            shuffle(&mut loose, dice);
            let hand = kept.iter().chain(&loose[..size]).copied();
            own.hand = hand.collect::<Bag>().sorted();
            own.deck = loose[size..].iter().copied().collect::<Bag>().sorted();
        }
        // Cards given to the Nova Deck, until it was shuffled once: any card of the same number of the same list that
        // is still hidden might be there instead.
        if !state.open.nova_known && !launching && state.open.ask != Ask::Contributions {
            let data = Data::standard();
            let mine = viewer.seat().map(|seat| state.secret.seat[seat.index()].gave).unwrap_or_default();
            for seat in (0..players).filter(|&seat| !viewer.is(Seat(seat as u8))) {
                let pool = state.open.seat[seat].pool;
                let own = &mut state.secret.seat[seat];
                let deck: Vec<Card> = own.deck.iter().copied().filter(|card| !pool.contains(card)).collect();
                for card in deck {
                    let given = own.gave.iter().copied().find(|&given| {
                        data.number(given) == data.number(card) && state.secret.nova.contains(&given)
                    });
                    if let Some(given) = given
                        && dice.below(2) == 0
                        && !mine.contains(&given)
                    {
                        let own = &mut state.secret.seat[seat];
                        own.deck.remove(card);
                        own.deck.insert(given);
                        state.secret.nova.remove(given);
                        state.secret.nova.insert(card);
                        own.gave.remove(given);
                        own.gave.insert(card);
                        break;
                    }
                }
            }
        }
    }

    fn observes(&self, game: &EvNova, state: &State, step: StepOf<EvNova>, viewer: Viewer) -> bool {
        match step {
            // Cards drawn are seen by the drawer.
            Step::Chance(Roll::Card(_)) => !matches!(state.open.ask, Ask::Draw(seat) if !viewer.is(seat)),
            Step::Chance(Roll::First(_)) => true,
            Step::Act(seat, action) => {
                let _ = game;
                if viewer.is(seat) {
                    return true;
                }
                match action {
                    // Choices still open in CONTRIBUTE: only who has confirmed.
                    ev_nova::Action::Give(_) | ev_nova::Action::TakeBack(_) | ev_nova::Action::GiveRest => {
                        false
                    }
                    _ => true,
                }
            }
        }
    }

    /// Which card goes face down to a tab, or passes from hand to hand, though all see that one does.
    fn alike(
        &self,
        game: &EvNova,
        state: &State,
        step: StepOf<EvNova>,
        viewer: Viewer,
        dice: &mut impl Dice,
    ) -> Option<StepOf<EvNova>> {
        use ev_nova::{Action, Event};
        let Step::Act(seat, action) = step else { return None };
        if viewer.is(seat) {
            return None;
        }
        let hidden = |action: Action| {
            let mut hidden = false;
            game.apply(&mut state.clone(), Step::Act(seat, action), &mut |event| match event {
                Event::Passed(_, to, _) => hidden |= !viewer.is(to),
                Event::Deployed(..) => hidden = true,
                _ => {}
            });
            hidden
        };
        let same = |other: Action| match (action, other) {
            (Action::Deploy(card), Action::Deploy(twin)) => fits_tab(card, true) == fits_tab(twin, true),
            (Action::Lay(_), Action::Lay(_)) | (Action::FromHand(_), Action::FromHand(_)) => true,
            _ => false,
        };
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        legal.retain(|&other| same(other) && hidden(other));
        let other = *legal.get(dice.below(legal.len().max(1) as u32) as usize)?;
        hidden(action).then_some(Step::Act(seat, other))
    }

    /// Repairs are rare at random: an offer is taken half of the time.
    fn liven(
        &self,
        _game: &EvNova,
        _state: &State,
        _seat: Seat,
        legal: &mut Vec<ev_nova::Action>,
        dice: &mut impl Dice,
    ) {
        let repair = |action: &ev_nova::Action| matches!(action, ev_nova::Action::Repair(_));
        if legal.iter().any(repair) && dice.below(2) == 0 {
            legal.retain(repair);
        }
    }

    fn check_conservation(&self, game: &EvNova, state: &State) {
        conserved(game, state);
    }
}

/// Every card of every list is in exactly one place (L1, L2), and the other laws of 19.1.
pub(crate) fn conserved(game: &EvNova, state: &State) {
    let open = &state.open;
    let data = Data::standard();
    let nobody_out = open.alive().count() == usize::from(open.players);
    let cards = state.cards();
    let lists: usize = (0..MAX_SEATS).map(|seat| state.secret.seat[seat].list.len()).sum();
    if nobody_out {
        let mut counts = [0_i32; 120];
        for card in &cards {
            counts[card.index()] += 1;
        }
        for own in &state.secret.seat {
            own.list.iter().for_each(|card| counts[card.index()] -= 1);
        }
        assert_eq!(cards.len(), lists, "L2: no card is lost or made");
        assert!(counts.iter().all(|&count| count == 0), "L1: every card is in one place: {counts:?}");
    } else {
        assert!(cards.len() <= lists, "L2: cards leave only with their player");
    }
    for seat in open.seats() {
        let (player, own) = (open.of(seat), &state.secret.seat[seat.index()]);
        assert_eq!(
            (player.hand, player.deck, player.gov, player.pirate),
            (own.hand.size(), own.deck.size(), own.gov.size(), own.pirate.size()),
            "the open counts are true"
        );
        let mut hidden = [0_i32; 120];
        for bag in [&own.hand, &own.deck, &own.gov, &own.pirate] {
            assert!(bag.windows(2).all(|pair| pair[0] <= pair[1]), "a bag is in ascending order");
            bag.iter().for_each(|card| hidden[card.index()] += 1);
        }
        player.pool.iter().for_each(|card| hidden[card.index()] -= 1);
        assert!(hidden.iter().all(|&count| count >= 0), "the pool is in the hidden places of {seat:?}");
        assert!(player.known_hand.iter().all(|card| own.hand.contains(&card)), "known cards are in the hand");
        assert!(player.known_gov.iter().all(|card| own.gov.contains(&card)), "known ships are on the tab");
        assert!(
            player.known_pirate.iter().all(|card| own.pirate.contains(&card)),
            "known ships are on the tab"
        );
        for knows in &state.secret.told {
            assert!(
                knows[seat.index()].iter().all(|card| own.hand.contains(&card)),
                "passed cards are in the hand"
            );
        }
        // L5
        let current =
            open.fleet().filter(|(_, s)| s.role == ev_nova::Role::Current && s.owner == seat).count();
        let podded = open.battle.as_ref().is_some_and(|battle| battle.podded >> seat.0 & 1 == 1);
        let buying =
            open.stack.iter().any(|frame| matches!(frame, Frame::Install { how: ev_nova::Use::Ship, .. }));
        if !player.out && open.ending.is_none() {
            assert!(
                current == 1 || (podded || buying) && current == 0,
                "L5: one Current Ship, {current} of {seat:?}"
            );
        }
        assert!(open.escorts(seat).count() <= 9, "L5: at most 8 Escorts");
        // L10
        for one in player.assets.iter().filter_map(|&card| data.numbered(card)) {
            let same = player.assets.iter().filter_map(|&card| data.numbered(card));
            let same = same.filter(|other| other.storyline == one.storyline && !other.persistent).count();
            assert!(same <= 1, "L10: one completed card that is not permanent");
        }
    }
    // L4
    if open.ask != Ask::Contributions && open.returned.iter().all(|cards| cards.is_empty()) {
        let mut numbers = [0; 10];
        let nova = state.secret.nova.iter().chain(open.nova_discard.iter()).chain(&open.nova_aside);
        nova.for_each(|&card| numbers[usize::from(data.number(card))] += 1);
        assert_eq!(numbers, [2 * usize::from(open.players); 10], "L4: the Nova Deck keeps its numbers");
    }
    // L6
    for (id, ship) in open.fleet().filter(|(_, ship)| ship.role == ev_nova::Role::Current) {
        let capturing = open.stack.iter().any(|frame| matches!(frame, Frame::CaptureItems { .. }));
        assert!(capturing || open.spaces_left(data, id) >= 0, "L6: Spaces of {ship:?}");
    }
    // L7
    if open.battle.is_none() && open.ending.is_none() {
        let preparing = open.stack.iter().any(|frame| {
            matches!(
                frame,
                Frame::OpposeFlip { .. }
                    | Frame::OpposeAdd { .. }
                    | Frame::EventFlip { .. }
                    | Frame::EventAdd { .. }
                    | Frame::EndWindow { .. }
                    | Frame::EndDecide
                    | Frame::Order { .. }
            )
        });
        for (_, ship) in open.fleet() {
            assert!(preparing || ship.role != ev_nova::Role::Npc, "L7: no NPC ship outside a battle");
            let whole = ship.damage == ev_nova::Damage::Intact;
            assert!(whole || open.of(ship.owner).stranded, "L7: ships are intact outside a battle: {ship:?}");
        }
        assert!(open.nova_aside.is_none(), "L7: nothing is set aside");
    }
    // L8
    if open.seats().any(|seat| open.of(seat).pawn == data.system("S7E")) {
        assert!(open.ending.is_some(), "L8: a pawn on S7evyn ends the game");
    }
    // L11
    if matches!(game.turn(state), Turn::Over) {
        assert!(open.ending.is_some(), "a match that is over has an ending");
    }
}

/// Changes one secret of seat 1 in a position and says who must notice: the owner and nobody else.
fn only_the_owner_sees(change: impl Fn(&mut State)) {
    let game = EvNova::starters("ABC", ev_nova::Options::default()).expect("starter decks");
    let text = "seat 0 SOL\nseat 1 KAN hand {008 009} gov {062} pirate {098}\nseat 2 WOL";
    let before = rules::Notation::read_position(&game, text).expect("a position");
    let mut after = before.clone();
    change(&mut after);
    assert_ne!(before, after, "the secret differs");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Public] {
        assert_eq!(game.view(&before, viewer), game.view(&after, viewer), "{viewer:?} cannot tell");
    }
    assert_ne!(
        game.view(&before, Viewer::Seat(Seat(1))),
        game.view(&after, Viewer::Seat(Seat(1))),
        "the owner can"
    );
}

#[test]
fn every_hidden_row_is_seen_by_its_owner_alone() {
    let swap = |from: &mut Bag, to: &mut Bag, out: u8, into: u8| {
        assert!(from.remove(Card(out - 1)) && to.remove(Card(into - 1)));
        from.insert(Card(into - 1));
        to.insert(Card(out - 1));
    };
    only_the_owner_sees(|state| {
        let own = &mut state.secret.seat[1];
        swap(&mut own.hand, &mut own.deck, 9, 23);
    });
    only_the_owner_sees(|state| {
        let own = &mut state.secret.seat[1];
        swap(&mut own.gov, &mut own.deck, 62, 65);
    });
    only_the_owner_sees(|state| {
        let own = &mut state.secret.seat[1];
        swap(&mut own.pirate, &mut own.deck, 98, 23);
    });
    only_the_owner_sees(|state| {
        let own = &mut state.secret.seat[1];
        own.gave.remove(Card(29));
        own.gave.insert(Card(82));
        own.deck.remove(Card(82));
        own.deck.insert(Card(29));
        state.secret.nova.remove(Card(29));
        state.secret.nova.insert(Card(82));
    });
}

#[test]
fn cards_passed_for_a_repair_are_known_to_giver_and_receiver_only() {
    let game = EvNova::starters("ABC", ev_nova::Options::default()).expect("starter decks");
    let event = ev_nova::Event::Passed(Seat(0), Seat(1), Some(Card(7)));
    assert_eq!(game.redact(&event, Viewer::Seat(Seat(1))), Some(event.clone()));
    assert_eq!(
        game.redact(&event, Viewer::Seat(Seat(2))),
        Some(ev_nova::Event::Passed(Seat(0), Seat(1), None))
    );
    let drawn = ev_nova::Event::Drew(Seat(0), Some(Card(7)));
    assert_eq!(game.redact(&drawn, Viewer::Public), Some(ev_nova::Event::Drew(Seat(0), None)));
    assert_eq!(game.redact(&ev_nova::Event::Gave(Seat(0), Some(Card(7))), Viewer::Seat(Seat(1))), None);
}

#[test]
fn ships_known_on_a_tab_stay_known_when_cards_are_passed() {
    let mut stage = crate::stage::two(
        "seat 0 SOL\nseat 1 SOL stranded offer 1 hand {008 009} gov {062} pool {008 062} known-gov {062}\nship s0 START current 0\nship s1 START current 1 disabled",
    );
    stage.act(0, "repair 1").act(1, "lay 008");
    assert_eq!(stage.state.open.seat[1].pool.to_vec(), [Card(61)], "only the hand became uncertain");
    let view = stage.game.view(&stage.state, Viewer::Seat(Seat(0)));
    for seed in 0..20 {
        let world = stage.game.determinize(&view, &mut laws::SplitMix64(seed));
        let places = world.cards().iter().filter(|&&card| card == Card(61)).count();
        assert_eq!(places, 1, "the ship lies on the tab and nowhere else");
    }
}
