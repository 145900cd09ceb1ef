//! Who is told of a question, and what.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::Audience;
use askwell_notify::channel::NamedChannel;
use askwell_notify::{
    Directory, NotificationFilter, Notifications, NotifySettings, NotifyStartError, PreferencesDocument,
    Reason, Titles,
};

use crate::fixture::{
    NotifyFixture, RecordingChannel, ada, group, listed, person, until, until_nothing_pending,
};

#[tokio::test]
async fn asked_person_is_told_with_a_link_to_the_inbox() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let notifications = fixture.start(ada(), vec![channel]).await;
    let asked = fixture.ask_person("ada").await;
    let told = sent.next().await;
    assert_eq!((told.address.as_str(), told.subject().as_str()), ("ada-test", "deployer asks: Deploy?"));
    assert_eq!(told.link(), format!("https://ask.example.com/inbox/{}", asked.id));
    assert_eq!(told.entries.first().map(|entry| entry.reason), Some(Reason::Asked));
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty() && listed(&notifications, NotificationFilter::Dead).await.is_empty());
}

#[tokio::test]
async fn title_is_withheld_where_the_channel_may_not_carry_it() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let _running = fixture.start(ada(), vec![NamedChannel { titles: Titles::Withheld, ..channel }]).await;
    fixture.ask(Audience::Person(Arc::from("ada")), "Pay 100000 to Eve").await;
    let told = sent.next().await;
    assert_eq!(told.subject(), "deployer asks a question");
    assert!(!told.text().contains("Eve"), "{}", told.text());
}

#[tokio::test]
async fn only_the_audience_is_told() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let nothing = PreferencesDocument::default;
    let people = vec![person("ada", &["test"], nothing()), person("bob", &["test"], nothing())];
    let directory = Directory::new(people, vec![group("ops", &["bob"], &[])]).unwrap();
    let notifications =
        fixture.start_with(directory, vec![channel], |settings| settings.anyone = vec!["ops".into()]).await;
    for audience in [Audience::ClientOnly, Audience::LinkHolder, Audience::Person("eve".into())] {
        fixture.ask(audience, "not for them").await;
    }
    fixture.ask(Audience::Anyone, "for anyone").await;
    fixture.ask_person("ada").await;
    let mut told = [sent.next().await, sent.next().await].map(|told| told.address);
    told.sort();
    assert_eq!(told, ["ada-test", "bob-test"]);
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn group_with_an_address_is_told_once_and_its_members_on_other_channels() {
    let fixture = NotifyFixture::new();
    let ((chat, mut in_chat), (mail, mut by_mail)) =
        (RecordingChannel::named("chat"), RecordingChannel::named("mail"));
    let nothing = PreferencesDocument::default;
    let away = PreferencesDocument { away_to: Some("ada".to_owned()), ..nothing() };
    let no_chat = PreferencesDocument { channels: Some(vec!["chat".to_owned()]), ..nothing() };
    let people = vec![
        person("ada", &["chat", "mail"], nothing()),
        person("bob", &["mail"], nothing()),
        person("cleo", &["mail"], away),
        person("dan", &["mail"], no_chat),
    ];
    let groups = vec![group("ops", &["ada", "bob", "cleo", "dan"], &["chat"])];
    let directory = Directory::new(people, groups).unwrap();
    let notifications = fixture
        .start_with(directory, vec![chat, mail], |settings| settings.anyone = vec!["ops".into()])
        .await;
    fixture.ask(Audience::Group("ops".into()), "Deploy?").await;
    assert_eq!(in_chat.next().await.address, "ops-chat");
    let mut told = [by_mail.next().await, by_mail.next().await].map(|told| told.address);
    told.sort();
    assert_eq!(told, ["ada-mail", "bob-mail"]);
    until_nothing_pending(&notifications).await;
    assert!(in_chat.is_empty() && by_mail.is_empty());
}

#[tokio::test]
async fn question_answered_within_the_delay_is_not_told() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let delay = Duration::from_secs(30);
    let notifications = fixture.start_with(ada(), vec![channel], |settings| settings.delay = delay).await;
    let asked = fixture.ask_person("ada").await;
    let other = fixture.ask_person("ada").await;
    let pending = || async { listed(&notifications, NotificationFilter::Pending).await.len() == 2 };
    until(&notifications, pending).await;
    fixture.engine.submit(&fixture.client, asked.id, br#"{"name": "x"}"#).await.unwrap();
    assert!(sent.is_empty());
    fixture.clock.advance(delay);
    let told = sent.next().await;
    assert!(told.link().ends_with(&other.id.to_string()));
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn many_questions_at_once_become_one_message() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let delay = Duration::from_secs(30);
    let notifications = fixture.start_with(ada(), vec![channel], |settings| settings.delay = delay).await;
    for _ in 0..30 {
        fixture.ask_person("ada").await;
    }
    let pending = || async { listed(&notifications, NotificationFilter::Pending).await.len() == 30 };
    until(&notifications, pending).await;
    fixture.clock.advance(delay);
    let told = sent.next().await;
    assert_eq!((told.entries.len(), told.more), (20, 10));
    assert_eq!(told.link(), "https://ask.example.com/inbox");
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn notifications_with_addresses_that_do_not_fit_do_not_start() {
    let fixture = NotifyFixture::new();
    let start = |directory, channels, anyone: Vec<Arc<str>>| {
        let mut settings = NotifySettings::new("https://ask.example.com");
        settings.anyone = anyone;
        let engine = fixture.engine.clone();
        async move { Notifications::start(&engine, directory, channels, settings).await.unwrap_err() }
    };
    let channel = |name| RecordingChannel::named(name).0;
    let mut empty = person("ada", &[], PreferencesDocument::default());
    empty.addresses.insert("test".into(), String::new());
    let empty = Directory::new(vec![empty], Vec::new()).unwrap();
    let unknown = NotifyStartError::UnknownChannel { recipient: "ada".into(), channel: "test".into() };
    assert_eq!(start(ada(), vec![channel("mail")], vec![]).await, unknown);
    assert_eq!(
        start(ada(), vec![channel("test"), channel("test")], vec![]).await,
        NotifyStartError::SameName("test".into())
    );
    assert_eq!(
        start(ada(), vec![channel("Te/st")], vec![]).await,
        NotifyStartError::ChannelName("Te/st".into())
    );
    assert!(matches!(start(empty, vec![channel("test")], vec![]).await, NotifyStartError::Address { .. }));
    assert_eq!(
        start(ada(), vec![channel("test")], vec!["eve".into()]).await,
        NotifyStartError::UnknownRecipient("eve".into())
    );
}
