//! Posts to a URL that the URL guard has checked, for all channels that use HTTP.
//!
//! The host is resolved once per attempt, and the connection goes to a checked address. Redirects are not followed.
//! Nothing of the response is read but its head.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use askwell_engine::{Resolver, SystemResolver, pin_url};
use askwell_form::url_guard::{PinnedUrl, Scheme, SchemeSet, UrlPolicy};
use askwell_http::client::{build_pinned, describe_chain, describe_error};
use askwell_http::retry_schedule::retry_after;
use parking_lot::Mutex;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode};

use super::DeliveryOutcome;

/// The most clients that are kept for further requests.
const MOST_CLIENTS: usize = 32;

/// Where a channel may connect to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Public addresses, over HTTPS.
    Public,
    /// Private networks and this machine, too, where plain HTTP is allowed.
    PrivateAllowed,
}

/// Sends HTTP requests to checked URLs. Clones share their connections.
#[derive(Clone)]
pub struct HttpPost {
    policy: UrlPolicy,
    resolver: Arc<dyn Resolver>,
    clients: Arc<Mutex<ClientsByAddress>>,
}

type ClientsByAddress = HashMap<(String, Vec<SocketAddr>), Client>;

impl HttpPost {
    /// Returns a sender for a network.
    #[must_use]
    pub fn new(network: Network) -> HttpPost {
        let policy = match network {
            Network::Public => UrlPolicy { allowed_schemes: SchemeSet::HTTPS, ..UrlPolicy::default() },
            Network::PrivateAllowed => UrlPolicy {
                allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
                block_private_ips: false,
                block_localhost: false,
                ..UrlPolicy::default()
            },
        };
        HttpPost { policy, resolver: Arc::new(SystemResolver), clients: Arc::default() }
    }

    /// Sets the resolver of host names.
    #[must_use]
    pub fn resolver(self, resolver: Arc<dyn Resolver>) -> HttpPost {
        HttpPost { resolver, ..self }
    }

    /// Checks a URL as far as it is possible without resolving its host.
    ///
    /// # Errors
    /// Why it may not be used.
    pub fn check(&self, url: &str) -> Result<(), String> {
        askwell_form::url_guard::check(url, &self.policy).map(drop).map_err(|refusal| refusal.to_string())
    }

    /// Posts a body and returns the status of the response with the wait that it asks for.
    ///
    /// # Errors
    /// Why there is no response.
    pub async fn post(&self, url: &str, headers: HeaderMap, body: Vec<u8>) -> Result<PostResponse, String> {
        let pinned = pin_url(url, &self.policy, &*self.resolver).await.map_err(|error| error.to_string())?;
        let client = self.client(&pinned)?;
        let sent = client.post(pinned.url().clone()).headers(headers).body(body).send().await;
        sent.map(|response| PostResponse::of(&response)).map_err(describe_error)
    }

    /// Posts JSON, and judges the status of the response.
    pub async fn post_json(
        &self,
        url: &str,
        mut headers: HeaderMap,
        body: &serde_json::Value,
    ) -> DeliveryOutcome {
        headers.insert("content-type", reqwest::header::HeaderValue::from_static("application/json"));
        match self.post(url, headers, body.to_string().into_bytes()).await {
            Ok(response) => response.outcome(),
            Err(why) => DeliveryOutcome::retry(why),
        }
    }

    fn client(&self, pinned: &PinnedUrl) -> Result<Client, String> {
        let mut addresses: Vec<SocketAddr> = pinned.socket_addresses().collect();
        addresses.sort_unstable();
        let origin = pinned.url().origin().ascii_serialization();
        let key = (origin, addresses);
        let mut clients = self.clients.lock();
        if let Some(client) = clients.get(&key) {
            return Ok(client.clone());
        }
        let client = build_pinned(pinned.url(), &key.1).map_err(|error| describe_chain(&error))?;
        if clients.len() >= MOST_CLIENTS {
            clients.clear();
        }
        clients.insert(key, client.clone());
        Ok(client)
    }
}

impl fmt::Debug for HttpPost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpPost").field("policy", &self.policy).finish_non_exhaustive()
    }
}

/// The head of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostResponse {
    /// The status.
    pub status: StatusCode,
    /// The wait that the receiver asks for.
    pub wait: Option<Duration>,
}

impl PostResponse {
    fn of(response: &Response) -> PostResponse {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wait = response.headers().get(RETRY_AFTER);
        let wait = wait.and_then(|value| retry_after(value.to_str().ok()?, now));
        PostResponse { status: response.status(), wait }
    }

    /// Returns what the status means: a success, a failure that may pass, or one that stays.
    #[must_use]
    pub fn outcome(&self) -> DeliveryOutcome {
        let status = self.status;
        let why = format!("the receiver answered {}", status.as_u16());
        match status.as_u16() {
            200..=299 => DeliveryOutcome::Delivered,
            300..=399 => DeliveryOutcome::GaveUp { why: format!("{why}, and redirects are not followed") },
            400 | 404 | 405 | 410 | 413 | 422 => DeliveryOutcome::GaveUp { why },
            _ => DeliveryOutcome::RetryLater { why, wait: self.wait },
        }
    }
}

/// A secret of the settings, such as a token or a URL with one. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct ChannelSecret(zeroize::Zeroizing<String>);

impl ChannelSecret {
    /// Wraps a secret.
    #[must_use]
    pub fn new(text: impl Into<String>) -> ChannelSecret {
        ChannelSecret(zeroize::Zeroizing::new(text.into()))
    }

    /// Returns the secret.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ChannelSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChannelSecret(…)")
    }
}
