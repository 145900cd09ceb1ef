//! The pages over real sockets, as a browser, a link previewer and an attacker use them.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

mod attacks;
mod audiences;
mod brand;
mod browser;
mod callbacks;
mod codes;
mod decisions;
mod delegation;
mod escaping;
mod external_page;
mod files;
mod form_submission;
mod forms;
mod groups;
mod held_decisions;
#[expect(dead_code, reason = "the tests of callbacks use the rest")]
#[path = "../callbacks/http_service.rs"]
mod http_service;
mod inbox;
mod inbox_actions;
mod languages;
mod links;
mod overview;
mod page_content;
mod person_limits;
mod previews;
mod proxy;
mod repetition;
mod roles;
mod secrets;
mod stored_links;
mod styles;
mod support;
