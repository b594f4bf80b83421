//! Chances, in whole numbers: hits of combat dice, War Effort after contested steps.

use crate::{
    Board, SpaceInfantry,
    ids::{Race, Space},
    war::TOTAL_WAR,
};

/// `part` of `whole` in percent, rounded; certain and impossible stay so.
pub(crate) fn percent(part: u32, whole: u32) -> u8 {
    let rounded = (200 * part + whole) / (2 * whole);
    match rounded {
        0 if part > 0 => 1,
        100 if part < whole => 99,
        exact => exact as u8,
    }
}

impl SpaceInfantry {
    /// By number of hits: in how many of 6^dice throws it comes.
    pub(crate) fn hit_table(&self, board: &Board, dice: u8) -> Vec<u32> {
        let mut faces = [0; 3];
        for face in 1..=6 {
            faces[usize::from(self.hits(board, &[face]))] += 1;
        }
        let mut table = vec![1];
        for _ in 0..dice {
            let mut next = vec![0; table.len() + 2];
            for (hits, ways) in table.iter().enumerate() {
                for (more, count) in faces.iter().enumerate() {
                    next[hits + more] += ways * count;
                }
            }
            table = next;
        }
        while table.last() == Some(&0) {
            table.pop();
        }
        table
    }

    /// Chance of at least one hit with so many dice, percent.
    pub(crate) fn hit_chance(&self, board: &Board, dice: u8) -> u8 {
        let table = self.hit_table(board, dice);
        let whole: u32 = table.iter().sum();
        percent(whole - table[0], whole)
    }

    /// Chance of at least one hit in a combat here and now, percent.
    pub(crate) fn combat_chance(&self, board: &Board, race: Race, at: Space) -> (u8, u8) {
        let dice = self.combat_dice(board, race, at);
        (dice, self.hit_chance(board, dice))
    }

    /// Chances of the War Effort of a race after so many steps down, percent by level.
    pub(crate) fn step_odds(&self, board: &Board, race: Race, steps: u8) -> Vec<(i8, u8)> {
        // (level, Embassy still there): ways out of 6^steps.
        let embassy = board.deployed.embassies & race.bit() != 0;
        let mut ways = vec![(board.war[race.index()], embassy, 1u32)];
        for _ in 0..steps {
            let mut next: Vec<(i8, bool, u32)> = Vec::new();
            let mut add = |level: i8, embassy: bool, count: u32| match next
                .iter_mut()
                .find(|way| (way.0, way.1) == (level, embassy))
            {
                Some(way) => way.2 += count,
                None => next.push((level, embassy, count)),
            };
            for (level, embassy, count) in ways {
                let down = (level + 1).min(TOTAL_WAR);
                if !embassy {
                    add(down, false, 6 * count);
                    continue;
                }
                for die in 1..=6 {
                    let (stays, prevented) = self.contest(die);
                    add(if prevented { level } else { down }, stays, count);
                }
            }
            ways = next;
        }
        let whole = 6u32.pow(u32::from(steps));
        let mut odds: Vec<(i8, u8)> = Vec::new();
        for level in 0..=TOTAL_WAR {
            let part: u32 = ways.iter().filter(|way| way.0 == level).map(|way| way.2).sum();
            if part > 0 {
                odds.push((level, percent(part, whole)));
            }
        }
        odds
    }
}
