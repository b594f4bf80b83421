//! The steps of a match under the names people know them by, and the rules that govern them.

use crate::Frame;

/// The name of a step for people and tests.
pub(crate) const fn step_name(frame: Frame) -> &'static str {
    match frame {
        Frame::Deal(_) => "deal",
        Frame::Prelaunch => "pre-launch",
        Frame::Initiative => "initiative",
        Frame::ChooseFirst => "choose first player",
        Frame::PlayerTurn(_) => "player turn",
        Frame::EndPlayerTurn => "end of turn",
        Frame::Countdown => "countdown",
        Frame::SuddenDeath => "sudden death",
        Frame::Muster | Frame::DrawCounters(_) | Frame::Station(_) => "muster",
        Frame::Strike | Frame::StrikeDie => "covert strike",
        Frame::BuyCard | Frame::DrawCard => "card",
        Frame::Activity => "activity",
        Frame::Move(_) => "move",
        Frame::Redeploy(_) => "redeployment",
        Frame::Combat => "combat",
        Frame::CardWindow(_) => "battle begins",
        Frame::FireMissileBase(_) | Frame::FireStandoffMissiles(_) | Frame::EndPreBattle => "pre-battle fire",
        Frame::Stand(_) => "fight or flight",
        Frame::Tracking => "tracking",
        Frame::Fire(_) => "fire",
        Frame::Volley(_) | Frame::VolleyHonor(_) | Frame::VolleyReroll(..) => "volley",
        Frame::Hits(_) => "hits",
        Frame::Defense(_) | Frame::Deflect(_) | Frame::DefenseHonor(_) => "defense roll",
        Frame::Danger(_) => "danger",
        Frame::Survival(..) | Frame::SurvivalHonor(..) => "survival roll",
        Frame::RoundEnd => "end of round",
        Frame::BattleEnd => "end of battle",
        Frame::Salvage(_) | Frame::SalvageHonor(_) | Frame::SalvageReroll(..) => "salvage",
        Frame::Coup(_) | Frame::BlindDraw(_) => "intelligence coup",
        Frame::Control => "control",
        Frame::Assault | Frame::AssaultDice(_) => "planetary assault",
        Frame::Income => "income",
        Frame::RepairDisruption => "repair disruption",
    }
}

/// Where the rulebook speaks of a step.
pub(crate) const fn step_rule(frame: Frame) -> &'static str {
    match frame {
        Frame::Prelaunch | Frame::Initiative | Frame::ChooseFirst => "SB-4.1a",
        Frame::Muster | Frame::DrawCounters(_) => "SB-S.G1",
        Frame::Station(_) => "SB-S.G2",
        Frame::Strike | Frame::StrikeDie | Frame::CardWindow(_) | Frame::Redeploy(_) => "SB-C.c",
        Frame::BuyCard | Frame::DrawCard => "SB-5.1a",
        Frame::Activity => "SB-6.1a",
        Frame::Move(_) => "SB-6.1b",
        Frame::Combat => "SB-7.0a",
        Frame::FireMissileBase(_) | Frame::FireStandoffMissiles(_) | Frame::EndPreBattle => "SB-7.2a",
        Frame::Stand(_) => "SB-7.3a",
        Frame::Tracking
        | Frame::Fire(_)
        | Frame::Volley(_)
        | Frame::VolleyHonor(_)
        | Frame::VolleyReroll(..) => "SB-7.5a",
        Frame::Hits(_) | Frame::Defense(_) | Frame::Deflect(_) | Frame::DefenseHonor(_) => "SB-7.6a",
        Frame::Survival(..) | Frame::SurvivalHonor(..) => "SB-7.1d",
        Frame::Danger(_) => "SB-7.6c",
        Frame::Salvage(_) | Frame::SalvageHonor(_) | Frame::SalvageReroll(..) => "SB-7.8a",
        Frame::Coup(_) | Frame::BlindDraw(_) => "SB-7.8e",
        Frame::Assault | Frame::AssaultDice(_) => "SB-8.2a",
        Frame::RepairDisruption => "SB-8.5a",
        _ => "",
    }
}
