//! MCP servers whose handlers ask, for clients of both eras.
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
//! A legacy client gets an `elicitation/create` request while the handler waits. A modern client
//! gets the question as the result of its call and calls again with the answer; the handler then
//! runs again from its beginning. [`Server::serve`] serves a
//! [`Connection`](crate::transport::Connection), [`Server::http`] serves Streamable HTTP.
//!
//! Clients are not trusted: answers are checked against the form, states are sealed, and identities
//! come from the transport.

pub(crate) mod app;
pub(crate) mod ask;
pub(crate) mod ask_key;
mod ask_parts;
mod backend;
mod builder;
pub(crate) mod call;
mod call_task;
mod catalogue;
pub(crate) mod channel;
mod client_request;
mod connection;
pub(crate) mod dispatch;
mod failure;
mod http;
mod plan;
mod prepared_forms;
mod prompt;
pub(crate) mod request_parts;
mod residence;
mod result;
pub(crate) mod retry_context;
mod sealed_state;
mod session;
mod stored_state;
pub(crate) mod tasks;
mod wait;

use std::fmt;
use std::sync::Arc;

use askwell_engine::{Engine, SubmitError};
use askwell_lifecycle::{Actor, ElicitationId, Surface};

use crate::wire::{Json, Limits, Peer};

use ask_parts::AskParts;

pub use ask::{AskError, AskStatus, Asker, ClientError, DurableAsk, PendingAsk};
pub use askwell_lifecycle::Reply;
pub use backend::{Backend, BackendResponse, ClientSession};
pub use builder::ServerBuilder;
pub use call::{Call, LogLevel};
pub use catalogue::{Prompt, Resource, Tool};
pub use failure::Failure;
pub use http::{
    ForwardError, HttpBuilder, HttpServer, PeerAdmission, PeerRefusal, PeerRequest, SessionPeers,
};
pub use plan::Unreachable;
pub use result::{Block, PromptResult, ResourceResult, Role, ToolResult};
pub use tasks::{TaskLimits, TaskSupport};

pub(crate) use call::RunningCalls;
pub(crate) use sealed_state::fuzz as fuzz_sealed_state;
pub(crate) use session::Session;

/// An MCP server. Cheap to clone: clones share everything.
#[derive(Clone)]
pub struct Server {
    pub(crate) shared: Arc<ServerState>,
}

/// What all clones of a server share.
pub(crate) struct ServerState {
    pub(crate) info: Peer,
    pub(crate) info_json: Json,
    pub(crate) instructions: Option<String>,
    pub(crate) catalogue: catalogue::Catalogue,
    /// What answers requests in place of the catalogue, if anything does.
    pub(crate) backend: Option<Arc<dyn Backend>>,
    /// Passes calls to the backend.
    pub(crate) backend_handler: Option<catalogue::CallHandler>,
    /// The largest size and depth of messages.
    pub(crate) limits: Limits,
    pub(crate) ask: AskParts,
    pub(crate) sessions: session::SessionRegistry,
    pub(crate) tasks: tasks::Tasks,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("info", &self.shared.info).finish_non_exhaustive()
    }
}

impl Server {
    /// Returns a builder for a server with this name and version.
    pub fn builder(name: &str, version: &str) -> ServerBuilder {
        ServerBuilder::new(name, version)
    }

    /// Reports that the person is done on a foreign page, with any JSON as the result. The first
    /// report counts.
    ///
    /// # Errors
    /// When there is no such elicitation, or it has ended.
    pub async fn finish(&self, id: ElicitationId, result: impl Into<Json>) -> Result<(), SubmitError> {
        let actor = Actor::operator(Surface::Mcp);
        self.shared.ask.engine().submit(&actor, id, result.into().text().as_bytes()).await.map(drop)
    }

    /// Notifies the legacy clients that have subscribed to a resource that it has changed.
    pub fn resource_updated(&self, uri: &str) {
        self.shared.sessions.each(|session| session.notify_resource_updated(uri));
    }

    /// Returns the engine of all elicitations that are not sealed in the state of a modern call.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.shared.ask.engine()
    }
}
