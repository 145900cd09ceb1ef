//! The server side: handlers that ask, for clients of every era.
//!
//! ```
//! use askwell_mcp::server::{Call, Failure, Reply, Server, Tool, ToolResult};
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Region {
//!     /// Where to run it.
//!     name: String,
//! }
//!
//! async fn deploy(call: Call) -> Result<ToolResult, Failure> {
//!     let reply = call.asker().ask_as::<Region>("region", "Where shall it run?").await?;
//!     Ok(match reply {
//!         Reply::Accepted(region) => ToolResult::text(format!("deployed to {}", region.name)),
//!         _ => ToolResult::text("nothing was deployed"),
//!     })
//! }
//!
//! let server = Server::builder("deployer", "1.0.0")
//!     .tool(Tool::new("deploy", "Deploys the application where its owner wants it."), deploy)
//!     .build();
//! ```
//!
//! A legacy client is sent a request while the handler waits; a modern one gets the question as the result of its call,
//! and the handler runs again, from the beginning, with the answers. [`Server::serve`] speaks over a
//! [`Connection`](crate::transport::Connection), [`Server::http`] over Streamable HTTP.
//!
//! Refuses to trust: answers are checked against the form whatever the client says, states are sealed, identities come
//! from the transport.

mod asker;
mod binding;
mod builder;
pub(crate) mod call;
mod catalogue;
mod connection;
mod content;
pub(crate) mod dispatch;
mod elsewhere;
mod failure;
mod heartbeat;
mod http;
mod keeping;
mod lasting;
mod link_cache;
pub(crate) mod parts;
mod push;
mod question;
mod result;
mod rounds;
mod session;
mod waiting;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_engine::{Clock, Engine, HostCheck, SubmitError};
use askwell_form::url_guard::UrlPolicy;
use askwell_form::{Answers, Defects, Form, Problems};
use askwell_lifecycle::{Actor, ElicitationId, Surface};

use crate::deliver::Hosted;
use crate::prepared::PreparedForms;
use crate::request_state::{Spent, StateKeys};
use crate::wire::{Json, Limits, Peer};

pub use asker::{AskError, Asker, Reply};
pub use builder::ServerBuilder;
pub use call::{Call, LogLevel};
pub use catalogue::{Prompt, Resource, Tool};
pub use failure::Failure;
pub use http::{HttpBuilder, HttpServer};
pub use lasting::{Lasting, Standing};
pub use result::{Block, PromptResult, ResourceResult, Role, ToolResult};

pub(crate) use call::Running;
pub(crate) use session::Session;

/// An MCP server. Cheap to clone: clones share everything.
#[derive(Clone)]
pub struct Server {
    pub(crate) shared: Arc<Shared>,
}

/// What all clones of a server share.
pub(crate) struct Shared {
    pub(crate) info: Peer,
    pub(crate) info_json: Json,
    pub(crate) instructions: Option<String>,
    pub(crate) catalogue: catalogue::Catalogue,
    pub(crate) settings: Settings,
    pub(crate) forms: PreparedForms,
    confirmation: Confirmation,
    pub(crate) keys: StateKeys,
    pub(crate) spent: Spent,
    pub(crate) clock: Arc<dyn Clock>,
    engine: OnceLock<Engine>,
    /// Whether the engine is one that somebody chose.
    pub(crate) has_own_engine: bool,
    pub(crate) hosted: Option<Arc<dyn Hosted>>,
    pub(crate) sessions: session::Present,
    links: link_cache::LinkCache,
}

/// How a server asks.
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    /// Calls that one connection may have at once.
    pub(crate) calls_at_once: usize,
    /// How long to wait for the answer to a request of ours.
    pub(crate) pushed_timeout: Duration,
    /// How often an answer that does not pass is forgiven.
    pub(crate) retry_limit: u8,
    /// A dialog that is refused faster than this was not seen by a person. Zero: every refusal is a person's.
    pub(crate) instant_refusal: Duration,
    /// How often to say that a call is alive.
    pub(crate) progress_every: Duration,
    /// How long a state can be given back.
    pub(crate) state_lifetime: Duration,
    /// How long a modern call waits for a person who is on a page.
    pub(crate) patience: Duration,
    pub(crate) url_policy: UrlPolicy,
    rider: question::Rider,
    states: States,
}

/// Where the state of a modern call is between its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum States {
    /// With the client.
    Carried,
    /// With the engine; the client has its name.
    Kept,
}

/// The form of a confirmation, made when it is first needed.
#[derive(Default)]
struct Confirmation(OnceLock<Form>);

impl Confirmation {
    fn get_or_try_init(&self, make: impl FnOnce() -> Result<Form, Defects>) -> Result<&Form, Defects> {
        if let Some(form) = self.0.get() {
            return Ok(form);
        }
        let form = make()?;
        Ok(self.0.get_or_init(|| form))
    }
}

impl Shared {
    /// Checks where the hosts lead that the answers of a dialog name, as the engine does with those of a page.
    pub(crate) async fn check_hosts(&self, answers: &Answers) -> Result<(), Problems> {
        match self.engine.get() {
            Some(engine) => engine.check_hosts(answers).await,
            None => HostCheck::default().check_answers(answers).await,
        }
    }

    /// The engine behind questions that are answered on pages; one in memory, unless another was given.
    pub(crate) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| Engine::builder().start())
    }
}

impl Server {
    /// Begins a server.
    pub fn builder(name: &str, version: &str) -> ServerBuilder {
        ServerBuilder::new(name, version)
    }

    /// Says that the person is done on somebody else's page, with any JSON as the result. The first one counts.
    ///
    /// # Errors
    /// When there is no such elicitation, or it is over.
    pub async fn finish(&self, id: ElicitationId, result: impl Into<Json>) -> Result<(), SubmitError> {
        let actor = Actor::operator(Surface::Mcp);
        self.shared.engine().submit(&actor, id, result.into().text().as_bytes()).await.map(drop)
    }

    /// Tells the legacy clients that watch a resource that it has changed.
    pub fn resource_updated(&self, uri: &str) {
        self.shared.sessions.each(|session| session.tell_of(uri));
    }

    /// The engine behind questions that are answered on pages.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.shared.engine()
    }
}
