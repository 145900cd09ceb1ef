//! Channels over HTTP, received by a real HTTP server, and the local command.

use std::sync::Arc;

use askwell_lifecycle::Timestamp;
use askwell_notify::channel::command::LocalCommand;
use askwell_notify::channel::http_post::{ChannelSecret, HttpPost, Network};
use askwell_notify::channel::ntfy::Ntfy;
use askwell_notify::channel::slack::Slack;
use askwell_notify::channel::teams::Teams;
use askwell_notify::channel::telegram::Telegram;
use askwell_notify::channel::{Channel, DeliveryOutcome};
use askwell_notify::{Notification, NotificationEntry, Reason, Recipient};
use axum::http::StatusCode;

use crate::receiver::Receiver;

const ATTACK: &str = "<!channel> *bold* [x](https://evil.example) `$(reboot)` \"; rm -rf / &";

pub(crate) fn http() -> HttpPost {
    HttpPost::new(Network::PrivateAllowed)
}

pub(crate) fn notification(address: &str, title: &str) -> Notification {
    let entry = NotificationEntry {
        reason: Reason::Asked,
        client: "deployer".to_owned(),
        title: Some(title.to_owned()),
        deadline: Some(Timestamp::from_millis(1_800_000_000_000)),
        without_answer: Some("Without an answer: not deployed.".to_owned()),
        link: "https://ask.example.com/inbox/elic_1".to_owned(),
    };
    Notification {
        id: "ntf_1".to_owned(),
        recipient: Recipient::Person(Arc::from("ada")),
        address: address.to_owned(),
        entries: vec![entry],
        more: 0,
        inbox: "https://ask.example.com/inbox".to_owned(),
        unsubscribe: None,
    }
}

#[tokio::test]
async fn ntfy_publishes_to_the_topic_with_the_token() {
    let mut receiver = Receiver::new().await;
    let token = Some(ChannelSecret::new("tk_secret"));
    let ntfy = Ntfy { server: receiver.url.clone(), token, http: http() };
    let sent = ntfy.deliver(&notification("ada-x7", ATTACK)).await;
    assert_eq!(sent, DeliveryOutcome::Delivered);
    let request = receiver.next().await;
    assert_eq!(request.header("authorization"), "Bearer tk_secret");
    let body = request.json();
    assert_eq!((body["topic"].as_str(), body["priority"].as_u64()), (Some("ada-x7"), Some(3)));
    assert_eq!(body["title"].as_str().unwrap(), format!("deployer asks: {ATTACK}"));
    assert_eq!(body["click"].as_str(), Some("https://ask.example.com/inbox/elic_1"));
    assert!(!format!("{ntfy:?}").contains("tk_secret"));
    for wrong in ["", "a/b", "ü", "a b"] {
        assert!(ntfy.check_address(wrong).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn slack_shows_words_as_plain_text_and_mentions_the_person() {
    let mut receiver = Receiver::new().await;
    let slack = Slack { url: ChannelSecret::new(format!("{}/services/T0/B0/x", receiver.url)), http: http() };
    assert_eq!(slack.deliver(&notification("U012AB3CD", ATTACK)).await, DeliveryOutcome::Delivered);
    let request = receiver.next().await;
    assert_eq!(request.path, "/services/T0/B0/x");
    let body = request.json();
    assert!(
        body["text"].as_str().unwrap().starts_with("<@U012AB3CD> deployer asks: &lt;!channel&gt;"),
        "{body}"
    );
    let blocks = body["blocks"].as_array().unwrap();
    let words = blocks.iter().find(|block| block["text"]["text"].as_str().unwrap().contains("evil")).unwrap();
    assert_eq!(words["text"]["type"], "plain_text");
    let link = blocks.last().unwrap()["text"]["text"].as_str().unwrap();
    assert_eq!(link, "<https://ask.example.com/inbox/elic_1|Open the question>");
}

#[tokio::test]
async fn teams_gets_a_card_without_markdown_of_the_question() {
    let mut receiver = Receiver::new().await;
    let teams = Teams { url: ChannelSecret::new(format!("{}/workflow", receiver.url)), http: http() };
    assert_eq!(teams.deliver(&notification("ada@example.com", ATTACK)).await, DeliveryOutcome::Delivered);
    let body = receiver.next().await.json();
    let card = &body["attachments"][0]["content"];
    assert_eq!(card["msteams"]["entities"][0]["mentioned"]["id"], "ada@example.com");
    let blocks = card["body"].as_array().unwrap();
    let with_words: Vec<_> = blocks.iter().filter(|block| block.to_string().contains("evil")).collect();
    assert_eq!((with_words.len(), with_words[0]["type"].as_str()), (1, Some("RichTextBlock")));
    assert_eq!(card["actions"][0]["url"], "https://ask.example.com/inbox/elic_1");
    assert!(teams.check_address("</at><at>x").is_err());
}

#[tokio::test]
async fn telegram_sends_text_that_is_not_interpreted() {
    let mut receiver = Receiver::new().await;
    let token = ChannelSecret::new("123:abc");
    let telegram = Telegram { server: receiver.url.clone(), token, http: http() };
    assert_eq!(telegram.deliver(&notification("-100123", ATTACK)).await, DeliveryOutcome::Delivered);
    let request = receiver.next().await;
    assert_eq!(request.path, "/bot123:abc/sendMessage");
    let body = request.json();
    assert_eq!((body["chat_id"].as_str(), body.get("parse_mode")), (Some("-100123"), None));
    assert!(body["text"].as_str().unwrap().contains(ATTACK));
    assert!(Telegram::check_token("123:abc/../x").is_err() && telegram.check_address("1;2").is_err());
    let Err(why) = Telegram::check_token("hunter2") else { panic!("no token") };
    assert!(!why.contains("hunter2"));
}

#[tokio::test]
async fn status_decides_whether_another_attempt_follows() {
    let mut receiver = Receiver::new().await;
    let ntfy = Ntfy { server: receiver.url.clone(), token: None, http: http() };
    let wait = |seconds| Some(std::time::Duration::from_secs(seconds));
    for (reply, expected) in [
        ((StatusCode::TOO_MANY_REQUESTS, [("retry-after", "7")]), Some(wait(7))),
        ((StatusCode::INTERNAL_SERVER_ERROR, [("x", "y")]), Some(None)),
        ((StatusCode::UNAUTHORIZED, [("x", "y")]), Some(None)),
        ((StatusCode::FOUND, [("location", "http://169.254.169.254/")]), None),
        ((StatusCode::BAD_REQUEST, [("x", "y")]), None),
        ((StatusCode::GONE, [("x", "y")]), None),
    ] {
        let status = reply.0;
        receiver.reply(reply);
        match (ntfy.deliver(&notification("ada", "x")).await, expected) {
            (DeliveryOutcome::RetryLater { wait, .. }, Some(expected)) => {
                assert_eq!(wait, expected, "{status}");
            }
            (DeliveryOutcome::GaveUp { .. }, None) => {}
            (other, _) => panic!("{status}: {other:?}"),
        }
        receiver.next().await;
    }
    assert!(receiver.is_empty());
}

fn script(folder: &std::path::Path, text: &str) -> String {
    let path = folder.join("notify.py");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[tokio::test]
async fn command_gets_words_through_environment_and_input_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    let script = script(
        folder.path(),
        "import json, os, sys\n\
         json.dump({'env': dict(os.environ), 'args': sys.argv[1:], 'in': sys.stdin.read()}, open(os.environ['OUT'], 'w'))\n",
    );
    let command = LocalCommand {
        program: "/usr/bin/env".to_owned(),
        arguments: ["python3", &script, "--fixed"].map(str::to_owned).to_vec(),
        environment: [
            ("OUT".to_owned(), out.to_str().unwrap().to_owned()),
            ("PATH".to_owned(), std::env::var("PATH").unwrap()),
        ]
        .into(),
    };
    let sent = command.deliver(&notification("--help; reboot", ATTACK)).await;
    assert_eq!(sent, DeliveryOutcome::Delivered);
    let seen: serde_json::Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(seen["args"], serde_json::json!(["--fixed"]));
    assert_eq!(seen["env"]["ASKWELL_SUBJECT"].as_str().unwrap(), format!("deployer asks: {ATTACK}"));
    assert_eq!(seen["env"]["ASKWELL_ADDRESS"], "--help; reboot");
    assert_eq!(seen["env"]["ASKWELL_NOTIFICATION_ID"], "ntf_1");
    assert!(seen["in"].as_str().unwrap().contains(ATTACK));
    let names: Vec<&String> = seen["env"].as_object().unwrap().keys().collect();
    assert!(!names.iter().any(|name| *name == "HOME" || name.starts_with("CARGO")), "{names:?}");
}

#[tokio::test]
async fn command_that_fails_is_tried_again_with_a_bounded_error() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        script(folder.path(), "import sys\nsys.stderr.write('no \\x1b[31mway ' * 100000)\nsys.exit(3)\n");
    let command = LocalCommand {
        program: "python3".to_owned(),
        arguments: vec![script],
        environment: [("PATH".to_owned(), std::env::var("PATH").unwrap())].into(),
    };
    let DeliveryOutcome::RetryLater { why, .. } = command.deliver(&notification("x", "x")).await else {
        panic!("it failed")
    };
    assert!(why.len() < 1000 && why.contains("no ") && !why.contains('\u{1b}'), "{why}");
    let missing = LocalCommand { program: "/does/not/exist".to_owned(), ..command };
    assert!(matches!(missing.deliver(&notification("x", "x")).await, DeliveryOutcome::RetryLater { .. }));
}
