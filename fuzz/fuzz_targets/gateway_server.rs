//! Any lines that a server sends while a call is on its way through the gateway: the client gets only sound messages,
//! and its call ends.
#![no_main]

use askwell_fuzz::{FuzzedGateway, block_on, receive};
use askwell_mcp::transport::Connection;
use askwell_mcp::wire::{Id, Json, Limits, Message, RpcError, encode, method};
use libfuzzer_sys::fuzz_target;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}},"clientInfo":{"name":"fuzz","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const LEGACY_CALL: &str = r#"{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"t","arguments":{},"_meta":{"progressToken":"p"}}}"#;
const MODERN_CALL: &str = r#"{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"t","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}},"io.modelcontextprotocol/clientInfo":{"name":"fuzz","version":"1"}}}}"#;
const GREETING: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
const MODERN_GREETING: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#;

fn json(text: &str) -> Json {
    Json::parse(text, &Limits::default()).expect("sound")
}

/// Greets in one era, and answers a call with any lines before the result. `ID` in a line is the id of the call.
async fn serve(mut connection: Connection, is_modern: bool, text: String) {
    while let Some(message) = receive(&mut connection).await {
        let Message::Request(request) = message else { continue };
        let answer = match (request.method(), is_modern) {
            (method::INITIALIZE, false) => encode::result(request.id(), json(GREETING).raw()),
            (method::DISCOVER, true) => encode::result(request.id(), json(MODERN_GREETING).raw()),
            (method::CALL_TOOL, _) => {
                for line in text.lines().take(32) {
                    let line = line.replace("ID", &request.id().to_string());
                    if connection.outgoing.send(line).is_err() {
                        return;
                    }
                }
                encode::result(request.id(), json(r#"{"content":[]}"#).raw())
            }
            _ => encode::error(Some(request.id()), &RpcError::method_not_found(request.method())),
        };
        if connection.outgoing.send(answer).is_err() {
            return;
        }
    }
}

fuzz_target!(|input: (bool, bool, String)| {
    let (is_modern_server, is_modern_client, text) = input;
    block_on(async {
        let FuzzedGateway { mut client, mut servers, .. } = FuzzedGateway::start().await;
        tokio::spawn(async move {
            while let Some(server) = servers.recv().await {
                tokio::spawn(serve(server, is_modern_server, text.clone()));
            }
        });
        let sent: &[&str] = if is_modern_client { &[MODERN_CALL] } else { &[HELLO, INITIALIZED, LEGACY_CALL] };
        for line in sent {
            client.outgoing.send((*line).to_owned()).expect("the gateway reads");
        }
        let call = Id::from("call");
        loop {
            match receive(&mut client).await.expect("the gateway stays connected") {
                Message::Response(response) if response.id() == Some(&call) => return,
                Message::Request(request) => {
                    let declined = json(r#"{"action":"decline"}"#);
                    let _ = client.outgoing.send(encode::result(request.id(), declined.raw()));
                }
                Message::Response(_) | Message::Notification(_) => {}
            }
        }
    });
});
