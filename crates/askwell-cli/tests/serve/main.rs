//! The running service, as programs and operators see it: real processes, real sockets, loopback only.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

mod api;
mod ask_service;
mod ask_web;
mod attacks;
mod audit;
mod authority;
mod backup;
mod certificates;
#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod cluster;
mod conformance;
mod connection_limits;
mod container;
mod demo;
mod descriptor;
mod disconnects;
mod docs;
mod event_contents;
mod events;
mod first_mistakes;
mod gallery;
mod hardening;
mod http;
mod key_scopes;
mod keys;
#[cfg(target_os = "linux")]
mod limits;
mod mcp;
mod notifications;
mod openrpc;
mod pages;
mod pipe;
mod playground;
mod polling;
#[expect(dead_code, reason = "the tests of `askwell ask` use the rest of it")]
#[path = "../term/pty.rs"]
mod pty;
mod recipes;
mod restarts;
mod rotation;
mod server;
mod settings;
mod soak;
mod terminal;
mod timeouts;
mod tls;
mod traces;
mod uploads;
mod webhooks;
