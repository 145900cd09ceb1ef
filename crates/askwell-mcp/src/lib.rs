//! Askwell for MCP: one handler for every client, legacy and modern, on both sides.
//!
//! [`wire`] has the messages, [`transport`] the ways they travel. Both are lossless: what this crate does not know, it
//! keeps and passes on.

pub mod client;
pub mod transport;
pub mod wire;
