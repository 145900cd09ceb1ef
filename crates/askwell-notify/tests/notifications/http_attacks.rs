//! Receivers that attack: addresses that may not be called, endless responses, no response.

use std::sync::Arc;
use std::time::Duration;

use askwell_notify::channel::http_post::{HttpPost, Network};
use askwell_notify::channel::ntfy::Ntfy;
use askwell_notify::channel::{Channel as _, DeliveryOutcome, NamedChannel};
use askwell_notify::{Directory, DirectoryPerson, NotificationFilter, Preferences, Titles};
use askwell_testkit::scripted_resolver::ScriptedResolver;
use axum::body::Body;
use futures_util::stream;
use tokio::net::TcpListener;

use crate::channels::{http, notification};
use crate::fixture::{NotifyFixture, listed, until};
use crate::receiver::Receiver;

#[tokio::test]
async fn private_address_is_not_called_unless_allowed() {
    let receiver = Receiver::new().await;
    let resolver = Arc::new(ScriptedResolver::new().name("inside.example.com", ["127.0.0.1"]));
    let public = HttpPost::new(Network::Public).resolver(resolver);
    for server in [
        receiver.url.as_str(),
        "https://127.0.0.1/",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/",
        "https://inside.example.com/",
        "https://localhost/",
        "file:///etc/passwd",
    ] {
        let ntfy = Ntfy { server: server.to_owned(), token: None, http: public.clone() };
        let outcome = ntfy.deliver(&notification("ada", "x")).await;
        assert!(matches!(outcome, DeliveryOutcome::RetryLater { .. }), "{server}: {outcome:?}");
    }
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn endless_response_is_not_read() {
    let mut receiver = Receiver::new().await;
    let endless = stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 65536]));
    receiver.reply(Body::from_stream(endless));
    let ntfy = Ntfy { server: receiver.url.clone(), token: None, http: http() };
    assert_eq!(ntfy.deliver(&notification("ada", "x")).await, DeliveryOutcome::Delivered);
    receiver.next().await;
}

#[tokio::test]
async fn server_that_never_answers_ends_with_the_timeout_of_the_attempt() {
    // Accepts connections, and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    let fixture = NotifyFixture::new();
    let ntfy = Ntfy { server, token: None, http: http() };
    let channel = NamedChannel {
        timeout: Duration::from_millis(50),
        ..NamedChannel::new("test", ntfy, Titles::Withheld)
    };
    let person = DirectoryPerson {
        name: Arc::from("ada"),
        addresses: [(Arc::from("test"), "topic".to_owned())].into(),
        preferences: Preferences::default(),
    };
    let notifications = fixture.start(Directory::new(vec![person], Vec::new()).unwrap(), vec![channel]).await;
    fixture.ask_person("ada").await;
    let failed = || async {
        let pending = listed(&notifications, NotificationFilter::Pending).await;
        pending
            .first()
            .and_then(|one| one.last_error.clone())
            .is_some_and(|why| why == "no answer within 50 ms")
    };
    until(&notifications, failed).await;
    drop(listener);
}
