//! Targets that are not called.

use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_engine::Resolver;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::webhooks::{Endpoint, Targets};

use crate::support::{Answer, Receiver, World, endpoint, recorded, settings};

#[tokio::test]
async fn what_cannot_work_is_refused_at_the_start() {
    let world = World::new();
    let public = |url: &str| Endpoint { targets: Targets::Public, ..endpoint("one", url.to_owned()) };
    let fine = "https://hooks.example.com/";
    for (endpoints, expected) in [
        (vec![public("http://hooks.example.com/")], "the scheme `http` is not allowed"),
        (vec![public("https://127.0.0.1/")], "cannot be called"),
        (vec![public("https://2130706433/")], "cannot be called"),
        (vec![public("https://[::1]/")], "cannot be called"),
        (vec![public("https://169.254.169.254/latest")], "cannot be called"),
        (vec![public("https://metadata.google.internal/")], "cannot be called"),
        (vec![public("https://localhost/")], "cannot be called"),
        (vec![public("https://user:pw@hooks.example.com/")], "carries a user name or a password"),
        (vec![endpoint("one", "http://10.0.0.1/".to_owned())], "cannot be called"),
        (vec![Endpoint { signing: Vec::new(), ..public(fine) }], "has no secret"),
        (vec![Endpoint { name: "a b".to_owned(), ..public(fine) }], "`a b` is no name"),
        (vec![Endpoint { name: String::new(), ..public(fine) }], "is no name"),
        (vec![public(fine), public(fine)], "two webhooks called `one`"),
    ] {
        let refused = world.webhooks_with(endpoints, settings()).await.map(drop).unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    let anywhere = Endpoint { targets: Targets::Anywhere, ..endpoint("one", "http://10.0.0.1/".to_owned()) };
    assert!(world.webhooks_with(vec![anywhere], settings()).await.is_ok());
}

#[tokio::test]
async fn a_redirect_is_a_failure() {
    let (world, mut receiver, mut elsewhere) =
        (World::new(), Receiver::start().await, Receiver::start().await);
    receiver.script([301, 302, 303, 307].map(|status| Answer::With(status, "location", elsewhere.url())));
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    world.answered().await;
    for (attempt, status) in (1..).zip([301, 302, 303, 307]) {
        receiver.call().await;
        recorded(&webhooks, attempt).await;
        let expected = format!("it answered {status}, and redirects are not followed");
        if attempt < 4 {
            let pending = webhooks.pending(None, 10).await.unwrap();
            assert_eq!(pending[0].failure.as_deref(), Some(expected.as_str()));
            world.wait_for_next_attempt(&webhooks).await;
        } else {
            let dead = webhooks.dead_letters(None, 10).await.unwrap();
            assert_eq!(dead[0].failure.as_deref(), Some(expected.as_str()));
        }
    }
    assert!(elsewhere.is_quiet() && receiver.is_quiet());
}

/// Each answer in turn, the last one for ever; counts how often it was asked.
struct Turning {
    answers: Vec<Vec<IpAddr>>,
    asked: Arc<AtomicUsize>,
}

impl Resolver for Turning {
    fn resolve<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>> {
        let turn = self.asked.fetch_add(1, Ordering::SeqCst).min(self.answers.len() - 1);
        Box::pin(std::future::ready(self.answers[turn].clone()))
    }
}

#[tokio::test]
async fn a_name_is_resolved_once_for_each_attempt_and_every_address_counts() {
    let mut receiver = Receiver::start().await;
    let asked = Arc::new(AtomicUsize::new(0));
    let addresses = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
    let answers = vec![
        addresses(&["169.254.169.254"]),
        addresses(&["127.0.0.1", "10.0.0.7"]),
        addresses(&[]),
        addresses(&["127.0.0.1"]),
        // Whoever asks again before connecting is led astray.
        addresses(&["169.254.169.254"]),
    ];
    let mut world = World::new();
    world.resolver = Arc::new(Turning { answers, asked: Arc::clone(&asked) });
    let url = format!("http://hooks.example.com:{}/", receiver.address.port());
    let webhooks = world.webhooks(vec![endpoint("one", url)]).await;
    world.answered().await;
    for attempt in 1..=3 {
        recorded(&webhooks, attempt).await;
        let pending = webhooks.pending(None, 10).await.unwrap();
        let failure = pending[0].failure.clone().unwrap();
        assert!(!failure.contains("it answered"), "{failure}");
        assert!(receiver.is_quiet());
        world.wait_for_next_attempt(&webhooks).await;
    }
    let call = receiver.call().await;
    assert_eq!(call.header("host"), format!("hooks.example.com:{}", receiver.address.port()));
    recorded(&webhooks, 4).await;
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty());
    assert_eq!(asked.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_name_that_leads_inside_is_not_called() {
    let mut receiver = Receiver::start().await;
    let mut world = World::new();
    world.resolver = Arc::new(ScriptedResolver::new().name("hooks.example.com", ["127.0.0.1"]));
    let url = format!("https://hooks.example.com:{}/", receiver.address.port());
    let public = Endpoint { targets: Targets::Public, ..endpoint("one", url) };
    let webhooks = world.webhooks(vec![public]).await;
    world.answered().await;
    recorded(&webhooks, 1).await;
    assert_eq!(webhooks.pending(None, 10).await.unwrap()[0].attempts, 1);
    assert!(receiver.is_quiet());
}
