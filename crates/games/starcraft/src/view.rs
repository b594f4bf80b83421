//! What a viewer knows (chapter 17 of the ledger) and a state that could be behind it.

use rules::{Dice, InlineVec, Seat, Seats, Viewer, rule};

use crate::{
    StarCraft,
    action::Event,
    ids::{Card, Cards, EventBag, EventId, Faction, Planet, Token},
    state::{
        AREAS, AreaState, Battle, Ending, Frame, NONE, Order, Pay, Placed, Player, ROUTES, RouteState, SEATS,
        STACK, State, Tile,
    },
};

/// In place of a card id: a card the viewer cannot see.
pub const HIDDEN: u8 = 254;

/// An order on a stack as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PlacedView {
    pub seat: Seat,
    pub token: Option<Token>,
}

impl Default for PlacedView {
    fn default() -> Self {
        Self { seat: Seat(0), token: None }
    }
}

/// A player as a viewer sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "as in the state; hidden things are `None` or a number")]
pub struct PlayerView {
    pub faction: Faction,
    pub out: u8,
    pub cp: u8,
    pub pool: u8,
    pub idle: u8,
    pub on_minerals: u8,
    pub on_gas: u8,
    pub levels: [u8; 3],
    pub modules: [u8; 3],
    pub shown: [u8; 6],
    /// Tokens that left the game with an eliminated player.
    pub lost_tokens: u8,
    pub tokens: Option<[u8; 6]>,
    pub hand: Option<Cards>,
    pub hand_count: u8,
    pub deck_count: u8,
    pub discards: Cards,
    pub tech: Cards,
    pub play: Cards,
    /// Cards of this player, in hand or placed, that the viewer has seen.
    pub known: Cards,
    /// Of these, the ones everybody has seen.
    pub open: Cards,
    /// Own cards that each other seat has seen.
    pub seen_by: Option<[Cards; SEATS]>,
    pub dropping: Option<Cards>,
    pub kept: EventBag,
    pub front: [u8; 3],
    pub faces: Option<EventBag>,
    /// Cards read and not yet played, by stage.
    pub read: [u8; 3],
    pub jammed: bool,
    pub dealt: u16,
    pub home: Planet,
}

/// A match as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "as in the state")]
pub struct View {
    pub viewer: Viewer,
    pub round: u8,
    pub first: Seat,
    pub alive: Seats,
    pub next_first: u8,
    pub tiles: [Tile; 12],
    pub routes: InlineVec<RouteState, ROUTES>,
    pub areas: [AreaState; AREAS],
    pub stacks: [InlineVec<PlacedView, STACK>; 12],
    pub players: [PlayerView; SEATS],
    pub drawn: u8,
    pub spent: EventBag,
    pub ends: u8,
    pub eliminated: u8,
    pub discarding: Seats,
    pub frames: InlineVec<Frame, 8>,
    pub order: Order,
    pub pay: Pay,
    /// Hidden cards are [`HIDDEN`].
    pub battle: Battle,
    pub ending: Option<Ending>,
    pub winners: Seats,
}

impl StarCraft {
    /// Number of cards by stage.
    fn by_stage(&self, bag: EventBag) -> [u8; 3] {
        let mut stages = [0; 3];
        for event in bag.kinds() {
            stages[usize::from(self.components.event(event).stage)] += bag.count(event);
        }
        stages
    }

    fn player_view(&self, state: &State, seat: Seat, viewer: Viewer) -> PlayerView {
        let player = state.player(seat);
        let own = viewer.is(seat);
        let seen = viewer.seat().map_or(0, |eye| player.known[eye.index()]);
        let on_stacks: u8 =
            state.stacks.iter().flat_map(|stack| stack.iter()).filter(|order| order.seat == seat).count()
                as u8;
        let executing = u8::from(state.order.token.is_some() && state.order.seat == seat);
        let all: u8 = self.components.common.tokens.iter().sum();
        let has = player.faction.0 != NONE;
        let supply: u8 = player.tokens.iter().sum();
        rule!("SC-RSRC-12");
        rule!("SC-HID-4");
        rule!("SC-HID-5");
        rule!("SC-HID-6");
        rule!("SC-HID-7");
        rule!("SC-HID-8");
        rule!("SC-HID-19");
        rule!("SC-HID-20");
        rule!("SC-RUL-70");
        PlayerView {
            faction: player.faction,
            out: player.out,
            cp: player.cp,
            pool: player.pool,
            idle: player.idle,
            on_minerals: player.on_minerals,
            on_gas: player.on_gas,
            levels: player.levels,
            modules: player.modules,
            shown: player.shown,
            lost_tokens: if has { all - on_stacks - executing - supply } else { 0 },
            tokens: own.then_some(player.tokens),
            hand: own.then_some(player.hand),
            hand_count: player.hand.count_ones() as u8,
            deck_count: player.deck.count_ones() as u8,
            discards: player.discards,
            tech: player.tech,
            play: player.play,
            known: player.open | seen,
            open: player.open,
            seen_by: own.then_some(player.known),
            dropping: own.then_some(player.dropping),
            kept: player.kept,
            front: player.front,
            faces: own.then_some(player.faces),
            read: self.by_stage(player.faces),
            jammed: player.jammed,
            dealt: player.dealt,
            home: player.home,
        }
    }

    /// The battle with the cards `viewer` cannot see covered (SC-HID-10, SC-HID-11).
    fn battle_view(&self, battle: &Battle, viewer: Viewer) -> Battle {
        let mut seen = *battle;
        for line in seen.lines.as_mut_slice() {
            for side in 0..2 {
                let own = viewer.is(battle.seats[side]);
                let card_known = line.shown[side] || (own && !line.blind[side]);
                if line.card[side] != NONE && !card_known {
                    rule!("SC-HID-10");
                    rule!("SC-HID-11");
                    rule!("SC-RUL-13");
                    line.card[side] = HIDDEN;
                }
                if line.extra[side] != NONE && !line.shown[side] && !own {
                    line.extra[side] = HIDDEN;
                }
            }
        }
        seen
    }

    pub(crate) fn look(&self, state: &State, viewer: Viewer) -> View {
        let order = |order: &Placed| {
            rule!("SC-HID-1");
            rule!("SC-PLAN-11");
            rule!("SC-HID-16");
            PlacedView { seat: order.seat, token: viewer.is(order.seat).then_some(order.token) }
        };
        let stack = |stack: &InlineVec<Placed, STACK>| stack.iter().map(order).collect();
        let seats: [Seat; SEATS] = std::array::from_fn(|at| Seat(at as u8));
        rule!("SC-HID-9");
        rule!("SC-HID-13");
        View {
            viewer,
            round: state.round,
            first: state.first,
            alive: state.alive,
            next_first: state.next_first,
            tiles: state.tiles,
            routes: state.routes,
            areas: state.areas,
            stacks: std::array::from_fn(|at| stack(&state.stacks[at])),
            players: seats.map(|seat| self.player_view(state, seat, viewer)),
            drawn: state.drawn,
            spent: state.spent,
            ends: state.ends,
            eliminated: state.eliminated,
            discarding: state.discarding,
            frames: state.frames,
            order: state.order,
            pay: state.pay,
            battle: self.battle_view(&state.battle, viewer),
            ending: state.ending,
            winners: state.winners,
        }
    }

    pub(crate) fn heard(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        let is = |seat: Seat| viewer.is(seat);
        Some(match *event {
            Event::OrderPlaced { seat, planet, token } => {
                rule!("SC-PLAN-2");
                Event::OrderPlaced { seat, planet, token: token.filter(|_| is(seat)) }
            }
            Event::CardDrawn { seat, card } => {
                rule!("SC-HID-3");
                Event::CardDrawn { seat, card: card.filter(|_| is(seat)) }
            }
            Event::CardPlaced { seat, line, card, blind, open } => {
                let card = card.filter(|_| open || (is(seat) && !blind));
                Event::CardPlaced { seat, line, card, blind, open }
            }
            Event::Reinforced { seat, line, card, open } => {
                Event::Reinforced { seat, line, card: card.filter(|_| open || is(seat)), open }
            }
            Event::HandSeen { seat, of, cards } => {
                Event::HandSeen { seat, of, cards: cards.filter(|_| is(seat) || is(of)) }
            }
            Event::EventRead { seat, event } => {
                rule!("SC-HID-17");
                Event::EventRead { seat, event: event.filter(|_| is(seat)) }
            }
            Event::DiscardChosen { seat, .. } if !is(seat) => return None,
            other => other,
        })
    }

    // --- a state behind a view -----------------------------------------------------------

    pub(crate) fn imagine(&self, view: &View, dice: &mut impl Dice) -> State {
        let mut state = State {
            round: view.round,
            first: view.first,
            alive: view.alive,
            next_first: view.next_first,
            tiles: view.tiles,
            routes: view.routes,
            areas: view.areas,
            stacks: std::array::from_fn(|at| {
                let seats = view.stacks[at].iter().map(|order| order.seat);
                seats.map(|seat| Placed { seat, token: Token::Build }).collect()
            }),
            players: [Player::default(); SEATS],
            drawn: view.drawn,
            spent: view.spent,
            ends: view.ends,
            eliminated: view.eliminated,
            discarding: view.discarding,
            frames: view.frames,
            order: view.order,
            pay: view.pay,
            battle: view.battle,
            ending: view.ending,
            winners: view.winners,
        };
        for at in 0..SEATS {
            self.imagine_player(view, &mut state, at, dice);
        }
        self.imagine_faces(view, &mut state, dice);
        state
    }

    fn imagine_player(&self, view: &View, state: &mut State, at: usize, dice: &mut impl Dice) {
        let (seen, seat) = (&view.players[at], Seat(at as u8));
        state.players[at] = Player {
            faction: seen.faction,
            out: seen.out,
            cp: seen.cp,
            pool: seen.pool,
            idle: seen.idle,
            on_minerals: seen.on_minerals,
            on_gas: seen.on_gas,
            levels: seen.levels,
            modules: seen.modules,
            tokens: [0; 6],
            hand: 0,
            deck: 0,
            discards: seen.discards,
            tech: seen.tech,
            play: seen.play,
            known: seen.seen_by.unwrap_or_default(),
            open: seen.open,
            shown: seen.shown,
            dropping: seen.dropping.unwrap_or(0),
            kept: seen.kept,
            front: seen.front,
            faces: seen.faces.unwrap_or_default(),
            jammed: seen.jammed,
            dealt: seen.dealt,
            home: seen.home,
        };
        if let Some(eye) = view.viewer.seat().filter(|&eye| eye != seat) {
            state.players[at].known[eye.index()] = seen.known & !seen.open;
        }
        if seen.faction.0 == NONE {
            return;
        }
        self.imagine_orders(view, state, seat, dice);
        self.imagine_cards(view, state, seat, dice);
        let player = &mut state.players[at];
        if seen.dropping.is_none() && view.frames.last() == Some(&Frame::Discard) && seen.out == 0 {
            // What another seat has chosen so far: nothing, or enough if it has answered.
            let limit =
                u32::from(self.components.race(self.components.faction(seen.faction).race).hand_limit);
            let over = player.hand.count_ones().saturating_sub(limit);
            if over > 0 && !view.discarding.contains(seat) {
                let mut left = player.hand;
                for _ in 0..over {
                    let card = pick(left, dice);
                    left &= !card;
                    player.dropping |= card;
                }
            }
        }
    }

    fn imagine_orders(&self, view: &View, state: &mut State, seat: Seat, dice: &mut impl Dice) {
        let seen = &view.players[seat.index()];
        let mut left = self.components.common.tokens;
        for (left, shown) in left.iter_mut().zip(seen.shown) {
            *left = left.saturating_sub(shown);
        }
        let golden: u8 = seen.shown[3..].iter().sum();
        let limit = seen.modules[1] * self.components.common.rnd_orders;
        let mut gold = limit.saturating_sub(golden);
        for (at, stack) in view.stacks.iter().enumerate() {
            for (nth, order) in stack.iter().enumerate().filter(|(_, order)| order.seat == seat) {
                let token = order.token.unwrap_or_else(|| {
                    let fits = |token: &Token| left[token.index()] > 0 && (!token.is_gold() || gold > 0);
                    let choices: Vec<Token> = Token::ALL.into_iter().filter(fits).collect();
                    choices[dice.below(choices.len() as u32) as usize]
                });
                left[token.index()] = left[token.index()].saturating_sub(1);
                if token.is_gold() {
                    gold = gold.saturating_sub(1);
                }
                state.stacks[at].as_mut_slice()[nth] = Placed { seat, token };
            }
        }
        state.players[seat.index()].tokens = seen.tokens.unwrap_or_else(|| {
            let mut supply = self.components.common.tokens;
            for stack in &state.stacks {
                for order in stack.iter().filter(|order| order.seat == seat) {
                    supply[order.token.index()] = supply[order.token.index()].saturating_sub(1);
                }
            }
            if view.order.seat == seat
                && let Some(token) = view.order.token
            {
                supply[token.index()] = supply[token.index()].saturating_sub(1);
            }
            let mut lost = seen.lost_tokens;
            for count in &mut supply {
                let gone = lost.min(*count);
                *count -= gone;
                lost -= gone;
            }
            supply
        });
    }

    /// Hand, deck and face-down cards of a seat, from what the viewer cannot tell apart (SC-HID-21).
    fn imagine_cards(&self, view: &View, state: &mut State, seat: Seat, dice: &mut impl Dice) {
        let seen = &view.players[seat.index()];
        let race = self.components.faction(seen.faction).race;
        let (combat, extras) = (self.combat[race.index()], self.reinforcements[race.index()]);
        let first = self.components.race(race).first_card;
        let all = (1u64 << self.components.race(race).cards) - 1;
        let bit = |card: u8| 1u64 << (card - first);
        let mut unseen = all & !(seen.discards | seen.tech | seen.play | seen.hand.unwrap_or(0));
        // Slots of the battle: (line, is it the reinforcement, blind).
        let mut slots: Vec<(usize, bool, bool)> = Vec::new();
        for side in (0..2).filter(|&side| view.battle.seats[side] == seat) {
            unseen &= !view.battle.aside[side];
            for (at, line) in view.battle.lines.iter().enumerate().filter(|(_, line)| !line.done) {
                for (extra, card) in [(false, line.card[side]), (true, line.extra[side])] {
                    match card {
                        NONE => {}
                        HIDDEN => slots.push((at, extra, !extra && line.blind[side])),
                        card => unseen &= !bit(card),
                    }
                }
            }
        }
        if view.order.seat == seat {
            unseen &= !view.order.fresh;
        }
        let known = if seen.hand.is_some() { 0 } else { seen.known & unseen };
        let hand_count = if seen.hand.is_some() { 0 } else { u32::from(seen.hand_count) };
        let side = usize::from(view.battle.seats[0] != seat);
        for attempt in 0..64 {
            let (mut pool, mut fixed, mut hand) = (unseen & !known, known, 0u64);
            let mut placed: Vec<(usize, bool, u64)> = Vec::new();
            let mut fine = true;
            for &(line, extra, blind) in &slots {
                let kind = if extra { extras } else { combat };
                // A card from the hand may be one the viewer has seen; a blind one cannot.
                let from = if blind {
                    pool
                } else if attempt >= 48 && fixed & kind != 0 {
                    fixed & kind
                } else {
                    (pool | fixed) & kind
                };
                if from == 0 {
                    fine = false;
                    break;
                }
                let card = pick(from, dice);
                (pool, fixed) = (pool & !card, fixed & !card);
                placed.push((line, extra, card));
            }
            if !fine || fixed.count_ones() > hand_count {
                continue;
            }
            hand |= fixed;
            while hand.count_ones() < hand_count && pool != 0 {
                let card = pick(pool, dice);
                pool &= !card;
                hand |= card;
            }
            for (line, extra, card) in placed {
                let id = first + card.trailing_zeros() as u8;
                let line = &mut state.battle.lines.as_mut_slice()[line];
                if extra {
                    line.extra[side] = id;
                } else {
                    line.card[side] = id;
                }
            }
            let player = &mut state.players[seat.index()];
            player.hand = seen.hand.unwrap_or(hand);
            player.deck = pool;
            return;
        }
        unreachable!("the true cards are one way to fill the slots");
    }

    /// SC-HID-17: event cards the others have read, from those not yet turned up.
    fn imagine_faces(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        for at in 0..SEATS {
            if view.players[at].faces.is_some() {
                continue;
            }
            for stage in 0..3u8 {
                for _ in 0..view.players[at].read[usize::from(stage)] {
                    let bag = self.unseen_events(state, stage);
                    let mut nth = dice.below(bag.len());
                    let mut drawn = EventId(0);
                    for event in bag.kinds() {
                        let copies = u32::from(bag.count(event));
                        drawn = event;
                        if nth < copies {
                            break;
                        }
                        nth -= copies;
                    }
                    state.players[at].faces.add(drawn);
                }
            }
        }
    }

    #[expect(missing_docs, reason = "the name of a card's id")]
    pub fn card_id(&self, card: Card) -> &str {
        &self.components.card(card).id
    }
}

/// One card of a set, all equally likely.
fn pick(set: u64, dice: &mut impl Dice) -> u64 {
    let mut rest = set;
    for _ in 0..dice.below(set.count_ones()) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}
