//! People who change the arguments of a call before they approve it.

use askwell_gateway::consent_log::ConsentOutcome;
use askwell_mcp::wire::Era;
use serde_json::json;

use crate::harness::{ASK_ALL, ERAS, Harness, RawClient, Received, accept, approve};

fn edit() -> serde_json::Value {
    accept(&json!({"decision": "edit"}))
}

#[tokio::test]
async fn changed_arguments_are_shown_again_and_sent() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, era).await;
        let fields = client.call_and_answer(r#"{"path":"/tmp/a","force":true}"#, &edit()).await;
        let Received::Question { schema, .. } = &fields else { panic!("{fields:?}") };
        assert_eq!(schema["properties"]["path"]["default"], "/tmp/a", "{schema}");
        client.answer(&fields, &accept(&json!({"path": "/tmp/b", "force": false})));
        let again = client.receive().await;
        assert!(again.message().contains("\"path\": \"/tmp/b\""), "{}", again.message());
        let Received::Question { schema, .. } = &again else { panic!("{again:?}") };
        assert!(!schema.to_string().contains("approve_for_900"), "what a person changed is approved once");
        client.answer(&again, &approve());
        let text = client.receive().await.result();
        assert!(
            text.starts_with("ran with") && text.contains("/tmp/b") && !text.contains("/tmp/a"),
            "{text}"
        );
        let entry = &harness.log().await[0];
        assert_eq!(entry.outcome, ConsentOutcome::ApprovedWithChanges);
        assert!(entry.sent_digest.is_some() && entry.sent_digest.as_deref() != Some(entry.digest.as_str()));
        assert!(
            again.message().contains(entry.sent_digest.as_deref().unwrap()),
            "the shown digest is the sent one"
        );
        assert_eq!(harness.forwarded().len(), 1);
    }
}

#[tokio::test]
async fn json_is_checked_and_corrected() {
    for era in ERAS {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, era).await;
        let json_form = client.call_and_answer(r#"{"path":"a","more":{"x":[1]}}"#, &edit()).await;
        client.answer(&json_form, &accept(&json!({"arguments": "{\"more\": 1}"})));
        let corrected = client.receive().await;
        assert!(corrected.message().contains("cannot be used: `path` is missing"), "{}", corrected.message());
        client.answer(&corrected, &accept(&json!({"arguments": "{\"path\": \"b\", \"more\": 1.50}"})));
        let again = client.receive().await;
        client.answer(&again, &approve());
        client.receive().await.result();
        assert_eq!(harness.forwarded(), ["{\"path\": \"b\", \"more\": 1.50}"], "{era:?}");
    }
}

#[tokio::test]
async fn person_who_stops_while_editing_forwards_nothing() {
    for answer in [json!({"action": "decline"}), json!({"action": "cancel"})] {
        let harness = Harness::new(ASK_ALL);
        let mut client = RawClient::new(&harness, Era::Legacy).await;
        let fields = client.call_and_answer(r#"{"path":"a"}"#, &edit()).await;
        client.answer(&fields, &answer);
        assert!(client.receive().await.result().ends_with("The tool was not called."));
        assert_eq!(harness.forwarded(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn rule_without_editing_does_not_offer_it() {
    let harness = Harness::new(&format!("{ASK_ALL}\nedit = false"));
    let mut client = RawClient::new(&harness, Era::Legacy).await;
    let again = client.call_and_answer(r#"{"path":"a"}"#, &edit()).await;
    assert!(again.message().contains("Please correct this"), "{}", again.message());
}
