//! The server side as a client sees it: transcripts of whole conversations.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

mod asking;
mod legacy;
mod modern;
mod pages;
mod script;
mod wire;
mod workshop;
