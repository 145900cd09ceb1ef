//! Serving over Streamable HTTP, both eras at one address.
//!
//! A legacy client begins with `initialize` and gets a session; what the server asks it travels on the stream that
//! answers its call, and a stream that broke can be taken up again. A modern client sends requests that stand alone.
//! Which of the two somebody is, each request says.
//!
//! Refuses strangers' pages: the `Host` and the `Origin` of every request must be known, or a page that tricks a browser
//! into calling this machine would be served. Refuses headers and bodies that contradict each other, as whoever routes
//! by the one and obeys the other could be fooled.

mod headers;
mod legacy;
mod modern;
mod reply;
mod sessions;
mod stream;

use std::sync::Arc;
use std::time::Duration;

use askwell_http::body::{BodyError, read_body};
use askwell_http::headers::has_media_type;
use askwell_http::host_guard::{HostGuard, HostRefusal, OriginRule};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::Response;

use super::Server;
use super::parts::Parts as Parameters;
use crate::wire::{ErrorCode, Message, RpcError, decode, is_batch};

use reply::{plain, refusal};
use sessions::Sessions;

/// How long the body of a request may take, where the application sets no shorter time.
const BODY_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// A server behind HTTP. [`HttpServer::router`] goes into any axum application.
#[derive(Clone)]
pub struct HttpServer {
    desk: Arc<Desk>,
}

/// An HTTP server in the making.
#[must_use = "nothing is served until it has a router"]
pub struct HttpBuilder {
    server: Server,
    /// `None`, if the application checks hosts and origins itself.
    guard: Option<HostGuard>,
    identify: Identify,
    session_idle: Duration,
    most_sessions: usize,
}

/// Who sends a request, as far as it proves that; `None` refuses it.
type Identify = Arc<dyn Fn(&Parts) -> Option<Arc<str>> + Send + Sync>;

struct Desk {
    server: Server,
    guard: Option<HostGuard>,
    identify: Identify,
    sessions: Sessions,
}

impl Server {
    /// Serves over HTTP. Only this machine's own names are answered, and nobody is told apart, until said otherwise.
    pub fn http(&self) -> HttpBuilder {
        HttpBuilder {
            server: self.clone(),
            guard: Some(HostGuard::loopback(OriginRule::ServedHost)),
            identify: Arc::new(|_| Some(Arc::from("local"))),
            session_idle: Duration::from_secs(3600),
            most_sessions: 10_000,
        }
    }
}

impl HttpBuilder {
    /// Also answers requests to this host, such as `ask.example.com`, and from pages of it.
    pub fn allow_host(mut self, host: &str) -> Self {
        self.guard = self.guard.map(|guard| guard.allow_host(host));
        self
    }

    /// Leaves it to the application that it is part of to turn strangers' pages away, by `Host` and `Origin`.
    pub fn behind_a_guard(mut self) -> Self {
        self.guard = None;
        self
    }

    /// How requests prove on whose behalf they come: by a token, by what a trusted proxy adds. `None` refuses them.
    /// Sessions and states are bound to it.
    pub fn identify(mut self, who: impl Fn(&Parts) -> Option<Arc<str>> + Send + Sync + 'static) -> Self {
        self.identify = Arc::new(who);
        self
    }

    /// How long a legacy session may be silent while no call of it is being handled: an hour, unless said otherwise.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.session_idle = idle;
        self
    }

    /// How many legacy sessions there may be: ten thousand, unless said otherwise.
    pub fn most_sessions(mut self, most: usize) -> Self {
        self.most_sessions = most;
        self
    }

    /// Ready to serve.
    pub fn build(self) -> HttpServer {
        let sessions = Sessions::new(self.session_idle, self.most_sessions);
        let desk = Desk { server: self.server, guard: self.guard, identify: self.identify, sessions };
        HttpServer { desk: Arc::new(desk) }
    }
}

impl HttpServer {
    /// A router that answers at this path, such as `/mcp`.
    pub fn router(&self, path: &str) -> Router {
        let desk = Arc::clone(&self.desk);
        Router::new().route(path, axum::routing::any(take).with_state(desk))
    }
}

async fn take(State(desk): State<Arc<Desk>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(refused) = desk.guard.as_ref().map_or(Ok(()), |guard| check_host(guard, &parts)) {
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, refused.to_string());
        return refusal(StatusCode::FORBIDDEN, &error);
    }
    let Some(principal) = (desk.identify)(&parts) else {
        let error =
            RpcError::new(ErrorCode::INVALID_REQUEST, "this request does not say on whose behalf it comes");
        let mut response = refusal(StatusCode::UNAUTHORIZED, &error);
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return response;
    };
    match parts.method {
        Method::POST => post(&desk, &parts, body, principal).await,
        Method::GET => legacy::listen(&desk, &parts, &principal),
        Method::DELETE => legacy::end(&desk, &parts, &principal),
        _ => plain(StatusCode::METHOD_NOT_ALLOWED),
    }
}

fn check_host(guard: &HostGuard, parts: &Parts) -> Result<(), HostRefusal> {
    guard.check_host(&parts.uri, &parts.headers)?;
    guard.check_origin(&parts.uri, &parts.headers)
}

async fn post(desk: &Arc<Desk>, parts: &Parts, body: Body, principal: Arc<str>) -> Response {
    if !has_media_type(&parts.headers, "application/json") {
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, "send application/json");
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, &error);
    }
    let limits = desk.server.shared.limits;
    let body = match read_body(body, limits.bytes, BODY_TIMEOUT, None).await {
        Ok(body) => body,
        Err(error) => {
            let (status, message) = match error {
                BodyError::Slow => (StatusCode::REQUEST_TIMEOUT, error.to_string()),
                _ => {
                    let message =
                        format!("the message is longer than {} bytes, or was cut off", limits.bytes);
                    (StatusCode::PAYLOAD_TOO_LARGE, message)
                }
            };
            return refusal(status, &RpcError::new(ErrorCode::INVALID_REQUEST, message));
        }
    };
    let Ok(text) = String::from_utf8(body.into()) else {
        let error = RpcError::new(ErrorCode::PARSE, "a message has to be UTF-8 text");
        return refusal(StatusCode::BAD_REQUEST, &error);
    };
    if is_batch(&text) && !headers::says_modern(parts) && legacy::has_session(parts) {
        return legacy::batch(desk, parts, &text, &principal);
    }
    let message = match decode(text, &limits) {
        Ok(message) => message,
        Err(malformed) => {
            return reply::error(StatusCode::BAD_REQUEST, malformed.id.as_ref(), &malformed.error);
        }
    };
    match message {
        Message::Request(request) => {
            let params = Parameters::of(&request);
            if headers::says_modern(parts) || params.is_modern(&request) {
                modern::request(desk, parts, request, params, principal).await
            } else {
                legacy::request(desk, parts, request, params, principal).await
            }
        }
        // Nothing of this era is called off by a message: whoever lost interest closes the connection.
        Message::Notification(_) if headers::says_modern(parts) => plain(StatusCode::ACCEPTED),
        message => legacy::take(desk, parts, message, &principal),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::{Body, Bytes};
    use axum::http::{Request, StatusCode};
    use futures_util::stream;

    use super::{Server, post};

    #[tokio::test(start_paused = true)]
    async fn body_that_never_ends_is_answered_with_a_timeout() {
        let server = Server::builder("slow", "1.0.0").build().http().build();
        let request = Request::post("/mcp").header("content-type", "application/json");
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let response = post(&server.desk, &parts, body, "local".into()).await;
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
    }
}
