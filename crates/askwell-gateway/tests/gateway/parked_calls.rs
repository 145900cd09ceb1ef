//! Calls whose client gives up before the person answers.

use std::time::Duration;

use askwell_engine::{Engine, Limits};
use askwell_gateway::{GatewaySettings, RepeatLostCalls};
use serde_json::json;

use crate::harness::{Script, Speaks, TestGateway, patient, scripted, text_of};

fn impatient() -> GatewaySettings {
    GatewaySettings { wait: Duration::from_millis(50), ..patient() }
}

fn calls(script: &Script, tool: &str) -> usize {
    let needle = format!(r#""name":"{tool}""#);
    script.received.lock().iter().filter(|text| text.contains(&needle) && text.contains("tools/call")).count()
}

#[tokio::test]
async fn same_call_finds_the_result_of_the_parked_one() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, script) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], impatient()).await;
        let mut client = gateway.client();
        client.initialize(&json!({})).await;
        let id = client.call("ask", &json!({"a": 1}));
        assert!(text_of(&client.response(id).await).contains("same arguments"));
        gateway.submit(gateway.question().await, &json!({"name": "Ada"})).await;
        let id = client.call("ask", &json!({"a": 1}));
        let response = client.response(id).await;
        assert!(text_of(&response).contains("Ada"), "{speaks:?} {response}");
        // A modern server is called again with the answers.
        assert_eq!(calls(&script, "ask"), if speaks == Speaks::Legacy { 1 } else { 2 });
    }
}

#[tokio::test]
async fn other_arguments_do_not_find_the_parked_call() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], impatient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("ask", &json!({"a": 1}));
    client.response(id).await;
    let id = client.call("ask", &json!({"a": 2}));
    client.response(id).await;
    assert_eq!(calls(&script, "ask"), 2);
}

#[tokio::test]
async fn parked_calls_are_bounded_and_the_rest_is_cancelled() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let settings = GatewaySettings { max_parked: 1, ..impatient() };
    let gateway = TestGateway::new(vec![server], settings).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("ask", &json!({"a": 1}));
    client.response(id).await;
    let id = client.call("ask", &json!({"a": 2}));
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], -32010, "{response}");
    script.received(|message| message["method"] == "notifications/cancelled").await;
}

#[tokio::test]
async fn parked_call_that_no_client_fetches_is_cancelled() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let settings = GatewaySettings { park_time: Duration::from_millis(50), ..impatient() };
    let gateway = TestGateway::new(vec![server], settings).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("ask", &json!({}));
    client.response(id).await;
    script.received(|message| message["method"] == "notifications/cancelled").await;
}

#[tokio::test]
async fn call_that_a_restart_lost_is_repeated_only_by_the_rule() {
    for (rule, repeats) in [(RepeatLostCalls::Never, false), (RepeatLostCalls::Always, true)] {
        let engine = Engine::builder().limits(Limits::none()).start();
        let (server, _) = scripted("s", Speaks::Legacy);
        let first = TestGateway::with_engine(engine.clone(), vec![server], impatient()).await;
        let mut client = first.client();
        client.initialize(&json!({})).await;
        let id = client.call("ask", &json!({"a": 1}));
        client.response(id).await;
        first.submit(first.question().await, &json!({"name": "Ada"})).await;

        // Another process on the same store: the parked call of the first one is not there.
        let (server, script) = scripted("s", Speaks::Legacy);
        let settings = GatewaySettings { repeat_lost_calls: rule, ..impatient() };
        let second = TestGateway::with_engine(engine, vec![server], settings).await;
        let mut client = second.client();
        client.initialize(&json!({})).await;
        let id = client.call("ask", &json!({"a": 1}));
        let response = client.response(id).await;
        assert_eq!(calls(&script, "ask") == 1, repeats, "{response}");
        assert_eq!(text_of(&response).contains("restarted"), !repeats, "{response}");
    }
}
