//! Approvals for a while.

use std::time::Duration;

use askwell_gateway::consent_log::ConsentOutcome;
use askwell_mcp::wire::Era;
use serde_json::json;

use crate::harness::{ASK_ALL, DEFINITION, ERAS, Harness, RawClient, Received, accept};

fn for_15_minutes() -> serde_json::Value {
    accept(&json!({"decision": "approve_for_900"}))
}

#[tokio::test]
async fn same_call_is_covered_until_the_time_is_over() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, era).await;
        client.call_and_answer(r#"{"path":"a"}"#, &for_15_minutes()).await.result();
        client.call(r#"{ "path": "\u0061" }"#);
        assert!(client.receive().await.result().starts_with("ran with"), "{era:?}");
        client.call(r#"{"path":"b"}"#);
        assert!(matches!(client.receive().await, Received::Question { .. }), "other arguments are asked");
        let log = harness.log().await;
        assert_eq!(log[0].outcome, ConsentOutcome::Covered);
        assert_eq!(log[1].outcome, ConsentOutcome::ApprovedForAWhile);
        assert_eq!(log[0].elicitation, log[1].elicitation);
        harness.advance(Duration::from_secs(901)).await;
        let mut client = RawClient::new(&harness, era).await;
        client.call(r#"{"path":"a"}"#);
        assert!(matches!(client.receive().await, Received::Question { .. }), "the time is over");
        assert_eq!(harness.forwarded().len(), 2);
    }
}

#[tokio::test]
async fn tool_can_be_covered_with_all_arguments() {
    let harness = Harness::new(&format!("{ASK_ALL}\nfor_a_while_covers = \"tool\""));
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call_and_answer(r#"{"path":"a"}"#, &for_15_minutes()).await.result();
    client.call(r#"{"path":"b"}"#);
    assert!(client.receive().await.result().starts_with("ran with"));
    client.call(r#"{"path":"b","tool":"other"}"#);
    assert!(matches!(client.receive().await, Received::Question { .. }), "other tools are asked");
}

#[tokio::test]
async fn changed_definition_ends_it() {
    let harness = Harness::new(&format!("{ASK_ALL}\nfor_a_while_covers = \"tool\""));
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    client.call_and_answer(r#"{"path":"a"}"#, &for_15_minutes()).await.result();
    *harness.upstream.definition.lock() = Some(DEFINITION.replace("Deletes a file.", "Sends mail."));
    client.call(r#"{"path":"a"}"#);
    assert!(client.receive().await.message().contains("The server changed the tool since"));
    assert_eq!(harness.forwarded().len(), 1);
}

#[tokio::test]
async fn duration_that_was_not_offered_is_not_accepted() {
    for (rules, answer) in [
        (ASK_ALL.to_owned(), "approve_for_86400"),
        (format!("{ASK_ALL}\nfor_a_while = []"), "approve_for_900"),
        (ASK_ALL.to_owned(), "approve_for_"),
        (ASK_ALL.to_owned(), "Approve"),
    ] {
        let harness = Harness::new(&rules);
        let mut client = RawClient::new(&harness, Era::Legacy).await;
        let again = client.call_and_answer("{}", &accept(&json!({"decision": answer}))).await;
        assert!(again.message().contains("Please correct this"), "{answer}");
        assert_eq!(harness.forwarded(), Vec::<String>::new());
    }
}
