//! Links that need a code. Also run against the whole service.

use askwell_lifecycle::Status;

use crate::browser::{Browser, Page};
use crate::forms::server;
use crate::support::World;

async fn try_code(browser: &mut Browser, path: &str, code: &str) -> Page {
    let token = browser.get(path).await.token();
    browser.post(&format!("{path}/code"), &[(":token", &token), ("code", code)]).await
}

#[tokio::test]
async fn right_code_binds_the_link_to_this_browser() {
    let world = World::with_codes().await;
    let (id, path, code) = world.coded_link_to(&server()).await;
    assert_eq!(code.len(), 8);
    let mut browser = world.browser();
    browser.get(&path).await.shows("Enter the code").hides("A new server");
    let wrong = try_code(&mut browser, &path, "WRONGONE").await;
    assert_eq!(wrong.status, 422);
    wrong.shows("Error: Enter the code").shows("You can try 4 more times.");
    // As people type it.
    let spelt = format!(" {}-{} ", &code[..4].to_lowercase(), &code[4..]);
    let right = try_code(&mut browser, &path, &spelt).await;
    assert_eq!(right.status, 303);
    browser.get(&path).await.shows("A new server");
    let sent = browser.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(world.status(id).await, Status::Completed);
    // Another browser with link and code comes too late.
    assert_eq!(world.browser().get(&path).await.status, 403);
}

#[tokio::test]
async fn wrong_codes_lock_the_link_after_five_tries() {
    let world = World::with_codes().await;
    let (id, path, code) = world.coded_link_to(&server()).await;
    let mut browser = world.browser();
    // Without the code every action is rejected.
    let token = browser.get(&path).await.token();
    for action in ["send", "decline", "cancel", "extend", "update"] {
        let page = browser.post(&path, &[(":token", &token), ("host", "x"), (":do", action)]).await;
        page.shows("Enter the code");
    }
    for _ in 0..4 {
        assert_eq!(try_code(&mut browser, &path, "AAAAAAAA").await.status, 422);
    }
    try_code(&mut world.browser(), &path, "AAAAAAAA").await.shows("Too many wrong codes");
    // From now on even the right code is rejected.
    let late = browser.post(&format!("{path}/code"), &[(":token", &token), ("code", &code)]).await;
    late.shows("Too many wrong codes");
    assert_eq!(world.status(id).await, Status::Pending);
    assert_eq!(world.browser().get("/inbox").await.status, 404);
}
