//! Link previewers and frames of other sites. Also run against the whole service.

use askwell_lifecycle::Status;

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn every_page_has_security_headers() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    for (path, caching) in [(path.as_str(), "no-store"), ("/f/nothing", "no-store"), ("/inbox", "no-store")] {
        let page = world.browser().get(path).await;
        for (name, value) in [
            ("content-security-policy", policy),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", caching),
            ("x-robots-tag", "noindex"),
        ] {
            assert_eq!(page.header(name), Some(value), "{path}");
        }
    }
    world.still_answers().await;
}

#[tokio::test]
async fn get_requests_change_nothing() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let log_before = world.steps(id).await;
    for method in ["GET", "HEAD", "GET", "OPTIONS"] {
        for suffix in ["", "/live-not", "/options/host?q=a", "/file/0123456789abcdef0123456789abcdef"] {
            // A new browser each time, as scanners are.
            world.browser().send(method, &format!("{path}{suffix}"), &[], Vec::new()).await;
        }
    }
    assert_eq!(world.status(id).await, Status::Pending);
    assert_eq!(world.steps(id).await, log_before);
    let mut person = world.browser();
    let sent = person.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "the link still is bound to the first browser that acts");
}
