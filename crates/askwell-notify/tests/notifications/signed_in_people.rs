//! People whom a sign-in with a provider has made known.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Clock as _;
use askwell_lifecycle::Audience;
use askwell_notify::channel::NamedChannel;
use askwell_notify::channel::mail::{Mail, MailEncryption, MailSettings};
use askwell_notify::{Directory, DirectoryGroup, Notifications, Remembered, SignedInPerson, Titles};

use crate::fixture::{NotifyFixture, person};
use crate::receiver::SmtpServer;

fn mail_channel(port: u16) -> NamedChannel {
    let settings = MailSettings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        encryption: MailEncryption::None,
        credentials: None,
        from: "Askwell <askwell@example.com>".to_owned(),
    };
    NamedChannel::new("mail", Mail::new(settings).unwrap(), Titles::Sent)
}

fn directory() -> Directory {
    let mut ada = person("ada", &["mail"], Default::default());
    ada.addresses.insert(Arc::from("mail"), "ada@example.com".to_owned());
    let ops = DirectoryGroup {
        name: Arc::from("ops"),
        members: vec![Arc::from("ada")],
        addresses: Default::default(),
    };
    Directory::new(vec![ada], vec![ops]).unwrap()
}

fn signed_in(fixture: &NotifyFixture, name: &str, mail: Option<&str>, groups: &[&str]) -> SignedInPerson {
    SignedInPerson {
        name: Arc::from(name),
        mail: mail.map(str::to_owned),
        groups: groups.iter().map(|group| Arc::from(*group)).collect(),
        provider: "Company SSO".to_owned(),
        seen_at: fixture.clock.now(),
    }
}

/// Asks a group, and returns to whom mails go.
async fn told(fixture: &NotifyFixture, server: &mut SmtpServer, group: &str, count: usize) -> Vec<String> {
    fixture.ask(Audience::Group(Arc::from(group)), "Deploy?").await;
    let mut told = Vec::new();
    for _ in 0..count {
        told.push(server.next().await["to"][0].as_str().unwrap().to_owned());
    }
    told.sort_unstable();
    told
}

async fn people(notifications: &Notifications) -> Vec<(String, Option<String>)> {
    let found = notifications.signed_in_people(None, 100).await.unwrap();
    found.into_iter().map(|person| (person.name.to_string(), person.mail)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signed_in_person_is_told_by_mail_with_their_groups_until_they_leave() {
    let (fixture, mut server) = (NotifyFixture::new(), SmtpServer::start());
    let notifications = fixture.start(directory(), vec![mail_channel(server.port)]).await;
    let cleo = signed_in(&fixture, "cleo", Some("cleo@example.com"), &["ops", "night"]);
    assert_eq!(notifications.remember_person(&cleo).await.unwrap(), Remembered::Stored);
    assert_eq!(notifications.remember_person(&cleo).await.unwrap(), Remembered::Stored, "harmless to repeat");
    // The group of the settings, and one that only the provider knows.
    assert_eq!(told(&fixture, &mut server, "ops", 2).await, ["ada@example.com", "cleo@example.com"]);
    assert_eq!(told(&fixture, &mut server, "night", 1).await, ["cleo@example.com"]);
    fixture.ask_person("cleo").await;
    assert_eq!(server.next().await["to"][0], "cleo@example.com");
    // Another run knows them, and the next sign-in changes address and groups.
    notifications.stop().await;
    drop(notifications);
    let fixture = fixture.again();
    let notifications = fixture.start(directory(), vec![mail_channel(server.port)]).await;
    let moved = signed_in(&fixture, "cleo", Some("cleo@other.example"), &["night"]);
    notifications.remember_person(&moved).await.unwrap();
    assert_eq!(told(&fixture, &mut server, "ops", 1).await, ["ada@example.com"]);
    assert_eq!(told(&fixture, &mut server, "night", 1).await, ["cleo@other.example"]);
    // An administrator removes them.
    assert!(notifications.forget_person("cleo").await.unwrap());
    assert!(!notifications.forget_person("cleo").await.unwrap());
    assert!(people(&notifications).await.is_empty());
    fixture.ask_person("cleo").await;
    fixture.ask(Audience::Group(Arc::from("night")), "Deploy?").await;
    assert_eq!(told(&fixture, &mut server, "ops", 1).await, ["ada@example.com"], "and nobody else");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn person_of_the_settings_stays_and_hostile_addresses_are_not_used() {
    let (fixture, server) = (NotifyFixture::new(), SmtpServer::start());
    let notifications = fixture.start(directory(), vec![mail_channel(server.port)]).await;
    let attack = signed_in(&fixture, "ada", Some("eve@example.com"), &["ops"]);
    assert_eq!(notifications.remember_person(&attack).await.unwrap(), Remembered::InSettings);
    let ada = notifications.person("ada").await.unwrap().unwrap();
    assert_eq!(ada.addresses.get("mail").map(String::as_str), Some("ada@example.com"));
    assert!(people(&notifications).await.is_empty());
    for mail in ["eve@example.com\r\nBcc: x@example.com", "a@b, c@d", "nothing"] {
        notifications.remember_person(&signed_in(&fixture, "eve", Some(mail), &[])).await.unwrap();
        assert_eq!(people(&notifications).await, [("eve".to_owned(), None)], "{mail}");
    }
    let nameless = signed_in(&fixture, "a\u{202e}b", Some("a@example.com"), &[]);
    assert_eq!(notifications.remember_person(&nameless).await.unwrap(), Remembered::Refused);
    let many: Vec<String> = (0..300).map(|number| format!("g{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    notifications.remember_person(&signed_in(&fixture, "eve", None, &many)).await.unwrap();
    let found = notifications.signed_in_people(None, 10).await.unwrap();
    assert_eq!(found[0].groups.len(), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn number_of_people_is_bounded_and_those_who_stay_away_make_room() {
    let (fixture, server) = (NotifyFixture::new(), SmtpServer::start());
    let notifications = fixture.start(directory(), vec![mail_channel(server.port)]).await;
    let value = |seen_at: u64| {
        serde_json::json!({"version": 1, "groups": [], "provider": "SSO", "seen_at": seen_at}).to_string()
    };
    let now = fixture.clock.now();
    let put = |number: usize| askwell_engine::RecordWrite::Put {
        record: askwell_engine::Record::new(
            "directory-person",
            Arc::<str>::from(format!("p{number:05}")),
            value(now.as_millis()).into_bytes(),
        ),
        expected: 0,
    };
    fixture.engine.records().write((0..askwell_notify::MOST_PEOPLE).map(put).collect()).await.unwrap();
    let cleo = signed_in(&fixture, "cleo", Some("cleo@example.com"), &[]);
    assert_eq!(notifications.remember_person(&cleo).await.unwrap(), Remembered::Refused);
    let known = signed_in(&fixture, "p00007", Some("seven@example.com"), &[]);
    assert_eq!(notifications.remember_person(&known).await.unwrap(), Remembered::Stored, "a refresh");
    let later = SignedInPerson { seen_at: now + Duration::from_secs(366 * 86_400), ..cleo };
    assert_eq!(notifications.remember_person(&later).await.unwrap(), Remembered::Stored);
    assert_eq!(people(&notifications).await, [("cleo".to_owned(), Some("cleo@example.com".to_owned()))]);
}
