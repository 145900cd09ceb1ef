//! Legacy sessions and tasks of several nodes: each node owns those that it started, and the others
//! forward requests to it.
//!
//! The id of a session or a task names its node: `node.random`. How nodes reach and trust each other is for the
//! application to say, behind [`SessionPeers`].

use std::fmt;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use futures_util::future::BoxFuture;
use sha2::{Digest as _, Sha256};

use super::reply::{plain, refusal};
use super::{HttpState, headers, legacy, read_message};
use crate::server::tasks::NO_TASK;
use crate::wire::{ErrorCode, RpcError};

/// The other nodes of a cluster, as an HTTP server needs them.
pub trait SessionPeers: Send + Sync {
    /// Returns the name of this node, which must not contain a dot. A process that starts again has
    /// another name.
    fn node(&self) -> &str;

    /// Sends a request to the node that owns its session. The body of the response may be an event
    /// stream.
    fn forward<'a>(
        &'a self,
        node: &'a str,
        request: PeerRequest,
    ) -> BoxFuture<'a, Result<Response, ForwardError>>;

    /// Checks whether another node has forwarded this request. Returns `None` for a request that comes
    /// from a client.
    ///
    /// # Errors
    /// When the request pretends to come from another node, or is too old.
    fn admit(&self, parts: &Parts) -> Result<Option<PeerAdmission>, PeerRefusal>;
}

/// A request of a client whose session another node owns. The client is known; its credential is not
/// part of the request.
#[derive(Debug)]
pub struct PeerRequest {
    /// The method.
    pub method: Method,
    /// The path, such as `/mcp`.
    pub path: String,
    /// The headers that the owner needs.
    pub headers: HeaderMap,
    /// The principal of the client.
    pub principal: Arc<str>,
    /// The whole body.
    pub body: Bytes,
}

/// What another node says about a request that it has forwarded.
#[derive(Debug)]
pub struct PeerAdmission {
    /// The principal of the client.
    pub principal: Arc<str>,
    /// The SHA-256 of the body.
    pub body_digest: [u8; 32],
}

/// A request is not from a node of this cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this request was not forwarded by a node of this cluster")]
pub struct PeerRefusal;

/// A request could not be forwarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForwardError {
    /// The node does not run any more, and its sessions are gone.
    #[error("there is no such session: send `initialize` to start a new one")]
    Gone,
    /// The node runs, but does not answer now.
    #[error("the node that has this session cannot be reached now; try again")]
    Unreachable,
    /// Too many requests are being forwarded.
    #[error("too many requests are on their way to other nodes; try again")]
    Busy,
}

/// The headers that travel with a forwarded request.
const FORWARDED: [HeaderName; 8] = [
    header::ACCEPT,
    header::CONTENT_TYPE,
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
    HeaderName::from_static("traceparent"),
];

/// Where a request comes from.
pub(super) enum RequestSource {
    /// From a client.
    Client,
    /// From another node, which has read the client's credential.
    Peer(PeerAdmission),
}

/// Returns where a request comes from, or the response that refuses it.
pub(super) fn source_of(state: &HttpState, parts: &Parts) -> Result<RequestSource, Box<Response>> {
    let Some(peers) = &state.peers else { return Ok(RequestSource::Client) };
    match peers.admit(parts) {
        Ok(None) => Ok(RequestSource::Client),
        Ok(Some(admission)) => Ok(RequestSource::Peer(admission)),
        Err(refused) => {
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, refused.to_string());
            Err(Box::new(refusal(StatusCode::FORBIDDEN, &error)))
        }
    }
}

/// Returns whether a body is the one that the other node has vouched for.
pub(super) fn is_intact(admission: &PeerAdmission, body: &[u8]) -> bool {
    <[u8; 32]>::from(Sha256::digest(body)) == admission.body_digest
}

/// Returns the node that owns the session or the task of a request, if it is another one.
pub(super) fn foreign_owner<'p>(state: &HttpState, parts: &'p Parts) -> Option<&'p str> {
    let own = state.peers.as_ref()?.node();
    let id = if headers::is_modern(parts) { headers::task_id(parts)? } else { legacy::session_id(parts)? };
    let (node, _) = id.split_once('.')?;
    (node != own).then_some(node)
}

/// Forwards a request to the node that owns its session or task.
pub(super) async fn forward(
    state: &HttpState,
    node: &str,
    parts: &Parts,
    body: Body,
    principal: Arc<str>,
) -> Response {
    let Some(peers) = &state.peers else { return plain(StatusCode::NOT_FOUND) };
    let body = match parts.method {
        Method::POST => match read_message(state, parts, body).await {
            Ok(body) => body,
            Err(response) => return *response,
        },
        Method::GET | Method::DELETE => Bytes::new(),
        _ => return plain(StatusCode::METHOD_NOT_ALLOWED),
    };
    let mut headers = HeaderMap::new();
    for name in &FORWARDED {
        if let Some(value) = parts.headers.get(name) {
            headers.insert(name, value.clone());
        }
    }
    let path = parts.uri.path().to_owned();
    let request = PeerRequest { method: parts.method.clone(), path, headers, principal, body };
    match peers.forward(node, request).await {
        Ok(response) => response,
        Err(error) => {
            let (status, code) = match error {
                ForwardError::Gone if headers::is_modern(parts) => {
                    let gone = RpcError::invalid_params(NO_TASK);
                    return refusal(StatusCode::BAD_REQUEST, &gone);
                }
                ForwardError::Gone => (StatusCode::NOT_FOUND, ErrorCode::INVALID_REQUEST),
                _ => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::BUSY),
            };
            let mut response = refusal(status, &RpcError::new(code, error.to_string()));
            if status == StatusCode::SERVICE_UNAVAILABLE {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            response
        }
    }
}

impl fmt::Debug for dyn SessionPeers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SessionPeers").field(&self.node()).finish()
    }
}
