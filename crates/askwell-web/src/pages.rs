//! Hosted forms and the inbox as one router that a service mounts.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use askwell_engine::{Engine, HostedLink, StoreError};
use askwell_http::budget::ByteBudget;
use askwell_http::host_guard::HostGuard;
use askwell_lifecycle::{ClientId, ElicitationId};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use url::Url;

use crate::links::{self, LinkProtection};
use crate::page::DraftCache;
use crate::secret_cache::SecretCache;
use crate::{assets, browser, inbox, page};

/// The settings of the pages.
#[derive(Debug, Clone)]
pub struct PagesSettings {
    /// The URL under which people reach the pages, such as `https://ask.example.com`: scheme, host
    /// and port.
    pub base_url: Url,
    /// How people are identified.
    pub identity: Identity,
    /// Display names of clients. A client without one is shown by its own name.
    pub client_names: HashMap<ClientId, String>,
}

/// How people are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// Everyone on this machine is the local person. A link is bound to the first browser that acts
    /// through it.
    Loopback,
    /// By the name in this header, which a proxy sets after sign-in. The proxy must remove the
    /// header from incoming requests, and the pages must be reachable only through it.
    ProxyHeader(String),
    /// By a code that the asking program shows together with the link. There is no inbox.
    Code,
}

/// The name of the local person.
pub const LOCAL_PERSON: &str = "local";

/// The hosted forms and the inbox. Clones share the state.
#[derive(Clone)]
pub struct Pages {
    shared: Arc<PagesState>,
}

struct PagesState {
    engine: Engine,
    settings: PagesSettings,
    host_guard: HostGuard,
    secret_cache: SecretCache,
    drafts: DraftCache,
    /// The memory budget when the pages run outside of [`Service`](crate::Service).
    budget: ByteBudget,
}

impl Pages {
    /// Returns the pages of an engine.
    #[must_use]
    pub fn new(engine: Engine, settings: PagesSettings) -> Pages {
        let host_guard = HostGuard::for_url(&settings.base_url);
        let (secret_cache, drafts, budget) =
            (SecretCache::default(), DraftCache::default(), ByteBudget::default());
        Pages { shared: Arc::new(PagesState { engine, host_guard, settings, secret_cache, drafts, budget }) }
    }

    /// Returns the routes `/f/…`, `/inbox` and `/assets/…`, each with its checks and headers.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/assets/{name}", get(assets::serve))
            .merge(page::routes())
            .merge(inbox::routes())
            .layer(from_fn_with_state(self.clone(), browser::guard))
            .with_state(self.clone())
    }

    /// Creates a link to the page of an elicitation. Each call creates another one; earlier links
    /// keep working.
    ///
    /// # Errors
    /// Fails if the store fails or there is no such elicitation.
    pub async fn link(&self, id: ElicitationId) -> Result<HostedLink, StoreError> {
        let made = links::make(&self.shared.engine, id, self.protection()).await?;
        Ok(self.link_of(made))
    }

    /// Returns the link to the page of an elicitation that is the same for every call, also after a
    /// restart.
    ///
    /// # Errors
    /// Fails if the store fails or there is no such elicitation.
    pub async fn stable_link(&self, id: ElicitationId) -> Result<HostedLink, StoreError> {
        let made = links::make_stable(&self.shared.engine, id, self.protection()).await?;
        Ok(self.link_of(made))
    }

    fn protection(&self) -> LinkProtection {
        match self.shared.settings.identity {
            Identity::Code => LinkProtection::Code,
            Identity::Loopback | Identity::ProxyHeader(_) => LinkProtection::None,
        }
    }

    fn link_of(&self, made: links::NewLink) -> HostedLink {
        let mut url = self.shared.settings.base_url.clone();
        url.set_path(&format!("/f/{}", made.token));
        HostedLink { url: url.into(), code: made.code }
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.shared.engine
    }

    pub(crate) fn identity(&self) -> &Identity {
        &self.shared.settings.identity
    }

    pub(crate) fn secret_cache(&self) -> &SecretCache {
        &self.shared.secret_cache
    }

    pub(crate) fn drafts(&self) -> &DraftCache {
        &self.shared.drafts
    }

    /// Returns the memory budget when the pages run outside of [`Service`](crate::Service).
    pub(crate) fn budget(&self) -> &ByteBudget {
        &self.shared.budget
    }

    /// Returns the guard of the hosts that the pages are served at.
    pub(crate) fn host_guard(&self) -> &HostGuard {
        &self.shared.host_guard
    }

    pub(crate) fn is_https(&self) -> bool {
        self.shared.settings.base_url.scheme() == "https"
    }

    /// Returns the display name of a client.
    pub(crate) fn client_name(&self, client: &ClientId) -> String {
        self.shared.settings.client_names.get(client).cloned().unwrap_or_else(|| client.to_string())
    }

    /// Returns the cookie name. Over HTTPS its prefix makes browsers accept it from this host only.
    pub(crate) fn cookie_name(&self) -> &'static str {
        if self.is_https() { "__Host-askwell" } else { "askwell" }
    }

    /// Returns the path of a cookie. Cookies ignore ports, so over plain HTTP other programs on
    /// this machine would receive a cookie with a wider path.
    pub(crate) fn cookie_path<'p>(&self, page: &'p str) -> &'p str {
        if self.is_https() { "/" } else { page }
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
