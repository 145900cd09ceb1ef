//! Secrets between two pages: cached, never written into a page, and sent only on purpose.

use serde_json::{Value, json};

use crate::support::World;

fn keys() -> Value {
    json!({"id": "s", "title": "Keys", "fields": [
        {"id": "must", "type": "text", "label": "Must", "required": true, "rendering": {"inputType": "password"}},
        {"id": "may", "type": "text", "label": "May", "rendering": {"inputType": "password"}}]})
}

#[tokio::test]
async fn typed_secret_can_be_withdrawn() {
    let world = World::new().await;
    let form = keys();
    let typed = [("must", "first-secret"), ("may", "second-secret"), (":do", "update")];
    let sends = [("must", ""), ("may", ""), (":do", "send")];
    for (then, expected) in [
        // Left alone, both are sent.
        (
            &[("must", ""), ("may", ""), (":do", "update")][..],
            json!({"must": "first-secret", "may": "second-secret"}),
        ),
        (&[("may:remove", "yes"), ("may", ""), (":do", "review")], json!({"must": "first-secret"})),
        // A newly typed secret replaces the cached one.
        (
            &[("may:remove", "yes"), ("may", "third-secret"), (":do", "update")],
            json!({"must": "first-secret", "may": "third-secret"}),
        ),
    ] {
        let (id, path) = world.link_to(&form).await;
        let mut browser = world.browser();
        let held = browser.fill_in(&path, &typed).await;
        held.shows("name=\"may:remove\"").hides("name=\"must:remove\"").hides("-secret");
        let page = browser.fill_in(&path, then).await;
        assert_eq!(page.status, 200);
        let sent = browser.fill_in(&path, &sends).await;
        assert_eq!(sent.status, 303, "{}", sent.body);
        assert_eq!(world.answer(id).await, expected);
    }
    // A box that is ticked while typing is not submitted yet.
    let (id, path) = world.link_to(&form).await;
    let mut browser = world.browser();
    let token = browser.fill_in(&path, &typed).await.token();
    browser.post(&format!("{path}/evaluate"), &[(":token", &token), ("may:remove", "yes")]).await;
    assert_eq!(browser.fill_in(&path, &sends).await.status, 303);
    assert_eq!(world.answer(id).await["may"], "second-secret");
    // A required secret cannot be removed, only replaced.
    let (_, path) = world.link_to(&form).await;
    browser.fill_in(&path, &typed).await;
    browser.fill_in(&path, &[("must:remove", "yes"), (":do", "send")]).await.shows("Must is required.");
}

#[tokio::test]
async fn secret_is_not_cached_while_it_is_typed() {
    let world = World::new().await;
    let (id, path) = world.link_to(&keys()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    // The script asks in the middle of typing; then all of it is deleted again.
    let typing = [(":token", token.as_str()), ("must", "first-secret"), ("may", "half-a-sec")];
    let says = browser.post(&format!("{path}/evaluate"), &typing).await;
    assert_eq!(says.status, 200, "{}", says.body);
    browser.get(&path).await.hides("What you typed before is kept.");
    let review = browser.fill_in(&path, &[("must", "first-secret"), ("may", ""), (":do", "review")]).await;
    review.shows("Check before you send").shows("<span class=\"nothing\">Nothing</span>");
    let sent = browser.fill_in(&path, &[("may", ""), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert_eq!(world.answer(id).await, json!({"must": "first-secret"}));
}

#[tokio::test]
async fn reopened_page_says_that_a_secret_is_cached() {
    let world = World::new().await;
    let (_, path) = world.link_to(&keys()).await;
    let mut browser = world.browser();
    browser.fill_in(&path, &[("must", "first-secret"), (":do", "review")]).await;
    let again = browser.get(&path).await;
    again.shows("What you typed before is kept.").shows("name=\"must:held\"").hides("first-secret");
    again.hides("name=\"may:held\"");
    // Only to the browser that typed it.
    world.browser().get(&path).await.hides("What you typed before is kept.");
}

/// A restarted service has no cached secrets. The page must not pretend that one was sent.
#[tokio::test]
async fn lost_secret_is_reported_before_sending() {
    let world = World::new().await;
    let (id, path) = world.link_to(&keys()).await;
    let mut browser = world.browser();
    let typed = [("must", "first-secret"), ("may", "second-secret"), (":do", "review")];
    let review = browser.fill_in(&path, &typed).await;
    assert_eq!((review.value("must:held"), review.value("may:held")), ("yes".into(), "yes".into()));
    let (id_of_other, other) = world.link_to(&keys()).await;
    for button in ["send", "review", "update"] {
        let lost =
            browser.fill_in(&other, &[("must", "first-secret"), ("may:held", "yes"), (":do", button)]).await;
        lost.shows("<a href=\"#f-may\"><bdi dir=\"ltr\">May has to be typed again.");
        lost.shows("What you typed before is no longer known here.").hides("name=\"may:held\"");
        assert_eq!(lost.status, 422, "{button}");
    }
    // After the message, it may be left out.
    let sent = browser.fill_in(&other, &[("may", ""), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert_eq!(world.answer(id_of_other).await, json!({"must": "first-secret"}));
    // A secret that is still cached is sent.
    let sent = browser.fill_in(&path, &[("must:held", "yes"), ("may:held", "yes"), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert_eq!(world.answer(id).await["may"], "second-secret");
}
