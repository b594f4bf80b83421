//! Work that completes even if its caller is dropped.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::runtime::Handle;

/// Runs `F` to completion even if the caller is dropped. It is polled inline; if dropped unfinished, the rest is spawned
/// on the runtime. A panic becomes `Err`, as with `JoinHandle`.
pub(crate) struct RunToCompletion<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: Send> + Send + 'static> RunToCompletion<F> {
    pub(crate) fn of(work: F) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for RunToCompletion<F> {
    type Output = std::thread::Result<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let work = self.0.as_mut().expect("polled after completion");
        let answer = match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx))) {
            Ok(polled) => Ok(ready!(polled)),
            Err(panic) => Err(panic),
        };
        self.0 = None;
        Poll::Ready(answer)
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for RunToCompletion<F> {
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
    async fn work_continues_when_its_caller_is_dropped() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, seen) = oneshot::channel();
        let work = RunToCompletion::of(async move {
            gone.await.expect("told to continue");
            done.send(7).expect("the receiver is alive");
        });
        let waited = tokio::time::timeout(Duration::from_millis(1), work).await;
        assert!(waited.is_err(), "the caller is gone");
        go.send(()).expect("it is still there");
        assert_eq!(seen.await, Ok(7));
    }

    #[tokio::test]
    async fn a_panic_becomes_an_error() {
        assert_eq!(RunToCompletion::of(async { 7 }).await.expect("no panic"), 7);
        let panic = RunToCompletion::of(async { assert_eq!(1, 2) }).await.expect_err("it panics");
        assert!(panic.downcast_ref::<String>().expect("a message").contains("left: 1"));
    }
}
