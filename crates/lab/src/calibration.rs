//! Do estimates of win chances come true? Are positions that were called 70 % won 70 % of the time?

use catalog::{
    Arena,
    strength::{Calibration, CalibrationBin},
};
use rayon::prelude::*;
use search::Level;

/// Bins by tenths of the estimate.
const BINS: usize = 10;

/// Plays `matches` per arena between players of one level and compares what they thought of their chances at the beginning of
/// turns with what came of it. `None` if the level does not search.
pub fn measure(
    arenas: &[(String, Box<dyn Arena>)],
    level: Level,
    matches: u64,
    seed: u64,
    tick: &(dyn Fn() + Sync),
) -> Option<Calibration> {
    let all = matches * arenas.len() as u64;
    let estimates: Vec<(i32, u16)> = (0..all)
        .into_par_iter()
        .flat_map_iter(|number| {
            let (_, arena) = &arenas[(number % arenas.len() as u64) as usize];
            let found = arena.estimates(level, seed.wrapping_add(number));
            tick();
            found
        })
        .collect();
    if estimates.is_empty() {
        return None;
    }
    let (error, bins) = bins(&estimates);
    Some(Calibration {
        level: level.name().to_owned(),
        scenarios: arenas.iter().map(|(name, _)| name.clone()).collect(),
        matches: all,
        positions: estimates.len() as u64,
        error,
        bins,
    })
}

/// The expected calibration error and the bins that are not empty.
fn bins(estimates: &[(i32, u16)]) -> (f64, Vec<CalibrationBin>) {
    let mut sums = [(0_u64, 0.0, 0.0); BINS];
    for &(chance, share) in estimates {
        let estimate = f64::from(chance) / f64::from(rules::CERTAIN);
        let bin = ((estimate * BINS as f64) as usize).min(BINS - 1);
        sums[bin].0 += 1;
        sums[bin].1 += estimate;
        sums[bin].2 += f64::from(share) / 1_000.0;
    }
    let bin = |&(positions, estimate, won): &(u64, f64, f64)| {
        let count = positions as f64;
        (positions > 0).then(|| CalibrationBin { positions, estimate: estimate / count, won: won / count })
    };
    let bins: Vec<CalibrationBin> = sums.iter().filter_map(bin).collect();
    let weighted = bins.iter().map(|bin| bin.positions as f64 * (bin.estimate - bin.won).abs());
    (weighted.sum::<f64>() / estimates.len() as f64, bins)
}

#[cfg(test)]
mod tests {
    use super::bins;

    #[test]
    fn estimates_that_come_true_have_no_error() {
        let mut estimates: Vec<(i32, u16)> = Vec::new();
        for number in 0..10 {
            estimates.push((7_000, if number < 7 { 1_000 } else { 0 }));
            estimates.push((3_000, if number < 3 { 1_000 } else { 0 }));
        }
        let (error, found) = bins(&estimates);
        assert!(error.abs() < 1e-9, "{error}");
        assert_eq!(found.iter().map(|bin| bin.positions).collect::<Vec<_>>(), [10, 10]);
        let (error, _) = bins(&[(9_000, 0), (9_000, 1_000)]);
        assert!((error - 0.4).abs() < 1e-9, "called 90 %, won half of the time: {error}");
        assert!(bins(&[(10_000, 1_000), (0, 0)]).0.abs() < 1e-9, "certain and right");
    }
}
