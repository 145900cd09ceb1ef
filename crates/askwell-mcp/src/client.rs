//! The client's side: calls tools, and has a person answer what these ask meanwhile.
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
//! Speaks both eras; handlers do not notice which. Declares only what has a handler. Sends no answer that does not
//! pass the server's form, opens no URL and fetches none: that is a person's decision, for which [`Link`] has what they
//! need to see.

mod asked;
mod builder;
mod carrier;
mod completions;
mod connect;
mod core;
mod envelope;
mod error;
mod forward;
mod handlers;
mod handshake;
mod link;
mod mirrored;
mod operations;
mod options;
mod results;
mod rounds;
mod target;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

pub use builder::{ClientBuilder, DEFAULT_OPEN_QUESTIONS, DEFAULT_ROUNDS};
pub use error::{CallError, ConnectError};
pub use forward::forward;
pub use handlers::{ElicitationHandler, FormReply, FormRequest, Occasion, Server, UrlReply, UrlRequest};
pub use link::{Link, LinkError, LinkWarning};
pub use options::{Options, Progress};
pub use results::{Tool, ToolResult};
pub use target::{Address, Target};

pub use crate::transport::child::{Command, Complaints};

use self::carrier::Carrier;
use self::core::Core;
use self::mirrored::Mirrored;
use crate::transport::child::Child;

/// A connection to a server. Dropping it ends the connection at once, [`Client::close`] in good order.
pub struct Client {
    core: Arc<Core>,
    child: Option<Child>,
    server: Arc<Server>,
    /// What the tools listed so far want in headers, or why they cannot be called.
    tools: Mutex<HashMap<String, Result<Mirrored, String>>>,
}

impl Client {
    /// A client that calls itself so.
    pub fn builder(name: &str, version: &str) -> ClientBuilder {
        ClientBuilder::new(name, version)
    }

    fn new(core: Arc<Core>, child: Option<Child>, server: Arc<Server>) -> Self {
        Client { core, child, server, tools: Mutex::default() }
    }

    /// The server, as far as it is known.
    #[must_use]
    pub fn server(&self) -> &Arc<Server> {
        &self.server
    }

    /// Ends the connection in good order: a session is ended, a child gets time to go.
    pub async fn close(self) {
        let Client { core, child, .. } = self;
        if let Carrier::Http(http) = &core.carrier {
            http.finish().await;
        }
        // The child's input ends with this.
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
