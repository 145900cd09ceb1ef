//! How much one person may do in a minute, over real sockets.

use std::time::Duration;

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_web::{Identity, PersonLimits, ProxySettings};
use serde_json::json;

use crate::browser::{Browser, Page};
use crate::support::World;

async fn world(limits: PersonLimits) -> World {
    let settings =
        ProxySettings { person_header: "x-user".to_owned(), groups_header: None, trusted: Vec::new() };
    let world = World::known_by(Identity::Proxy(Box::new(settings))).await;
    world.pages.limit_people(limits);
    world
}

fn person(world: &World, name: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), name.to_owned()));
    browser
}

fn refused(page: &Page, says: &str) -> Duration {
    assert_eq!(page.status, 429, "{page:?}");
    page.shows("Too much at once").shows(says).shows("Wait ");
    let seconds: u64 = page.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=120).contains(&seconds), "{seconds}");
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn each_kind_of_work_of_a_person_is_limited_in_all_their_browsers() {
    let few = PersonLimits { actions: 2, drafts: 2, uploads: 2, searches: 2, streams: 2, views: 1000 };
    let world = world(few).await;
    let form = Form::parse(&json!({"id": "d", "title": "Deploy?", "decision": {}}).to_string()).unwrap();
    let entry = world
        .engine
        .create(&world.client, Ask::form(form).for_person("ada").timeout(Duration::from_secs(3600)))
        .await
        .unwrap();
    let path = format!("/inbox/{}", entry.id);
    let evaluate = format!("{path}/evaluate");
    let upload = format!("{path}/upload/file");
    let live = "/inbox/live?after=nothing".to_owned();
    let kinds = [
        ("POST", path.as_str(), "You answered, decided or changed more"),
        ("POST", evaluate.as_str(), "You typed faster"),
        ("POST", upload.as_str(), "You uploaded more files"),
        ("GET", "/inbox?q=deploy", "You searched more often"),
        ("GET", live.as_str(), "You opened more pages"),
    ];
    let form = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "same-origin")];
    for (method, path, says) in kinds {
        for _ in 0..2 {
            let page = person(&world, "ada").send(method, path, &form, b":token=x".to_vec()).await;
            assert_ne!(page.status, 429, "{method} {path}");
        }
        let page = person(&world, "ada").send(method, path, &form, b":token=x".to_vec()).await;
        let wait = refused(&page, says);
        // Other people, and other pages of the same person, go on.
        let other = person(&world, "bob").send(method, path, &form, Vec::new()).await;
        assert_ne!(other.status, 429, "{method} {path}");
        assert_eq!(person(&world, "ada").get("/inbox").await.status, 200);
        world.clock.advance(wait);
        let page = person(&world, "ada").send(method, path, &form, b":token=x".to_vec()).await;
        assert_ne!(page.status, 429, "{method} {path} after the time that the page names");
        world.clock.advance(Duration::from_secs(120));
    }
    assert!(world.engine.status(&world.client, entry.id).await.unwrap().status().is_open());
}

#[tokio::test]
async fn views_are_limited_and_people_on_their_own_machine_are_not() {
    let few = PersonLimits { views: 3, ..PersonLimits::default() };
    let limited = world(few).await;
    let mut ada = person(&limited, "ada");
    for _ in 0..3 {
        assert_eq!(ada.get("/inbox").await.status, 200);
    }
    refused(&ada.get("/inbox").await, "You opened more pages");
    let own = World::new().await;
    own.pages.limit_people(few);
    for _ in 0..10 {
        assert_eq!(own.browser().get("/inbox").await.status, 200);
    }
}

#[tokio::test]
async fn decision_after_the_wait_counts_and_a_refused_one_does_nothing() {
    let world = world(PersonLimits { actions: 1, ..PersonLimits::default() }).await;
    let mut ada = person(&world, "ada");
    let mut entries = Vec::new();
    for id in ["one", "two"] {
        let form = Form::parse(&json!({"id": id, "title": "Deploy?", "decision": {}}).to_string()).unwrap();
        let ask = Ask::form(form).for_person("ada").timeout(Duration::from_secs(3600));
        entries.push(world.engine.create(&world.client, ask).await.unwrap());
    }
    let mut decide = async |place: usize| {
        let path = format!("/inbox/{}", entries[place].id);
        let token = ada.get(&path).await.token();
        ada.post(&path, &[(":token", &token), (":do", "approve")]).await
    };
    assert_eq!(decide(0).await.status, 303);
    let wait = refused(&decide(1).await, "Nothing was sent");
    assert!(world.engine.status(&world.client, entries[1].id).await.unwrap().status().is_open());
    world.clock.advance(wait);
    assert_eq!(decide(1).await.status, 303);
}
