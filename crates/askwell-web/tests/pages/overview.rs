//! The overview for operators, and the audit trail as a file.

use std::time::Duration;

use askwell_lifecycle::Decline;
use askwell_web::{Identity, audit};

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn overview_counts_who_asks_who_answers_and_what_expires() {
    let world = World::new().await;
    let answered = world.ask(&server()).await;
    world.clock.advance(Duration::from_secs(90));
    let mut browser = world.browser();
    let path = format!("/inbox/{}", answered.id);
    browser.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    let declined = world.ask(&server()).await;
    world.engine.decline_with(&world.client, declined.id, Decline::default()).await.unwrap();
    world.ask(&server()).await;
    let page = browser.get("/overview").await;
    page.shows("Answered in time")
        .shows("Half answered within")
        .shows("Show as a table")
        .shows("role=\"img\"");
    page.shows("Waiting now</dt><dd><strong>1</strong>").shows("asks most: 3 questions").shows("local");
    page.hides("<script>alert");
    let quiet = browser.get("/overview?client=%3Cscript%3Ealert&days=7").await;
    quiet.shows("Nothing ended in this time").hides("<script>alert");
}

#[tokio::test]
async fn audit_trail_can_be_verified_and_holds_no_answers() {
    let world = World::new().await;
    let asked = world.ask(&server()).await;
    let mut browser = world.browser();
    browser.fill_in(&format!("/inbox/{}", asked.id), &[("host", "secret-host"), (":do", "send")]).await;
    for file in ["audit.jsonl", "audit.csv"] {
        let export = browser.get(&format!("/overview/{file}")).await;
        assert_eq!(export.status, 200);
        export.shows("created").shows("complete").hides("secret-host");
        let verified = audit::verify(&export.body, None).unwrap();
        assert!(verified.entries >= 3, "{}", export.body);
        let changed = export.body.replacen("complete", "declined", 1);
        assert!(audit::verify(&changed, None).is_err(), "{file}");
    }
}

#[tokio::test]
async fn overview_is_for_operators_only() {
    let world = World::known_by(Identity::ProxyHeader("x-user".to_owned())).await;
    for path in ["/overview", "/overview/audit.jsonl", "/overview/audit.csv"] {
        let mut browser = world.browser();
        assert_eq!(browser.get(path).await.status, 401, "{path}");
        browser.headers.push(("x-user".to_owned(), "ada".to_owned()));
        assert_eq!(browser.get(path).await.status, 403, "{path}");
    }
}
