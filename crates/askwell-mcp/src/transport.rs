//! Transports: how messages travel between two peers.
//!
//! A transport provides a [`Connection`]: frames that come in, and a handle for messages that go
//! out. The user of a connection does not know whether the peer is a process, a socket or a task.
//! [`memory::pair`] connects two tasks, [`stdio`] connects byte streams with one message on each
//! line.
//!
//! Sending never waits. A peer that does not read its messages loses the connection, so that it
//! cannot fill this process's memory. Transports do not parse messages: [`wire`](crate::wire) does.

pub mod child;
pub(crate) mod http_client;
mod line_reader;
mod line_writer;
pub mod memory;
mod process_pipes;
pub mod stdio;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use line_reader::LineReader;

/// One end of a connection.
#[derive(Debug)]
pub struct Connection {
    /// Receives from the peer.
    pub incoming: Incoming,
    /// Sends to the peer.
    pub outgoing: Outgoing,
}

/// Receives the frames of the peer, in order.
#[derive(Debug)]
pub struct Incoming(IncomingKind);

#[derive(Debug)]
enum IncomingKind {
    Channel(mpsc::Receiver<Frame>),
    Lines(LineReader),
}

/// Sends messages to the peer. Cheap to clone; the connection ends when the last clone is dropped.
#[derive(Clone)]
pub struct Outgoing(OutgoingKind);

#[derive(Clone)]
enum OutgoingKind {
    Channel(mpsc::Sender<Frame>),
    Sink(Arc<dyn MessageSink>),
}

/// Takes messages in place of a channel.
pub(crate) trait MessageSink: Send + Sync + 'static {
    /// Takes a message at once, or fails.
    fn put(&self, message: String) -> Result<(), Closed>;

    /// Returns whether there is room for messages that the peer can do without.
    fn has_room(&self) -> bool {
        true
    }

    /// Returns whether the sink is a whole connection, not a stream of one request.
    fn is_connection(&self) -> bool {
        false
    }

    /// Waits until the sink takes no more messages.
    fn closed(&self) -> BoxFuture<'_, ()>;
}

/// Receives the messages that a transport has to carry to the peer, in the order of sending.
#[derive(Debug)]
pub struct OutgoingMessages(mpsc::Receiver<Frame>);

/// One frame of a transport: a line, or a message of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// The text of a message, which may be malformed.
    Text(String),
    /// Bytes that cannot be a message.
    Invalid(FrameError),
}

/// The reason why bytes cannot be a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The bytes are not UTF-8.
    #[error("a message has to be UTF-8 text")]
    NotUtf8,
    /// The frame is longer than the limit.
    #[error("the message is longer than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

/// The peer is gone, or does not read its messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the connection is closed")]
pub struct Closed;

/// The most messages that wait for a peer that does not read.
const QUEUE_CAPACITY: usize = 4096;
/// The part of the capacity for messages that the peer cannot do without.
const RESERVED_CAPACITY: usize = 2048;

impl Incoming {
    /// Creates a receiver and the sender that fills it.
    #[must_use]
    pub fn channel() -> (mpsc::Sender<Frame>, Incoming) {
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        (sender, Incoming(IncomingKind::Channel(receiver)))
    }

    fn lines(reader: LineReader) -> Incoming {
        Incoming(IncomingKind::Lines(reader))
    }

    /// Waits for the next frame; `None` when the connection is closed. Dropping the future loses
    /// nothing.
    pub async fn next(&mut self) -> Option<Frame> {
        match &mut self.0 {
            IncomingKind::Channel(channel) => channel.recv().await,
            IncomingKind::Lines(reader) => reader.next().await,
        }
    }
}

impl Outgoing {
    /// Creates a sender and the receiver that a transport reads from.
    #[must_use]
    pub fn channel() -> (Outgoing, OutgoingMessages) {
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        (Outgoing(OutgoingKind::Channel(sender)), OutgoingMessages(receiver))
    }

    pub(crate) fn from_sink(sink: Arc<dyn MessageSink>) -> Outgoing {
        Outgoing(OutgoingKind::Sink(sink))
    }

    /// Sends a message without waiting.
    ///
    /// # Errors
    /// When the peer is gone, or its queue is full.
    pub fn send(&self, message: String) -> Result<(), Closed> {
        match &self.0 {
            OutgoingKind::Channel(channel) => channel.try_send(Frame::Text(message)).map_err(|_| Closed),
            OutgoingKind::Sink(sink) => sink.put(message),
        }
    }

    /// Sends a message that the peer can do without, such as progress, if the queue is less than
    /// half full. The rest is reserved for responses.
    ///
    /// # Errors
    /// When the peer is gone, or the queue is half full.
    pub(crate) fn send_if_room(&self, message: String) -> Result<(), Closed> {
        match &self.0 {
            OutgoingKind::Channel(channel) if channel.capacity() <= RESERVED_CAPACITY => Err(Closed),
            OutgoingKind::Sink(sink) if !sink.has_room() => Err(Closed),
            _ => self.send(message),
        }
    }

    /// Returns whether all messages of the peer's connection go through this sender, in order.
    pub(crate) fn is_ordered(&self) -> bool {
        match &self.0 {
            OutgoingKind::Channel(_) => false,
            OutgoingKind::Sink(sink) => sink.is_connection(),
        }
    }

    /// Waits until the peer is gone.
    pub async fn closed(&self) {
        match &self.0 {
            OutgoingKind::Channel(channel) => channel.closed().await,
            OutgoingKind::Sink(sink) => sink.closed().await,
        }
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outgoing")
    }
}

impl OutgoingMessages {
    /// Waits for the next message to carry; `None` when all senders are dropped.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Frame::Text(text) = self.0.recv().await? {
                return Some(text);
            }
        }
    }

    /// Returns the next message if it is there already.
    pub fn try_next(&mut self) -> Option<String> {
        while let Ok(frame) = self.0.try_recv() {
            if let Frame::Text(text) = frame {
                return Some(text);
            }
        }
        None
    }
}
