//! Files from strangers: whatever they hold, the answer is a scenario or a list of errors.

use star_borders::{ShipSet, StarBorders, StartingPlace};

/// A stream of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Reads; if it is a scenario, it must be sound.
fn read(name: &str, text: &str) -> bool {
    let game = match StarBorders::read(name, text) {
        Ok(game) => game,
        Err(errors) => {
            assert!(!errors.0.is_empty());
            assert!(errors.0.iter().all(|error| !error.place.is_empty() && !error.message.is_empty()));
            return false;
        }
    };
    let all = game.quadrant.all();
    for side in &game.scenario.sides {
        let mut seen = ShipSet::EMPTY;
        for placed in &side.ships {
            assert!(!seen.has(placed.ship));
            seen.insert(placed.ship);
            if let StartingPlace::At(loc) = placed.place {
                assert!(all.has(loc));
            }
        }
        assert!((side.control - game.quadrant.planets).is_empty());
        assert!(side.lp <= side.lp_capacity);
        assert!((side.hand - game.scenario.deck).is_empty());
    }
    assert!((1..=12).contains(&game.scenario.start_box));
    let _ = (game.warnings(), game.notes());
    true
}

#[test]
fn mutated_files_never_panic() {
    const WORDS: [&str; 24] = [
        "0",
        "-1",
        "13",
        "99999999999999999999",
        "9223372036854775807",
        "1e9",
        "true",
        "\"\"",
        "\"TH1\"",
        "\"DL6\"",
        "\"Scout\"",
        "\"Dominator\"",
        "[]",
        "{}",
        "[[\"TH1\", \"TH1\"]]",
        "null",
        "\"base\"",
        "\"roll\"",
        "\u{0}",
        "=",
        "\n",
        "é",
        "\"\u{1f680}\"",
        "nan",
    ];
    let mut numbers = Numbers(2026);
    let (mut good, mut bad) = (0, 0);
    for round in 0..4000 {
        let file = StarBorders::file(StarBorders::SCENARIOS[round % 7]).unwrap();
        let json = round % 2 == 0;
        let mut text = if json { serde_json::to_string(&file).unwrap() } else { file.to_toml() };
        for _ in 0..=numbers.below(3) {
            // Change a whole value: from one border of a word to the next.
            let borders: Vec<usize> = text
                .char_indices()
                .filter(|(_, letter)| " ,:[]{}\n=".contains(*letter))
                .map(|(at, letter)| at + letter.len_utf8())
                .collect();
            let nth = numbers.below(borders.len() - 1);
            let (from, to) = (borders[nth], borders[nth + 1]);
            match numbers.below(4) {
                0 => text.replace_range(from..to - 1, WORDS[numbers.below(WORDS.len())]),
                1 => drop(text.drain(from..to)),
                2 => {
                    let word = text[from..to].to_owned();
                    text.insert_str(from, &word);
                }
                _ => {
                    let other = numbers.below(borders.len() - 1);
                    let word = text[borders[other]..borders[other + 1] - 1].to_owned();
                    text.replace_range(from..to - 1, &word);
                }
            }
        }
        if read(if json { "x.json" } else { "x.toml" }, &text) { good += 1 } else { bad += 1 }
    }
    assert!(good > 100 && bad > 1000, "the mutations reach both answers: {good} and {bad}");
}

#[test]
fn deep_and_endless_files_are_errors() {
    const DEEP: usize = 100_000;
    let files = [
        format!("derived{} = 1", ".a".repeat(DEEP)),
        format!("[derived{}]", ".a".repeat(DEEP)),
        format!("derived = {}", "[".repeat(DEEP)),
        format!("derived = {}", "{a=".repeat(DEEP)),
        format!("{{\"derived\":{}", "[".repeat(DEEP)),
        format!("{{\"derived\":{}", "{\"a\":".repeat(DEEP)),
        "[[layout]]\n".repeat(DEEP / 2),
        "\"\"\"".repeat(DEEP),
        "\u{feff}\r\n\u{0}".repeat(DEEP),
        String::new(),
        "{".into(),
        "id".into(),
    ];
    for file in files {
        assert!(!read("x", &file));
    }
    let lines = "garbage ".repeat(1_300_000);
    let errors = StarBorders::read("x", &lines).unwrap_err();
    assert_eq!(errors.to_string(), "x: file: expected at most 1048576 bytes, found 10400000");
}

#[test]
fn long_lists_of_wrong_things_are_answered_quickly() {
    let mut file = StarBorders::file("A").unwrap();
    file.sides.alliance.ships = vec![file.sides.alliance.ships[0].clone(); 5000];
    file.sides.alliance.control = vec![file.sides.alliance.control[0].clone(); 5000];
    file.layout = vec![file.layout[0].clone(); 5000];
    file.deck = vec![i64::MAX; 5000];
    let errors = StarBorders::check("x", &file).unwrap_err();
    assert_eq!(errors.0.len(), 101, "the list has an end");
    let rest = errors.0[100].to_string();
    assert!(rest.starts_with("x: file: ") && rest.ends_with(" more errors are not listed"), "{rest}");
}

/// Reads a hostile file of about `bytes` bytes: valid TOML in which every entry is wrong.
fn read_hostile(bytes: usize) -> std::time::Duration {
    let text = StarBorders::file("A").unwrap().to_toml();
    let entries = bytes / 12;
    let bad = "\"TH99\", \n".repeat(entries);
    let text = text.replacen("control = [", &format!("control = [{bad}"), 2);
    assert!(text.len() >= bytes * 3 / 4, "{} bytes", text.len());
    let began = std::time::Instant::now();
    let errors = StarBorders::read("x.toml", &text).unwrap_err();
    assert!(errors.0.len() <= 101 && errors.0[0].place.starts_with("line "), "{}", errors.0[0]);
    began.elapsed()
}

#[test]
fn the_time_for_a_hostile_file_grows_with_its_size_and_not_faster() {
    let _warm = read_hostile(20_000);
    let small = (0..3).map(|_| read_hostile(103_000)).min().expect("three runs");
    let large = (0..3).map(|_| read_hostile(412_000)).min().expect("three runs");
    assert!(small.as_millis() < 500, "103 kB cost {small:?}");
    assert!(large < small * 12, "four times the size: {small:?} and {large:?}");
}
