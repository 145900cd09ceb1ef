//! Looking at a page: what is there, and that looking changes nothing.

use askwell_lifecycle::Status;
use serde_json::{Value, json};

use crate::support::World;

pub(crate) fn server() -> Value {
    json!({"id": "server", "title": "A new server", "description": "For the staging network.", "fields": [
        {"id": "host", "type": "text", "label": "Host", "required": true, "description": "Its short name."},
        {"id": "port", "type": "number", "label": "Port", "default": 8080, "validation": {"maximum": 65535}},
    ]})
}

#[tokio::test]
async fn a_page_says_who_asks_and_why_and_what() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let page = world.browser().get(&path).await;
    assert_eq!(page.status, 200);
    for part in [
        "<title>A new server – Askwell</title>",
        "Deploy Bot</bdi> asks",
        "<h1 dir=\"auto\">A new server</h1>",
        "For the staging network.",
        "<label for=\"f-host\">Host",
        "id=\"f-host-hint\">Its short name.</p>",
        "aria-describedby=\"f-host-hint f-host-error\"",
        "name=\"port\" value=\"8080\"",
        "Time left: ",
        "Add 5 minutes",
        "Decline",
    ] {
        page.shows(part);
    }
}

#[tokio::test]
async fn every_page_has_its_headers() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
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
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_sent_small() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    for (before, content_type) in
        [("<link rel=\"stylesheet\" href=\"", "text/css"), ("<script src=\"", "text/javascript")]
    {
        let address = page.body.split_once(before).unwrap().1.split('"').next().unwrap().to_owned();
        let asset = browser.send("GET", &address, &[("accept-encoding", "br, gzip;q=0.8")], Vec::new()).await;
        assert_eq!(asset.header("content-encoding"), Some("gzip"));
        assert_eq!(asset.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert!(asset.header("content-type").unwrap().starts_with(content_type));
        let plain = browser.get(&address).await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    }
    assert_eq!(browser.get("/assets/askwell.0000.css").await.status, 404);
}

#[tokio::test]
async fn previewers_change_nothing() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let log_before = world.engine.history(&world.client, id).await.unwrap().len();
    for method in ["GET", "HEAD", "GET", "OPTIONS"] {
        for suffix in ["", "/live-not", "/options/host?q=a", "/file/0123456789abcdef0123456789abcdef"] {
            // A new browser each time, as scanners are.
            world.browser().send(method, &format!("{path}{suffix}"), &[], Vec::new()).await;
        }
    }
    assert_eq!(world.status(id).await, Status::Pending);
    assert_eq!(world.engine.history(&world.client, id).await.unwrap().len(), log_before);
    let mut person = world.browser();
    let sent = person.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "the link still belongs to whoever acts first");
}

#[tokio::test]
async fn what_is_over_says_how_it_ended() {
    let world = World::new().await;
    let actor = &world.client;
    let (declined, declined_path) = world.link_to(&server()).await;
    world.engine.decline(actor, declined).await.unwrap();
    let (answered, answered_path) = world.link_to(&server()).await;
    world.engine.submit(actor, answered, br#"{"host": "db1"}"#).await.unwrap();
    let (called_off, called_off_path) = world.link_to(&server()).await;
    world.engine.cancel(actor, called_off, askwell_lifecycle::CancelReason::FormInvalidated).await.unwrap();
    let (_, late_path) = world.link_to(&server()).await;
    world.clock.advance_and_settle(std::time::Duration::from_secs(301)).await;
    for (path, status, says) in [
        (declined_path, 410, "This was declined"),
        (answered_path, 410, "already answered by <bdi>a program</bdi>"),
        (called_off_path, 410, "the form was withdrawn"),
        (late_path, 410, "The time is up"),
        ("/f/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned(), 404, "There is nothing here"),
    ] {
        let page = world.browser().get(&path).await;
        page.shows(says);
        assert_eq!(page.status, status, "{path}");
    }
}
