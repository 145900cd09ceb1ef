//! Signing in over real sockets: with a real provider, with one that attacks, and by an attacker who uses a good one.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

#[expect(dead_code, reason = "the tests of the pages use more of it")]
#[path = "../pages/browser.rs"]
mod browser;

mod account;
mod attacks;
mod attempts;
mod hostile_provider;
mod hostile_provider_attacks;
mod known_people;
mod links;
mod mailed_codes;
mod personal_links;
mod real_provider;
mod roles;
mod support;
mod with_real_provider;
