//! A future that completes in the background if it is dropped after its first poll.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// Completes a write that has begun, even if its caller drops the future: part of it may be written already,
/// and waiters have to be notified. Dropped after its first poll and before its end, it moves to a task of
/// its own. Without a Tokio runtime it is dropped.
pub(super) struct DetachOnDrop<T: Send + 'static> {
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
    begun: bool,
}

impl<T: Send + 'static> DetachOnDrop<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        DetachOnDrop { work: Some(Box::pin(work)), begun: false }
    }
}

impl<T: Send + 'static> Future for DetachOnDrop<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        self.begun = true;
        let Some(work) = self.work.as_mut() else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.work = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for DetachOnDrop<T> {
    fn drop(&mut self) {
        let unfinished = self.work.take().filter(|_| self.begun);
        if let (Some(work), Ok(runtime)) = (unfinished, Handle::try_current()) {
            runtime.spawn(async move {
                work.await;
            });
        }
    }
}
