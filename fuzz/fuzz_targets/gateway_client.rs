//! Any lines that a client sends through the gateway: its server gets only sound messages, the client only sound
//! answers, and the gateway still answers afterwards.
#![no_main]

use askwell_fuzz::{FuzzedGateway, block_on, receive};
use askwell_mcp::transport::Connection;
use askwell_mcp::wire::{Id, Json, Limits, Message, RpcError, encode, method};
use libfuzzer_sys::fuzz_target;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}},"clientInfo":{"name":"fuzz","version":"1"}}}"#;
const GREETING: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{"subscribe":true},"logging":{}},"serverInfo":{"name":"s","version":"1"}}"#;
const MODERN_GREETING: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#;
const LAST: &str = r#"{"jsonrpc":"2.0","id":"the last one","method":"ping"}"#;

fn json(text: &str) -> Json {
    Json::parse(text, &Limits::default()).expect("sound")
}

/// Answers every request.
async fn serve(mut connection: Connection, is_modern: bool) {
    while let Some(message) = receive(&mut connection).await {
        let Message::Request(request) = message else { continue };
        let answer = match (request.method(), is_modern) {
            (method::INITIALIZE, false) => encode::result(request.id(), json(GREETING).raw()),
            (method::DISCOVER, true) => encode::result(request.id(), json(MODERN_GREETING).raw()),
            (method::INITIALIZE, true) | (method::DISCOVER, false) => {
                encode::error(Some(request.id()), &RpcError::method_not_found(request.method()))
            }
            _ => encode::result(request.id(), json(r#"{"tools":[],"content":[]}"#).raw()),
        };
        if connection.outgoing.send(answer).is_err() {
            return;
        }
    }
}

fuzz_target!(|input: (bool, bool, String)| {
    let (is_modern, greets, text) = input;
    block_on(async {
        let FuzzedGateway { mut client, mut servers, .. } = FuzzedGateway::start().await;
        tokio::spawn(async move {
            while let Some(server) = servers.recv().await {
                tokio::spawn(serve(server, is_modern));
            }
        });
        let greeting = greets.then_some(HELLO);
        for line in greeting.into_iter().chain(text.lines().take(32)).chain([LAST]) {
            if client.outgoing.send(line.to_owned()).is_err() {
                return;
            }
        }
        let last = Id::from("the last one");
        while let Some(message) = receive(&mut client).await {
            if matches!(&message, Message::Response(response) if response.id() == Some(&last)) {
                return;
            }
        }
    });
});
