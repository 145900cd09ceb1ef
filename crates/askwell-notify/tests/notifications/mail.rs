//! Mail, received by a real SMTP server.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::Audience;
use askwell_notify::channel::http_post::ChannelSecret;
use askwell_notify::channel::mail::{Mail, MailEncryption, MailProblem, MailSettings, SignInCode};
use askwell_notify::channel::{Channel as _, DeliveryOutcome, NamedChannel, Unsubscribe};
use askwell_notify::{Directory, DirectoryPerson, NotificationFilter, Notifications, Preferences, Titles};
use serde_json::Value;

use crate::fixture::{NotifyFixture, listed, until, until_nothing_pending};
use crate::receiver::SmtpServer;

fn settings(port: u16) -> MailSettings {
    MailSettings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        encryption: MailEncryption::None,
        credentials: None,
        from: "Askwell <askwell@example.com>".to_owned(),
    }
}

async fn start(fixture: &NotifyFixture, port: u16) -> Notifications {
    let person = |name: &str, address: &str| DirectoryPerson {
        name: Arc::from(name),
        addresses: [(Arc::from("mail"), address.to_owned())].into(),
        preferences: Preferences::default(),
    };
    let people = vec![
        person("ada", "ada@example.com"),
        person("gone", "nobody@example.com"),
        person("full", "full@example.com"),
    ];
    let channel = NamedChannel::new("mail", Mail::new(settings(port)).unwrap(), Titles::Sent);
    let channel = NamedChannel { unsubscribe: Unsubscribe::Offered, ..channel };
    fixture.start(Directory::new(people, Vec::new()).unwrap(), vec![channel]).await
}

fn header<'m>(mail: &'m Value, name: &str) -> Vec<&'m str> {
    let headers = mail["headers"].as_array().unwrap().iter();
    headers
        .filter(|pair| pair[0].as_str().unwrap().eq_ignore_ascii_case(name))
        .map(|pair| pair[1].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_has_text_html_and_one_click_unsubscribe() {
    let (fixture, mut server) = (NotifyFixture::new(), SmtpServer::start());
    let notifications = start(&fixture, server.port).await;
    let asked = fixture.ask_person("ada").await;
    let mail = server.next().await;
    assert_eq!(
        (mail["from"].as_str(), mail["to"][0].as_str()),
        (Some("askwell@example.com"), Some("ada@example.com"))
    );
    assert_eq!(header(&mail, "Subject"), ["deployer asks: Deploy?"]);
    assert_eq!(header(&mail, "From"), ["Askwell <askwell@example.com>"]);
    assert_eq!(header(&mail, "Auto-Submitted"), ["auto-generated"]);
    assert_eq!(header(&mail, "List-Unsubscribe-Post"), ["List-Unsubscribe=One-Click"]);
    let unsubscribe = header(&mail, "List-Unsubscribe")[0];
    let link = unsubscribe.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap();
    assert!(link.starts_with("https://ask.example.com/notifications/unsubscribe/"), "{link}");
    assert!(header(&mail, "Message-ID")[0].starts_with("<ntf_"), "{mail}");
    let page = format!("https://ask.example.com/inbox/{}", asked.id);
    for part in ["text", "html"] {
        let words = mail[part].as_str().unwrap();
        assert!(words.contains("Deploy?") && words.contains(&page) && words.contains(link), "{words}");
    }
    until_nothing_pending(&notifications).await;
    let token = link.rsplit('/').next().unwrap();
    notifications.unsubscribe(token).await.unwrap();
    fixture.ask_person("ada").await;
    fixture.ask_person("gone").await;
    // The mail to the other person shows that the log was read beyond the first question.
    until(&notifications, || async { listed(&notifications, NotificationFilter::Dead).await.len() == 1 })
        .await;
    assert!(listed(&notifications, NotificationFilter::Pending).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_a_question_become_neither_header_nor_recipient_nor_markup() {
    let (fixture, mut server) = (NotifyFixture::new(), SmtpServer::start());
    let _running = start(&fixture, server.port).await;
    let attack = "x\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script> =?utf-8?q?y?= ü";
    fixture.ask(Audience::Person(Arc::from("ada")), attack).await;
    let mail = server.next().await;
    assert_eq!(mail["to"].as_array().unwrap().len(), 1, "{mail}");
    let names: Vec<&str> =
        mail["headers"].as_array().unwrap().iter().map(|pair| pair[0].as_str().unwrap()).collect();
    assert!(names.iter().all(|name| !name.eq_ignore_ascii_case("bcc")), "{names:?}");
    assert!(header(&mail, "Subject")[0].contains("Bcc: eve@example.com"), "{mail}");
    assert!(!mail["html"].as_str().unwrap().contains("<script>"), "{mail}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_recipient_is_given_up_and_a_full_mailbox_is_tried_again() {
    let (fixture, server) = (NotifyFixture::new(), SmtpServer::start());
    let notifications = start(&fixture, server.port).await;
    fixture.ask_person("gone").await;
    fixture.ask_person("full").await;
    let judged = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        listed(&notifications, NotificationFilter::Dead).await.len() == 1
            && pending.iter().any(|one| one.attempts == 1)
    };
    until(&notifications, judged).await;
    let dead = listed(&notifications, NotificationFilter::Dead).await.remove(0);
    assert_eq!((&**dead.recipient.name(), dead.attempts), ("gone", 1));
    assert!(dead.last_error.unwrap().contains("550"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_in_code_is_mailed_to_one_address_without_a_link() {
    let mut server = SmtpServer::start();
    let mail = Mail::new(settings(server.port)).unwrap();
    let code = |address: &str| SignInCode {
        address: address.to_owned(),
        code: "0421 9938".to_owned().into(),
        site: "ask.example.com".to_owned(),
        lifetime: Duration::from_secs(600),
    };
    for attack in [
        "ada@example.com\r\nBcc: eve@example.com",
        "ada@example.com, eve@example.com",
        "<ada@example.com>",
        "ada",
    ] {
        let outcome = mail.send_code(&code(attack)).await;
        assert!(matches!(outcome, DeliveryOutcome::GaveUp { .. }), "{attack}: {outcome:?}");
    }
    assert_eq!(mail.send_code(&code("ada@example.com")).await, DeliveryOutcome::Delivered);
    let found = server.next().await;
    assert_eq!(
        (found["to"][0].as_str(), found["to"].as_array().unwrap().len()),
        (Some("ada@example.com"), 1)
    );
    assert_eq!(header(&found, "Subject"), ["Your sign-in code for ask.example.com"]);
    assert_eq!(header(&found, "Auto-Submitted"), ["auto-generated"]);
    for part in ["text", "html"] {
        let words = found[part].as_str().unwrap();
        assert!(words.contains("0421 9938") && words.contains("10 minutes"), "{words}");
        assert!(!words.contains("http") && !words.contains("href"), "{words}");
    }
    assert!(!format!("{:?}", code("ada@example.com")).contains("0421"));
    let refused = mail.send_code(&code("nobody@example.com")).await;
    assert!(matches!(refused, DeliveryOutcome::GaveUp { .. }), "{refused:?}");
    let full = mail.send_code(&code("full@example.com")).await;
    assert!(matches!(full, DeliveryOutcome::RetryLater { .. }), "{full:?}");
}

#[test]
fn settings_that_leak_or_make_no_sense_are_rejected() {
    let with_password = MailSettings {
        credentials: Some(("askwell".to_owned(), ChannelSecret::new("hunter2"))),
        ..settings(25)
    };
    assert!(!format!("{with_password:?}").contains("hunter2"));
    assert!(matches!(Mail::new(with_password), Err(MailProblem::PlainPassword)));
    let no_sender = MailSettings { from: "Askwell\r\nBcc: x@example.com".to_owned(), ..settings(25) };
    assert!(matches!(Mail::new(no_sender), Err(MailProblem::From(_))));
    let mail = Mail::new(settings(25)).unwrap();
    assert!(mail.check_address("ada@example.com").is_ok());
    for wrong in ["", "ada", "ada@example.com\r\nBcc: x", "a@b, c@d", "<ada@example.com>"] {
        assert!(mail.check_address(wrong).is_err(), "{wrong}");
    }
}
