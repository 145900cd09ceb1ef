//! Webhooks as their receivers and operators see them: real sockets on this machine, time in the hands of the test.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod arriving;
mod crashing;
mod desk;
mod documented;
mod failing;
mod guarding;
mod killed;
mod receiver;
mod world;
