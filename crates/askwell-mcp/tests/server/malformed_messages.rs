//! The errors for messages that break the protocol.

use std::time::Duration;

use askwell_mcp::Server;
use askwell_mcp::transport::stdio;
use askwell_mcp::wire::Limits;
use insta::assert_snapshot;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use crate::scripted_client::ScriptedClient;
use crate::test_server::{CreatedElicitations, test_server};

fn server() -> Server {
    test_server(&CreatedElicitations::default()).build()
}

#[tokio::test]
async fn malformed_unknown_duplicate_and_batched_messages_are_refused() {
    let mut client = ScriptedClient::legacy(&server(), "2025-11-25", "{}").await;
    for text in [
        "{",
        "[]",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","arguments":[]}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"loud"}}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
    ] {
        client.send(text);
        client.receive().await;
    }
    assert_snapshot!("refusals", client.transcript());
}

#[tokio::test]
async fn id_of_a_running_call_is_refused() {
    let mut client = ScriptedClient::legacy(&server(), "2025-11-25", r#"{"elicitation":{}}"#).await;
    let call = r#"{"jsonrpc":"2.0","id":"same","method":"tools/call","params":{"name":"note"}}"#;
    client.send(call);
    let request = client.receive().await;
    client.send(call);
    assert_eq!(client.receive().await["error"]["code"], -32600);
    client.answer(&request, r#"{"action":"decline"}"#);
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "declined");
}

#[tokio::test]
async fn calls_beyond_the_limit_are_refused() {
    let server = test_server(&CreatedElicitations::default()).max_concurrent_calls(2).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", r#"{"elicitation":{}}"#).await;
    for _ in 0..2 {
        client.call("note", "{}");
        client.receive().await;
    }
    client.call("note", "{}");
    assert_eq!(client.receive().await["error"]["code"], -32010);
}

#[tokio::test]
async fn request_before_initialize_is_refused() {
    let mut client = ScriptedClient::with(&server());
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(client.receive().await["error"]["code"], -32600);
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert!(client.receive().await["result"].is_object());
    for (asked, given) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"),
        ("2024-10-07", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ] {
        let mut client = ScriptedClient::with(&server());
        client.send(&format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{asked}"}}}}"#
        ));
        assert_eq!(client.receive().await["result"]["protocolVersion"], given);
    }
}

#[tokio::test]
async fn conversation_works_over_byte_streams() {
    let (ours, theirs) = tokio::io::duplex(4096);
    let (reader, writer) = tokio::io::split(theirs);
    let connection = stdio::connect(reader, writer, &Limits { bytes: 2000, ..Limits::default() });
    let server = server();
    let serving = tokio::spawn(async move { server.serve(connection).await });
    let (reader, mut writer) = tokio::io::split(ours);
    let mut lines = BufReader::new(reader).lines();
    let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}}"#;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note"}}"#;
    writer.write_all(format!("{initialize}\n{call}\n").as_bytes()).await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("serverInfo"));
    assert!(lines.next_line().await.unwrap().unwrap().contains("elicitation/create"));
    writer.write_all(b"\xff\xfe\n").await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("-32700"));
    writer.write_all(&[b'x'; 3000]).await.unwrap();
    writer.write_all(b"\n").await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("-32600"));
    writer.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\"}}\n").await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("declined"));
    writer.shutdown().await.unwrap();
    tokio::time::timeout(Duration::from_secs(30), serving).await.unwrap().unwrap();
    let mut rest = String::new();
    lines.into_inner().read_to_string(&mut rest).await.unwrap();
    assert_eq!(rest, "");
}
