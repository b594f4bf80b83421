//! What standing orders answer for a player.

use rules::{Seat, StandingOrders};

use crate::{Action, Ask, EvNova, Frame, Stage, View};

impl EvNova {
    /// The answer of the standing orders: built from the view, so that it uses only what its seat knows.
    pub(crate) fn obey(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        let open = &view.open;
        if open.ask != Ask::Seat(seat) || view.seat != Some(seat) {
            return None;
        }
        let own = view.own.as_ref()?;
        let has_bonus = own.hand.iter().any(|&card| {
            let effects = &self.data().red(card).effects;
            effects.iter().any(|effect| matches!(effect, crate::data::Effect::CheckBonus { .. }))
        });
        let nothing_to_show = || {
            let state = crate::State {
                open: open.clone(),
                secret: crate::Secrets {
                    seat: std::array::from_fn(|at| {
                        if at == seat.index() { own.clone() } else { crate::SeatSecrets::default() }
                    }),
                    nova: crate::NovaCards::EMPTY,
                    told: Default::default(),
                },
            };
            let mut legal = Vec::new();
            rules::Game::legal(self, &state, seat, &mut legal);
            (legal.len() == 1).then(|| legal[0])
        };
        match open.frame()? {
            Frame::Evade { .. } if given.has(1) && !has_bonus => Some(Action::Pass),
            Frame::EndWindow { .. } | Frame::OpposeAdd { .. } => {
                if given.has(0) {
                    Some(Action::Done)
                } else {
                    given.has(1).then(nothing_to_show).flatten()
                }
            }
            Frame::EventAdd { .. } | Frame::Assign { .. } if given.has(1) => nothing_to_show(),
            Frame::EscapeChoice if given.has(6) => Some(Action::Take),
            Frame::Battle => match open.battle.as_ref()?.stage {
                Stage::Join { .. } if given.has(7) => Some(Action::StandClear),
                Stage::Planets { .. } => {
                    if given.has(3) {
                        Some(Action::Pass)
                    } else {
                        given.has(1).then(nothing_to_show).flatten()
                    }
                }
                Stage::Introduce { calling: false, .. } => {
                    if given.has(0) {
                        Some(Action::Pass)
                    } else {
                        given.has(1).then(nothing_to_show).flatten()
                    }
                }
                Stage::Maneuver { .. } if given.has(2) => Some(Action::Done),
                Stage::Withdraw { .. } if given.has(8) => Some(Action::Stay),
                Stage::Recover { .. } if given.has(4) => {
                    let mut options = Vec::new();
                    let state = crate::State {
                        open: open.clone(),
                        secret: crate::Secrets {
                            seat: Default::default(),
                            nova: crate::NovaCards::EMPTY,
                            told: Default::default(),
                        },
                    };
                    self.list_recover(&state, seat, false, &mut options);
                    options.first().copied().or(Some(Action::Done))
                }
                Stage::Board { .. } if given.has(5) => Some(Action::Done),
                _ => None,
            },
            _ => None,
        }
    }
}
