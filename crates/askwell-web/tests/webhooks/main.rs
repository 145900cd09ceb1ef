//! Webhooks as their receivers and operators see them: real sockets on this machine, time in the hands of the test.

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
