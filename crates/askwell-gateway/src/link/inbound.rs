//! What servers send that is no response: notifications, and requests that belong to no call.

use std::sync::Arc;

use askwell_lifecycle::{Actor, Surface};
use askwell_mcp::server::{Call, LogLevel};
use askwell_mcp::wire::{Era, Notification, Raw, Request, RpcError, encode, meta, method};

use super::ClientLink;
use crate::rewrite;
use crate::upstream::{ServerEvents, Upstream};

pub(super) const LIST_CHANGED: [&str; 3] = [
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
];

impl ServerEvents for ClientLink {
    /// Passes a request on to a legacy client. It belongs to no call, so that there is no call to
    /// ask by.
    fn handle_request(&self, upstream: &Arc<Upstream>, request: Request) {
        if request.method() == method::PING {
            return upstream.post(encode::result(request.id(), Raw::EMPTY), "");
        }
        let has = self.session.as_ref().is_some_and(|session| match request.method() {
            method::ELICIT => session.capabilities().elicitation.is_some(),
            method::SAMPLE => session.capabilities().sampling,
            method::LIST_ROOTS => session.capabilities().roots,
            _ => true,
        });
        let Some(session) = self.session.clone().filter(|_| has) else {
            let error = RpcError::method_not_found(request.method());
            return upstream.post(encode::error(Some(request.id()), &error), "");
        };
        let upstream = Arc::clone(upstream);
        tokio::spawn(async move {
            let response = tokio::select! {
                response = session.request(None, request.method(), request.params()) => response,
                () = session.ended() => return,
            };
            let text = match response {
                Ok(response) => response.into_text_with_id(request.id_part().text()),
                Err(_) => encode::error(Some(request.id()), &RpcError::internal()),
            };
            upstream.post(text, "");
        });
    }

    fn handle_notification(&self, upstream: &Arc<Upstream>, notification: Notification, call: Option<Call>) {
        match notification.method() {
            method::PROGRESS => {
                if let Some(call) = call
                    && let Some(token) = call.progress_token()
                    && let Some(text) = rewrite::progress(&notification, token)
                {
                    // A client that is gone needs no progress.
                    let _ = call.send(text);
                }
                return;
            }
            method::ELICITATION_COMPLETE => {
                let id = notification.params().get("elicitationId").and_then(Raw::as_text);
                if let Some(id) = id.and_then(|id| self.page_of(&id)) {
                    let engine = self.gateway.engine.clone();
                    tokio::spawn(async move {
                        // It may have ended before.
                        let _ = engine.submit(&Actor::operator(Surface::Mcp), id, b"null").await;
                    });
                    return;
                }
            }
            changed if LIST_CHANGED.contains(&changed) => {
                tracing::info!(
                    server = &*upstream.server,
                    change = changed,
                    "the server's lists have changed"
                );
                match self.slots.iter().position(|slot| slot.spec.name == upstream.server) {
                    Some(server) if changed == LIST_CHANGED[0] => self.catalogue.announce_change(server),
                    _ => self.catalogue.invalidate(),
                }
            }
            _ => {}
        }
        let (ours, theirs) = (self.era(), upstream.era());
        let text = match notification.method() {
            // The gateway has opened this stream for a legacy client.
            method::SUBSCRIPTION_ACKNOWLEDGED if call.is_none() => return,
            told if (ours, theirs) == (Era::Modern, Era::Legacy)
                && (told == method::RESOURCE_UPDATED || LIST_CHANGED.contains(&told)) =>
            {
                return self.tell_streams(&notification);
            }
            method::LOG
                if (ours, theirs) == (Era::Modern, Era::Legacy)
                    && !wants_log(call.as_ref(), &notification) =>
            {
                return;
            }
            _ => match &call {
                Some(call) => rewrite::subscription(&notification, &call.request().id().to_string()),
                None => notification.text().to_owned(),
            },
        };
        let sent = match (&self.session, call) {
            (_, Some(call)) if !call.is_on_connection() || self.era() == Era::Modern => call.send(text),
            (Some(session), _) => session.send(text),
            (None, _) => Ok(()),
        };
        if sent.is_err() {
            tracing::debug!(server = &*upstream.server, "a notification has no client to go to");
        }
    }

    fn handle_end(&self, upstream: &Arc<Upstream>) {
        tracing::warn!(server = &*upstream.server, "the connection to the server has ended");
    }
}

/// Returns whether a modern call wants a log message of a legacy server.
fn wants_log(call: Option<&Call>, notification: &Notification) -> bool {
    let level = |raw: Option<Raw<'_>>| raw.and_then(Raw::as_text).and_then(|level| LogLevel::of(&level));
    let wanted = call.and_then(|call| level(call.meta().get(meta::LOG_LEVEL)));
    wanted.is_some_and(|wanted| level(notification.params().get("level")).is_none_or(|said| said >= wanted))
}
