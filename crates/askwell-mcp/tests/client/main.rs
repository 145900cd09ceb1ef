//! The client against servers that say exactly what a test wants them to say.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the helpers of tests may insist, as tests may"
)]

mod beginning;
mod calls;
mod child;
mod http;
mod legacy;
mod modern;
mod scripted;
mod visits;
