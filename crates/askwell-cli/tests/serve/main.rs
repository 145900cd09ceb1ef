//! The running service, as programs and operators see it: real processes, real sockets, loopback only.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

mod api;
mod attacks;
mod docs;
mod events;
mod http;
mod keys;
mod openrpc;
mod pages;
mod pipe;
mod restarts;
mod server;
mod settings;
mod soak;
mod traces;
mod uploads;
mod webhooks;
