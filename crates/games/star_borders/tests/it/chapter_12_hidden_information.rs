//! Section 12.1: what nobody may recognise, what both know, and open dice.

use crate::stage::{ALLIANCE, IMPERIUM, scene, ship};
use laws::Scene;
use rules::{Game, Seat, Viewer, covers};
use star_borders::{Card, Class, Event, Faces, Frame, Loc, Side, StarBorders, View};

/// What the opponent and a spectator see and hear while `owner` passes every window he is offered,
/// with `card` hidden in his hand.
fn overheard(position: &str, owner: Seat, card: u8, script: &[(Seat, &str)]) -> Vec<(View, Vec<Event>)> {
    let letter = Side::of(owner).letter();
    let mut scene = scene("D", &position.replace("HIDDEN", &format!("hand {letter}: {card}")));
    let viewers = [Viewer::Seat(Seat(1 - owner.0)), Viewer::Public];
    let watch = |scene: &Scene<StarBorders>| {
        viewers.map(|viewer| {
            let heard = scene.events.iter().filter_map(|event| scene.game.redact(event, viewer)).collect();
            (scene.view(viewer), heard)
        })
    };
    // Dice are scripted before the act that rolls them.
    let mut seen = watch(&scene).to_vec();
    for &(seat, action) in script {
        match action.strip_prefix("dice ") {
            Some(dice) => scene.queue_dice(dice.split(' ').map(|die| die.parse().expect("a die"))),
            None => _ = scene.act(seat, action),
        }
        seen.extend(watch(&scene));
    }
    seen
}

/// The window opens whether or not the hidden card is the one that fits, and passing it says nothing.
fn nobody_notices(position: &str, owner: Seat, card: u8, script: &[(Seat, &str)]) {
    let with = overheard(position, owner, card, script);
    for other in [3, 10] {
        assert_eq!(with, overheard(position, owner, other, script), "card {card} against card {other}");
    }
}

#[test]
fn sb_12_1a_a_covert_strike_kept_back_is_not_recognisable() {
    covers!("SB-12.1a");
    let position =
        "active I\nfirst I\nlp 4 4\ncontrol A OM1\ncontrol I KP1\nHIDDEN\nat KP1: Raider\nstep strike\n";
    nobody_notices(position, ALLIANCE, 4, &[(ALLIANCE, "pass"), (IMPERIUM, "pass")]);
    let asked = |hand: &str| scene("D", &position.replace("HIDDEN", hand)).to_act();
    assert_eq!(asked("hand A: 3"), Some(ALLIANCE), "he might have it");
    assert_eq!(asked(""), Some(IMPERIUM), "no hand, no window");
    assert_eq!(asked("hand A: 3\ndiscard: 4"), Some(IMPERIUM), "everybody sees that he has not");
    assert_eq!(asked("hand A: 3\nknown A: 3"), Some(IMPERIUM), "everybody knows his hand");
    assert_eq!(asked("hand A: 4\nknown A: 4"), Some(ALLIANCE));
    let broke = position.replace("lp 4 4", "lp 4 0\nhonor 1").replace("HIDDEN", "hand A: 4");
    assert_eq!(scene("D", &broke).to_act(), Some(IMPERIUM), "nothing to strike at");
}

#[test]
fn sb_12_1a_a_penalty_card_kept_back_is_not_recognisable() {
    covers!("SB-12.1a");
    // Nothing can be bought, so only the hidden card keeps the step open.
    let position = "active I\nfirst I\nlp 4 1\ncontrol A OM1\nHIDDEN\nat KP1: Raider\nstep card\n";
    for card in [11, 12] {
        nobody_notices(position, IMPERIUM, card, &[(IMPERIUM, "pass"), (IMPERIUM, "end")]);
    }
}

#[test]
fn sb_12_1a_cards_kept_back_in_a_battle_are_not_recognisable() {
    covers!("SB-12.1a");
    // The attacker's windows: before the Battle, card 6, card 1, card 5 after his defense roll.
    let position =
        "active I\nfirst I\nlp 4 0\ncontrol A OM1\nHIDDEN\nat DL1: Destroyer, Guardship\nstep combat\n";
    let script = [
        (IMPERIUM, "pass"),
        (IMPERIUM, "pass"),
        (IMPERIUM, "pass"),
        (ALLIANCE, "dice 1 2"),
        (ALLIANCE, "fire-at-will"),
        (IMPERIUM, "pass"),
        (IMPERIUM, "cease-fire"),
    ];
    for card in [1, 5, 6] {
        nobody_notices(position, IMPERIUM, card, &script);
    }
    // The defender's: before the Battle, card 6, card 5; card 1 is for the attacker alone.
    let position =
        "active A\nfirst A\nlp 0 4\ncontrol I KP1\nHIDDEN\nat DL1: Destroyer, Guardship\nstep combat\n";
    let script = [
        (IMPERIUM, "pass"),
        (IMPERIUM, "pass"),
        (IMPERIUM, "cease-fire"),
        (ALLIANCE, "dice 1 2"),
        (ALLIANCE, "fire-at-will"),
        (IMPERIUM, "pass"),
    ];
    for card in [5, 6] {
        nobody_notices(position, IMPERIUM, card, &script);
    }
}

#[test]
fn sb_12_1a_marines_kept_back_are_not_recognisable() {
    covers!("SB-12.1a");
    let position =
        "active I\nfirst I\nlp 4 0\ncontrol A OM1 DL1+1\nHIDDEN\nat DL1: Destroyer\nstep assault\n";
    nobody_notices(position, IMPERIUM, 9, &[(IMPERIUM, "pass")]);
    let none = scene("D", &position.replace("HIDDEN", ""));
    assert_eq!(none.to_act(), Some(ALLIANCE), "without a hand the step is over");
}

#[test]
fn sb_12_1b_a_looted_card_is_known_to_the_opponent() {
    covers!("SB-12.1b");
    let position = "active I\nfirst I\nlp 4 0\ncontrol A OM1\ndiscard: 9 11\nhand I: 3\n\
                    at DL1: Patroller, Dominator, Auxiliary\nstep combat\n";
    let mut scene = scene("D", position).with_dice([1, 6, 1]);
    for action in ["pass", "pass", "pass", "pick I-DO-1", "shoot", "cease-fire", "pass", "coup loot 9"] {
        scene.act(IMPERIUM, action);
    }
    assert_eq!(scene.state.board.hand_size[1], 2);
    for viewer in [Viewer::Seat(ALLIANCE), Viewer::Public] {
        let view = scene.view(viewer);
        assert_eq!(view.hands[1].value, None);
        assert_eq!(view.known_hand(Side::Imperium).collect::<Vec<_>>(), [Card(9)], "card 3 stays hidden");
    }
    let own = scene.view(Viewer::Seat(IMPERIUM));
    assert_eq!(own.known_hand(Side::Imperium).collect::<Vec<_>>(), [Card(3), Card(9)]);
}

#[test]
fn sb_12_1c_dice_are_open_to_all() {
    covers!("SB-12.1c");
    let scene = scene("D", "active I\nlp 4 4\nat KP1: Raider\n");
    let (raider, dice) = (ship(&scene, "I-PR-1"), [3, 5].into_iter().collect::<Faces>());
    let rolled = [
        Event::InitiativeRolled { dice: [2, 5] },
        Event::VolleyRolled { side: Side::Imperium, dice },
        Event::DefenseRolled { ship: raider, class: Class::Raider, die: 4, defense: 2 },
        Event::SurvivalRolled { ship: raider, class: Class::Raider, die: 4 },
        Event::Rerolled { by: Side::Imperium, old: 1, new: 6 },
        Event::SalvageRolled { side: Side::Alliance, dice, destroyed: 2 },
        Event::Assaulted { side: Side::Imperium, at: Loc(0), count: 4, dice, level: 1 },
        Event::Struck { by: Side::Alliance, die: 3, lost: 3 },
        Event::SuddenDeathRolled { die: 1, needed: 2 },
    ];
    for viewer in Viewer::all(2) {
        for event in &rolled {
            assert_eq!(scene.game.redact(event, viewer).as_ref(), Some(event), "{viewer:?}");
        }
    }
    // And a die still on the table: the shots of a volley before anybody decides on Honor.
    let mut volley = crate::stage::scene(
        "D",
        "active I\nfirst I\nlp 4 0\nhonor 1\nat DL1: Dominator, Guardship\nstep combat\n",
    );
    volley.queue_dice([5]);
    volley.act(ALLIANCE, "fire-at-will");
    assert_eq!(volley.state.board.frame(), Some(Frame::VolleyHonor(Side::Alliance)));
    for viewer in Viewer::all(2) {
        assert_eq!(volley.view(viewer).board.battle.volley.shots[0].die, 5);
    }
}
