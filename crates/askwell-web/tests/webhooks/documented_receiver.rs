//! Runs the receiver in docs/webhooks.md.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use askwell_engine::{Clock as _, SystemClock};
use askwell_web::webhooks::{DeliveryFilter, SigningSecret};

use crate::fixture::{WebhookFixture, named, until, until_all_arrived, until_failed};
use crate::receiver::SECRET;

/// Stopped with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The block of Python in the documentation.
fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/webhooks.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("```python\n").expect("a block of Python");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documented_receiver_accepts_only_signed_messages() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("receiver.py");
    std::fs::write(&script, example()).unwrap();
    let child = Command::new("python3")
        .args(["-u", script.to_str().unwrap(), "0"])
        .env("WEBHOOK_SECRET", SECRET)
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs the example in the documentation");
    let mut running = Running(child);
    let mut said = BufReader::new(running.0.stdout.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    let port = first.strip_prefix("listening on ").expect("where it listens");

    let fixture = WebhookFixture::new();
    fixture.clock.set(SystemClock.now());
    let url = format!("http://127.0.0.1:{port}/");
    let right = named("right", url.clone());
    let webhooks = fixture.start([right]).await;
    let id = fixture.answered().await;
    assert_eq!(said.next().unwrap().unwrap(), format!("elicitation.complete {id} completed"));
    until_all_arrived(&webhooks).await;
    webhooks.stop().await;

    // A sender without the secret.
    let mut wrong = named("right", url);
    wrong.secret = SigningSecret::random();
    let webhooks = fixture.start([wrong.clone()]).await;
    fixture.answered().await;
    let (found, _) = until_failed(&webhooks, 1).await;
    assert_eq!(found.last_error.as_deref(), Some("the receiver answered 400"));
    webhooks.stop().await;

    // While a secret is replaced, the old one and the new one sign.
    wrong.secret = SigningSecret::parse(&format!("{} {SECRET}", *SigningSecret::random().reveal())).unwrap();
    let webhooks = fixture.start([wrong]).await;
    let id = fixture.answered().await;
    assert_eq!(said.next().unwrap().unwrap(), format!("elicitation.complete {id} completed"));
    until(&webhooks, DeliveryFilter::Pending, |found| found.len() == 1).await;
    webhooks.stop().await;
}
