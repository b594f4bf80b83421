//! The ledger's table of hidden information (chapter 17) and its conservation laws (section 24) as test code.

use laws::Secrecy;
use rules::{Dice, Game, Seat, Step, StepOf, Viewer};
use starcraft::{
    Action, Frame, NONE, Player, SEATS, StarCraft, State,
    ids::{Card, EventBag, EventId, Token, total},
};

pub(crate) struct Secrets;

/// Cards of a seat's race as a set, and which of them are combat cards.
fn deck_of(game: &StarCraft, player: &Player) -> (u8, u64, u64) {
    use starcraft::effect::CardKind;
    let race = game.components.race(game.components.faction(player.faction).race);
    let mut combat = 0;
    for at in 0..race.cards {
        if game.components.card(Card(race.first_card + at)).kind == CardKind::Combat {
            combat |= 1 << at;
        }
    }
    (race.first_card, (1u64 << race.cards) - 1, combat)
}

fn bits(set: u64) -> Vec<u64> {
    (0..64).map(|at| 1u64 << at).filter(|bit| set & bit != 0).collect()
}

fn shuffle<T>(list: &mut [T], dice: &mut impl Dice) {
    for at in (1..list.len()).rev() {
        list.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

/// SC-HID-1, SC-HID-2: types of face-down orders of others, with the matching change in the supply.
fn scramble_orders(game: &StarCraft, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    for at in 0..game.options.players {
        let seat = Seat(at);
        if viewer.is(seat) || state.players[seat.index()].faction.0 == NONE {
            continue;
        }
        // All tokens that could lie on the board: not turned up this round, not lost.
        let mut tokens = Vec::new();
        let player = &state.players[seat.index()];
        let mut on_board = Vec::new();
        for (planet, stack) in state.stacks.iter().enumerate() {
            for (nth, order) in stack.iter().enumerate().filter(|(_, order)| order.seat == seat) {
                on_board.push((planet, nth, order.token));
            }
        }
        let golden = on_board.iter().filter(|order| order.2.is_gold()).count();
        for token in Token::ALL {
            let placed = on_board.iter().filter(|order| order.2 == token).count() as u8;
            let free = player.tokens[token.index()].saturating_sub(player.shown[token.index()]) + placed;
            tokens.extend(std::iter::repeat_n(token, usize::from(free)));
        }
        shuffle(&mut tokens, dice);
        let mut gold_left = golden;
        let mut chosen = Vec::new();
        for token in tokens {
            if chosen.len() < on_board.len() && (!token.is_gold() || gold_left > 0) {
                gold_left -= usize::from(token.is_gold());
                chosen.push(token);
            }
        }
        for &(_, _, old) in &on_board {
            state.players[seat.index()].tokens[old.index()] += 1;
        }
        for (&(planet, nth, _), new) in on_board.iter().zip(chosen) {
            state.players[seat.index()].tokens[new.index()] -= 1;
            state.stacks[planet].as_mut_slice()[nth].token = new;
        }
    }
}

/// SC-HID-3 to 5, 10, 11, 15, 18: which cards of a seat's unseen set lie where.
fn scramble_cards(game: &StarCraft, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    for at in 0..game.options.players {
        let seat = Seat(at);
        let player = state.players[seat.index()];
        if player.faction.0 == NONE {
            continue;
        }
        let (first, _, combat) = deck_of(game, &player);
        let own = viewer.is(seat);
        let known = player.open | viewer.seat().map_or(0, |eye| player.known[eye.index()]);
        // (line, side, which slot, blind)
        let mut slots = Vec::new();
        for side in (0..2).filter(|&side| state.battle.area.0 != NONE && state.battle.seats[side] == seat) {
            for (nth, line) in state.battle.lines.iter().enumerate() {
                if line.done || line.shown[side] {
                    continue;
                }
                if line.card[side] != NONE && (line.blind[side] || !own) {
                    slots.push((nth, side, false, line.blind[side], line.card[side]));
                }
                if line.extra[side] != NONE && !own {
                    slots.push((nth, side, true, false, line.extra[side]));
                }
            }
        }
        let bit = |card: u8| 1u64 << (card - first);
        let placed: u64 = slots.iter().map(|slot| bit(slot.4)).sum();
        // Everything the viewer cannot tell apart; the owner knows the own hand.
        let hand = if own { 0 } else { player.hand & !known };
        let mut pool: Vec<u64> = bits(hand | player.deck | (placed & !known));
        shuffle(&mut pool, dice);
        let mut take = |wanted: u64| {
            let at = pool.iter().position(|card| wanted & card != 0).expect("the true cards fit");
            pool.remove(at)
        };
        let mut new = Vec::new();
        // Reinforcement and combat slots first, then whatever is left.
        for &(nth, side, extra, blind, old) in &slots {
            if known & bit(old) != 0 {
                continue;
            }
            let wanted = if blind {
                continue;
            } else if extra {
                !combat
            } else {
                combat
            };
            new.push((nth, side, extra, take(wanted)));
        }
        for &(nth, side, extra, blind, old) in &slots {
            if blind && known & bit(old) == 0 {
                new.push((nth, side, extra, take(u64::MAX)));
            }
        }
        let count = hand.count_ones() as usize;
        let fresh: u64 = pool.drain(..count).sum();
        let deck: u64 = pool.iter().sum();
        for (nth, side, extra, card) in new {
            let id = first + card.trailing_zeros() as u8;
            let line = &mut state.battle.lines.as_mut_slice()[nth];
            if extra {
                line.extra[side] = id;
            } else {
                line.card[side] = id;
            }
        }
        let player = &mut state.players[seat.index()];
        if !own {
            player.hand = (player.hand & known) | fresh;
            // What other seats have seen of it is theirs to know.
            for eye in (0..SEATS).filter(|&eye| !viewer.is(Seat(eye as u8))) {
                player.known[eye] = 0;
            }
        }
        player.deck = deck;
    }
}

/// SC-HID-18: what others have chosen to discard.
fn scramble_discards(game: &StarCraft, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    if state.frame() != Frame::Discard {
        return;
    }
    for at in 0..game.options.players {
        let seat = Seat(at);
        if viewer.is(seat) || state.players[seat.index()].faction.0 == NONE {
            continue;
        }
        let answered = !state.discarding.contains(seat);
        let player = &mut state.players[seat.index()];
        let limit = game.components.race(game.components.faction(player.faction).race).hand_limit;
        let over = player.hand.count_ones().saturating_sub(u32::from(limit));
        let count = if answered { over } else { dice.below(over.max(1)) };
        if player.dropping != 0 || !answered {
            let mut hand = bits(player.hand);
            shuffle(&mut hand, dice);
            player.dropping = hand.into_iter().take(count as usize).sum();
        }
    }
}

/// SC-HID-8, 9, 17: faces of event cards of others, from those of the same stage not yet turned up.
fn scramble_faces(game: &StarCraft, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    for stage in 0..3u8 {
        let mut pool = Vec::new();
        for (at, event) in game.components.events.iter().enumerate().filter(|(_, event)| event.stage == stage)
        {
            let id = EventId(at as u8);
            let mut out = state.spent.count(id);
            for (seat, player) in state.players.iter().enumerate() {
                out += player.kept.count(id);
                if viewer.is(Seat(seat as u8)) {
                    out += player.faces.count(id);
                }
            }
            if game.components.end_event() == id {
                out += state.ends;
            }
            let playing =
                state.frames.iter().any(|frame| matches!(frame, Frame::Event { event, .. } if *event == id));
            out += u8::from(playing);
            pool.extend(std::iter::repeat_n(id, usize::from(event.copies - out)));
        }
        shuffle(&mut pool, dice);
        for seat in (0..SEATS).filter(|&seat| !viewer.is(Seat(seat as u8))) {
            let mut faces = EventBag::default();
            let old = state.players[seat].faces;
            for event in old.kinds() {
                let other = game.components.event(event).stage != stage;
                for _ in 0..old.count(event) {
                    faces.add(if other { event } else { pool.pop().expect("the true cards fit") });
                }
            }
            state.players[seat].faces = faces;
        }
    }
}

impl Secrecy<StarCraft> for Secrets {
    fn scramble(&self, game: &StarCraft, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
        scramble_orders(game, state, viewer, dice);
        scramble_cards(game, state, viewer, dice);
        scramble_discards(game, state, viewer, dice);
        scramble_faces(game, state, viewer, dice);
    }

    fn observes(&self, game: &StarCraft, state: &State, step: StepOf<StarCraft>, viewer: Viewer) -> bool {
        match step {
            // SC-CHN-4, 5, 6: cards drawn are seen by their owner, blind ones by nobody, replacements by all; and
            // what follows without a decision, such as a skirmish resolved, is seen by all.
            Step::Chance(starcraft::Roll::Card(_)) => {
                let owner = match state.frame() {
                    Frame::Draw { seat, .. } => Some(seat),
                    _ => None,
                };
                let mut quiet = true;
                let mut after = state.clone();
                game.apply(&mut after, step, &mut |event| {
                    quiet &= matches!(
                        event,
                        starcraft::Event::CardDrawn { .. }
                            | starcraft::Event::CardPlaced { open: false, .. }
                            | starcraft::Event::DeckShuffled { .. }
                    );
                });
                !quiet || owner.is_some_and(|seat| viewer.is(seat))
            }
            // SC-CHN-7: cards read at the start of step 8 are seen by their owner.
            Step::Chance(starcraft::Roll::Event(_)) => {
                let mut quiet = true;
                let mut seen = false;
                let mut after = state.clone();
                game.apply(&mut after, step, &mut |event| match event {
                    starcraft::Event::EventRead { seat, .. } => seen |= viewer.is(seat),
                    _ => quiet = false,
                });
                seen || !quiet
            }
            Step::Chance(_) => true,
            Step::Act(seat, _) if viewer.is(seat) => true,
            // SC-HID-18: that a seat has answered is seen, what it chooses is not.
            Step::Act(seat, Action::Discard(_)) => {
                let player = &state.players[seat.index()];
                let limit = game.components.race(game.components.faction(player.faction).race).hand_limit;
                (player.hand & !player.dropping).count_ones() <= u32::from(limit) + 1
            }
            // Where an order goes, whether a card or a reinforcement is placed, is seen by all.
            Step::Act(..) => true,
        }
    }

    /// SC-HID-1, 10: which order or card is put face down, though all see that one is.
    fn alike(
        &self,
        game: &StarCraft,
        state: &State,
        step: StepOf<StarCraft>,
        viewer: Viewer,
        dice: &mut impl Dice,
    ) -> Option<StepOf<StarCraft>> {
        let Step::Act(seat, action) = step else { return None };
        if viewer.is(seat) {
            return None;
        }
        let same = |other: Action| match (action, other) {
            (Action::PlaceOrder(planet, token), Action::PlaceOrder(other, twin)) => {
                planet == other && token.is_gold() == twin.is_gold()
            }
            (Action::Card(line, _), Action::Card(other, _))
            | (Action::Reinforce(line, _), Action::Reinforce(other, _)) => line == other,
            _ => false,
        };
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        legal.retain(|&other| same(other));
        let other = *legal.get(dice.below(legal.len().max(1) as u32) as usize)?;
        // What is turned up at once is no secret, and a known card is known to lie there or in the hand.
        let quiet = |action: Action| {
            let mut quiet = true;
            game.apply(&mut state.clone(), Step::Act(seat, action), &mut |event| {
                quiet &= matches!(
                    event,
                    starcraft::Event::OrderPlaced { .. }
                        | starcraft::Event::CardPlaced { open: false, .. }
                        | starcraft::Event::Reinforced { open: false, .. }
                );
            });
            quiet
        };
        (quiet(action) && quiet(other)).then_some(Step::Act(seat, other))
    }

    /// Without this a match lasts four rounds and has no battle: event cards are drawn instead of executing orders.
    fn liven(
        &self,
        _game: &StarCraft,
        state: &State,
        seat: Seat,
        legal: &mut Vec<Action>,
        dice: &mut impl Dice,
    ) {
        let all = legal.clone();
        let attack = |action: &Action| matches!(action, Action::Move(_, _, to) if ![NONE, seat.0].contains(&state.areas[to.index()].owner));
        if dice.below(2) == 0 && all.iter().any(attack) {
            legal.retain(attack);
        } else if dice.below(16) > 0 {
            legal.retain(|action| {
                !matches!(
                    action,
                    Action::DrawEvent
                        | Action::DestroyUnit(..)
                        | Action::DestroyBase(_)
                        | Action::DestroyTransport(_)
                )
            });
        }
        if legal.is_empty() {
            *legal = all;
        }
    }

    fn check_conservation(&self, game: &StarCraft, state: &State) {
        conserve(game, state);
    }
}

/// Section 24 of the ledger.
pub(crate) fn conserve(game: &StarCraft, state: &State) {
    let common = &game.components.common;
    let over = state.ending.is_some();
    for at in 0..game.options.players {
        let seat = Seat(at);
        let player = &state.players[seat.index()];
        if player.faction.0 == NONE {
            continue;
        }
        let race = game.components.race(game.components.faction(player.faction).race);
        // SC-LAW-1: figures.
        let mut units = [0u8; 9];
        for area in state.areas.iter().filter(|area| area.owner == at) {
            units.iter_mut().zip(area.units).for_each(|(sum, n)| *sum += n);
        }
        for side in (0..2).filter(|&side| state.battle.area.0 != NONE && state.battle.seats[side] == seat) {
            units.iter_mut().zip(state.battle.units[side]).for_each(|(sum, n)| *sum += n);
        }
        for (local, &count) in units.iter().enumerate() {
            let kind = usize::from(race.first_kind) + local;
            let figures = game.components.units.get(kind).filter(|_| local < usize::from(race.kinds));
            assert!(count <= figures.map_or(0, |unit| unit.figures), "SC-LAW-1: figures of {seat:?}");
        }
        // SC-LAW-2: workers.
        let on_cards: u8 = state.areas.iter().filter(|area| area.card == at).map(|area| area.workers).sum();
        let workers = player.pool + player.idle + player.on_minerals + player.on_gas + on_cards;
        assert!(workers <= common.workers, "SC-LAW-2: workers of {seat:?}");
        assert!(player.on_minerals <= common.permanent.minerals && player.on_gas <= common.permanent.gas);
        // SC-LAW-3: bases and transports.
        let bases = state.areas.iter().filter(|area| area.base == at).count();
        assert!(bases <= usize::from(common.bases), "SC-LAW-3: bases of {seat:?}");
        let transports = state.routes.iter().filter(|route| route.transports >> at & 1 == 1).count();
        assert!(transports <= usize::from(common.transports), "SC-LAW-3: transports of {seat:?}");
        // SC-LAW-4: cards.
        let (first, all, _) = deck_of(game, player);
        let mut seen = 0u64;
        let mut add = |cards: u64| {
            assert_eq!(seen & cards, 0, "SC-LAW-4: a card of {seat:?} twice");
            seen |= cards;
        };
        [player.hand, player.deck, player.discards, player.tech, player.play].into_iter().for_each(&mut add);
        for side in (0..2).filter(|&side| state.battle.area.0 != NONE && state.battle.seats[side] == seat) {
            add(state.battle.aside[side]);
            for line in state.battle.lines.iter().filter(|line| !line.done) {
                for card in [line.card[side], line.extra[side]].into_iter().filter(|&card| card != NONE) {
                    add(1 << (card - first));
                }
            }
        }
        if state.order.seat == seat {
            add(state.order.fresh);
        }
        assert_eq!(seen, all, "SC-LAW-4: cards of {seat:?}");
        // SC-LAW-6: tokens.
        let placed =
            state.stacks.iter().flat_map(|stack| stack.iter()).filter(|order| order.seat == seat).count();
        let executing = usize::from(state.order.token.is_some() && state.order.seat == seat);
        let supply: u8 = player.tokens.iter().sum();
        if player.out == 0 && !over {
            assert_eq!(usize::from(supply) + placed + executing, 9, "SC-LAW-6: tokens of {seat:?}");
        }
        // SC-LAW-10: modules and levels.
        assert!(player.modules.iter().sum::<u8>() <= race.module_slots, "SC-LAW-10: slots of {seat:?}");
        assert!(player.modules.iter().zip(race.modules).all(|(have, most)| *have <= most), "SC-LAW-10");
        // SC-LAW-11: eliminated players.
        if player.out > 0 {
            let nothing = bases == 0 && transports == 0 && workers == 0 && total(&units) == 0;
            assert!(nothing && player.kept.is_empty() && player.front == [0; 3], "SC-LAW-11: {seat:?}");
        }
    }
    // SC-LAW-3, 7, 8: areas.
    for (at, area) in state.areas.iter().enumerate() {
        let printed = &game.components.areas[at];
        assert_eq!(area.owner == NONE, total(&area.units) == 0, "an owner has units in {}", printed.id);
        let open = matches!(state.frame(), Frame::Mobilize) || state.frames.contains(&Frame::Pay);
        assert!(open || total(&area.units) <= printed.limit, "SC-LAW-7: {} is too full", printed.id);
        assert!(area.workers <= printed.amount + 1, "SC-LAW-2: workers on {}", printed.id);
        assert!(area.card == NONE || area.depletion < 2, "SC-LAW-8: a depleted card of {}", printed.id);
    }
    // SC-LAW-5: event cards.
    for (at, event) in game.components.events.iter().enumerate() {
        let id = EventId(at as u8);
        let held: u8 =
            state.players.iter().map(|player| player.kept.count(id) + player.faces.count(id)).sum();
        let ends = if id == game.components.end_event() { state.ends } else { 0 };
        assert!(held + ends + state.spent.count(id) <= event.copies, "SC-LAW-5: copies of {}", event.id);
    }
}
