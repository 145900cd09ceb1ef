//! Crashes and store failures: notifications are sent again with the same id, never lost.

use std::sync::Arc;

use askwell_engine::Engine;
use askwell_lifecycle::{Actor, Surface};
use askwell_notify::channel::DeliveryOutcome;
use askwell_notify::{NotificationFilter, NotificationState};
use askwell_store::SqliteStore;
use askwell_testkit::crash_store::CrashStore;

use crate::fixture::{NotifyFixture, RecordingChannel, ada, listed, secs, until, until_nothing_pending};

#[tokio::test]
async fn notification_is_resent_with_its_id_after_crash_before_the_outcome() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    sent.answer([None]);
    let notifications = fixture.start(ada(), vec![channel.clone()]).await;
    fixture.ask_person("ada").await;
    let first = sent.next().await;
    drop(notifications);
    let fixture = fixture.again();
    let notifications = fixture.start(ada(), vec![channel]).await;
    assert_eq!(sent.next().await, first);
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn notification_is_resent_when_its_outcome_cannot_be_stored() {
    let store = CrashStore::new();
    let fixture = NotifyFixture::over(Arc::new(store.clone()));
    let (channel, mut sent) = RecordingChannel::named("test");
    sent.answer([None]);
    let notifications = fixture.start(ada(), vec![channel.clone()]).await;
    fixture.ask_person("ada").await;
    let first = sent.next().await;
    drop(notifications);
    // It is delivered, but that cannot be stored.
    let notifications = fixture.start(ada(), vec![channel]).await;
    store.fail_commit(1);
    assert_eq!(sent.next().await.id, first.id);
    let mut progress = notifications.progress();
    if *progress.borrow_and_update() == 0 {
        progress.changed().await.unwrap();
    }
    assert_eq!(listed(&notifications, NotificationFilter::Pending).await.len(), 1);
    fixture.clock.advance(secs(1));
    assert_eq!(sent.next().await.id, first.id);
    until_nothing_pending(&notifications).await;
}

#[tokio::test]
async fn questions_asked_while_nothing_ran_are_told_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (channel, mut sent) = RecordingChannel::named("test");
    let open = || async { Arc::new(SqliteStore::open(folder.path()).unwrap()) };
    let store = open().await;
    let fixture = NotifyFixture::over(store.clone());
    sent.answer([Some(DeliveryOutcome::retry("not now"))]);
    let notifications = fixture.start(ada(), vec![channel.clone()]).await;
    let first = fixture.ask_person("ada").await;
    assert!(sent.next().await.link().ends_with(&first.id.to_string()));
    let failed = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        pending.first().is_some_and(|pending| pending.attempts == 1)
    };
    until(&notifications, failed).await;
    notifications.stop().await;
    drop(notifications);
    let second = fixture.ask_person("ada").await;
    let clock = fixture.clock.clone();
    drop(fixture);
    askwell_engine::store::NodeStore::close(&*store).await.unwrap();
    drop(store);

    let fixture = NotifyFixture::over(open().await);
    fixture.clock.set(askwell_engine::Clock::now(&clock));
    let notifications = fixture.start(ada(), vec![channel]).await;
    assert!(sent.next().await.link().ends_with(&second.id.to_string()));
    fixture.clock.advance(secs(10));
    assert!(sent.next().await.link().ends_with(&first.id.to_string()));
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn failed_attempts_are_repeated_with_growing_waits_and_then_given_up() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    sent.answer((0..8).map(|_| Some(DeliveryOutcome::retry("full"))));
    let notifications = fixture.start(ada(), vec![channel]).await;
    let question = askwell_form::build::form("q", "Deploy?")
        .field(askwell_form::build::text("name", "Name"))
        .build()
        .unwrap();
    let policy = askwell_lifecycle::PolicySettings {
        max_timeout: askwell_lifecycle::LONGEST_TIMEOUT,
        ..askwell_lifecycle::PolicySettings::default()
    };
    let engine = Engine::builder()
        .clock(fixture.clock.clone())
        .policy(askwell_lifecycle::Policy::new(policy).unwrap())
        .shared_store(Arc::clone(&fixture.store))
        .start();
    let ask = askwell_engine::Ask::form(question).for_person("ada").timeout(secs(20 * 86_400));
    engine.create(&Actor::client("deployer", Surface::Library), ask).await.unwrap();
    let mut waits = Vec::new();
    for attempt in 1..=8 {
        sent.next().await;
        let recorded = || async {
            let pending = listed(&notifications, NotificationFilter::Pending).await;
            pending.first().is_none_or(|pending| pending.attempts == attempt)
        };
        until(&notifications, recorded).await;
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        if let Some(NotificationState::Pending { next_try, .. }) = pending.first().map(|one| one.state) {
            let wait = askwell_engine::Clock::now(&fixture.clock).until(next_try);
            waits.push(wait.as_secs());
            fixture.clock.advance(wait);
        }
    }
    assert!(waits.len() == 7 && waits.is_sorted() && waits.last() > Some(&10_000), "{waits:?}");
    let dead = listed(&notifications, NotificationFilter::Dead).await;
    assert_eq!((dead.len(), dead[0].attempts, dead[0].last_error.as_deref()), (1, 8, Some("full")));
}
