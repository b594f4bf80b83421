use rules::{Game, Seat, Step, Turn, Viewer, Notation};
use search::{Level, Playout, choose};
use stellar_conquest::*;
fn main() {
    let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let who: u8 = std::env::args().nth(2).unwrap().parse().unwrap();
    let game = StellarConquest::new("basic-4").unwrap();
    let mut state = game.start();
    let mut dice = Playout::new(seed);
    let mut n = 0;
    loop {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(c) => Step::Chance(game.sample(&c, &mut dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().unwrap();
                let view = game.view(&state, Viewer::Seat(seat));
                let a = choose(&game, &view, seat, Level::Greedy, &mut dice).unwrap();
                n += 1;
                if seat == Seat(who) { println!("t{} {:?} {}", state.turn, state.frame, game.write_action(a)); }
                Step::Act(seat, a)
            }
        };
        game.apply(&mut state, step, &mut |e| if e.to.contains(Seat(who)) && !matches!(e.what, What::Noted(_)|What::Moved{..}|What::Regrouped{..}|What::Committed(_)) { println!("   {:?}", e.what) });
    }
    println!("{n} decisions");
    for l in game.write_position(&state).lines().filter(|l| l.starts_with(&format!("sheet {who}")) || l.contains(&format!("by {who}")) || l.contains(&format!("of {who} at"))) { println!("{}", &l[..l.len().min(200)]); }
}
