//! Bringing a write to its end even if whoever wanted it does not stay to hear of it.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// A future that, once begun, goes on in a task of its own when it is dropped: by then something may be written
/// already, and others have to be told. Whoever stays pays nothing for that.
pub(super) struct ToTheEnd<T: Send + 'static> {
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
    begun: bool,
}

impl<T: Send + 'static> ToTheEnd<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        ToTheEnd { work: Some(Box::pin(work)), begun: false }
    }
}

impl<T: Send + 'static> Future for ToTheEnd<T> {
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

impl<T: Send + 'static> Drop for ToTheEnd<T> {
    fn drop(&mut self) {
        let unfinished = self.work.take().filter(|_| self.begun);
        if let (Some(work), Ok(runtime)) = (unfinished, Handle::try_current()) {
            runtime.spawn(async move {
                work.await;
            });
        }
    }
}
