//! What is traced, and that no secret is: not there, not in debug output, not in errors.

#![expect(clippy::unwrap_used, reason = "a test may insist")]

use std::io;
use std::sync::{Arc, OnceLock};

use askwell_engine::store::Store;
use askwell_engine::{Ask, Limits, ListFilter, MemoryStore, SubmitError, SystemResolver};
use askwell_form::Form;
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Actor, CancelReason, Surface};
use parking_lot::Mutex;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;

use support::{World, a_form, secs};

#[path = "engine/support.rs"]
#[expect(dead_code, reason = "most of it is for the tests of the engine")]
mod support;

/// Everything that was traced, as text.
#[derive(Debug, Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// What all tests of this file trace. One for the process, since a span that is first met on a thread
    /// without a subscriber would stay silent on every other.
    fn everything() -> &'static Captured {
        static CAPTURED: OnceLock<Captured> = OnceLock::new();
        CAPTURED.get_or_init(|| {
            let captured = Captured::default();
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(tracing::Level::TRACE)
                .with_span_events(FmtSpan::FULL)
                .with_ansi(false)
                .with_writer(captured.clone())
                .finish();
            tracing::subscriber::set_global_default(subscriber).unwrap();
            captured
        })
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().clone()).unwrap()
    }
}

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Captured {
    type Writer = Captured;

    fn make_writer(&'w self) -> Captured {
        self.clone()
    }
}

#[tokio::test]
async fn create_span_records_the_timeout() {
    let captured = Captured::everything();
    let world = World::new();
    world.ask_with(Ask::form(a_form()).timeout(secs(42))).await;
    let text = captured.text();
    assert!(text.contains("create{") && text.contains("timeout_ms=42000"), "{text}");
    assert!(text.contains("timeout_validated=true"), "{text}");
}

/// The lines of the audit log about one client, without what stands before the event.
fn audited(captured: &Captured, client: &str) -> Vec<String> {
    let text = captured.text();
    let own = format!("client=\"{client}\"");
    let lines = text.lines().filter(|line| line.contains("askwell::audit: ") && line.contains(&own));
    lines.map(|line| line.split_once(" askwell::audit: ").unwrap().1.to_owned()).collect()
}

#[tokio::test]
async fn audit_log_has_each_event_at_the_default_level() {
    let captured = Captured::everything();
    let limits = Limits { per_window: 4, ..Limits::default() };
    let world = World::with(|builder| builder.limits(limits).resolver(SystemResolver));
    let client = Actor::client("audited", Surface::Api);
    let ask = |ask: Ask| world.engine.create(&client, ask);
    let done = ask(Ask::prompt("Why?").unwrap().timeout(secs(42))).await.unwrap().id;
    world.engine.submit(&client, done, br#""because""#).await.unwrap();
    let url = Form::parse(
        r#"{"id": "u", "title": "U", "fields": [{"id": "site", "type": "url", "label": "Site"}]}"#,
    );
    let declined = ask(Ask::form(url.unwrap())).await.unwrap().id;
    world.engine.submit(&client, declined, br#"{"site": "https://10.1.2.3/"}"#).await.unwrap_err();
    world.engine.decline(&client, declined).await.unwrap();
    let cancelled = ask(Ask::form(a_form())).await.unwrap().id;
    world.engine.cancel(&client, cancelled, CancelReason::SessionExpired).await.unwrap();
    let late = ask(Ask::form(a_form()).timeout(secs(5))).await.unwrap().id;
    for _ in 0..3 {
        ask(Ask::form(a_form())).await.unwrap_err();
    }
    world.clock.advance_and_settle(secs(6)).await;
    let lines = audited(captured, "audited");
    let starts = |line: &str, level_words: &str| assert!(line.starts_with(level_words), "{line}");
    let expected = [
        (format!("elicitation created event=\"created\" id={done} mode=\"inline\""), "timeout_ms=42000"),
        (format!("elicitation completed event=\"completed\" id={done}"), "result_bytes=7"),
        (format!("elicitation created event=\"created\" id={declined}"), "timeout_ms=300000"),
        (format!("answer rejected event=\"rejected\" id={declined}"), "count=1 limit=3"),
        (
            format!("unsafe URL blocked in an answer event=\"unsafe_url_blocked\" id={declined}"),
            "field=\"site\"",
        ),
        (format!("elicitation declined event=\"declined\" id={declined}"), "mode=\"form\""),
        (format!("elicitation created event=\"created\" id={cancelled}"), ""),
        (format!("elicitation abandoned event=\"abandoned\" id={cancelled}"), "reason=\"session_expired\""),
        (format!("elicitation created event=\"created\" id={late}"), "timeout_ms=5000"),
        ("client is rate limited event=\"rate_limited\"".to_owned(), "limit=\"rate\" count=1"),
        (format!("elicitation abandoned event=\"abandoned\" id={late}"), "reason=\"timeout\""),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, (start, part)) in lines.iter().zip(&expected) {
        starts(line, start);
        assert!(line.contains(part), "{line}");
    }
    let text = captured.text();
    assert!(!text.contains("10.1.2.3"), "an answer is never logged");
    let levels = |what: &str, level: &str| {
        text.lines().filter(|line| line.contains(what)).all(|line| line.contains(level))
    };
    assert!(levels("event=\"rate_limited\"", " WARN ") && levels("event=\"created\"", " INFO "));
}

#[tokio::test]
async fn refused_page_is_logged_without_path_and_user() {
    let captured = Captured::everything();
    let url = "http://name:hunter3@192.168.77.1/hidden?token=hunter3";
    Ask::page(url, "There", &UrlPolicy::default()).unwrap_err();
    let text = captured.text();
    let line = text.lines().find(|line| line.contains("192.168.77.1")).unwrap();
    assert!(line.contains("WARN") && line.contains("event=\"unsafe_url_blocked\""), "{line}");
    assert!(line.contains("url=http://192.168.77.1 reason="), "{line}");
    assert!(!text.contains("hunter3") && !text.contains("hidden"), "{line}");
}

const SECRET: &str = "hunter2-correct-horse";
const RESULT: &str = "page-result-battery";
const CONTENT: &str = "file-content-staple";

#[tokio::test]
async fn secrets_are_in_no_log_error_or_debug_output() {
    let captured = Captured::everything();
    let store = Arc::new(MemoryStore::new());
    let world = World::over(Arc::clone(&store) as Arc<dyn Store>, |builder| builder);
    let form = Form::parse(
        r#"{"id": "login", "title": "Log in", "fields": [
            {"id": "user", "type": "text", "label": "User", "required": true, "validation": {"maxLength": 5}},
            {"id": "password", "type": "text", "label": "Password", "required": true,
             "validation": {"minLength": 30}, "rendering": {"inputType": "password"}},
            {"id": "notes", "type": "file", "label": "Notes"}]}"#,
    );
    let form = form.unwrap_or_else(|defects| panic!("{defects}"));
    let mut printed = String::new();
    let mut see = |thing: &dyn std::fmt::Debug| printed.push_str(&format!("{thing:?}\n{thing:#?}\n"));

    let asked = world.ask_with(Ask::form(form.clone())).await;
    let upload =
        world.engine.upload(&world.client, asked.id, "notes", "a.txt", "text/plain", CONTENT.into()).await;
    see(&upload);
    let short = format!(r#"{{"user": "too long", "password": "{SECRET}"}}"#);
    let wrong = world.engine.submit(&world.client, asked.id, short.as_bytes()).await.unwrap_err();
    let SubmitError::Invalid { problems, .. } = &wrong else { panic!("{wrong:?}") };
    assert_eq!(problems.len(), 2);
    see(&wrong);
    see(&wrong.to_string());
    see(&problems.to_json());
    let not_text = format!(r#"{{"user": "ops", "password": ["{SECRET}"], "{SECRET}": 1}}"#);
    let _ = world.engine.submit(&world.client, asked.id, not_text.as_bytes()).await;
    let long = format!(r#"{{"user": "ops", "password": "{SECRET}{SECRET}"}}"#);
    let accepted = world.engine.submit(&world.client, asked.id, long.as_bytes()).await.unwrap();
    see(&accepted);
    see(&world.engine.wait(&world.client, asked.id).await);
    see(&world.engine.submit(&world.client, asked.id, long.as_bytes()).await);
    see(&world.engine.status(&world.client, asked.id).await);
    see(&world.engine.list(&world.client, ListFilter::default()).await);

    let page = Ask::page("https://example.com/", "There", &UrlPolicy::default());
    let page = world.ask_with(page.unwrap()).await;
    let result = format!(r#"{{"token": "{RESULT}"}}"#);
    see(&world.engine.submit(&world.client, page.id, result.as_bytes()).await);
    let cancelled = world.ask_with(Ask::form(form)).await;
    see(&world.engine.cancel(&world.client, cancelled.id, CancelReason::UserCancelled).await);
    world.clock.advance_and_settle(secs(600)).await;
    see(&world.engine);
    see(&world.log().await);
    see(&store);

    let traced = captured.text();
    assert!(traced.contains("create{"), "something was traced: {traced}");
    for (place, text) in [("printed", &printed), ("traced", &traced)] {
        for secret in [SECRET, RESULT, CONTENT, &format!("{:?}", CONTENT.as_bytes())] {
            let at = text.find(secret);
            let around = at.map(|at| text[at.saturating_sub(200)..].chars().take(300).collect::<String>());
            assert_eq!(around, None, "{place}: {secret}");
        }
    }
}
