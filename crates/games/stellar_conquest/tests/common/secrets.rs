//! The ledger's hidden-information table (chapter 15) as test code.

use laws::Secrecy;
use rules::{Dice, Seat, Step, StepOf, Viewer};
use stellar_conquest::{
    Action, Fleet, Frame, Lot, OFF, Roll, State, StellarConquest,
    ids::{Development, Kind, Planet, Star},
};

pub(crate) struct Secrets;

/// "Involved": a ship or a controlled colony in the star hex.
fn involved(game: &StellarConquest, state: &State, viewer: Viewer, star: Star) -> bool {
    viewer.seat().is_some_and(|seat| game.involved(state, star).contains(seat))
}

fn fighting(state: &State) -> bool {
    matches!(state.frame, Frame::Aim | Frame::Volley | Frame::Withdraw { .. } | Frame::Salvage(_))
}

fn other_ships(fleet: &mut Fleet, dice: &mut impl Dice) {
    fleet.ships = stellar_conquest::Ships::default();
    fleet.lots.clear();
    for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
        fleet.ships.0[kind.index()] = dice.below(3) as u16;
    }
    let count = 1 + dice.below(5) as u16;
    fleet.load(Lot { people: fleet.owner, age: 0, origin: Planet::NOWHERE, count });
}

impl Secrecy<StellarConquest> for Secrets {
    fn scramble(&self, game: &StellarConquest, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
        if state.frame == Frame::Over {
            return; // HID-15, HID-16: everything is opened at the end
        }
        let mut watched = 0u64;
        for star in game.stars() {
            if involved(game, state, viewer, star) {
                watched |= star.bit();
            }
        }
        let battle = Star(state.battle.star);
        if fighting(state) {
            watched |= battle.bit(); // HID-14, and the dice of a private combat are not ours to change
        }
        // SQ-12.Na: nobody looks around on the nova before it is left.
        let nova = game.scenario.id.starts_with("nova") && state.turn <= 1;
        let unseen = game.components.star("Draconis").filter(|_| nova);
        let rolling = match state.frame {
            Frame::Risk { token, .. } => Some(token),
            _ => None,
        };
        // HID-3, HID-4, HID-18: what is in a fleet nobody looks at, and where it goes.
        for fleet in state.fleets.iter_mut().filter(|fleet| !viewer.is(fleet.owner)) {
            let star = game.star_at(fleet.hex).filter(|&star| Some(star) != unseen);
            let seen = star.is_some_and(|star| watched & star.bit() != 0);
            let pulled = fleet.hex == OFF && state.turn > 1;
            if !seen && !pulled && rolling != Some(fleet.token) {
                other_ships(fleet, dice);
            }
            if fleet.bound.is_some() && fleet.hex != OFF {
                let stars: Vec<Star> = game.stars().filter(|&star| game.hex_of(star) != fleet.hex).collect();
                fleet.bound = Some(stars[dice.below(stars.len() as u32) as usize]);
                fleet.left = None;
                fleet.avoid = 0;
            }
        }
        // HID-12, HID-13, HID-18: technology and plans.
        for seat in 0..game.scenario.players {
            if viewer.is(Seat(seat)) {
                continue;
            }
            let sheet = &mut state.sheets[usize::from(seat)];
            sheet.developments ^= dice.below(1 << Development::ALL.len()) & !Development::Usc.bit();
            sheet.research = [dice.below(90), dice.below(90), dice.below(90)];
            if state.turn == 0 {
                sheet.bonus = dice.below(26) as u8;
            }
        }
        // HID-8 to HID-11: colonies and their figures.
        let attacked = |planet: Planet| {
            fighting(state) && planet.star() == battle && state.battle.attacked[planet.nth()]
        };
        let mut gone = Vec::new();
        let mut colonies = state.colonies.clone();
        for colony in colonies.iter_mut().filter(|colony| !viewer.is(colony.controller)) {
            let known = watched & colony.planet.star().bit() != 0;
            if state.frame == Frame::Production && colony.plan.spent > 0 {
                continue; // a plan in the making must stay payable; its effects are secret anyway
            }
            if !known && dice.below(4) == 0 {
                gone.push(colony.planet);
                continue;
            }
            colony.riu = dice.below(9);
            colony.iu += dice.below(4) as u16;
            if attacked(colony.planet) {
                continue;
            }
            if colony.is_defended() {
                if colony.mb + colony.amb > 0 {
                    colony.mb = 1 + dice.below(4) as u16;
                }
            } else if !known && !colony.is_conquered() {
                colony.amb = dice.below(2) as u16;
            }
        }
        colonies.retain(|colony| !gone.contains(&colony.planet));
        state.colonies = colonies;
        // HID-7: cards of stars the viewer has not explored.
        let read = viewer.seat().map_or(0, |seat| state.explored[seat.index()]);
        for star in game.stars() {
            let card = state.cards[star.index()];
            let empty = star.planets().all(|planet| state.colony(planet).is_none());
            if (1..=78).contains(&card) && read & star.bit() == 0 && empty {
                let class = game.components.cards[usize::from(card)].class;
                let free: Vec<u8> = (1..=78u8)
                    .filter(|&other| game.components.cards[usize::from(other)].class == class)
                    .filter(|other| !state.cards.contains(other))
                    .collect();
                if !free.is_empty() {
                    state.cards[star.index()] = free[dice.below(free.len() as u32) as usize];
                }
            }
        }
    }

    fn notices(
        &self,
        game: &StellarConquest,
        state: &State,
        step: StepOf<StellarConquest>,
        viewer: Viewer,
    ) -> bool {
        match step {
            Step::Chance(Roll::Dice(_)) => true, // dice are rolled at the table
            Step::Chance(Roll::Card(_)) => {
                if let Frame::Home(seat) = state.frame {
                    viewer.is(seat)
                } else {
                    // What follows from the ships there (dice, combat) is public; the card is not.
                    let mut after = state.clone();
                    rules::Game::apply(game, &mut after, step, &mut |_| {});
                    let quiet =
                        matches!(after.frame, Frame::Planets | Frame::Settle | Frame::Move | Frame::Battles);
                    viewer.is(state.active) || !quiet
                }
            }
            Step::Act(seat, _) if viewer.is(seat) => true,
            Step::Act(seat, action) => match action {
                Action::Buy(..)
                | Action::Research(..)
                | Action::Acquire(_)
                | Action::Rest(_)
                | Action::Repeat
                | Action::Work(_)
                | Action::Send(_)
                | Action::Forgo(_)
                | Action::Apart
                | Action::Pick(_)
                | Action::Avoid(_)
                | Action::Done
                | Action::Leave
                | Action::Cut
                | Action::Pull(..)
                | Action::PullAll
                | Action::Scrap(..) => false,
                Action::Bound(_) => state.frame != Frame::Move,
                Action::Detach(..) | Action::Merge(_) => {
                    let picked = stellar_conquest::Token(state.focus.picked);
                    let hex = state.fleet(picked).map_or(OFF, |fleet| fleet.hex);
                    let new_token = matches!(action, Action::Merge(_)) || state.focus.group == 0;
                    let looks_on = game.star_at(hex).is_some_and(|star| involved(game, state, viewer, star));
                    let unseen = state.turn <= 1 && game.star_at(hex) == game.components.star("Draconis");
                    hex != OFF && (new_token || (looks_on && !unseen))
                }
                Action::AimClass(_) | Action::AimShip(..) => {
                    let mut after = state.clone();
                    rules::Game::apply(game, &mut after, Step::Act(seat, action), &mut |_| {});
                    after.frame != Frame::Aim || !after.waiting.contains(seat)
                }
                _ => true,
            },
        }
    }

    fn conserved(&self, game: &StellarConquest, state: &State) {
        for pair in state.fleets.windows(2) {
            assert!(pair[0].token < pair[1].token, "fleets are sorted and unique");
        }
        for fleet in &state.fleets {
            let lots: u16 = fleet.lots.iter().map(|lot| lot.count).sum();
            assert_eq!(lots, fleet.ships.transports(), "lots add up in {fleet:?}");
            let withdrawing = matches!(state.frame, Frame::Withdraw { .. });
            assert!(withdrawing || fleet.ships.total() > 0, "an empty fleet {fleet:?}");
        }
        for pair in state.colonies.windows(2) {
            assert!(pair[0].planet < pair[1].planet, "colonies are sorted and unique");
        }
        for colony in &state.colonies {
            let card = game.planet(state, colony.planet).expect("a colony stands on a planet");
            assert!(colony.pop > 0 && colony.pop <= card.limit, "{colony:?} within the limit");
            assert!(colony.iu >= u16::from(colony.pop), "SQ-8.6e: {colony:?}");
        }
        let mut used: Vec<u8> = state.cards.iter().copied().filter(|card| (1..=78).contains(card)).collect();
        used.sort_unstable();
        assert!(used.windows(2).all(|pair| pair[0] != pair[1]), "a card lies at two stars");
    }
}
