//! Deliveries that arrive: what they say, who gets them, how they are signed.

use askwell_engine::Ask;
use askwell_lifecycle::{Actor, CancelReason, Surface};
use askwell_web::Secrets;
use askwell_web::webhooks::{Endpoint, EventName, SigningSecret};
use serde_json::json;

use crate::support::{Receiver, SECRET, World, a_form, endpoint, recorded};

#[tokio::test]
async fn an_answer_is_told_signed_and_forgotten() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    world.answered().await;
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    let asked = world.answered().await;
    let call = receiver.call().await;
    assert_eq!(
        call.json(),
        json!({"type": "elicitation.complete", "timestamp": "2027-01-15T08:00:00.000Z", "data": {
            "elicitationId": asked.id.to_string(), "status": "completed", "result": {"name": "Ada"}}})
    );
    assert_eq!(call.header("content-type"), "application/json");
    assert!(call.header("user-agent").starts_with("askwell/"));
    assert!(call.id().starts_with("msg_"));
    assert_eq!(call.header("webhook-timestamp"), "1800000000");
    let signer = standardwebhooks::Webhook::new(SECRET).unwrap();
    let expected = signer.sign(call.id(), 1_800_000_000, call.body.as_bytes()).unwrap();
    assert_eq!(call.header("webhook-signature"), expected);

    recorded(&webhooks, 1).await;
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty());
    assert!(webhooks.dead_letters(None, 10).await.unwrap().is_empty());
    assert!(receiver.is_quiet(), "what happened before webhooks were set up is not told");
}

#[tokio::test]
async fn everybody_gets_what_they_want() {
    let world = World::new();
    let (mut all, mut endings, mut of_b) =
        (Receiver::start().await, Receiver::start().await, Receiver::start().await);
    let endpoints = vec![
        Endpoint { events: EventName::ALL.to_vec(), ..endpoint("all", all.url()) },
        endpoint("endings", endings.url()),
        Endpoint { client: Some("b".into()), ..endpoint("of_b", of_b.url()) },
    ];
    let webhooks = world.webhooks(endpoints).await;
    let (engine, person) = (&world.engine, Actor::person("reviewer", Surface::Web));
    let asked = world.ask().await.id;
    engine.open(&world.client, asked).await.unwrap();
    engine.claim(&person, asked).await.unwrap();
    engine.release(&person, asked).await.unwrap();
    engine.extend(&world.client, asked, None).await.unwrap();
    engine.submit(&world.client, asked, b"{}").await.unwrap_err();
    engine.decline(&person, asked).await.unwrap();
    let b = Actor::client("b", Surface::Api);
    let other = engine.create(&b, Ask::form(a_form())).await.unwrap().id;
    engine.cancel(&b, other, CancelReason::UserCancelled).await.unwrap();

    recorded(&webhooks, 9 + 2 + 1).await;
    let mut told = Vec::new();
    while !all_told(&told) {
        told.push(all.call().await.json()["type"].as_str().unwrap().to_owned());
    }
    told.sort();
    let mut expected = [
        "created",
        "opened",
        "claimed",
        "released",
        "extended",
        "rejected",
        "declined",
        "created",
        "cancelled",
    ]
    .map(|name| format!("elicitation.{name}"));
    expected.sort();
    assert_eq!(told, expected);
    let (first, second) = (endings.call().await.json(), endings.call().await.json());
    let mut ends = [&first["type"], &second["type"]].map(|name| name.as_str().unwrap().to_owned());
    ends.sort();
    assert_eq!(ends, ["elicitation.cancelled", "elicitation.declined"]);
    let call = of_b.call().await.json();
    assert_eq!(
        (&call["type"], &call["data"]["reason"]),
        (&json!("elicitation.cancelled"), &json!("user_cancelled"))
    );
    assert!(all.is_quiet() && endings.is_quiet() && of_b.is_quiet());
}

fn all_told(told: &[String]) -> bool {
    told.len() == 9
}

#[tokio::test]
async fn secrets_are_told_only_to_those_who_may_know_and_never_written_down() {
    let world = World::new();
    let (mut masked, mut shown) = (Receiver::start().await, Receiver::start().await);
    let endpoints = vec![
        endpoint("masked", masked.url()),
        Endpoint { secrets: Secrets::Shown, ..endpoint("shown", shown.url()) },
    ];
    let webhooks = world.webhooks(endpoints).await;
    shown.script([crate::support::Answer::Status(500)]);
    let asked = world.ask().await.id;
    let answer = br#"{"name": "Ada", "pin": "s3cr3t-pin"}"#;
    world.engine.submit(&world.client, asked, answer).await.unwrap();
    let call = masked.call().await;
    assert!(
        !call.body.contains("s3cr3t-pin") && call.json()["data"]["result"]["name"] == "Ada",
        "{}",
        call.body
    );
    assert_eq!(shown.call().await.json()["data"]["result"]["pin"], "s3cr3t-pin");
    recorded(&webhooks, 2).await;
    for note in world.engine.notes().list("delivery", None, 10).await.unwrap() {
        assert!(!String::from_utf8_lossy(&note.value).contains("s3cr3t-pin"));
    }
    world.wait_for_next_attempt(&webhooks).await;
    assert_eq!(shown.call().await.json()["data"]["result"]["pin"], "s3cr3t-pin", "and again");
}

#[tokio::test]
async fn an_old_secret_signs_beside_the_new_one() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    let new = SigningSecret::parse("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
    let old = SigningSecret::parse(SECRET).unwrap();
    let rotating = Endpoint { signing: vec![new, old], ..endpoint("one", receiver.url()) };
    let _webhooks = world.webhooks(vec![rotating]).await;
    world.answered().await;
    let call = receiver.call().await;
    let signer = standardwebhooks::Webhook::new(SECRET).unwrap();
    let expected = signer.sign(call.id(), 1_800_000_000, call.body.as_bytes()).unwrap();
    let signatures: Vec<_> = call.header("webhook-signature").split(' ').collect();
    assert_eq!((signatures.len(), signatures[1]), (2, expected.as_str()));
}
