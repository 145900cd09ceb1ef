//! The pages as one thing that a service mounts: hosted forms, the inbox, and the files they need.

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

/// How the pages are seen from outside.
#[derive(Debug, Clone)]
pub struct PagesSettings {
    /// Where people reach the pages, such as `https://ask.example.com`: scheme, host and port.
    pub base_url: Url,
    /// How people are known.
    pub identity: Identity,
    /// What to call the programs that ask, by their client names; one that is not here is called by that name.
    pub client_names: HashMap<ClientId, String>,
}

/// How people are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// Whoever sits at this machine. A link belongs to the first browser that acts through it.
    Loopback,
    /// By the name in this header, which a proxy sets after somebody has signed in. The proxy must remove the header
    /// from what comes from outside, and nobody must reach the pages but through it.
    ProxyHeader(String),
    /// By a code that the asking program shows together with the link. There is no inbox.
    Code,
}

/// The person whom a page on this machine's own address is for.
pub const LOCAL_PERSON: &str = "local";

/// The hosted forms and the inbox. Cheap to clone: clones share everything.
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
    /// For pages that no service of ours carries.
    budget: ByteBudget,
}

impl Pages {
    /// Pages over an engine.
    #[must_use]
    pub fn new(engine: Engine, settings: PagesSettings) -> Pages {
        let host_guard = HostGuard::for_url(&settings.base_url);
        let (secret_cache, drafts, budget) =
            (SecretCache::default(), DraftCache::default(), ByteBudget::default());
        Pages { shared: Arc::new(PagesState { engine, host_guard, settings, secret_cache, drafts, budget }) }
    }

    /// The routes: `/f/…`, `/inbox`, `/assets/…`, each with its own checks and headers.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/assets/{name}", get(assets::serve))
            .merge(page::routes())
            .merge(inbox::routes())
            .layer(from_fn_with_state(self.clone(), browser::guard))
            .with_state(self.clone())
    }

    /// A new link to the page where this is answered. Each call makes another one; what was made before keeps working.
    ///
    /// # Errors
    /// When the store fails, or there is no such elicitation.
    pub async fn link(&self, id: ElicitationId) -> Result<HostedLink, StoreError> {
        let made = links::make(&self.shared.engine, id, self.protection()).await?;
        Ok(self.link_of(made))
    }

    /// The link to the page where this is answered that is the same each time, also after a restart.
    ///
    /// # Errors
    /// When the store fails, or there is no such elicitation.
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

    /// The memory for what comes and goes, where no service of ours carries the pages.
    pub(crate) fn budget(&self) -> &ByteBudget {
        &self.shared.budget
    }

    /// Which hosts the pages are served at.
    pub(crate) fn host_guard(&self) -> &HostGuard {
        &self.shared.host_guard
    }

    pub(crate) fn is_https(&self) -> bool {
        self.shared.settings.base_url.scheme() == "https"
    }

    /// What people call the program that asks.
    pub(crate) fn client_name(&self, client: &ClientId) -> String {
        self.shared.settings.client_names.get(client).cloned().unwrap_or_else(|| client.to_string())
    }

    /// The name of the cookie: one that only this host can set, where browsers can be asked for that.
    pub(crate) fn cookie_name(&self) -> &'static str {
        if self.is_https() { "__Host-askwell" } else { "askwell" }
    }

    /// The part of the site that a cookie is for. Other programs of this machine are other ports of the same
    /// host to a browser, and cookies know no ports: they must not be told what they need not know.
    pub(crate) fn cookie_path<'p>(&self, page: &'p str) -> &'p str {
        if self.is_https() { "/" } else { page }
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
