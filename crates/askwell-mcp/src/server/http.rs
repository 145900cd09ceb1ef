//! Serves Streamable HTTP, both eras at one URL.
//!
//! A legacy client starts with `initialize` and gets a session; the server's requests travel on the
//! stream of the client's call, and a broken stream can be resumed. A modern client sends
//! independent requests. Each request tells its era.
//!
//! Several nodes can serve the sessions of legacy clients together: see [`SessionPeers`].
//!
//! The `Host` and `Origin` of every request are checked, so that a foreign web page cannot use a
//! browser to reach a server on this machine. Headers that contradict the body are refused, because
//! a proxy may route by the headers.

mod headers;
mod legacy;
mod modern;
mod peers;
mod reply;
mod sessions;
mod stream;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_http::body::{BodyError, read_body};
use askwell_http::headers::has_media_type;
use askwell_http::host_guard::{HostGuard, HostRefusal, OriginRule};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::Response;

use super::Server;
use super::request_parts::RequestParts;
use crate::wire::{ErrorCode, Message, RpcError, decode, is_batch};

use peers::RequestSource;
use reply::{plain, refusal};
use sessions::HttpSessions;

pub use peers::{ForwardError, PeerAdmission, PeerRefusal, PeerRequest, SessionPeers};

/// How long the body of a request may take, unless the application sets a shorter time.
const BODY_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// A server for HTTP. [`HttpServer::router`] fits into any axum application.
#[derive(Clone)]
pub struct HttpServer {
    state: Arc<HttpState>,
}

/// A builder for an [`HttpServer`].
#[must_use = "nothing is served until it has a router"]
pub struct HttpBuilder {
    server: Server,
    /// The host guard; `None` if the application checks hosts and origins.
    guard: Option<HostGuard>,
    identify: Identify,
    session_idle: Duration,
    max_sessions: usize,
    peers: Option<Arc<dyn SessionPeers>>,
}

/// Returns the principal of a request; `None` refuses it.
type Identify = Arc<dyn Fn(&Parts) -> Option<Arc<str>> + Send + Sync>;

struct HttpState {
    server: Server,
    guard: Option<HostGuard>,
    identify: Identify,
    sessions: HttpSessions,
    /// The other nodes, if there are any.
    peers: Option<Arc<dyn SessionPeers>>,
}

impl Server {
    /// Returns a builder for HTTP. By default it serves only this machine's own host names, and all
    /// requests have the same principal.
    pub fn http(&self) -> HttpBuilder {
        HttpBuilder {
            server: self.clone(),
            guard: Some(HostGuard::loopback(OriginRule::ServedHost)),
            identify: Arc::new(|_| Some(Arc::from("local"))),
            session_idle: Duration::from_secs(3600),
            max_sessions: 10_000,
            peers: None,
        }
    }
}

impl fmt::Debug for HttpBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBuilder").field("server", &self.server).finish_non_exhaustive()
    }
}

impl HttpBuilder {
    /// Also serves requests to this host, such as `ask.example.com`, and from its pages.
    pub fn allow_host(mut self, host: &str) -> Self {
        self.guard = self.guard.map(|guard| guard.allow_host(host));
        self
    }

    /// Leaves checking `Host` and `Origin` to the application.
    pub fn without_host_guard(mut self) -> Self {
        self.guard = None;
        self
    }

    /// Sets how the principal of a request is found, for example from a token or a trusted proxy's
    /// header; `None` refuses the request. Sessions and states are bound to the principal.
    pub fn identify(mut self, who: impl Fn(&Parts) -> Option<Arc<str>> + Send + Sync + 'static) -> Self {
        self.identify = Arc::new(who);
        self
    }

    /// Sets how long a legacy session may be idle without a running call. The default is an hour.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.session_idle = idle;
        self
    }

    /// Sets how many legacy sessions there may be. The default is ten thousand.
    pub fn max_sessions(mut self, most: usize) -> Self {
        self.max_sessions = most;
        self
    }

    /// Serves legacy sessions and tasks together with other nodes: a request about a session or a task that another
    /// node has started is forwarded to it.
    pub fn peers(mut self, peers: Arc<dyn SessionPeers>) -> Self {
        self.peers = Some(peers);
        self
    }

    /// Builds the server.
    pub fn build(self) -> HttpServer {
        let node = self.peers.as_ref().map(|peers| peers.node());
        if let Some(node) = node {
            self.server.shared.tasks.set_node(node);
        }
        let sessions = HttpSessions::new(self.session_idle, self.max_sessions, node);
        let HttpBuilder { server, guard, identify, peers, .. } = self;
        let state = HttpState { server, guard, identify, sessions, peers };
        HttpServer { state: Arc::new(state) }
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer").field("server", &self.state.server).finish_non_exhaustive()
    }
}

impl HttpServer {
    /// Returns a router that serves this path, such as `/mcp`.
    pub fn router(&self, path: &str) -> Router {
        let state = Arc::clone(&self.state);
        Router::new().route(path, axum::routing::any(take).with_state(state))
    }
}

async fn take(State(state): State<Arc<HttpState>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(refused) = state.guard.as_ref().map_or(Ok(()), |guard| check_host(guard, &parts)) {
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, refused.to_string());
        return refusal(StatusCode::FORBIDDEN, &error);
    }
    let source = match peers::source_of(&state, &parts) {
        Ok(source) => source,
        Err(response) => return *response,
    };
    let principal = match &source {
        RequestSource::Client => (state.identify)(&parts),
        RequestSource::Peer(admission) => Some(Arc::clone(&admission.principal)),
    };
    let Some(principal) = principal else {
        let error = RpcError::new(
            ErrorCode::INVALID_REQUEST,
            "this request is not authenticated: send a valid credential",
        );
        let mut response = refusal(StatusCode::UNAUTHORIZED, &error);
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return response;
    };
    // What another node has forwarded is never forwarded again.
    if let RequestSource::Client = source
        && let Some(node) = peers::foreign_owner(&state, &parts)
    {
        return peers::forward(&state, node, &parts, body, principal).await;
    }
    match parts.method {
        Method::POST => post(&state, &parts, body, principal, &source).await,
        Method::GET => legacy::listen(&state, &parts, &principal),
        Method::DELETE => legacy::end(&state, &parts, &principal),
        _ => plain(StatusCode::METHOD_NOT_ALLOWED),
    }
}

fn check_host(guard: &HostGuard, parts: &Parts) -> Result<(), HostRefusal> {
    guard.check_host(&parts.uri, &parts.headers)?;
    guard.check_origin(&parts.uri, &parts.headers)
}

/// Reads the message of a request. Returns the response that refuses it if there is none.
async fn read_message(state: &HttpState, parts: &Parts, body: Body) -> Result<Bytes, Box<Response>> {
    if !has_media_type(&parts.headers, "application/json") {
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, "send application/json");
        return Err(Box::new(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, &error)));
    }
    let most = state.server.shared.limits.bytes;
    read_body(body, most, BODY_TIMEOUT, None).await.map_err(|error| {
        let (status, message) = match error {
            BodyError::Slow => (StatusCode::REQUEST_TIMEOUT, error.to_string()),
            _ => {
                let message = format!("the message is longer than {most} bytes, or was cut off");
                (StatusCode::PAYLOAD_TOO_LARGE, message)
            }
        };
        Box::new(refusal(status, &RpcError::new(ErrorCode::INVALID_REQUEST, message)))
    })
}

async fn post(
    state: &Arc<HttpState>,
    parts: &Parts,
    body: Body,
    principal: Arc<str>,
    source: &RequestSource,
) -> Response {
    let body = match read_message(state, parts, body).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    if let RequestSource::Peer(admission) = source
        && !peers::is_intact(admission, &body)
    {
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, PeerRefusal.to_string());
        return refusal(StatusCode::FORBIDDEN, &error);
    }
    let limits = state.server.shared.limits;
    let Ok(text) = String::from_utf8(body.into()) else {
        let error = RpcError::new(ErrorCode::PARSE, "a message has to be UTF-8 text");
        return refusal(StatusCode::BAD_REQUEST, &error);
    };
    if is_batch(&text) && !headers::is_modern(parts) && legacy::has_session(parts) {
        return legacy::batch(state, parts, &text, &principal).await;
    }
    let message = match decode(text, &limits) {
        Ok(message) => message,
        Err(malformed) => {
            return reply::error(StatusCode::BAD_REQUEST, malformed.id.as_ref(), &malformed.error);
        }
    };
    match message {
        Message::Request(request) => {
            let params = RequestParts::of(&request);
            if headers::is_modern(parts) || params.is_modern(&request) {
                modern::request(state, parts, request, params, principal).await
            } else {
                legacy::request(state, parts, request, params, principal).await
            }
        }
        // The modern era has no cancel notification over HTTP: clients close the connection.
        Message::Notification(_) if headers::is_modern(parts) => plain(StatusCode::ACCEPTED),
        message => legacy::take(state, parts, message, &principal).await,
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::{Body, Bytes};
    use axum::http::{Request, StatusCode};
    use futures_util::stream;

    use super::{RequestSource, Server, post};

    #[tokio::test(start_paused = true)]
    async fn body_that_never_ends_is_answered_with_a_timeout() {
        let server = Server::builder("slow", "1.0.0").build().http().build();
        let request = Request::post("/mcp").header("content-type", "application/json");
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let response = post(&server.state, &parts, body, "local".into(), &RequestSource::Client).await;
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
    }
}
