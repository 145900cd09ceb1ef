//! A server of our own: tools with which any agent asks its person.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use askwell_mcp::agent::Agent;
//!
//! let server = Agent::new().build();
//! // server.serve(stdio::of_process(…)).await, or server.http() for an address of its own
//! # drop(server);
//! # }
//! ```
//!
//! Asks in the client's own dialog where it has one, and on the hosted page where it does not; then the agent gets a link
//! to show, and looks for the answer later. What a person typed into a secret field is for programs and never goes to a
//! model. Refuses to decide what is asked: that is the agent's part, and its person sees who asks.

mod answer;
mod ask;
mod describe;
mod question;

use std::sync::Arc;

use askwell_engine::Engine;
use askwell_form::Form;
use serde_json::json;

use crate::deliver::Hosted;
use crate::request_state::StateKeys;
use crate::server::{Call, Server, Tool};

/// The server in the making.
#[must_use = "nothing is served until it is built"]
pub struct Agent {
    engine: Option<Engine>,
    hosted: Option<Arc<dyn Hosted>>,
    keys: Option<StateKeys>,
    templates: Vec<(String, Form)>,
}

impl Default for Agent {
    fn default() -> Self {
        Agent::new()
    }
}

impl Agent {
    /// Without pages and templates; what is asked lives in memory.
    pub fn new() -> Self {
        Agent { engine: None, hosted: None, keys: None, templates: Vec::new() }
    }

    /// Where questions live that are answered on a page.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// The pages on which they are answered.
    pub fn hosted(mut self, hosted: Arc<dyn Hosted>) -> Self {
        self.hosted = Some(hosted);
        self
    }

    /// The keys of request states, see [`ServerBuilder::state_keys`](crate::server::ServerBuilder::state_keys).
    pub fn state_keys(mut self, keys: StateKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// Adds a form that agents can ask by name.
    pub fn template(mut self, name: &str, form: Form) -> Self {
        self.templates.push((name.to_owned(), form));
        self
    }

    /// The server.
    #[must_use]
    pub fn build(self) -> Server {
        let mut builder = Server::builder("askwell", env!("CARGO_PKG_VERSION"))
            .instructions(describe::INSTRUCTIONS)
            .tool(question::tool(), question::run)
            .tool(ask::tool(), ask::run)
            .tool(answer::check_tool(), answer::check)
            .tool(answer::cancel_tool(), answer::cancel);
        if !self.templates.is_empty() {
            let templates: Arc<[(String, Form)]> = self.templates.into();
            let tool = ask::template_tool(&templates);
            builder = builder.tool(tool, move |call: Call| ask::run_template(call, Arc::clone(&templates)));
        }
        if let Some(engine) = self.engine {
            builder = builder.engine(engine);
        }
        if let Some(hosted) = self.hosted {
            builder = builder.hosted(hosted);
        }
        if let Some(keys) = self.keys {
            builder = builder.state_keys(keys);
        }
        builder.build()
    }
}

/// A tool that asks: what it gives back is always the same.
fn asking_tool(name: &str, title: &str, description: &str, input: serde_json::Value) -> Tool {
    let hints = json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false, "openWorldHint": true});
    Tool::new(name, description).title(title).input(input).output(describe::outcome()).annotations(hints)
}
