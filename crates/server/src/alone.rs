//! Work that is finished even if nobody waits for it any more.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::runtime::Handle;

/// A future that goes on as a task of its own when it is dropped half-way. As long as somebody waits it is part of his
/// task, which is cheaper than one of its own from the start. A panic is an answer, as a task's would be.
pub(crate) struct ToTheEnd<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: Send> + Send + 'static> ToTheEnd<F> {
    pub(crate) fn of(work: F) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for ToTheEnd<F> {
    type Output = std::thread::Result<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let work = self.0.as_mut().expect("nobody asks again after the answer");
        let answer = match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx))) {
            Ok(polled) => Ok(ready!(polled)),
            Err(panic) => Err(panic),
        };
        self.0 = None;
        Poll::Ready(answer)
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for ToTheEnd<F> {
    fn drop(&mut self) {
        if let Some(work) = self.0.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_goes_on_when_nobody_waits_for_it() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, seen) = oneshot::channel();
        let work = ToTheEnd::of(async move {
            gone.await.expect("told to go on");
            done.send(7).expect("somebody looks");
        });
        let waited = tokio::time::timeout(Duration::from_millis(1), work).await;
        assert!(waited.is_err(), "nobody waits any more");
        go.send(()).expect("it is still there");
        assert_eq!(seen.await, Ok(7));
    }

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        assert_eq!(ToTheEnd::of(async { 7 }).await.expect("no panic"), 7);
        let panic = ToTheEnd::of(async { assert_eq!(1, 2) }).await.expect_err("it panics");
        assert!(panic.downcast_ref::<String>().expect("a message").contains("left: 1"));
    }
}
