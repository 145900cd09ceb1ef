//! The MCP tools at `/mcp` of a service: each key asks as its own client.

use askwell_locale::Words;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use askwell_engine::Limits;
use askwell_gateway::Gateway;
use askwell_lifecycle::Scope;
use askwell_mcp::ask_tools::AskToolsSettings;
use askwell_mcp::server::{HttpBuilder, HttpServer};
use askwell_web::{Keys, Pages, Role, bearer_key};
use axum::Router;
use axum::http::request::Parts;

use crate::serve::AssembledService;
use crate::serve::cluster::Peers;

/// Returns the router for `/mcp`, with pages as fallback. `words` are for people whose client wants no language that there
/// is. The service checks allowed hosts and
/// origins.
pub(crate) async fn router(
    parts: &AssembledService,
    pages: Option<&Pages>,
    words: Words,
    peers: Option<Arc<Peers>>,
) -> Result<Router> {
    let known = Arc::new(ClientKeys { keys: parts.keys.clone(), limits: Mutex::default() });
    let limits = Arc::clone(&known);
    let settings = AskToolsSettings {
        limits: Arc::new(move |client| limits.limits(client)),
        ..AskToolsSettings::default()
    };
    let mut builder = super::server(parts, settings).await?.words(words);
    if let Some(pages) = pages {
        builder = builder.hosted(Arc::new(pages.clone()));
    }
    let server = builder.build();
    Ok(with_peers(server.http(), known, peers).router("/mcp"))
}

/// Returns the router for `/mcp/gateway`: each key is a client of its own.
pub(crate) fn gateway_router(
    parts: &AssembledService,
    gateway: &Gateway,
    peers: Option<Arc<Peers>>,
) -> Router {
    let known = Arc::new(ClientKeys { keys: parts.keys.clone(), limits: Mutex::default() });
    with_peers(gateway.http(), known, peers).router("/mcp/gateway")
}

/// Builds a server that knows its clients by their keys, and the other nodes, if there are any.
fn with_peers(builder: HttpBuilder, known: Arc<ClientKeys>, peers: Option<Arc<Peers>>) -> HttpServer {
    let builder = builder.without_host_guard().identify(move |parts| known.client(parts));
    match peers {
        Some(peers) => builder.peers(peers).build(),
        None => builder.build(),
    }
}

/// Clients by their keys, with their limits.
struct ClientKeys {
    keys: Keys,
    limits: Mutex<HashMap<Arc<str>, Limits>>,
}

impl ClientKeys {
    /// Returns the client of a request: by its key, or the only one if there are no keys.
    fn client(&self, parts: &Parts) -> Option<Arc<str>> {
        let (caller, _) = self.keys.caller(bearer_key(&parts.headers))?;
        let may_ask = matches!(caller.role, Role::Local | Role::Asks) && caller.may_use("mcp");
        let Scope::Client(client) = caller.actor.scope else { return None };
        let client: Arc<str> = Arc::from(client.as_str());
        let mut known = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        match caller.limits {
            Some(limits) => drop(known.insert(Arc::clone(&client), limits)),
            None => drop(known.remove(&client)),
        }
        may_ask.then_some(client)
    }

    fn limits(&self, client: &str) -> Option<Limits> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner).get(client).copied()
    }
}
