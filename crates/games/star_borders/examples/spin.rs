use rules::*;
struct X(u64);
impl Dice for X { fn below(&mut self, n: u32) -> u32 { self.0 ^= self.0 << 13; self.0 ^= self.0 >> 7; self.0 ^= self.0 << 17; (((self.0 >> 32) * u64::from(n)) >> 32) as u32 } }
fn main() {
    println!("state {} view {}", size_of::<star_borders::State>(), size_of::<star_borders::View>());
    for id in ["A","B","C","D","E","F","G","H:1"] {
        let game = star_borders::StarBorders::scenario(id).unwrap();
        let mut x = X(0x1234_5678_9abc_def1);
        let mut legal = Vec::new();
        let (mut dec, mut steps, mut wins) = (0u64, 0u64, [0u32;2]);
        let t = std::time::Instant::now();
        let n = 2000;
        let mut longest = 0;
        for _ in 0..n {
            let mut s = game.start();
            let mut len = 0;
            loop {
                let step = match game.turn(&s) {
                    Turn::Over => break,
                    Turn::Chance(c) => Step::Chance(game.sample(&c, &mut x)),
                    Turn::Choose(seats) => { dec += 1; let seat = seats.first().unwrap(); game.legal(&s, seat, &mut legal); assert!(!legal.is_empty(), "{s:?}"); Step::Act(seat, legal[x.below(legal.len() as u32) as usize]) }
                };
                steps += 1; len += 1; assert!(len < 100000);
                game.apply(&mut s, step, &mut |_| {});
            }
            longest = longest.max(len);
            if let Some(w) = game.scores(&s).unwrap().sole_winner() { wins[w.index()] += 1; }
        }
        let e = t.elapsed().as_secs_f64();
        println!("{id}: {:.2} M dec/s  {:.2} M steps/s  {:.0} dec/match longest {longest} wins {wins:?}", dec as f64 / e / 1e6, steps as f64/e/1e6, dec as f64 / n as f64);
    }
}
