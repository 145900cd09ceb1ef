//! Writes messages to a byte stream, one on each line.
//!
//! [`LineWriter::put`] writes at once what the stream takes at once, so that a message does not have to wake a task
//! before it leaves. Of several threads that put messages at the same time, one writes for all of them: the others
//! leave their messages in the queue and go on. What the stream does not take waits for the task that drives it.

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
    queue: Mutex<Queue>,
    /// Locked while something is written. Who lets go of it looks at the queue again: a message that came meanwhile
    /// waits for nobody else.
    output: Mutex<Output>,
    /// Nothing can be written any more.
    closed: watch::Sender<bool>,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<String>,
    closed: bool,
}

struct Output {
    stream: Pin<Box<dyn AsyncWrite + Send>>,
    /// What the stream takes next: `bytes` from `written` on.
    bytes: Vec<u8>,
    written: usize,
    /// Whether the stream may hold something back.
    unflushed: bool,
    /// Wakes the task that drives the stream; nothing before that task has run once.
    driver: Option<Waker>,
    /// The writer was dropped: nothing more will come.
    ended: bool,
    failure: Option<io::Error>,
}

impl LineWriter {
    /// Creates a writer, and the future that drives its stream. The future ends when the writer was dropped and all is
    /// written, or with the error that ended the stream.
    pub(super) fn new(
        stream: impl AsyncWrite + Send + 'static,
    ) -> (LineWriter, impl Future<Output = io::Result<()>> + Send + 'static) {
        let output = Output {
            stream: Box::pin(stream),
            bytes: Vec::new(),
            written: 0,
            unflushed: false,
            driver: None,
            ended: false,
            failure: None,
        };
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            output: Mutex::new(output),
            closed: watch::Sender::new(false),
        });
        let driven = Arc::clone(&shared);
        let drive = std::future::poll_fn(move |context| driven.drive(context));
        (LineWriter(shared), drive)
    }
}

impl Sink for LineWriter {
    fn put(&self, message: String) -> Result<(), Closed> {
        {
            let mut queue = self.0.queue.lock();
            if queue.closed || queue.messages.len() >= WAITING {
                return Err(Closed);
            }
            queue.messages.push_back(message);
        }
        if Handle::try_current().is_ok() {
            self.0.write_now();
        } else if let Some(driver) = &self.0.output.lock().driver {
            // Some streams need the runtime for their work.
            driver.wake_by_ref();
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        let queue = self.0.queue.lock();
        !queue.closed && queue.messages.len() < WAITING - RESERVED
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
        let mut output = self.0.output.lock();
        output.ended = true;
        if let Some(driver) = &output.driver {
            driver.wake_by_ref();
        }
    }
}

impl Shared {
    fn has_messages(&self) -> bool {
        !self.queue.lock().messages.is_empty()
    }

    /// Writes what the stream takes now, unless another thread is writing.
    fn write_now(&self) {
        while self.has_messages()
            && let Some(mut output) = self.output.try_lock()
        {
            // Before the driver has run once, it has everything to do.
            let Some(driver) = output.driver.take() else { return };
            let written = output.poll_write(&self.queue, &mut Context::from_waker(&driver));
            if let Poll::Ready(Err(failure)) = written {
                output.failure = Some(failure);
                driver.wake_by_ref();
                output.driver = Some(driver);
                return;
            }
            output.driver = Some(driver);
            if written.is_pending() {
                // The stream wakes the driver.
                return;
            }
        }
    }

    fn drive(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = loop {
            let mut output = self.output.lock();
            if !output.driver.as_ref().is_some_and(|driver| driver.will_wake(context.waker())) {
                output.driver = Some(context.waker().clone());
            }
            if let Some(failure) = output.failure.take() {
                break Err(failure);
            }
            match ready!(output.poll_write(&self.queue, context)) {
                Err(failure) => break Err(failure),
                Ok(()) if output.ended => break ready!(output.stream.as_mut().poll_shutdown(context)),
                Ok(()) => {}
            }
            drop(output);
            if !self.has_messages() {
                return Poll::Pending;
            }
        };
        *self.queue.lock() = Queue { messages: VecDeque::new(), closed: true };
        self.closed.send_replace(true);
        Poll::Ready(outcome)
    }
}

impl Output {
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
    fn poll_write(&mut self, queue: &Mutex<Queue>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
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
            while self.bytes.len() < CHUNK {
                let next = queue.lock().messages.pop_front();
                let Some(message) = next else { break };
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
