//! Client tests against servers that follow a script.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the helpers of tests may insist, as tests may"
)]

mod calls;
mod child_process;
mod handshake;
mod http;
mod legacy;
mod modern;
mod required_pages;
mod scripted_server;
