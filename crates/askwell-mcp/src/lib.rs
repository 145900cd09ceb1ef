//! Askwell for MCP: one handler for every client, legacy and modern, on both sides.
//!
//! [`wire`] has the messages, [`transport`] the ways they travel; both are lossless: what this crate does not know, it
//! keeps and passes on. [`server`] is for programs that ask: a handler says what it wants to know, and how the person
//! behind the client is reached is decided here. [`client`] is for programs that answer: whatever the server's era, a
//! handler is given a form or a URL, and nothing is sent that does not fit. [`asking`] is a server that is ready to use: tools
//! with which a model asks its person. With the feature `rmcp`, tools of a server that is written with rmcp can ask, too.

pub mod transport;
pub mod wire;

mod deliver;
mod prepared;
mod request_state;
pub mod server;

pub mod asking;
pub mod client;

#[cfg(feature = "rmcp")]
pub mod rmcp;

pub mod guide;

pub use deliver::{Hosted, HostedError, HostedLink, Unable};
pub use request_state::{StateError, StateKeys};
pub use server::{Asker, Call, Failure, Reply, Server, Tool, ToolResult};
