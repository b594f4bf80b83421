//! The time, settable by tests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

/// The system's clock plus an offset that tests move. Clones share the offset.
#[derive(Clone, Debug, Default)]
pub struct TimeSource {
    offset: Arc<AtomicI64>,
}

impl TimeSource {
    /// Unix milliseconds.
    pub fn now(&self) -> i64 {
        now() + self.offset.load(Ordering::Relaxed)
    }

    /// Moves the time forward.
    pub fn advance(&self, by: Duration) {
        self.offset.fetch_add(by.as_millis() as i64, Ordering::Relaxed);
    }
}

/// Unix milliseconds of the system's clock.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("the clock of this machine is set before 1970").as_millis() as i64
}
