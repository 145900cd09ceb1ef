//! A connection whose other end has to go on reading.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::time::{Instant, Sleep};

/// Fails when nothing that is to be written could be written for a while: a reader that has stopped reading is cut off.
pub(super) struct TimedIo<T> {
    inner: T,
    timeout: Duration,
    /// Runs while something waits to be written.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<T> TimedIo<T> {
    pub(super) fn new(inner: T, timeout: Duration) -> Self {
        TimedIo { inner, timeout, waiting: None }
    }

    /// Passes on what came of writing; if nothing did, the time runs.
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

impl<T: Read + Unpin> Read for TimedIo<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<T: Write + Unpin> Write for TimedIo<T> {
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

    use super::TimedIo;

    async fn write(
        io: &mut TimedIo<TokioIo<tokio::io::DuplexStream>>,
        bytes: &[u8],
    ) -> std::io::Result<usize> {
        std::future::poll_fn(|context| std::pin::Pin::new(&mut *io).poll_write(context, bytes)).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_stops_reading_is_cut_off_and_a_slow_one_is_not() {
        use tokio::io::AsyncReadExt as _;
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut io = TimedIo::new(TokioIo::new(ours), Duration::from_secs(30));
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
