//! SI-5.3: what the tokens of the Queue will do, before they do it.

use rules::{Game, Present, Viewer, covers};
use space_infantry::views::ForecastView;

use crate::stage::actions;

fn forecast(queue: &str, lines: &str) -> Vec<ForecastView> {
    let stage = actions(&format!("queue {queue}\n{lines}"));
    stage.game.public_view(&stage.game.view(&stage.state, Viewer::Public)).queue
}

fn texts(queue: &str, lines: &str) -> Vec<String> {
    forecast(queue, lines).into_iter().map(|token| token.text).collect()
}

#[test]
fn si_5_3_each_token_is_foreseen_after_those_before_it() {
    covers!("SI-5.3");
    let queue = forecast(
        "FE-advance-1 FE-advance-2 CT-advance-1 FE-spawn-1 F-federation_1m-1",
        "war FE 3 CT 3\nat SOL: flagship\nat FE1: FE scout\nat CT2: CT raider\nstored: BUI MAN\n",
    );
    let told: Vec<(u8, &str, bool, bool)> =
        queue.iter().map(|token| (token.place, token.text.as_str(), token.danger, token.uncertain)).collect();
    assert_eq!(
        told,
        [
            (1, "Gnasher Picket enters Sol: battle, 4 dice, 80 %", true, false),
            (2, "Gnasher Picket attacks Sol again: battle, 4 dice, 80 %", true, true),
            (3, "Gulf Raiders moves from space 2 to space 1", true, true),
            (4, "Maw Raiders appears on space 5", false, true),
            (5, "1 roll of 1 die, each −1", false, false),
        ]
    );
    let notes: Vec<_> = queue[..4]
        .iter()
        .map(|token| &token.lines[0])
        .map(|line| (line.note.as_str(), line.fleet.as_deref(), line.dice, line.chance))
        .collect();
    assert_eq!(
        notes,
        [
            ("battle, 4 dice", Some("FE-scout"), Some(4), Some(80)),
            ("battle, 4 dice", Some("FE-scout"), Some(4), Some(80)),
            ("next to Sol, no combat yet", Some("CT-raider"), None, None),
            ("no combat", Some("FE-raider"), None, None),
        ]
    );
    let way = |place: usize| (queue[place].lines[0].from.as_deref(), queue[place].lines[0].to.as_deref());
    assert_eq!([way(0), way(1)], [(Some("FE1"), Some("SOL")), (Some("SOL"), Some("SOL"))]);
    assert_eq!(way(3), (None, Some("FE5")), "a fleet that appears comes from nowhere");
}

#[test]
fn si_5_3_nothing_is_foreseen_after_the_end() {
    covers!("SI-5.3");
    let desire =
        "U-expansion_desire-1 U-expansion_desire-2 F-federation_1-1 F-federation_1-2 F-federation_1-3";
    let lines = |stability: u8| format!("status stability {stability} desire 1 losses 0\n");
    assert_eq!(texts(desire, &lines(3)).len(), 5);
    assert_eq!(texts(desire, &lines(1)), ["Stability falls to 0"], "the match is over with the first");
}

#[test]
fn si_5_3_tokens_that_move_no_fleet_say_what_they_change() {
    covers!("SI-5.3");
    let status = "war FE 2 ME 2\nspy FE\nstatus stability 3 desire 0 losses 0\n";
    let queue = "U-expansion_desire-1 U-expansion_desire-2 FE-tech-1 ME-greed-1 U-alien_war-1";
    assert_eq!(
        texts(queue, status),
        [
            "Expansion Desire rises to 1",
            "Stability falls to 2",
            "A new technology; your spy can contest it",
            "Mercenaries War Effort to War",
            "No race is in a war; then a Random Event",
        ]
    );
    let danger: Vec<bool> = forecast(queue, status).iter().map(|token| token.danger).collect();
    assert_eq!(danger, [false, true, false, false, false], "lost Stability is a danger");
    assert_eq!(forecast(queue, status)[3].lines[0].note, "from Mobilizing");

    let queue = "CT-border_friction-1 CT-tech-1 FE-border_friction-1 U-galactic_conflict-1 U-random_event-1";
    let status = "war CT 2\nat APC: base build\nevents used: E1 E2\n";
    assert_eq!(
        texts(queue, status),
        [
            "Nothing",
            "A new technology",
            "Flesh Eaters War Effort to Cold War",
            "Two races move toward War or Alliance",
            "1 of 6 chits left: 31 % good for you",
        ]
    );
    let uncertain: Vec<bool> = forecast(queue, status).iter().map(|token| token.uncertain).collect();
    assert_eq!(uncertain, [false, false, false, false, true], "nothing is certain after a conflict");

    let queue = "U-fast_scouts-1 U-fast_raiders-1 U-alien_war-1 F-federation_2-2 F-federation_1-1";
    assert_eq!(
        texts(queue, "pairs FE-CT war\n"),
        [
            "No race has the technology: a Random Event",
            "No race has the technology: a Random Event",
            "2 races in a war hit your Bases or stir Expansion Desire; then a Random Event",
            "2 rolls of 1 die",
            "1 roll of 1 die",
        ]
    );
}

#[test]
fn si_5_3_an_embassy_contests_steps_that_are_due() {
    covers!("SI-5.3");
    let queue = "FE-border_friction-1 CT-border_friction-1 ME-greed-1 F-federation_1-1 F-federation_1-2";
    let contested = "Your Embassy contests a step of War Effort";
    let base = "at APC: base build\nembassy FE\nembassy CT\nstatus stability 4 desire 0 losses 0\n";
    assert_eq!(texts(queue, base)[..2], [contested, "Nothing"], "no Base stands in the second territory");
    assert_eq!(texts(queue, "war ME 1\nembassy ME\n")[2], contested);
    assert_eq!(texts(queue, "war ME 1\nembassy FE\n")[2], "Mercenaries War Effort to Mobilizing");
}

#[test]
fn si_5_3_an_ignored_token_says_why() {
    covers!("SI-5.3");
    let queue = "FE-advance-1 CT-spawn-1 F-federation_1-1 F-federation_1-2 F-federation_1-3";
    let ignored = |lines: &str| -> Vec<(String, bool)> {
        forecast(queue, lines).into_iter().take(2).map(|token| (token.text, token.ignored)).collect()
    };
    let said = |first: &str, second: &str| [(first.to_owned(), true), (second.to_owned(), true)];
    assert_eq!(ignored("war FE 0 CT 1\n"), said("Ignored at Peace", "Ignored at Cold War"));
    assert_eq!(
        ignored("war FE 0 CT 2\npairs FE-CT war\n"),
        said("Ignored: their wars keep them busy", "Ignored: their war makes Mobilizing act as Cold War")
    );
}

#[test]
fn si_5_3_remedies_are_offered_while_they_help() {
    covers!("SI-5.3");
    let queue = "FE-advance-1 F-federation_1-1 F-federation_1-2 F-federation_1-3 F-federation_1-4";
    let remedies = |lines: &str| -> Vec<(String, String, u8)> {
        let token = forecast(queue, &format!("war FE 3\nat FE1: FE armada\n{lines}")).remove(0);
        token.remedies.into_iter().map(|remedy| (remedy.title, remedy.note, remedy.chance)).collect()
    };
    let upgrade = |piece: &str, chance: u8| {
        (format!("Upgrade the {piece}"), "1 Build: one die more".to_owned(), chance)
    };
    let maneuver = |chance: u8, count: u8| {
        ("Out Maneuver in the battle".to_owned(), format!("1 Maneuver a die, you have {count}"), chance)
    };
    let bypass = ("Bypass".to_owned(), "sacrifice 1 Maneuver, the token is skipped".to_owned(), 100);
    assert_eq!(remedies("at SOL: mine\n"), []);
    assert_eq!(remedies("at SOL: mine\nstored: BUI\n"), [upgrade("Mine Field", 56)]);
    assert_eq!(remedies("at SOL: mine_up\nstored: BUI\n"), [], "nothing is left to upgrade");
    assert_eq!(
        remedies("at SOL: sol_defense\nstored: BUI\n"),
        [],
        "its upgraded side commands, with one die"
    );
    assert_eq!(remedies("at SOL: mine\nstored: MAN*2\n"), [maneuver(56, 2), bypass.clone()]);
    assert_eq!(
        remedies("at SOL: mine\nstored: MAN BUI\n"),
        [upgrade("Mine Field", 56), maneuver(56, 1), bypass]
    );
}
