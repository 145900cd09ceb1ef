//! The pages as a browser, a previewer and an attacker meet them: over real sockets, byte by byte.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod attacks;
mod browser;
mod codes;
mod elsewhere;
mod escaping;
mod files;
mod filling;
mod forms;
mod inbox;
mod kept;
mod links;
mod looking;
mod previews;
mod proxy;
mod secrets;
mod support;
