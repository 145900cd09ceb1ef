//! What people decide, and what rules decide without them.

use std::time::Duration;

use askwell_engine::Engine;
use askwell_gateway::Gates;
use askwell_gateway::consent_log::{ConsentLog, ConsentOutcome};
use askwell_gateway::rules::GateSettings;
use askwell_lifecycle::{Actor, Surface};
use askwell_mcp::wire::Era;
use askwell_testkit::clock::ManualClock;
use askwell_testkit::crash_store::CrashStore;
use askwell_testkit::person::{Person, Scenario};
use serde_json::json;

use crate::harness::{ASK_ALL, ERAS, Harness, RawClient, Received, accept, approve};

const ARGUMENTS: &str = r#"{"path":"/tmp/a"}"#;

#[tokio::test]
async fn only_an_approval_forwards() {
    let no = |comment: &str| accept(&json!({"decision": "reject", "comment": comment}));
    for era in ERAS {
        for (answer, said, outcome) in [
            (approve(), "ran with {\"path\":\"/tmp/a\"}", ConsentOutcome::Approved),
            (
                no("Use a copy."),
                "A person rejected this call and says: “Use a copy.” The tool was not called.",
                ConsentOutcome::Rejected,
            ),
            (no(""), "A person rejected this call. The tool was not called.", ConsentOutcome::Rejected),
            (
                json!({"action": "decline"}),
                "A person rejected this call. The tool was not called.",
                ConsentOutcome::Rejected,
            ),
            (
                json!({"action": "decline", "content": {"decision": "approve"}}),
                "A person rejected this call. The tool was not called.",
                ConsentOutcome::Rejected,
            ),
            (
                json!({"action": "cancel"}),
                "The person closed the question without approving this call. The tool was not called.",
                ConsentOutcome::Cancelled,
            ),
        ] {
            let harness = Harness::new(ASK_ALL);
            let mut client = RawClient::new(&harness, era).await;
            let result = client.call_and_answer(ARGUMENTS, &answer).await;
            assert_eq!(result.result(), said, "{era:?} {answer}");
            assert_eq!(
                harness.forwarded().len(),
                usize::from(outcome == ConsentOutcome::Approved),
                "{era:?} {answer}"
            );
            let log = harness.log().await;
            assert_eq!(log.len(), 1, "{era:?} {answer}");
            assert_eq!(
                (log[0].outcome, log[0].tool.as_str(), log[0].server.as_str()),
                (outcome, "delete", "files")
            );
            assert_eq!((log[0].client.as_str(), log[0].rule.as_str()), ("tests 9.9.9", "rule 1, “all”"));
        }
    }
}

#[tokio::test]
async fn nobody_in_time_forwards_nothing() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, era).await;
        client.call(ARGUMENTS);
        let question = client.receive().await;
        harness.advance(Duration::from_secs(61)).await;
        if era == Era::Modern {
            client.answer(&question, &approve());
        }
        let text = client.receive().await.result();
        assert!(text.starts_with("Nobody approved this call in time."), "{era:?} {text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
        assert_eq!(harness.log().await[0].outcome, ConsentOutcome::TimedOut);
    }
}

#[tokio::test]
async fn simulated_person_who_does_not_approve_forwards_nothing() {
    for scenario in [Scenario::Declines, Scenario::Cancels, Scenario::ErrsUntilOut] {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, Era::Legacy).await;
        client.call(ARGUMENTS);
        client.receive().await;
        let id = harness.open().await[0];
        Person::new(harness.engine.clone(), scenario).attend(id).await.unwrap();
        let text = client.receive().await.result();
        assert!(text.ends_with("The tool was not called."), "{scenario:?} {text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new(), "{scenario:?}");
    }
}

#[tokio::test]
async fn rules_allow_and_deny_without_asking() {
    let rules = "[[gateway.rule]]\ntool = \"delete\"\naction = \"deny\"\n\
                 [[gateway.rule]]\nannotations = { readOnlyHint = true }\naction = \"allow\"\n\
                 [[gateway.rule]]\ntool = \"free\"\naction = \"allow\"";
    let harness = Harness::new(&format!("[gateway]\ndefault = \"deny\"\n{rules}"));
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let denied = client.receive().await.result();
    assert_eq!(
        denied,
        "This call is not allowed here (rule 1 of the gateway). The tool was not called. Do not try it again."
    );
    client.call(r#"{"tool":"free"}"#);
    assert!(client.receive().await.result().starts_with("ran with"));
    client.call(r#"{"tool":"other"}"#);
    assert!(client.receive().await.result().contains("the default of the gateway"));
    *harness.upstream.definition.lock() = None;
    client.call(r#"{"tool":"other"}"#);
    assert!(client.receive().await.result().contains("has not listed the tool"), "annotations are unknown");
    client.call(r#"{"tool":"delete"}"#);
    assert!(client.receive().await.result().contains("rule 1"), "names are enough");
    assert_eq!(harness.forwarded().len(), 1);
    let denials = ConsentLog::of_denials(&harness.engine, None).list(10, |_| true).await.unwrap();
    let mut denied: Vec<(&str, &str, bool)> = denials
        .iter()
        .map(|entry| (entry.tool.as_str(), entry.rule.as_str(), entry.digest.is_empty()))
        .collect();
    // The clock stands still, so their order is not that of the calls.
    denied.sort_unstable();
    let (known, unknown) = (false, true);
    let expected =
        [("delete", "rule 1", known), ("delete", "rule 1", unknown), ("other", "the default", known)];
    assert_eq!(denied, expected);
    assert!(
        denials.iter().all(|entry| entry.outcome == ConsentOutcome::Denied && entry.principal == "local")
    );
    assert_eq!(harness.log().await, [], "decisions of people are apart");
}

#[tokio::test]
async fn tool_that_was_not_listed_is_not_called() {
    let harness = Harness::new(ASK_ALL);
    *harness.upstream.definition.lock() = None;
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let text = client.receive().await.result();
    assert!(text.contains("the server has not listed the tool. The tool was not called."), "{text}");
}

#[tokio::test]
async fn broken_rules_forward_nothing() {
    let (clock, store) = (ManualClock::new(), CrashStore::new());
    let engine = Engine::builder().start();
    let broken = GateSettings::from_toml("[[gateway.rule]]\naction = \"alow\"", &[]).unwrap_err();
    let harness = Harness::of(Gates::broken(broken), engine, clock, store, false);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let text = client.receive().await.result();
    assert!(text.contains("gateway.rule 1.action: `alow` is unknown; use allow, ask, deny"), "{text}");
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}

#[tokio::test]
async fn engine_that_fails_forwards_nothing() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, era).await;
        harness.store.break_down();
        client.call(ARGUMENTS);
        let text = client.receive().await.result();
        assert!(text.contains("cannot be asked") && text.ends_with("The tool was not called."), "{text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn approval_that_cannot_be_recorded_forwards_nothing() {
    let harness = Harness::with_pages(ASK_ALL);
    let mut client = RawClient::named(&harness, Era::Legacy, "tests", "{}").await;
    client.call(ARGUMENTS);
    client.receive().await.result();
    let id = harness.open().await[0];
    harness.answer_on_page("ada", id, &json!({"decision": "approve"})).await;
    // The next commit takes the answer, the one after it writes the log.
    harness.store.fail_commit(2);
    client.call(ARGUMENTS);
    let text = client.receive().await.result();
    assert!(text.ends_with("The tool was not called."), "{text}");
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}

#[tokio::test]
async fn client_without_elicitation_and_pages_gets_an_error() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::named(&harness, era, "tests", "{}").await;
        client.call(ARGUMENTS);
        let text = client.receive().await.result();
        assert!(text.contains("cannot be asked: the client has not declared"), "{era:?} {text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn approval_on_the_page_serves_the_repeated_call_once() {
    for era in ERAS {
        let harness = Harness::with_pages(ASK_ALL);
        let mut client = RawClient::named(&harness, era, "tests", "{}").await;
        client.call(ARGUMENTS);
        let text = client.receive().await.result();
        assert!(text.contains("https://askwell.example/"), "{text}");
        let id = harness.open().await[0];
        harness.answer_on_page("ada", id, &json!({"decision": "approve"})).await;
        client.call(ARGUMENTS);
        assert_eq!(client.receive().await.result(), "ran with {\"path\":\"/tmp/a\"}");
        let entry = &harness.log().await[0];
        assert_eq!((entry.person.as_deref(), entry.surface.as_deref()), (Some("ada"), Some("web")));
        assert_eq!(entry.elicitation, Some(id.to_string()));
        client.call(ARGUMENTS);
        assert!(client.receive().await.result().contains("https://askwell.example/"), "it is asked again");
        assert_eq!(harness.forwarded().len(), 1);
    }
}

#[tokio::test]
async fn approval_that_waits_too_long_is_not_used() {
    let harness = Harness::with_pages(&format!("{ASK_ALL}\nvalid_for = \"30s\""));
    let mut client = RawClient::named(&harness, Era::Legacy, "tests", "{}").await;
    client.call(ARGUMENTS);
    client.receive().await.result();
    harness.answer_on_page("ada", harness.open().await[0], &json!({"decision": "approve"})).await;
    harness.advance(Duration::from_secs(31)).await;
    client.call(ARGUMENTS);
    let text = client.receive().await.result();
    assert_eq!(
        text,
        "The approval of this call is too old. The tool was not called. You can call it again to ask again."
    );
    client.call(ARGUMENTS);
    assert!(client.receive().await.result().contains("https://askwell.example/"));
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}

#[tokio::test]
async fn rule_for_one_person_accepts_no_other() {
    let rules = format!("{ASK_ALL}\napprover = \"ada@example.com\"");
    let harness = Harness::with_pages(&rules);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    for (person, expected) in [
        (
            "eve@example.com",
            "This call was not approved by the person who has to approve it. The tool was not called.",
        ),
        ("ada@example.com", "ran with {\"path\":\"/tmp/a\"}"),
    ] {
        client.call(ARGUMENTS);
        // The client can show forms, but a dialog does not tell who answers.
        let text = client.receive().await.result();
        assert!(text.contains("https://askwell.example/"), "{text}");
        let id = harness.open().await[0];
        let by_others = Actor::person("eve@example.com", Surface::Web);
        assert!(harness.engine.status(&by_others, id).await.is_err(), "nobody else sees it");
        harness.answer_on_page(person, id, &json!({"decision": "approve"})).await;
        client.call(ARGUMENTS);
        assert_eq!(client.receive().await.result(), expected);
    }
    let harness = Harness::new(&rules);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let text = client.receive().await.result();
    assert!(text.contains("the client's dialog may not be used for this, and there is no page"), "{text}");
}

#[tokio::test]
async fn person_sees_that_the_tool_has_changed_since_the_last_approval() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let first = client.receive().await;
    assert!(!first.message().contains("Warning"), "{}", first.message());
    client.answer(&first, &approve());
    client.receive().await.result();
    let changed = crate::harness::DEFINITION.replace("Deletes a file.", "Deletes all files.");
    *harness.upstream.definition.lock() = Some(changed);
    client.call(ARGUMENTS);
    let second = client.receive().await;
    assert!(
        second.message().contains("Warning: The server changed the tool since a call of it was approved at"),
        "{}",
        second.message()
    );
    client.answer(&second, &approve());
    client.receive().await.result();
    client.call(ARGUMENTS);
    let Received::Question { message, schema, .. } = client.receive().await else { panic!() };
    assert!(!message.contains("Warning"), "{message}");
    assert_eq!(schema["required"], json!(["decision"]));
}

#[tokio::test]
async fn approval_is_asked_in_the_language_of_the_request_and_the_model_reads_english() {
    for era in ERAS {
        for (locale, line, end) in [
            ("de", "Werkzeug: delete", "A person rejected this call. The tool was not called."),
            ("he", "כלי: ", "A person rejected this call. The tool was not called."),
        ] {
            let harness = Harness::new(ASK_ALL);
            let mut client = RawClient::new(&harness, era).await;
            client.locale = locale;
            client.call(ARGUMENTS);
            let question = client.receive().await;
            assert!(question.message().contains(line), "{era:?}: {}", question.message());
            client.answer(&question, &accept(&json!({"decision": "reject"})));
            assert_eq!(client.receive().await.result(), end, "{era:?}");
        }
    }
}

#[tokio::test]
async fn approval_for_a_while_covers_calls_in_other_languages() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Modern).await;
    client.locale = "de";
    client.call_and_answer(ARGUMENTS, &accept(&json!({"decision": "approve_for_900"}))).await.result();
    client.locale = "fr";
    client.call(ARGUMENTS);
    assert_eq!(client.receive().await.result(), "ran with {\"path\":\"/tmp/a\"}");
    let log = harness.log().await;
    assert_eq!(log[0].digest, log[1].digest);
}
