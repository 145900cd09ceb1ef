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

pub(crate) mod ask;
pub(crate) mod ask_key;
mod ask_parts;
mod builder;
pub(crate) mod call;
mod catalogue;
pub(crate) mod channel;
mod client_request;
mod connection;
pub(crate) mod dispatch;
mod failure;
mod http;
pub(crate) mod parts;
mod plan;
mod prepared_forms;
mod prompt;
mod residence;
mod result;
pub(crate) mod retry_context;
mod sealed_state;
mod session;
mod stored_state;
mod wait;

use std::sync::Arc;

use askwell_engine::{Engine, SubmitError};
use askwell_lifecycle::{Actor, ElicitationId, Surface};

use crate::wire::{Json, Limits, Peer};

use ask_parts::AskParts;

pub use ask::{AskError, AskStatus, Asker, DurableAsk, Pending};
pub use askwell_lifecycle::Reply;
pub use builder::ServerBuilder;
pub use call::{Call, LogLevel};
pub use catalogue::{Prompt, Resource, Tool};
pub use failure::Failure;
pub use http::{HttpBuilder, HttpServer};
pub use plan::Unreachable;
pub use result::{Block, PromptResult, ResourceResult, Role, ToolResult};

pub(crate) use call::Running;
pub(crate) use sealed_state::fuzz as fuzz_sealed_state;
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
    /// How large messages may be.
    pub(crate) limits: Limits,
    pub(crate) ask: AskParts,
    pub(crate) sessions: session::Present,
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
        self.shared.ask.engine().submit(&actor, id, result.into().text().as_bytes()).await.map(drop)
    }

    /// Tells the legacy clients that watch a resource that it has changed.
    pub fn resource_updated(&self, uri: &str) {
        self.shared.sessions.each(|session| session.tell_of(uri));
    }

    /// The engine in which questions live that are not sealed in the state of a modern call.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.shared.ask.engine()
    }
}
