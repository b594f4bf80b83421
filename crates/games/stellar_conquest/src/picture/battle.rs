//! A combat or a planetary attack as its viewer sees it.

use rules::Seat;
use serde::Serialize;

use super::{ShipsPicture, unit_name};
use crate::{
    StellarConquest,
    ids::{Kind, Planet, Star},
    known::Known,
    state::{Frame, Ships, Token},
    view::View,
};

/// A combat as it is seen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BattlePicture {
    /// Where.
    pub star: String,
    /// Whose player turn it is.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub attacker: Seat,
    /// Ships against ships, or against colonies?
    pub against_colonies: bool,
    /// Who fights, the attacker first.
    pub sides: Vec<SidePicture>,
    /// Fire Turns fought.
    pub round: u16,
    /// What of the viewer's fires next, and at what.
    pub firing: Option<ShipsPicture>,
    /// How many of these have a target already.
    pub aimed: u16,
    /// Chances of that type against each target.
    pub odds: Vec<OddsPicture>,
    /// The viewer's targets so far, and all of them once the dice are rolled.
    pub aims: Vec<AimPicture>,
    /// The viewer's ships that are being taken out.
    pub leaving: Vec<ShipsPicture>,
}

/// One side of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SidePicture {
    /// Who.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub seat: Seat,
    /// Ships and bases, as far as the viewer knows them.
    pub pieces: Vec<ShipsPicture>,
    /// Is something there that the viewer has not seen?
    pub unseen: bool,
    /// Still choosing targets?
    pub waiting: bool,
}

/// Chances against a target.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OddsPicture {
    /// The target's kind, as in actions.
    pub kind: String,
    /// In 36.
    pub chances: u32,
    /// In percent.
    pub percent: u32,
}

/// One target.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AimPicture {
    /// Who aims.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub seat: Seat,
    /// What fires.
    pub from: String,
    /// At what.
    pub at: String,
    /// Which one; 0 is the whole class.
    pub nth: u16,
    /// How many fire so.
    pub count: u16,
}

impl StellarConquest {
    pub(super) fn battle_picture(&self, view: &View, state: &Known<'_>) -> Option<BattlePicture> {
        let declaring = view.open.frame == Frame::Declare && view.viewer.is(view.open.active);
        let fighting = matches!(
            view.open.frame,
            Frame::Aim | Frame::Volley | Frame::Withdraw { .. } | Frame::ScrapIndustry(_)
        );
        if !fighting && !declaring {
            return None;
        }
        let me = view.viewer.seat();
        let next = me.filter(|_| view.open.frame == Frame::Aim).and_then(|seat| {
            let (from, aimed, count) = self.next_to_aim(state, seat)?;
            Some((seat, from, aimed, count))
        });
        let mut odds = Vec::new();
        if let Some((seat, from, ..)) = next {
            let targets = self.targets(state, seat);
            for kind in (0..Kind::COUNT as u8).map(Kind).filter(|kind| targets[kind.index()] > 0) {
                let chances = self.components.effect(from, kind).chances();
                let percent = (chances * 100 + 18) / 36;
                odds.push(OddsPicture { kind: crate::notation::write_kind(kind), chances, percent });
            }
        }
        let aims = view.battle.aims.iter().map(|&(seat, aim)| AimPicture {
            seat,
            from: aim.from.symbol().to_owned(),
            at: crate::notation::write_kind(aim.at),
            nth: aim.nth,
            count: aim.count,
        });
        let mut sides: Vec<SidePicture> =
            self.sides(state).iter().map(|seat| self.side_picture(view, state, seat)).collect();
        sides.sort_by_key(|side| side.seat != view.open.active);
        let leaving = state.fleet(Token(view.focus.group)).filter(|_| !declaring);
        Some(BattlePicture {
            star: self.star_name(Star(view.battle.star)).to_owned(),
            attacker: view.open.active,
            against_colonies: view.battle.foe.is_none(),
            sides,
            round: view.battle.round,
            firing: next.map(|(_, from, _, count)| self.ships_picture(from, count)),
            aimed: next.map_or(0, |(_, _, aimed, _)| aimed),
            odds,
            aims: aims.collect(),
            leaving: leaving.map_or_else(Vec::new, |group| self.ship_pictures(&group.ships)),
        })
    }

    fn side_picture(&self, view: &View, state: &Known<'_>, seat: Seat) -> SidePicture {
        let star = Star(view.battle.star);
        let hex = self.hex_of(star);
        let mut ships = Ships::default();
        let mut unseen = false;
        let fights = view.battle.foe.is_some() || seat == view.open.active;
        for fleet in view.fleets.iter().filter(|fleet| fights && fleet.owner == seat && fleet.hex == hex) {
            unseen |= fleet.ships.total() == 0;
            ships.add(&fleet.ships);
        }
        let mut pieces = self.ship_pictures(&ships);
        if !fights {
            for planet in self.attacked(state) {
                let Some((mb, amb)) = self.bases_seen(view, planet, seat) else { continue };
                for (advanced, count) in [(false, mb), (true, amb)] {
                    let kind = Kind::base(planet.nth(), advanced);
                    let name = format!("{}, {}", unit_name(kind.symbol()), self.planet_name(view, planet));
                    if count > 0 {
                        pieces.push(ShipsPicture { name, ..self.ships_picture(kind, count) });
                    }
                }
            }
        }
        let waiting = view.open.frame == Frame::Aim && view.open.waiting.contains(seat);
        SidePicture { seat, pieces, unseen, waiting }
    }

    /// The bases of an attacked colony of `seat`: the viewer's own, or as they were counted.
    fn bases_seen(&self, view: &View, planet: Planet, seat: Seat) -> Option<(u16, u16)> {
        if let Some(colony) = view.known().colony(planet) {
            return (colony.controller == seat).then_some((colony.mb, colony.amb));
        }
        let memory = view.memory.iter().find(|memory| memory.planet == planet)?;
        let (mb, amb, ..) = memory.bases?;
        memory.colony.filter(|colony| colony.0 == seat).map(|_| (mb, amb))
    }
}
