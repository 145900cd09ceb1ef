//! Decisions that can be undone for a few seconds.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::{Elicitation, Status};
use serde_json::json;

use crate::browser::Browser;
use crate::support::World;

/// Longer than a test takes: only the clock of the world lets a decision leave.
const HOLD: Duration = Duration::from_secs(600);

async fn ask(world: &World, minutes: u64) -> Arc<Elicitation> {
    let form = json!({"id": "d", "title": "Deploy?", "decision": {}});
    let form = Form::parse(&form.to_string()).unwrap();
    let ask = Ask::form(form).timeout(Duration::from_secs(minutes * 60));
    world.engine.create(&world.client, ask).await.unwrap()
}

async fn approve(browser: &mut Browser, id: &str) -> u16 {
    let path = format!("/inbox/{id}");
    browser.get(&path).await;
    browser.fill_in(&path, &[(":do", "approve"), (":back", "list")]).await.status
}

async fn undo(browser: &mut Browser, id: &str) -> u16 {
    let path = format!("/inbox/{id}");
    let token = browser.get(&path).await.token();
    browser.post(&format!("{path}/undo"), &[(":token", &token)]).await.status
}

#[tokio::test]
async fn held_decision_leaves_after_its_time_and_not_before() {
    let world = World::new().await;
    world.pages.hold_decisions(HOLD);
    let entry = ask(&world, 60).await;
    let mut browser = world.browser();
    assert_eq!(approve(&mut browser, &entry.id.to_string()).await, 303);
    assert!(world.status(entry.id).await.is_open(), "the program does not have it yet");
    browser.get("/inbox").await.shows("Approved by you just now").shows("It leaves in");
    // A second decision meanwhile changes nothing.
    approve(&mut browser, &entry.id.to_string()).await;
    world.clock.advance(HOLD);
    browser.get("/inbox").await;
    assert_eq!(world.status(entry.id).await, Status::Completed);
    assert_eq!(undo(&mut browser, &entry.id.to_string()).await, 403, "too late");
    assert_eq!(world.status(entry.id).await, Status::Completed);
}

#[tokio::test]
async fn undone_decision_never_leaves() {
    let world = World::new().await;
    world.pages.hold_decisions(HOLD);
    let entry = ask(&world, 60).await;
    let mut browser = world.browser();
    let id = entry.id.to_string();
    approve(&mut browser, &id).await;
    let path = format!("/inbox/{id}/undo");
    assert_eq!(browser.post(&path, &[(":token", "guessed")]).await.status, 403);
    assert_eq!(undo(&mut browser, &id).await, 303);
    world.clock.advance(HOLD);
    browser.get("/inbox").await.hides("Approved by you");
    assert!(world.status(entry.id).await.is_open());
    // It can be decided again.
    assert_eq!(approve(&mut browser, &id).await, 303);
    world.clock.advance(HOLD);
    browser.get("/inbox").await;
    assert_eq!(world.status(entry.id).await, Status::Completed);
}

#[tokio::test]
async fn decision_close_to_the_deadline_leaves_at_once() {
    let world = World::new().await;
    world.pages.hold_decisions(HOLD);
    let entry = ask(&world, 5).await;
    approve(&mut world.browser(), &entry.id.to_string()).await;
    assert_eq!(world.status(entry.id).await, Status::Completed);
}

#[tokio::test]
async fn answer_of_another_channel_during_the_hold_is_the_only_one() {
    let world = World::new().await;
    world.pages.hold_decisions(HOLD);
    let entry = ask(&world, 60).await;
    let mut browser = world.browser();
    approve(&mut browser, &entry.id.to_string()).await;
    world.engine.submit(&world.client, entry.id, br#"{"approved": false}"#).await.unwrap();
    world.clock.advance(HOLD);
    browser.get("/inbox").await;
    let closed = world.engine.status(&world.client, entry.id).await.unwrap();
    match closed.outcome() {
        Some(askwell_lifecycle::Outcome::Answered(answers)) => assert!(!answers.decision().unwrap().approved),
        other => panic!("not answered: {other:?}"),
    }
    // The record is gone: nothing is tried again.
    browser.get("/inbox").await.hides("just now");
}
