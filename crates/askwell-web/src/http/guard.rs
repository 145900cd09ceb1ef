//! Middleware of all requests: request id, trace, host check, metrics; and of the API: origin and
//! memory.

use std::sync::Arc;
use std::time::Instant;

use askwell_http::body::{BodyTimeouts, limit_body};
use askwell_http::budget::{ClientKey, Purpose};
use askwell_http::connections::Slot;
use askwell_http::headers::protect_response;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use metrics::{counter, histogram};
use tracing::Instrument as _;

use super::AppState;
use super::rejection::HttpRejection;
use crate::caller::Role;
use crate::client_key;
use crate::keys::MCP_SCOPE;

/// The path of the MCP endpoint for agents.
const MCP_PATH: &str = "/mcp";

const REQUEST_ID: &str = "x-request-id";

/// A request id of the caller is used up to this length.
const LONGEST_NAME: usize = 64;

pub(super) async fn guard(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let path = known_path(request.uri().path());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default(), method = %request.method(), path);
    if let (Some(join_trace), Some(parent)) = (&state.trace, text(request.headers(), "traceparent")) {
        join_trace(&span, parent, text(request.headers(), "tracestate").unwrap_or_default());
    }
    let mut response = match state.hosts.check_host(request.uri(), request.headers()) {
        Ok(()) => next.run(request).instrument(span.clone()).await,
        Err(rejection) => HttpRejection::from(rejection).into_response(),
    };
    let status = response.status();
    response.headers_mut().insert(REQUEST_ID, id);
    let took = started.elapsed();
    span.in_scope(|| tracing::debug!(status = status.as_u16(), ?took, "answered"));
    counter!("askwell_http_requests_total", "path" => path, "status" => class(status.as_u16())).increment(1);
    histogram!("askwell_http_seconds", "path" => path).record(took.as_secs_f64());
    response
}

/// Checks that an API request does not come from a page of another origin, and forbids caches and
/// content sniffing for the response. Pages have checks of their own.
pub(super) async fn guard_api(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let mut response = match check_api(&state, request) {
        Ok(request) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    protect_response(response.headers_mut());
    response
}

fn check_api(state: &AppState, request: Request) -> Result<Request, HttpRejection> {
    state.hosts.check_origin(request.uri(), request.headers())?;
    if request.uri().path() != MCP_PATH {
        // The other handlers read their bodies within limits themselves.
        return Ok(request);
    }
    // The handler rejects a missing or invalid key.
    let caller = match state.caller(request.headers()) {
        Ok((caller, _)) if !matches!(caller.role, Role::Local | Role::Asks) => {
            let what = "tools for agents are for keys with the role asks";
            return Err(HttpRejection::Role { role: caller.role, what });
        }
        Ok((caller, _)) if !caller.may_use(MCP_SCOPE) => {
            return Err(HttpRejection::Scope { scope: MCP_SCOPE });
        }
        Ok((caller, _)) => Some(caller),
        Err(HttpRejection::TwoKeys) => return Err(HttpRejection::TwoKeys),
        Err(_) => None,
    };
    let slot = request.extensions().get::<Arc<Slot>>().cloned();
    let address = slot.as_ref().and_then(|slot| slot.address());
    let client = caller
        .map_or_else(|| ClientKey::of_address(address), |caller| client_key::of_caller(&caller, address));
    let memory = slot.map(|slot| slot.budget().reserve(&client, Purpose::Transfer, 0)).transpose()?;
    Ok(request.map(|body| limit_body(body, BodyTimeouts::total(state.settings.body_timeout), memory)))
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the request id that the caller sent, or a new one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let usable = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        (1..=LONGEST_NAME).contains(&bytes.len()) && bytes.iter().all(plain)
    };
    match headers.get(REQUEST_ID).filter(usable) {
        Some(value) => value.clone(),
        None => {
            let name = format!("{:016x}", rand::random::<u64>());
            HeaderValue::from_str(&name).unwrap_or(HeaderValue::from_static("request"))
        }
    }
}

/// Returns the label of a path in metrics: one of a fixed set, so that callers cannot create new
/// series.
fn known_path(path: &str) -> &'static str {
    const PATHS: [&str; 8] =
        ["/rpc", "/events", "/mcp", "/openrpc.json", "/healthz", "/readyz", "/metrics", "/"];
    let known = PATHS.into_iter().find(|known| *known == path);
    let below = ["/uploads", "/elicitations", "/f", "/inbox", "/assets", "/sign-in", "/account", "/sessions"];
    let first = path.get(1..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let below = below.into_iter().find(|known| known.get(1..) == Some(first));
    known.or(below).unwrap_or("other")
}

fn class(status: u16) -> &'static str {
    match status / 100 {
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        5 => "5xx",
        _ => "1xx",
    }
}
