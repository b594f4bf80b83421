//! The kernel's laws on every scenario: hundreds of random matches, every law at every step.

use crate::secrets::HiddenTable;
use laws::Laws;
use star_borders::StarBorders;

fn hold(scenario: &str) {
    let game = StarBorders::scenario(scenario).expect("a printed scenario");
    Laws { matches: 200, max_steps: 20_000, ..Laws::default() }.check(&game, &HiddenTable);
}

macro_rules! scenarios {
    ($($name:ident: $id:literal),+ $(,)?) => {
        $(#[test] fn $name() { hold($id); })+
    };
}

scenarios! {
    laws_hold_in_scenario_a: "A",
    laws_hold_in_scenario_b: "B",
    laws_hold_in_scenario_c: "C",
    laws_hold_in_scenario_d: "D",
    laws_hold_in_scenario_e: "E",
    laws_hold_in_scenario_f: "F",
    laws_hold_in_scenario_g: "G",
    laws_hold_in_a_small_lottery_scenario: "H:1",
    laws_hold_in_a_large_lottery_scenario: "H:4",
}
