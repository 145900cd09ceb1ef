//! Forwards requests of legacy MCP sessions to the node that owns them.
//!
//! Nodes find each other in the registry, and trust each other by a key that is derived from the keyring, which all of
//! them have. A forwarded request carries the name of its client, never the client's credential.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_engine::Engine;
use askwell_http::client;
use askwell_mcp::server::{ForwardError, PeerAdmission, PeerRefusal, PeerRequest, SessionPeers};
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;
use url::Url;

use super::directory::{Directory, Whereabouts};
use super::forward_seal::{FORWARDED, ForwardSeal};
use crate::serve::config::Config;

/// The most requests that are on their way to other nodes, streams included.
const MOST_FORWARDED: usize = 4_096;

/// How long it may take to connect to another node.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the registry is asked whether the node of a running exchange still runs.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The headers of a response that the client gets.
const RETURNED: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::CACHE_CONTROL,
    header::RETRY_AFTER,
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("x-accel-buffering"),
];

/// The other nodes of a cluster.
pub(crate) struct Peers {
    node: Arc<str>,
    directory: Arc<Directory>,
    seal: ForwardSeal,
    client: reqwest::Client,
    /// The host of the public URL, which every node serves.
    host: Option<HeaderValue>,
    slots: Arc<Semaphore>,
}

impl Peers {
    /// Returns the other nodes; `None` for a store of one process.
    pub(crate) fn new(engine: &Engine, config: &Config, node: &Arc<str>) -> Result<Option<Arc<Peers>>> {
        if !engine.store().is_shared() {
            return Ok(None);
        }
        let (keyring, _) = super::keyring(config)?;
        let url: Url = "http://127.0.0.1/".parse()?;
        let client = client::build(&url, |client| {
            client.no_proxy().http1_only().connect_timeout(CONNECT_TIMEOUT).tcp_keepalive(LOOK_EVERY)
        })?;
        let host = config.http.public_url.as_deref().map(host_of).transpose()?;
        Ok(Some(Arc::new(Peers {
            node: Arc::clone(node),
            directory: Arc::new(Directory::new(Arc::clone(engine.store()))),
            seal: ForwardSeal::new(&keyring, engine.store().clock()),
            client,
            host,
            slots: Arc::new(Semaphore::new(MOST_FORWARDED)),
        })))
    }

    async fn exchange(&self, node: &str, request: PeerRequest) -> Result<Response, ForwardError> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().map_err(|_| ForwardError::Busy)?;
        let address = match self.directory.find(node).await {
            Whereabouts::At(address) => address,
            Whereabouts::Gone => return Err(ForwardError::Gone),
            Whereabouts::Unknown => return Err(ForwardError::Unreachable),
        };
        let mut headers = request.headers.clone();
        headers.insert(FORWARDED, self.seal.seal(&request).ok_or(ForwardError::Unreachable)?);
        if let Some(host) = &self.host {
            headers.insert(header::HOST, host.clone());
        }
        let url = format!("http://{address}{}", request.path);
        let sending = self.client.request(request.method, url).headers(headers).body(request.body).send();
        let response = tokio::select! {
            response = sending => response,
            () = self.directory.wait_until_lost(node, LOOK_EVERY) => return Err(ForwardError::Gone),
        };
        let response = response.map_err(|error| {
            // Nobody listens there: the process has ended, and its sessions with it.
            let is_gone = error.is_connect() && !error.is_timeout();
            tracing::debug!(node, %error, "a request could not be forwarded");
            if is_gone { ForwardError::Gone } else { ForwardError::Unreachable }
        })?;
        Ok(self.pass_on(node, response, permit))
    }

    /// Returns a response whose body is passed on as it arrives, until the other node ends it or is lost.
    fn pass_on(
        &self,
        node: &str,
        response: reqwest::Response,
        permit: tokio::sync::OwnedSemaphorePermit,
    ) -> Response {
        let status = response.status();
        let mut headers = HeaderMap::new();
        for name in &RETURNED {
            if let Some(value) = response.headers().get(name) {
                headers.insert(name, value.clone());
            }
        }
        let (directory, owner) = (Arc::clone(&self.directory), node.to_owned());
        let lost = Box::pin(async move { directory.wait_until_lost(&owner, LOOK_EVERY).await });
        let chunks = response.bytes_stream().take_until(lost).map(move |chunk| {
            // Held until the stream is dropped.
            let _ = &permit;
            chunk
        });
        let mut passed = Response::new(Body::from_stream(chunks));
        *passed.status_mut() = status;
        *passed.headers_mut() = headers;
        passed
    }
}

impl SessionPeers for Peers {
    fn node(&self) -> &str {
        &self.node
    }

    fn forward<'a>(
        &'a self,
        node: &'a str,
        request: PeerRequest,
    ) -> BoxFuture<'a, Result<Response, ForwardError>> {
        Box::pin(self.exchange(node, request))
    }

    fn admit(&self, parts: &Parts) -> Result<Option<PeerAdmission>, PeerRefusal> {
        self.seal.admit(parts)
    }
}

fn host_of(public_url: &str) -> Result<HeaderValue> {
    let url: Url = public_url.parse().context("public_url is not a URL")?;
    let host = url.host_str().context("public_url has no host")?;
    let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    Ok(HeaderValue::from_str(&host)?)
}
