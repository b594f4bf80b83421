//! Limits per address, account and table.

use std::{collections::HashMap, hash::Hash, net::IpAddr, num::NonZeroU32, sync::Mutex};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock as _};
use wire::Millis;

use crate::{
    config::Config,
    error::{Code, Error, Result, refuse},
};

type Limiter<K> = Option<DefaultKeyedRateLimiter<K>>;

/// In which failed logins are counted.
const FAILURE_WINDOW_MS: i64 = 15 * 60 * 1_000;
const DAY_MS: i64 = 86_400_000;
/// More entries than this are not stored: the oldest information goes.
const MAX_ENTRIES: usize = 200_000;

/// Rate limits and quotas, counted in memory.
pub(crate) struct RateLimits {
    requests: Limiter<IpAddr>,
    logins: Limiter<IpAddr>,
    changes: Limiter<i64>,
    scenarios: Limiter<IpAddr>,
    chats: Limiter<(i64, i64)>,
    max_failures: u32,
    /// By lower-case name: failures and the time of the first one.
    failures: Mutex<HashMap<String, (u32, Millis)>>,
    max_bytes: [u64; 2],
    /// By account and by address: the day and the bytes stored on it.
    bytes: Mutex<HashMap<Owner, (i64, u64)>>,
}

/// Whose bytes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Account(i64),
    Address(IpAddr),
}

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        let burst = |rate: NonZeroU32| rate.saturating_mul(NonZeroU32::new(4).expect("not zero"));
        let per_second =
            |rate: u32| NonZeroU32::new(rate).map(|rate| Quota::per_second(rate).allow_burst(burst(rate)));
        let per_minute = |rate: u32| NonZeroU32::new(rate).map(Quota::per_minute);
        Self {
            requests: per_second(config.rate_limit).map(RateLimiter::keyed),
            logins: per_minute(config.login_rate_limit).map(RateLimiter::keyed),
            changes: per_second(config.account_rate_limit).map(RateLimiter::keyed),
            scenarios: per_minute(config.scenario_rate_limit).map(RateLimiter::keyed),
            chats: per_minute(config.chat_rate_limit).map(RateLimiter::keyed),
            max_failures: config.failed_login_limit,
            failures: Mutex::default(),
            max_bytes: [config.account_daily_bytes, config.address_daily_bytes],
            bytes: Mutex::default(),
        }
    }

    /// A request from this address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<()> {
        ask(self.requests.as_ref(), &network(address))
    }
    /// A login, a registration, a new guest from this address.
    pub(crate) fn login(&self, address: IpAddr) -> Result<()> {
        ask(self.logins.as_ref(), &network(address))
    }
    /// A change by this account.
    pub(crate) fn change(&self, account: i64) -> Result<()> {
        ask(self.changes.as_ref(), &account)
    }
    /// A scenario file from this address.
    pub(crate) fn scenario(&self, address: IpAddr) -> Result<()> {
        ask(self.scenarios.as_ref(), &network(address))
    }
    /// A chat line of this account at this table.
    pub(crate) fn chat(&self, account: i64, table: i64) -> Result<()> {
        ask(self.chats.as_ref(), &(account, table))
    }

    /// Refuses a login to an account with too many failed ones, whatever the password and the address.
    pub(crate) fn password_attempt(&self, name: &str, now: Millis) -> Result<()> {
        let failures = self.failures.lock().expect("no panic under this lock");
        match failures.get(&name.to_lowercase()) {
            Some((count, since)) if *count >= self.max_failures && self.max_failures > 0 => {
                let left = since + FAILURE_WINDOW_MS - now;
                if left > 0 { Err(Error::Rate(left as u64 / 1_000 + 1)) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Counts a failed login.
    pub(crate) fn password_failed(&self, name: &str, now: Millis) {
        let mut failures = self.failures.lock().expect("no panic under this lock");
        if failures.len() >= MAX_ENTRIES {
            failures.clear();
        }
        let (count, since) = failures.entry(name.to_lowercase()).or_insert((0, now));
        if now - *since >= FAILURE_WINDOW_MS {
            (*count, *since) = (0, now);
        }
        *count += 1;
    }

    /// Whether bytes of this account were counted today; if not, they have to be set from the database.
    pub(crate) fn knows_bytes(&self, account: i64, now: Millis) -> bool {
        let bytes = self.bytes.lock().expect("no panic under this lock");
        bytes.get(&Owner::Account(account)).is_some_and(|(day, _)| *day == now / DAY_MS)
    }

    /// Sets what an account has stored today, as the database has it.
    pub(crate) fn set_bytes(&self, account: i64, stored: u64, now: Millis) {
        let mut bytes = self.bytes.lock().expect("no panic under this lock");
        bytes.entry(Owner::Account(account)).or_insert((now / DAY_MS, stored));
    }

    /// Counts bytes that an account is about to store; refuses if it, or its address, has stored too many today.
    pub(crate) fn spend_bytes(&self, account: i64, address: IpAddr, count: usize, now: Millis) -> Result<()> {
        let day = now / DAY_MS;
        let mut bytes = self.bytes.lock().expect("no panic under this lock");
        if bytes.len() >= MAX_ENTRIES {
            bytes.retain(|_, (counted, _)| *counted == day);
        }
        let owners = [Owner::Account(account), Owner::Address(network(address))];
        for (owner, max) in owners.iter().zip(self.max_bytes) {
            let (_, stored) =
                bytes.get(owner).copied().filter(|(counted, _)| *counted == day).unwrap_or((day, 0));
            if max > 0 && stored + count as u64 > max {
                let message = format!(
                    "you have stored {stored} bytes today, the limit on this server is {max}; try again tomorrow"
                );
                return Err(refuse(Code::Quota, message));
            }
        }
        for owner in owners {
            let entry = bytes.entry(owner).or_insert((day, 0));
            *entry = if entry.0 == day { (day, entry.1 + count as u64) } else { (day, count as u64) };
        }
        Ok(())
    }

    /// Removes expired entries.
    pub(crate) fn evict_expired(&self, now: Millis) {
        fn recent<K: Hash + Eq + Clone>(limiter: Option<&DefaultKeyedRateLimiter<K>>) {
            if let Some(limiter) = limiter {
                limiter.retain_recent();
                limiter.shrink_to_fit();
            }
        }
        recent(self.requests.as_ref());
        recent(self.logins.as_ref());
        recent(self.changes.as_ref());
        recent(self.scenarios.as_ref());
        recent(self.chats.as_ref());
        let mut failures = self.failures.lock().expect("no panic under this lock");
        failures.retain(|_, (_, since)| now - *since < FAILURE_WINDOW_MS);
        let mut bytes = self.bytes.lock().expect("no panic under this lock");
        bytes.retain(|_, (day, _)| *day == now / DAY_MS);
    }
}

fn ask<K: Hash + Eq + Clone>(limiter: Option<&DefaultKeyedRateLimiter<K>>, key: &K) -> Result<()> {
    let Some(limiter) = limiter else { return Ok(()) };
    limiter.check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(governor::clock::DefaultClock::default().now());
        Error::Rate(wait.as_secs() + 1)
    })
}

/// One IPv6 customer has a whole /64: it counts as one address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_per_address_and_can_be_off() {
        let limits = RateLimits::new(&Config { login_rate_limit: 2, rate_limit: 0, ..Config::default() });
        let here = IpAddr::from([10, 0, 0, 1]);
        assert!(limits.login(here).is_ok() && limits.login(here).is_ok());
        assert!(matches!(limits.login(here), Err(Error::Rate(_))));
        assert!(limits.login(IpAddr::from([10, 0, 0, 2])).is_ok());
        assert!((0..10_000).all(|_| limits.request(here).is_ok()));
    }

    #[test]
    fn failed_logins_are_counted_per_account_for_a_quarter_of_an_hour() {
        let limits = RateLimits::new(&Config { failed_login_limit: 3, ..Config::default() });
        for n in 0..3 {
            assert!(limits.password_attempt("Ann", n).is_ok());
            limits.password_failed("ann", n);
        }
        assert!(matches!(limits.password_attempt("ANN", 10), Err(Error::Rate(_))));
        assert!(limits.password_attempt("Bob", 10).is_ok());
        assert!(limits.password_attempt("Ann", FAILURE_WINDOW_MS).is_ok(), "not for ever");
    }

    #[test]
    fn bytes_are_counted_per_account_and_per_address_and_day() {
        let config = Config { account_daily_bytes: 100, address_daily_bytes: 150, ..Config::default() };
        let (limits, here) = (RateLimits::new(&config), IpAddr::from([10, 0, 0, 1]));
        assert!(!limits.knows_bytes(1, 0));
        limits.set_bytes(1, 40, 0);
        assert!(limits.spend_bytes(1, here, 60, 0).is_ok());
        assert_eq!(limits.spend_bytes(1, here, 1, 0).expect_err("the account's limit").code(), "quota");
        assert!(limits.spend_bytes(2, here, 80, 0).is_ok());
        assert_eq!(limits.spend_bytes(3, here, 20, 0).expect_err("the address's limit").code(), "quota");
        assert!(limits.spend_bytes(1, here, 100, DAY_MS).is_ok(), "a new day");
    }
}
