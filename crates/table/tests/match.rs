//! A match of the sample game: what a table accepts, refuses, takes back, keeps and finds again.

use laws::{Lottery, sample::Duel, sample::DuelAction};
use rules::{Dice, Notation, OrderSet, RuleId, Seat, Step, Viewer};
use table::{LoadError, Origin, Refusal, Save, Seed, Table};

const LEFT: Seat = Seat(0);
const RIGHT: Seat = Seat(1);
use DuelAction::{Aim, Concede, Fire, Torpedo};

fn table() -> Table<Duel> {
    Table::open(Duel::default(), Seed::from_number(7))
}

/// Everything a refusal must leave alone: log, state, events, script, orders.
fn fingerprint(table: &Table<Duel>) -> String {
    let story: Vec<_> = table.story(Viewer::Public, 0).collect();
    let undo = (table.why_no_undo(LEFT), table.why_no_undo(RIGHT));
    format!("{}{:?}{story:?}{undo:?}{}", table.save().write(), table.state(), table.scripted_left())
}

/// Plays random legal actions to the end.
fn finished(seed: u64) -> Table<Duel> {
    let mut table = Table::open(Duel { hull: 5 }, Seed::from_number(seed));
    let mut dice = Lottery(seed);
    while let Some(seat) = table.waiting().first() {
        let prompt = table.prompt(seat);
        let choice = &prompt.choices[dice.below(prompt.choices.len() as u32) as usize];
        let action = table.game().read_action(&choice.action).expect("offered");
        table.submit(seat, table.revision(), &[action]).expect("offered");
    }
    table
}

#[test]
fn what_is_not_allowed_is_refused_with_its_reason_and_changes_nothing() {
    let mut table = table();
    let before = fingerprint(&table);
    let now = table.revision();
    let cases: Vec<(Seat, usize, Vec<DuelAction>, Refusal)> = vec![
        (LEFT, 0, vec![Aim], Refusal::Stale { yours: 0, now }),
        (LEFT, now + 1, vec![Aim], Refusal::Stale { yours: now + 1, now }),
        (LEFT, now, vec![], Refusal::Nothing),
        (RIGHT, now, vec![Aim], Refusal::NotYourTurn),
        (LEFT, now, vec![Aim, Aim, Aim], Refusal::Denied(RuleId::new("DU-2"))),
        (LEFT, now, vec![Fire, Aim], Refusal::PastSeal { after: 1 }),
        (LEFT, now, vec![Aim, Fire, Fire], Refusal::PastSeal { after: 2 }),
        (LEFT, now, vec![Aim, Concede, Aim], Refusal::PastSeal { after: 2 }),
    ];
    for (seat, revision, batch, refusal) in cases {
        assert_eq!(table.submit(seat, revision, &batch), Err(refusal), "{batch:?}");
        assert_eq!(fingerprint(&table), before, "{batch:?} left a trace");
    }
}

#[test]
fn a_refused_batch_does_not_touch_the_dice_to_come() {
    let (mut probed, mut untouched) = (table(), table());
    for _ in 0..20 {
        assert!(probed.submit(LEFT, probed.revision(), &[Fire, Fire]).is_err());
        assert!(probed.submit(LEFT, probed.revision(), &[Aim, Fire, Aim]).is_err());
    }
    for table in [&mut probed, &mut untouched] {
        table.submit(LEFT, table.revision(), &[Aim, Fire]).expect("allowed");
    }
    assert_eq!(probed.log(), untouched.log());
}

#[test]
fn a_batch_is_played_whole() {
    let mut table = table();
    let start = table.revision();
    let end = table.submit(LEFT, start, &[Aim, Aim, Fire]).expect("allowed");
    assert_eq!(end, start + 4, "three decisions and a die");
    assert_eq!(table.log()[start..start + 3], [Aim, Aim, Fire].map(|action| Step::Act(LEFT, action)));
}

#[test]
fn a_step_is_taken_back_until_somebody_learned_something() {
    let mut table = table();
    let (start, state) = (table.revision(), *table.state());
    assert_eq!(table.undo(LEFT), Err(Refusal::NoUndo("dice have fallen since")));
    table.submit(LEFT, start, &[Aim, Aim]).expect("allowed");
    assert_eq!(table.undo(RIGHT), Err(Refusal::NoUndo("the last step was not yours")));
    table.undo(LEFT).expect("aiming teaches nobody");
    table.undo(LEFT).expect("aiming teaches nobody");
    assert_eq!((table.revision(), *table.state()), (start, state));
    assert_eq!(table.story(Viewer::Public, start).count(), 0, "what was taken back did not happen");

    table.submit(LEFT, start, &[Aim, Fire]).expect("allowed");
    assert_eq!(table.undo(LEFT), Err(Refusal::NoUndo("dice have fallen since")));
    table.submit(RIGHT, table.revision(), &[Concede]).expect("allowed at any time");
    assert_eq!(table.undo(RIGHT), Err(Refusal::NoUndo("somebody has learned something from it")));
    let fresh = Table::open_at(Duel::default(), state, Seed::from_number(1));
    assert_eq!(fresh.why_no_undo(LEFT), Some("nothing has been done yet"));
}

#[test]
fn undo_does_not_change_the_dice_of_the_same_step() {
    let (mut hesitant, mut firm) = (table(), table());
    for table in [&mut hesitant, &mut firm] {
        table.submit(LEFT, table.revision(), &[Aim]).expect("allowed");
    }
    hesitant.undo(LEFT).expect("aiming teaches nobody");
    hesitant.submit(LEFT, hesitant.revision(), &[Aim]).expect("allowed");
    for table in [&mut hesitant, &mut firm] {
        table.submit(LEFT, table.revision(), &[Fire]).expect("allowed");
    }
    assert_eq!(hesitant.log(), firm.log());
}

#[test]
fn giving_up_is_allowed_out_of_turn_and_ends_the_match() {
    let mut table = table();
    table.submit(RIGHT, table.revision(), &[Concede]).expect("allowed at any time");
    assert_eq!(table.scores().and_then(|scores| scores.sole_winner()), Some(LEFT));
    assert_eq!(table.submit(LEFT, table.revision(), &[Aim]), Err(Refusal::Over));
    assert_eq!(table.submit(LEFT, table.revision(), &[Concede]), Err(Refusal::Over));
    assert!(table.prompt(LEFT).concede.is_none());
}

#[test]
fn a_prompt_offers_what_is_accepted_and_says_why_not() {
    let mut table = Table::open_at(
        Duel::default(),
        Duel::default().read_position("3 3 -t 0 2 0 -").expect("a position"),
        Seed::from_number(1),
    );
    let prompt = table.prompt(LEFT);
    assert_eq!(prompt.choices.iter().map(|choice| choice.action.as_str()).collect::<Vec<_>>(), ["fire"]);
    let refused: Vec<_> = prompt.refused.iter().map(|one| (one.action.as_str(), one.rule.name())).collect();
    assert_eq!(refused, [("aim", "DU-2"), ("torpedo", "DU-3")]);
    assert_eq!(prompt.concede.as_deref(), Some("concede"));
    let idle = table.prompt(RIGHT);
    assert!(idle.choices.is_empty() && idle.refused.is_empty());
    for (action, rule) in [(Aim, "DU-2"), (Torpedo, "DU-3")] {
        let told = table.submit(LEFT, table.revision(), &[action]);
        assert_eq!(told, Err(Refusal::Denied(RuleId::new(rule))));
    }
}

#[test]
fn scripted_dice_fall_as_told_and_a_misfit_leaves_everything() {
    let mut table = table();
    table.script([9]);
    let before = fingerprint(&table);
    let refusal = Refusal::Script { face: 9, sides: 6 };
    assert_eq!(table.submit(LEFT, table.revision(), &[Fire]), Err(refusal));
    assert_eq!(fingerprint(&table), before);
    table.clear_script();
    table.script([5]);
    table.submit(LEFT, table.revision(), &[Fire]).expect("allowed");
    assert_eq!(table.log().last(), Some(&Step::Chance(5)));
    assert!(table.is_scripted() && table.scripted_left() == 0);
}

#[test]
fn standing_orders_answer_for_their_seat_alone() {
    let mut table = table();
    table.set_orders(RIGHT, OrderSet::default().with(0));
    assert_eq!(table.obey_orders(), 0, "Left is asked, and has given none");
    table.submit(LEFT, table.revision(), &[Fire]).expect("allowed");
    assert_eq!(table.obey_orders(), 1);
    assert_eq!(table.waiting().first(), Some(LEFT));
    table.set_orders(LEFT, OrderSet::default().with(0));
    assert!(table.obey_orders() > 1);
    assert!(table.scores().is_some(), "orders of both sides play the match out");
}

#[test]
fn a_save_is_read_back_to_the_same_match() {
    for seed in 0..20 {
        let mut table = finished(seed);
        table.set_orders(RIGHT, OrderSet(1));
        table.set_origin(Origin {
            scenario_file: Some("hull = 5".to_owned()),
            options: [("speed".to_owned(), "high".to_owned())].into(),
            players: vec!["Ada".to_owned(), "greedy".to_owned()],
        });
        let text = table.save().write();
        let loaded = Table::load(Duel { hull: 5 }, &Save::read(&text).expect("whole")).expect("playable");
        assert_eq!(loaded.save().write(), text);
        assert_eq!((loaded.state(), loaded.log()), (table.state(), table.log()));
        assert_eq!(loaded.whole_story(0), table.whole_story(0));
        assert_eq!(loaded.origin(), table.origin());
    }
}

#[test]
fn a_match_from_a_position_and_one_in_the_middle_survive_a_save() {
    let position = Duel::default().read_position("1 2 tt 1 1 0 -").expect("a position");
    let mut table = Table::open_at(Duel::default(), position, Seed::from_number(3));
    table.submit(RIGHT, 0, &[Aim]).expect("allowed");
    let loaded = Table::load(Duel::default(), &table.save()).expect("playable");
    assert_eq!(fingerprint(&loaded), fingerprint(&table), "what can be taken back is the same too");
}

#[test]
fn a_save_cut_off_anywhere_is_an_error_and_never_a_panic() {
    let text = finished(1).save().write();
    for length in 0..text.trim_end().len() {
        let cut = String::from_utf8_lossy(&text.as_bytes()[..length]);
        assert!(matches!(Save::read(&cut), Err(LoadError::Syntax(_))), "cut at byte {length}");
    }
    Save::read(text.trim_end()).expect("the last line break does not matter");
}

#[test]
fn a_save_with_any_byte_changed_is_never_another_match() {
    let table = finished(2);
    let text = table.save().write();
    let mut dice = Lottery(5);
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        let at = dice.below(bytes.len() as u32) as usize;
        bytes[at] = dice.below(256) as u8;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        if let Ok(save) = Save::read(&changed) {
            assert_eq!(save, table.save(), "byte {at} was changed and nobody noticed");
        }
    }
}

/// The error of a save in which one field was changed by somebody who knows how to seal it again.
fn forged(change: impl FnOnce(&mut Save)) -> LoadError {
    let mut save = finished(3).save();
    change(&mut save);
    let save = save.sealed();
    match Save::read(&save.write()).and_then(|save| Table::load(Duel { hull: 5 }, &save)) {
        Err(error) => error,
        Ok(_) => panic!("a forged save was loaded: {save:?}"),
    }
}

#[test]
fn every_forged_field_has_an_error_of_its_own() {
    let seed = "is not the one the match was committed to";
    assert_eq!(forged(|save| save.format = "x".into()), LoadError::Format { found: "x".into() });
    assert_eq!(forged(|save| save.game = "x".into()), LoadError::Game { found: "x".into(), wanted: "duel" });
    assert_eq!(forged(|save| save.rules = 9), LoadError::Rules { found: 9, have: 1 });
    assert!(matches!(forged(|save| save.data = "x".into()), LoadError::Data { found, .. } if found == "x"));
    assert_eq!(forged(|save| save.seed = None), LoadError::Seed("is missing"));
    assert_eq!(forged(|save| save.seed = Some("x".into())), LoadError::Seed("is not 64 hex digits"));
    assert_eq!(forged(|save| save.seed = Some(Seed::from_number(1).to_hex())), LoadError::Seed(seed));
    assert_eq!(forged(|save| save.commitment = "x".into()), LoadError::Seed(seed));
    assert!(matches!(forged(|save| save.position = Some("x".into())), LoadError::Position(_)));
    let orders = forged(|save| save.orders = vec![OrderSet(1); 3]);
    assert_eq!(orders, LoadError::Seats { what: "standing orders", found: 3, seats: 2 });
    let players = forged(|save| save.players = vec![String::new(); 3]);
    assert_eq!(players, LoadError::Seats { what: "players", found: 3, seats: 2 });
}

/// The reason why the step at `index` of a forged save cannot be played.
fn forged_step(index: usize, text: &str) -> String {
    let LoadError::Step { index: at, text: found, why } =
        forged(|save| text.clone_into(&mut save.steps[index]))
    else {
        panic!("another error than a step")
    };
    assert_eq!((at, found.as_str()), (index, text));
    why
}

#[test]
fn every_forged_step_is_named_with_its_reason() {
    assert_eq!(forged_step(2, "nonsense"), "expected `SEAT ACTION` or `* ROLL`, found \"nonsense\"");
    assert_eq!(forged_step(2, "0 fly"), "expected aim, fire, torpedo or concede, found \"fly\"");
    assert_eq!(forged_step(2, "7 aim"), "expected a seat number or `*`, found \"7\"");
    assert_eq!(forged_step(2, "1 aim"), "seat 1 is not asked then");
    assert_eq!(forged_step(2, "* 1"), "no dice are rolled then");
    assert_eq!(forged_step(0, "* 5"), "no such result is possible then");
    assert_eq!(forged_step(0, "0 aim"), "seat 0 is not asked then");
    let honest = finished(3).save().steps[0].clone();
    let lie = if honest == "* 0" { "* 1" } else { "* 0" };
    assert_eq!(forged_step(0, lie), format!("the committed seed gives {:?} there", &honest[2..]));
    let late = forged(|save| save.steps.push("0 aim".into()));
    assert!(matches!(late, LoadError::Step { why, .. } if why == "the match is over by then"));
}

#[test]
fn a_sealed_save_with_an_unsealed_change_was_tampered_with() {
    let whole = finished(4).save();
    let changes: Vec<fn(&mut Save)> = vec![
        |save| save.rules += 1,
        |save| save.scenario.push('x'),
        |save| save.scenario_file = Some(String::new()),
        |save| drop(save.options.insert("a".into(), "b".into())),
        |save| save.data.push('x'),
        |save| save.players.push("x".into()),
        |save| save.position = Some(String::new()),
        |save| save.commitment.push('x'),
        |save| save.seed = None,
        |save| save.scripted = true,
        |save| save.orders.clear(),
        |save| drop(save.steps.pop()),
        |save| save.digest.push('x'),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut save = whole.clone();
        change(&mut save);
        assert_eq!(Save::read(&save.write()), Err(LoadError::Tampered), "change {number}");
    }
}

#[test]
fn a_rewound_match_is_what_the_log_tells() {
    let table = finished(6);
    for revision in 0..=table.revision() {
        let past = table.rewound(revision);
        assert_eq!(past.revision(), revision);
        assert_eq!(past.replayed(), *past.state());
        assert_eq!(past.log(), &table.log()[..revision]);
        let told: Vec<_> =
            table.whole_story(0).iter().filter(|(step, _)| *step < revision).copied().collect();
        assert_eq!(past.whole_story(0), told);
    }
    assert_eq!(table.rewound(usize::MAX).state(), table.state());
}

#[test]
fn a_debug_print_does_not_show_the_seed() {
    let table = table();
    assert!(!format!("{table:?}").contains(&table.seed().to_hex()));
}
