//! Carries what a call says to its client through rmcp, and the answers back.
//!
//! Everything runs in the task of the call itself: rmcp knows by the task to which call a request belongs.

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
use crate::transport::{Closed, Departures, Sink};
use crate::wire::{
    ErrorCode, Id, Json, Limits, Message, Notification, Raw, Request, RpcError, decode, encode, method,
};

/// What is told when the call that it belongs to has ended: that the person is done on a page.
pub(super) struct Afterwards(pub(super) Peer<RoleServer>);

impl Sink for Afterwards {
    fn put(&self, message: String) -> Result<(), Closed> {
        let Ok(Message::Notification(notification)) = decode(message, &Limits::default()) else {
            return Err(Closed);
        };
        let peer = self.0.clone();
        tokio::spawn(async move { notify(&notification, &peer, &mut Sent::default()).await });
        Ok(())
    }

    /// rmcp does not say when a client leaves; what is told then gets lost.
    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// Runs a handler to its end, with its messages on their way meanwhile.
pub(super) async fn carry<T>(
    work: impl Future<Output = T>,
    mut departures: Departures,
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
                hand_over(session, &id, answer);
            }
            Some(text) = departures.next() => {
                if let Some((id, handle)) = depart(text, peer, session, &mut sent).await {
                    answers.push(async move { (id, answer(handle).await) });
                }
            }
            outcome = &mut work => break outcome,
        }
    };
    // What was said last, such as that a question is not needed any more.
    while let Some(text) = departures.ready() {
        drop(depart(text, peer, session, &mut sent).await);
    }
    outcome
}

/// The ids that rmcp has given to requests of ours.
type Sent = HashMap<Id, ::rmcp::model::RequestId>;

/// Sends a message; a request has an answer to wait for.
async fn depart(
    text: String,
    peer: &Peer<RoleServer>,
    session: Option<&Arc<Session>>,
    sent: &mut Sent,
) -> Option<(Id, RequestHandle<RoleServer>)> {
    match decode(text, &Limits::default()).ok()? {
        Message::Request(request) => match send(&request, peer).await {
            Ok(handle) => {
                sent.insert(request.id().clone(), handle.id.clone());
                Some((request.id().clone(), handle))
            }
            Err(error) => {
                hand_over(session, request.id(), Err(error));
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

/// As rmcp's own type for this request is lossy, it goes as one that rmcp does not know.
async fn send(request: &Request, peer: &Peer<RoleServer>) -> Result<RequestHandle<RoleServer>, ServiceError> {
    let custom = CustomRequest::new(request.method(), Some(request.params().to_value()));
    peer.send_cancellable_request(ServerRequest::CustomRequest(custom), PeerRequestOptions::no_options())
        .await
}

async fn notify(notification: &Notification, peer: &Peer<RoleServer>, sent: &mut Sent) {
    let params = notification.params();
    // A client that is gone needs not be told, so that failures are no matter here.
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

/// Gives an answer to whoever waits for it.
fn hand_over(session: Option<&Arc<Session>>, id: &Id, answer: Result<Json, ServiceError>) {
    let text = match answer {
        Ok(result) => encode::result(id, result.raw()),
        Err(ServiceError::McpError(error)) => {
            let code = ErrorCode(i64::from(error.code.0));
            let mut said = RpcError::new(code, error.message.into_owned());
            if let Some(data) = error.data {
                said = said.with_data(data);
            }
            encode::error(Some(id), &said)
        }
        Err(other) => encode::error(Some(id), &RpcError::new(ErrorCode::INTERNAL, other.to_string())),
    };
    if let (Some(session), Ok(Message::Response(response))) = (session, decode(text, &Limits::default())) {
        session.respond(response);
    }
}
