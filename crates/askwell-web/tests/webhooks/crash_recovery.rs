//! Crashes and store failures: messages are sent again with the same id, never lost.

use std::sync::Arc;

use askwell_store::SqliteStore;
use askwell_testkit::crash_store::CrashStore;
use askwell_web::webhooks::DeliveryFilter;

use crate::fixture::{WebhookFixture, listed, secs, to, until, until_all_arrived, until_dead, until_failed};
use crate::receiver::{Receiver, Reply};

#[tokio::test]
async fn delivery_is_resent_after_crash_before_the_response() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Never]);
    let webhooks = fixture.start([to(&receiver)]).await;
    fixture.answered().await;
    let first = receiver.next().await;
    drop(webhooks);
    let fixture = fixture.again();
    let webhooks = fixture.start([to(&receiver)]).await;
    let again = receiver.next().await;
    assert_eq!((again.id(), &again.body), (first.id(), &first.body));
    until_all_arrived(&webhooks).await;
}

#[tokio::test]
async fn delivery_is_resent_when_its_outcome_cannot_be_stored() {
    let store = CrashStore::new();
    let (fixture, mut receiver) = (WebhookFixture::over(Arc::new(store.clone())), Receiver::new().await);
    let webhooks = fixture.start([to(&receiver)]).await;
    receiver.reply([Reply::Never]);
    fixture.answered().await;
    let first = receiver.next().await.id().to_owned();
    drop(webhooks);
    // It is accepted, but that cannot be stored.
    let webhooks = fixture.start([to(&receiver)]).await;
    store.fail_commit(1);
    assert_eq!(receiver.next().await.id(), first);
    let mut progress = webhooks.progress();
    if *progress.borrow_and_update() == 0 {
        progress.changed().await.unwrap();
    }
    assert_eq!(listed(&webhooks, DeliveryFilter::Pending).await.len(), 1);
    fixture.clock.advance(secs(1));
    assert_eq!(receiver.next().await.id(), first);
    until_all_arrived(&webhooks).await;
}

#[tokio::test]
async fn outbox_retries_when_the_store_fails() {
    // The commits that follow: asking, its place in the outbox, answering, its place in the outbox.
    for lost in [false, true] {
        let store = CrashStore::new();
        let (fixture, mut receiver) = (WebhookFixture::over(Arc::new(store.clone())), Receiver::new().await);
        let webhooks = fixture.start([to(&receiver)]).await;
        let id = fixture.ask().await.id;
        let commits = store.commits();
        // The outbox takes up the asking before anything else happens.
        while store.commits() == commits {
            tokio::task::yield_now().await;
        }
        if lost {
            store.lose_acknowledgement(2);
        } else {
            store.fail_commit(2);
        }
        fixture.answer(id).await;
        let failed = store.commits() + 1;
        while store.commits() < failed {
            tokio::task::yield_now().await;
        }
        assert!(receiver.is_empty());
        while fixture.clock.sleepers() < 2 {
            tokio::task::yield_now().await;
        }
        fixture.clock.advance(secs(1));
        assert_eq!(receiver.next().await.news().1, id.to_string());
        until_all_arrived(&webhooks).await;
        let next = fixture.answered().await;
        assert_eq!(receiver.next().await.news().1, next, "and it goes on");
        until_all_arrived(&webhooks).await;
        assert!(receiver.is_empty());
    }
}

#[tokio::test]
async fn pending_delivery_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = Receiver::new().await;
    let open = || Arc::new(SqliteStore::open(folder.path()).unwrap());
    let form = askwell_form::build::form("name", "Name").field(askwell_form::build::text("name", "Name"));
    let form = form.build().unwrap();
    let mut ids = Vec::new();
    for round in 0..3 {
        let store = open();
        let fixture = WebhookFixture::over(store.clone());
        fixture.clock.advance(secs(round * 60));
        receiver.reply([Reply::Status(503)]);
        let webhooks = fixture.start([to(&receiver)]).await;
        if round == 0 {
            let asked = fixture
                .engine
                .create(&fixture.client, askwell_engine::Ask::form(form.clone()))
                .await
                .unwrap();
            fixture.engine.submit(&fixture.client, asked.id, br#"{"name": "db1"}"#).await.unwrap();
        }
        ids.push(receiver.next().await.id().to_owned());
        until(
            &webhooks,
            DeliveryFilter::Pending,
            |found| matches!(found, [one] if u64::from(one.attempts) == round + 1),
        )
        .await;
        webhooks.stop().await;
        store.close().await.unwrap();
    }
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[tokio::test]
async fn outbox_continues_after_the_log_was_truncated() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let webhooks = fixture.start([to(&receiver)]).await;
    webhooks.stop().await;
    drop(webhooks);
    fixture.answered().await;
    fixture.clock.advance_and_settle(secs(25 * 60 * 60)).await;
    let webhooks = fixture.start([to(&receiver)]).await;
    let id = fixture.answered().await;
    assert_eq!(receiver.next().await.news().1, id);
    until_all_arrived(&webhooks).await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn stop_waits_for_deliveries_in_flight() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    let webhooks = fixture.start([to(&receiver)]).await;
    fixture.answered().await;
    receiver.next().await;
    webhooks.stop().await;
    assert!(listed(&webhooks, DeliveryFilter::Pending).await.is_empty());
    // No more changes are read.
    fixture.answered().await;
    assert!(listed(&webhooks, DeliveryFilter::Pending).await.is_empty());
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn delivery_is_purged_with_its_elicitation() {
    let (fixture, mut receiver) = (WebhookFixture::new(), Receiver::new().await);
    receiver.reply([Reply::Status(410)]);
    let webhooks = fixture.start([to(&receiver)]).await;
    fixture.answered().await;
    receiver.next().await;
    until_dead(&webhooks, 1).await;
    // A clock settles when all who hold it sleep; webhooks with nothing to do wait for other things.
    webhooks.stop().await;
    drop(webhooks);
    fixture.clock.advance_and_settle(secs(25 * 60 * 60)).await;
    let webhooks = fixture.start([to(&receiver)]).await;
    assert!(listed(&webhooks, DeliveryFilter::Dead).await.is_empty());
    // A pending delivery is purged, too.
    webhooks.enable("crm").await.unwrap();
    receiver.reply([Reply::Status(500)]);
    fixture.answered().await;
    until_failed(&webhooks, 1).await;
    webhooks.stop().await;
    drop(webhooks);
    fixture.clock.advance_and_settle(secs(25 * 60 * 60)).await;
    let webhooks = fixture.start([to(&receiver)]).await;
    receiver.next().await;
    let id = fixture.answered().await;
    assert_eq!(receiver.next().await.news().1, id);
    until_all_arrived(&webhooks).await;
    assert!(receiver.is_empty());
}
