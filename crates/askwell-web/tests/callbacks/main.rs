//! Callbacks as an operator uses them: real HTTP services on this machine, and what an engine makes of them.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod http_service;
mod option_sources;
mod validators;
