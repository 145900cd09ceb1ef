//! Askwell for the Model Context Protocol: servers that ask, clients that answer, for every protocol revision.
//! ```
//! use askwell_mcp::{Call, Failure, Reply, Server, Tool, ToolResult};
//!
//! async fn deploy(call: Call) -> Result<ToolResult, Failure> {
//!     Ok(ToolResult::text(match call.confirm("sure", "Deploy 1.4.2 to production?").await? {
//!         Reply::Accepted(true) => "deployed",
//!         _ => "nothing was deployed",
//!     }))
//! }
//!
//! let tool = Tool::new("deploy", "Deploys after asking.");
//! let server = Server::builder("deployer", "1.0.0").tool(tool, deploy).build();
//! // server.serve_process().await serves it over stdin and stdout, server.http() over HTTP.
//! ```
//! # Concepts
//!
//! - A *legacy* client is sent a request while the handler waits. A *modern* client gets the question as the result of its
//!   call and calls again with the answer; the handler then runs again from its beginning. A handler need not know which.
//! - A question has a *key*, its name within one call. The same key in the same call is the same question.
//! - The server checks answers against the form, also if the client did. A person who cannot be asked in the client is sent
//!   to a page, if the server has one ([`Hosted`]).
//! - Identities come from the transport. What a modern client carries from call to call is sealed ([`StateKeys`]).
//!
//! [`guide`] is the guide to servers and clients.
//!
//! # Modules
//!
//! - [`server`]: programs that ask, from [`Server::builder`](server::Server::builder) to the [`Asker`] of a [`Call`]
//! - [`client`]: programs that call tools and let a person answer
//! - [`ask_tools`]: a ready-made server with tools for agents that ask
//! - [`elicit`](mod@elicit): asking on behalf of other servers
//! - [`transport`], [`wire`]: how messages travel, and what they contain. Unknown members are kept and passed on
//! - `rmcp` (feature `rmcp`): asking from servers written with rmcp

pub mod transport;
pub mod wire;

mod request_state;
pub mod server;

/// Asking from outside of a handler's [`Asker`]: what a program needs that carries other servers' questions.
pub mod elicit {
    pub use crate::server::ask::{
        AskContext, AskError, AskRestrictions, AskSpec, AskStatus, PendingAsk, QuestionRef, Reuse, Wait,
        elicit, resume,
    };
    pub use crate::server::ask_key::RequestDigest;
}

pub mod ask_tools;
pub mod client;

/// Entries for fuzzing. No part of the API.
#[doc(hidden)]
pub mod fuzzing {
    /// Reads made-up bytes as the content of a request state.
    pub async fn sealed_state(bytes: &[u8], form: &askwell_form::Form, now: askwell_lifecycle::Timestamp) {
        crate::server::fuzz_sealed_state(bytes, form, now).await;
    }
}

#[cfg(feature = "rmcp")]
pub mod rmcp;

pub mod guide;

pub use askwell_engine::{Hosted, HostedError, HostedLink};
pub use request_state::{StateError, StateKeys};
pub use server::{Asker, Call, Failure, Reply, Server, Tool, ToolResult, Unreachable};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
