//! Chapter 11.2: how often a race counts as having a technology.

use rules::rule;

use crate::{
    Board, SpaceInfantry,
    ids::{AlienTech, Race, Relation},
};

/// Where a copy of a technology comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CopyOf {
    /// A counter on the own track.
    Own,
    /// Enhanced Tech beside it.
    Enhanced,
    /// An ally's space 6.
    Ally(Race),
    /// A Stolen technology of the Mercenaries.
    Stolen(Race),
}

impl SpaceInfantry {
    /// The technology on the space 6 of a race.
    pub(crate) fn on_space_6(&self, board: &Board, race: Race) -> Option<AlienTech> {
        rule!("SI-R-26");
        let counter = *board.tech[race.index()].first()?;
        Some(self.data.races[race.index()].techs[usize::from(counter)])
    }

    /// SI-11.2.0: copies of a technology.
    pub fn copies(&self, board: &Board, race: Race, tech: AlienTech) -> u8 {
        let mut copies = 0;
        self.each_copy(board, race, tech, |_| copies += 1);
        copies
    }

    /// SI-11.2.0: every copy and its origin.
    pub(crate) fn each_copy(
        &self,
        board: &Board,
        race: Race,
        tech: AlienTech,
        mut found: impl FnMut(CopyOf),
    ) {
        rule!("SI-2.16");
        let names = &self.data.races[race.index()].techs;
        let track = &board.tech[race.index()];
        for (at, &counter) in track.iter().enumerate() {
            if names[usize::from(counter)] != tech {
                continue;
            }
            rule!("SI-11.2.0a");
            found(CopyOf::Own);
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            for next in beside.filter_map(|at| track.get(at)) {
                if names[usize::from(*next)] == AlienTech::EnhancedTech {
                    rule!("SI-11.2.13");
                    found(CopyOf::Enhanced);
                }
            }
        }
        if race == Race::Me {
            let stolen = [(AlienTech::StolenMutant, Race::Mu), (AlienTech::StolenCthonian, Race::Ct)];
            for (counter, victim) in stolen {
                let has = track.iter().any(|&own| names[usize::from(own)] == counter);
                if has && self.on_space_6(board, victim) == Some(tech) {
                    if victim == Race::Mu {
                        rule!("SI-11.2.10");
                    } else {
                        rule!("SI-11.2.11");
                    }
                    found(CopyOf::Stolen(victim));
                }
            }
            return;
        }
        for pair in race.pairs() {
            let ally = pair.other(race).expect("the race belongs to its pairs");
            if board.relations[pair.index()] == Relation::Alliance
                && self.on_space_6(board, ally) == Some(tech)
            {
                rule!("SI-8.2.2b");
                rule!("SI-11.2.0b");
                found(CopyOf::Ally(ally));
            }
        }
    }
}
