//! The search: at any decision, playouts compare actions and goals by sequential halving.

use std::{
    cmp::Reverse,
    hash::{Hash, Hasher},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rules::{Advice, CERTAIN, Goal, Model, Seat, Step, Strength};

use crate::{
    PlayoutRng,
    playout::{Evaluator, Playout},
    policy::policy,
};

/// What limits a search, apart from its number of samples. The default is no limit: the result then depends on view and
/// seed alone.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits<'a> {
    /// The search ends within this time.
    pub time: Option<Duration>,
    /// The search ends soon after this becomes true, with what it has found.
    pub cancelled: Option<&'a AtomicBool>,
}

/// One of the options a search compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm<A> {
    /// The action it begins with.
    pub action: A,
    /// The goal it pursues in the rest of the turn.
    pub goal: Option<Goal>,
    /// The mean chance to win, of [`CERTAIN`].
    pub chance: i32,
    /// Playouts it is based on.
    pub samples: u32,
}

/// What a search found: the options, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought<A> {
    /// At least one; those that were given up early have fewer samples and come later.
    pub arms: Vec<Arm<A>>,
}

impl<A: Copy> Thought<A> {
    /// The best option.
    pub fn best(&self) -> Arm<A> {
        self.arms[0]
    }
}

/// An option during a search.
struct Candidate<A> {
    action: A,
    goal: Option<Goal>,
    sum: i64,
    samples: u32,
    misjudged: i32,
}

impl<A> Candidate<A> {
    fn chance(&self) -> i32 {
        if self.samples == 0 { 0 } else { (self.sum / i64::from(self.samples)) as i32 }
    }
    fn judged(&self) -> i32 {
        self.chance() + self.misjudged
    }
}

/// Searches for the best action of `seat`; `None` if it has no decision to make. `model` evaluates positions in place of
/// the game's own.
pub fn think<G: Advice>(
    game: &G,
    model: Option<&Model>,
    view: &G::View,
    seat: Seat,
    strength: Strength,
    limits: Limits<'_>,
    seed: u64,
) -> Option<Thought<G::Action>> {
    let began = Instant::now();
    let dice = &mut PlayoutRng::new(seed);
    let root = game.determinize(view, dice);
    let mut legal = Vec::new();
    game.legal(&root, seat, &mut legal);
    game.prune(&root, seat, &mut legal);
    let mut arms = candidates(game, &root, seat, strength, &legal, dice);
    if arms.is_empty() {
        return None;
    }
    let certain = |arms: Vec<Candidate<G::Action>>| {
        let arm = |one: &Candidate<G::Action>| Arm {
            action: one.action,
            goal: one.goal,
            chance: one.chance(),
            samples: one.samples,
        };
        Some(Thought { arms: arms.iter().map(arm).collect() })
    };
    if strength.samples == 0 || arms.len() == 1 {
        return certain(arms);
    }
    let mut playout = Playout { game, evaluator: Evaluator::with(game, model.or(game.model())), legal };
    let mut world = root;
    let mut state = world.clone();
    let stop = |began: Instant| {
        limits.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || limits.time.is_some_and(|time| began.elapsed() >= time)
    };
    let (mut alive, mut sample, mut spent) = (arms.len(), 0_u64, 0_u32);
    let rounds = usize::BITS - (arms.len() - 1).leading_zeros();
    'search: for round in 0..rounds {
        let left = strength.samples.saturating_sub(spent);
        let each = (left / (rounds - round) / alive as u32).max(1);
        for _ in 0..each {
            if sample > 0 {
                game.determinize_into(view, dice, &mut world);
            }
            // All options meet the same hidden cards and the same dice as far as they can.
            let lot = PlayoutRng::new(seed ^ sample.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1));
            sample += 1;
            for arm in &mut arms[..alive] {
                if stop(began) {
                    break 'search;
                }
                if game.check(&world, seat, arm.action).is_err() {
                    continue;
                }
                state.clone_from(&world);
                let mut dice = lot.clone();
                let ply = game.ply(&state);
                game.apply(&mut state, Step::Act(seat, arm.action), &mut |_| {});
                let turns = game.ply(&state).saturating_sub(ply);
                let horizon = u32::from(strength.horizon).saturating_sub(turns);
                arm.sum += i64::from(playout.run(&mut state, seat, arm.goal, horizon as u8, &mut dice));
                arm.samples += 1;
                spent += 1;
            }
        }
        arms[..alive].sort_by_key(|arm| Reverse(arm.judged()));
        alive = alive.div_ceil(2);
        if alive == 1 || spent >= strength.samples {
            break;
        }
    }
    arms[..alive].sort_by_key(|arm| Reverse(arm.judged()));
    certain(arms)
}

/// Actions and goals worth comparing, best first by the policy.
fn candidates<G: Advice>(
    game: &G,
    root: &G::State,
    seat: Seat,
    strength: Strength,
    legal: &[G::Action],
    dice: &mut PlayoutRng,
) -> Vec<Candidate<G::Action>> {
    let ply = game.ply(root);
    let error = |action: G::Action, goal: Option<Goal>| misjudgement(&(ply, seat, action, goal), strength);
    let candidate =
        |action, goal| Candidate { action, goal, sum: 0, samples: 0, misjudged: error(action, goal) };
    let score = |action: G::Action| {
        let score = i64::from(game.policy_score(root, seat, action));
        // Without a search, what is misjudged is the score itself.
        let wrong = if strength.samples == 0 { i64::from(error(action, None)) } else { 0 };
        (score + score.abs() * wrong / i64::from(CERTAIN)) as i32
    };
    let mut scored: Vec<(i32, G::Action)> = legal.iter().map(|&action| (score(action), action)).collect();
    scored.sort_by_key(|&(score, _)| Reverse(score));
    // At least the policy's choice and its best rival, whatever the number of goals.
    let mut goals = Vec::new();
    if legal.len() > 1 && strength.arms > 2 {
        game.goals(root, seat, &mut goals);
    }
    goals.truncate(usize::from(strength.arms) / 2);
    scored.truncate(usize::from(strength.arms).saturating_sub(goals.len()).max(1));
    let mut arms: Vec<_> = scored.iter().map(|&(_, action)| candidate(action, None)).collect();
    if let Some(first) = arms.first_mut() {
        first.misjudged += game.caution();
    }
    for goal in goals {
        if let Some(action) = policy(game, root, seat, Some(goal), legal, dice) {
            arms.push(candidate(action, Some(goal)));
        }
    }
    arms
}

/// The error in judging a plan: it depends on the turn and on the plan, not on the moment it is looked at.
fn misjudgement(plan: &impl Hash, strength: Strength) -> i32 {
    let most = u64::from(strength.misjudgement);
    if most == 0 {
        return 0;
    }
    let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
    plan.hash(&mut hasher);
    let mixed = hasher.finish();
    // The sum of two even spreads: great errors are rarer than small ones.
    let spread = (mixed >> 32) % (most + 1) + (mixed & 0xFFFF_FFFF) % (most + 1);
    spread as i32 - most as i32
}

/// Fowler–Noll–Vo with a final mix: the same on every machine, unlike the standard hasher's promise.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    fn finish(&self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

const _: () = assert!(CERTAIN == 10_000, "strengths and chances share their unit");
