//! What is tried against the pages by those who mean harm, tried against the running service: the same tests as for the
//! library, with a process of its own for each. And what becomes of a page when the service is killed, or full.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may insist")]

#[path = "../../../askwell-web/tests/pages/attacks.rs"]
mod attacks;
#[path = "../../../askwell-web/tests/pages/browser.rs"]
mod browser;
#[path = "../../../askwell-web/tests/pages/codes.rs"]
mod codes;
mod crashing;
#[path = "../../../askwell-web/tests/pages/escaping.rs"]
mod escaping;
#[path = "../../../askwell-web/tests/pages/files.rs"]
mod files;
#[path = "../../../askwell-web/tests/pages/forms.rs"]
mod forms;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/http.rs"]
mod http;
#[path = "../../../askwell-web/tests/pages/links.rs"]
mod links;
mod listening;
#[path = "../../../askwell-web/tests/pages/previews.rs"]
mod previews;
#[expect(dead_code, reason = "the tests of `askwell serve` use the rest of it")]
#[path = "../serve/server.rs"]
mod server;
mod support;
