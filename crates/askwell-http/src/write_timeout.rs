//! Closes a connection whose peer stops reading, so that unread responses do not pile up.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::time::{Instant, Sleep};

/// A connection whose writes fail with [`io::ErrorKind::TimedOut`] when nothing could be written for a time. A slow peer
/// that reads at all is not cut off. Reading has no limit here.
#[derive(Debug)]
pub struct WriteTimeout<T> {
    inner: T,
    timeout: Duration,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<T> WriteTimeout<T> {
    /// Limits how long a write to `inner` may wait.
    #[must_use]
    pub fn new(inner: T, timeout: Duration) -> Self {
        WriteTimeout { inner, timeout, waiting: None }
    }

    /// Returns the result of a write; starts the time when there is none yet.
    fn watch<R>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if polled.is_ready() {
            self.waiting = None;
            return polled;
        }
        let timeout = self.timeout;
        let waiting =
            self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + timeout)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<T: Read + Unpin> Read for WriteTimeout<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<T: Write + Unpin> Write for WriteTimeout<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.watch(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write_vectored(context, bytes);
        self.watch(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.inner).poll_flush(context);
        self.watch(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.inner).poll_shutdown(context);
        self.watch(context, polled)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyper::rt::Write;
    use hyper_util::rt::TokioIo;

    use super::WriteTimeout;

    async fn write(
        io: &mut WriteTimeout<TokioIo<tokio::io::DuplexStream>>,
        bytes: &[u8],
    ) -> std::io::Result<usize> {
        std::future::poll_fn(|context| std::pin::Pin::new(&mut *io).poll_write(context, bytes)).await
    }

    #[tokio::test(start_paused = true)]
    async fn peer_that_stops_reading_is_disconnected() {
        use tokio::io::AsyncReadExt as _;
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut io = WriteTimeout::new(TokioIo::new(ours), Duration::from_secs(30));
        for _ in 0..10 {
            assert_eq!(write(&mut io, b"abcd").await.unwrap(), 4);
            tokio::time::sleep(Duration::from_secs(29)).await;
            theirs.read_exact(&mut [0; 4]).await.unwrap();
        }
        assert_eq!(write(&mut io, b"abcd").await.unwrap(), 4);
        let cut_off = write(&mut io, b"e").await.unwrap_err();
        assert_eq!(cut_off.kind(), std::io::ErrorKind::TimedOut);
    }
}
