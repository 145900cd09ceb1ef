//! An MCP client: connects to a server, calls its tools, and passes its elicitations to your
//! handlers.
//!
//! ```no_run
//! use askwell_mcp::client::{Client, Command, FormReply, FormRequest};
//! use serde_json::json;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::builder("my-agent", "1.0.0")
//!     .on_form(|ask: FormRequest| async move {
//!         println!("{} asks: {}", ask.server.peer.name, ask.message);
//!         ask.accept(&json!({"region": "eu"})).unwrap_or(FormReply::Cancel)
//!     })
//!     .connect(Command::new("my-server"))
//!     .await?;
//! println!("{}", client.call_tool("deploy", json!({"app": "shop"})).await?.text());
//! client.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! The client speaks both eras; handlers see no difference. It declares only the modes that have a
//! handler, and sends no answer that does not pass the server's form. It never opens or fetches a
//! URL: the person decides about that, and [`Link`] holds what they need to see.

mod builder;
mod completed_pages;
mod connect;
mod core;
mod elicitation;
mod error;
mod forward;
mod handlers;
mod handshake;
mod header_arguments;
mod input_required;
mod link;
mod operations;
mod options;
mod request_params;
mod results;
mod target;
mod tasks;
pub mod transport;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

pub use self::elicitation::form_of;
pub use builder::{ClientBuilder, DEFAULT_MAX_OPEN_ELICITATIONS, DEFAULT_MAX_ROUNDS};
pub use error::{CallError, ConnectError};
pub use forward::forward;
pub use handlers::{
    ElicitationHandler, FormReply, FormRequest, PriorConsent, ServerInfo, UrlReply, UrlRequest,
};
pub use link::{Link, LinkError, LinkWarning};
pub use options::{Progress, RequestOptions};
pub use results::{CallToolResult, ToolInfo};
pub use target::{Address, Target};

pub use crate::transport::child::{Child, Command, Environment, StderrMode};

use self::core::Core;
pub use self::header_arguments::HeaderArguments;
use self::transport::TransportSender;

/// A connection to a server.
///
/// Dropping the client closes the connection at once. [`Client::close`] ends the session and gives
/// a child process time to exit.
pub struct Client {
    core: Arc<Core>,
    child: Option<Child>,
    server: Arc<ServerInfo>,
    /// The header arguments of the tools listed so far, or the reason why a tool cannot be called.
    tools: Mutex<HashMap<String, Result<HeaderArguments, String>>>,
}

impl Client {
    /// Returns a builder for a client with this name and version.
    pub fn builder(name: &str, version: &str) -> ClientBuilder {
        ClientBuilder::new(name, version)
    }

    fn new(core: Arc<Core>, child: Option<Child>, server: Arc<ServerInfo>) -> Self {
        Client { core, child, server, tools: Mutex::default() }
    }

    /// Returns what is known about the server.
    #[must_use]
    pub fn server(&self) -> &Arc<ServerInfo> {
        &self.server
    }

    /// Closes the connection: ends the HTTP session, and waits until a child process has exited.
    pub async fn close(self) {
        let Client { core, child, .. } = self;
        if let TransportSender::Http(http) = &core.transport {
            http.end_session().await;
        }
        // Dropping the core closes the child's standard input.
        drop(core);
        if let Some(child) = child {
            child.end().await;
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("server", &self.server).finish_non_exhaustive()
    }
}
