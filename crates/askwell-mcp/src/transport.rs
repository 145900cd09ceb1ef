//! How messages travel.
//!
//! A transport is a [`Connection`]: texts that come in, and a place to put texts that go out. Whoever has one end need
//! not know whether the other is a process, a socket or a task. [`memory::pair`] joins two of them, [`stdio`] makes one
//! of any pair of byte streams with a message on each line.
//!
//! Sending never waits: a peer that does not read what it is sent loses the connection instead of everybody's
//! memory. Refuses to read messages: that is [`wire`](crate::wire)'s part.

pub mod child;
pub(crate) mod http_client;
mod line_reader;
mod line_writer;
pub mod memory;
pub mod stdio;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use line_reader::LineReader;

/// One end of a connection.
#[derive(Debug)]
pub struct Connection {
    /// What the peer sends.
    pub incoming: Incoming,
    /// What to send to the peer.
    pub outgoing: Outgoing,
}

/// What the peer sends, one message after the other.
#[derive(Debug)]
pub struct Incoming(Source);

#[derive(Debug)]
enum Source {
    Channel(mpsc::Receiver<Arrival>),
    Lines(LineReader),
}

/// Where to put what goes to the peer. Cheap to clone; the connection ends when the last clone is dropped.
#[derive(Clone)]
pub struct Outgoing(Way);

#[derive(Clone)]
enum Way {
    Channel(mpsc::Sender<Arrival>),
    Sink(Arc<dyn Sink>),
}

/// Something else than a channel that takes messages.
pub(crate) trait Sink: Send + Sync + 'static {
    /// Takes a message at once, or not at all.
    fn put(&self, message: String) -> Result<(), Closed>;

    /// Returns whether it takes messages that the peer can do without.
    fn has_room(&self) -> bool {
        true
    }

    /// Waits until it takes no more.
    fn closed(&self) -> BoxFuture<'_, ()>;
}

/// What a transport carries to the peer, in the order of sending.
#[derive(Debug)]
pub struct Departures(mpsc::Receiver<Arrival>);

/// What came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// The text of a message, perhaps not a good one.
    Text(String),
    /// Something that is not even a text: what is wrong with it.
    Garbage(Garbage),
}

/// Bytes that cannot be a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Garbage {
    /// Not UTF-8.
    #[error("a message has to be UTF-8 text")]
    NotText,
    /// Longer than a message may be.
    #[error("the message is longer than {limit} bytes")]
    TooLong {
        /// How long it may be.
        limit: usize,
    },
}

/// The peer is gone, or does not read what it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the connection is closed")]
pub struct Closed;

/// How many messages may wait for a peer that does not read.
const WAITING: usize = 4096;
/// How many of these places are for what a peer cannot do without.
const RESERVED: usize = 2048;

impl Incoming {
    /// What transports fill.
    #[must_use]
    pub fn channel() -> (mpsc::Sender<Arrival>, Incoming) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (sender, Incoming(Source::Channel(receiver)))
    }

    fn lines(reader: LineReader) -> Incoming {
        Incoming(Source::Lines(reader))
    }

    /// Waits for the next message; `None` when the connection is closed. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Arrival> {
        match &mut self.0 {
            Source::Channel(channel) => channel.recv().await,
            Source::Lines(reader) => reader.next().await,
        }
    }
}

impl Outgoing {
    /// What transports empty.
    #[must_use]
    pub fn channel() -> (Outgoing, Departures) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Outgoing(Way::Channel(sender)), Departures(receiver))
    }

    pub(crate) fn into_sink(sink: Arc<dyn Sink>) -> Outgoing {
        Outgoing(Way::Sink(sink))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When nobody will read it.
    pub fn send(&self, message: String) -> Result<(), Closed> {
        match &self.0 {
            Way::Channel(channel) => channel.try_send(Arrival::Text(message)).map_err(|_| Closed),
            Way::Sink(sink) => sink.put(message),
        }
    }

    /// Sends a message that the peer can do without, if there is room beside those that it cannot do without: however
    /// much is told about a call, its answer gets through.
    ///
    /// # Errors
    /// When nobody will read it, or too much waits to be read.
    pub(crate) fn tell(&self, message: String) -> Result<(), Closed> {
        match &self.0 {
            Way::Channel(channel) if channel.capacity() <= RESERVED => Err(Closed),
            Way::Sink(sink) if !sink.has_room() => Err(Closed),
            _ => self.send(message),
        }
    }

    /// Waits until the peer is gone.
    pub async fn closed(&self) {
        match &self.0 {
            Way::Channel(channel) => channel.closed().await,
            Way::Sink(sink) => sink.closed().await,
        }
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outgoing")
    }
}

impl Departures {
    /// The next message to carry; `None` when nobody will send another.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Arrival::Text(text) = self.0.recv().await? {
                return Some(text);
            }
        }
    }

    /// The next message if there is one already.
    pub fn ready(&mut self) -> Option<String> {
        while let Ok(arrival) = self.0.try_recv() {
            if let Arrival::Text(text) = arrival {
                return Some(text);
            }
        }
        None
    }
}
