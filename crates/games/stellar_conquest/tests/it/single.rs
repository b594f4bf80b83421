//! One rule each, on both sides of its edge.

use laws::denied;
use rules::{Present, Viewer, covers};

use crate::common::{BLUE, RED, Stage, all, at, colony, ships, year};

/// Population of one colony before and after a Production Year in which nothing is planned.
fn after_a_year(star: &str, card: u8, nth: usize, pop: u8) -> u8 {
    let mut stage = year(&format!(
        "star {star} card {card} explored 0\ncolony {star}.{nth} of 0 pop {pop}\nsheet 0 work {star}.{nth}"
    ));
    let kind = stage.game.private_view(&stage.view(Viewer::Seat(RED))).colonies[0].kind.clone();
    assert!(!kind.is_empty());
    stage.act(RED, "commit");
    colony(&stage, star, nth).expect("it lives on").pop
}

#[test]
fn sq_8_1_1_terran_colonies_grow_by_one_per_five_million() {
    covers!("SQ-8.1.1");
    assert_eq!([4, 5, 9, 10, 27].map(|pop| after_a_year("Canis", 32, 1, pop)), [4, 6, 10, 12, 32]);
}

#[test]
fn sq_8_1_2_sub_terran_colonies_grow_by_one_per_ten_million() {
    covers!("SQ-8.1.2");
    assert_eq!([9, 10, 19, 20].map(|pop| after_a_year("Scorpii", 24, 2, pop)), [9, 11, 20, 22]);
}

#[test]
fn sq_8_1_3_minimal_terran_and_barren_colonies_do_not_grow() {
    covers!("SQ-8.1.3");
    assert_eq!([9, 19].map(|pop| after_a_year("Mizar", 8, 2, pop)), [9, 19]);
    assert_eq!(after_a_year("Mizar", 8, 1, 9), 9);
}

fn rich(iu: u16, held: &str) -> Stage {
    year(&format!(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 10 iu {iu}\nsheet 0 {held} work Canis.1"
    ))
}

#[test]
fn sq_9_5b_attack_ships_need_their_development_and_twenty_output() {
    covers!("SQ-9.5b");
    assert_eq!(rich(20, "").verdict(RED, "buy ATK 1"), denied("SQ-9.5b"));
    assert_eq!(rich(19, "has ATK").verdict(RED, "buy ATK 1"), denied("SQ-8.2.2b"));
    let mut stage = rich(20, "has ATK");
    all(&mut stage, RED, &["buy ATK 1", "commit"]);
    assert_eq!(ships(&stage, RED, "G05"), [0, 0, 1, 0, 0]);
}

#[test]
fn sq_9_5d_dreadnaughts_need_their_development_and_forty_output() {
    covers!("SQ-9.5d");
    assert_eq!(rich(40, "has ATK").verdict(RED, "buy DN 1"), denied("SQ-9.5d"));
    assert_eq!(rich(39, "has DN").verdict(RED, "buy DN 1"), denied("SQ-8.2.2b"));
    let mut stage = rich(40, "has DN");
    all(&mut stage, RED, &["buy DN 1", "commit"]);
    assert_eq!(ships(&stage, RED, "G05"), [0, 0, 0, 1, 0]);
}

#[test]
fn sq_7_2_7b_the_conqueror_sends_conquered_people_away() {
    covers!("SQ-7.2.7b");
    let mut stage = year(
        "star Canis card 32 explored 0\ncolony Canis.1 of 1 by 0 pop 20\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 has USR work Canis.1",
    );
    all(&mut stage, RED, &["send 6", "commit"]);
    let fleet = stage.state.fleets.truth().last().copied().expect("transports");
    assert_eq!((fleet.owner, fleet.ships.0[5]), (RED, 6), "people of Blue under Red's control");
    assert_eq!(colony(&stage, "Canis", 1).expect("there").pop, 14);
}

#[test]
fn sq_5_2_2b_transports_need_never_unload() {
    covers!("SQ-5.2.2b");
    let mut stage = at("star Scorpii card 24 explored 0\nfleet 1 of 0 at AA19 lot 4 CT0 - 0");
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "unload Scorpii.1 CT0 4"), Ok(()));
    stage.act(RED, "end-turn");
    assert_eq!(ships(&stage, RED, "AA19")[4], 4);
}

#[test]
fn sq_7_2_5b_a_colony_its_originator_takes_back_is_simply_free() {
    covers!("SQ-7.2.5b");
    let mut stage = at(
        "star Scorpii card 24 explored 0 1\nfleet 1 of 0 at AA19 ships 1 ESC\ncolony Scorpii.1 of 0 by 1 pop 9 first-year",
    );
    all(&mut stage, RED, &["end-move", "end-attack"]);
    let free = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((free.controller, free.is_conquered(), free.conquered_since_production), (RED, false, false));
    // A third player conquers it instead.
    let mut stage = at(
        "star Scorpii card 24 explored 0 1\nfleet 1 of 0 at AA19 ships 1 ESC\ncolony Scorpii.1 of 2 by 1 pop 9",
    );
    all(&mut stage, RED, &["end-move", "end-attack"]);
    let taken = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((taken.controller, taken.conquered_since_production), (RED, true));
}

#[test]
fn sq_4_6_the_year_is_marked_after_the_last_player() {
    covers!("SQ-4.6");
    let two = "fleet 1 of 0 at A01 ships 1 SCT bound Indi\nfleet 2 of 1 at A03 ships 1 SCT bound Indi";
    let mut stage = at(two);
    stage.act(RED, "end-move");
    assert_eq!((stage.state.open.turn, stage.to_act()), (5, Some(BLUE)));
    stage.act(BLUE, "end-move");
    assert_eq!((stage.state.open.turn, stage.to_act()), (6, Some(RED)));
}

#[test]
fn the_price_on_the_button_is_the_price_paid() {
    let mut stage = rich(20, "");
    let label = |stage: &Stage| {
        let action = rules::Notation::read_action(&stage.game, "buy SCT 1").expect("an action");
        stage.game.label(&stage.view(Viewer::Seat(RED)), RED, action)
    };
    assert_eq!(label(&stage), "Buy 1 scout for 3");
    stage.act(RED, "buy SCT 1");
    assert_eq!(label(&stage), "Buy 1 scout for 2");
    stage.act(RED, "buy SCT 1");
    assert_eq!(stage.state.colonies.truth()[0].plan.spent, 5);
}

#[test]
fn labels_and_log_use_words_of_players() {
    let mut stage = at(
        "star Canis card 32 explored 0\nsheet 0 has USR\ncolony Canis.1 of 1 by 0 pop 5 iu 9\nfleet 1 of 0 at G05 ships 1 ESC",
    );
    stage.act(RED, "end-move");
    let action = rules::Notation::read_action(&stage.game, "scrap Canis.1 IU 1").expect("an action");
    let view = stage.view(Viewer::Seat(RED));
    assert_eq!(stage.game.label(&view, RED, action), "Scrap 1 industrial unit on Canis 4");
    let mut lines = Vec::new();
    rules::Game::apply(&stage.game, &mut stage.state, rules::Step::Act(RED, action), &mut |event| {
        lines.extend(stage.game.log_line(&event).map(|line| line.plain_text()));
    });
    assert_eq!(lines, ["1 industrial unit is scrapped on Canis 4"]);
}

#[test]
fn every_element_has_a_card() {
    let stage = at(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 5\nfleet 1 of 0 at G05 ships 1 ESC bound Indi",
    );
    let view = stage.view(Viewer::Seat(RED));
    for target in [
        "piece:1",
        "place:G05",
        "place:A01",
        "place:Canis.1",
        "track:MOVE",
        "card:3MA",
        "seat:1",
        "button:ESC",
    ] {
        let target = target.parse().expect("a target");
        let card = stage.game.card(&view, &target).unwrap_or_else(|| panic!("{target} has a card"));
        assert!(!card.title.is_empty() && !card.about.contains('_'), "{card:?}");
    }
    assert!(stage.game.card(&view, &"piece:999".parse().expect("a target")).is_none());
}
