//! Passing a question on to another person or group, and getting it back.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::{Audience, Elicitation, Quorum, Status};
use askwell_web::{Identity, ProxySettings};
use serde_json::json;

use crate::browser::{Browser, Page};
use crate::support::World;

async fn team() -> World {
    let settings = ProxySettings {
        person_header: "x-user".to_owned(),
        groups_header: Some("x-groups".to_owned()),
        trusted: Vec::new(),
    };
    World::known_by(Identity::Proxy(Box::new(settings))).await
}

fn person(world: &World, name: &str, groups: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), name.to_owned()));
    browser.headers.push(("x-groups".to_owned(), groups.to_owned()));
    browser
}

async fn ask(world: &World, change: impl FnOnce(Ask) -> Ask) -> Arc<Elicitation> {
    let form =
        Form::parse(&json!({"id": "d", "title": "Deploy <4.2>?", "decision": {}}).to_string()).unwrap();
    let ask = change(Ask::form(form).timeout(Duration::from_secs(3600)));
    world.engine.create(&world.client, ask).await.unwrap()
}

async fn delegate(browser: &mut Browser, entry: &Elicitation, fields: &[(&str, &str)]) -> Page {
    let path = format!("/inbox/{}", entry.id);
    let token = browser.get(&path).await.token();
    let mut sent = vec![(":token", token.as_str())];
    sent.extend(fields);
    browser.post(&format!("{path}/delegate"), &sent).await
}

async fn effects(world: &World, entry: &Elicitation) -> Vec<&'static str> {
    let history = world.engine.history(&world.client, entry.id).await.unwrap();
    history.iter().map(|change| change.effect.name()).collect()
}

#[tokio::test]
async fn delegated_question_reaches_the_new_person_with_its_reason() {
    let world = team().await;
    let entry = ask(&world, |ask| ask.for_person("ada")).await;
    let (mut ada, mut bob) = (person(&world, "ada", ""), person(&world, "bob", ""));
    let path = format!("/inbox/{}", entry.id);
    assert_eq!(bob.get(&path).await.status, 404);
    let done = delegate(&mut ada, &entry, &[("to", "bob"), ("reason", "You know the <b>window</b>.")]).await;
    assert_eq!((done.status, done.header("location")), (303, Some("/inbox")));
    assert_eq!(ada.get(&path).await.status, 404, "it is no longer hers");
    ada.get("/inbox").await.shows("You gave this to <bdi>bob</bdi>").shows("Deploy &lt;4.2&gt;?");
    let page = bob.get(&path).await;
    page.shows("<bdi>ada</bdi> gave this to you").shows("You know the &lt;b&gt;window&lt;/b&gt;.");
    bob.get(&format!("{path}/history"))
        .await
        .shows("Passed on to <bdi>bob</bdi> by <bdi>ada</bdi>, through a web page");
    bob.fill_in(&path, &[(":do", "approve")]).await;
    assert_eq!(world.status(entry.id).await, Status::Completed);
}

#[tokio::test]
async fn delegated_question_can_be_given_back_and_taken_back() {
    let world = team().await;
    let entry = ask(&world, |ask| ask.for_group("ops")).await;
    let (mut ada, mut bob, mut eve) =
        (person(&world, "ada", "ops"), person(&world, "bob", ""), person(&world, "eve", "ops"));
    let path = format!("/inbox/{}", entry.id);
    delegate(&mut ada, &entry, &[("to", "bob")]).await;
    assert_eq!(delegate(&mut bob, &entry, &[("back", "yes")]).await.status, 303);
    assert_eq!(
        (bob.get(&path).await.status, ada.get(&path).await.status),
        (404, 200),
        "the group has it again"
    );
    delegate(&mut ada, &entry, &[("to", "bob")]).await;
    let take_back = async |browser: &mut Browser, token: Option<&str>| {
        let list = browser.get("/inbox").await;
        let of_list = list.body.split("action=\"/inbox/take-back\"").nth(1).and_then(|form| {
            form.split("name=\":token\" value=\"").nth(1)?.split('"').next().map(str::to_owned)
        });
        let token = token.map(str::to_owned).or(of_list).unwrap_or_default();
        let id = entry.id.to_string();
        browser.post("/inbox/take-back", &[(":token", &token), ("id", &id)]).await.status
    };
    // Only the person who passed it on takes it back, and only with a page of their own.
    assert_eq!(take_back(&mut ada, Some("guessed")).await, 403);
    assert_eq!(take_back(&mut eve, None).await, 403);
    assert_eq!(bob.get(&path).await.status, 200);
    assert_eq!(take_back(&mut ada, None).await, 303);
    assert_eq!((bob.get(&path).await.status, eve.get(&path).await.status), (404, 200));
    ada.get("/inbox?tab=groups").await.hides("You gave this to");
}

#[tokio::test]
async fn unanswered_delegation_comes_back_before_the_deadline_once() {
    let world = team().await;
    let entry = ask(&world, |ask| ask.for_person("ada")).await;
    let (mut ada, mut bob) = (person(&world, "ada", ""), person(&world, "bob", ""));
    let path = format!("/inbox/{}", entry.id);
    delegate(&mut ada, &entry, &[("to", "bob")]).await;
    world.clock.advance(Duration::from_secs(49 * 60));
    ada.get("/inbox").await;
    assert_eq!(bob.get(&path).await.status, 200, "there is still time");
    world.clock.advance(Duration::from_secs(61));
    for _ in 0..2 {
        ada.get("/inbox").await;
    }
    assert_eq!((bob.get(&path).await.status, ada.get(&path).await.status), (404, 200));
    let passed = effects(&world, &entry).await.into_iter().filter(|effect| *effect == "delegated").count();
    assert_eq!(passed, 2, "there and back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn question_that_two_people_pass_on_at_once_comes_back() {
    let world = team().await;
    let mut entries = Vec::new();
    for _ in 0..150 {
        entries.push(ask(&world, |ask| ask.for_group("ops")).await);
    }
    let mut races = tokio::task::JoinSet::new();
    for entry in &entries {
        let path = format!("/inbox/{}", entry.id);
        let mut pair = Vec::new();
        for (name, to) in [("ada", "bob"), ("eve", "dan")] {
            let mut browser = person(&world, name, "ops");
            let token = browser.get(&path).await.token();
            pair.push((browser, token, to));
        }
        for (mut browser, token, to) in pair {
            let path = format!("{path}/delegate");
            races.spawn(async move { browser.post(&path, &[(":token", &token), ("to", to)]).await.status });
        }
    }
    let answers = races.join_all().await;
    let passed = answers.iter().filter(|status| **status == 303).count();
    assert!(passed >= entries.len(), "{passed}");
    world.clock.advance(Duration::from_secs(51 * 60));
    person(&world, "ada", "ops").get("/inbox").await;
    for entry in &entries {
        let found = world.engine.status(&world.client, entry.id).await.unwrap();
        assert_eq!(found.audience, Audience::Group(Arc::from("ops")), "{:?}", effects(&world, entry).await);
    }
}

#[tokio::test]
async fn delegation_without_a_name_or_of_a_joint_decision_is_refused() {
    let world = team().await;
    let mut ada = person(&world, "ada", "ops");
    let entry = ask(&world, |ask| ask.for_person("ada")).await;
    let long = "x".repeat(65);
    for fields in [
        vec![],
        vec![("to", "")],
        vec![("to", "a b")],
        vec![("to", &*long)],
        vec![("to", "ada")],
        vec![("to", "o\np"), ("kind", "group")],
    ] {
        assert_eq!(delegate(&mut ada, &entry, &fields).await.status, 403, "{fields:?}");
    }
    let path = format!("/inbox/{}/delegate", entry.id);
    assert_eq!(ada.post(&path, &[(":token", "guessed"), ("to", "bob")]).await.status, 403);
    let quorum = Quorum { approvals: 2, on_rejection: Default::default(), requester: None };
    let joint = ask(&world, |ask| ask.for_group("ops").quorum(quorum)).await;
    ada.get(&format!("/inbox/{}", joint.id)).await.hides("data-key=\"delegate\"");
    assert_eq!(delegate(&mut ada, &joint, &[("to", "bob")]).await.status, 403);
    for entry in [&entry, &joint] {
        assert!(!effects(&world, entry).await.contains(&"delegated"));
    }
    // On a machine of one person there is nobody to pass it on to.
    let alone = World::new().await;
    let own = ask(&alone, |ask| ask).await;
    alone.browser().get(&format!("/inbox/{}", own.id)).await.hides("data-key=\"delegate\"");
}
