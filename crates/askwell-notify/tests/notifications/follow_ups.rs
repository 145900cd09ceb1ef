//! Reminders, escalation and absence.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Ask;
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Audience, Elicitation, Escalation, FollowUp, Surface};
use askwell_notify::{Directory, Preferences, PreferencesDocument, Reason};

use crate::fixture::{NotifyFixture, RecordingChannel, group, person, until_nothing_pending};

fn away(to: &str) -> PreferencesDocument {
    PreferencesDocument { away_to: Some(to.to_owned()), ..PreferencesDocument::default() }
}

fn directory() -> Directory {
    let here = PreferencesDocument::default;
    let people = vec![
        person("ada", &["test"], here()),
        person("bob", &["test"], here()),
        person("cleo", &["test"], away("dan")),
        person("dan", &["test"], away("bob")),
        person("eve", &["test"], away("finn")),
        person("finn", &["test"], away("eve")),
    ];
    Directory::new(people, vec![group("leads", &["bob"], &[])]).unwrap()
}

async fn ask(fixture: &NotifyFixture, plan: FollowUp) -> Arc<Elicitation> {
    let question = form("q", "Deploy?").field(text("name", "Name")).build().unwrap();
    let ask = Ask::form(question).timeout(Duration::from_secs(3600)).for_person("ada").follow_up(plan);
    fixture.engine.create(&fixture.client, ask).await.unwrap()
}

#[tokio::test]
async fn reminder_and_escalation_reach_the_people_who_are_asked_then() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let notifications = fixture.start(directory(), vec![channel]).await;
    let escalation = Escalation { after: Duration::from_secs(2400), to: Audience::Group(Arc::from("leads")) };
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    ask(&fixture, FollowUp::new(vec![minutes(30), minutes(10)], Some(escalation)).unwrap()).await;
    let mut told = Vec::new();
    for wait in [0, 30, 10, 10] {
        fixture.clock.advance(minutes(wait));
        let next = sent.next().await;
        told.push((next.address, next.entries[0].reason));
    }
    let expected = [
        ("ada-test", Reason::Asked),
        ("ada-test", Reason::Reminder),
        ("bob-test", Reason::Escalated),
        ("bob-test", Reason::Reminder),
    ];
    assert_eq!(told, expected.map(|(address, reason)| (address.to_owned(), reason)));
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}

#[tokio::test]
async fn question_for_a_person_who_is_away_is_passed_on_to_the_stand_in() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let notifications = fixture.start(directory(), vec![channel]).await;
    let asked = fixture.ask_person("cleo").await;
    let told = sent.next().await;
    assert_eq!((told.address.as_str(), told.entries[0].reason), ("bob-test", Reason::Delegated));
    let operator = Actor::operator(Surface::Library);
    let found = fixture.engine.status(&operator, asked.id).await.unwrap();
    assert_eq!(found.audience, Audience::Person(Arc::from("bob")));
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());

    // Two who stand in for each other are asked themselves.
    fixture.ask_person("eve").await;
    assert_eq!(sent.next().await.address, "eve-test");
    // A person says so on their own.
    let document = away("leads");
    notifications.set_preferences("ada", &Preferences::new(document).unwrap()).await.unwrap();
    let asked = fixture.ask_person("ada").await;
    assert_eq!(sent.next().await.address, "bob-test");
    let found = fixture.engine.status(&operator, asked.id).await.unwrap();
    assert_eq!(found.audience, Audience::Group(Arc::from("leads")));
}

#[tokio::test]
async fn claimed_question_reminds_the_person_who_works_on_it() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let here = PreferencesDocument::default;
    let people = vec![person("ada", &["test"], here()), person("bob", &["test"], here())];
    let directory = Directory::new(people, vec![group("ops", &["ada", "bob"], &[])]).unwrap();
    let notifications = fixture.start(directory, vec![channel]).await;
    let question = form("q", "Deploy?").field(text("name", "Name")).build().unwrap();
    let plan = FollowUp::new(vec![Duration::from_secs(600)], None).unwrap();
    let ask = Ask::form(question).timeout(Duration::from_secs(3600)).for_group("ops").follow_up(plan);
    let asked = fixture.engine.create(&fixture.client, ask).await.unwrap();
    let mut told = [sent.next().await.address, sent.next().await.address];
    told.sort();
    assert_eq!(told, ["ada-test", "bob-test"]);
    let bob = askwell_lifecycle::Person::new("bob").with_groups(["ops"]);
    fixture.engine.claim(&Actor::person(bob, Surface::Web), asked.id).await.unwrap();
    fixture.clock.advance(Duration::from_secs(3000));
    assert_eq!(sent.next().await.address, "bob-test");
    until_nothing_pending(&notifications).await;
    assert!(sent.is_empty());
}
