//! Addresses that webhooks are not sent to.

use std::collections::VecDeque;
use std::future::{Future, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use askwell_engine::Resolver;
use askwell_web::webhooks::{Endpoint, EndpointSettings};
use parking_lot::Mutex;

use crate::fixture::{WebhookFixture, named, until_all_arrived, until_failed};
use crate::receiver::{Receiver, Reply};

/// A resolver that returns another address each time, as in a DNS rebinding attack.
#[derive(Default)]
struct Rebinding {
    answers: Mutex<VecDeque<Vec<IpAddr>>>,
    asked: Mutex<usize>,
}

impl Rebinding {
    fn new(answers: &[&[&str]]) -> Arc<Rebinding> {
        let parse = |list: &&[&str]| list.iter().map(|text| text.parse().unwrap()).collect();
        Arc::new(Rebinding {
            answers: Mutex::new(answers.iter().map(parse).collect()),
            asked: Mutex::default(),
        })
    }
}

impl Resolver for Rebinding {
    fn resolve<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>> {
        *self.asked.lock() += 1;
        Box::pin(ready(self.answers.lock().pop_front().unwrap_or_default()))
    }
}

#[tokio::test]
async fn name_that_resolves_to_private_address_is_rejected_each_time() {
    let receiver = Receiver::new().await;
    let cases: [(&[&str], &str); 6] = [
        (&["127.0.0.1"], "the host is this machine"),
        (&["::1"], "the host is this machine"),
        (&["10.0.0.1"], "the address 10.0.0.1 is not public"),
        (&["169.254.169.254"], "the address 169.254.169.254 is not public"),
        (&["93.184.216.34", "127.0.0.1"], "the host is this machine"),
        (&[], "the host name does not resolve to any address"),
    ];
    for (addresses, expected) in cases {
        let mut fixture = WebhookFixture::new();
        fixture.resolver = Rebinding::new(&[addresses]);
        let url = format!("https://hooks.example.com:{}/", receiver.address.port());
        let webhooks = fixture.start([EndpointSettings { allow_private: false, ..named("crm", url) }]).await;
        fixture.answered().await;
        let (found, _) = until_failed(&webhooks, 1).await;
        let error = found.last_error.unwrap();
        assert!(
            error.starts_with("not a place to send requests to: ") && error.contains(expected),
            "{error}"
        );
    }
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn literal_private_address_is_rejected() {
    for url in
        ["https://127.0.0.1/", "https://2130706433/", "https://[::1]/", "https://192.168.0.1/", "https://0/"]
    {
        let settings = EndpointSettings { allow_private: false, ..named("crm", url.to_owned()) };
        assert!(Endpoint::new(settings).is_err(), "{url}");
    }
}

#[tokio::test]
async fn https_endpoint_without_tls_receives_nothing() {
    let (fixture, receiver) = (WebhookFixture::new(), Receiver::new().await);
    let url = format!("https://{}/", receiver.address);
    let webhooks = fixture.start([named("crm", url)]).await;
    fixture.answered().await;
    let (found, _) = until_failed(&webhooks, 1).await;
    let error = found.last_error.unwrap();
    assert!(error.starts_with("error sending request"), "{error}");
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn name_is_resolved_once_per_attempt() {
    let mut first = Receiver::new().await;
    let port = first.address.port();
    let mut second = Receiver::at(&format!("127.0.0.2:{port}")).await;
    let mut fixture = WebhookFixture::new();
    // After the first attempt the name resolves to another address, then to one that plain http
    // must not reach.
    let resolver = Rebinding::new(&[&["127.0.0.1"], &["127.0.0.2"], &["93.184.216.34"], &["127.0.0.1"]]);
    fixture.resolver = resolver.clone();
    let webhooks = fixture.start([named("crm", format!("http://hooks.example.com:{port}/x"))]).await;
    first.reply([Reply::Status(500)]);
    second.reply([Reply::Status(500)]);
    fixture.answered().await;

    let arrived = first.next().await;
    assert_eq!((arrived.host(), &*arrived.path), (&*format!("hooks.example.com:{port}"), "/x"));
    let (_, next_try) = until_failed(&webhooks, 1).await;
    assert_eq!(*resolver.asked.lock(), 1);

    fixture.clock.set(next_try);
    assert_eq!(second.next().await.id(), arrived.id());
    let (_, next_try) = until_failed(&webhooks, 2).await;
    assert_eq!(*resolver.asked.lock(), 2);

    fixture.clock.set(next_try);
    let (found, next_try) = until_failed(&webhooks, 3).await;
    let refused = "plain http is for private networks, and 93.184.216.34 is public";
    assert_eq!(found.last_error.as_deref(), Some(refused));

    fixture.clock.set(next_try);
    assert_eq!(first.next().await.id(), arrived.id());
    until_all_arrived(&webhooks).await;
    assert_eq!(*resolver.asked.lock(), 4);
    assert!(first.is_empty() && second.is_empty());
}
