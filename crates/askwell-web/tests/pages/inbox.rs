//! The inbox: scope, paging, search, claims and declines.

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::{Decline, Outcome, Status};
use askwell_web::{Identity, LOCAL_PERSON};
use serde_json::json;

use crate::browser::Browser;
use crate::forms::server;
use crate::support::World;

async fn proxied() -> World {
    World::known_by(Identity::ProxyHeader("x-user".to_owned())).await
}

fn signed_in(world: &World, name: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), name.to_owned()));
    browser
}

#[tokio::test]
async fn inbox_lists_only_entries_of_the_person() {
    let world = proxied().await;
    let form = Form::parse(&server().to_string()).unwrap();
    let for_one = world
        .engine
        .create(&world.client, Ask::form(form.clone()).for_person("one@example.com"))
        .await
        .unwrap();
    let for_client = world.engine.create(&world.client, Ask::form(form).client_only()).await.unwrap();
    let for_all = world.ask(&server()).await;
    assert_eq!(world.browser().get("/inbox").await.status, 401);
    for (name, sees) in [("one@example.com", [true, false, true]), ("two@example.com", [false, false, true])]
    {
        let mut browser = signed_in(&world, name);
        let list = browser.get("/inbox").await;
        for (entry, sees) in [&for_one, &for_client, &for_all].into_iter().zip(sees) {
            let path = format!("/inbox/{}", entry.id);
            assert_eq!(list.body.contains(&path), sees, "{name} {path}");
            for suffix in ["", "/history"] {
                let page = browser.get(&format!("{path}{suffix}")).await;
                assert_eq!(page.status, if sees { 200 } else { 404 }, "{name} {path}{suffix}");
            }
        }
    }
    assert_eq!(world.status(for_one.id).await, Status::Pending, "looking changes nothing");
}

#[tokio::test]
async fn claim_release_and_answer_appear_in_the_history() {
    let world = World::new().await;
    let asked = world.ask(&server()).await;
    let path = format!("/inbox/{}", asked.id);
    let mut browser = world.browser();
    browser.get("/inbox").await.shows("(1) Inbox · Askwell").shows("<span>Take</span>");
    let taken = browser.fill_in(&path, &[(":do", "claim")]).await;
    browser.follow(taken).await.shows("You have taken this.");
    assert_eq!(world.status(asked.id).await, Status::Pending, "taking is not yet answering");
    let list = browser.get("/inbox").await;
    list.shows("taken by you");
    let back = browser.post(&path, &[(":token", &list.token()), (":back", "list"), (":do", "release")]).await;
    assert_eq!((back.status, back.header("location")), (303, Some("/inbox")));
    let sent = browser.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    browser
        .follow(sent)
        .await
        .shows("<h1>Sent</h1>")
        .shows("What happened")
        .shows(&format!("Answered by <bdi>{LOCAL_PERSON}</bdi>, through a web page"));
    browser.get("/inbox").await.shows("Nothing waits for you");
    browser.get("/inbox?tab=done").await.shows("Today <span class=\"count\">1</span>").shows("Answered");
    let trail = browser.get(&format!("{path}/history")).await;
    for deed in ["Asked by", "Taken by", "Given back", "Opened", "Answered"] {
        trail.shows(deed);
    }
}

#[tokio::test]
async fn decline_from_another_site_is_rejected() {
    let world = World::new().await;
    let asked = world.ask(&server()).await;
    let path = format!("/inbox/{}", asked.id);
    let mut browser = world.browser();
    let token = browser.get("/inbox").await.token();
    for (site, token) in [("cross-site", token.as_str()), ("same-origin", ""), ("same-origin", "guessed")] {
        let mut attacker = world.browser();
        attacker.cookies = browser.cookies.clone();
        attacker.headers.push(("sec-fetch-site".to_owned(), site.to_owned()));
        let page = attacker.post(&path, &[(":token", token), (":do", "decline")]).await;
        assert_eq!(page.status, 403, "{site}");
    }
    assert_eq!(world.status(asked.id).await, Status::Pending);
    let declined = browser.post(&path, &[(":token", &token), (":back", "list"), (":do", "decline")]).await;
    assert_eq!(declined.status, 303);
    assert_eq!(world.status(asked.id).await, Status::Declined);
}

#[tokio::test]
async fn decline_reason_appears_in_record_and_page() {
    let world = World::new().await;
    for (given, kept) in
        [(" Not mine.\r\nAsk <b>ops</b> ", Some("Not mine.\r\nAsk <b>ops</b>")), ("  ", None)]
    {
        let asked = world.ask(&server()).await;
        let path = format!("/inbox/{}", asked.id);
        let mut browser = world.browser();
        browser.get(&path).await.shows("name=\":reason\"");
        let sent = browser.fill_in(&path, &[(":do", "decline"), (":reason", given)]).await;
        let over = browser.follow(sent).await;
        over.shows("You declined").hides("<b>");
        assert_eq!(over.body.contains("<dt>Reason</dt>"), kept.is_some());
        let outcome = world.engine.status(&world.client, asked.id).await.unwrap().outcome().cloned();
        match outcome {
            Some(Outcome::Declined(Decline { reason, .. })) => assert_eq!(reason.as_deref(), kept),
            other => panic!("not declined: {other:?}"),
        }
    }
}

#[tokio::test]
async fn inbox_is_paged_filtered_and_searched() {
    let world = World::new().await;
    for number in 0..120 {
        let title =
            if number % 40 == 0 { format!("Rare question {number}") } else { format!("Question {number}") };
        // Entries sort by their deadlines, so time has to pass.
        world.clock.advance(std::time::Duration::from_millis(1));
        world
            .ask(&json!({"id": "q", "title": title, "fields": [{"id": "a", "type": "text", "label": "A"}]}))
            .await;
    }
    let mut browser = world.browser();
    let first = browser.get("/inbox").await;
    first.shows("(120) Inbox").shows("Question 49<").hides("Question 50<").hides("Question 119");
    let later = first.body.split("href=\"/inbox?").find(|part| part.starts_with("after=")).unwrap();
    let second = browser.get(&format!("/inbox?{}", later.split('"').next().unwrap())).await;
    second.shows("Question 50<").shows("Question 99<").hides("Question 49<").shows(">First</a>");
    let found = browser.get("/inbox?q=RARE+question").await;
    found.shows("Rare question 80").hides("Question 119").hides(">More</a>");
    browser.get("/inbox?from=deploy").await.shows(">More</a>");
    browser.get("/inbox?from=unknown").await.shows("Nothing fits");
    browser.get("/inbox?mode=terminal").await.shows("Nothing fits");
    browser.get("/inbox?state=nonsense&after=nonsense&mode=%00&q=%3Cscript%3E").await.hides("<script>");
}

#[tokio::test]
async fn markup_in_inbox_texts_is_escaped() {
    let world = World::new().await;
    let evil = "<img src=x onerror=alert(1)>";
    world.ask(&json!({"id": "q", "title": evil, "description": evil, "fields": [{"id": "a", "type": "text", "label": evil}]})).await;
    let mut browser = world.browser();
    for path in ["/inbox".to_owned(), format!("/inbox?q={}&from=%22%3E", "img")] {
        browser.get(&path).await.hides("<img");
    }
}

#[tokio::test]
async fn malformed_inbox_query_shows_the_list() {
    let world = World::new().await;
    world.ask(&server()).await;
    let mut browser = world.browser();
    for query in
        ["state=done&state=waiting", "tab=lost", "after=yesterday", "after=1.2", "mode=any&mode", "q=%ff"]
    {
        let list = browser.get(&format!("/inbox?{query}")).await;
        assert_eq!(list.status, 200, "{query}: {}", list.body);
    }
    browser.get("/inbox?state=lost").await.shows("A new server");
    let moved = browser.get("/inbox/").await;
    assert_eq!((moved.status, moved.header("location")), (308, Some("/inbox")));
}

#[tokio::test]
async fn question_for_link_holders_is_answered_by_link_and_in_no_inbox() {
    let world = World::new().await;
    let form = Form::parse(&server().to_string()).unwrap();
    let asked = world.engine.create(&world.client, Ask::form(form).for_link_holder()).await.unwrap();
    world.browser().get("/inbox").await.hides(asked.form().unwrap().title());
    assert_eq!(world.browser().get(&format!("/inbox/{}", asked.id)).await.status, 404);
    let path = world.path_of(&world.pages.link(asked.id).await.unwrap());
    let sent = world.browser().fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    assert_eq!((sent.status, world.status(asked.id).await), (303, Status::Completed));
}

#[tokio::test]
async fn inbox_is_sorted_by_deadline_and_grouped() {
    let world = World::new().await;
    let ask = async |title: &str, minutes: u64| {
        let form = json!({"id": "q", "title": title, "fields": [{"id": "a", "type": "text", "label": "A"}]});
        let form = Form::parse(&form.to_string()).unwrap();
        let timeout = std::time::Duration::from_secs(minutes * 60);
        world.engine.create(&world.client, Ask::form(form).timeout(timeout)).await.unwrap()
    };
    ask("Last", 59).await;
    let first = ask("First", 2).await;
    ask("Second", 30).await;
    let mut browser = world.browser();
    let list = browser.get("/inbox").await;
    let place = |title: &str| list.body.find(&format!(">{title}</a>")).unwrap();
    assert!(place("First") < place("Second") && place("Second") < place("Last"));
    list.shows("Due within the hour <span class=\"count\">3</span>");
    // The first question is in the pane, and can be answered there.
    list.shows(&format!("action=\"/inbox/{}\"", first.id)).shows("1 of 3");
    let sent = browser.fill_in(&format!("/inbox/{}", first.id), &[("a", "x"), (":do", "send")]).await;
    assert_eq!((sent.status, world.status(first.id).await), (303, Status::Completed));
    let page = browser.get(&format!("/inbox/{}", first.id)).await;
    page.shows("data-list").shows("class=\"inbox one\"").hides(">Second</a>");
}
