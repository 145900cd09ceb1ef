//! `/mcp`: the tools with which agents ask their person, at the address of the service.
//!
//! Who calls is known by the same keys as everywhere else; only programs that may ask get in.

use std::net::SocketAddr;
use std::sync::Arc;

use askwell_engine::Engine;
use askwell_lifecycle::Scope;
use askwell_mcp::agent::Agent;
use askwell_web::{HttpSettings, Keys, Role};
use axum::Router;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

/// The routes, with checks of their own.
pub(super) fn routes(engine: &Engine, keys: &Keys, settings: &HttpSettings, listen: SocketAddr) -> Router {
    let server = Agent::new().engine(engine.clone()).build();
    let public = settings.public_url.as_deref().and_then(host);
    let mut http = server.http().allow_host(&listen.ip().to_string());
    for name in settings.allowed_hosts.iter().map(String::as_str).chain(public) {
        http = http.allow_host(name);
    }
    let keys = keys.clone();
    http.identify(move |parts| principal(&keys, parts)).build().router("/mcp")
}

/// The client whose key the request shows.
fn principal(keys: &Keys, parts: &Parts) -> Option<Arc<str>> {
    let shown = parts.headers.get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
    let bearer = |value: &str| {
        let (scheme, key) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| key.trim().to_owned())
    };
    // What is shown in another way is shown all the same, and is no key.
    let shown = shown.map(|value| bearer(value).unwrap_or_default());
    let (caller, _) = keys.caller(shown.as_deref())?;
    match (caller.role, caller.actor.scope) {
        (Role::Local | Role::Asks, Scope::Client(client)) => Some(Arc::from(client.as_str())),
        _ => None,
    }
}

/// The host of a URL.
fn host(url: &str) -> Option<&str> {
    url.split_once("://").and_then(|(_, rest)| rest.split('/').next())
}
