//! The operator functions of webhooks.

use std::sync::Arc;

use askwell_engine::Clock as _;
use askwell_web::webhooks::{DeliveryFilter, EndpointSettings, OperatorError};
use serde_json::{Value, json};

use crate::fixture::{WebhookFixture, named, until_dead, until_failed};
use crate::receiver::{Receiver, Reply};

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn endpoints_and_deliveries_are_listed() {
    let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Status(500), Reply::Status(410)]);
    let events = vec!["elicitation.complete".to_owned()];
    let settings = EndpointSettings { events, client: Some("a".to_owned()), ..named("crm", receiver.url()) };
    let webhooks = fixture.start([settings]).await;
    let now = fixture.clock.now().as_millis();
    let origin = format!("http://{}", receiver.address);
    let mut shown = json!({
        "name": "crm", "origin": origin, "events": ["elicitation.complete"], "client": "a", "status": "enabled",
    });
    assert_eq!(read(&webhooks.endpoints()[0].to_json()), shown);

    let id = fixture.answered().await;
    let (pending, next_try) = until_failed(&webhooks, 1).await;
    let mut delivery = json!({
        "deliveryId": &*pending.key, "webhookId": pending.message_id, "webhook": "crm", "elicitationId": id,
        "type": "elicitation.complete", "happenedAt": now, "attempts": 1, "lastError": "the receiver answered 500",
        "status": "pending", "nextTryAt": next_try.as_millis(),
    });
    assert_eq!(read(&pending.to_json()), delivery);

    fixture.clock.set(next_try);
    let dead = until_dead(&webhooks, 1).await.remove(0);
    let gone = delivery.as_object_mut().unwrap();
    gone.remove("nextTryAt");
    gone.extend([
        ("status".to_owned(), json!("dead")),
        ("deadAt".to_owned(), json!(next_try.as_millis())),
        ("attempts".to_owned(), json!(2)),
        ("lastError".to_owned(), json!("the receiver answered 410: it is gone for good")),
    ]);
    assert_eq!(read(&dead.to_json()), delivery);
    shown["status"] = json!("disabled");
    shown["disabledAt"] = json!(next_try.as_millis());
    assert_eq!(read(&webhooks.endpoints()[0].to_json()), shown);
}

#[tokio::test]
async fn deliveries_are_paged_by_endpoint() {
    let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Status(410); 40]);
    let names = ["a", "a-b", "b"];
    let webhooks = fixture.start(names.map(|name| named(name, receiver.url()))).await;
    for _ in 0..5 {
        fixture.answered().await;
    }
    until_dead(&webhooks, 15).await;
    let page = async |endpoint, after, limit| {
        webhooks.deliveries(DeliveryFilter::Dead, endpoint, after, limit).await
    };
    for name in names {
        let (mut after, mut keys) = (None, Vec::new());
        loop {
            let found = page(Some(name), after.clone(), 2).await.unwrap();
            let Some(last) = found.last() else { break };
            assert!(found.iter().all(|delivery| &*delivery.endpoint == name));
            after = Some(Arc::clone(&last.key));
            keys.extend(found.into_iter().map(|delivery| delivery.key));
        }
        assert_eq!(keys.len(), 5, "{name}");
        assert!(keys.is_sorted());
    }
    assert_eq!(page(Some("c"), None, 10).await, Ok(Vec::new()));
    assert_eq!(page(None, None, 100).await.unwrap().len(), 15);
}

#[tokio::test]
async fn replay_of_unknown_delivery_is_rejected() {
    let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
    let webhooks = fixture.start([named("crm", receiver.url())]).await;
    for key in ["", "crm", "crm/1", "crm/00000000000000000001", "crm/x"] {
        assert_eq!(webhooks.replay(key).await, Err(OperatorError::UnknownDelivery), "{key}");
    }
    assert_eq!(webhooks.replay("other/00000000000000000001").await, Err(OperatorError::UnknownEndpoint));
    assert_eq!(webhooks.replay_all("other").await, Err(OperatorError::UnknownEndpoint));
    assert_eq!(webhooks.enable("other").await, Err(OperatorError::UnknownEndpoint));
    assert_eq!(webhooks.replay_all("crm").await, Ok(0));
}
