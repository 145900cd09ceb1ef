//! Who may open a link to a question where people sign in.

use askwell_engine::Ask;
use askwell_lifecycle::Status;

use crate::support::{World, sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn question_for_one_person_is_not_shown_to_another() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (_, link, _) = world.ask(|ask| ask.for_person("ada@example.com")).await;
    let mut bob = world.browser();
    sign_in(&mut bob, &provider, "bob", &link).await;
    let page = bob.get(&link).await;
    assert_eq!(page.status, 403);
    page.shows("for someone else").hides("Deploy");
    bob.get("/inbox").await.hides("Deploy");
    let mut ada = world.browser();
    sign_in(&mut ada, &provider, "ada", &link).await;
    ada.get(&link).await.shows("Deploy the release?");
    ada.get("/inbox").await.shows("Deploy the release?");
}

#[tokio::test(flavor = "multi_thread")]
async fn question_for_link_holders_needs_a_code_or_a_session() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (id, link, code) = world.ask(Ask::for_link_holder).await;
    let mut stranger = world.browser();
    let page = stranger.get(&link).await;
    assert_eq!(page.status, 200);
    let token = page.shows("Enter the code").hides("Deploy").token();
    let right = stranger.post(&format!("{link}/code"), &[(":token", &token), ("code", &code.unwrap())]).await;
    assert_eq!(right.status, 303, "{right:?}");
    let sent = stranger.fill_in(&link, &[("go", "yes"), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{sent:?}");
    assert_eq!(world.engine.status(&world.client, id).await.unwrap().status(), Status::Completed);
    assert_eq!(world.answered_by(id).await, None);
    // With a session no code is needed, and the name is known.
    let (id, link, _) = world.ask(Ask::for_link_holder).await;
    let mut bob = world.browser();
    sign_in(&mut bob, &provider, "bob", "/inbox").await;
    bob.get("/inbox").await.hides("Deploy");
    bob.fill_in(&link, &[("go", "yes"), (":do", "send")]).await;
    assert_eq!(world.answered_by(id).await.as_deref(), Some("bob@example.com"));
}

#[tokio::test(flavor = "multi_thread")]
async fn question_for_a_group_is_shown_to_its_members_only() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (_, link, code) = world.ask(|ask| ask.for_group("on-call")).await;
    assert_eq!(code, None);
    let mut stranger = world.browser();
    let page = stranger.get(&link).await;
    assert_eq!(page.status, 303, "a link is not enough");
    stranger.follow(page).await.hides("Deploy");
    let (mut ada, mut bob) = (world.browser(), world.browser());
    sign_in(&mut bob, &provider, "bob", &link).await;
    let page = bob.get(&link).await;
    assert_eq!(page.status, 403);
    page.hides("Deploy");
    bob.get("/inbox?tab=groups").await.hides("Deploy");
    sign_in(&mut ada, &provider, "ada", &link).await;
    ada.get(&link).await.shows("Deploy the release?");
    ada.get("/inbox?tab=groups").await.shows("Deploy the release?");
}

#[tokio::test(flavor = "multi_thread")]
async fn question_for_signed_in_people_needs_a_session() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (_, link, code) = world.ask(Ask::for_signed_in).await;
    assert_eq!(code, None);
    assert_eq!(world.browser().get(&link).await.status, 303);
    let mut bob = world.browser();
    sign_in(&mut bob, &provider, "bob", &link).await;
    bob.get(&link).await.shows("Deploy the release?");
}
