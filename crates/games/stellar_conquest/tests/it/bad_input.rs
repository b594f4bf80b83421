//! Positions, actions and rolls come from files and from strangers: whatever is wrong is refused, nothing panics.

use laws::{SplitMix64, random_step};
use rules::{Dice, Game, Notation, Present, Seat, Viewer};
use stellar_conquest::{State, StellarConquest};

/// Everything the program does with a position somebody gave it.
fn use_it(game: &StellarConquest, mut state: State, dice: &mut SplitMix64) {
    let mut legal = Vec::new();
    for _ in 0..40 {
        for viewer in Viewer::all(game.seats()) {
            let view = game.view(&state, viewer);
            game.private_view(&view);
            game.score_lines(&view);
        }
        let text = game.write_position(&state);
        assert_eq!(game.read_position(&text).as_ref(), Ok(&state), "{text}");
        let Some(step) = random_step(game, &state, &mut legal, dice) else { return };
        game.apply(&mut state, step, &mut |event| {
            game.log_line(&event);
        });
    }
}

/// Another word in its place, another number, a word or a line too few or too many.
fn spoiled(text: &str, dice: &mut SplitMix64) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = dice.below(lines.len() as u32) as usize;
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let word = dice.below(words.len() as u32) as usize;
    match dice.below(6) {
        0 => {
            lines.remove(at);
            return lines.join("\n");
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            words.remove(word);
        }
        3 => {
            words[word] =
                ["-1", "0", "7", "255", "65535", "4294967295", "Canis", "{}"][dice.below(8) as usize].into();
        }
        _ => {
            // One digit of a number, also inside JSON.
            let digits: Vec<usize> =
                words[word].char_indices().filter(|c| c.1.is_ascii_digit()).map(|c| c.0).collect();
            if let Some(&at) = digits.get(dice.below(digits.len().max(1) as u32) as usize) {
                let digit = dice.below(10).to_string();
                words[word].replace_range(at..=at, &digit);
            }
        }
    }
    lines[at] = words.join(" ");
    lines.join("\n")
}

#[test]
fn spoiled_positions_are_refused_or_playable() {
    let mut dice = SplitMix64(11);
    let (mut refused, mut read) = (0, 0);
    for setup in
        ["basic-2", "four-D home=80 combat=private", "nova-20 players=3", "half-west negotiation=same_hex"]
    {
        let game = crate::common::game(setup);
        let mut state = game.start();
        let mut legal = Vec::new();
        let mut steps = 0;
        while let Some(step) = random_step(&game, &state, &mut legal, &mut dice) {
            game.apply(&mut state, step, &mut |_| {});
            steps += 1;
            if steps % 30 != 0 {
                continue;
            }
            let mut text = game.write_position(&state);
            for _ in 0..=dice.below(3) {
                text = spoiled(&text, &mut dice);
            }
            match game.read_position(&text) {
                Err(error) => {
                    refused += 1;
                    assert!(!error.0.is_empty() && !error.0.ends_with('.'), "{error}");
                }
                Ok(state) => {
                    read += 1;
                    use_it(&game, state, &mut dice);
                }
            }
        }
    }
    assert!(refused > 30 && read > 30, "{refused} refused, {read} read");
}

#[test]
fn spoiled_actions_and_rolls_are_refused_or_judged() {
    let mut dice = SplitMix64(5);
    let game = crate::common::game("basic-4");
    let mut state = game.start();
    let mut legal = Vec::new();
    while let Some(step) = random_step(&game, &state, &mut legal, &mut dice) {
        let text = spoiled(&game.write_step(step), &mut dice);
        if let Ok(rules::Step::Act(seat, action)) = game.read_step(&text) {
            let _ = game.check(&state, seat, action);
        }
        for seat in (0..4).map(Seat) {
            if let Ok(action) = game.read_action(text.split_once(' ').map_or("", |(_, action)| action)) {
                let _ = game.check(&state, seat, action);
            }
        }
        game.apply(&mut state, step, &mut |_| {});
    }
}
