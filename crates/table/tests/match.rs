//! A match of the sample game: what a table accepts, refuses, takes back, keeps and finds again.

use laws::{
    SplitMix64,
    duel::{Duel, DuelAction},
};
use rules::{Dice, Notation, RuleId, Seat, StandingOrders, Step, Viewer};
use table::{LoadError, MatchInfo, Refusal, Save, SavedOrders, Seed, Table};

const LEFT: Seat = Seat(0);
const RIGHT: Seat = Seat(1);
use DuelAction::{Aim, Concede, Fire, Torpedo};

fn table() -> Table<Duel> {
    Table::open(Duel::default(), Seed::from_u64(7))
}

/// Everything a refusal must leave alone: log, state, events, script, orders.
fn fingerprint(table: &Table<Duel>) -> String {
    let story: Vec<_> = table.events_for(Viewer::Public, 0).collect();
    let undo = (table.undo_refusal(LEFT), table.undo_refusal(RIGHT));
    format!("{}{:?}{story:?}{undo:?}{}", table.save().write(), table.state(), table.scripted_left())
}

/// Plays random legal actions to the end.
fn finished(seed: u64) -> Table<Duel> {
    let mut table = Table::open(Duel { hull: 5 }, Seed::from_u64(seed));
    let mut dice = SplitMix64(seed);
    while let Some(seat) = table.seats_to_act().first() {
        let prompt = table.prompt(seat);
        let choice = &prompt.choices[dice.below(prompt.choices.len() as u32) as usize];
        let action = table.game().read_action(&choice.action).expect("offered");
        table.submit(seat, table.step_count(), &[action]).expect("offered");
    }
    table
}

#[test]
fn what_is_not_allowed_is_refused_with_its_reason_and_changes_nothing() {
    let mut table = table();
    let before = fingerprint(&table);
    let now = table.step_count();
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
        assert!(probed.submit(LEFT, probed.step_count(), &[Fire, Fire]).is_err());
        assert!(probed.submit(LEFT, probed.step_count(), &[Aim, Fire, Aim]).is_err());
    }
    for table in [&mut probed, &mut untouched] {
        table.submit(LEFT, table.step_count(), &[Aim, Fire]).expect("allowed");
    }
    assert_eq!(probed.log(), untouched.log());
}

#[test]
fn a_batch_is_played_whole() {
    let mut table = table();
    let start = table.step_count();
    let end = table.submit(LEFT, start, &[Aim, Aim, Fire]).expect("allowed");
    assert_eq!(end, start + 4, "three decisions and a die");
    assert_eq!(table.log()[start..start + 3], [Aim, Aim, Fire].map(|action| Step::Act(LEFT, action)));
}

#[test]
fn a_step_is_taken_back_until_somebody_learned_something() {
    let mut table = table();
    let (start, state) = (table.step_count(), *table.state());
    assert_eq!(table.undo(LEFT), Err(Refusal::NoUndo("dice have been rolled since")));
    table.submit(LEFT, start, &[Aim, Aim]).expect("allowed");
    assert_eq!(table.undo(RIGHT), Err(Refusal::NoUndo("the last step was not yours")));
    table.undo(LEFT).expect("aiming teaches nobody");
    table.undo(LEFT).expect("aiming teaches nobody");
    assert_eq!((table.step_count(), *table.state()), (start, state));
    assert_eq!(table.events_for(Viewer::Public, start).count(), 0, "what was taken back did not happen");

    table.submit(LEFT, start, &[Aim, Fire]).expect("allowed");
    assert_eq!(table.undo(LEFT), Err(Refusal::NoUndo("dice have been rolled since")));
    table.submit(RIGHT, table.step_count(), &[Concede]).expect("allowed at any time");
    assert_eq!(table.undo(RIGHT), Err(Refusal::NoUndo("it revealed information or ended a step")));
    let fresh = Table::open_at(Duel::default(), state, Seed::from_u64(1));
    assert_eq!(fresh.undo_refusal(LEFT), Some("no step has been made yet"));
}

#[test]
fn undo_does_not_change_the_dice_of_the_same_step() {
    let (mut hesitant, mut firm) = (table(), table());
    for table in [&mut hesitant, &mut firm] {
        table.submit(LEFT, table.step_count(), &[Aim]).expect("allowed");
    }
    hesitant.undo(LEFT).expect("aiming teaches nobody");
    hesitant.submit(LEFT, hesitant.step_count(), &[Aim]).expect("allowed");
    for table in [&mut hesitant, &mut firm] {
        table.submit(LEFT, table.step_count(), &[Fire]).expect("allowed");
    }
    assert_eq!(hesitant.log(), firm.log());
}

#[test]
fn giving_up_is_allowed_out_of_turn_and_ends_the_match() {
    let mut table = table();
    table.submit(RIGHT, table.step_count(), &[Concede]).expect("allowed at any time");
    assert_eq!(table.outcome().and_then(|outcome| outcome.sole_winner()), Some(LEFT));
    assert_eq!(table.submit(LEFT, table.step_count(), &[Aim]), Err(Refusal::Over));
    assert_eq!(table.submit(LEFT, table.step_count(), &[Concede]), Err(Refusal::Over));
    assert!(!table.prompt(LEFT).resign);
}

#[test]
fn a_prompt_offers_what_is_accepted_and_says_why_not() {
    let mut table = Table::open_at(
        Duel::default(),
        Duel::default().read_position("3 3 -t 0 2 0 -").expect("a position"),
        Seed::from_u64(1),
    );
    let prompt = table.prompt(LEFT);
    assert_eq!(prompt.choices.iter().map(|choice| choice.action.as_str()).collect::<Vec<_>>(), ["fire"]);
    let refused: Vec<_> = prompt.denied.iter().map(|one| (one.action.as_str(), one.rule.name())).collect();
    assert_eq!(refused, [("aim", "DU-2"), ("torpedo", "DU-3")]);
    assert!(prompt.resign);
    let idle = table.prompt(RIGHT);
    assert!(idle.choices.is_empty() && idle.denied.is_empty());
    for (action, rule) in [(Aim, "DU-2"), (Torpedo, "DU-3")] {
        let told = table.submit(LEFT, table.step_count(), &[action]);
        assert_eq!(told, Err(Refusal::Denied(RuleId::new(rule))));
    }
}

#[test]
fn scripted_dice_fall_as_told_and_a_misfit_leaves_everything() {
    let mut table = table();
    table.script([9]);
    let before = fingerprint(&table);
    let refusal = Refusal::Script { face: 9, sides: 6 };
    assert_eq!(table.submit(LEFT, table.step_count(), &[Fire]), Err(refusal));
    assert_eq!(fingerprint(&table), before);
    table.clear_script();
    table.script([5]);
    table.submit(LEFT, table.step_count(), &[Fire]).expect("allowed");
    assert_eq!(table.log().last(), Some(&Step::Chance(5)));
    assert!(table.is_scripted() && table.scripted_left() == 0);
}

#[test]
fn standing_orders_answer_for_their_seat_alone() {
    let mut table = table();
    table.set_orders(RIGHT, StandingOrders::default().with(0));
    assert_eq!(table.run_standing_orders(), 0, "Left is asked, and has given none");
    table.submit(LEFT, table.step_count(), &[Fire]).expect("allowed");
    assert_eq!(table.run_standing_orders(), 1);
    assert_eq!(table.seats_to_act().first(), Some(LEFT));
    table.set_orders(LEFT, StandingOrders::default().with(0));
    assert!(table.run_standing_orders() > 1);
    assert!(table.outcome().is_some(), "orders of both sides play the match out");
}

#[test]
fn a_save_is_read_back_to_the_same_match() {
    for seed in 0..20 {
        let mut table = finished(seed);
        table.set_orders(RIGHT, StandingOrders(1));
        table.set_info(MatchInfo {
            scenario_file: Some("hull = 5".to_owned()),
            options: [("speed".to_owned(), "high".to_owned())].into(),
            players: vec!["Ada".to_owned(), "greedy".to_owned()],
            seat_choices: vec![[("deck".to_owned(), "A".to_owned())].into()],
        });
        let text = table.save().write();
        let loaded = Table::load(Duel { hull: 5 }, &Save::read(&text).expect("whole")).expect("playable");
        assert_eq!(loaded.save().write(), text);
        assert_eq!((loaded.state(), loaded.log()), (table.state(), table.log()));
        assert_eq!(loaded.unredacted_events(0), table.unredacted_events(0));
        assert_eq!(loaded.info(), table.info());
    }
}

#[test]
fn a_match_from_a_position_and_one_in_the_middle_survive_a_save() {
    let position = Duel::default().read_position("1 2 tt 1 1 0 -").expect("a position");
    let mut table = Table::open_at(Duel::default(), position, Seed::from_u64(3));
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
    let mut dice = SplitMix64(5);
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
    let save = save.with_digest();
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
    assert_eq!(forged(|save| save.seed = Some(Seed::from_u64(1).to_hex())), LoadError::Seed(seed));
    assert_eq!(forged(|save| save.commitment = "x".into()), LoadError::Seed(seed));
    assert!(matches!(forged(|save| save.position = Some("x".into())), LoadError::Position(_)));
    let orders = forged(|save| save.orders = vec![SavedOrders::Bits(1); 3]);
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
    assert_eq!(forged_step(2, "1 aim"), "seat 1 has no decision to make then");
    assert_eq!(forged_step(2, "* 1"), "no dice are rolled then");
    assert_eq!(forged_step(0, "* 5"), "no such result is possible then");
    assert_eq!(forged_step(0, "0 aim"), "seat 0 has no decision to make then");
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
    for revision in 0..=table.step_count() {
        let past = table.at_step(revision);
        assert_eq!(past.step_count(), revision);
        assert_eq!(past.replay_state(), *past.state());
        assert_eq!(past.log(), &table.log()[..revision]);
        let told: Vec<_> =
            table.unredacted_events(0).iter().filter(|(step, _)| *step < revision).copied().collect();
        assert_eq!(past.unredacted_events(0), told);
    }
    assert_eq!(table.at_step(usize::MAX).state(), table.state());
}

#[test]
fn a_debug_print_does_not_show_the_seed() {
    let table = table();
    assert!(!format!("{table:?}").contains(&table.seed().to_hex()));
}

/// Three seats in a row: the first that is to act passes. Without a rule for resigning.
mod unruled {
    use std::collections::BTreeMap;

    use rules::{
        Denied, Dice, Game, Line, Notation, Outcome, Present, ReadError, RuleId, Seat, Seats, Step, StepOf,
        Target, Turn, Viewer,
    };
    use table::{Refusal, Seed, Table};

    /// Every seat adds one to its points until `rounds` are over.
    struct Count {
        seats: u8,
        rounds: u8,
    }

    impl Game for Count {
        type State = Vec<i32>;
        type Action = ();
        type Chance = ();
        type Roll = ();
        type Event = ();
        type View = Vec<i32>;

        fn seats(&self) -> u8 {
            self.seats
        }
        fn start(&self) -> Vec<i32> {
            vec![0; usize::from(self.seats)]
        }
        fn turn(&self, state: &Vec<i32>) -> Turn<()> {
            let steps: i32 = state.iter().sum();
            if steps == i32::from(self.seats) * i32::from(self.rounds) {
                return Turn::Over;
            }
            Turn::Choose(Seats::only(Seat(steps as u8 % self.seats)))
        }
        fn candidates(&self, _: &Vec<i32>, _: Seat, out: &mut Vec<()>) {
            out.push(());
        }
        fn check(&self, _: &Vec<i32>, _: Seat, (): ()) -> Result<(), Denied> {
            Ok(())
        }
        fn apply(&self, state: &mut Vec<i32>, step: StepOf<Self>, emit: &mut impl FnMut(())) {
            if let Step::Act(seat, ()) = step {
                state[seat.index()] += 1;
                emit(());
            }
        }
        fn sample(&self, (): &(), _: &mut impl Dice) {}
        fn admits(&self, (): &(), (): ()) -> bool {
            true
        }
        fn outcome(&self, state: &Vec<i32>) -> Option<Outcome> {
            let over = self.turn(state) == Turn::Over;
            over.then(|| Outcome::ranked(state.clone(), RuleId::new("CO-1"), "all rounds are over"))
        }
        fn view(&self, state: &Vec<i32>, _: Viewer) -> Vec<i32> {
            state.clone()
        }
        fn determinize(&self, view: &Vec<i32>, _: &mut impl Dice) -> Vec<i32> {
            view.clone()
        }
        fn redact(&self, (): &(), _: Viewer) -> Option<()> {
            Some(())
        }
    }

    impl Notation for Count {
        const GAME: &'static str = "count";
        const RULES: u32 = 1;
        fn scenario_name(&self) -> String {
            "count".to_owned()
        }
        fn sources(&self) -> Vec<&str> {
            vec![]
        }
        fn write_action(&self, (): ()) -> String {
            "pass".to_owned()
        }
        fn read_action(&self, _: &str) -> Result<(), ReadError> {
            Ok(())
        }
        fn write_roll(&self, (): ()) -> String {
            String::new()
        }
        fn read_roll(&self, _: &str) -> Result<(), ReadError> {
            Ok(())
        }
        fn write_position(&self, state: &Vec<i32>) -> String {
            format!("{state:?}")
        }
        fn read_position(&self, text: &str) -> Result<Vec<i32>, ReadError> {
            Err(ReadError::expected("no position", text))
        }
    }

    impl Present for Count {
        type Static<'a> = ();
        type PublicView<'a> = ();
        type PrivateView<'a> = ();
        type Detail = ();
        fn static_view(&self) {}
        fn public_view(&self, _: &Vec<i32>) {}
        fn private_view(&self, _: &Vec<i32>) {}
        fn text_map(&self, _: &Vec<i32>, _: usize) -> Vec<String> {
            vec![]
        }
        fn title(&self, _: &Vec<i32>, _: Seat) -> String {
            "Count".to_owned()
        }
        fn label(&self, _: &Vec<i32>, _: Seat, (): ()) -> String {
            "Pass".to_owned()
        }
        fn targets(&self, _: &Vec<i32>, (): ()) -> Vec<Target> {
            vec![]
        }
        fn group(&self, (): ()) -> &'static str {
            "count"
        }
        fn log_line(&self, (): &()) -> Option<Line> {
            None
        }
        fn seat_name(&self, seat: Seat) -> String {
            seat.0.to_string()
        }
        fn score_lines(&self, view: &Vec<i32>) -> Vec<String> {
            view.iter().map(i32::to_string).collect()
        }
    }

    fn table(seats: u8) -> Table<Count> {
        Table::open(Count { seats, rounds: 2 }, Seed::from_u64(1))
    }

    #[test]
    fn resigning_the_only_seat_loses_the_match() {
        let mut table = table(1);
        table.resign(Seat(0)).expect("allowed at any time");
        let outcome = table.outcome().expect("the match is over");
        assert!(outcome.winners.is_empty() && table.is_over() && table.seats_to_act().is_empty());
        assert_eq!(table.submit(Seat(0), 0, &[()]), Err(Refusal::Over));
        assert_eq!(table.resign(Seat(0)), Err(Refusal::Over));
    }

    #[test]
    fn the_last_seat_that_did_not_resign_wins() {
        let mut table = table(3);
        table.resign(Seat(1)).expect("allowed at any time");
        assert_eq!(table.resign(Seat(1)), Err(Refusal::Resigned));
        assert!(!table.is_over() && table.outcome().is_none(), "two seats play on");
        assert!(!table.prompt(Seat(1)).resign && table.prompt(Seat(2)).resign);
        table.resign(Seat(0)).expect("allowed at any time");
        assert_eq!(table.outcome().and_then(|outcome| outcome.sole_winner()), Some(Seat(2)));
    }

    #[test]
    fn a_resigned_seat_is_placed_last_and_a_save_keeps_it() {
        let mut table = table(3);
        table.submit(Seat(0), 0, &[()]).expect("allowed");
        table.resign(Seat(0)).expect("allowed at any time");
        for step in 1..6u8 {
            table.submit(Seat(step % 3), usize::from(step), &[()]).expect("allowed");
        }
        let outcome = table.outcome().expect("the match is over");
        assert_eq!((outcome.places, outcome.winners), (vec![3, 1, 1], Seats::first_n(3).without(Seat(0))));
        let save = table.save();
        let loaded = Table::load(Count { seats: 3, rounds: 2 }, &save).expect("loads");
        assert_eq!((loaded.outcome(), loaded.save()), (table.outcome(), save.clone()));
        assert!(table.at_step(0).resigned().is_empty(), "the past does not know of it");
        let forged =
            table::Save { resigned: vec![table::SavedResignation { seat: Seat(9), after: 0 }], ..save };
        let forged = table::Save { players: vec![], options: BTreeMap::new(), ..forged }.with_digest();
        assert!(Table::load(Count { seats: 3, rounds: 2 }, &forged).is_err());
    }
}

#[test]
fn orders_of_an_old_save_are_read_by_position() {
    let mut save = table().save();
    save.orders = vec![SavedOrders::Bits(0), SavedOrders::Bits(1)];
    let save = Save::read(&save.with_digest().write()).expect("whole");
    let loaded = Table::load(Duel::default(), &save).expect("loads");
    assert_eq!(loaded.orders(RIGHT), StandingOrders::default().with(0));
    assert_eq!(loaded.save().orders[1], SavedOrders::Ids(vec!["always-fire".to_owned()]));
}
