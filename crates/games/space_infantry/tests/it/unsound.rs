//! SI-2.8, SI-2.18: a table on which something is missing, doubled or out of place is refused, and the error names it.

use rules::{Notation, covers};

use crate::stage::{Stage, actions, game, token};

const HEAD: &str = "si 1 hard tokens 10 turn 3 phase FED3\nnow F-federation_2-1\n";

fn read(lines: &str) -> Result<(), String> {
    game("hard").read_position(&format!("{HEAD}{lines}")).map(|_| ()).map_err(|error| error.to_string())
}

/// The position of a stage with one piece of its text replaced.
fn changed(stage: &Stage, from: &str, to: &str) -> Result<(), String> {
    let text = stage.game.write_position(&stage.state);
    assert!(text.contains(from), "{from:?} stands in {text}");
    stage.game.read_position(&text.replacen(from, to, 1)).map(|_| ()).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(result: Result<(), String>, part: &str) {
    let error = result.expect_err(part);
    assert!(error.contains(part), "{error:?} says {part:?}");
}

#[test]
fn si_2_8_no_resource_is_on_the_table_more_often_than_printed() {
    covers!("SI-2.8");
    assert_eq!(read("stored: DIP*2\n"), Ok(()));
    refused(read("stored: DIP*2\nembassy FE\nembassy CT\n"), "DIP: expected at most 3 tokens, found");
    refused(read("stored: WRP\n"), "WRP: expected at most");
}

#[test]
fn si_2_8_ships_and_mines_are_limited() {
    covers!("SI-2.8");
    assert_eq!(read("at SOL: flagship, mine*3\n"), Ok(()));
    refused(read("at SOL: flagship, mine*4\n"), "mine: expected at most 3 on the map");
    refused(read("at SOL: flagship, mine*2, mine_up*2\n"), "mine: expected at most 3 on the map");
    refused(read("at SOL: flagship*2\n"), "flagship: expected at most 1 on the map");
    assert_eq!(read("at SOL: flagship*2\nat APC: base build\n"), Ok(()), "a Base brings another");
    refused(read("at SOL: ally\n"), "ally: expected at most 0 on the map");
}

#[test]
fn si_2_8_technologies_lie_in_one_place() {
    covers!("SI-2.8");
    assert_eq!(read("discovered: engines\n"), Ok(()));
    refused(read("discovered: engines\nprogress 0: engines\n"), "engines: listed more often than it exists");
    refused(
        read("discovered: warp_gates\n"),
        "warp_gates: expected on the progress track or discovered once",
    );
}

#[test]
fn si_2_8_a_token_is_in_one_place() {
    covers!("SI-2.8");
    let queue = |last: &str| format!("queue FE-advance-1 CY-press-1 CT-spawn-1 U-random_event-1 {last}\n");
    assert_eq!(read(&queue("FE-advance-2")), Ok(()));
    for doubled in ["FE-advance-1", "F-federation_2-1"] {
        refused(read(&queue(doubled)), &format!("{doubled}: expected a token of this level, in one place"));
    }
}

#[test]
fn fleets_stand_in_their_territory_and_once() {
    assert_eq!(read("at FE3: FE scout\n"), Ok(()));
    assert_eq!(read("at SOL: flagship, FE scout\n"), Ok(()));
    refused(read("at CT3: FE scout\n"), "expected a fleet in Sol or in its own territory");
    assert_eq!(read("at APC: FE scout from FE3\n"), Ok(()));
    refused(read("at APC: FE scout from FE1\n"), "expected a space next to it");
}

#[test]
fn a_closed_column_is_empty_and_five_tokens_are_stored() {
    assert_eq!(read("column middle\ntrack middle: 2 RES\n"), Ok(()));
    refused(read("track middle: 2 RES\n"), "track middle: the column is closed");
    refused(read("track right: 2 RES\n"), "track right: the column is closed");
    assert_eq!(read("stored: BUI*2 MAN*2 ESP\n"), Ok(()));
    refused(read("stored: BUI*2 MAN*2 ESP*2\n"), "stored: more than five tokens");
    refused(read("status stability 0 desire 0 losses 0\n"), "stability: a match with Stability 0 is over");
}

#[test]
fn dice_that_are_pending_are_dice() {
    let mut fight = token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP\n");
    fight.chance("combat 1 2 3 4");
    assert_eq!(changed(&fight, "[1,2,3,4]", "[6,6,6,6]"), Ok(()));
    assert_eq!(changed(&fight, "[1,2,3,4]", "[]"), Ok(()), "they are not thrown yet");
    let wrong = "does not fit the position";
    refused(changed(&fight, "[1,2,3,4]", "[1,2,3,7]"), wrong);
    refused(changed(&fight, "[1,2,3,4]", "[0,2,3,4]"), wrong);
    refused(changed(&fight, "[1,2,3,4]", "[1,2,3]"), wrong);
    refused(
        changed(
            &fight,
            "\"count\":4,\"attempt\":0,\"faces\":[1,2,3,4]",
            "\"count\":0,\"attempt\":0,\"faces\":[]",
        ),
        wrong,
    );
    refused(changed(&fight, "\"dice\":4", "\"dice\":0"), wrong);
    refused(changed(&fight, "\"dice\":4", "\"dice\":6"), wrong);
    refused(changed(&fight, "\"race\":\"FE\",\"at\":0", "\"race\":\"CT\",\"at\":3"), wrong);
    refused(changed(&fight, "[\"draw\",", "["), "expected the sequence of tokens (`draw`) at the bottom");
}

#[test]
fn cards_that_are_pending_are_in_no_other_place() {
    let mut spy = token("CT-tech-1", "war CT 1\nspy CT\n");
    spy.chance("tech:CT adv_defense");
    let wrong = "does not fit the position";
    assert_eq!(changed(&spy, "\"counter\":3", "\"counter\":2"), Ok(()));
    refused(changed(&spy, "\"counter\":3", "\"counter\":6"), wrong);
    refused(changed(&spy, "spy CT\n", "spy CT\ntech CT: adv_defense\n"), wrong);
    let mut research = actions("stored: ESP RES\nprogress 0: engines\n");
    research.act("conduct").chance("research 1");
    refused(changed(&research, "[\"engines\",0]", "[\"engines\",1]"), wrong);
    refused(changed(&research, "[\"engines\",0]", "[\"translator\",0]"), wrong);
    refused(changed(&research, "now F-federation_2-1\n", ""), wrong);
}
