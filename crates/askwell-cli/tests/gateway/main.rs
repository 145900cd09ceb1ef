//! `askwell gateway` as a process, between clients and servers of both eras that are processes as well.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

#[expect(dead_code, reason = "the tests of pages use the rest of it")]
#[path = "../../../askwell-web/tests/pages/browser.rs"]
mod browser;
mod cells;
mod crashes;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/http.rs"]
mod http;
mod http_clients;
mod pages;
mod process;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/server.rs"]
mod server;
mod service;
