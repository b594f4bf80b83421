//! Battles on a bare map: one side attacks, and when its turn is over the other is asked for a card.

use laws::Scene;
use rules::Seat;
use star_borders::{Event, Frame, Side, StarBorders};

use crate::stage::{ALLIANCE, scene};

/// The Combat Phase of `attacker`, with these pieces on the map of scenario D (First Eye, DL8, is a
/// Wormhole next to DL4, DL10 and OM3; Terra Nova, DL1, a planet next to DL4, DL5, DL10 and DL11).
/// With nothing to decide in Housekeeping, the other side is then asked whether it buys a card.
pub(crate) fn battle(attacker: Seat, pieces: &str) -> Scene<StarBorders> {
    turn(attacker, &format!("{pieces}\nstep combat"))
}

/// The same turn from its Activity Step on.
pub(crate) fn turn(attacker: Seat, lines: &str) -> Scene<StarBorders> {
    let (side, lp) = if attacker == ALLIANCE { ('A', "0 6") } else { ('I', "8 0") };
    scene("D", &format!("first {side}\nactive {side}\nlp {lp}\ncontrol A OM1\ncontrol I KP1\n{lines}\n"))
}

/// What is pending.
pub(crate) fn frame(scene: &Scene<StarBorders>) -> Frame {
    scene.state.board.frame().expect("the match goes on")
}

/// Is the turn over, and the other side asked whether it buys a card?
pub(crate) fn is_over(scene: &Scene<StarBorders>) -> bool {
    scene.state.board.frames[..] == [Frame::BuyCard]
}

/// How the Battle that ended in the last act ended.
pub(crate) fn victor(scene: &Scene<StarBorders>) -> Option<Side> {
    let end = scene.events.iter().find_map(|event| match event {
        Event::BattleEnded { victor, .. } => Some(*victor),
        _ => None,
    });
    end.unwrap_or_else(|| panic!("no battle ended: {:?}", scene.events))
}

/// The strengths of the shots declared in the last act.
pub(crate) fn shots(scene: &Scene<StarBorders>) -> Vec<u8> {
    let strength = |event: &Event| match event {
        Event::ShotDeclared { strength, .. } => Some(*strength),
        _ => None,
    };
    scene.events.iter().filter_map(strength).collect()
}

/// The hits scored in the last act, volley by volley.
pub(crate) fn hits(scene: &Scene<StarBorders>) -> Vec<u8> {
    let hits = |event: &Event| match event {
        Event::HitsScored { hits, .. } => Some(*hits),
        _ => None,
    };
    scene.events.iter().filter_map(hits).collect()
}

/// Acts with these dice.
pub(crate) fn play(scene: &mut Scene<StarBorders>, seat: Seat, action: &str, dice: &[u32]) {
    scene.queue_dice(dice.iter().copied());
    scene.act(seat, action);
}

/// Nobody is hurt in a Round in which both sides fire: the Defender, then the Attacker, all at will and
/// all wide.
pub(crate) fn miss(scene: &mut Scene<StarBorders>) {
    for _ in 0..2 {
        let seat = scene.to_act().expect("somebody fires");
        let side = Side::of(seat);
        assert_eq!(frame(scene), Frame::Fire(side));
        let shots = scene.game.best_partition(&scene.state.board, side).len();
        play(scene, seat, "fire-at-will", &vec![6; shots]);
    }
}

/// Keeps silent in every window that a hidden card may open.
pub(crate) fn pass_windows(scene: &mut Scene<StarBorders>) {
    while let Frame::CardWindow(_) | Frame::FireStandoffMissiles(_) | Frame::Tracking | Frame::Deflect(_) =
        frame(scene)
    {
        let seat = scene.to_act().expect("a window asks somebody");
        scene.act(seat, "pass");
    }
}

/// What a side may do now, sorted.
pub(crate) fn options(scene: &Scene<StarBorders>, seat: Seat) -> Vec<String> {
    let mut legal = scene.legal(seat);
    legal.sort();
    legal
}
