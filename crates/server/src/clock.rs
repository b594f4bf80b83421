//! Clocks. They follow from the journal alone: every entry says when it was made.

use rules::Seats;
use wire::{ClockReading, ClockRule, Millis};

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

/// The clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    rule: ClockRule,
    left: Vec<i64>,
    holidays: Vec<u32>,
    away_until: Vec<Millis>,
    /// Up to when the time of the running seats has been charged.
    charged: Millis,
    running: Seats,
}

impl Clock {
    pub(crate) fn new(rule: ClockRule, seats: u8) -> Self {
        let seats = usize::from(seats);
        let holidays = match rule {
            ClockRule::Correspondence { holidays, .. } => holidays,
            ClockRule::None | ClockRule::Live { .. } => 0,
        };
        Self {
            rule,
            left: vec![full(rule); seats],
            holidays: vec![holidays; seats],
            away_until: vec![0; seats],
            charged: 0,
            running: Seats::NONE,
        }
    }

    pub(crate) fn rule(&self) -> ClockRule {
        self.rule
    }

    /// From `at` on the clocks of these seats run, and no others.
    pub(crate) fn run(&mut self, at: Millis, seats: Seats) {
        self.charge(at);
        for seat in self.running.iter().filter(|&seat| !seats.contains(seat)) {
            let left = &mut self.left[seat.index()];
            match self.rule {
                ClockRule::None => {}
                ClockRule::Live { increment, .. } => *left += i64::from(increment) * SECOND,
                ClockRule::Correspondence { .. } => *left = full(self.rule),
            }
        }
        self.running = seats;
    }

    fn charge(&mut self, at: Millis) {
        if self.rule != ClockRule::None {
            for seat in self.running.iter() {
                let since = self.charged.max(self.away_until[seat.index()]);
                self.left[seat.index()] -= (at - since).max(0);
            }
        }
        self.charged = self.charged.max(at);
    }

    /// Another rule, from now on, with full clocks.
    pub(crate) fn switch(&mut self, at: Millis, rule: ClockRule) {
        let running = self.running;
        *self = Self::new(rule, self.left.len() as u8);
        (self.charged, self.running) = (at, running);
    }

    /// How many days `seat` may still be away.
    pub(crate) fn holidays(&self, seat: u8) -> u32 {
        self.holidays[usize::from(seat)]
    }

    /// `seat` is away until then; a moment in the past ends it. Days begun are spent.
    pub(crate) fn holiday(&mut self, at: Millis, seat: u8, until: Millis) {
        self.charge(at);
        let days = ((until - at).max(0) as u64).div_ceil(DAY as u64) as u32;
        let seat = usize::from(seat);
        self.holidays[seat] = self.holidays[seat].saturating_sub(days);
        self.away_until[seat] = until.max(at);
    }

    /// When the clock of `seat` runs out, if it runs.
    pub(crate) fn deadline_of(&self, seat: u8) -> Option<Millis> {
        let running = self.rule != ClockRule::None && self.running.contains(rules::Seat(seat));
        let index = usize::from(seat);
        running.then(|| self.charged.max(self.away_until[index]) + self.left[index])
    }

    /// When the next clock runs out.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.running.iter().filter_map(|seat| self.deadline_of(seat.0)).min()
    }

    /// What a player reads; `None` if time is not measured.
    pub(crate) fn face(&self, now: Millis) -> Option<ClockReading> {
        if self.rule == ClockRule::None {
            return None;
        }
        let mut at_now = self.clone();
        at_now.charge(now);
        Some(ClockReading {
            now,
            left: at_now.left,
            running: at_now.running.iter().map(|seat| seat.0).collect(),
            holidays: at_now.holidays,
            away_until: at_now.away_until.iter().map(|&until| if until > now { until } else { 0 }).collect(),
        })
    }
}

fn full(rule: ClockRule) -> i64 {
    match rule {
        ClockRule::None => 0,
        ClockRule::Live { bank, .. } => i64::from(bank) * SECOND,
        ClockRule::Correspondence { days, .. } => i64::from(days) * DAY,
    }
}

/// Is this a clock people can play with?
pub(crate) fn validate(rule: ClockRule) -> Result<(), String> {
    match rule {
        ClockRule::Live { bank, increment }
            if bank > 86_400 || increment > 3_600 || bank + increment == 0 =>
        {
            Err("a live clock has up to 86400 seconds in the bank and up to 3600 per decision".to_owned())
        }
        ClockRule::Correspondence { days, holidays } if days == 0 || days > 60 || holidays > 90 => {
            Err("a mail clock has 1 to 60 days per decision and up to 90 holidays".to_owned())
        }
        ClockRule::None | ClockRule::Live { .. } | ClockRule::Correspondence { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    const LEFT: Seats = Seats::only(Seat(0));
    const RIGHT: Seats = Seats::only(Seat(1));

    #[test]
    fn a_live_clock_charges_the_one_who_thinks_and_pays_the_increment() {
        let mut clock = Clock::new(ClockRule::Live { bank: 60, increment: 5 }, 2);
        clock.run(1_000, LEFT);
        assert_eq!(clock.deadline(), Some(61_000));
        clock.run(11_000, RIGHT);
        let face = clock.face(12_000).expect("measured");
        assert_eq!(face.left, [55_000, 59_000]);
        assert_eq!(face.running, [1]);
    }

    #[test]
    fn asked_again_and_again_is_one_decision() {
        let mut clock = Clock::new(ClockRule::Correspondence { days: 1, holidays: 0 }, 2);
        clock.run(0, LEFT);
        clock.run(DAY / 2, LEFT);
        assert_eq!(clock.deadline(), Some(DAY));
        clock.run(DAY / 2, RIGHT);
        clock.run(DAY / 2, LEFT);
        assert_eq!(clock.deadline(), Some(DAY + DAY / 2), "a new decision has a new day");
    }

    #[test]
    fn a_holiday_stops_the_clock_and_is_spent() {
        let mut clock = Clock::new(ClockRule::Correspondence { days: 1, holidays: 5 }, 2);
        clock.run(0, LEFT);
        clock.holiday(DAY / 2, 0, DAY / 2 + 3 * DAY);
        assert_eq!(clock.holidays(0), 2);
        assert_eq!(clock.deadline(), Some(4 * DAY));
        clock.holiday(DAY, 0, DAY);
        assert_eq!(clock.deadline(), Some(DAY + DAY / 2), "back early");
    }

    #[test]
    fn live_turns_into_mail_with_a_fresh_clock() {
        let mut clock = Clock::new(ClockRule::Live { bank: 60, increment: 0 }, 2);
        clock.run(0, LEFT);
        clock.switch(30_000, ClockRule::Correspondence { days: 2, holidays: 1 });
        assert_eq!(clock.deadline(), Some(30_000 + 2 * DAY));
    }

    #[test]
    fn no_clock_never_ends() {
        let mut clock = Clock::new(ClockRule::None, 2);
        clock.run(0, LEFT);
        assert_eq!((clock.deadline(), clock.face(5)), (None, None));
    }
}
