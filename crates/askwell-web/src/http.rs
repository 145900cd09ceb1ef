//! Assembles the routes of the service and the checks that every request passes.

mod audit;
mod download;
mod events;
mod guard;
mod health;
mod home;
mod polling;
mod rejection;
mod rpc;
mod upload;

use std::net::SocketAddr;
use std::sync::Arc;

use askwell_engine::Engine;
use askwell_http::headers::Credentials;
use askwell_http::host_guard::{HostGuard, OriginRule};
use axum::Router;
use axum::body::Body;
use axum::extract::Extension;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use crate::caller::Caller;
use crate::keys::{Keys, VerifiedKey};
use crate::openrpc;
use crate::rpc::Rpc;
use crate::service::{JoinTrace, RenderMetrics, ServiceParts, StartError};
use crate::settings::HttpSettings;
use crate::stop_signal::StopSignal;
use rejection::HttpRejection;

/// The state that all handlers share.
pub(crate) struct AppState {
    engine: Engine,
    rpc: Rpc,
    keys: Keys,
    settings: HttpSettings,
    hosts: HostGuard,
    metrics: Option<RenderMetrics>,
    trace: Option<JoinTrace>,
    /// Identifies this run.
    instance: Option<HeaderValue>,
    stop: StopSignal,
    readiness: health::Readiness,
}

/// Returns the router of the whole service.
pub(crate) fn router(parts: ServiceParts, address: SocketAddr) -> Result<Router, StartError> {
    let ServiceParts { engine, rpc, keys, settings, metrics, trace, more_api, pages, instance, stop } = parts;
    let hosts = host_guard(address, &settings)?;
    if let (Some(at), false) = (hosts.reachable_from_outside(), keys.has_keys()) {
        return Err(StartError::Unprotected { at });
    }
    let readiness = health::Readiness::default();
    let instance = instance.and_then(|instance| instance.try_into().ok());
    let state =
        Arc::new(AppState { engine, rpc, keys, settings, hosts, metrics, trace, instance, stop, readiness });
    let api = Router::new()
        .route("/rpc", post(rpc::call))
        .route("/events", get(events::stream))
        .route("/uploads/{elicitation}/{field}", post(upload::upload).get(download::download))
        .route("/elicitations", post(polling::create))
        .route("/elicitations/{key}", post(polling::create_with_key).get(polling::poll))
        .route("/elicitations/{key}/{id}", get(polling::poll_with_key))
        .route("/audit", get(audit::export))
        .route("/openrpc.json", get(discover))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/", get(home::home))
        .fallback(home::no_such_page)
        .method_not_allowed_fallback(rejection::no_such_method)
        .with_state(Arc::clone(&state))
        .merge(more_api)
        .layer(from_fn_with_state(Arc::clone(&state), guard::guard_api));
    let pages = pages.layer(Extension(state.keys.clone()));
    Ok(api.merge(pages).layer(from_fn_with_state(state, guard::guard)))
}

impl AppState {
    /// Returns the caller of a request and the key that identified it.
    fn caller(&self, headers: &HeaderMap) -> Result<(Caller, VerifiedKey), HttpRejection> {
        let shown = Credentials::read(headers)?;
        self.keys.caller(shown.map(bearer)).ok_or(HttpRejection::Unauthorized)
    }

    /// Returns the same, if the scopes of the key include this entry point.
    fn caller_within(
        &self,
        headers: &HeaderMap,
        scope: &'static str,
    ) -> Result<(Caller, VerifiedKey), HttpRejection> {
        let (caller, verified_key) = self.caller(headers)?;
        if caller.may_use(scope) { Ok((caller, verified_key)) } else { Err(HttpRejection::Scope { scope }) }
    }
}

/// Returns the key of a request, for [`Keys::caller`]. A second header or another scheme counts as
/// an invalid key, not as no key.
#[must_use]
pub fn bearer_key(headers: &HeaderMap) -> Option<&str> {
    Credentials::read(headers).map_or(Some(""), |shown| shown.map(bearer))
}

/// Returns the key in `Bearer ask_…`; of another scheme, a text that is no key.
fn bearer(shown: Credentials<'_>) -> &str {
    shown.of_scheme("bearer").unwrap_or_default()
}

/// Returns the guard of a service that listens at this address.
fn host_guard(address: SocketAddr, settings: &HttpSettings) -> Result<HostGuard, StartError> {
    let guard = HostGuard::listening(address, OriginRule::SameOrigin);
    let guard = settings.allowed_hosts.iter().fold(guard, |guard, host| guard.allow_host(host));
    match &settings.public_url {
        Some(url) => guard.allow_public_url(url).map_err(|_| StartError::PublicUrl { url: url.clone() }),
        None => Ok(guard),
    }
}

async fn discover() -> Response {
    ([(CONTENT_TYPE, "application/json")], Body::from(openrpc::document())).into_response()
}

const ABOUT: &str = concat!(
    "Askwell ",
    env!("CARGO_PKG_VERSION"),
    ": software asks people.\n\n",
    "GET  /inbox         what waits for an answer\n",
    "POST /rpc           ask, answer, wait: JSON-RPC 2.0\n",
    "GET  /events        what happens, as server-sent events\n",
    "POST /elicitations  ask as an MCP server; poll with GET /elicitations/ID\n",
    "GET  /openrpc.json  every method, with examples\n",
    "GET  /healthz       is it alive?\n",
    "GET  /readyz        can it work?\n",
    "GET  /metrics       for Prometheus\n",
);
