//! Writes messages to a byte stream, one on each line.
//!
//! [`LineWriter::put`] writes at once what the stream takes at once, so that a message does not
//! have to wake a task first. If several threads put messages at the same time, one of them writes
//! for all; the others leave their messages in the queue and return. What the stream does not take
//! waits for the task that drives it.

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

use super::{Closed, MessageSink, QUEUE_CAPACITY, RESERVED_CAPACITY};

/// Waiting messages are passed to the stream in chunks of about this size.
const CHUNK: usize = 64 << 10;

/// Writes lines to a stream. Dropping it closes the stream after everything is written.
pub(super) struct LineWriter(Arc<WriterState>);

struct WriterState {
    queue: Mutex<MessageQueue>,
    /// Locked while a thread writes. That thread looks at the queue again after unlocking, so that
    /// no message is left behind.
    output: Mutex<LineOutput>,
    /// Whether nothing can be written any more.
    closed: watch::Sender<bool>,
}

#[derive(Default)]
struct MessageQueue {
    messages: VecDeque<String>,
    closed: bool,
}

struct LineOutput {
    /// The byte stream.
    stream: Pin<Box<dyn AsyncWrite + Send>>,
    /// The bytes for the stream. Those before `written` are written.
    bytes: Vec<u8>,
    written: usize,
    /// Whether the stream may hold bytes back.
    unflushed: bool,
    /// Wakes the task that drives the stream; `None` before that task has run once.
    driver: Option<Waker>,
    /// Whether the writer was dropped: no more messages will come.
    ended: bool,
    failure: Option<io::Error>,
}

impl LineWriter {
    /// Creates a writer, and the future that drives its stream. The future ends when the writer was
    /// dropped and everything is written, or with the error of the stream.
    pub(super) fn new(
        stream: impl AsyncWrite + Send + 'static,
    ) -> (LineWriter, impl Future<Output = io::Result<()>> + Send + 'static) {
        let output = LineOutput {
            stream: Box::pin(stream),
            bytes: Vec::new(),
            written: 0,
            unflushed: false,
            driver: None,
            ended: false,
            failure: None,
        };
        let shared = Arc::new(WriterState {
            queue: Mutex::default(),
            output: Mutex::new(output),
            closed: watch::Sender::new(false),
        });
        let driven = Arc::clone(&shared);
        let drive = std::future::poll_fn(move |context| driven.drive(context));
        (LineWriter(shared), drive)
    }
}

impl MessageSink for LineWriter {
    fn put(&self, message: String) -> Result<(), Closed> {
        let Some(message) = self.0.write_first(message)? else { return Ok(()) };
        {
            let mut queue = self.0.queue.lock();
            if queue.closed || queue.messages.len() >= QUEUE_CAPACITY {
                return Err(Closed);
            }
            queue.messages.push_back(message);
        }
        if is_in_runtime() {
            self.0.write_now();
        } else if let Some(driver) = &self.0.output.lock().driver {
            // Some streams need the runtime for their work.
            driver.wake_by_ref();
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        let queue = self.0.queue.lock();
        !queue.closed && queue.messages.len() < QUEUE_CAPACITY - RESERVED_CAPACITY
    }

    fn is_connection(&self) -> bool {
        true
    }

    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            // The wait also ends when the sender is dropped.
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

impl WriterState {
    fn has_messages(&self) -> bool {
        !self.queue.lock().messages.is_empty()
    }

    /// Writes a message at once, if none comes before it and no other thread is writing. Otherwise
    /// returns it.
    fn write_first(&self, message: String) -> Result<Option<String>, Closed> {
        let Some(mut output) = self.output.try_lock() else { return Ok(Some(message)) };
        if output.driver.is_none() || !output.is_idle() || !is_in_runtime() {
            return Ok(Some(message));
        }
        {
            let queue = self.queue.lock();
            if queue.closed {
                return Err(Closed);
            }
            if !queue.messages.is_empty() {
                return Ok(Some(message));
            }
        }
        // The message is its own buffer, unless some of it has to wait.
        let kept = std::mem::replace(&mut output.bytes, line_of(message));
        self.write_as_driver(&mut output);
        if output.bytes.is_empty() {
            output.bytes = kept;
        }
        drop(output);
        // Other threads may have left messages meanwhile.
        self.write_now();
        Ok(None)
    }

    /// Writes what the stream takes now. It wakes the driver when it takes more. Returns whether everything is
    /// written.
    fn write_as_driver(&self, output: &mut LineOutput) -> bool {
        // The driver has not run yet, and will write everything.
        let Some(driver) = output.driver.take() else { return false };
        let written = output.poll_write(&self.queue, &mut Context::from_waker(&driver));
        let is_written = matches!(written, Poll::Ready(Ok(())));
        if let Poll::Ready(Err(failure)) = written {
            output.failure = Some(failure);
            driver.wake_by_ref();
        }
        output.driver = Some(driver);
        is_written
    }

    /// Writes what the stream takes now, unless another thread is writing.
    fn write_now(&self) {
        while self.has_messages()
            && let Some(mut output) = self.output.try_lock()
        {
            if !self.write_as_driver(&mut output) {
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
        *self.queue.lock() = MessageQueue { messages: VecDeque::new(), closed: true };
        self.closed.send_replace(true);
        Poll::Ready(outcome)
    }
}

/// Returns whether a runtime is there. Some streams need it for their work.
fn is_in_runtime() -> bool {
    tokio::task::try_id().is_some() || Handle::try_current().is_ok()
}

/// Returns the line of a message. Line breaks between tokens become spaces, so that one message stays one
/// line.
fn line_of(message: String) -> Vec<u8> {
    let mut bytes = message.into_bytes();
    remove_line_breaks(&mut bytes);
    bytes.push(b'\n');
    bytes
}

fn remove_line_breaks(bytes: &mut [u8]) {
    if memchr2(b'\n', b'\r', bytes).is_some() {
        bytes.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
}

impl LineOutput {
    /// Returns whether everything is written and flushed.
    fn is_idle(&self) -> bool {
        self.bytes.is_empty() && !self.unflushed && self.failure.is_none()
    }

    /// Adds a message to the bytes for the stream. A long message is moved, not copied.
    fn stage(&mut self, message: String) {
        let start = self.bytes.len();
        if start == 0 && message.len() >= CHUNK {
            self.bytes = line_of(message);
            return;
        }
        self.bytes.reserve(message.len() + 1);
        self.bytes.extend_from_slice(message.as_bytes());
        remove_line_breaks(self.bytes.get_mut(start..).unwrap_or_default());
        self.bytes.push(b'\n');
    }

    /// Writes and flushes all messages.
    fn poll_write(&mut self, queue: &Mutex<MessageQueue>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
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
                self.stage(message);
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
