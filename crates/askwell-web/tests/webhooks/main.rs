//! Webhooks over real sockets on loopback, with simulated time.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod crash_recovery;
mod delivery;
mod documented_receiver;
mod fixture;
mod killed_process;
mod operator;
mod receiver;
mod retry;
mod url_guard;
