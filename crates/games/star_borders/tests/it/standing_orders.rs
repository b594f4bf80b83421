//! Standing orders answer questions in advance, so that a mail game does not stall.

use crate::stage::{ALLIANCE, IMPERIUM, scene};
use rules::{Present, Seat, StandingOrders, Viewer};
use star_borders::{Action, StarBorders};

fn order(game: &StarBorders, id: &str) -> StandingOrders {
    let bit = game.orders().iter().position(|order| order.id == id).expect("an order of the game");
    StandingOrders::default().with(bit)
}

fn answer(scene: &laws::Scene<StarBorders>, seat: Seat, given: &[&str]) -> Option<Action> {
    let given = given.iter().fold(0, |bits, id| bits | order(&scene.game, id).0);
    scene.game.standing_order_action(&scene.view(Viewer::Seat(seat)), seat, StandingOrders(given))
}

#[test]
fn nobody_is_answered_for_without_an_order_or_out_of_turn() {
    let scene = scene("A", "active I\nat DL2: Destroyer, Patroller, Starship, Scout\nstep combat");
    assert_eq!(answer(&scene, ALLIANCE, &[]), None);
    let asked = scene.to_act().expect("somebody is asked to fire");
    let other = Seat(1 - asked.0);
    assert_eq!(answer(&scene, other, &["fire-at-will"]), None);
    assert_eq!(answer(&scene, asked, &["fire-at-will"]), Some(Action::FireAtWill));
}

#[test]
fn covert_strike_can_be_declined_for_good() {
    let scene = scene("D", "active I\nlp 0 3\ncontrol I KP1\nhand A: 4\nstep strike");
    assert_eq!(scene.to_act(), Some(ALLIANCE));
    assert_eq!(answer(&scene, ALLIANCE, &["never-strike"]), Some(Action::Pass));
    assert_eq!(answer(&scene, ALLIANCE, &["fire-at-will"]), None);
}

#[test]
fn honor_is_kept_for_dice_that_went_wrong() {
    // Strength 1 shot of the Alliance misses: nothing a re-roll could improve for the Imperium.
    let position = "active A\nhonor 1\nat DL2: Scout, Patroller\nstep combat";
    let mut good = scene("A", position);
    let defender = good.to_act().expect("the defender fires first");
    assert_eq!(defender, IMPERIUM);
    good = good.with_dice([2]);
    good.act(IMPERIUM, "fire-at-will");
    assert_eq!(good.to_act(), Some(IMPERIUM), "an Honor window");
    assert_eq!(answer(&good, IMPERIUM, &["honor-if-it-helps"]), Some(Action::Pass), "the shot has hit");
    let mut bad = scene("A", position).with_dice([6]);
    bad.act(IMPERIUM, "fire-at-will");
    assert_eq!(answer(&bad, IMPERIUM, &["honor-if-it-helps"]), None, "a miss is worth asking about");
    assert_eq!(answer(&bad, IMPERIUM, &["never-honor"]), Some(Action::Pass));
}

#[test]
fn an_imperium_roll_needs_both_orders_before_it_is_waved_through() {
    let mut scene = scene(
        "D",
        "active I\nlp 0 0\nhonor 1\nrevealed I: 5\nat DL5: Scout, Scout, Scout, Patroller\nstep combat",
    );
    scene.queue_dice([]);
    scene = scene.with_dice([1, 6]);
    scene.act(ALLIANCE, "fire-at-will");
    scene.act(IMPERIUM, "pass");
    assert!(scene.legal(IMPERIUM).contains(&"deflect".to_owned()), "{:?}", scene.legal(IMPERIUM));
    assert_eq!(answer(&scene, IMPERIUM, &["never-deflect"]), None, "Honor could still help");
    assert_eq!(answer(&scene, IMPERIUM, &["never-deflect", "never-honor"]), Some(Action::Pass));
}

#[test]
fn free_repairs_can_be_made_without_asking() {
    let position = "active I\nfirst I\nlp 4 0\ncontrol A OM1\nat OM1: Scout\ncontrol I DL1! DL2!\nat DL1: Patroller\nat DL2: Patroller\nstep income";
    let mut scene = scene("D", position);
    assert_eq!(answer(&scene, IMPERIUM, &[]), None);
    for planet in ["DL1", "DL2"] {
        let refit = scene.game.quadrant.loc(planet).map(Action::Refit);
        assert_eq!(answer(&scene, IMPERIUM, &["free-repairs"]), refit);
        scene.act(IMPERIUM, &format!("refit {planet}"));
    }
    assert_eq!(scene.to_act(), Some(ALLIANCE), "nothing is left to repair");
    // A repair that costs something is not covered.
    let paid =
        crate::stage::scene("D", "active A\nfirst A\nlp 8 4\ncontrol A OM1 DL1!\nstep repair-disruption");
    assert_eq!(answer(&paid, ALLIANCE, &["free-repairs"]), None);
}

#[test]
fn a_used_up_activity_step_can_end_by_itself() {
    let mut scene = scene("D", "active A\nfirst A\nlp 1 4\ncontrol A OM1\ncontrol I KP1\nat OM1: Scout\n");
    assert_eq!(answer(&scene, ALLIANCE, &["end-when-done"]), None, "the Scout can move");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM2").act(ALLIANCE, "halt");
    assert_eq!(answer(&scene, ALLIANCE, &["end-when-done"]), Some(Action::End));
    assert_eq!(answer(&scene, ALLIANCE, &["free-repairs"]), None);
}
