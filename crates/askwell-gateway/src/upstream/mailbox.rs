//! What a server sends while a request is on its way: requests of its own, and the response.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::Poll;

use askwell_mcp::client::CallError;
use askwell_mcp::wire::{Id, Request, Response};
use futures_util::task::AtomicWaker;
use parking_lot::Mutex;

/// The most requests of a server that wait in one call.
pub(crate) const MAX_WAITING: usize = 64;

/// Passes what a server sends to the one task that waits for a call.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    letters: Mutex<VecDeque<Letter>>,
    waker: AtomicWaker,
}

/// What a server sends.
#[derive(Debug)]
pub(crate) enum Letter {
    /// The response.
    Response(Box<Response>),
    /// There will be no response.
    Failed(CallError),
    /// The response went to the client already.
    Sent,
    /// A request of the server, such as `elicitation/create`.
    Request(Box<Request>),
    /// The server no longer waits for its request with this id.
    Withdrawn(Id),
}

impl Mailbox {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Adds a letter. Returns it if too many requests wait.
    pub(crate) fn put(&self, letter: Letter) -> Result<(), Letter> {
        let mut letters = self.letters.lock();
        if letters.len() >= MAX_WAITING && matches!(letter, Letter::Request(_) | Letter::Withdrawn(_)) {
            return Err(letter);
        }
        letters.push_back(letter);
        drop(letters);
        self.waker.wake();
        Ok(())
    }

    /// Waits for the next letter. Dropping the future loses nothing.
    pub(crate) fn next(&self) -> impl Future<Output = Letter> {
        std::future::poll_fn(|context| {
            self.waker.register(context.waker());
            self.letters.lock().pop_front().map_or(Poll::Pending, Poll::Ready)
        })
    }
}
