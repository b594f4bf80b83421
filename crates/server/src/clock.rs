//! Clocks. They follow from the journal alone: every entry says when it was made.

use std::sync::{Arc, RwLock};

use rules::Seats;
use store::Downtime;
use wire::{ClockReading, ClockRule, Millis};

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

/// When no server worked, oldest first: this time is not charged. Clones share the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Downtimes(Arc<RwLock<Vec<Downtime>>>);

impl Downtimes {
    /// Replaces the list; whether it has changed.
    pub(crate) fn set(&self, new: Vec<Downtime>) -> bool {
        let mut list = self.0.write().expect("no panic under this lock");
        let changed = *list != new;
        *list = new;
        changed
    }

    /// Milliseconds of downtime between two times.
    fn within(&self, from: Millis, until: Millis) -> i64 {
        let list = self.0.read().expect("no panic under this lock");
        let first = list.partition_point(|down| down.ended <= from);
        let overlap = |down: &Downtime| (down.ended.min(until) - down.began.max(from)).max(0);
        list[first..].iter().take_while(|down| down.began < until).map(overlap).sum()
    }

    /// When `left` milliseconds of working time after `from` are over.
    fn after(&self, from: Millis, left: i64) -> Millis {
        let list = self.0.read().expect("no panic under this lock");
        let first = list.partition_point(|down| down.ended <= from);
        list[first..].iter().fold(from + left, |end, down| {
            if down.began < end { end + down.ended - down.began.max(from) } else { end }
        })
    }
}

/// The clocks of a table.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    rule: ClockRule,
    left: Vec<i64>,
    holidays: Vec<u32>,
    away_until: Vec<Millis>,
    /// Up to when the time of the running seats has been charged.
    charged: Millis,
    running: Seats,
    downtimes: Downtimes,
}

impl Clock {
    pub(crate) fn new(rule: ClockRule, seats: u8, downtimes: Downtimes) -> Self {
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
            downtimes,
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
                let passed = (at - since).max(0) - self.downtimes.within(since, at);
                self.left[seat.index()] -= passed.max(0);
            }
        }
        self.charged = self.charged.max(at);
    }

    /// Another rule, from now on, with full clocks.
    pub(crate) fn switch(&mut self, at: Millis, rule: ClockRule) {
        let running = self.running;
        *self = Self::new(rule, self.left.len() as u8, self.downtimes.clone());
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
        running.then(|| self.downtimes.after(self.charged.max(self.away_until[index]), self.left[index]))
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
        let mut clock = Clock::new(ClockRule::Live { bank: 60, increment: 5 }, 2, Downtimes::default());
        clock.run(1_000, LEFT);
        assert_eq!(clock.deadline(), Some(61_000));
        clock.run(11_000, RIGHT);
        let face = clock.face(12_000).expect("measured");
        assert_eq!(face.left, [55_000, 59_000]);
        assert_eq!(face.running, [1]);
    }

    #[test]
    fn asked_again_and_again_is_one_decision() {
        let mut clock =
            Clock::new(ClockRule::Correspondence { days: 1, holidays: 0 }, 2, Downtimes::default());
        clock.run(0, LEFT);
        clock.run(DAY / 2, LEFT);
        assert_eq!(clock.deadline(), Some(DAY));
        clock.run(DAY / 2, RIGHT);
        clock.run(DAY / 2, LEFT);
        assert_eq!(clock.deadline(), Some(DAY + DAY / 2), "a new decision has a new day");
    }

    #[test]
    fn a_holiday_stops_the_clock_and_is_spent() {
        let mut clock =
            Clock::new(ClockRule::Correspondence { days: 1, holidays: 5 }, 2, Downtimes::default());
        clock.run(0, LEFT);
        clock.holiday(DAY / 2, 0, DAY / 2 + 3 * DAY);
        assert_eq!(clock.holidays(0), 2);
        assert_eq!(clock.deadline(), Some(4 * DAY));
        clock.holiday(DAY, 0, DAY);
        assert_eq!(clock.deadline(), Some(DAY + DAY / 2), "back early");
    }

    #[test]
    fn live_turns_into_mail_with_a_fresh_clock() {
        let mut clock = Clock::new(ClockRule::Live { bank: 60, increment: 0 }, 2, Downtimes::default());
        clock.run(0, LEFT);
        clock.switch(30_000, ClockRule::Correspondence { days: 2, holidays: 1 });
        assert_eq!(clock.deadline(), Some(30_000 + 2 * DAY));
    }

    #[test]
    fn time_without_a_server_is_not_charged() {
        let downtimes = Downtimes::default();
        let mut clock = Clock::new(ClockRule::Live { bank: 60, increment: 0 }, 2, downtimes.clone());
        clock.run(1_000, LEFT);
        assert_eq!(clock.deadline(), Some(61_000));
        assert!(downtimes.set(vec![Downtime { began: 11_000, ended: 111_000 }]));
        assert!(!downtimes.set(vec![Downtime { began: 11_000, ended: 111_000 }]));
        assert_eq!(clock.deadline(), Some(161_000), "50 s are left after the downtime");
        clock.run(121_000, RIGHT);
        assert_eq!(clock.face(131_000).expect("measured").left, [40_000, 50_000]);
        downtimes.set(vec![
            Downtime { began: 11_000, ended: 111_000 },
            Downtime { began: 500_000, ended: 600_000 },
        ]);
        assert_eq!(clock.deadline(), Some(181_000), "a later downtime does not matter");
    }

    #[test]
    fn no_clock_never_ends() {
        let mut clock = Clock::new(ClockRule::None, 2, Downtimes::default());
        clock.run(0, LEFT);
        assert_eq!((clock.deadline(), clock.face(5)), (None, None));
    }
}
