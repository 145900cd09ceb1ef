//! Negotiation of the era and the revision.

use askwell_mcp::client::{CallError, ConnectError, FormReply, FormRequest, UrlReply, UrlRequest};
use askwell_mcp::wire::Era;
use serde_json::{Value, json};

use super::scripted_server::{builder, legacy, modern, start_connecting};

#[tokio::test]
async fn only_modes_with_a_handler_are_declared() {
    let form = |ask: FormRequest| async move { ask.accept(&json!({})).unwrap_or(FormReply::Decline) };
    let url = |_: UrlRequest| async { UrlReply::Decline };
    for (builder, declared) in [
        (builder(), json!({})),
        (builder().on_form(form), json!({"elicitation": {"form": {}}})),
        (builder().on_url(url), json!({"elicitation": {"url": {}}})),
        (builder().on_form(form).on_url(url), json!({"elicitation": {"form": {}, "url": {}}})),
    ] {
        let (mut server, connecting) = start_connecting(builder);
        let request = server.expect("server/discover").await;
        let meta = &request["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], declared);
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"], json!({"name": "test", "version": "1"}));
        server.refuse(&request, &json!({"code": -32601, "message": "no"}));
        let request = server.expect("initialize").await;
        let expected = json!({
            "protocolVersion": "2025-11-25", "capabilities": declared,
            "clientInfo": {"name": "test", "version": "1"}
        });
        assert_eq!(request["params"], expected);
        server.refuse(&request, &json!({"code": -32000, "message": "enough"}));
        assert!(matches!(connecting.await.unwrap(), Err(ConnectError::Refused(CallError::Server(_)))));
    }
}

#[tokio::test]
async fn answer_that_is_not_modern_means_legacy() {
    for answer in [
        json!({"error": {"code": -32601, "message": "no such method"}}),
        json!({"error": {"code": -32602, "message": "not initialised"}}),
        json!({"error": {"code": -32022, "message": "no", "data": {"supported": ["2025-11-25"], "requested": "x"}}}),
        json!({"error": {"code": -32022, "message": "no"}}),
        json!({"result": {}}),
        json!({"result": {"supportedVersions": ["2025-06-18"]}}),
    ] {
        let (mut server, connecting) = start_connecting(builder());
        let request = server.expect("server/discover").await;
        let mut response = answer.clone();
        response["jsonrpc"] = "2.0".into();
        response["id"] = request["id"].clone();
        server.send(&response);
        let request = server.expect("initialize").await;
        server.answer(&request, &json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
        server.expect("notifications/initialized").await;
        let client = connecting.await.unwrap().unwrap();
        assert_eq!(client.server().revision.as_str(), "2025-06-18", "{answer}");
    }
}

#[tokio::test]
async fn version_that_is_refused_and_offered_is_tried_again() {
    let (mut server, connecting) = start_connecting(builder());
    let first = server.expect("server/discover").await;
    server.refuse(&first, &json!({"code": -32022, "message": "no", "data": {"supported": ["2026-07-28"]}}));
    let second = server.expect("server/discover").await;
    assert_ne!(first["id"], second["id"]);
    server.answer(&second, &json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}));
    assert_eq!(connecting.await.unwrap().unwrap().server().revision.as_str(), "2026-07-28");
}

#[tokio::test]
async fn modern_server_that_was_too_slow_for_the_probe_is_asked_again() {
    let (mut server, connecting) = start_connecting(builder());
    let request = server.expect("server/discover").await;
    server.refuse(&request, &json!({"code": -32603, "message": "starting"}));
    let request = server.expect("initialize").await;
    server.refuse(&request, &json!({"code": -32022, "message": "no", "data": {"supported": ["2026-07-28"]}}));
    let request = server.expect("server/discover").await;
    server.answer(&request, &json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}));
    assert_eq!(connecting.await.unwrap().unwrap().server().revision.as_str(), "2026-07-28");
}

#[tokio::test]
async fn server_without_a_common_revision_is_refused() {
    for (version, older) in [("2024-11-05", true), ("2025-03-26", true), ("2031-01-01", false), ("", false)] {
        let (mut server, connecting) = start_connecting(builder().only_era(Era::Legacy));
        let request = server.expect("initialize").await;
        server.answer(&request, &json!({"protocolVersion": version, "capabilities": {}}));
        assert_eq!(connecting.await.unwrap().is_ok(), older, "{version}");
    }
    let (mut server, connecting) = start_connecting(builder());
    let request = server.expect("server/discover").await;
    server.refuse(&request, &json!({"code": -32022, "message": "no", "data": {"supported": ["2031-01-01"]}}));
    let error = connecting.await.unwrap().unwrap_err();
    assert!(
        matches!(&error, ConnectError::NoCommonRevision { offered } if offered == "2031-01-01"),
        "{error}"
    );
}

#[tokio::test]
async fn server_info_is_read_in_both_eras() {
    let (_, client) = modern(builder()).await;
    assert_eq!(
        (client.server().peer.name.as_str(), client.server().revision.as_str()),
        ("scripted", "2026-07-28")
    );
    let capabilities: Value = client.server().capabilities.raw().to_value();
    assert_eq!(capabilities, json!({"tools": {}}));
    let (_, client) = legacy(builder()).await;
    assert_eq!(
        (client.server().peer.name.as_str(), client.server().revision.as_str()),
        ("scripted", "2025-11-25")
    );
}

#[tokio::test(start_paused = true)]
async fn silent_server_is_tried_as_legacy_and_then_times_out() {
    let (mut server, connecting) = start_connecting(builder());
    let probe = server.expect("server/discover").await;
    let cancelled = server.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], probe["id"]);
    server.expect("initialize").await;
    let error = connecting.await.unwrap().unwrap_err();
    assert!(matches!(error, ConnectError::Timeout { seconds: 30 }), "{error}");
}
