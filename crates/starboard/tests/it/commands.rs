//! The commands that need no match.

use clap::CommandFactory;
use serde_json::Value;
use starboard::cli::Cli;

use crate::{folder, path, run};

#[test]
fn games_lists_everything_for_people_and_programs() {
    let out = run(&["games"], b"").ok();
    for wanted in ["Duel (duel)", "seat 1: Right", "scenario hull-9: Long · 1 minute", "order always-fire"] {
        assert!(out.contains(wanted), "{wanted:?} is missing in\n{out}");
    }
    let json: Value = serde_json::from_str(&run(&["games", "--json"], b"").ok()).expect("JSON");
    assert_eq!(json[0]["scenarios"][1]["id"], "hull-9");
}

#[test]
fn a_wrong_command_line_is_one_line_and_exit_code_2() {
    assert!(run(&["gmaes"], b"").failed(2).contains("unrecognized subcommand 'gmaes'"));
    assert!(run(&["play", "--sed", "1"], b"").failed(2).contains("'--seed'"));
    assert!(
        run(&["play", "--seat", "x"], b"")
            .failed(2)
            .contains("expected seat numbers such as 0 or 0,2, `all` or `none`")
    );
    assert!(run(&["play", "--bot", "genius"], b"").failed(2).contains("there are random, greedy"));
    assert!(run(&["play", "--seat", "2"], b"").failed(2).contains("no seat 2; the seats are 0 (Left)"));
    assert!(run(&["duel", "--first", "greedy"], b"").failed(2).contains("--second <LEVEL>"));
    assert!(run(&["bench", "--seconds", "NaN"], b"").failed(2).contains("between 0.01 and 3600"));
    assert!(run(&["bench", "server", "--tables", "0"], b"").failed(2).contains("0 is not in 1.."));
    assert!(run(&["bench", "server", "--idle", "1000001"], b"").failed(2).contains("1000001 is not in"));
}

#[test]
fn what_does_not_exist_is_exit_code_4() {
    assert_eq!(run(&["play", "chess"], b"").failed(4), "no game \"chess\"; there are duel");
    assert!(
        run(&["play", "--scenario", "Z"], b"").failed(4).starts_with("no scenario \"Z\"; there are hull-3")
    );
    assert!(run(&["play", "--resume", "nowhere.json"], b"").failed(4).contains("nowhere.json"));
    assert!(run(&["bench", "chess"], b"").failed(4).contains("no game"));
    assert!(run(&["bench", "server", "--game", "chess"], b"").failed(4).contains("no game"));
    assert!(run(&["bench", "server", "--game", "duel", "--scenario", "Z"], b"").failed(4).contains('Z'));
    assert!(
        run(&["duel", "--scenario", "Z", "--first", "random", "--second", "random"], b"")
            .failed(4)
            .contains('Z')
    );
    assert!(run(&["scenario", "check", "nowhere.toml"], b"").failed(4).contains("no such file"));
    assert!(run(&["replay", "nowhere.json"], b"").failed(4).contains("no such file"));
}

#[test]
fn every_command_has_help_with_an_example() {
    fn walk(command: &mut clap::Command, names: &[String]) {
        let args: Vec<&str> = names.iter().map(String::as_str).chain(["--help"]).collect();
        let help = run(&args, b"").ok();
        assert!(help.contains("Usage: starboard"), "{args:?}:\n{help}");
        let has_subcommands = command.get_subcommands().next().is_some();
        assert!(has_subcommands || help.contains("Example"), "{args:?} has no example:\n{help}");
        for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
            let names: Vec<String> = names.iter().cloned().chain([sub.get_name().to_owned()]).collect();
            walk(sub, &names);
        }
    }
    walk(&mut Cli::command(), &[]);
    let help = run(&["--help"], b"").ok();
    assert!(help.contains("Exit codes:") && help.contains("Examples:"), "{help}");
    assert!(!help.contains('\u{1b}'), "no colours without a terminal");
    Cli::command().debug_assert();
}

#[test]
fn the_page_of_commands_lists_what_there_is() {
    let page = include_str!("../../../../docs/commands.md");
    let listed: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("## `starboard ")?.strip_suffix('`')).collect();
    let mut there: Vec<String> = Vec::new();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        let subs: Vec<String> =
            command.get_subcommands().map(|sub| format!("{name} {}", sub.get_name())).collect();
        if subs.is_empty() || !command.is_subcommand_required_set() {
            there.push(name.to_owned());
        }
        there.extend(subs);
        let long_options = command.get_subcommands().chain([command]).flat_map(clap::Command::get_arguments);
        for option in long_options.filter_map(clap::Arg::get_long).filter(|&option| option != "help") {
            assert!(page.contains(&format!("`--{option}")), "`{name} --{option}` is not on the page");
        }
    }
    assert_eq!(listed, there);
    for code in 0..=5 {
        assert!(page.contains(&format!("| {code} |")), "exit code {code} is not on the page");
    }
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell], b"").ok().contains("referee"), "{shell}");
    }
}

#[test]
fn scenarios_are_checked_described_and_begun() {
    let folder = folder("scenarios");
    let (good, bad) = (folder.join("good.toml"), folder.join("bad.toml"));
    std::fs::write(&good, run(&["scenario", "new"], b"").ok()).expect("written");
    std::fs::write(&bad, "hull = 40").expect("written");
    assert!(run(&["scenario", "check", path(&good)], b"").ok().ends_with("good.toml can be played\n"));

    let wrong = run(&["scenario", "check", path(&bad)], b"");
    assert!(wrong.out.contains("bad.toml: hull: expected 1 to 9, found \"hull = 40\""), "{}", wrong.out);
    assert!(wrong.failed(1).contains("cannot be played: 1 error"));
    let json: Value =
        serde_json::from_str(&run(&["scenario", "check", path(&bad), "--json"], b"").out).expect("JSON");
    assert_eq!(
        (&json["ok"], json["report"]["errors"].as_array().map(Vec::len)),
        (&Value::Bool(false), Some(1))
    );
    assert!(run(&["play", "--scenario-file", path(&bad)], b"").failed(3).contains("expected 1 to 9"));

    let schema: Value = serde_json::from_str(&run(&["scenario", "schema"], b"").ok()).expect("JSON");
    assert_eq!(schema["type"], "object");
    std::fs::write(&bad, b"\xff\xfe").expect("written");
    assert!(run(&["scenario", "check", path(&bad)], b"").failed(3).contains("not text"));
}

#[test]
fn decks_are_shown_and_checked_with_every_reason() {
    let catalog = catalog::Catalog::standard();
    let run = |args: &[&str]| crate::run_on(&catalog, args, b"");
    let folder = folder("decks");
    let (good, bad) = (folder.join("good.txt"), folder.join("bad.txt"));
    std::fs::write(&good, run(&["deck", "show", "a"]).ok()).expect("written");
    assert!(run(&["deck", "check", path(&good)]).ok().ends_with("good.txt is legal\n"));

    std::fs::write(&bad, "# Mine\n5 EVN-049\n1 EVN-999\nhello\n").expect("written");
    let wrong = run(&["deck", "check", path(&bad)]);
    for reason in [
        "error: line 3: there is no card EVN-999; the cards are EVN-001 to EVN-120 (EV-DECK-1)\n",
        "error: line 4: expected a count",
        "cards too few: a deck has 60 to 80 (EV-DECK-1)\n",
        "Action Number 0: 0 of the 2 cards that go to the Nova Deck (EV-DECK-2)\n",
        "error: EVN-049 (Fusion Pulse Turret / House Dispatches): 5 copies",
        "Mine: 5 cards: ",
    ] {
        assert!(wrong.out.contains(reason), "{reason:?} is missing in\n{}", wrong.out);
    }
    assert!(wrong.failed(1).contains("is not a legal deck: 14 reasons"));
    let json: Value = serde_json::from_str(&run(&["deck", "check", path(&bad), "--json"]).out).expect("JSON");
    assert_eq!((&json["ok"], &json["report"]["legal"]), (&Value::Bool(false), &Value::Bool(false)));
    assert_eq!(json["report"]["findings"][0]["line"], 3);

    assert!(run(&["deck", "check", "nowhere.txt"]).failed(4).contains("no such file"));
    assert!(run(&["deck", "show", "Z"]).failed(4).contains("ev_nova has no deck \"Z\""));
    assert!(run(&["deck", "check", path(&good), "--game", "chess"]).failed(4).contains("no game"));
    assert!(run(&["deck", "check", path(&good), "--game", "starcraft"]).failed(4).contains("has no decks"));
    std::fs::write(&bad, b"\xff\xfe").expect("written");
    assert!(run(&["deck", "check", path(&bad)]).failed(3).contains("not text"));
    std::fs::write(&bad, "").expect("written");
    assert!(run(&["deck", "check", path(&bad)]).failed(1).contains("12 reasons"));
}

#[test]
fn a_benchmark_reports_rates_per_cpu_second() {
    let out = run(&["bench", "duel", "--scenario", "hull-9", "--seconds", "0.05", "--json"], b"").ok();
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&json[0]["game"], &json[0]["scenario"]), (&"duel".into(), &"hull-9".into()));
    assert!(json[0]["decisions_per_second"].as_f64().expect("a number") > 1000.0, "{json}");
    let out = run(&["bench", "--seconds", "0.02"], b"").ok();
    assert_eq!(out.lines().count(), 3, "a heading and two scenarios:\n{out}");
}

#[test]
fn a_duel_swaps_sides_and_is_repeatable() {
    let args = ["duel", "--first", "greedy", "--second", "random", "--matches", "200", "--json"];
    let out = run(&args, b"").ok();
    assert_eq!(out, run(&args, b"").ok());
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let number = |name: &str| json[name].as_u64().expect("a number");
    assert_eq!(number("first_wins") + number("second_wins") + number("draws"), 200);
    assert!(number("first_wins") > 110, "aiming pays: {json}");
    assert_eq!((&json["by_seat"][0]["matches"], &json["by_seat"][1]["matches"]), (&100.into(), &100.into()));
    assert!(run(&args[..7], b"").ok().contains("greedy won"));
}

#[test]
fn every_rule_of_every_ledger_has_a_text() {
    let catalog = catalog::Catalog::standard();
    for game in catalog.ids() {
        let text = catalog.game(game).expect("it is in the list").ledger();
        let ledger = ledger::Ledger::parse(game, text).expect("a ledger");
        assert!(ledger.rows.iter().all(|row| !row.sentence.is_empty()), "{game}");
        let blocks = ledger.blocks(text);
        for row in &ledger.rows {
            assert!(
                blocks.iter().any(|block| block.id.as_ref() == Some(&row.id)),
                "{} is not on the page",
                row.id
            );
        }
    }
    let ledger = catalog.game("stellar_conquest").expect("it is in the list").ledger();
    let ledger = ledger::Ledger::parse("stellar_conquest", ledger).expect("a ledger");
    for id in ["SQ-R-34", "SQ-R-52", "SQ-R-64"] {
        assert!(ledger.sentence(id).is_some(), "{id}");
    }
}
