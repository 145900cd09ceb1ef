//! Askwell for MCP: one handler for every client, legacy and modern, on both sides.
//!
//! [`wire`] has the messages, [`transport`] the ways they travel; both are lossless: what this crate does not know, it
//! keeps and passes on. [`server`] is for programs that ask: a handler says what it wants to know, and how the person
//! behind the client is reached is decided here. [`client`] is for programs that answer: whatever the server's era, a
//! handler is given a form or a URL, and nothing is sent that does not fit. [`asking`] is a server that is ready to use: tools
//! with which a model asks its person. With the feature `rmcp`, tools of a server that is written with rmcp can ask, too.

pub mod transport;
pub mod wire;

mod request_state;
pub mod server;

/// Asking from outside of a handler's [`Asker`]: what a program needs that carries other servers' questions.
pub mod elicit {
    pub use crate::server::ask::{
        AskContext, AskError, AskSpec, AskStatus, Pending, QuestionRef, Reuse, Wait, elicit,
    };
    pub use crate::server::ask_key::RequestDigest;
}

pub mod asking;
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
