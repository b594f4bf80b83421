//! No nagging and no leak: windows open on public facts only, and standing orders answer what a careful player would
//! pass.

use ev_nova::{Action, Ask, EvNova, Frame, Options, Stage as BattleStage, State};
use laws::{Secrecy, SplitMix64, lively_step};
use rules::{Game, Present, Seat, StandingOrders, Step, Viewer};

use crate::secrets::Secrets;
use crate::sides::{then, until};
use crate::stage::{Stage, two};

/// The windows of the ledger's decision points.
const WINDOWS: [&str; 7] =
    ["D7 end", "D11 planets", "D12 introduce", "D16 maneuver", "D21 evade", "D23 withdraw", "D27 board"];

fn window(state: &State) -> Option<usize> {
    let Ask::Seat(_) = state.open.ask else { return None };
    match state.open.frame()? {
        Frame::EndWindow { .. } => Some(0),
        Frame::Evade { .. } => Some(4),
        Frame::Battle => match state.open.battle.as_ref()?.stage {
            BattleStage::Planets { .. } => Some(1),
            BattleStage::Introduce { .. } => Some(2),
            BattleStage::Maneuver { .. } => Some(3),
            BattleStage::Withdraw { .. } => Some(5),
            BattleStage::Board { .. } => Some(6),
            _ => None,
        },
        _ => None,
    }
}

/// A step that can be taken in the other world as well.
fn possible(game: &EvNova, state: &State, step: Step<Action, ev_nova::Roll>) -> bool {
    match step {
        Step::Act(seat, action) => game.check(state, seat, action).is_ok(),
        Step::Chance(roll) => match game.turn(state) {
            rules::Turn::Chance(chance) => game.admits(&chance, roll),
            _ => false,
        },
    }
}

/// For a fixed public history the same seats are asked, whatever the hidden cards: every step of random matches is
/// taken in a second world with other hands, decks and tabs as well, and both ask the same seat the same question.
#[test]
fn who_is_asked_does_not_depend_on_hidden_cards() {
    let (mut opened, mut skipped, mut differ) = ([0; 7], 0, 0);
    for (letters, seeds) in [("AB", 0..30), ("BCD", 30..42), ("ABCD", 42..50)] {
        let game =
            EvNova::starters(letters, Options { limit: 300, ..Options::default() }).expect("starter decks");
        for seed in seeds {
            let (mut dice, mut state, mut legal) = (SplitMix64(seed), game.start(), Vec::new());
            while let Some(step) = lively_step(&game, &Secrets, &state, &mut legal, &mut dice) {
                let mut other = state.clone();
                Secrets.scramble(&game, &mut other, Viewer::Public, &mut dice);
                // A launch is flipped from the deck while it holds planets (EV-LAUNCH-7).
                let launching = state.open.frame() == Some(Frame::Launch);
                let both = !launching && possible(&game, &other, step);
                game.apply(&mut state, step, &mut |_| {});
                if both {
                    game.apply(&mut other, step, &mut |_| {});
                    assert_eq!(
                        (state.open.ask, state.open.frame()),
                        (other.open.ask, other.open.frame()),
                        "seed {seed} after {step:?}"
                    );
                    let answers = |world: &State| match world.open.ask {
                        Ask::Seat(seat) => {
                            let mut legal = Vec::new();
                            game.legal(world, seat, &mut legal);
                            legal
                        }
                        _ => Vec::new(),
                    };
                    differ += usize::from(window(&state).is_some() && answers(&state) != answers(&other));
                } else {
                    skipped += 1;
                }
                if let Some(window) = window(&state) {
                    opened[window] += 1;
                }
            }
        }
    }
    for (name, count) in WINDOWS.iter().zip(opened) {
        assert!(count > 0, "{name} was never open: {opened:?}");
    }
    assert!(
        differ > 100,
        "the hidden cards would have made a difference: {differ}, {skipped} steps in one world only"
    );
}

/// The answer of the standing orders with these ids.
fn answer(stage: &Stage, seat: u8, ids: &[&str]) -> Option<String> {
    let view = stage.game.view(&stage.state, Viewer::Seat(Seat(seat)));
    let given = StandingOrders::from_ids(stage.game.orders(), ids.iter().copied());
    let action = stage.game.standing_order_action(&view, Seat(seat), given)?;
    assert_eq!(stage.game.check(&stage.state, Seat(seat), action), Ok(()), "an order answers legally");
    Some(rules::Notation::write_action(&stage.game, action))
}

fn by_default(stage: &Stage, seat: u8) -> Option<String> {
    let defaults = StandingOrders::defaults(stage.game.orders()).ids(stage.game.orders());
    answer(stage, seat, &defaults)
}

/// Seat 0 attacks seat 1 at Sol with this position.
fn attack(seats: &str) -> Stage {
    let mut stage = two(seats);
    stage.act(0, "attack 1");
    stage
}

#[test]
fn d11_a_hand_without_a_planet_of_the_system_is_passed_by_default() {
    for (hand, wanted) in [("008", Some("pass")), ("001 008", None)] {
        let mut stage = attack(&format!("seat 0 SOL\nseat 1 SOL hand {{{hand}}}"));
        stage.act(1, "fight");
        assert_eq!(stage.asked(), Some(1), "asked in both cases");
        assert_eq!(by_default(&stage, 1).as_deref(), wanted, "{hand}");
        assert_eq!(answer(&stage, 1, &["no-planets"]).as_deref(), Some("pass"));
    }
}

#[test]
fn d16_the_maneuver_is_declined_by_default() {
    let mut stage = attack("seat 0 SOL\nseat 1 SOL");
    then(&mut stage, 0, "begin 4");
    until(&mut stage, 0, "maneuver s0");
    assert_eq!(by_default(&stage, 0).as_deref(), Some("done"));
    assert_eq!(answer(&stage, 0, &[]), None, "asked without the order");
}

#[test]
fn d23_a_withdrawal_is_asked_for_by_default() {
    let mut stage = attack("seat 0 SOL\nseat 1 SOL");
    until(&mut stage, 1, "withdraw");
    assert_eq!(by_default(&stage, 1), None, "leaving or staying is a real choice");
    assert_eq!(answer(&stage, 1, &["no-withdrawal"]).as_deref(), Some("stay"));
}

#[test]
fn d27_boarding_is_asked_for_by_default() {
    let mut stage = attack(
        "seat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled",
    );
    until(&mut stage, 0, "board s0");
    assert_eq!(by_default(&stage, 0), None);
    assert_eq!(answer(&stage, 0, &["no-boarding"]).as_deref(), Some("done"));
}

#[test]
fn d21_a_hand_without_the_card_is_passed_by_default() {
    for (hand, wanted) in [("008", Some("pass")), ("111", None)] {
        let mut stage = attack(&format!("seat 0 SOL\nseat 1 SOL hand {{{hand}}}"));
        then(&mut stage, 0, "begin 4");
        then(&mut stage, 0, "fire s0 0 s1");
        assert_eq!(stage.asked(), Some(1), "asked in both cases");
        assert_eq!(by_default(&stage, 1).as_deref(), wanted, "{hand}");
    }
}

#[test]
fn d7_a_tab_that_does_not_fit_is_passed_by_default() {
    for (tab, wanted) in [("062", Some("done")), ("014", None)] {
        let mut stage =
            two(&format!("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {{{tab}}}"));
        stage.act(0, "flip-nova").nova(1);
        assert_eq!(stage.asked(), Some(1), "asked in both cases");
        assert_eq!(by_default(&stage, 1).as_deref(), wanted, "{tab}");
        assert_eq!(answer(&stage, 1, &["pass-introductions"]).as_deref(), Some("done"));
    }
}
