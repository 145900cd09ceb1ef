//! The gateway between scripted clients and servers, over pipes.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may insist, and so may what it is made of"
)]

mod cells;
mod forwarding;
mod harness;
mod hostile;
mod limits;
mod parked_calls;
mod server_streams;
mod servers;
mod subscriptions;
mod tasks;
mod transparency;
