//! A small network in floating point, and its translation into the whole numbers of [`Model`]. Training uses one thread and
//! only operations with exact rounding, so that the same examples give the same weights.

use rules::{Dice, LOGIT, Model};
use search::PlayoutRng;

/// A position and the share in the victory it is expected to bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The position.
    pub features: Vec<i16>,
    /// 0 to 1.
    pub target: f32,
}

/// Features → hidden units → logit, with direct weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    features: usize,
    hidden: usize,
    mean: Vec<f32>,
    scale: Vec<f32>,
    /// Hidden weights by unit and feature, hidden constants, output weights, direct weights, constant.
    weights: Vec<f32>,
}

/// Fixed-point digits of a hidden unit's value.
const HIDDEN_BITS: u32 = 6;
/// Fixed-point digits of the logit sum.
const OUTPUT_BITS: u32 = 8;
/// Examples per step.
const BATCH: usize = 64;
/// Hidden units are clipped here, as in [`Model`].
const CLIP: f32 = 1_023.0 / 64.0;

/// e^x by twenty squarings: the same on every machine.
fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x.clamp(-30.0, 30.0) / 1_048_576.0;
    for _ in 0..20 {
        power *= power;
    }
    power
}

fn logistic(logit: f32) -> f32 {
    (1.0 / (1.0 + exp(-f64::from(logit)))) as f32
}

impl Network {
    /// Trains on the examples. One thread: the same examples and seed give the same weights.
    pub fn train(examples: &[Example], hidden: usize, passes: u32, seed: u64) -> Self {
        let features = examples.first().map_or(0, |example| example.features.len());
        let mut network = Self::fresh(examples, features, hidden, seed);
        let inputs: Vec<f32> = examples.iter().flat_map(|example| network.normalized(example)).collect();
        let mut adam = Adam::new(network.weights.len());
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        let mut dice = PlayoutRng::new(seed ^ 0xABCD);
        let mut gradient = vec![0.0; network.weights.len()];
        for pass in 0..passes {
            for at in (1..order.len()).rev() {
                order.swap(at, dice.below(at as u32 + 1) as usize);
            }
            let rate = 0.003 * (1.0 - f64::from(pass) / f64::from(passes)) as f32 + 0.0001;
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                for &at in batch {
                    let x = &inputs[at as usize * features..(at as usize + 1) * features];
                    network.add_gradient(x, examples[at as usize].target, &mut gradient);
                }
                adam.step(&mut network.weights, &gradient, rate, batch.len() as f32);
            }
        }
        network
    }

    fn fresh(examples: &[Example], features: usize, hidden: usize, seed: u64) -> Self {
        let count = examples.len().max(1) as f64;
        let mut mean = vec![0.0_f64; features];
        let mut square = vec![0.0_f64; features];
        for example in examples {
            for (at, &value) in example.features.iter().enumerate() {
                mean[at] += f64::from(value);
                square[at] += f64::from(value) * f64::from(value);
            }
        }
        let scale = (0..features).map(|at| {
            let variance = square[at] / count - (mean[at] / count) * (mean[at] / count);
            // A number that hardly ever changes carries no weight.
            if variance < 1e-4 { 0.0 } else { (1.0 / variance.sqrt()) as f32 }
        });
        let scale = scale.collect();
        let mut dice = PlayoutRng::new(seed);
        let spread = 1.0 / (features.max(1) as f32).sqrt();
        let mut small = |by: f32| (dice.below(2_001) as f32 / 1_000.0 - 1.0) * by;
        let mut weights: Vec<f32> = (0..hidden * features).map(|_| small(spread)).collect();
        weights.extend((0..hidden).map(|_| 0.1));
        weights.extend((0..hidden).map(|_| small(0.1)));
        weights.extend((0..=features).map(|_| 0.0));
        let mean = mean.into_iter().map(|sum| (sum / count) as f32).collect();
        Self { features, hidden, mean, scale, weights }
    }

    fn normalized<'a>(&'a self, example: &'a Example) -> impl Iterator<Item = f32> + 'a {
        let numbers = example.features.iter().zip(self.mean.iter().zip(&self.scale));
        numbers.map(|(&value, (mean, scale))| (f32::from(value) - mean) * scale)
    }

    fn parts(&self) -> [usize; 3] {
        let hidden_bias = self.hidden * self.features;
        [hidden_bias, hidden_bias + self.hidden, hidden_bias + 2 * self.hidden]
    }

    fn unit(&self, unit: usize, x: &[f32]) -> f32 {
        let row = &self.weights[unit * self.features..(unit + 1) * self.features];
        let sum: f32 = row.iter().zip(x).map(|(weight, x)| weight * x).sum();
        sum + self.weights[self.parts()[0] + unit]
    }

    fn logit(&self, x: &[f32], units: &mut Vec<f32>) -> f32 {
        let [_, output, direct] = self.parts();
        units.clear();
        units.extend((0..self.hidden).map(|unit| self.unit(unit, x)));
        let hidden: f32 =
            units.iter().enumerate().map(|(at, raw)| raw.clamp(0.0, CLIP) * self.weights[output + at]).sum();
        let row = &self.weights[direct..direct + self.features];
        let straight: f32 = row.iter().zip(x).map(|(weight, x)| weight * x).sum();
        hidden + straight + self.weights[direct + self.features]
    }

    fn add_gradient(&self, x: &[f32], target: f32, gradient: &mut [f32]) {
        let mut units = Vec::new();
        let error = logistic(self.logit(x, &mut units)) - target;
        let [hidden_bias, output, direct] = self.parts();
        for (unit, &raw) in units.iter().enumerate() {
            gradient[output + unit] += error * raw.clamp(0.0, CLIP);
            if raw > 0.0 && raw < CLIP {
                let back = error * self.weights[output + unit];
                gradient[hidden_bias + unit] += back;
                let row = &mut gradient[unit * self.features..(unit + 1) * self.features];
                row.iter_mut().zip(x).for_each(|(sum, x)| *sum += back * x);
            }
        }
        let row = &mut gradient[direct..direct + self.features];
        row.iter_mut().zip(x).for_each(|(sum, x)| *sum += error * x);
        gradient[direct + self.features] += error;
    }

    /// The mean logistic loss over examples.
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let mut units = Vec::new();
        let one = |example: &Example| {
            let x: Vec<f32> = self.normalized(example).collect();
            let chance = f64::from(logistic(self.logit(&x, &mut units))).clamp(1e-6, 1.0 - 1e-6);
            let target = f64::from(example.target);
            -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
        };
        examples.iter().map(one).sum::<f64>() / examples.len().max(1) as f64
    }

    /// The network in whole numbers.
    pub fn quantize(&self) -> Model {
        let [hidden_bias, output, direct] = self.parts();
        // Normalization folded into the weights.
        let mut raw = Vec::with_capacity(self.hidden * self.features);
        let mut bias = Vec::with_capacity(self.hidden);
        for unit in 0..self.hidden {
            let row = &self.weights[unit * self.features..(unit + 1) * self.features];
            let scaled: Vec<f32> =
                row.iter().zip(&self.scale).map(|(weight, scale)| weight * scale).collect();
            let shift: f32 = scaled.iter().zip(&self.mean).map(|(weight, mean)| weight * mean).sum();
            bias.push(self.weights[hidden_bias + unit] - shift);
            raw.extend(scaled);
        }
        let largest = raw.iter().fold(1e-3_f32, |most, weight| most.max(weight.abs()));
        let mut precision = 14;
        while precision > HIDDEN_BITS && largest * (1_u32 << precision) as f32 > 30_000.0 {
            precision -= 1;
        }
        let input = (1_u32 << precision) as f32;
        let logit = LOGIT as f32 * (1_u32 << OUTPUT_BITS) as f32;
        let per_unit = logit / (1_u32 << HIDDEN_BITS) as f32;
        let row = &self.weights[direct..direct + self.features];
        let straight: Vec<f32> = row.iter().zip(&self.scale).map(|(weight, scale)| weight * scale).collect();
        let shift: f32 = straight.iter().zip(&self.mean).map(|(weight, mean)| weight * mean).sum();
        let whole = |value: f32, most: f32| value.round().clamp(-most, most);
        Model {
            features: self.features,
            shift: [(precision - HIDDEN_BITS) as u8, OUTPUT_BITS as u8],
            hidden_bias: bias.iter().map(|bias| whole(bias * input, 1e9) as i32).collect(),
            hidden: raw.iter().map(|weight| whole(weight * input, 32_000.0) as i16).collect(),
            output: (0..self.hidden)
                .map(|unit| whole(self.weights[output + unit] * per_unit, 32_000.0) as i16)
                .collect(),
            direct: straight.iter().map(|weight| whole(weight * logit, 1e8) as i32).collect(),
            bias: whole((self.weights[direct + self.features] - shift) * logit, 1e9) as i32,
        }
    }
}

/// Steps of adaptive size.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    decay: [f64; 2],
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], square: vec![0.0; weights], decay: [1.0; 2] }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, batch: f32) {
        self.decay[0] *= 0.9;
        self.decay[1] *= 0.999;
        let (first, second) = ((1.0 - self.decay[0]) as f32, (1.0 - self.decay[1]) as f32);
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[at] / batch + 1e-5 * *weight;
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.999 * self.square[at] + 0.001 * slope * slope;
            *weight -= rate * (self.mean[at] / first) / ((self.square[at] / second).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Example> {
        let mut dice = PlayoutRng::new(3);
        let mut one = || {
            let features: Vec<i16> = (0..4).map(|_| dice.below(21) as i16 - 10).collect();
            // Not linear: two signs have to agree.
            let won = (features[0] > 0) == (features[1] > 0);
            Example { features, target: f32::from(u8::from(won)) }
        };
        (0..2_000).map(|_| one()).collect()
    }

    #[test]
    fn a_network_learns_what_a_linear_model_cannot() {
        let examples = examples();
        let linear = Network::train(&examples, 0, 10, 1).loss(&examples);
        let network = Network::train(&examples, 12, 30, 1);
        assert!(linear > 0.6 && network.loss(&examples) < 0.35, "{linear}, {}", network.loss(&examples));
        let model = network.quantize();
        let right = examples.iter().filter(|one| (model.chance(&one.features) > 5_000) == (one.target > 0.5));
        let right = right.count();
        assert!(right > 1_750, "{right} of 2000 in whole numbers");
    }

    #[test]
    fn training_twice_gives_the_same_bits() {
        let examples = examples();
        let train = || Network::train(&examples[..500], 8, 3, 7);
        assert_eq!(train(), train());
        assert_eq!(train().quantize().write(""), train().quantize().write(""));
    }
}
