//! Which messages endpoints receive.

use askwell_engine::{Ask, Clock as _};
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Actor, CancelReason, Decline, Surface};
use askwell_web::webhooks::{Endpoint, EndpointSettings, WebhookSettings};
use askwell_web::{Caller, Events, Webhooks};
use serde_json::{Value, json};

use crate::fixture::{GOOD, WebhookFixture, a_form, named, secs, to, until_all_arrived};
use crate::receiver::{Arrived, Receiver};

#[tokio::test]
async fn completed_elicitation_is_delivered_once_and_signed() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let webhooks = fixture.start([to(&receiver)]).await;
    let id = fixture.answered().await;
    let arrived = receiver.next().await;
    let data =
        json!({"elicitationId": id, "status": "completed", "result": {"name": "db1", "password": "••••••"}});
    let message =
        json!({"type": "elicitation.complete", "timestamp": "2027-01-15T08:00:00.000Z", "data": data});
    assert_eq!(arrived.json(), message);
    assert_eq!(arrived.path, "/hook?to=me");
    assert_eq!(arrived.header("content-type"), "application/json");
    assert_eq!(arrived.header("webhook-timestamp"), (fixture.clock.now().as_millis() / 1000).to_string());
    assert!(arrived.header("user-agent").starts_with("askwell/"));
    assert!(arrived.id().starts_with("msg_") && arrived.id().len() < 64, "{}", arrived.id());
    until_all_arrived(&webhooks).await;
    webhooks.stop().await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn webhook_data_matches_event_stream_params() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let kinds = [
        "created",
        "opened",
        "rejected",
        "timeout_warning",
        "extended",
        "claimed",
        "released",
        "complete",
        "timeout",
    ];
    let events = kinds.map(|kind| format!("elicitation.{kind}")).to_vec();
    let _webhooks =
        fixture.start([EndpointSettings { events, include_secrets: true, ..to(&receiver) }]).await;
    let caller = Caller { actor: Actor::client("a", Surface::Api), ..Caller::local() };
    let mut stream = Events::open(&fixture.engine, &caller, None).await.unwrap();
    let person = Actor::operator(Surface::Web).with_person("person@example.com");
    let (engine, client) = (&fixture.engine, &fixture.client);
    let id = fixture.ask().await.id;
    let mut heard = Vec::new();
    for (turn, kind) in kinds.iter().enumerate() {
        match *kind {
            "created" => {}
            "opened" => drop(engine.open(client, id).await.unwrap()),
            "rejected" => drop(engine.submit(client, id, b"{}").await.unwrap_err()),
            "timeout_warning" => fixture.clock.advance_and_settle(secs(245)).await,
            "extended" => drop(engine.extend(client, id, None).await.unwrap()),
            "claimed" => drop(engine.claim(&person, id).await.unwrap()),
            "released" => drop(engine.release(&person, id).await.unwrap()),
            "complete" => fixture.answer(id).await,
            _ => {
                engine.create(client, a_page().timeout(secs(2))).await.unwrap();
                heard.push(compare(&receiver.next().await, &stream.next().await.unwrap().notification));
                fixture.clock.advance_and_settle(secs(2)).await;
            }
        }
        heard.push(compare(&receiver.next().await, &stream.next().await.unwrap().notification));
        assert_eq!(heard.last().map(String::as_str), Some(*kind), "turn {turn}");
    }
}

fn a_page() -> Ask {
    Ask::page("https://example.com/", "There", &UrlPolicy::default()).unwrap()
}

/// Compares a message with a notification; tells what both are about.
fn compare(arrived: &Arrived, notification: &str) -> String {
    let (message, notification) = (arrived.json(), serde_json::from_str::<Value>(notification).unwrap());
    assert_eq!(message["data"], notification["params"]);
    let kind = message["type"].as_str().unwrap().strip_prefix("elicitation.").unwrap();
    assert_eq!(notification["method"], format!("notifications/elicitation/{kind}"));
    kind.to_owned()
}

#[tokio::test]
async fn secrets_are_masked_unless_the_endpoint_includes_them() {
    let (fixture, mut open, mut masked) =
        (WebhookFixture::new(), Receiver::new().await, Receiver::new().await);
    let knows = EndpointSettings { include_secrets: true, ..named("knows", open.url()) };
    let _webhooks = fixture.start([knows, named("not", masked.url())]).await;
    fixture.answered().await;
    assert_eq!(open.next().await.json()["data"]["result"]["password"], "correct horse");
    assert!(!String::from_utf8(masked.next().await.body).unwrap().contains("horse"));
    // What another page has answered may hold anything.
    let page = fixture.engine.create(&fixture.client, a_page()).await.unwrap();
    fixture.engine.submit(&fixture.client, page.id, br#"{"token": 7}"#).await.unwrap();
    assert_eq!(open.next().await.json()["data"]["result"], json!({"token": 7}));
    assert_eq!(masked.next().await.json()["data"].get("result"), None);
}

#[tokio::test]
async fn message_about_a_decline_has_its_reason() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let _webhooks = fixture.start([named("not", receiver.url())]).await;
    let page = fixture.engine.create(&fixture.client, a_page()).await.unwrap();
    fixture.engine.decline_with(&fixture.client, page.id, Decline::because("not mine")).await.unwrap();
    let message = receiver.next().await.json();
    assert_eq!(message["type"], "elicitation.declined");
    assert_eq!(message["data"]["declineReason"], "not mine");
}

#[tokio::test]
async fn endpoint_receives_only_its_events_and_client() {
    let fixture = WebhookFixture::new();
    let (mut endings, mut of_b, mut asked) =
        (Receiver::new().await, Receiver::new().await, Receiver::new().await);
    let _webhooks = fixture
        .start([
            named("endings", endings.url()),
            EndpointSettings { client: Some("b".to_owned()), ..named("of-b", of_b.url()) },
            EndpointSettings {
                events: vec!["elicitation.created".to_owned()],
                ..named("asked", asked.url())
            },
        ])
        .await;
    let b = Actor::client("b", Surface::Library);
    let mut expected = Vec::new();
    for (client, end) in
        [(&fixture.client, "declined"), (&b, "cancelled"), (&fixture.client, "timeout"), (&b, "complete")]
    {
        let id = fixture.engine.create(client, Ask::form(a_form()).timeout(secs(30))).await.unwrap().id;
        match end {
            "declined" => drop(fixture.engine.decline(client, id).await.unwrap()),
            "cancelled" => {
                drop(fixture.engine.cancel(client, id, CancelReason::UserCancelled).await.unwrap());
            }
            "complete" => drop(fixture.engine.submit(client, id, GOOD).await.unwrap()),
            _ => fixture.clock.advance_and_settle(secs(30)).await,
        }
        expected.push((format!("elicitation.{end}"), id.to_string()));
    }
    assert_eq!(heard(&mut endings, 4).await, sorted(&expected));
    assert_eq!(heard(&mut of_b, 2).await, sorted(&[expected[1].clone(), expected[3].clone()]));
    let asked_for =
        expected.iter().map(|(_, id)| ("elicitation.created".to_owned(), id.clone())).collect::<Vec<_>>();
    assert_eq!(heard(&mut asked, 4).await, sorted(&asked_for));
    assert!(endings.is_empty() && of_b.is_empty() && asked.is_empty());
}

/// Messages may overtake each other.
async fn heard(receiver: &mut Receiver, count: usize) -> Vec<(String, String)> {
    let mut heard = Vec::new();
    for _ in 0..count {
        heard.push(receiver.next().await.news());
    }
    sorted(&heard)
}

fn sorted(news: &[(String, String)]) -> Vec<(String, String)> {
    let mut news = news.to_vec();
    news.sort_unstable();
    news
}

#[tokio::test]
async fn first_run_skips_earlier_changes() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    fixture.answered().await;
    let webhooks = fixture.start([to(&receiver)]).await;
    let second = fixture.answered().await;
    assert_eq!(receiver.next().await.news().1, second);
    until_all_arrived(&webhooks).await;
    webhooks.stop().await;
    // What happens between two runs is told by the second one.
    let third = fixture.answered().await;
    let webhooks = fixture.start([to(&receiver)]).await;
    assert_eq!(receiver.next().await.news().1, third);
    until_all_arrived(&webhooks).await;
    webhooks.stop().await;
    // A run without endpoints ends that.
    drop(fixture.start([]).await);
    fixture.answered().await;
    let webhooks = fixture.start([to(&receiver)]).await;
    let last = fixture.answered().await;
    assert_eq!(receiver.next().await.news().1, last);
    until_all_arrived(&webhooks).await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn hundreds_of_deliveries_arrive_once_each() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let webhooks = fixture.start([to(&receiver)]).await;
    let mut expected = Vec::new();
    for _ in 0..600 {
        expected.push(("elicitation.complete".to_owned(), fixture.answered().await));
    }
    assert_eq!(heard(&mut receiver, 600).await, sorted(&expected));
    until_all_arrived(&webhooks).await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn duplicate_endpoint_name_is_rejected() {
    let fixture = WebhookFixture::new();
    let twice = ["https://a.example.com/", "https://b.example.com/"]
        .map(|url| Endpoint::new(named("crm", url.to_owned())).unwrap());
    let refused =
        Webhooks::start(&fixture.engine, twice.to_vec(), WebhookSettings::default()).await.unwrap_err();
    assert_eq!(refused.to_string(), "two webhooks are called \"crm\"; each needs a name of its own");
}
