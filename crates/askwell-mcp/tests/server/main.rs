//! The server side as a client sees it: transcripts of whole conversations.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

mod asking;
mod durable;
mod joining;
mod legacy;
mod modern;
mod older;
mod one_lifecycle;
mod pages;
mod script;
mod tool_schemas;
mod url_hosts;
mod wire;
mod workshop;
