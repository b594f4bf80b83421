//! The ledger's hidden-information table (chapter 15) as test code.

use laws::Secrecy;
use rules::{Dice, Seat, Seats, Step, StepOf, Viewer};
use stellar_conquest::{
    Action, Colony, Fleet, Focus, Frame, OFF, Plan, Roll, Ships, Sight, State, StellarConquest,
    TransportGroup,
    ids::{Development, Kind, Planet, Planets, Star},
};

pub(crate) struct Secrets;

/// "Involved": a ship or a controlled colony in the star hex.
fn involved(game: &StellarConquest, state: &State, viewer: Viewer, star: Star) -> bool {
    viewer.seat().is_some_and(|seat| game.seats_present(&state.known(), star).contains(seat))
}

/// Is this the nova before it is left, where nobody looks around (SQ-12.Na)?
fn dazzled(game: &StellarConquest, state: &State, star: Star) -> bool {
    let nova = game.scenario.id.starts_with("nova") && state.open.turn <= 1;
    nova && game.components.star("Draconis") == Some(star)
}

/// The seats that shoot at each other now. Ships that meet without a warship do not (SQ-4.3d).
fn sides(game: &StellarConquest, state: &State) -> Seats {
    let fires = match state.open.frame {
        Frame::Aim | Frame::Volley | Frame::ScrapIndustry(_) => true,
        Frame::Withdraw { .. } => state.battle.round > 0,
        _ => false,
    };
    if !fires {
        return Seats::NONE;
    }
    let mut sides = Seats::only(state.open.active);
    if let Some(foe) = state.battle.foe {
        return sides.with(foe);
    }
    for colony in state.colonies.truth().iter().filter(|colony| is_attacked(state, colony.planet)) {
        sides = sides.with(colony.controller);
    }
    let _ = game;
    sides
}

fn is_attacked(state: &State, planet: Planet) -> bool {
    let fires = matches!(state.open.frame, Frame::Aim | Frame::Volley | Frame::ScrapIndustry(_));
    let here = planet.star() == Star(state.battle.star) && state.battle.attacked[planet.nth()];
    fires && state.battle.foe.is_none() && here
}

/// HID-14: does the viewer watch the combat or attack that is going on?
fn watches(game: &StellarConquest, state: &State, viewer: Viewer) -> bool {
    let sides = sides(game, state);
    let private = game.is_private(&state.battle, sides);
    !sides.is_empty() && (!private || viewer.seat().is_some_and(|seat| sides.contains(seat)))
}

/// Other ships in a fleet. Where exploration dice are being rolled there is no warship, and as many ships as dice.
fn other_ships(state: &mut State, at: usize, risking: bool, exactly: Option<u16>, dice: &mut impl Dice) {
    let fleet = &mut state.fleets.truth_mut()[at];
    let (token, people) = (fleet.token, fleet.owner);
    fleet.ships = Ships::default();
    let (scouts, count) = match exactly {
        Some(total) => {
            let scouts = dice.below(u32::from(total) + 1) as u16;
            (scouts, total - scouts)
        }
        None => (dice.below(3) as u16, 1 + dice.below(5) as u16),
    };
    fleet.ships.0[Kind::SCT.index()] = scouts;
    if !risking {
        for kind in Kind::WARSHIPS {
            fleet.ships.0[kind.index()] = dice.below(3) as u16;
        }
    }
    state.transports.truth_mut().retain(|group| group.token != token);
    state.load(TransportGroup { token, people, founding_order: 0, origin: Planet::NOWHERE, count });
}

/// The same ships with transports from other planets: cargo is seen, where it comes from is not.
fn other_origins(state: &mut State, at: usize) {
    let Fleet { token, ships, .. } = state.fleets.truth()[at];
    for kind in Kind::ships().filter(|kind| kind.is_transport()) {
        state.fleets.truth_mut()[at].ships.0[kind.index()] = 0;
    }
    state.transports.truth_mut().retain(|group| group.token != token);
    for people in (0..4).map(Seat) {
        let count = ships.of(Kind::transport(people));
        state.load(TransportGroup { token, people, founding_order: 0, origin: Planet::NOWHERE, count });
    }
}

/// HID-3, HID-4, HID-18: what is in a fleet the viewer cannot look at, where it goes, who else saw it.
fn scramble_fleets(game: &StellarConquest, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    let fighting = sides(game, state);
    let battle = game.hex_of(Star(state.battle.star));
    let seen: Vec<bool> = state
        .fleets
        .truth()
        .iter()
        .map(|fleet| {
            let Some(star) = game.star_at(fleet.hex) else { return false };
            let looks = involved(game, state, viewer, star) && !dazzled(game, state, star);
            let public = !game.is_private(&state.battle, fighting);
            let shown = public && fleet.hex == battle && fighting.contains(fleet.owner);
            looks || shown
        })
        .collect();
    let rolling = match state.open.frame {
        Frame::Risk { star, token, .. } => Some((game.hex_of(star), token)),
        _ => None,
    };
    // Ships taken out of a combat are in the hand of their owner; whoever looked on knows them.
    let pulled = matches!(state.open.frame, Frame::Withdraw { .. });
    let stars: Vec<Star> = game.stars().collect();
    let (active, turn) = (state.open.active, state.open.turn);
    for (at, seen) in seen.into_iter().enumerate() {
        let fleet = state.fleets.truth()[at];
        for seat in
            (0..game.scenario.players).map(Seat).filter(|&seat| !viewer.is(seat) && seat != fleet.owner)
        {
            let turn = dice.below(u32::from(turn) + 1) as u8;
            state.note_sight(fleet.token, seat, Sight { turn, ships: fleet.ships });
        }
        if viewer.is(fleet.owner) {
            continue;
        }
        let exactly = rolling.filter(|&(_, token)| token == fleet.token).map(|_| fleet.ships.total());
        let risking = rolling.is_some_and(|(hex, _)| hex == fleet.hex) && fleet.owner == active;
        if seen {
            other_origins(state, at);
        } else if !(pulled && (fleet.hex == OFF || fleet.ships.total() == 0)) {
            other_ships(state, at, risking, exactly, dice);
        }
        let fleet = &mut state.fleets.truth_mut()[at];
        if fleet.bound.is_some() {
            let stars = stars.iter().filter(|&&star| game.hex_of(star) != fleet.hex);
            let stars: Vec<Star> = stars.copied().collect();
            fleet.bound = Some(stars[dice.below(stars.len() as u32) as usize]);
            (fleet.left, fleet.avoid) = (None, 0);
        }
    }
}

/// HID-8 to HID-11, HID-13: colonies, their figures, their bases, their plans.
fn scramble_colonies(game: &StellarConquest, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    let watching = watches(game, state, viewer);
    let mut colonies = state.colonies.truth().clone();
    for star in game.stars() {
        // A colony nobody knows of, where somebody else has been and the viewer is not.
        let others = (0..game.scenario.players).map(Seat).filter(|&seat| !viewer.is(seat));
        let settler = others.into_iter().find(|&seat| {
            state.open.explored[seat.index()] & star.bit() != 0 && !state.open.out.contains(seat)
        });
        let hidden = !involved(game, state, viewer, star) && state.cards.truth()[star.index()] != 0;
        if let Some(seat) = settler.filter(|_| hidden && dice.below(8) == 0) {
            for planet in star.planets() {
                let printed = game.planet(&state.known(), planet);
                let free = colonies.iter().all(|colony| colony.planet != planet);
                if printed.is_some() && free {
                    colonies.push(new_colony(planet, seat));
                    break;
                }
            }
        }
    }
    colonies.sort_by_key(|colony| colony.planet);
    let mut gone = Vec::new();
    for colony in colonies.iter_mut().filter(|colony| !viewer.is(colony.controller)) {
        let star = colony.planet.star();
        let known = involved(game, state, viewer, star);
        let attacked = is_attacked(state, colony.planet);
        if !known && !attacked && dice.below(4) == 0 {
            gone.push(colony.planet);
            continue;
        }
        let limit = game.planet(&state.known(), colony.planet).map_or(1, |card| card.limit);
        colony.pop = 1 + dice.below(u32::from(limit)) as u8;
        colony.iu = u16::from(colony.pop) + dice.below(4) as u16;
        (colony.riu, colony.previous_plan) = (dice.below(9), Plan::default());
        colony.plan = Plan::default();
        if state.open.frame == Frame::Production
            && !(colony.conquered_since_production && colony.is_conquered())
        {
            let spent = dice.below(u32::from(colony.pop));
            colony.plan = Plan { spent, research: [0, 0, spent], ..Plan::default() };
        }
        (colony.destroyed, colony.founding_order) = (dice.below(5) as u16, 1 + dice.below(50) as u16);
        if colony.is_conquered() || (attacked && watching) {
            continue; // a conquered colony has no bases (SQ-7.2.3), and those that fire are counted (HID-10)
        }
        // HID-10, HID-11: whoever has warships there knows that it is defended, and whether by a screen.
        let hex = game.hex_of(star);
        let guarded = viewer.seat().is_some_and(|seat| state.ships_of(seat, hex).warships() > 0);
        if guarded {
            if colony.mb + colony.amb > 0 {
                (colony.mb, colony.amb) = (1 + dice.below(4) as u16, dice.below(3) as u16);
            }
        } else {
            (colony.mb, colony.amb) = (dice.below(4) as u16, dice.below(3) as u16);
            colony.pfs = !attacked && dice.below(4) == 0;
        }
    }
    colonies.retain(|colony| !gone.contains(&colony.planet));
    *state.colonies.truth_mut() = colonies;
}

fn new_colony(planet: Planet, seat: Seat) -> Colony {
    Colony::new(planet, seat, seat, 1, 1)
}

/// HID-7: the cards of stars the viewer has not explored, colonised or not. What he knows of is that a planet he saw
/// a colony on is there.
fn scramble_cards(game: &StellarConquest, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
    let read = viewer.seat().map_or(0, |seat| state.open.explored[seat.index()]);
    for star in game.stars() {
        let card = state.cards.truth()[star.index()];
        if !(1..=78).contains(&card) || read & star.bit() != 0 {
            continue;
        }
        let class = game.components.cards[usize::from(card)].class;
        let fits = |other: &u8| {
            let other = &game.components.cards[usize::from(*other)];
            let mut peopled = star.planets().filter(|&planet| state.colony(planet).is_some());
            let printed = &game.components.cards[usize::from(card)].planets;
            other.class == class
                && peopled.all(|planet| {
                    let (there, here) = (other.planets[planet.nth()], printed[planet.nth()]);
                    let own = state.colony(planet).is_some_and(|colony| viewer.is(colony.controller));
                    let orbit = |planet: Option<stellar_conquest::data::PlanetCard>| {
                        planet.map(|planet| planet.orbit)
                    };
                    // A colony is named by its orbit; with its control the whole record is known (HID-9).
                    if own { there == here } else { orbit(there) == orbit(here) }
                })
        };
        let free: Vec<u8> =
            (1..=78u8).filter(fits).filter(|other| !state.cards.truth().contains(other)).collect();
        if !free.is_empty() {
            state.cards.truth_mut()[star.index()] = free[dice.below(free.len() as u32) as usize];
        }
        for at in 0..state.colonies.truth().len() {
            let planet = state.colonies.truth()[at].planet;
            if planet.star() == star {
                let limit = game.planet(&state.known(), planet).map_or(1, |card| card.limit);
                let colony = &mut state.colonies.truth_mut()[at];
                colony.pop = colony.pop.min(limit);
            }
        }
    }
}

/// HID-1, HID-2, HID-5: what the table calls public is in every view.
fn public_facts(game: &StellarConquest, state: &State, viewer: Viewer) {
    let view = rules::Game::view(game, state, viewer);
    assert_eq!(view.open.explored, state.open.explored, "HID-5: who explored what is public");
    let shown = view.fleets.iter().map(|fleet| (fleet.token, fleet.owner, fleet.hex));
    let there = state.fleets.truth().iter().map(|fleet| (fleet.token, fleet.owner, fleet.hex));
    let there =
        there.filter(|&(_, owner, hex)| hex != OFF || viewer.is(owner) || state.open.frame == Frame::Over);
    assert!(shown.eq(there), "HID-1: tokens, owners and places are public");
}

impl Secrecy<StellarConquest> for Secrets {
    fn scramble(&self, game: &StellarConquest, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
        public_facts(game, state, viewer);
        if state.open.frame == Frame::Over {
            return; // HID-15, HID-16: everything is opened at the end
        }
        // HID-17: what others aim at until all have committed, and the whole of a combat one does not watch.
        if state.open.frame == Frame::Aim {
            for seat in (0..game.scenario.players).map(Seat).filter(|&seat| !viewer.is(seat)) {
                if state.open.waiting.contains(seat) || !watches(game, state, viewer) {
                    state.battle.aims.retain(|(owner, _)| *owner != seat);
                }
            }
        }
        // Whether another side wants a combat private is open only when both have said so.
        if state.open.frame == Frame::Privacy {
            for seat in state.battle.asked.iter().filter(|&seat| !viewer.is(seat)) {
                state.battle.privacy = state.battle.privacy.without(seat);
            }
        }
        scramble_colonies(game, state, viewer, dice);
        scramble_cards(game, state, viewer, dice);
        scramble_fleets(game, state, viewer, dice);
        // HID-12, HID-13, HID-18: technology, plans, the bonus.
        let withdrawing = matches!(state.open.frame, Frame::Withdraw { .. });
        for seat in (0..game.scenario.players).map(Seat).filter(|&seat| !viewer.is(seat)) {
            let own: Vec<Planet> = state
                .colonies
                .truth()
                .iter()
                .filter(|colony| colony.controller == seat)
                .map(|colony| colony.planet)
                .collect();
            let sheet = &mut state.sheets.truth_mut()[seat.index()];
            let fixed = if withdrawing { Development::Usc.bit() } else { 0 };
            sheet.developments ^= dice.below(1 << Development::ALL.len()) & !fixed;
            sheet.research = [dice.below(90), dice.below(90), dice.below(90)];
            sheet.planning = (!own.is_empty()).then(|| own[dice.below(own.len() as u32) as usize]);
            sheet.planned = dice.below(2) == 0;
            if state.open.turn == 0 {
                (sheet.bonus, sheet.bonus_scouts) = (dice.below(26) as u8, dice.below(4) as u8);
            }
        }
        // What the others remember, and where the active player is in his step.
        state.memory.truth_mut().retain(|memory| viewer.is(memory.seat));
        if !viewer.is(state.open.active) && !withdrawing {
            state.focus = Focus::default();
            state.marked = Planets::default();
            state.razed.clear();
        }
        state.founded += dice.below(9) as u16;
    }

    fn observes(
        &self,
        game: &StellarConquest,
        state: &State,
        step: StepOf<StellarConquest>,
        viewer: Viewer,
    ) -> bool {
        match step {
            Step::Chance(Roll::Dice(_)) => true, // dice are rolled at the table
            Step::Chance(Roll::Card(_)) => {
                if let Frame::Home(seat) = state.open.frame {
                    viewer.is(seat)
                } else {
                    // What follows from the ships there (dice, combat) is public; the card is not.
                    let mut after = state.clone();
                    rules::Game::apply(game, &mut after, step, &mut |_| {});
                    let quiet = matches!(
                        after.open.frame,
                        Frame::Planets | Frame::Settle | Frame::Move | Frame::Battles
                    );
                    viewer.is(state.open.active) || !quiet
                }
            }
            Step::Act(seat, _) if viewer.is(seat) => true,
            Step::Act(seat, action) => match action {
                Action::Buy(..)
                | Action::Cancel(..)
                | Action::Withhold(..)
                | Action::Recall
                | Action::Research(..)
                | Action::Acquire(_)
                | Action::ResearchRest(_)
                | Action::Repeat
                | Action::PlanColony(_)
                | Action::Send(_)
                | Action::Forgo(_)
                | Action::SeparateTypes
                | Action::Pick(_)
                | Action::Avoid(_)
                | Action::Done
                | Action::Deselect
                | Action::NewGroup
                | Action::PullOut(..)
                | Action::PullAll
                | Action::Scrap(..) => false,
                Action::SetDestination(_) => state.open.frame != Frame::Move,
                Action::Detach(..) | Action::Merge(_) => {
                    let picked = stellar_conquest::Token(state.focus.picked);
                    let hex = state.fleet(picked).map_or(OFF, |fleet| fleet.hex);
                    let new_token = matches!(action, Action::Merge(_)) || state.focus.group == 0;
                    let looks_on = game.star_at(hex).is_some_and(|star| {
                        involved(game, state, viewer, star) && !dazzled(game, state, star)
                    });
                    hex != OFF && (new_token || looks_on)
                }
                Action::Unload(planet, ..) => {
                    // HID-19: a token that vanishes is noticed by all, a landing by those who are there.
                    let mut after = state.clone();
                    rules::Game::apply(game, &mut after, step, &mut |_| {});
                    let vanished = after.fleets.truth().len() < state.fleets.truth().len();
                    vanished || involved(game, state, viewer, planet.star())
                }
                Action::AimClass(_) | Action::AimShip(..) => {
                    let mut after = state.clone();
                    rules::Game::apply(game, &mut after, Step::Act(seat, action), &mut |_| {});
                    after.open.frame != Frame::Aim || !after.open.waiting.contains(seat)
                }
                _ => true,
            },
        }
    }

    fn check_conservation(&self, game: &StellarConquest, state: &State) {
        for pair in state.fleets.truth().windows(2) {
            assert!(pair[0].token < pair[1].token, "fleets are sorted and unique");
        }
        for fleet in state.fleets.truth() {
            let groups: u16 = state.groups(fleet.token).iter().map(|group| group.count).sum();
            assert_eq!(groups, fleet.ships.transports(), "groups add up in {fleet:?}");
            let withdrawing = matches!(state.open.frame, Frame::Withdraw { .. });
            assert!(withdrawing || fleet.ships.total() > 0, "an empty fleet {fleet:?}");
        }
        let there = |token| state.fleet(token).is_some();
        assert!(state.transports.truth().iter().all(|group| there(group.token) && group.count > 0));
        assert!(state.sightings.truth().iter().all(|seen| there(seen.token)));
        for pair in state.colonies.truth().windows(2) {
            assert!(pair[0].planet < pair[1].planet, "colonies are sorted and unique");
        }
        for colony in state.colonies.truth() {
            let card = game.planet(&state.known(), colony.planet).expect("a colony stands on a planet");
            assert!(colony.pop > 0 && colony.pop <= card.limit, "{colony:?} within the limit");
            assert!(colony.iu >= u16::from(colony.pop), "SQ-8.6e: {colony:?}");
        }
        let mut used: Vec<u8> =
            state.cards.truth().iter().copied().filter(|card| (1..=78).contains(card)).collect();
        used.sort_unstable();
        assert!(used.windows(2).all(|pair| pair[0] != pair[1]), "a card lies at two stars");
    }
}
