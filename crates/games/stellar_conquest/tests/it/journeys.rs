//! A second, independent reading of journeys: a plain search over (hex, hexes used), compared with the rules on
//! thousands of random ways.

use std::collections::{BTreeMap, VecDeque};

use atlas::{Hex, HexSet};
use laws::SplitMix64;
use rules::{Dice, Game, Seat, Step};
use stellar_conquest::{Action, Arrival, Fleet, State, StellarConquest, Token, ids::Star};

use crate::common::game;

/// The ground of, as a list.
fn ground(
    game: &StellarConquest,
    hexes: &[Hex],
    from: Hex,
    goal: Hex,
    bases: Option<&[Hex]>,
    avoid: &[Hex],
) -> HexSet {
    let free = |hex: &&Hex| !avoid.contains(hex) || **hex == goal;
    let all: HexSet = hexes.iter().filter(free).copied().collect();
    let near = |hex: Hex| bases.is_none_or(|bases| bases.iter().any(|base| base.distance(hex) <= 8));
    let inside: HexSet = all.iter().filter(|&hex| near(hex)).collect();
    if near(from) && near(goal) && distances(game, &inside, goal).contains_key(&from) { inside } else { all }
}

/// Hexes to the goal, by breadth-first search.
fn distances(game: &StellarConquest, ground: &HexSet, goal: Hex) -> BTreeMap<Hex, u32> {
    let mut found = BTreeMap::from([(goal, 0)]);
    let mut queue = vec![goal];
    while !queue.is_empty() {
        let mut next = Vec::new();
        for hex in queue {
            let far = found[&hex];
            for &to in game.around(hex) {
                if ground.contains(to) && !found.contains_key(&to) {
                    found.insert(to, far + 1);
                    next.push(to);
                }
            }
        }
        queue = next;
    }
    found
}

/// The fewest turns from (hex, used) to the goal with steps that `allowed` admits; turns that have begun count.
fn fewest(
    game: &StellarConquest,
    clouds: &dyn Fn(Hex) -> bool,
    from: (Hex, u32),
    goal: Hex,
    allowance: u32,
    allowed: &dyn Fn(Hex, Hex) -> bool,
) -> Option<u32> {
    let mut best: BTreeMap<(Hex, u32), u32> = BTreeMap::new();
    let mut queue = VecDeque::from([(from.0, from.1, 0)]);
    while let Some((hex, used, turns)) = queue.pop_front() {
        if hex == goal {
            return Some(turns);
        }
        if turns > 40 || best.get(&(hex, used)).is_some_and(|&known| known <= turns) {
            continue;
        }
        best.insert((hex, used), turns);
        if used > 0 {
            queue.push_back((hex, 0, turns + 1));
        }
        if used < allowance {
            for &to in game.around(hex).iter().filter(|&&to| allowed(hex, to)) {
                if clouds(to) && used > 0 {
                    continue;
                }
                let ends = clouds(to) || used + 1 == allowance || to == goal;
                if ends {
                    queue.push_back((to, 0, turns + 1));
                } else {
                    queue.push_front((to, used + 1, turns));
                }
            }
        }
    }
    None
}

struct Journey {
    state: State,
    token: Token,
    bound: Star,
    allowance: u32,
}

/// A fleet somewhere in open space or at a star, with a destination, in a match without other fleets.
fn journey(game: &StellarConquest, hexes: &[Hex], dice: &mut SplitMix64) -> Journey {
    let from = hexes[dice.below(hexes.len() as u32) as usize];
    let stars: Vec<Star> = game.stars().filter(|&star| game.hex_of(star) != from).collect();
    let bound = stars[dice.below(stars.len() as u32) as usize];
    let allowance = 2 + dice.below(7);
    let held = if allowance == 2 { String::new() } else { format!(" has {allowance}MA") };
    let ships = ["ships 1 SCT", "ships 1 ESC"][dice.below(2) as usize];
    let text = format!(
        "turn 5 active 0\nnumbers 90 20\nsheet 0 research 0 0 0 bonus 0 scouts 0{held}\nstar Scorpii card 24 explored 0\ncolony Scorpii.1 of 0 pop 9\nstar Canis card 32 explored 0\ncolony Canis.1 of 0 pop 9\nfleet 1 of 0 at {from} {ships} bound {}",
        game.star_name(bound)
    );
    let state = rules::Notation::read_position(game, &text).expect("a position of the test");
    Journey { state, token: Token(1), bound, allowance }
}

#[test]
fn labels_steps_and_travel_agree_with_a_second_implementation() {
    let game = game("basic-4");
    let map = rules::Present::static_view(&game);
    let parse = |name: &String| Hex::parse(name).expect("a hex of the map");
    let hexes: Vec<Hex> = map.columns.iter().flat_map(|column| column.hexes.iter().map(parse)).collect();
    let cloudy: Vec<Hex> = map.clouds.iter().map(parse).collect();
    let in_cloud = |hex: Hex| cloudy.contains(&hex);
    let bases = ["AF20", "AA19", "G05"].map(|name| Hex::parse(name).expect("a hex"));
    let mut dice = SplitMix64(18);
    let mut detours = 0;
    for number in 0..2000 {
        let Journey { mut state, token, bound, allowance } = journey(&game, &hexes, &mut dice);
        let fleet: Fleet = *state.fleet(token).expect("the fleet");
        let goal = game.hex_of(bound);
        let limit = (fleet.ships.0[0] == 0).then_some(&bases[..]);
        let ground = ground(&game, &hexes, fleet.hex, goal, limit, &[]);
        let far = distances(&game, &ground, goal);
        let direct = |from: Hex, to: Hex| {
            far.get(&to).is_some_and(|&near| far.get(&from).is_some_and(|&here| near + 1 == here))
        };
        let any = |_: Hex, to: Hex| ground.contains(to);
        let near = |hex: Hex| limit.is_none_or(|bases| bases.iter().any(|base| base.distance(hex) <= 8));
        let straight = fewest(&game, &in_cloud, (fleet.hex, 0), goal, allowance, &direct);
        let round = fewest(&game, &in_cloud, (fleet.hex, 0), goal, allowance, &any);
        let stays = !near(fleet.hex) || ground.iter().all(&near);
        let wanted = if near(goal) && stays { straight.into_iter().chain(round).min() } else { None };
        let label = game.arrival(&state.known(), &fleet, bound);
        let expected = match wanted {
            Some(turns) => Arrival::Year(5 + turns as u8 - 1),
            None => Arrival::OutOfRange,
        };
        assert_eq!(label, expected, "journey {number}: {fleet:?} to {}", game.star_name(bound));
        detours += usize::from(round < straight);
        // The first steps: direct ones, and those of a way that saves turns.
        if near(fleet.hex) {
            let (mut legal, mut picked) = (Vec::new(), state.clone());
            game.apply(&mut picked, Step::Act(Seat(0), Action::Pick(token)), &mut |_| {});
            game.legal(&picked, Seat(0), &mut legal);
            for &to in game.around(fleet.hex) {
                let offered = legal.contains(&Action::Step(to));
                let straightforward = direct(fleet.hex, to) && near(to);
                let saves = round < straight && round.is_some() && ground.contains(to);
                assert!(!straightforward || offered, "journey {number}: {to} is direct");
                assert!(!offered || straightforward || saves, "journey {number}: {to} leads elsewhere");
            }
        }
        // Travel arrives when the label says.
        if let Arrival::Year(year) = label
            && near(fleet.hex)
        {
            travel(&game, &mut state, goal, year, number);
        }
    }
    assert!(detours > 20, "{detours} journeys go round clouds");
}

/// "All fleets in flight continue", year after year.
fn travel(game: &StellarConquest, state: &mut State, goal: Hex, year: u8, number: usize) {
    loop {
        let own = |state: &State| state.fleets.truth().first().map(|fleet| fleet.hex);
        if own(state) == Some(goal) || own(state).is_none() {
            return; // arrived, or lost to the risk of the unknown on the way
        }
        assert!(state.open.turn <= year, "journey {number}: later than year {year}");
        match game.turn(state) {
            rules::Turn::Choose(seats) => {
                let seat = seats.first().expect("a seat is to act");
                let mut legal = Vec::new();
                game.legal(state, seat, &mut legal);
                let wanted = [
                    Action::ProceedAll,
                    Action::EndMove,
                    Action::EndAttack,
                    Action::EndTurn,
                    Action::Commit,
                    Action::Done,
                ];
                let action = wanted.into_iter().find(|action| legal.contains(action)).unwrap_or(legal[0]);
                game.apply(state, Step::Act(seat, action), &mut |_| {});
            }
            rules::Turn::Chance(chance) => {
                let roll = game.sample(&chance, &mut Sixes);
                game.apply(state, Step::Chance(roll), &mut |_| {});
            }
            rules::Turn::Over => return,
        }
    }
}

/// Dice that never show a 1, so that no ship is lost.
struct Sixes;

impl Dice for Sixes {
    fn below(&mut self, n: u32) -> u32 {
        n - 1
    }
}

#[test]
fn a_fleet_that_rests_this_year_arrives_a_year_later() {
    use crate::common::{RED, all, at, fleet};
    let mut stage = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 ships 1 ESC");
    let hamal = stage.game.components.star("Hamal").expect("a star");
    let arrival = |stage: &crate::common::Stage| {
        stage.game.arrival(&stage.state.known(), &fleet(stage, 1).expect("there"), hamal)
    };
    all(&mut stage, RED, &["pick 1", "bound Hamal", "step AA18"]);
    assert_eq!(arrival(&stage), Arrival::Year(6), "one hex this year, two the next");
    stage.act(RED, "done");
    assert_eq!(arrival(&stage), Arrival::Year(7), "three hexes from the next year on");
    let mut gone = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 ships 1 ESC");
    all(&mut gone, RED, &["pick 1", "bound Hamal", "step AA18", "step AA17"]);
    assert_eq!(arrival(&gone), Arrival::Year(6), "the allowance is used up");
}

/// SQ-5.4.10c in mid-move: a destination chosen at a star that is passed.
#[test]
fn ways_chosen_while_passing_a_star_agree_with_the_second_implementation() {
    let game = game("basic-4");
    let map = rules::Present::static_view(&game);
    let parse = |name: &String| Hex::parse(name).expect("a hex of the map");
    let hexes: Vec<Hex> = map.columns.iter().flat_map(|column| column.hexes.iter().map(parse)).collect();
    let cloudy: Vec<Hex> = map.clouds.iter().map(parse).collect();
    let in_cloud = |hex: Hex| cloudy.contains(&hex);
    let stars: Vec<Star> = game.stars().filter(|&star| !in_cloud(game.hex_of(star))).collect();
    let mut dice = SplitMix64(5);
    let mut detours = 0;
    for number in 0..500 {
        let passed = stars[dice.below(stars.len() as u32) as usize];
        let others: Vec<Star> = game.stars().filter(|&star| star != passed).collect();
        let bound = others[dice.below(others.len() as u32) as usize];
        let (star, goal) = (game.hex_of(passed), game.hex_of(bound));
        let open = |hex: &&Hex| game.star_at(**hex).is_none() && !in_cloud(**hex);
        let Some(&from) = game.around(star).iter().find(open) else { continue };
        let allowance = 3 + dice.below(6);
        let text = format!(
            "turn 5 active 0\nnumbers 90 20\nsheet 0 research 0 0 0 bonus 0 scouts 0 has {allowance}MA\nfleet 1 of 0 at {from} ships 1 SCT bound {}",
            game.star_name(passed)
        );
        let mut state = rules::Notation::read_position(&game, &text).expect("a position of the test");
        for action in [Action::Pick(Token(1)), Action::Step(star), Action::SetDestination(bound)] {
            assert_eq!(game.check(&state, Seat(0), action), Ok(()), "journey {number}: {action:?}");
            game.apply(&mut state, Step::Act(Seat(0), action), &mut |_| {});
        }
        let land: HexSet = hexes.iter().copied().collect();
        let far = distances(&game, &land, goal);
        let direct = |from: Hex, to: Hex| far[&to] + 1 == far[&from];
        let straight = fewest(&game, &in_cloud, (star, 1), goal, allowance, &direct);
        let round = fewest(&game, &in_cloud, (star, 1), goal, allowance, &|_, _| true);
        let turns = straight.into_iter().chain(round).min().expect("a way");
        let fleet = *state.fleet(Token(1)).expect("the fleet");
        let name = game.star_name(bound);
        assert_eq!(
            game.arrival(&state.known(), &fleet, bound),
            Arrival::Year(4 + turns as u8),
            "journey {number}: {fleet:?} to {name}"
        );
        detours += usize::from(round < straight);
    }
    assert!(detours > 5, "{detours} journeys go round clouds");
}
