//! Who is whose enemy: Trade Protection, Pirates, who may board whom, and what a captain in a pod still commands.

use ev_nova::{Damage, Data, Event, Role, ShipId, Stage as BattleStage};
use rules::{Seat, covers};

use crate::npc::ship;
use crate::stage::{Stage, at, three, two};

/// Answers one decision, or turns up one card, without doing anything.
pub(crate) fn idle(stage: &mut Stage) {
    let Some(seat) = stage.asked() else {
        stage.draw();
        if stage.asked().is_none() {
            let data = Data::standard();
            let highest = stage.state.secret.nova.iter().map(|&card| data.number(card)).max();
            stage.nova(highest.expect("a card is left"));
        }
        return;
    };
    let legal = stage.legal(seat);
    let idle =
        ["stand-clear", "fight", "done", "wait", "pass", "stay", "ignore", "refuse", "begin 4", "end 4"];
    let answer =
        idle.iter().chain(&["end 5", "offer 0"]).find(|answer| legal.iter().any(|action| action == *answer));
    stage.act(seat, answer.unwrap_or_else(|| panic!("no idle answer of {seat} in {legal:?}")));
}

/// Nobody does anything until a seat may do this.
pub(crate) fn until(stage: &mut Stage, seat: u8, action: &str) {
    for _ in 0..100 {
        if stage.asked() == Some(seat) && stage.no(seat, action).is_empty() {
            return;
        }
        idle(stage);
    }
    panic!("{seat} may never {action}");
}

/// The same, and the seat does it.
pub(crate) fn then(stage: &mut Stage, seat: u8, action: &str) {
    until(stage, seat, action);
    stage.act(seat, action);
}

/// Who is asked to withdraw, to take fighters and to board in what is left of this round.
pub(crate) fn offers(stage: &mut Stage) -> Vec<(u8, &'static str)> {
    let mut offers = Vec::new();
    let round = |stage: &Stage| stage.state.open.battle.as_ref().map(|battle| battle.round);
    let first = round(stage);
    while first.is_some() && round(stage) == first {
        if let (Some(seat), Some(battle)) = (stage.asked(), &stage.state.open.battle) {
            match battle.stage {
                BattleStage::Withdraw { .. } => offers.push((seat, "withdraw")),
                BattleStage::Recover { .. } => offers.push((seat, "recover")),
                BattleStage::TakeFighters { .. } => offers.push((seat, "take")),
                BattleStage::Board { .. } => offers.push((seat, "board")),
                _ => {}
            }
        }
        idle(stage);
    }
    offers
}

#[test]
fn ev_a1_6a_the_last_stop_needs_no_move() {
    covers!("EV-A1-6a");
    let mut stage = two("seat 0 KAN missions 056@1\nseat 1 WOL");
    assert_eq!(stage.no(0, "cash-in 056"), "", "the pawn is there, however it came");
    stage.act(0, "cash-in 056").draw();
    assert!(stage.state.open.missions.is_empty());
    assert_eq!(two("seat 0 KAN missions 056@0\nseat 1 WOL").no(0, "cash-in 056"), "EV-A1-6");
}

/// Seat 0 plays Pirate Scourge at Sol, where everybody is; phase 4, seat 0 fires.
fn scourge(seat_1: &str) -> (Stage, u8) {
    let mut stage = three(&format!(
        "seat 0 SOL hand {{119}}\nseat 1 SOL hand {{008}}\nseat 2 SOL\nship s0 START current 0\nship s1 {seat_1}\nship s2 START current 2"
    ));
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]);
    then(&mut stage, 0, "begin 4");
    let pirate = ship(&stage, 87);
    until(&mut stage, 0, &format!("fire s{pirate} 1 s1"));
    (stage, pirate)
}

#[test]
fn ev_pi_6_pirates_attack_all_players_except_their_controller() {
    covers!("EV-PI-6");
    let (stage, pirate) = scourge("START current 1");
    let shot = |target: u8| stage.no(0, &format!("fire s{pirate} 1 s{target}"));
    assert_eq!((shot(0), shot(1), shot(2)), ("EV-B-28", "", ""));
}

/// A Pirate ship of seat 0 is dealt to seat 1.
fn dealt() -> (Stage, u8) {
    let mut stage = three(
        "seat 0 SOL hand {119}\nseat 1 SOL hand {008}\nseat 2 KAN\nship s0 START current 0\nship s1 START current 1 down",
    );
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]);
    then(&mut stage, 0, "begin 4");
    let pirate = ship(&stage, 87);
    then(&mut stage, 0, &format!("fire s{pirate} 1 s1"));
    stage.quiet().nova(0);
    until(&mut stage, 1, "accept");
    (stage, pirate)
}

#[test]
fn ev_pi_8_a_dealt_pirate_costs_one_card_or_is_discarded() {
    covers!("EV-PI-8");
    let (mut stage, pirate) = dealt();
    let before = stage.discard(0).len();
    stage.act(1, "refuse");
    assert!(stage.gone(pirate));
    assert_eq!(stage.discard(0)[before..], ["087".to_owned()], "to its owner");
    assert_eq!(stage.hand(1), ["008"]);

    let (mut stage, pirate) = dealt();
    let (before, deck) = (stage.discard(0).len(), stage.state.open.seat[1].deck);
    stage.act(1, "accept").act(1, "from-deck").draw();
    assert_eq!(stage.state.open.ship(ShipId(pirate)).controller, Seat(1));
    assert_eq!((stage.discard(0).len(), stage.state.open.seat[1].deck), (before + 1, deck - 1));
    for _ in 0..100 {
        let leave = ["withdraw", "retreat CEN"].into_iter().find(|leave| stage.no(0, leave).is_empty());
        match leave {
            _ if !stage.fighting() => break,
            Some(leave) => {
                stage.act(0, leave);
            }
            None => idle(&mut stage),
        }
    }
    assert!(!stage.fighting());
    assert!(stage.discard(1).contains(&"087".to_owned()), "after the battle it goes to the new owner");
    assert!(!stage.discard(0).contains(&"087".to_owned()));
}

/// Seat 0 attacks seat 1, seat 2 brings this ship; phase 4, seat 2 fires. What the ship may do to s0 and s1.
fn defended(system: &str, seat_1: &str, tab: &str, card: u8, line: u8) -> (&'static str, &'static str) {
    let far = if system == "KAN" { "SOL" } else { "KAN" };
    let mut stage = three(&format!(
        "seat 0 {system}\nseat 1 {system} {seat_1}\nseat 2 {far} {tab} {{{card:03}}}\nship s0 096 current 0\nship s1 096 current 1\nship s2 START current 2"
    ));
    stage.act(0, "attack 1");
    then(&mut stage, 2, &format!("show {card:03}"));
    until(&mut stage, 0, "begin 4");
    stage.act(0, "begin 4");
    let npc = ship(&stage, card);
    for _ in 0..20 {
        let fires = matches!(
            stage.state.open.battle.as_ref().map(|battle| battle.stage),
            Some(BattleStage::Fire { .. })
        );
        if fires && stage.asked() == Some(2) {
            break;
        }
        idle(&mut stage);
    }
    let shot = |target: u8| stage.no(2, &format!("fire s{npc} {line} s{target}"));
    (shot(0), shot(1))
}

#[test]
fn ev_tp_1_the_host_defends_whom_it_is_not_hostile_to() {
    covers!("EV-TP-1");
    assert_eq!(defended("SOL", "", "gov", 14, 0), ("", "EV-B-27"));
    assert_eq!(defended("SOL", "markers Federation", "gov", 14, 0), ("EV-B-27", ""), "hostile to the victim");
    // The runner of an opposed mission counts as attacked.
    let mut stage = two("seat 0 SOL missions 087@0\nseat 1 SMA gov {014}\nship s0 096 current 0");
    stage.act(0, "move CEN").cards(&["031", "005", "024", "034", "039", "042"]);
    then(&mut stage, 1, "show 014");
    then(&mut stage, 0, "end 4");
    let (viper, pirate) = (ship(&stage, 14), ship(&stage, 31));
    while stage.phase() < 4 {
        idle(&mut stage);
    }
    until(&mut stage, 1, &format!("fire s{viper} 0 s{pirate}"));
    assert_eq!(stage.no(1, &format!("fire s{viper} 0 s0")), "EV-B-27");
}

#[test]
fn ev_tp_2_the_attackers_are_the_enemies_of_the_defenders() {
    covers!("EV-TP-2");
    // Attacking at a house brings the marker of the house only, so Aurorans have no other reason to fight.
    let text = "seat 0 MOA\nseat 1 MOA\nseat 2 MOA\nseat 3 KAN gov {029}\nship s0 096 current 0\nship s1 096 current 1\nship s2 096 current 2\nship s3 START current 3\nship s4 058 escort 0";
    let mut stage = at("BCDA", text);
    stage.act(0, "attack 1");
    then(&mut stage, 2, "join");
    then(&mut stage, 3, "show 029");
    then(&mut stage, 0, "begin 3");
    assert_eq!(stage.markers(0), ["Moash"]);
    let defender = ship(&stage, 29);
    until(&mut stage, 3, &format!("fire s{defender} 1 s0"));
    let shot = |target: u8| stage.no(3, &format!("fire s{defender} 1 s{target}"));
    assert_eq!((shot(0), shot(4)), ("", ""), "all ships of the attacker");
    assert_eq!((shot(1), shot(2)), ("EV-B-27", "EV-B-27"), "neither the victim nor a bystander");
}

#[test]
fn ev_tp_4_polaris_and_wraith_protect_clean_records() {
    covers!("EV-TP-4");
    assert_eq!(defended("MJO", "assets 083", "gov", 45, 1), ("", "EV-B-27"), "Polaris");
    assert_eq!(defended("MJO", "", "gov", 45, 1), ("", ""), "no record, no protection");
    assert_eq!(defended("HEL", "assets 090", "gov", 63, 0), ("", "EV-B-27"), "the Wraith");
    assert_eq!(defended("SCH", "", "pirate", 58, 0), ("", ""), "Pirates protect nobody");
}

/// Seat 1 has a carrier, seat 0 a disabled fighter and a disabled Escort; the round goes on from phase 4.
fn pod(current: &str) -> Stage {
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 {current}\nship s2 010 escort 1\nship s3 021 fighter 0 disabled\nship s4 059 escort 0 disabled\nitem s1 072 1"
    ));
    stage.act(0, "attack 1");
    then(&mut stage, 0, "begin 4");
    until(&mut stage, 0, "fire s0 0 s1");
    stage
}

#[test]
fn ev_pod_3a_escorts_without_their_captain_only_fight() {
    covers!("EV-POD-3a");
    let mut stage = pod("096 current 1");
    stage.act(0, "done");
    let all = offers(&mut stage);
    for offer in [(1, "withdraw"), (1, "take"), (1, "board")] {
        assert!(all.contains(&offer), "{offer:?} in {all:?}");
    }
    let mut stage = pod("096 current 1 disabled");
    stage.act(0, "fire s0 0 s1").nova(0).pay();
    until(&mut stage, 1, "fire s2 2 s0");
    let some = offers(&mut stage);
    assert!(some.contains(&(0, "withdraw")), "{some:?}");
    assert!(some.iter().all(|&(seat, _)| seat == 0), "{some:?}");
}

/// Seat 0 attacks seat 1, seat 2 joins; both of the others have a disabled Escort. In phase 4 seat 2 may fire at s1.
fn joined(fires: bool) -> Stage {
    let text = "seat 0 SOL\nseat 1 SOL\nseat 2 SOL\nship s0 107 current 0\nship s1 107 current 1\nship s2 096 current 2\nship s3 059 escort 0 disabled\nship s4 059 escort 1 disabled\nship s5 059 escort 2 disabled";
    let mut stage = three(text);
    stage.act(0, "attack 1");
    then(&mut stage, 2, "join");
    then(&mut stage, 0, "begin 4");
    until(&mut stage, 2, "fire s2 1 s1");
    if fires {
        stage.act(2, "fire s2 1 s1");
    }
    stage
}

#[test]
fn ev_b_28a_who_attacked_or_fired_is_an_enemy() {
    covers!("EV-B-28a");
    let all = offers(&mut joined(false));
    assert!(all.contains(&(0, "board")) && all.contains(&(1, "board")), "{all:?}");
    assert!(!all.contains(&(2, "board")), "a bystander has no enemy: {all:?}");
    let all = offers(&mut joined(true));
    assert!(all.contains(&(2, "board")), "a shot makes enemies: {all:?}");
}

#[test]
fn ev_brd_4_only_enemies_are_boarded() {
    covers!("EV-BRD-4");
    let mut stage = joined(true);
    then(&mut stage, 2, "board s2");
    assert_eq!(stage.no(2, "capture s4"), "", "fired at seat 1");
    assert_eq!(stage.no(2, "capture s3"), "EV-BRD-4", "seat 0 is no enemy");
    assert_eq!(stage.no(2, "capture s5"), "EV-BRD-4", "an own ship");
}

#[test]
fn ev_brd_5_boardings_are_done_one_after_another() {
    covers!("EV-BRD-5");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 107 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled\nship s3 096 escort 0\nship s4 059 escort 0 disabled\nship s5 059 escort 1 disabled",
    );
    stage.act(0, "attack 1");
    then(&mut stage, 0, "begin 4");
    then(&mut stage, 0, "board s0");
    stage.act(0, "loot s2").nova(5).draw();
    stage.act(0, "done");
    assert_eq!(stage.asked(), Some(0), "all boardings of the first player");
    stage.act(0, "board s3");
    assert_eq!((stage.no(0, "loot s2"), stage.no(0, "loot s5")), ("EV-BRD-5", ""));
    stage.act(0, "loot s5").nova(5).draw();
    stage.act(0, "done").act(0, "done");
    assert_eq!((stage.asked(), stage.no(1, "board s1")), (Some(1), ""), "then the next");
}

/// Federation ships of seat 1 come for seat 0, who brings two Pirates; seat 2 joins. One Pirate ship is disabled.
fn brought() -> (Stage, u8) {
    let mut stage = three(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation pirate {058 087}\nseat 1 KAN gov {014}\nseat 2 SOL\nship s0 096 current 0\nship s1 START current 1\nship s2 096 current 2\nship s3 059 escort 2 disabled",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done");
    then(&mut stage, 2, "join");
    then(&mut stage, 0, "show 058");
    stage.act(0, "show 087").act(0, "done");
    then(&mut stage, 1, "begin 4");
    let pirate = ship(&stage, 58);
    stage.state.open.ships[usize::from(pirate)].damage = Damage::Disabled;
    (stage, pirate)
}

#[test]
fn ev_ex_79_nobody_boards_ships_they_brought() {
    let (mut stage, pirate) = brought();
    then(&mut stage, 2, "board s2");
    assert_eq!(stage.no(2, &format!("capture s{pirate}")), "", "another player in the battle may");
    let (mut stage, _) = brought();
    assert!(!offers(&mut stage).contains(&(0, "board")), "who brought it has nothing to board");
}

#[test]
fn ev_r_95_own_pirates_are_not_boarded() {
    covers!("EV-R-95");
    let (mut stage, pirate) = brought();
    until(&mut stage, 0, "fire s0 1 s3");
    stage.act(0, "fire s0 1 s2").quiet().nova(9);
    then(&mut stage, 0, "board s0");
    assert_eq!(stage.no(0, &format!("capture s{pirate}")), "EV-BRD-4");
    assert_eq!(stage.no(0, "capture s3"), "");
}

#[test]
fn ev_r_98_disabled_ships_shut_no_group_and_stay_targets() {
    covers!("EV-R-98");
    for disabled in [false, true] {
        let mut stage = two(
            "evn 1 active 0 moved\nseat 0 SOL markers Federation pirate {058}\nseat 1 KAN gov {014}\nship s0 096 current 0\nship s1 START current 1",
        );
        stage.act(0, "flip-nova").nova(1);
        stage.act(1, "show 014").act(1, "done");
        then(&mut stage, 0, "show 058");
        stage.act(0, "done");
        then(&mut stage, 1, "begin 4");
        let (viper, pirate) = (ship(&stage, 14), ship(&stage, 58));
        until(&mut stage, 1, &format!("fire s{viper} 0 s{pirate}"));
        if disabled {
            stage.state.open.ships[usize::from(pirate)].damage = Damage::Disabled;
        }
        assert_eq!(stage.no(1, &format!("fire s{viper} 0 s{pirate}")), "", "still a target");
        assert_eq!(stage.no(1, &format!("fire s{viper} 0 s0")), if disabled { "" } else { "EV-B-27" });
    }
}

#[test]
fn ev_bay_5_npc_carriers_take_no_enemy_fighters() {
    covers!("EV-BAY-5");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {117 014}\nship s0 107 current 0\nship s1 START current 1\nship s2 021 fighter 0 disabled",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 117").act(1, "show 014").act(1, "done");
    then(&mut stage, 1, "begin 4");
    let (carrier, viper) = (ship(&stage, 117), ship(&stage, 14));
    let recover = format!("recover s{viper} s{carrier}");
    then(&mut stage, 1, &recover);
    let taken = |event: &Event| matches!(event, Event::FighterTaken(..));
    assert!(stage.events.iter().any(|event| matches!(event, Event::Recovered(..))), "its own are recovered");
    assert!(!offers(&mut stage).contains(&(1, "take")));
    assert!(!stage.events.iter().any(taken));
    assert_eq!(
        stage.discard(0).iter().filter(|card| *card == "021").count(),
        1,
        "the fighter stays its owner's"
    );
}

#[test]
fn ev_ex_56_a_runner_who_withdraws_gets_no_credit() {
    let mut stage =
        three("seat 0 FER missions 090@0\nseat 1 SMA gov {063}\nseat 2 SMA\nship s0 107 current 0");
    stage.act(0, "move HEL").draw();
    then(&mut stage, 1, "show 063");
    let wraith = ship(&stage, 63);
    then(&mut stage, 0, &format!("fire s0 1 s{wraith}"));
    stage.quiet().nova(0);
    while stage.state.open.battle.as_ref().is_some_and(|battle| battle.round < 2) {
        idle(&mut stage);
    }
    assert!(stage.fighting(), "round 2");
    then(&mut stage, 0, "withdraw");
    then(&mut stage, 0, "retreat BUR");
    while stage.fighting() {
        idle(&mut stage);
    }
    assert_eq!((stage.state.open.missions[0].done, stage.pawn(0)), (0, "BUR"));
    let flips = |stage: &Stage| stage.discard(1).len() + stage.discard(2).len();
    for _ in 0..20 {
        if stage.asked() == Some(0) && stage.no(0, "move HEL").is_empty() {
            break;
        }
        match stage.asked() {
            Some(seat) if stage.no(seat, "flip-nova").is_empty() => {
                stage.act(seat, "flip-nova").nova(1);
            }
            Some(seat) if stage.no(seat, "end-turn").is_empty() => {
                stage.act(seat, "end-turn");
            }
            _ => idle(&mut stage),
        }
    }
    let before = flips(&stage);
    stage.act(0, "move HEL").draw();
    let joined = stage.state.open.fleet().filter(|(_, ship)| ship.role == Role::Npc).count();
    assert_eq!(flips(&stage) + joined - before, 6, "a new opposition with new flips");
}
