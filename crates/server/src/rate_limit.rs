//! RateLimits per address and per account.

use std::{net::IpAddr, num::NonZeroU32};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock as _};

use crate::{
    config::Config,
    error::{Error, Result},
};

type Limiter<K> = Option<DefaultKeyedRateLimiter<K>>;

/// Who may ask how often.
pub(crate) struct RateLimits {
    requests: Limiter<IpAddr>,
    logins: Limiter<IpAddr>,
    changes: Limiter<i64>,
}

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        let burst = |rate: NonZeroU32| rate.saturating_mul(NonZeroU32::new(4).expect("not zero"));
        let per_second =
            |rate: u32| NonZeroU32::new(rate).map(|rate| Quota::per_second(rate).allow_burst(burst(rate)));
        Self {
            requests: per_second(config.rate_limit).map(RateLimiter::keyed),
            logins: NonZeroU32::new(config.login_rate_limit)
                .map(|rate| RateLimiter::keyed(Quota::per_minute(rate))),
            changes: per_second(config.account_rate_limit).map(RateLimiter::keyed),
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

    /// Forgets who has not asked for a while.
    pub(crate) fn evict_expired(&self) {
        if let Some(limiter) = &self.requests {
            limiter.retain_recent();
        }
        if let Some(limiter) = &self.logins {
            limiter.retain_recent();
        }
        if let Some(limiter) = &self.changes {
            limiter.retain_recent();
        }
    }
}

fn ask<K: std::hash::Hash + Eq + Clone>(limiter: Option<&DefaultKeyedRateLimiter<K>>, key: &K) -> Result<()> {
    let Some(limiter) = limiter else { return Ok(()) };
    limiter.check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(governor::clock::DefaultClock::default().now());
        Error::Rate(wait.as_secs() + 1)
    })
}

/// One IPv6 customer has a whole /64: it counts as one address.
fn network(address: IpAddr) -> IpAddr {
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
}
