//! The façade as a program sees it: verbs, keys, links, cancellation, pages of a real socket.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

#[path = "support/browser.rs"]
mod browser;

use std::time::Duration;

use askwell::engine::{CallError, CreateError, HostedError};
use askwell::form::build::{file, form, text};
use askwell::testkit::person::{Person as Simulated, Scenario};
use askwell::{AskError, Askwell, CancelReason, Decline, Evidence, Person, Reply};
use browser::{Browser, between};
use serde_json::json;
use tempfile::TempDir;

#[derive(Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
struct Deploy {
    version: String,
    replicas: u8,
}

async fn answer(askwell: &Askwell, id: askwell::ElicitationId, answers: serde_json::Value) {
    askwell.engine().submit(askwell.actor(), id, answers.to_string().as_bytes()).await.unwrap();
}

async fn with_pages() -> Askwell {
    Askwell::builder().pages("127.0.0.1:0").start().await.unwrap()
}

/// Runs what a browser does on a thread of its own.
async fn browse<R: Send + 'static>(visit: impl FnOnce() -> R + Send + 'static) -> R {
    tokio::task::spawn_blocking(visit).await.unwrap()
}

#[tokio::test]
async fn each_verb_gives_the_value_it_asks_for() {
    let askwell = Askwell::in_memory();
    let asked = askwell.ask_as::<Deploy>("Deploy").start().await.unwrap();
    answer(&askwell, asked.id(), json!({"version": "1.4.2", "replicas": 3})).await;
    let expected = Deploy { version: "1.4.2".to_owned(), replicas: 3 };
    assert_eq!(asked.await.unwrap(), Reply::Accepted(expected));

    let asked = askwell.prompt("Which release?").start().await.unwrap();
    answer(&askwell, asked.id(), json!({"answer": "1.4.2"})).await;
    assert_eq!(asked.await.unwrap(), Reply::Accepted("1.4.2".to_owned()));

    let asked = askwell.confirm("Sure?").start().await.unwrap();
    answer(&askwell, asked.id(), json!({"confirm": false})).await;
    assert_eq!(asked.await.unwrap(), Reply::Accepted(false));

    let form = form("f", "F").field(text("name", "Name").required()).build().unwrap();
    let asked = askwell.ask(&form).start().await.unwrap();
    answer(&askwell, asked.id(), json!({"name": "n"})).await;
    assert_eq!(asked.await.unwrap().accepted().unwrap().text("name"), Some("n"));

    let asked = askwell.approve("Deploy?").start().await.unwrap();
    answer(&askwell, asked.id(), json!({"approved": false, "comment": "Friday."})).await;
    assert_eq!(asked.await.unwrap(), Reply::Declined(Decline::because("Friday.")));
}

#[tokio::test]
async fn awaited_builder_asks_and_waits() {
    let askwell = Askwell::in_memory();
    let person = tokio::spawn({
        let engine = askwell.engine().clone();
        async move {
            let mut watch = engine.watch(&askwell::lifecycle::Actor::engine(), Some(0)).await.unwrap();
            let askwell::engine::WatchEvent::Change(change) = watch.next().await.unwrap() else { panic!() };
            Simulated::new(engine, Scenario::ErrsThenCorrects).attend(change.id).await.unwrap();
        }
    });
    assert!(matches!(askwell.confirm("Deploy?").await.unwrap(), Reply::Accepted(_)));
    person.await.unwrap();
}

#[tokio::test]
async fn question_that_cannot_be_asked_is_an_error_when_it_is_started() {
    let askwell = Askwell::in_memory();
    assert!(matches!(askwell.prompt("").await, Err(AskError::Form(_))));
    assert!(matches!(askwell.ask_as::<Vec<u8>>("No object").await, Err(AskError::Form(_))));
    let month = Duration::from_secs(31 * 24 * 60 * 60);
    let error = askwell.confirm("Sure?").timeout(month).start().await.unwrap_err();
    assert!(matches!(error, AskError::Create(CreateError::Timeout(_))), "{error}");
    assert!(error.to_string().contains("the longest is 2592000000 ms"), "{error}");
    let asked = askwell.confirm("Sure?").start().await.unwrap();
    assert_eq!(asked.link().await.unwrap_err(), AskError::Hosted(HostedError::NoPages));
}

#[tokio::test]
async fn dropped_wait_loses_no_answer() {
    let askwell = Askwell::in_memory();
    let mut asked = askwell.confirm("Sure?").start().await.unwrap();
    let waited = tokio::time::timeout(Duration::from_millis(20), &mut asked).await;
    assert!(waited.is_err(), "it is not answered yet");
    answer(&askwell, asked.id(), json!({"confirm": true})).await;
    assert_eq!((&mut asked).await.unwrap(), Reply::Accepted(true));
    assert_eq!(asked.await.unwrap(), Reply::Accepted(true), "awaited again, it gives the same reply");
}

#[tokio::test]
async fn cancelled_question_gives_cancelled_and_cannot_be_cancelled_twice() {
    let askwell = Askwell::in_memory();
    let asked = askwell.confirm("Sure?").start().await.unwrap();
    asked.cancel().await.unwrap();
    assert!(matches!(asked.cancel().await, Err(AskError::Call(CallError::Refused(_)))));
    assert_eq!(asked.await.unwrap(), Reply::Cancelled(CancelReason::UserCancelled));
}

#[tokio::test]
async fn same_key_gives_the_same_question_and_another_question_is_an_error() {
    let askwell = Askwell::in_memory();
    let first = askwell.prompt("Which?").key("k").start().await.unwrap();
    let again = askwell.prompt("Which?").key("k").start().await.unwrap();
    assert_eq!(first.id(), again.id());
    answer(&askwell, first.id(), json!({"answer": "a"})).await;
    assert_eq!(first.await.unwrap(), Reply::Accepted("a".to_owned()));
    assert_eq!(askwell.prompt("Which?").key("k").await.unwrap(), Reply::Accepted("a".to_owned()));
    let error = askwell.prompt("Who?").key("k").await.unwrap_err();
    assert!(matches!(error, AskError::Create(CreateError::KeyConflict { .. })), "{error}");
}

#[tokio::test]
async fn program_that_runs_again_finds_its_question_link_and_answer() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let builder = Askwell::builder().store(&data).pages("127.0.0.1:0");
    let (first_id, first_link) = {
        let askwell = builder.clone().start().await.unwrap();
        let asked = askwell.prompt("Which release?").key("release").start().await.unwrap();
        let link = asked.link().await.unwrap();
        askwell.clone().close().await.unwrap();
        (asked.id(), link.url.rsplit('/').next().unwrap().to_owned())
    };
    let askwell = builder.start().await.unwrap();
    let asked = askwell.prompt("Which release?").key("release").start().await.unwrap();
    let link = asked.link().await.unwrap();
    assert_eq!((asked.id(), link.url.rsplit('/').next().unwrap()), (first_id, first_link.as_str()));
    browse(move || Browser::open(&link.url).press("send", "answer=1.4.2")).await;
    assert_eq!(asked.await.unwrap(), Reply::Accepted("1.4.2".to_owned()));
    let reply = askwell.prompt("Which release?").key("release").await.unwrap();
    assert_eq!(reply, Reply::Accepted("1.4.2".to_owned()));
    askwell.close().await.unwrap();
    assert!(folder.path().join("data.keyring").exists());
}

#[tokio::test]
async fn approval_on_a_page_shows_the_evidence_and_names_the_person() {
    let askwell = with_pages().await;
    let asked = askwell.approve("Deploy 1.4.2?").person("ops@example.com").message("Before noon.");
    let asked = asked.evidence("Tests", Evidence::markdown("412 passed")).start().await.unwrap();
    let link = asked.link().await.unwrap();
    let shown = browse(move || {
        let browser = Browser::open(&link.url);
        browser.press("approve", "comment=Go.");
        browser.text
    })
    .await;
    for part in [
        "Deploy 1.4.2?",
        "Before noon.",
        "<strong>Tests</strong></p><p>412 passed",
        "A program on this machine",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let approval = asked.await.unwrap().accepted().unwrap();
    let expected = (Some(Person::from("ops@example.com")), Some("Go."));
    assert_eq!((approval.by, approval.comment.as_deref()), expected);
}

#[tokio::test]
async fn uploaded_file_can_be_read() {
    let askwell = with_pages().await;
    let form = form("f", "A log").field(file("log", "Log").required()).build().unwrap();
    let mut asked = askwell.ask(&form).start().await.unwrap();
    let link = asked.link().await.unwrap();
    browse(move || Browser::open(&link.url).press_with_file("send", "log", "a.txt", "all is well\n")).await;
    let answers = (&mut asked).await.unwrap().accepted().unwrap();
    let Some(askwell::form::Answer::File(file)) = answers.get("log") else { panic!("{answers:?}") };
    assert_eq!(asked.read_file(file).await.unwrap(), b"all is well\n");
}

/// A browser that is slow to follow its redirect still gets the page with the result from a program that would end.
#[tokio::test]
async fn reply_waits_until_the_browser_has_the_result() {
    let askwell = with_pages().await;
    let asked = askwell.prompt("Which?").start().await.unwrap();
    let link = asked.link().await.unwrap();
    let visit = tokio::task::spawn_blocking(move || Browser::open(&link.url).press("send", "answer=a"));
    assert_eq!(asked.await.unwrap(), Reply::Accepted("a".to_owned()));
    askwell.close().await.unwrap();
    let shown = visit.await.unwrap();
    assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("</html>"), "{shown}");
}

#[tokio::test]
async fn setup_that_cannot_work_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let _first = Askwell::builder().store(&data).start().await.unwrap();
    let busy = with_pages().await;
    let asked = busy.confirm("Sure?").start().await.unwrap();
    let url = asked.link().await.unwrap().url;
    let taken = between(&url, "http://", "/").to_owned();
    for (builder, expected) in [
        (Askwell::builder().store(&data), "is in use by another process"),
        (Askwell::builder().pages("here"), "\"here\" is not an address; write 127.0.0.1:8787"),
        (Askwell::builder().pages("0.0.0.0:0"), "can be reached from other machines"),
        (Askwell::builder().pages(&taken), "cannot listen on 127.0.0.1:"),
        (
            Askwell::builder().timeout(Duration::from_secs(1 << 40)),
            "lies outside the bounds 1000 to 2592000000 ms",
        ),
    ] {
        let error = builder.start().await.unwrap_err();
        assert!(matches!(error, AskError::Start(_)), "{error:?}");
        assert!(error.to_string().contains(expected), "{error}");
        assert!(std::error::Error::source(&error).is_some(), "{error}");
    }
}
