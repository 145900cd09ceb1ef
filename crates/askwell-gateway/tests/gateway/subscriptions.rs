//! Subscriptions, log levels and errors between the eras.

use serde_json::{Value, json};

use crate::harness::{Speaks, TestGateway, patient, scripted};

const MARK: &str = "io.modelcontextprotocol/subscriptionId";

#[tokio::test]
async fn modern_client_hears_what_it_asked_for_from_servers_of_both_eras() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, script) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        let wanted = json!({"toolsListChanged": true, "promptsListChanged": true,
            "resourceSubscriptions": ["test://a"]});
        let id = client.modern("subscriptions/listen", &json!({"notifications": wanted}), &json!({}));
        let acknowledged = client.receive().await;
        assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged", "{acknowledged}");
        assert_eq!(acknowledged["params"]["_meta"][MARK], id, "{acknowledged}");
        if speaks == Speaks::Legacy {
            let honoured = json!({"toolsListChanged": true, "resourceSubscriptions": ["test://a"]});
            assert_eq!(acknowledged["params"]["notifications"], honoured);
            script.received(|message| message["method"] == "resources/subscribe").await;
            client.modern("tools/call", &json!({"name": "change", "arguments": {}}), &json!({}));
            let changed = client.receive().await;
            assert_eq!(changed["method"], "notifications/tools/list_changed", "{changed}");
            assert_eq!(changed["params"]["_meta"][MARK], id);
        }
        let updated = client.receive().await;
        assert_eq!(updated["params"]["uri"], "test://a", "{updated}");
        assert_eq!(updated["params"]["_meta"][MARK], id, "{updated}");
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
        let ended = match speaks {
            Speaks::Legacy => "resources/unsubscribe",
            Speaks::Modern => "notifications/cancelled",
        };
        script.received(|message| message["method"] == ended).await;
    }
}

#[tokio::test]
async fn legacy_client_subscribes_to_resources_of_a_modern_server() {
    let (server, script) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let listens = |uri: Option<&'static str>| {
        move |message: &Value| {
            let filter = &message["params"]["notifications"];
            message["method"] == "subscriptions/listen"
                && filter["toolsListChanged"] == true
                && filter["resourceSubscriptions"].get(0).and_then(Value::as_str) == uri
        }
    };
    script.received(listens(None)).await;
    let id = client.request("resources/subscribe", &json!({"uri": "test://a"}));
    script.received(listens(Some("test://a"))).await;
    assert_eq!(client.response(id).await["result"], json!({}));
    let updated = client.receive().await;
    assert_eq!(updated["method"], "notifications/resources/updated", "{updated}");
    assert_eq!(updated["params"]["uri"], "test://a");
}

#[tokio::test]
async fn log_levels_and_missing_resources_are_translated_for_modern_clients() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    let id = client.modern("resources/read", &json!({"uri": "test://none"}), &json!({}));
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], -32602, "{response}");
    for removed in ["initialize", "ping", "logging/setLevel", "resources/subscribe"] {
        let id = client.modern(removed, &json!({"uri": "test://a", "level": "info"}), &json!({}));
        assert_eq!(client.response(id).await["error"]["code"], -32601, "{removed}");
    }
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "script", "version": "1"},
        "io.modelcontextprotocol/logLevel": "warning",
        "own": 1,
    });
    let id = client.request("tools/call", &json!({"name": "echo", "arguments": {}, "_meta": meta}));
    client.response(id).await;
    let set = script.received(|message| message["method"] == "logging/setLevel").await;
    assert_eq!(set["params"]["level"], "warning");
    let called = script.received(|message| message["params"]["name"] == "echo").await;
    assert_eq!(
        called["params"]["_meta"],
        json!({"own": 1}),
        "a legacy server sees nothing of the modern era"
    );
}
