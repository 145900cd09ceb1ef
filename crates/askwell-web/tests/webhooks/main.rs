//! What webhooks promise, with real receivers on this machine and a clock that the tests move.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod crashing;
mod delivering;
mod refusing;
mod retrying;
mod support;
