//! Web Push, opened by libraries that have nothing to do with this project.

use askwell_notify::channel::NamedChannel;
use askwell_notify::channel::http_post::{HttpPost, Network};
use askwell_notify::channel::web_push::{PushSubscription, SubscribeError, WebPush};
use askwell_notify::{Directory, NotificationFilter, PreferencesDocument, Titles};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::channels::http;
use crate::fixture::{NotifyFixture, listed, person, until, until_nothing_pending};
use crate::receiver::{Receiver, run_peer};

fn subscription(endpoint: &str, keys: &Value) -> PushSubscription {
    let text = json!({"endpoint": endpoint, "expirationTime": null, "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}});
    PushSubscription::from_json(&text.to_string()).unwrap()
}

fn ada() -> Directory {
    Directory::new(vec![person("ada", &[], PreferencesDocument::default())], Vec::new()).unwrap()
}

#[tokio::test]
async fn browser_opens_the_message_and_knows_the_sender() {
    let (fixture, mut receiver) = (NotifyFixture::new(), Receiver::new().await);
    let push = WebPush::new(fixture.engine.records(), "mailto:ops@example.com", http()).await.unwrap();
    let registry = push.registry();
    let keys = run_peer(&["push_browser.py", "keys"], "");
    registry.subscribe("ada", &subscription(&format!("{}/push/1", receiver.url), &keys)).await.unwrap();
    let notifications = fixture.start(ada(), vec![NamedChannel::new("push", push, Titles::Sent)]).await;
    let asked = fixture.ask_person("ada").await;
    let request = receiver.next().await;
    assert_eq!((request.path.as_str(), request.header("content-encoding")), ("/push/1", "aes128gcm"));
    assert_eq!((request.header("topic").len(), request.header("urgency")), (32, "normal"));
    let opened = run_peer(
        &["push_browser.py", "open"],
        &json!({
            "private": keys["private"],
            "auth": keys["auth"],
            "body": URL_SAFE_NO_PAD.encode(&request.body),
            "authorization": request.header("authorization"),
            "audience": receiver.url,
        })
        .to_string(),
    );
    assert_eq!((&opened["scheme"], &opened["key"]), (&json!("vapid"), &json!(registry.public_key())));
    assert_eq!(opened["claims"]["sub"], "mailto:ops@example.com");
    assert_eq!(opened["message"]["title"], "deployer asks: Deploy?");
    assert_eq!(opened["message"]["url"], json!(format!("https://ask.example.com/inbox/{}", asked.id)));
    until_nothing_pending(&notifications).await;

    // A restart keeps the key, as browsers are registered for it.
    let again = WebPush::new(fixture.engine.records(), "mailto:ops@example.com", http()).await.unwrap();
    assert_eq!(again.registry().public_key(), registry.public_key());
}

#[tokio::test]
async fn browser_that_is_gone_is_forgotten_and_a_failing_one_is_tried_again() {
    let (fixture, mut receiver) = (NotifyFixture::new(), Receiver::new().await);
    let push = WebPush::new(fixture.engine.records(), "mailto:ops@example.com", http()).await.unwrap();
    let registry = push.registry();
    let keys = run_peer(&["push_browser.py", "keys"], "");
    registry.subscribe("ada", &subscription(&format!("{}/push/1", receiver.url), &keys)).await.unwrap();
    let notifications = fixture.start(ada(), vec![NamedChannel::new("push", push, Titles::Sent)]).await;
    receiver.reply(StatusCode::SERVICE_UNAVAILABLE);
    receiver.reply(StatusCode::GONE);
    fixture.ask_person("ada").await;
    receiver.next().await;
    let failed = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        pending.first().is_some_and(|one| one.attempts == 1)
    };
    until(&notifications, failed).await;
    assert_eq!(registry.count("ada").await, Ok(1));
    fixture.clock.advance(std::time::Duration::from_secs(10));
    receiver.next().await;
    until_nothing_pending(&notifications).await;
    assert_eq!(registry.count("ada").await, Ok(0));
}

#[tokio::test]
async fn endpoint_in_a_private_network_is_not_registered() {
    let fixture = NotifyFixture::new();
    let push = WebPush::new(fixture.engine.records(), "mailto:x@example.com", HttpPost::new(Network::Public));
    let registry = push.await.unwrap().registry();
    let keys = json!({"p256dh": URL_SAFE_NO_PAD.encode([4; 65]), "auth": URL_SAFE_NO_PAD.encode([1; 16])});
    for endpoint in [
        "https://127.0.0.1/x",
        "https://169.254.169.254/",
        "http://push.example.com/",
        "https://localhost/",
        "gopher://x",
    ] {
        let refused = registry.subscribe("ada", &subscription(endpoint, &keys)).await.unwrap_err();
        assert!(matches!(refused, SubscribeError::Endpoint(_)), "{endpoint}: {refused:?}");
    }
    for text in
        ["", "{}", "[]", r#"{"endpoint":"https://push.example.com","keys":{"p256dh":"AA","auth":"AA"}}"#]
    {
        assert_eq!(PushSubscription::from_json(text), Err(SubscribeError::Malformed), "{text}");
    }
    for number in 0..16 {
        let one = subscription(&format!("https://push.example.com/{number}"), &keys);
        registry.subscribe("ada", &one).await.unwrap();
        registry.subscribe("ada", &one).await.unwrap();
    }
    let one_more = subscription("https://push.example.com/one-more", &keys);
    assert_eq!(registry.subscribe("ada", &one_more).await, Err(SubscribeError::TooMany));
    registry.subscribe("bob", &one_more).await.unwrap();
    assert_eq!(registry.unsubscribe("ada", "https://push.example.com/3").await, Ok(true));
    registry.subscribe("ada", &one_more).await.unwrap();
    assert_eq!((registry.count("ada").await, registry.count("bob").await), (Ok(16), Ok(1)));
}
