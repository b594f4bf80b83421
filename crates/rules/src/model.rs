//! A small evaluation in whole numbers: it gives the same result on every machine.

use std::fmt::Write as _;

/// Win chances are given in ten thousandths.
pub const CERTAIN: i32 = 10_000;

/// Logits are given in units of 1/256.
pub const LOGIT: i32 = 256;

/// Hidden units are clipped to this range, so that sums stay within 32 bits.
const CLIP: i32 = 1_023;

/// An evaluation of a position: features → some hidden units → one logit, with direct weights from features to the
/// logit. Without hidden units it is linear.
///
/// ```
/// use rules::{CERTAIN, Model};
///
/// let model = Model::read("features 2\nhidden 0\nshift 0 0\nbias 0\ndirect 256 -256\n")?;
/// assert_eq!(model.chance(&[3, 3]), CERTAIN / 2);
/// assert!(model.chance(&[4, 3]) > 7_300 && model.chance(&[3, 4]) < 2_700);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// How many features it reads.
    pub features: usize,
    /// Shift of the hidden sums, and of the logit.
    pub shift: [u8; 2],
    /// By hidden unit: its constant.
    pub hidden_bias: Vec<i32>,
    /// By hidden unit, then by feature.
    pub hidden: Vec<i16>,
    /// By hidden unit: its weight in the logit.
    pub output: Vec<i16>,
    /// By feature: its weight in the logit.
    pub direct: Vec<i32>,
    /// The constant of the logit.
    pub bias: i32,
}

impl Model {
    /// Reads what [`Model::write`] wrote. Lines that begin with `#` say where the numbers come from.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut model = Self::default();
        let mut units = 0;
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut words = line.split_whitespace();
            let key = words.next().unwrap_or_default();
            let numbers = words.map(str::parse::<i32>).collect::<Result<Vec<i32>, _>>();
            let numbers = numbers.map_err(|error| format!("line {}, {key}: {error}", at + 1))?;
            let first = numbers.first().copied().unwrap_or(0);
            let wrong = || format!("line {}: wrong numbers of {key}", at + 1);
            match key {
                "features" => model.features = usize::try_from(first).map_err(|_| wrong())?,
                "hidden" => units = usize::try_from(first).map_err(|_| wrong())?,
                "shift" => {
                    let shifts = numbers.iter().map(|&shift| u8::try_from(shift).ok().filter(|&by| by < 31));
                    let shifts: Option<Vec<u8>> = shifts.collect();
                    model.shift = shifts.and_then(|two| two.try_into().ok()).ok_or_else(wrong)?;
                }
                "bias" => model.bias = first,
                "direct" => model.direct = numbers,
                "unit" => {
                    let [bias, output, weights @ ..] = numbers.as_slice() else { return Err(wrong()) };
                    model.hidden_bias.push(*bias);
                    model.output.push(i16::try_from(*output).map_err(|_| wrong())?);
                    for &weight in weights {
                        model.hidden.push(i16::try_from(weight).map_err(|_| wrong())?);
                    }
                }
                _ => return Err(format!("line {}: unknown word {key:?}", at + 1)),
            }
        }
        let complete = model.direct.len() == model.features
            && model.output.len() == units
            && model.hidden.len() == units * model.features;
        if complete { Ok(model) } else { Err("the numbers of weights do not agree".to_owned()) }
    }

    /// The model as text; `origin` says which command, seed and commit made it.
    pub fn write(&self, origin: &str) -> String {
        let mut text = String::new();
        for line in origin.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let join = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        let [hidden_shift, output_shift] = self.shift;
        let _ = writeln!(text, "features {}\nhidden {}", self.features, self.output.len());
        let _ = writeln!(text, "shift {hidden_shift} {output_shift}\nbias {}", self.bias);
        let _ = writeln!(text, "direct {}", join(&mut self.direct.iter().copied()));
        for (unit, weights) in self.hidden.chunks(self.features.max(1)).enumerate() {
            let weights = join(&mut weights.iter().map(|&weight| i32::from(weight)));
            let _ = writeln!(text, "unit {} {} {weights}", self.hidden_bias[unit], self.output[unit]);
        }
        text
    }

    /// The logarithm of the odds to win, in units of 1/[`LOGIT`].
    ///
    /// # Panics
    /// If there are not as many features as the model was trained with.
    pub fn logit(&self, features: &[i16]) -> i32 {
        assert_eq!(features.len(), self.features, "the model was trained with other features");
        let direct = features.iter().zip(&self.direct).map(|(&x, &weight)| i64::from(weight) * i64::from(x));
        let mut sum = i64::from(self.bias) + direct.sum::<i64>();
        for (unit, weights) in self.hidden.chunks_exact(self.features.max(1)).enumerate() {
            let products = features.iter().zip(weights).map(|(&x, &weight)| i32::from(x) * i32::from(weight));
            let raw = products.fold(self.hidden_bias[unit], i32::wrapping_add);
            let active = (raw >> self.shift[0]).clamp(0, CLIP);
            sum += i64::from(active * i32::from(self.output[unit]));
        }
        (sum >> self.shift[1]).clamp(-16 * i64::from(LOGIT), 16 * i64::from(LOGIT)) as i32
    }

    /// The chance to win, of [`CERTAIN`].
    pub fn chance(&self, features: &[i16]) -> i32 {
        chance_of_logit(self.logit(features))
    }
}

/// Steps of the table below, up to a logit of 8.
const STEPS: usize = 8 * LOGIT as usize;

/// By logit: e to the power of -logit, in units of 1/2³².
static FALLING: [u64; STEPS + 1] = {
    // e^(-1/256) in units of 1/2³².
    const FACTOR: u64 = 4_278_222_898;
    let mut table = [1 << 32; STEPS + 1];
    let mut at = 1;
    while at <= STEPS {
        table[at] = (table[at - 1] * FACTOR + (1 << 31)) >> 32;
        at += 1;
    }
    table
};

/// The chance that belongs to a logit in units of 1/[`LOGIT`], of [`CERTAIN`].
///
/// ```
/// use rules::{CERTAIN, chance_of_logit};
///
/// assert_eq!(chance_of_logit(0), CERTAIN / 2);
/// assert_eq!(chance_of_logit(256), 7_311);
/// assert_eq!(chance_of_logit(-256), CERTAIN - 7_311);
/// ```
pub fn chance_of_logit(logit: i32) -> i32 {
    let falling = FALLING[(logit.unsigned_abs() as usize).min(STEPS)];
    let one = 1_u64 << 32;
    let above = ((one * CERTAIN as u64 + u64::midpoint(one, falling)) / (one + falling)) as i32;
    if logit < 0 { CERTAIN - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::Model;

    #[test]
    fn a_model_survives_writing_and_reading() {
        let model = Model {
            features: 3,
            shift: [4, 8],
            hidden_bias: vec![5, -7],
            hidden: vec![1, -2, 3, 400, 5, -600],
            output: vec![9, -10],
            direct: vec![70_000, -2, 3],
            bias: -12,
        };
        let text = model.write("command x\nseed 1");
        assert!(text.starts_with("# command x\n# seed 1\nfeatures 3\n"), "{text}");
        assert_eq!(Model::read(&text), Ok(model));
    }

    #[test]
    fn a_damaged_model_is_refused_by_line() {
        assert_eq!(Model::read("features 2\ndirect 1").unwrap_err(), "the numbers of weights do not agree");
        assert_eq!(Model::read("features x").unwrap_err(), "line 1, features: invalid digit found in string");
        assert_eq!(Model::read("\nhat 1").unwrap_err(), "line 2: unknown word \"hat\"");
        assert!(Model::read("features 0\nshift 40 1").unwrap_err().contains("shift"));
    }
}
