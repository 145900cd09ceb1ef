//! The service is killed while a form is filled in. Tests what the service keeps; browser tests
//! cover what the browser keeps.

use askwell_lifecycle::Status;
use serde_json::json;

use crate::browser::multipart;
use crate::support::World;

#[tokio::test]
async fn page_continues_after_a_crash() {
    let world = World::new().await;
    let form = json!({"id": "u", "title": "Configuration", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true},
        {"id": "key", "type": "text", "label": "Key", "required": true, "rendering": {"inputType": "password"}},
        {"id": "config", "type": "file", "label": "Configuration", "required": true}]});
    let (id, path) = world.link_to(&form).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let (content_type, body) = multipart(
        &[(":token", &token), ("name", "staging"), ("key", "correct-horse"), (":do", "review")],
        &[("config", "a.json", "application/json", b"{\"a\": 1}")],
    );
    let headers = [("content-type", content_type.as_str()), ("sec-fetch-site", "same-origin")];
    let sent = browser.send("POST", &path, &headers, body).await;
    let review = browser.follow_step(sent).await;
    review.shows("Check before you send");
    let location = review.value("config");

    let world = world.crash_and_restart();
    // The page that is still open in the browser is sent: its token and its file are good, its secret is gone.
    let held = review.value("key:held");
    let sends = [
        (":token", token.as_str()),
        ("name", "staging"),
        ("key:held", held.as_str()),
        ("config", location.as_str()),
        (":do", "send"),
    ];
    let again = browser.post(&path, &sends).await;
    assert_eq!(again.status, 422, "{}", again.body);
    again.shows("Key has to be typed again.").shows("<bdi>a.json</bdi>").hides("Name is required.");
    assert_eq!((again.value("name"), again.value("config")), ("staging".to_owned(), location.clone()));
    // The link still belongs to this browser, and to no other.
    assert_eq!(world.browser().get(&path).await.status, 403);
    let world = world.crash_and_restart();
    let with_key: Vec<_> = sends.into_iter().chain([("key", "correct-horse")]).collect();
    assert_eq!(browser.post(&path, &with_key).await.status, 303);
    let world = world.crash_and_restart();
    browser.get(&path).await.shows("<h1>Sent</h1>").shows("has your answer");
    assert_eq!(world.status(id).await, Status::Completed);
    let answer = world.answer(id).await;
    assert_eq!((&answer["name"], &answer["config"]["size"]), (&json!("staging"), &json!(8)));
    let back = world.server.get(&format!("/uploads/{id}/{location}"));
    assert_eq!((back.status, &*back.text()), (200, "{\"a\": 1}"));
    world.still_answers().await;
}

/// A held decision is durable before the browser hears of it. After a kill it leaves once, and one that was undone never.
#[tokio::test]
async fn held_decision_survives_a_kill_and_leaves_once() {
    // Long enough to kill the service before it leaves, also on a slow machine.
    let world = World::with(&["--set", "pages.undo_ms=6000"]);
    let form = json!({"id": "d", "title": "Deploy?", "decision": {}});
    let (kept, undone) = (world.link_to(&form).await.0, world.link_to(&form).await.0);
    let mut browser = world.browser();
    for id in [undone, kept] {
        let path = format!("/inbox/{id}");
        browser.get(&path).await;
        assert_eq!(browser.fill_in(&path, &[(":do", "approve")]).await.status, 303);
    }
    let path = format!("/inbox/{undone}");
    let token = browser.get(&path).await.token();
    assert_eq!(browser.post(&format!("{path}/undo"), &[(":token", &token)]).await.status, 303);
    assert!(world.status(kept).await.is_open(), "the program does not have it yet");
    // Killed while it is held, and once more about when it leaves.
    let mut world = world.crash_and_restart();
    browser.get("/inbox").await.shows("Approved by you just now");
    for round in 0.. {
        assert!(round < 600, "it did not leave: {}", world.server.log());
        if !world.status(kept).await.is_open() {
            break;
        }
        if round == 40 {
            world = world.crash_and_restart();
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(world.answer(kept).await, json!({"approved": true}));
    let steps = world.steps(kept).await;
    let world = world.crash_and_restart();
    browser.get("/inbox").await.hides("just now");
    assert_eq!(world.steps(kept).await, steps, "nothing is sent again");
    assert!(world.status(undone).await.is_open(), "what was undone never leaves");
}

/// The disk, or a copy of it, does not give access to a page.
#[tokio::test]
async fn links_are_not_stored_on_disk() {
    let world = World::new().await;
    let (_, path) = world.link_to(&crate::forms::server()).await;
    let mut browser = world.browser();
    browser.fill_in(&path, &[("host", "a-very-own-host"), (":do", "send")]).await;
    let world = world.crash_and_restart();
    let token = path.strip_prefix("/f/").unwrap().as_bytes();
    let (mut seen, mut folders) = (Vec::new(), vec![world.data().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                seen.extend(std::fs::read(entry.path()).unwrap());
            }
        }
    }
    let holds = |wanted: &[u8]| seen.windows(wanted.len()).any(|window| window == wanted);
    assert!(holds(b"a-very-own-host"), "this looks in the right place");
    assert!(!holds(token));
}
