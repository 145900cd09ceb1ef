//! Attacks on the pages of the running service: the library's tests, with a process for each. Also
//! crashes and connection limits.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

#[path = "../../../askwell-web/tests/pages/attacks.rs"]
mod attacks;
#[path = "../../../askwell-web/tests/pages/browser.rs"]
mod browser;
#[path = "../../../askwell-web/tests/pages/codes.rs"]
mod codes;
mod crashes;
#[path = "../../../askwell-web/tests/pages/escaping.rs"]
mod escaping;
mod event_streams;
#[path = "../../../askwell-web/tests/pages/files.rs"]
mod files;
#[path = "../../../askwell-web/tests/pages/forms.rs"]
mod forms;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/http.rs"]
mod http;
#[path = "../../../askwell-web/tests/pages/links.rs"]
mod links;
#[path = "../../../askwell-web/tests/pages/previews.rs"]
mod previews;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/server.rs"]
mod server;
mod support;
