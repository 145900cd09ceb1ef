//! Server tests, as a client sees them: transcripts of whole conversations.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

mod apps;
mod ask_tools;
mod durable;
mod joining;
mod legacy;
mod malformed_messages;
mod modern;
mod older_revisions;
mod one_lifecycle;
mod pages;
mod scripted_client;
mod tasks;
mod test_server;
mod tool_schemas;
mod url_hosts;
