//! Audiences: who a question is for, and who cannot see it.

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::{Elicitation, Status};
use askwell_web::Identity;
use serde_json::json;
use std::sync::Arc;

use crate::support::World;

async fn ask(world: &World, audience: impl Fn(Ask) -> Ask) -> (Arc<Elicitation>, String) {
    let form = Form::from_value(&json!({"id": "d", "title": "Deploy the shop?", "decision": {}})).unwrap();
    let asked = world.engine.create(&world.client, audience(Ask::form(form))).await.unwrap();
    let link = world.pages.link(asked.id).await.unwrap();
    let path = world.path_of(&link);
    (asked, path)
}

#[tokio::test]
async fn question_for_a_group_is_hidden_from_others() {
    let world = World::known_by(Identity::ProxyHeader("x-user".to_owned())).await;
    let (for_group, by_link) = ask(&world, |ask| ask.for_group("ops")).await;
    let (for_signed_in, open_link) = ask(&world, Ask::for_signed_in).await;
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), "ops".to_owned()));
    // A person with the name of a group is not in it.
    assert_eq!(browser.get(&format!("/inbox/{}", for_group.id)).await.status, 404);
    browser.get(&by_link).await.shows("This request is for someone else").hides("Deploy the shop?");
    let sent = browser.post(&by_link, &[(":do", "approve")]).await;
    assert_eq!((sent.status, world.status(for_group.id).await), (403, Status::Pending));
    browser.get("/inbox").await.shows(&for_signed_in.id.to_string()).hides(&for_group.id.to_string());
    browser.get(&open_link).await.shows("Deploy the shop?");
}

#[tokio::test]
async fn link_with_a_code_does_not_prove_a_group() {
    let world = World::with_codes().await;
    for audience in [|ask: Ask| ask.for_group("ops"), Ask::for_signed_in] {
        let (asked, path) = ask(&world, audience).await;
        let mut browser = world.browser();
        browser.get(&path).await.shows("Please sign in").hides("Deploy the shop?");
        browser.post(&path, &[(":do", "approve")]).await;
        assert_eq!(world.status(asked.id).await, Status::Pending);
    }
}

#[tokio::test]
async fn local_person_answers_for_every_group() {
    let world = World::new().await;
    let (asked, _) = ask(&world, |ask| ask.for_group("ops")).await;
    let path = format!("/inbox/{}", asked.id);
    let mut browser = world.browser();
    browser.get("/inbox?tab=groups").await.shows("Deploy the shop?");
    browser.get(&path).await;
    browser.fill_in(&path, &[(":do", "approve")]).await;
    assert_eq!(world.status(asked.id).await, Status::Completed);
}
