//! What a server sends: responses go to those who wait for them, requests to the call that they belong to, and
//! notifications to the client.

use std::sync::{Arc, Weak};

use askwell_mcp::client::CallError;
use askwell_mcp::client::transport::{InboundEvent, TransportReceiver};
use askwell_mcp::wire::{
    Era, ErrorCode, Id, InputRequired, Limits, Message, Notification, Raw, Request, Response, meta, method,
};

use super::{Letter, Mailbox, Upstream};
use crate::tasks::is_task;

impl Upstream {
    /// Passes on what the server has sent.
    pub(super) fn take_event(self: &Arc<Self>, event: InboundEvent) {
        match event {
            InboundEvent::Message { message: Message::Response(response), .. } => match response.id() {
                Some(Id::Integer(id)) => {
                    let id = *id;
                    self.complete(id, Ok(response));
                }
                _ => tracing::warn!(server = &*self.server, "a response has an unknown id"),
            },
            InboundEvent::Message { message: Message::Request(request), origin } => {
                self.handle_request(request, origin);
            }
            InboundEvent::Message { message: Message::Notification(notification), origin } => {
                self.handle_notification(notification, origin);
            }
            InboundEvent::Failed(id, error) => {
                let is_ended = matches!(error, CallError::SessionEnded);
                self.complete(id, Err(error));
                if is_ended {
                    self.end();
                }
            }
            InboundEvent::Malformed(malformed) => {
                tracing::warn!(server = &*self.server, error = %malformed.error, "a message cannot be read");
                if let Some(Id::Integer(id)) = malformed.id {
                    self.complete(id, Err(CallError::Malformed(malformed.error.message)));
                }
            }
            InboundEvent::TooLong(error) => {
                tracing::warn!(server = &*self.server, %error, "a message cannot be read");
                let only = {
                    let pending = self.pending.lock();
                    let mut ids = pending.calls.keys().copied();
                    ids.next().filter(|_| ids.next().is_none())
                };
                if let Some(id) = only {
                    self.complete(id, Err(CallError::Malformed(error.to_string())));
                }
            }
        }
    }

    /// The connection has ended: all calls fail.
    fn end(self: &Arc<Self>) {
        if self.fail_all()
            && let Some(events) = self.events.upgrade()
        {
            events.handle_end(self);
        }
    }

    /// Passes on a response: to the client, or to the task that waits.
    fn complete(&self, id: i64, outcome: Result<Response, CallError>) {
        let Some(pending) = self.pending.lock().calls.remove(&id) else { return };
        let letter = match outcome {
            Ok(response) if pending.is_direct && !self.needs_attention(&response) => {
                match &pending.call {
                    Some(call) => {
                        let text = response.into_text_with_id(&call.request().id().to_string());
                        // The connection may be closed already.
                        let _ = call.respond_now(text);
                        Letter::Sent
                    }
                    None => Letter::Response(Box::new(response)),
                }
            }
            Ok(response) => Letter::Response(Box::new(response)),
            Err(error) => Letter::Failed(error),
        };
        // A response always fits.
        let _ = pending.mailbox.put(letter);
    }

    /// Returns whether a response asks for something that the client must not see as it is.
    fn needs_attention(&self, response: &Response) -> bool {
        match response.result() {
            Ok(result) => {
                self.era() == Era::Modern && (InputRequired::is_input_required(result) || is_task(result))
            }
            Err(error) => error.code == ErrorCode::URL_ELICITATION_REQUIRED,
        }
    }

    /// Returns the call that a request of the server belongs to: the one on whose stream it came,
    /// else the newest that may ask.
    fn call_of(&self, origin: Option<i64>) -> Option<Arc<Mailbox>> {
        let mut pending = self.pending.lock();
        let id = match origin {
            Some(origin) => Some(origin),
            None => {
                let asking = pending.calls.iter().filter(|(_, pending)| {
                    pending.call.as_ref().is_none_or(|call| call.request().method() != method::INITIALIZE)
                });
                asking.map(|(id, _)| *id).max()
            }
        };
        let found = pending.calls.get_mut(&id?)?;
        // The client may be shown a question first.
        found.is_direct = false;
        Some(Arc::clone(&found.mailbox))
    }

    fn handle_request(self: &Arc<Self>, request: Request, origin: Option<i64>) {
        let letter = match self.call_of(origin) {
            Some(mailbox) => match mailbox.put(Letter::Request(Box::new(request))) {
                Ok(()) => return,
                Err(letter) => letter,
            },
            None => {
                if let Some(events) = self.events.upgrade() {
                    events.handle_request(self, request);
                }
                return;
            }
        };
        if let Letter::Request(request) = letter {
            self.refuse_as_busy(&request);
        }
    }

    fn handle_notification(self: &Arc<Self>, notification: Notification, origin: Option<i64>) {
        let params = notification.params();
        let mut about = origin;
        match notification.method() {
            method::PROGRESS => {
                let Some(id) = params.get("progressToken").and_then(Raw::as_i64) else { return };
                about = Some(id);
            }
            method::CANCELLED => {
                let Some(id) = params.get("requestId").and_then(Id::read) else { return };
                let mailboxes: Vec<_> =
                    self.pending.lock().calls.values().map(|pending| Arc::clone(&pending.mailbox)).collect();
                for mailbox in mailboxes {
                    // A call that has too much to do ignores it; the question ends at its deadline.
                    let _ = mailbox.put(Letter::Withdrawn(id.clone()));
                }
                return;
            }
            _ => {
                let stream = params.get(meta::META).and_then(|members| members.get(meta::SUBSCRIPTION_ID));
                about = stream.and_then(Raw::as_i64).or(about);
            }
        }
        let call =
            about.and_then(|id| self.pending.lock().calls.get(&id).and_then(|pending| pending.call.clone()));
        if let Some(events) = self.events.upgrade() {
            events.handle_notification(self, notification, call);
        }
    }
}

/// Passes on what the server sends, other than over an exchange of its own, until the connection ends.
pub(super) async fn read(upstream: Weak<Upstream>, mut receiver: TransportReceiver, limits: Limits) {
    while let Some(event) = receiver.next(&limits).await {
        let Some(upstream) = upstream.upgrade() else { return };
        upstream.take_event(event);
        if upstream.is_closed() {
            return;
        }
    }
    if let Some(upstream) = upstream.upgrade() {
        upstream.end();
    }
}
