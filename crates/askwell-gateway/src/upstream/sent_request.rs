//! A request that was sent, and what the server sends while it is on its way.

use std::sync::Arc;

use askwell_mcp::client::transport::RequestEvents;

use super::{Letter, Mailbox, Upstream};

/// A request that was sent. Over HTTP, the task that waits for it reads the connection itself. Dropping it drops the
/// response, and does not cancel the request.
pub(crate) struct SentRequest {
    pub(crate) id: i64,
    upstream: Arc<Upstream>,
    mailbox: Arc<Mailbox>,
    /// The exchange of this request, until its last event; `None` if it shares a connection.
    events: Option<RequestEvents>,
}

impl SentRequest {
    pub(super) fn new(
        id: i64,
        upstream: Arc<Upstream>,
        mailbox: Arc<Mailbox>,
        events: Option<RequestEvents>,
    ) -> Self {
        SentRequest { id, upstream, mailbox, events }
    }

    /// Waits for the next letter. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Letter {
        while let Some(events) = &mut self.events {
            let event = tokio::select! {
                biased;
                letter = self.mailbox.next() => return letter,
                event = events.next() => event,
            };
            match event {
                Some(event) => self.upstream.take_event(event),
                None => self.events = None,
            }
        }
        self.mailbox.next().await
    }
}
