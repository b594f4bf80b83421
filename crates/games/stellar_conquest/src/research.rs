//! Chapter 9: developments and what they cost.

use rules::{Denied, RuleId, rule};

use crate::{
    StellarConquest,
    data::{Predecessor, Tech},
    ids::{Development, Sequence},
    known::Known,
    state::Sheet,
};

impl StellarConquest {
    /// The rows of the ledger and of the data sheet that state prices and effect of a development.
    pub(crate) fn row_of(&self, development: Development) -> (RuleId, &Tech) {
        (development_rule(development), &self.components.tech[development.index()])
    }

    /// SQ-9.2b: what a development costs the holder of this sheet.
    pub fn price_of(&self, sheet: &Sheet, development: Development) -> u32 {
        let (_, tech) = self.row_of(development);
        let eased = match tech.predecessor {
            Predecessor::None => true,
            Predecessor::Development(earlier) => sheet.developments & earlier.bit() != 0,
            Predecessor::Allowance(least) => {
                rule!("SQ-R-60");
                sheet_allowance(sheet) >= least
            }
        };
        if eased {
            return u32::from(tech.with);
        }
        rule!("SQ-9.2b");
        u32::from(tech.without)
    }

    /// May the holder of this sheet acquire a development now?
    pub fn may_acquire(&self, sheet: &Sheet, development: Development) -> Result<(), Denied> {
        if sheet.developments & development.bit() != 0 {
            return Err(Denied(rule!("SQ-9.3e")));
        }
        let tech = &self.components.tech[development.index()];
        if tech.sequence == Sequence::Move && development.index() as u8 + 3 <= sheet_allowance(sheet) {
            return Err(Denied(rule!("SQ-9.4h")));
        }
        if tech.level > 1 {
            let below = |other: &&Development| {
                let row = &self.components.tech[other.index()];
                row.sequence == tech.sequence && row.level == tech.level - 1
            };
            let opened =
                Development::ALL.iter().filter(below).any(|other| sheet.developments & other.bit() != 0);
            if !opened {
                rule!("SQ-R-6");
                rule!("SQ-9.4g");
                return Err(Denied(rule!("SQ-9.2a")));
            }
        }
        if self.price_of(sheet, development) > sheet.research[tech.sequence.index()] {
            return Err(Denied(rule!("SQ-9.3c")));
        }
        Ok(())
    }

    /// Acquires a development: the price leaves the sequence's total.
    pub(crate) fn acquire(&self, sheet: &mut Sheet, development: Development) {
        rule!("SQ-9.2c");
        rule!("SQ-9.2d");
        rule!("SQ-9.3a");
        rule!("SQ-9.3b");
        rule!("SQ-HID-12");
        rule!("SQ-9.6g");
        let sequence = self.components.tech[development.index()].sequence;
        sheet.research[sequence.index()] -= self.price_of(sheet, development);
        sheet.developments |= development.bit();
    }

    /// SQ-8.6a: industrial units a million people can run.
    pub fn iu_per_million(state: &Known<'_>, seat: rules::Seat) -> u16 {
        if Self::has(state, seat, Development::Ait) {
            3
        } else if Self::has(state, seat, Development::Iit) {
            2
        } else {
            1
        }
    }
}

fn sheet_allowance(sheet: &Sheet) -> u8 {
    let moves = (0..6u8).filter(|&at| sheet.developments >> at & 1 == 1);
    moves.max().map_or(2, |at| at + 3)
}

/// The row of the ledger that a development follows.
pub(crate) fn development_rule(development: Development) -> RuleId {
    match development {
        Development::Ma3 => {
            rule!("SQ-R-7");
            rule!("SQ-9.4a")
        }
        Development::Ma4 => rule!("SQ-9.4b"),
        Development::Ma5 => rule!("SQ-9.4c"),
        Development::Ma6 => rule!("SQ-9.4d"),
        Development::Ma7 => rule!("SQ-9.4e"),
        Development::Ma8 => rule!("SQ-9.4f"),
        Development::Mb => rule!("SQ-9.5a"),
        Development::Atk => rule!("SQ-9.5b"),
        Development::Amb => {
            rule!("SQ-R-5");
            rule!("SQ-9.5c")
        }
        Development::Dn => rule!("SQ-9.5d"),
        Development::Isw => rule!("SQ-9.5e"),
        Development::Pfs => rule!("SQ-9.5f"),
        Development::Cet => {
            rule!("SQ-R-3");
            rule!("SQ-9.6a")
        }
        Development::Iit => rule!("SQ-9.6b"),
        Development::Ait => rule!("SQ-9.6c"),
        Development::Usr => rule!("SQ-9.6d"),
        Development::Riu => rule!("SQ-9.6e"),
        Development::Usc => rule!("SQ-9.6f"),
    }
}
