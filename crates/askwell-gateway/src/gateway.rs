//! The gateway: servers, settings, and what its clients share.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, StoreError};
use askwell_form::FormCache;
use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
use askwell_lifecycle::Audience;
use askwell_locale::Words;
use askwell_mcp::server::{HttpBuilder, Server, ServerBuilder};
use askwell_mcp::wire::Limits;
use askwell_mcp::{Hosted, HostedLink, StateKeys};

use crate::backend::GatewayBackend;
use crate::gate::Gates;
use crate::lost_calls::LostCalls;
use crate::parked::ParkedCalls;
use crate::rewrite::Pages;
use crate::spec::{NamePrefix, ServerSpec};
use crate::tasks::TaskOwners;

/// The settings of a gateway.
#[derive(Debug, Clone)]
pub struct GatewaySettings {
    /// The largest size and depth of messages.
    pub limits: Limits,
    /// How long a question can be answered.
    pub question_timeout: Duration,
    /// How long a call waits for a person on a page, if its client wants no progress.
    pub wait: Duration,
    /// The most calls that wait for people without their client.
    pub max_parked: usize,
    /// How long such a call waits for its client to call again.
    pub park_time: Duration,
    /// What happens to a call that was lost with the gateway's process.
    pub repeat_lost_calls: RepeatLostCalls,
    /// The most calls of one client at once.
    pub max_concurrent_calls: usize,
    /// How long the connections of modern clients are kept without a call.
    pub idle: Duration,
    /// The most links of modern clients.
    pub max_links: usize,
    /// The most sessions of legacy clients over HTTP.
    pub max_sessions: usize,
    /// How long such a session may be idle.
    pub session_idle: Duration,
}

/// What happens when a client repeats a call that was lost because the gateway was restarted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatLostCalls {
    /// The client gets an error; the next equal call is a new one.
    #[default]
    Never,
    /// The person decides.
    Ask,
    /// The call goes to the server again.
    Always,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        GatewaySettings {
            limits: Limits { bytes: 64 << 20, depth: 128 },
            question_timeout: Duration::from_secs(30 * 60),
            wait: Duration::from_secs(50),
            max_parked: 256,
            park_time: Duration::from_secs(30 * 60),
            repeat_lost_calls: RepeatLostCalls::default(),
            max_concurrent_calls: 1024,
            idle: Duration::from_secs(10 * 60),
            max_links: 1024,
            max_sessions: 10_000,
            session_idle: Duration::from_secs(3600),
        }
    }
}

/// Called with each question that waits on a page: its message, and the link.
pub type Announce = Arc<dyn Fn(&str, &HostedLink) + Send + Sync>;

/// What a gateway needs.
pub struct GatewayParts {
    /// The servers behind it.
    pub servers: Vec<ServerSpec>,
    /// The settings.
    pub settings: GatewaySettings,
    /// The engine of its elicitations.
    pub engine: Engine,
    /// The pages on which people answer, if there are any.
    pub hosted: Option<Arc<dyn Hosted>>,
    /// Who may answer on the pages.
    pub page_audience: Audience,
    /// The keys of request states; without them, states are valid in this process only.
    pub state_keys: Option<StateKeys>,
    /// Called with each question that waits on a page.
    pub announce: Announce,
    /// What decides about calls before they go to their server.
    pub gates: Gates,
    /// The words for people whose client wants no language that there is.
    pub words: Words,
}

impl fmt::Debug for GatewayParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GatewayParts").field("servers", &self.servers).finish_non_exhaustive()
    }
}

/// What all links of a gateway share.
pub(crate) struct GatewayState {
    pub(crate) servers: Vec<Arc<ServerSpec>>,
    pub(crate) settings: GatewaySettings,
    pub(crate) engine: Engine,
    pub(crate) pages: Pages,
    pub(crate) forms: FormCache,
    pub(crate) parked: ParkedCalls,
    pub(crate) lost_calls: LostCalls,
    pub(crate) tasks: TaskOwners,
    pub(crate) announce: Announce,
    pub(crate) gates: Gates,
}

impl GatewayState {
    /// Returns whether one server answers everything, under its own names.
    pub(crate) fn is_transparent(&self) -> bool {
        matches!(self.servers.as_slice(), [only] if only.prefix == NamePrefix::OnConflict)
    }
}

/// A gateway in front of MCP servers. Cheap to clone.
#[derive(Clone)]
pub struct Gateway {
    server: Server,
    backend: Arc<GatewayBackend>,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Gateway {
    /// Creates a gateway. Servers are connected when a client needs them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn start(parts: GatewayParts) -> Result<Self, StoreError> {
        let GatewayParts {
            servers,
            settings,
            engine,
            hosted,
            page_audience,
            state_keys,
            announce,
            gates,
            words,
        } = parts;
        let lost_calls = LostCalls::load(&engine).await?;
        let state = Arc::new(GatewayState {
            servers: servers.into_iter().map(Arc::new).collect(),
            parked: ParkedCalls::new(settings.max_parked, settings.park_time, engine.records()),
            lost_calls,
            tasks: TaskOwners::default(),
            engine: engine.clone(),
            pages: if hosted.is_some() { Pages::Hosted } else { Pages::None },
            forms: FormCache::new(256, 1 << 20),
            announce,
            gates,
            settings,
        });
        let settings = &state.settings;
        let backend = GatewayBackend::new(Arc::clone(&state));
        let mut builder: ServerBuilder = Server::builder("askwell-gateway", env!("CARGO_PKG_VERSION"))
            .backend(Arc::clone(&backend) as Arc<dyn askwell_mcp::server::Backend>)
            .engine(engine)
            .limits(settings.limits)
            .max_concurrent_calls(settings.max_concurrent_calls)
            .call_limit(settings.wait)
            .page_audience(page_audience)
            .words(words)
            .url_policy(page_policy());
        if let Some(hosted) = hosted {
            builder = builder.hosted(hosted);
        }
        if let Some(keys) = state_keys {
            builder = builder.state_keys(keys);
        }
        Ok(Gateway { server: builder.build(), backend })
    }

    /// Returns the server for clients: serve a connection or HTTP with it.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns a builder for clients that connect over HTTP, with the limits of the settings.
    pub fn http(&self) -> HttpBuilder {
        let GatewaySettings { max_sessions, session_idle, .. } = self.backend.settings();
        self.server.http().max_sessions(*max_sessions).session_idle(*session_idle)
    }

    /// Ends all connections to servers, and the programs that were started for them.
    pub async fn shut_down(&self) {
        self.backend.shut_down().await;
    }
}

/// Returns the rules for URLs of servers. The gateway does not fetch them: the person decides about
/// each, as they would in their client.
fn page_policy() -> UrlPolicy {
    UrlPolicy {
        allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
        block_private_ips: false,
        block_localhost: false,
        ..UrlPolicy::default()
    }
}
