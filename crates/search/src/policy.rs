//! Decisions without a search.

use rules::{Advice, Dice, Goal, Seat};

/// One of the actions, all equally likely.
pub(crate) fn random<A: Copy>(legal: &[A], dice: &mut impl Dice) -> Option<A> {
    if legal.is_empty() { None } else { Some(legal[dice.below(legal.len() as u32) as usize]) }
}

/// One of the actions with the highest score.
pub(crate) fn best_by<A: Copy>(
    legal: &[A],
    dice: &mut impl Dice,
    mut score: impl FnMut(A) -> i32,
) -> Option<A> {
    let (mut best, mut best_score, mut ties) = (None, i32::MIN, 0);
    for &action in legal {
        let score = score(action);
        if best.is_none() || score > best_score {
            (best, best_score, ties) = (Some(action), score, 1);
        } else if score == best_score {
            ties += 1;
            if dice.below(ties) == 0 {
                best = Some(action);
            }
        }
    }
    best
}

/// The action with the highest `action_score`; ties are broken by one roll.
pub(crate) fn greedy<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
    dice: &mut impl Dice,
) -> Option<G::Action> {
    let scores: Vec<i32> = legal.iter().map(|&action| game.action_score(state, seat, action)).collect();
    let best_score = scores.iter().max()?;
    let best: Vec<G::Action> = legal
        .iter()
        .zip(&scores)
        .filter(|(_, score)| *score == best_score)
        .map(|(&action, _)| action)
        .collect();
    random(&best, dice)
}

/// The action of the playout policy, which may pursue a goal.
pub(crate) fn policy<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    goal: Option<Goal>,
    legal: &[G::Action],
    dice: &mut impl Dice,
) -> Option<G::Action> {
    if legal.len() == 1 {
        return Some(legal[0]);
    }
    best_by(legal, dice, |action| {
        let extra = goal.map_or(0, |goal| game.goal_score(state, seat, action, goal));
        game.policy_score(state, seat, action).saturating_add(extra)
    })
}
