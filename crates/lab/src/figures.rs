//! Shares with their uncertainty, and ratings.

/// A mean share in victories, 0 to 1, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The mean.
    pub mean: f64,
    /// The 95 % interval by Wilson's formula, which holds near 0 and 1 as well.
    pub interval: [f64; 2],
    /// Matches it is based on.
    pub matches: u64,
}

/// 95 % of a normal distribution.
const USUAL: f64 = 1.96;
/// A share that is looked at again and again needs a wider margin.
const REPEATED: f64 = 2.8;

impl Share {
    /// Of the results of matches.
    pub fn of(shares: &[f64]) -> Self {
        let matches = shares.len() as u64;
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        Self { mean, interval: wilson(mean, matches, USUAL), matches }
    }

    /// Of several series, each with its mean and number of matches.
    pub fn pooled(series: &[(f64, u64)]) -> Self {
        let matches: u64 = series.iter().map(|(_, matches)| matches).sum();
        let sum: f64 = series.iter().map(|&(mean, matches)| mean * matches as f64).sum();
        let mean = sum / matches.max(1) as f64;
        Self { mean, interval: wilson(mean, matches, USUAL), matches }
    }

    /// Whether more matches would hardly change on which side of `level` it is.
    pub fn is_clearly_apart_from(&self, level: f64) -> bool {
        let [low, high] = wilson(self.mean, self.matches, REPEATED);
        low > level || high < level
    }
}

fn wilson(mean: f64, matches: u64, z: f64) -> [f64; 2] {
    if matches == 0 {
        return [0.0, 1.0];
    }
    let n = matches as f64;
    let centre = (mean + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (mean * (1.0 - mean) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// The difference in rating that belongs to a share between two players; at most 800 either way.
///
/// ```
/// assert_eq!(lab::figures::elo_difference(0.5), 0.0);
/// assert_eq!(lab::figures::elo_difference(0.75).round(), 191.0);
/// ```
pub fn elo_difference(share: f64) -> f64 {
    let odds = share / (1.0 - share).max(1e-9);
    (400.0 * odds.max(1e-9).log10()).clamp(-800.0, 800.0)
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn intervals_agree_with_published_values() {
        // Wilson 1927: 81 of 263 gives 0.2553 to 0.3662.
        let shares: Vec<f64> = (0..263).map(|at| f64::from(u8::from(at < 81))).collect();
        let Share { interval: [low, high], .. } = Share::of(&shares);
        assert!((low - 0.2553).abs() < 1e-3 && (high - 0.3662).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn a_share_is_apart_only_if_chance_does_not_explain_it() {
        let of = |wins: u64, matches: u64| {
            Share::of(&(0..matches).map(|at| f64::from(u8::from(at < wins))).collect::<Vec<_>>())
        };
        assert!(!of(14, 24).is_clearly_apart_from(0.5));
        assert!(of(22, 24).is_clearly_apart_from(0.5));
        assert!(of(2, 24).is_clearly_apart_from(0.5));
    }
}
