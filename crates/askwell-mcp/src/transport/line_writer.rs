//! Writes messages to a byte stream, one on each line.
//!
//! [`LineWriter::put`] writes at once what the stream takes at once. Only what is left then waits for the task that
//! drives the stream, so that a message does not have to wake a task before it leaves.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use futures_util::future::BoxFuture;
use memchr::memchr2;
use parking_lot::Mutex;
use tokio::io::AsyncWrite;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::{Closed, RESERVED, Sink, WAITING};

/// Messages that wait are handed to the stream in pieces of about this size.
const CHUNK: usize = 64 << 10;

/// Writes lines to a stream. Dropping it ends the stream when everything is written.
pub(super) struct LineWriter(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Nothing can be written any more.
    closed: watch::Sender<bool>,
}

struct State {
    stream: Pin<Box<dyn AsyncWrite + Send>>,
    /// What the stream takes next: `bytes` from `written` on.
    bytes: Vec<u8>,
    written: usize,
    /// Whether the stream may hold something back.
    unflushed: bool,
    queue: VecDeque<String>,
    /// Wakes the task that drives the stream; nothing before that task has run once.
    driver: Option<Waker>,
    /// The writer was dropped: nothing more will come.
    ended: bool,
    failure: Option<io::Error>,
    closed: bool,
}

impl LineWriter {
    /// Creates a writer, and the future that drives its stream. The future ends when the writer was dropped and all is
    /// written, or with the error that ended the stream.
    pub(super) fn new(
        stream: impl AsyncWrite + Send + 'static,
    ) -> (LineWriter, impl Future<Output = io::Result<()>> + Send + 'static) {
        let state = State {
            stream: Box::pin(stream),
            bytes: Vec::new(),
            written: 0,
            unflushed: false,
            queue: VecDeque::new(),
            driver: None,
            ended: false,
            failure: None,
            closed: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), closed: watch::Sender::new(false) });
        let driven = Arc::clone(&shared);
        let drive = std::future::poll_fn(move |context| driven.drive(context));
        (LineWriter(shared), drive)
    }
}

impl Sink for LineWriter {
    fn put(&self, message: String) -> Result<(), Closed> {
        let mut state = self.0.state.lock();
        if state.closed || state.queue.len() >= WAITING {
            return Err(Closed);
        }
        let is_idle = state.queue.is_empty() && state.bytes.is_empty();
        match state.driver.take() {
            // Some streams need the runtime for their work.
            Some(driver) if is_idle && Handle::try_current().is_ok() => {
                state.stage(&message);
                if let Poll::Ready(Err(failure)) = state.poll_write(&mut Context::from_waker(&driver)) {
                    state.failure = Some(failure);
                    driver.wake_by_ref();
                }
                state.driver = Some(driver);
            }
            driver => {
                state.queue.push_back(message);
                // While the stream is busy, it wakes the task by itself.
                if let (true, Some(driver)) = (is_idle, &driver) {
                    driver.wake_by_ref();
                }
                state.driver = driver;
            }
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        let state = self.0.state.lock();
        !state.closed && state.queue.len() < WAITING - RESERVED
    }

    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            // It ends with its last sender, too.
            let _ = self.0.closed.subscribe().wait_for(|closed| *closed).await;
        })
    }
}

impl Drop for LineWriter {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.ended = true;
        if let Some(driver) = &state.driver {
            driver.wake_by_ref();
        }
    }
}

impl Shared {
    fn drive(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut state = self.state.lock();
        if !state.driver.as_ref().is_some_and(|driver| driver.will_wake(context.waker())) {
            state.driver = Some(context.waker().clone());
        }
        let outcome = match state.failure.take() {
            Some(failure) => Err(failure),
            None => match ready!(state.poll_write(context)) {
                Ok(()) if !state.ended => return Poll::Pending,
                Ok(()) => ready!(state.stream.as_mut().poll_shutdown(context)),
                Err(failure) => Err(failure),
            },
        };
        state.closed = true;
        state.queue = VecDeque::new();
        drop(state);
        self.closed.send_replace(true);
        Poll::Ready(outcome)
    }
}

impl State {
    /// Adds a message to what the stream takes next. JSON has no line ends inside texts; between tokens a peer may have
    /// put some, which must not become two lines.
    fn stage(&mut self, message: &str) {
        self.bytes.reserve(message.len() + 1);
        if memchr2(b'\n', b'\r', message.as_bytes()).is_none() {
            self.bytes.extend_from_slice(message.as_bytes());
        } else {
            let spaced = |byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
            self.bytes.extend(message.bytes().map(spaced));
        }
        self.bytes.push(b'\n');
    }

    /// Writes and flushes all there is.
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            while let Some(rest) = self.bytes.get(self.written..).filter(|rest| !rest.is_empty()) {
                let count = ready!(self.stream.as_mut().poll_write(context, rest))?;
                if count == 0 {
                    return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
                }
                (self.written, self.unflushed) = (self.written + count, true);
            }
            self.written = 0;
            self.bytes.clear();
            self.bytes.shrink_to(CHUNK);
            while self.bytes.len() < CHUNK
                && let Some(message) = self.queue.pop_front()
            {
                self.stage(&message);
            }
            if !self.bytes.is_empty() {
                continue;
            }
            if self.unflushed {
                ready!(self.stream.as_mut().poll_flush(context))?;
                self.unflushed = false;
            }
            return Poll::Ready(Ok(()));
        }
    }
}
