//! Chapter 7.3.1.3: Research actions, and what a discovery brings (11.1.6).

use rules::{Denied, InlineVec, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::{Look, Pay},
    ids::{Base, Colour, FedTech, Lane, Resource, Tokens},
    play::{Play, deny, require},
    state::BaseAt,
};

/// Technologies the player looks at with one Initiate (SI-7.3.1.3.1a).
const LOOKS: usize = 2;

impl SpaceInfantry {
    /// Un-researched tokens, seen ones and unseen ones.
    pub(crate) fn unresearched(&self, board: &Board) -> u8 {
        board.seen.total() + Colour::ALL.into_iter().map(|colour| board.unresearched(colour)).sum::<u8>()
    }

    /// SI-7.3.1.3.1a.
    pub(crate) fn may_initiate(&self, board: &Board) -> Result<(), Denied> {
        require(self.unresearched(board) > 0, || rule!("SI-7.3.1.3.1a"))
    }

    /// Does Conduct roll a die for this technology? Warp Gates needs its Base.
    pub(crate) fn gets_die(&self, board: &Board, tech: FedTech) -> bool {
        if tech != FedTech::WarpGates {
            return true;
        }
        rule!("SI-7.3.1.3.2c");
        rule!("SI-11.1.6b");
        matches!(board.bases[Base::Warp.index()], BaseAt::Map(..))
    }

    /// SI-7.3.1.3.2a: is there a technology to roll for?
    pub(crate) fn may_conduct(&self, board: &Board) -> Result<(), Denied> {
        let any = board.progress.iter().any(|column| column.names().any(|tech| self.gets_die(board, tech)));
        require(any, || rule!("SI-7.3.1.3.2a"))
    }

    /// SI-7.3.1.3.3.
    pub(crate) fn may_focus(&self, board: &Board, tech: FedTech) -> Result<(), Denied> {
        require(board.progress.iter().any(|column| column.has(tech)), || rule!("SI-7.3.1.3.3"))
    }

    /// D6: may this token be looked at?
    pub(crate) fn may_look(&self, board: &Board, look: Look) -> Result<(), Denied> {
        let there = match look {
            Look::Seen(tech) => board.seen.has(tech),
            Look::Unseen(colour) => board.unresearched(colour) > 0,
        };
        require(there, || rule!("SI-7.3.1.3.1a"))
    }

    /// D6: may this one be started?
    pub(crate) fn may_start(&self, board: &Board, tech: FedTech) -> Result<(), Denied> {
        match board.frame() {
            Some(Frame::Look { shown, .. }) if shown.contains(&Some(tech)) => Ok(()),
            _ => deny(rule!("SI-7.3.1.3.1a")),
        }
    }

    /// Every token that can be looked at.
    pub(crate) fn each_look(&self, board: &Board, mut look: impl FnMut(Look)) {
        board.seen.names().for_each(|tech| look(Look::Seen(tech)));
        let unseen = Colour::ALL.into_iter().filter(|colour| board.unresearched(*colour) > 0);
        unseen.for_each(|colour| look(Look::Unseen(colour)));
    }

    /// Does the LOOK sub-machine wait for the choice of a token (and not for the one to start)?
    pub(crate) fn is_looking(&self, board: &Board, shown: [Option<FedTech>; 2]) -> bool {
        shown.iter().flatten().count() < LOOKS && self.unresearched(board) > 0
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn initiate(&mut self) {
        self.spend(Resource::Research, Pay::Hand);
        rule!("SI-7.3.1.3.1a");
        self.push(Frame::Look { shown: [None; 2], drawing: None });
    }

    pub(crate) fn run_look(&mut self, shown: [Option<FedTech>; 2], drawing: Option<Colour>) -> bool {
        if drawing.is_some() {
            return false;
        }
        if self.game.is_looking(self.board, shown) {
            let (mut choices, mut first) = (0, None);
            self.game.each_look(self.board, |look| {
                choices += 1;
                first = first.or(Some(look));
            });
            // One kind left, or as many tokens as are looked at: there is nothing to choose.
            let left = LOOKS - shown.iter().flatten().count();
            let forced = choices == 1 || usize::from(self.game.unresearched(self.board)) <= left;
            return match first.filter(|_| forced) {
                Some(look) => {
                    self.look_at(look);
                    true
                }
                None => false,
            };
        }
        match shown {
            [Some(a), Some(b)] if a != b => false,
            [Some(only), _] => {
                self.start(only);
                true
            }
            [None, _] => {
                self.pop();
                true
            }
        }
    }

    /// D6: a token is turned up, an unseen one after it was drawn.
    pub(crate) fn look_at(&mut self, look: Look) {
        let Some(Frame::Look { shown, .. }) = self.board.frame() else {
            unreachable!("tokens are looked at")
        };
        match look {
            Look::Seen(tech) => {
                self.board.seen.take(tech);
                self.show(shown, tech);
            }
            Look::Unseen(colour) => self.set(Frame::Look { shown, drawing: Some(colour) }),
        }
    }

    /// An unseen token was drawn (SI-14.1).
    pub(crate) fn look_drawn(&mut self, row: u8) {
        let Some(Frame::Look { shown, drawing: Some(colour) }) = self.board.frame() else {
            unreachable!("an unseen token is drawn");
        };
        rule!("SI-14.1");
        rule!("SI-R-75");
        let tech = match colour {
            Colour::Blue => FedTech::BLUE[usize::from(row)],
            Colour::White => {
                [FedTech::WarpBubble, FedTech::Distortion, FedTech::PatrolRoutes][usize::from(row).min(2)]
            }
        };
        self.board.unseen.take(tech);
        self.show(shown, tech);
    }

    fn show(&mut self, mut shown: [Option<FedTech>; 2], tech: FedTech) {
        shown[usize::from(shown[0].is_some())] = Some(tech);
        self.set(Frame::Look { shown, drawing: None });
        self.report(Event::Looked { tech });
    }

    /// D6: one goes to the 0 % column, the other stays known.
    pub(crate) fn start(&mut self, tech: FedTech) {
        let Some(Frame::Look { shown, .. }) = self.board.frame() else {
            unreachable!("tokens are looked at")
        };
        let other = if shown[0] == Some(tech) { shown[1] } else { shown[0] };
        if let Some(other) = other {
            rule!("SI-7.3.1.3.1b");
            rule!("SI-R-19");
            self.board.seen.add(other);
        }
        self.board.progress[0].add(tech);
        self.pop();
        self.report(Event::Started { tech });
    }

    pub(crate) fn conduct(&mut self) {
        self.spend(Resource::Research, Pay::Hand);
        let mut list = InlineVec::new();
        for column in (0..4).rev() {
            for tech in
                self.board.progress[column].names().filter(|&tech| self.game.gets_die(self.board, tech))
            {
                for _ in 0..self.board.progress[column].count(tech) {
                    list.push((tech, column as u8));
                }
            }
        }
        rule!("SI-7.3.1.3.2a");
        rule!("SI-R-67");
        self.push(Frame::Conduct(list));
    }

    pub(crate) fn run_conduct(&mut self, list: InlineVec<(FedTech, u8), 10>) -> bool {
        if list.is_empty() {
            self.pop();
        } else {
            self.throw(Lane::Research, 1);
        }
        true
    }

    /// The die of the first technology on the list.
    pub(crate) fn research_rolled(&mut self, mut list: InlineVec<(FedTech, u8), 10>, die: u8) {
        let (tech, column) = list.remove(0);
        self.set(Frame::Conduct(list));
        rule!("SI-7.3.1.3.2b");
        let steps = self.game.data.research[usize::from(column)][usize::from(die) - 1];
        self.progress(tech, usize::from(column), steps);
    }

    /// A technology moves along the progress track.
    pub(crate) fn progress(&mut self, tech: FedTech, column: usize, steps: i8) {
        let to = column.saturating_add_signed(isize::from(steps));
        self.board.progress[column].take(tech);
        self.report(Event::Progressed { tech, from: column as u8, to: to.min(4) as u8 });
        if to < 4 {
            self.board.progress[to].add(tech);
            return;
        }
        rule!("SI-7.3.1.3.2d");
        self.board.discovered.add(tech);
        self.report(Event::Discovered { tech });
        if tech == FedTech::WarpGates {
            rule!("SI-11.1.6a");
            self.board.pool.merge(Tokens::of(Resource::Warp, 2));
            self.board.unbuilt[1] += 2;
            self.board.white_pile = 4;
        }
    }

    pub(crate) fn focus(&mut self, tech: FedTech) {
        self.sacrifice(Resource::Research, Pay::Hand);
        rule!("SI-7.3.1.3.3");
        let column = self.board.progress.iter().rposition(|column| column.has(tech));
        self.progress(tech, column.expect("a technology on the progress track"), 1);
    }
}
