//! Carries the messages of a call to its client through rmcp, and the responses back.
//!
//! Everything runs in the task of the call: rmcp finds the call of a request by its task.

use std::pin::pin;
use std::sync::Arc;

use ::rmcp::model::{
    CancelledNotificationParam, CustomNotification, CustomRequest, ServerNotification, ServerRequest,
};
use ::rmcp::service::{Peer, PeerRequestOptions, RequestHandle, RoleServer, ServiceError};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use hashbrown::HashMap;

use crate::server::Session;
use crate::transport::{Closed, MessageSink, OutgoingMessages};
use crate::wire::{
    ErrorCode, Id, Json, Limits, Message, Notification, Raw, Request, RpcError, decode, encode, method,
};

/// Sends notifications after the end of the call: that a person is done on a page.
pub(super) struct NotificationSink(pub(super) Peer<RoleServer>);

impl MessageSink for NotificationSink {
    fn put(&self, message: String) -> Result<(), Closed> {
        let Ok(Message::Notification(notification)) = decode(message, &Limits::default()) else {
            return Err(Closed);
        };
        let peer = self.0.clone();
        tokio::spawn(async move { notify(&notification, &peer, &mut RequestIds::default()).await });
        Ok(())
    }

    /// rmcp does not report when a client leaves. Notifications after that are lost.
    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// Runs a handler to its end, and carries its messages meanwhile.
pub(super) async fn run_with_messages<T>(
    work: impl Future<Output = T>,
    mut messages: OutgoingMessages,
    peer: &Peer<RoleServer>,
    session: Option<&Arc<Session>>,
) -> T {
    let mut work = pin!(work);
    let mut answers = FuturesUnordered::new();
    let mut sent = HashMap::new();
    let outcome = loop {
        tokio::select! {
            biased;
            Some((id, answer)) = answers.next(), if !answers.is_empty() => {
                sent.remove(&id);
                deliver_response(session, &id, answer);
            }
            Some(text) = messages.next() => {
                if let Some((id, handle)) = send_message(text, peer, session, &mut sent).await {
                    answers.push(async move { (id, answer(handle).await) });
                }
            }
            outcome = &mut work => break outcome,
        }
    };
    // The last messages, such as the cancellation of a prompt.
    while let Some(text) = messages.try_next() {
        drop(send_message(text, peer, session, &mut sent).await);
    }
    outcome
}

/// The ids that rmcp has given to our requests.
type RequestIds = HashMap<Id, ::rmcp::model::RequestId>;

/// Sends a message. Returns the handle of a request to wait for.
async fn send_message(
    text: String,
    peer: &Peer<RoleServer>,
    session: Option<&Arc<Session>>,
    sent: &mut RequestIds,
) -> Option<(Id, RequestHandle<RoleServer>)> {
    match decode(text, &Limits::default()).ok()? {
        Message::Request(request) => match send(&request, peer).await {
            Ok(handle) => {
                sent.insert(request.id().clone(), handle.id.clone());
                Some((request.id().clone(), handle))
            }
            Err(error) => {
                deliver_response(session, request.id(), Err(error));
                None
            }
        },
        Message::Notification(notification) => {
            notify(&notification, peer, sent).await;
            None
        }
        Message::Response(_) => None,
    }
}

/// Sends a request as a custom one, because rmcp's own type would lose parts of it.
async fn send(request: &Request, peer: &Peer<RoleServer>) -> Result<RequestHandle<RoleServer>, ServiceError> {
    let custom = CustomRequest::new(request.method(), Some(request.params().to_value()));
    peer.send_cancellable_request(ServerRequest::CustomRequest(custom), PeerRequestOptions::no_options())
        .await
}

async fn notify(notification: &Notification, peer: &Peer<RoleServer>, sent: &mut RequestIds) {
    let params = notification.params();
    // A client that is gone does not need the notification, so failures are ignored.
    if notification.method() == method::CANCELLED {
        let id = params.get("requestId").and_then(|id: Raw<'_>| Id::read(id));
        if let Some(id) = id.and_then(|id| sent.remove(&id)) {
            let reason = params.get("reason").and_then(Raw::as_text).map(std::borrow::Cow::into_owned);
            let _ = peer.notify_cancelled(CancelledNotificationParam::new(Some(id), reason)).await;
        }
        return;
    }
    let custom = CustomNotification::new(notification.method(), Some(params.to_value()));
    let _ = peer.send_notification(ServerNotification::CustomNotification(custom)).await;
}

async fn answer(handle: RequestHandle<RoleServer>) -> Result<Json, ServiceError> {
    let result = handle.await_response().await?;
    let value = serde_json::to_value(&result).map_err(|_| ServiceError::UnexpectedResponse)?;
    Ok(Json::from(value))
}

/// Gives a response to the session, which passes it to the waiting call.
fn deliver_response(session: Option<&Arc<Session>>, id: &Id, answer: Result<Json, ServiceError>) {
    let text = match answer {
        Ok(result) => encode::result(id, result.raw()),
        Err(ServiceError::McpError(error)) => {
            let code = ErrorCode(i64::from(error.code.0));
            let mut rpc_error = RpcError::new(code, error.message.into_owned());
            if let Some(data) = error.data {
                rpc_error = rpc_error.with_data(data);
            }
            encode::error(Some(id), &rpc_error)
        }
        Err(other) => encode::error(Some(id), &RpcError::new(ErrorCode::INTERNAL, other.to_string())),
    };
    if let (Some(session), Ok(Message::Response(response))) = (session, decode(text, &Limits::default())) {
        session.respond(response);
    }
}
