//! `rule!` marks where a rule acts, `covers!` makes a test demand it.
//!
//! Without the `trace` feature a mark is nothing but its id. With it, a mark that runs while a
//! [`CoverageGuard`] of its id is alive on the same thread is noted.

use std::cell::{Cell, RefCell};

/// Marks the place where a rule takes effect and yields its [`RuleId`](crate::RuleId).
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        $crate::trace::record_rule($id);
        $crate::RuleId::new($id)
    }};
}

/// First line of a rule's test: fails unless the marked code ran before the test ended.
#[macro_export]
macro_rules! covers {
    ($($id:literal),+ $(,)?) => { let _covers = ($($crate::trace::CoverageGuard::new($id),)+); };
}

/// A static rather than a constant, so that the demand in [`CoverageGuard::new`] is judged when it is made.
static TRACING: bool = cfg!(feature = "trace");

thread_local! {
    static WATCHING: Cell<usize> = const { Cell::new(0) };
    static MISSING: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Called by [`rule!`](crate::rule).
#[inline(always)]
#[expect(clippy::inline_always, reason = "costs nothing in release: without `trace` the body is empty")]
pub fn record_rule(id: &'static str) {
    if TRACING {
        note(id);
    }
}

fn note(id: &'static str) {
    if WATCHING.get() > 0 {
        MISSING.with_borrow_mut(|missing| missing.retain(|&name| name != id));
    }
}

/// A demand made by [`covers!`](crate::covers), checked when it is dropped.
pub struct CoverageGuard(&'static str);

impl CoverageGuard {
    /// From now on, `id` has to act.
    pub fn new(id: &'static str) -> Self {
        assert!(TRACING, "covers! needs the feature `trace` of the crate `rules`");
        WATCHING.set(WATCHING.get() + 1);
        MISSING.with_borrow_mut(|missing| missing.push(id));
        Self(id)
    }
}

impl Drop for CoverageGuard {
    fn drop(&mut self) {
        WATCHING.set(WATCHING.get() - 1);
        let missed = MISSING.with_borrow_mut(|missing| {
            let at = missing.iter().position(|&name| name == self.0);
            at.map(|at| missing.swap_remove(at)).is_some()
        });
        if !std::thread::panicking() {
            assert!(!missed, "covers!({}): no `rule!` with this id was executed by this test", self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_cover_is_content_when_the_rule_acted() {
        covers!("TT-1", "TT-2");
        assert_eq!(rule!("TT-1").name(), "TT-1");
        rule!("TT-2");
    }

    #[test]
    #[should_panic(expected = "covers!(TT-4): no `rule!`")]
    fn a_cover_complains_when_it_did_not() {
        covers!("TT-3", "TT-4");
        rule!("TT-3");
    }

    #[test]
    #[should_panic(expected = "covers!(TT-5): no `rule!`")]
    fn what_ran_before_the_cover_does_not_count() {
        rule!("TT-5");
        covers!("TT-5");
    }
}
