//! Asking, acting, listing; and what does not exist for others.

use std::collections::BTreeSet;

use askwell_engine::{Ask, CallError, CreateError, ListFilter, SubmitError};
use askwell_form::build::{form, text};
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Actor, CancelReason, Mode, Outcome, Policy, Refusal, Status, Surface};

use crate::support::{BAD, GOOD, World, a_form, client, ms, secs};

#[tokio::test]
async fn elicitation_goes_from_create_to_answer() {
    let world = World::new();
    let (engine, client) = (&world.engine, &world.client);
    let asked = world.ask().await;
    assert_eq!((asked.status(), asked.mode, asked.terms.timeout), (Status::Pending, Mode::Form, secs(300)));
    let opened = engine.open(client, asked.id).await.unwrap();
    assert_eq!((opened.status(), opened.revision), (Status::Active, 2));
    assert_eq!(engine.open(client, asked.id).await.unwrap().revision, 2, "opening again changes nothing");
    let extended = engine.extend(client, asked.id, Some(secs(100))).await.unwrap();
    assert_eq!(extended.deadline(), Some(asked.created_at + secs(400)));
    let wrong = engine.submit(client, asked.id, BAD).await.unwrap_err();
    assert!(wrong.retry_allowed());
    let accepted = engine.submit(client, asked.id, GOOD).await.unwrap();
    assert_eq!(accepted.elicitation.status(), Status::Completed);
    let Some(Outcome::Answered(answers)) = accepted.elicitation.outcome() else { panic!("not answered") };
    assert_eq!(answers.text("host"), Some("db1"));
    assert_eq!(world.history(asked.id).await, ["created", "opened", "extended", "rejected", "complete"]);
}

#[tokio::test]
async fn call_after_the_end_reports_the_outcome() {
    let world = World::new();
    let (engine, client) = (&world.engine, &world.client);
    let declined = world.ask().await.id;
    engine.decline(client, declined).await.unwrap();
    let cancelled = world.ask().await.id;
    engine.cancel(client, cancelled, CancelReason::SessionExpired).await.unwrap();
    let answered = world.ask().await.id;
    engine.submit(client, answered, GOOD).await.unwrap();
    for (id, status, reason) in [
        (declined, Status::Declined, None),
        (cancelled, Status::Cancelled, Some("session_expired")),
        (answered, Status::Completed, None),
    ] {
        let late = CallError::Refused(Refusal::Closed {
            status,
            at: engine.status(client, id).await.unwrap().created_at,
            reason,
        });
        assert_eq!(engine.open(client, id).await.unwrap_err(), late);
        assert_eq!(engine.decline(client, id).await.unwrap_err(), late);
        assert_eq!(engine.extend(client, id, None).await.unwrap_err(), late);
        assert_eq!(engine.cancel(client, id, CancelReason::UserCancelled).await.unwrap_err(), late);
        for json in [GOOD, BAD] {
            assert_eq!(engine.submit(client, id, json).await.unwrap_err(), SubmitError::Call(late.clone()));
        }
    }
}

#[tokio::test]
async fn elicitation_of_another_client_is_not_found() {
    let world = World::new();
    let engine = &world.engine;
    let asked = world.ask().await.id;
    let stranger = client("b");
    let nothing = CallError::NotFound;
    assert_eq!(engine.status(&stranger, asked).await.unwrap_err(), nothing);
    assert_eq!(engine.open(&stranger, asked).await.unwrap_err(), nothing);
    assert_eq!(engine.decline(&stranger, asked).await.unwrap_err(), nothing);
    assert_eq!(engine.extend(&stranger, asked, None).await.unwrap_err(), nothing);
    assert_eq!(engine.wait(&stranger, asked).await.unwrap_err(), nothing);
    assert_eq!(engine.download(&stranger, asked, "x").await.unwrap_err(), nothing);
    let cancel = engine.cancel(&stranger, asked, CancelReason::UserCancelled).await;
    assert_eq!(cancel.unwrap_err(), nothing);
    let huge = vec![b' '; 2 << 20];
    for json in [GOOD, BAD, &huge] {
        let submitted = engine.submit(&stranger, asked, json).await;
        assert_eq!(submitted.unwrap_err(), SubmitError::Call(nothing.clone()));
    }
    let upload = engine.upload(&stranger, asked, "host", "a.txt", "text/plain", vec![]).await;
    assert_eq!(upload.unwrap_err().to_string(), nothing.to_string());
    assert!(engine.list(&stranger, ListFilter::default()).await.unwrap().items.is_empty());
    assert_eq!(world.history(asked).await, ["created"]);
    let operator = Actor::operator(Surface::Web);
    assert!(engine.status(&operator, asked).await.is_ok());
    assert_eq!(engine.create(&operator, Ask::form(a_form())).await.unwrap_err(), CreateError::NoClient);
}

#[tokio::test]
async fn create_with_the_same_key_returns_the_same_elicitation() {
    let world = World::new();
    let keyed = || Ask::form(a_form()).idempotency_key("once");
    let first = world.ask_with(keyed()).await;
    assert_eq!(world.ask_with(keyed()).await.id, first.id);
    let of_another = world.engine.create(&client("b"), keyed()).await.unwrap();
    assert_ne!(of_another.id, first.id, "keys belong to clients");
    world.engine.submit(&world.client, first.id, GOOD).await.unwrap();
    let after = world.ask_with(keyed()).await;
    assert_eq!((after.id, after.status()), (first.id, Status::Completed));
    world.clock.advance_and_settle(secs(25 * 60 * 60)).await;
    assert_ne!(world.ask_with(keyed()).await.id, first.id, "what is forgotten can be asked again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_creates_with_one_key_create_one_elicitation() {
    let world = World::new();
    for round in 0..50 {
        let key = format!("key {round}");
        let creates: Vec<_> = (0..16)
            .map(|_| {
                let (engine, client) = (world.engine.clone(), world.client.clone());
                let ask = Ask::form(a_form()).idempotency_key(&key);
                tokio::spawn(async move { engine.create(&client, ask).await.unwrap().id })
            })
            .collect();
        let mut ids = BTreeSet::new();
        for create in creates {
            ids.insert(create.await.unwrap());
        }
        assert_eq!(ids.len(), 1);
    }
    assert_eq!(world.log().await.len(), 50);
}

#[tokio::test]
async fn terms_follow_the_policy_of_the_client() {
    let narrow = Policy::default().with_bounds(secs(5), secs(60)).unwrap();
    let world = World::with(|builder| builder.client_policy("a", narrow));
    let timed = |by| Ask::form(a_form()).timeout(by);
    assert_eq!(world.ask().await.terms.timeout, secs(60));
    let created = |actor, ask| {
        let engine = world.engine.clone();
        async move { engine.create(&actor, ask).await.map_err(|error| error.to_string()) }
    };
    for (client, by, expected) in [
        (client("a"), ms(4_999), "a timeout of 4999 ms is too short; the shortest is 5000 ms"),
        (client("a"), secs(61), "a timeout of 61000 ms is too long; the longest is 60000 ms"),
        (client("a"), ms(0), "a timeout must be a positive whole number of milliseconds, not 0"),
        (client("b"), ms(999), "a timeout of 999 ms is too short; the shortest is 1000 ms"),
    ] {
        assert_eq!(created(client, timed(by)).await.unwrap_err(), expected);
    }
    assert_eq!(created(client("b"), timed(secs(61))).await.unwrap().terms.timeout, secs(61));
    let own = form("own", "Own").timeout_ms(7_000).field(text("a", "A")).build().unwrap();
    assert_eq!(created(client("a"), Ask::form(own)).await.unwrap().terms.timeout, secs(7));
}

#[tokio::test]
async fn list_returns_pages_newest_first() {
    let world = World::new();
    let mut asked = Vec::new();
    for number in 0..25 {
        world.clock.advance(ms(1));
        let mode = if number % 5 == 0 { Mode::Terminal } else { Mode::Form };
        asked.push(world.ask_with(Ask::form(a_form()).in_mode(mode)).await.id);
    }
    world.engine.create(&client("b"), Ask::form(a_form())).await.unwrap();
    for id in asked.iter().take(3) {
        world.engine.decline(&world.client, *id).await.unwrap();
    }
    asked.reverse();

    let mut filter = ListFilter { limit: Some(10), ..ListFilter::default() };
    let mut listed = Vec::new();
    let mut pages = 0;
    loop {
        let page = world.engine.list(&world.client, filter.clone()).await.unwrap();
        pages += 1;
        listed.extend(page.items.iter().map(|item| item.id));
        match page.next {
            Some(next) => filter.before = Some(next),
            None => break,
        }
    }
    assert_eq!((listed, pages), (asked, 3));

    let mut filter = ListFilter { statuses: vec![Status::Declined], ..ListFilter::default() };
    assert_eq!(world.engine.list(&world.client, filter.clone()).await.unwrap().items.len(), 3);
    filter.mode = Some(Mode::Terminal);
    assert_eq!(world.engine.list(&world.client, filter).await.unwrap().items.len(), 1);
    let everything = world.engine.list(&Actor::operator(Surface::Web), ListFilter::default()).await.unwrap();
    assert_eq!(everything.items.len(), 26);
}

#[tokio::test]
async fn prompt_and_page_are_answered() {
    let world = World::new();
    let prompt = world.ask_with(Ask::prompt("What is your name?").unwrap()).await;
    assert_eq!((prompt.mode, prompt.terms.timeout), (Mode::Inline, secs(30)));
    let accepted = world.engine.submit(&world.client, prompt.id, br#""Ops""#).await.unwrap();
    let Some(Outcome::Answered(answers)) = accepted.elicitation.outcome() else { panic!("not answered") };
    assert_eq!(answers.text("answer"), Some("Ops"));

    assert!(Ask::page("http://127.0.0.1/", "There", &UrlPolicy::default()).is_err());
    let page = Ask::page("https://example.com/pay", "Pay there", &UrlPolicy::default()).unwrap();
    let page = world.ask_with(page).await;
    let wrong = world.engine.submit(&world.client, page.id, b"{nonsense").await.unwrap_err();
    assert_eq!(wrong.to_string(), "the answer did not pass: The result is not JSON.");
    world.engine.submit(&world.client, page.id, br#"{"paid": true}"#).await.unwrap();
    let outcome = world.engine.wait(&world.client, page.id).await.unwrap();
    assert_eq!(outcome, Outcome::Finished(r#"{"paid": true}"#.into()));
}

#[tokio::test]
async fn fourth_rejection_closes_the_elicitation() {
    let world = World::new();
    let asked = world.ask().await.id;
    for count in 1..=4 {
        let wrong = world.engine.submit(&world.client, asked, BAD).await.unwrap_err();
        let SubmitError::Invalid { retry_count, retry_limit: 3, .. } = wrong else { panic!("{wrong:?}") };
        assert_eq!((retry_count, wrong.retry_allowed()), (count.min(3), count <= 3));
    }
    let outcome = world.engine.wait(&world.client, asked).await.unwrap();
    assert_eq!(outcome, Outcome::Cancelled(CancelReason::MaxRetriesExceeded));
}
