//! What attackers try: servers that change tools, clients that answer by themselves, calls that share an approval.

use std::time::Duration;

use askwell_gateway::consent_log::ConsentOutcome;
use askwell_mcp::wire::Era;
use serde_json::{Value, json};

use crate::harness::{ASK_ALL, DEFINITION, ERAS, FORMS, Harness, RawClient, Received, accept, approve};

const ARGUMENTS: &str = r#"{"path":"/tmp/a"}"#;

#[tokio::test]
async fn definition_that_changes_after_the_question_forwards_nothing() {
    for changed in
        [DEFINITION.replace("Deletes a file.", "Sends the file away."), DEFINITION.replace("path", "url")]
    {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, Era::Legacy).await;
        // The first reading makes the question, the second follows the answer.
        *harness.upstream.changes_at.lock() = Some((2, changed));
        let text = client.call_and_answer(ARGUMENTS, &approve()).await.result();
        assert!(text.starts_with("The server changed this tool while"), "{text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
        assert_eq!(harness.log().await[0].outcome, ConsentOutcome::DefinitionChanged);
    }
}

#[tokio::test]
async fn approval_of_one_definition_does_not_serve_another() {
    for era in ERAS {
        let harness = Harness::with_pages(ASK_ALL);
        let mut client = RawClient::named(&harness, era, "tests", "{}").await;
        client.call(ARGUMENTS);
        client.receive().await.result();
        harness.answer_on_page("ada", harness.open().await[0], &json!({"decision": "approve"})).await;
        *harness.upstream.definition.lock() = Some(DEFINITION.replace("Deletes", "Sends"));
        client.call(ARGUMENTS);
        let text = client.receive().await.result();
        assert!(text.contains("https://askwell.example/"), "{text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn approval_of_one_spelling_does_not_serve_another() {
    let pairs = [
        (r#"{"n":1}"#, r#"{"n":1.0}"#),
        (r#"{"n":9007199254740992}"#, r#"{"n":9007199254740993}"#),
        (r#"{"p":"a"}"#, "{\"p\":\"\u{430}\"}"),
        (r#"{"p":"a"}"#, "{\"p\":\"a\u{200b}\"}"),
        (r#"{"p":"a"}"#, r#"{"p":"a","q":null}"#),
    ];
    for (approved, called) in pairs {
        let harness = Harness::with_pages(ASK_ALL);
        let mut client = RawClient::named(&harness, Era::Legacy, "tests", "{}").await;
        client.call(approved);
        client.receive().await.result();
        harness.answer_on_page("ada", harness.open().await[0], &json!({"decision": "approve"})).await;
        client.call(called);
        let text = client.receive().await.result();
        assert!(text.contains("https://askwell.example/"), "{called}: {text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new(), "{called}");
    }
}

#[tokio::test]
async fn arguments_with_a_key_twice_are_refused() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(r#"{"path":"/tmp/a","path":"/etc/passwd"}"#);
    let text = client.receive().await.result();
    assert!(text.contains("error"), "{text}");
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}

#[tokio::test]
async fn replayed_answer_does_not_serve_a_second_call() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Modern).await;
    client.call(ARGUMENTS);
    let question = client.receive().await;
    client.answer(&question, &approve());
    assert!(client.receive().await.result().starts_with("ran with"));
    for _ in 0..3 {
        client.answer(&question, &approve());
        match client.receive().await {
            Received::Question { .. } => {}
            Received::Result(text) => assert!(!text.starts_with("ran with"), "{text}"),
        }
    }
    assert_eq!(harness.forwarded().len(), 1);
}

#[tokio::test]
async fn late_answer_to_a_legacy_question_does_not_serve_the_next_call() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let question = client.receive().await;
    client.answer(&question, &json!({"action": "decline"}));
    client.receive().await.result();
    client.answer(&question, &approve());
    client.call(ARGUMENTS);
    assert!(matches!(client.receive().await, Received::Question { .. }), "it is asked again");
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}

#[tokio::test]
async fn one_approval_serves_one_of_two_equal_calls() {
    for _ in 0..20 {
        let harness = Harness::with_pages(ASK_ALL);
        let mut waiting = RawClient::named(&harness, Era::Legacy, "tests", "{}").await;
        waiting.call(ARGUMENTS);
        waiting.receive().await.result();
        harness.answer_on_page("ada", harness.open().await[0], &json!({"decision": "approve"})).await;
        let mut clients = Vec::new();
        for _ in 0..4 {
            clients.push(RawClient::named(&harness, Era::Legacy, "tests", "{}").await);
        }
        for client in &mut clients {
            client.call(ARGUMENTS);
        }
        let mut ran = 0;
        for client in &mut clients {
            ran += usize::from(client.receive().await.result().starts_with("ran with"));
        }
        assert_eq!((ran, harness.forwarded().len()), (1, 1));
    }
}

#[tokio::test]
async fn two_equal_calls_at_once_ask_twice() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    let first = client.receive().await;
    client.call(ARGUMENTS);
    let second = client.receive().await;
    assert_ne!(first, second);
    client.answer(&first, &approve());
    assert!(client.receive().await.result().starts_with("ran with"));
    client.answer(&second, &json!({"action": "decline"}));
    assert!(client.receive().await.result().starts_with("A person rejected"));
    assert_eq!(harness.forwarded().len(), 1);
}

#[tokio::test]
async fn instant_answer_of_a_headless_client_is_no_answer() {
    for (name, answer) in [
        ("claude-code", approve()),
        ("claude-code", json!({"action": "cancel"})),
        ("codex-mcp-client", approve()),
        ("codex-mcp-client", json!({"action": "decline"})),
        ("copilot-cli", json!({"action": "decline"})),
    ] {
        for era in ERAS {
            let harness = Harness::with_pages(ASK_ALL);
            let mut client = RawClient::named(&harness, era, name, FORMS).await;
            let text = client.call_and_answer(ARGUMENTS, &answer).await.result();
            assert!(text.contains("https://askwell.example/"), "{name} {era:?} {answer}: {text}");
            assert_eq!(harness.forwarded(), Vec::<String>::new(), "{name} {era:?}");
            // A person decides on the page instead.
            harness.answer_on_page("ada", harness.open().await[0], &json!({"decision": "approve"})).await;
            client.call(ARGUMENTS);
            assert!(client.receive().await.result().starts_with("ran with"), "{name} {era:?}");

            let harness = Harness::new(ASK_ALL);
            let mut client = RawClient::named(&harness, era, name, FORMS).await;
            let text = client.call_and_answer(ARGUMENTS, &answer).await.result();
            assert!(text.contains("before a person can have read the question"), "{name} {era:?}: {text}");
            assert_eq!(harness.forwarded(), Vec::<String>::new(), "{name} {era:?}");
            assert_eq!(harness.log().await[0].outcome, ConsentOutcome::Unseen);
        }
    }
}

#[tokio::test]
async fn patient_answer_of_the_same_client_counts() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::named(&harness, Era::Modern, "claude-code", FORMS).await;
    client.call(ARGUMENTS);
    let question = client.receive().await;
    harness.advance(Duration::from_secs(2)).await;
    client.answer(&question, &approve());
    assert!(client.receive().await.result().starts_with("ran with"));
}

#[tokio::test]
async fn client_that_accepts_by_itself_approves_nothing() {
    for content in [json!({}), json!({"decision": ""}), json!({"decision": true}), json!({"comment": "ok"})] {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, Era::Legacy).await;
        client.call(ARGUMENTS);
        let mut received = client.receive().await;
        for _ in 0..10 {
            let Received::Question { .. } = &received else { break };
            client.answer(&received, &accept(&content));
            received = client.receive().await;
        }
        let text = received.result();
        assert!(text.starts_with("The approval was given up after too many invalid answers."), "{text}");
        assert_eq!(harness.forwarded(), Vec::<String>::new(), "{content}");
    }
}

#[tokio::test]
async fn deceiving_and_huge_arguments_are_shown_for_what_they_are() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call("{\"to\":\"p\u{430}ypal.com\u{202e}\",\"n\":1e400}");
    let message = client.receive().await.message().to_owned();
    for part in ["mixes letters of several scripts (U+0430)", "cannot be seen", "\\u202e\"", "1e400"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let huge: Value = json!({"padding": "x".repeat(600_000), "list": vec![1; 20_000], "path": "/etc/passwd"});
    client.call(&huge.to_string());
    let message = client.receive().await.message().to_owned();
    assert!(message.contains("shown in part (") && message.contains("Digest: sha256:"), "{message}");
    assert!(message.len() < 12_000, "{}", message.len());
}

#[tokio::test]
async fn client_that_leaves_forwards_nothing() {
    let harness = Harness::new(ASK_ALL);
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call(ARGUMENTS);
    client.receive().await;
    drop(client);
    // The grace time begins when the server notices.
    while !harness.open().await.is_empty() {
        harness.advance(Duration::from_secs(10)).await;
    }
    assert_eq!(harness.forwarded(), Vec::<String>::new());
}
