//! How well the greedy player plays Stellar Conquest, and how much work it makes of it.

use rules::{Game, Seat, Step, Turn, Viewer};
use search::{Level, PlayoutRng, choose, play_match};
use stellar_conquest::StellarConquest;

const GAMES: u64 = 40;

fn basic() -> StellarConquest {
    StellarConquest::new("basic-4").expect("a scenario of the game")
}

/// 95 % of games against its own kind end with colonies on at least six planets, for every one of the four.
#[test]
fn greedy_players_settle_at_least_six_planets() {
    let game = basic();
    let (mut games, mut seats) = (0, 0);
    for seed in 0..GAMES {
        let end = play_match(&game, &[Level::Greedy; 4], &mut PlayoutRng::new(seed));
        let colonies = |seat| end.colonies.truth().iter().filter(|colony| colony.controller == seat).count();
        let enough = (0..4).map(Seat).filter(|&seat| colonies(seat) >= 6).count();
        games += u64::from(enough == 4);
        seats += enough as u64;
    }
    assert!(games * 100 >= GAMES * 95, "all four seats in {games} of {GAMES} games, {seats} seats in all");
}

/// One greedy player among three random ones has ten times the points of one of them.
#[test]
fn a_greedy_player_scores_ten_times_a_random_one() {
    let game = basic();
    let (mut greedy, mut random) = (0, 0);
    for seed in 0..GAMES {
        let seat = seed as usize % 4;
        let mut levels = [Level::Random; 4];
        levels[seat] = Level::Greedy;
        let end = play_match(&game, &levels, &mut PlayoutRng::new(seed));
        let points = game.outcome(&end).expect("the match is over").points;
        greedy += points[seat];
        random += points.iter().sum::<i32>() - points[seat];
    }
    // Three random players together: a third of their points each.
    assert!(3 * greedy >= 10 * random, "{greedy} points against a third of {random}");
}

/// Time depends on the machine, so this counts what takes it: decisions, actions scored, and fleets viewed. Each bound is one and a half times
/// what it was when the time was 35 ms.
#[test]
fn a_greedy_match_is_no_more_work_than_it_was() {
    let game = basic();
    let (mut decisions, mut weighed, mut fleets) = (0u64, 0u64, 0u64);
    let matches = 4;
    for seed in 0..matches {
        let mut dice = PlayoutRng::new(seed);
        let mut state = game.start();
        let mut legal = Vec::new();
        loop {
            let step = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a decision belongs to a seat");
                    let view = game.view(&state, Viewer::Seat(seat));
                    game.legal(&state, seat, &mut legal);
                    decisions += 1;
                    weighed += legal.len() as u64;
                    fleets += view.fleets.len() as u64;
                    let action = choose(&game, &view, seat, Level::Greedy, &mut dice);
                    Step::Act(seat, action.expect("a seat that is to act has a legal action"))
                }
            };
            game.apply(&mut state, step, &mut |_| {});
        }
    }
    let each = [decisions, weighed, fleets].map(|count| count / matches);
    let most = [5_500, 123_000, 185_000];
    assert!(each.iter().zip(most).all(|(each, most)| *each <= most), "{each:?}, expected at most {most:?}");
}
