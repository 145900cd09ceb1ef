//! Receivers that fail, ask for a wait, are slow, or are gone.

use std::time::Duration;

use askwell_engine::Clock as _;
use askwell_web::webhooks::{DeliveryFilter, EndpointSettings, EndpointStatus};

use crate::fixture::{WebhookFixture, listed, named, secs, to, until_all_arrived, until_dead, until_failed};
use crate::receiver::{Receiver, Reply};

#[tokio::test]
async fn failed_delivery_is_retried_with_the_same_id() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([500, 404, 429, 599, 400].map(Reply::Status));
    let webhooks = fixture.start([to(&receiver)]).await;
    fixture.answered().await;
    let first = receiver.next().await;
    for (attempts, wait) in [(1, 5), (2, 20), (3, 80), (4, 320), (5, 1280)] {
        let (found, next_try) = until_failed(&webhooks, attempts).await;
        let late = (fixture.clock.now() + secs(wait)).until(next_try);
        assert!(
            next_try >= fixture.clock.now() + secs(wait) && late <= secs(wait) / 4,
            "{attempts}: {late:?}"
        );
        assert!(found.last_error.unwrap().starts_with("the receiver answered "));
        fixture.clock.set(next_try);
        let again = receiver.next().await;
        assert_eq!((again.id(), &again.body), (first.id(), &first.body));
        let sent_at = (next_try.as_millis() / 1000).to_string();
        assert_eq!(again.header("webhook-timestamp"), sent_at, "signed anew");
        again.json();
    }
    until_all_arrived(&webhooks).await;
    webhooks.stop().await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn redirect_counts_as_failure_and_is_not_followed() {
    for status in [300, 301, 302, 303, 304, 307, 308] {
        let (fixture, mut receiver, redirect_target) =
            (WebhookFixture::new(), Receiver::new().await, Receiver::new().await);
        receiver.reply([Reply::Redirect(status, redirect_target.address)]);
        let webhooks = fixture.start([to(&receiver)]).await;
        fixture.answered().await;
        receiver.next().await;
        let (found, _) = until_failed(&webhooks, 1).await;
        let expected = format!("the receiver answered {status}, and redirects are not followed");
        assert_eq!(found.last_error, Some(expected));
        webhooks.stop().await;
        assert!(redirect_target.is_empty() && receiver.is_empty());
    }
}

#[tokio::test]
async fn retry_after_is_respected_within_bounds() {
    // The clock of these tests stands at Fri, 15 Jan 2027 08:00:00 GMT.
    for (header, expected) in [
        ("600", 600),
        ("999999999", 3_600),
        ("Fri, 15 Jan 2027 08:10:00 GMT", 600),
        ("Thu, 15 Jan 2037 08:10:00 GMT", 3_600),
    ] {
        let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
        receiver.reply([Reply::With(503, "retry-after", header)]);
        let webhooks = fixture.start([to(&receiver)]).await;
        fixture.answered().await;
        let first = receiver.next().await.id().to_owned();
        let (_, next_try) = until_failed(&webhooks, 1).await;
        assert_eq!(fixture.clock.now().until(next_try), secs(expected), "{header}");
        fixture.clock.set(next_try);
        assert_eq!(receiver.next().await.id(), first);
    }
    // Nonsense and the past change nothing.
    for header in ["0", "soon", "Fri, 15 Jan 2021 08:10:00 GMT"] {
        let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
        receiver.reply([Reply::With(429, "retry-after", header)]);
        let webhooks = fixture.start([to(&receiver)]).await;
        fixture.answered().await;
        let (_, next_try) = until_failed(&webhooks, 1).await;
        assert!(fixture.clock.now().until(next_try) <= Duration::from_millis(6_250), "{header}");
    }
}

#[tokio::test]
async fn status_410_disables_the_endpoint() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Status(500), Reply::Status(410)]);
    let webhooks = fixture.start([to(&receiver)]).await;
    fixture.answered().await;
    let failed = receiver.next().await.id().to_owned();
    until_failed(&webhooks, 1).await;
    fixture.answered().await;
    let gone = receiver.next().await.id().to_owned();
    // What was waiting is given up with it.
    let dead = until_dead(&webhooks, 2).await;
    assert_eq!([&dead[0].message_id, &dead[1].message_id], [&failed, &gone]);
    assert_eq!(dead[0].last_error.as_deref(), Some("the endpoint is disabled"));
    assert_eq!(dead[1].last_error.as_deref(), Some("the receiver answered 410: it is gone for good"));
    let disabled = EndpointStatus::Disabled { since: fixture.clock.now() };
    assert_eq!(webhooks.endpoints()[0].health, disabled);
    // So is what happens afterwards, also after a restart.
    fixture.answered().await;
    until_dead(&webhooks, 3).await;
    webhooks.stop().await;
    let webhooks = fixture.start([to(&receiver)]).await;
    assert_eq!(webhooks.endpoints()[0].health, disabled);
    fixture.answered().await;
    until_dead(&webhooks, 4).await;
    assert!(receiver.is_empty());
    assert_eq!(
        webhooks.replay_all("crm").await.unwrap_err().to_string(),
        "this webhook is disabled; enable it first"
    );
    assert!(webhooks.replay(&dead[0].key).await.is_err());
    // An operator can bring it back, and what it has missed.
    assert_eq!(webhooks.enable("crm").await, Ok(true));
    assert_eq!(webhooks.enable("crm").await, Ok(false));
    assert_eq!(webhooks.endpoints()[0].health, EndpointStatus::Enabled);
    assert_eq!(webhooks.replay_all("crm").await, Ok(4));
    for _ in 0..4 {
        receiver.next().await;
    }
    until_all_arrived(&webhooks).await;
    assert!(listed(&webhooks, DeliveryFilter::Dead).await.is_empty());
}

#[tokio::test]
async fn endpoint_with_new_url_is_enabled_again() {
    let (fixture, mut old, mut new) = (WebhookFixture::new(), Receiver::new().await, Receiver::new().await);
    old.reply([Reply::Status(410)]);
    let webhooks = fixture.start([to(&old)]).await;
    fixture.answered().await;
    let id = old.next().await.id().to_owned();
    until_dead(&webhooks, 1).await;
    webhooks.stop().await;
    let webhooks = fixture.start([to(&new)]).await;
    assert_eq!(webhooks.endpoints()[0].health, EndpointStatus::Enabled);
    assert_eq!(webhooks.replay_all("crm").await, Ok(1));
    assert_eq!(new.next().await.id(), id);
}

#[tokio::test]
async fn slow_receiver_does_not_delay_other_endpoints() {
    let (fixture, mut slow, mut quick) =
        (WebhookFixture::new(), Receiver::new().await, Receiver::new().await);
    slow.reply([Reply::Never; 20]);
    let webhooks = fixture.start([named("a-slow", slow.url()), named("quick", quick.url())]).await;
    for _ in 0..20 {
        let id = fixture.answered().await;
        assert_eq!(quick.next().await.news().1, id);
    }
    // Not all at once, either.
    for _ in 0..8 {
        slow.next().await;
    }
    assert!(slow.is_empty());
    let waiting = listed(&webhooks, DeliveryFilter::Pending).await;
    assert!(waiting.iter().filter(|delivery| &*delivery.endpoint == "a-slow").count() == 20);
}

#[tokio::test]
async fn missing_response_counts_as_failure() {
    let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Never]);
    let timeout = Duration::from_millis(50);
    let webhooks = fixture.start([EndpointSettings { timeout, ..to(&receiver) }]).await;
    fixture.answered().await;
    let (found, _) = until_failed(&webhooks, 1).await;
    assert_eq!(found.last_error.as_deref(), Some("no answer within 50 ms"));
}

#[tokio::test]
async fn refused_connection_counts_as_failure() {
    let fixture = WebhookFixture::new();
    // A bound address without a listener.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}/hook?to=me", taken.local_addr().unwrap());
    let webhooks = fixture.start([named("crm", url)]).await;
    fixture.answered().await;
    let (found, _) = until_failed(&webhooks, 1).await;
    let error = found.last_error.unwrap();
    assert!(!error.contains("hook?to=me") && error.contains("onnect"), "{error}");
}

#[tokio::test]
async fn delivery_is_dead_after_last_attempt_and_can_be_replayed() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Status(500); 3]);
    let webhooks = fixture.start([EndpointSettings { attempts: 3, ..to(&receiver) }]).await;
    let id = fixture.answered().await;
    let first = receiver.next().await.id().to_owned();
    for attempts in 1..3 {
        let (_, next_try) = until_failed(&webhooks, attempts).await;
        fixture.clock.set(next_try);
        assert_eq!(receiver.next().await.id(), first);
    }
    let dead = until_dead(&webhooks, 1).await.remove(0);
    assert_eq!((dead.attempts, &*dead.message_id), (3, &*first));
    assert_eq!(dead.last_error.as_deref(), Some("the receiver answered 500"));
    fixture.clock.advance(secs(50_000));
    assert!(listed(&webhooks, DeliveryFilter::Pending).await.is_empty());
    // Still there after a restart.
    webhooks.stop().await;
    fixture.clock.set(fixture.clock.now().minus(secs(50_000)));
    let webhooks = fixture.start([EndpointSettings { attempts: 3, ..to(&receiver) }]).await;
    assert!(receiver.is_empty());
    webhooks.replay(&dead.key).await.unwrap();
    let replayed = receiver.next().await;
    assert_eq!((replayed.id(), replayed.news().1), (&*first, id));
    until_all_arrived(&webhooks).await;
    let again = webhooks.replay(&dead.key).await.unwrap_err().to_string();
    assert_eq!(
        again,
        "there is no such dead delivery; it was replayed, or is forgotten with its elicitation"
    );
}
