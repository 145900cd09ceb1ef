//! Quiet hours hold, digests collect.

use std::time::Duration;

use askwell_engine::Clock as _;
use askwell_lifecycle::{Audience, Timestamp};
use askwell_notify::{
    Directory, NotificationFilter, NotificationState, Notifications, Preferences, PreferencesDocument,
};

use crate::fixture::{NotifyFixture, RecordingChannel, listed, person, until, until_nothing_pending};

/// 2027-01-15T08:00:00Z, when the simulated clock starts.
const EIGHT: u64 = 1_800_000_000_000;

fn hour(hour: u64) -> Timestamp {
    Timestamp::from_millis(EIGHT) + Duration::from_secs((hour - 8) * 3600)
}

fn directory(preferences: PreferencesDocument) -> Directory {
    Directory::new(vec![person("ada", &["test"], preferences)], Vec::new()).unwrap()
}

async fn until_pending(notifications: &Notifications, count: usize) {
    until(notifications, || async {
        listed(notifications, NotificationFilter::Pending).await.len() == count
    })
    .await;
}

#[tokio::test]
async fn quiet_hours_hold_notifications_and_then_send_them_as_one() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let quiet =
        PreferencesDocument { quiet_hours: Some("22:00-08:30".to_owned()), ..PreferencesDocument::default() };
    let notifications = fixture.start(directory(quiet), vec![channel]).await;
    for _ in 0..2 {
        fixture.ask(Audience::Person("ada".into()), "Deploy?").await;
    }
    until_pending(&notifications, 2).await;
    let due = hour(8) + Duration::from_secs(1800);
    for held in listed(&notifications, NotificationFilter::Pending).await {
        assert_eq!(held.state, NotificationState::Pending { next_try: due, is_held: true });
    }
    fixture.clock.advance(Duration::from_secs(1799));
    assert!(sent.is_empty());
    fixture.clock.advance(Duration::from_secs(1));
    assert_eq!(sent.next().await.count(), 2);
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn retry_that_falls_into_quiet_hours_is_held() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    sent.answer([Some(askwell_notify::channel::DeliveryOutcome::retry("full"))]);
    let quiet =
        PreferencesDocument { quiet_hours: Some("08:00-08:30".to_owned()), ..PreferencesDocument::default() };
    fixture.clock.set(Timestamp::from_millis(EIGHT - 1000));
    let notifications = fixture.start(directory(quiet), vec![channel]).await;
    fixture.ask_person("ada").await;
    sent.next().await;
    let failed = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        pending.first().is_some_and(|pending| pending.attempts == 1)
    };
    until(&notifications, failed).await;
    fixture.clock.advance(Duration::from_secs(10));
    let held = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        let due = hour(8) + Duration::from_secs(1800);
        pending.first().map(|one| one.state)
            == Some(NotificationState::Pending { next_try: due, is_held: true })
    };
    until(&notifications, held).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn digest_collects_and_stored_preferences_replace_those_of_the_settings() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let digest = PreferencesDocument { digest: vec!["08:20".to_owned()], ..PreferencesDocument::default() };
    let notifications = fixture.start(directory(digest), vec![channel.clone()]).await;
    for _ in 0..3 {
        fixture.ask_person("ada").await;
    }
    until_pending(&notifications, 3).await;
    assert!(sent.is_empty());
    fixture.clock.advance(Duration::from_secs(20 * 60));
    assert_eq!(sent.next().await.count(), 3);
    until_nothing_pending(&notifications).await;

    notifications.set_preferences("ada", &Preferences::default()).await.unwrap();
    fixture.ask_person("ada").await;
    assert_eq!(sent.next().await.count(), 1);
    assert_eq!(notifications.preferences("ada").await.unwrap(), Preferences::default());
    until_nothing_pending(&notifications).await;
    assert_eq!(fixture.clock.now(), hour(8) + Duration::from_secs(1200));
}

#[tokio::test]
async fn unsubscribe_link_turns_off_its_channel_only_for_its_person() {
    let fixture = NotifyFixture::new();
    let ((mail, mut by_mail), (chat, mut by_chat)) =
        (RecordingChannel::named("mail"), RecordingChannel::named("chat"));
    let mail = askwell_notify::channel::NamedChannel {
        unsubscribe: askwell_notify::channel::Unsubscribe::Offered,
        ..mail
    };
    let people =
        ["ada", "bob"].map(|name| person(name, &["mail", "chat"], PreferencesDocument::default())).to_vec();
    let directory = Directory::new(people, Vec::new()).unwrap();
    let notifications = fixture.start(directory, vec![mail, chat]).await;
    fixture.ask_person("ada").await;
    let link = by_mail.next().await.unsubscribe.unwrap();
    assert_eq!(by_chat.next().await.unsubscribe, None);
    let token = link.strip_prefix("https://ask.example.com/notifications/unsubscribe/").unwrap();
    assert_eq!(notifications.unsubscribe_channel(token).unwrap(), "mail");
    assert!(notifications.unsubscribe("x.y").await.is_err());
    notifications.unsubscribe(token).await.unwrap();
    notifications.unsubscribe(token).await.unwrap();
    fixture.ask_person("ada").await;
    fixture.ask_person("bob").await;
    assert_eq!(by_chat.next().await.address, "ada-chat");
    assert_eq!(by_mail.next().await.address, "bob-mail");
    until_nothing_pending(&notifications).await;
    assert!(by_mail.is_empty());
}
