//! The ledger's hidden-information table (12.1) as test code, written from the table and not from
//! `view.rs`; and what must be conserved.

use laws::Secrecy;
use rules::{Dice, Seat, Secret, Step, StepOf, Viewer};
use star_borders::{CardSet, Frame, Loc, LocSet, ShipSet, Side, Spot, StarBorders, State};

pub(crate) struct HiddenTable;

impl Secrecy<StarBorders> for HiddenTable {
    /// Cards in hand are known to their owner, the Draw Pile to nobody; looted cards to both.
    fn scramble(&self, game: &StarBorders, state: &mut State, viewer: Viewer, dice: &mut impl Dice) {
        for side in Side::BOTH.into_iter().filter(|side| !viewer.is(side.seat())) {
            let s = side.index();
            let hidden = state.hands[s].truth() - state.board.known[s];
            let mut bag: Vec<_> = (game.draw_pile(state) | hidden).collect();
            let mut hand = state.board.known[s];
            for _ in 0..hidden.len() {
                hand.insert(bag.swap_remove(dice.below(bag.len() as u32) as usize));
            }
            state.hands[s] = Secret::of(Seat(s as u8), hand);
        }
    }

    /// Only which card was drawn or dealt goes unnoticed by the others.
    fn observes(
        &self,
        _game: &StarBorders,
        state: &State,
        step: StepOf<StarBorders>,
        viewer: Viewer,
    ) -> bool {
        let drawer = match state.board.frame() {
            Some(Frame::Deal([0, _])) => Side::Imperium,
            Some(Frame::Deal(_)) => Side::Alliance,
            Some(Frame::DrawCard) => state.board.active,
            _ => return true,
        };
        matches!(step, Step::Act(..)) || viewer.is(drawer.seat())
    }

    fn check_conservation(&self, game: &StarBorders, state: &State) {
        let board = &state.board;
        // Ships: stacks and presence follow from spots, and nothing enters or leaves the box.
        for loc in (0..game.quadrant.locations.len() as u8).map(Loc) {
            let here: ShipSet =
                ShipSet((1 << 23) - 1).filter(|ship| board.spots[ship.index()] == Spot::At(loc)).collect();
            assert_eq!(board.stacks[loc.index()], here, "the stack at {loc:?}");
            for side in Side::BOTH {
                let present = here.meets(ShipSet::of(side));
                assert_eq!(board.present[side.index()].has(loc), present, "presence at {loc:?}");
            }
        }
        for side in Side::BOTH {
            let setup = &game.scenario.sides[side.index()];
            let listed: ShipSet = setup.ships.iter().map(|placed| placed.ship).collect();
            let out = board.in_box(side, Spot::Out);
            assert_eq!(ShipSet::of(side) - out, listed, "the counters of {side:?}");
        }
        // Markers: one a planet, and every Fortified marker is on the map or in Stock.
        let [a, i] = board.control;
        assert!(!a.meets(i), "a planet with two markers");
        assert!(((a | i) - game.quadrant.planets).is_empty(), "a marker that is not on a planet");
        assert!((board.disrupted - a - i).is_empty(), "disruption without a marker");
        assert!((board.fortified() - a - i).is_empty(), "a fortification without a marker");
        for side in Side::BOTH {
            let (s, setup) = (side.index(), &game.scenario.sides[side.index()]);
            let bases: LocSet = setup.bases.iter().copied().collect();
            let on_map = |board_control: LocSet| board_control & board.fortified();
            let forts = board.fort_stock[s] + (on_map(board.control[s]) - bases).len();
            let fortresses = board.fortress_stock[s] + (on_map(board.control[s]) & bases).len();
            let began: LocSet = setup.control.filter(|loc| setup.level[loc.index()] > 0).collect();
            assert_eq!(forts, setup.fort_stock + (began - bases).len(), "ordinary Fortified markers");
            assert_eq!(fortresses, setup.fortress_stock + (began & bases).len(), "Fortress markers");
            assert!(board.lp[s] <= setup.lp_capacity.max(setup.lp), "LPs above the capacity");
        }
        assert!(board.honor <= 6, "Honor above 6");
        // Cards: each in one place, all of the deck.
        let shared = board.revealed[0] & board.revealed[1];
        let places = [
            state.hands[0].truth(),
            state.hands[1].truth(),
            board.revealed[0],
            board.revealed[1] - shared,
            board.penalty[0],
            board.penalty[1],
            board.discard,
            game.draw_pile(state),
        ];
        let all = places.iter().fold(CardSet::EMPTY, |all, &place| all | place);
        let count: u8 = places.iter().map(|place| place.len()).sum();
        assert_eq!(
            (all, count),
            (game.scenario.deck, game.scenario.deck.len()),
            "cards in two places or none"
        );
        assert_eq!(game.pile_size(board), game.draw_pile(state).len(), "the size of the Draw Pile is open");
        for side in Side::BOTH {
            assert_eq!(board.hand_size[side.index()], state.hands[side.index()].truth().len(), "hand size");
        }
        assert!(board.frames.len() <= 3, "a deep stack: {:?}", board.frames);
    }
}
