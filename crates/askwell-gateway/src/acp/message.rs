//! The few messages of the protocol that the proxy understands. All others are bytes.

use askwell_mcp::wire::{Json, Limits, Raw};
use serde_json::{Value, json};

use super::capabilities::{ElicitationModes, add_modes};

/// Longer messages, such as those with images, are none of those below.
const LIMITS: Limits = Limits { bytes: 8 << 20, depth: 128 };

/// Codes of errors: of JSON-RPC, and of a request that the agent took back.
pub(super) const INVALID_PARAMS: i64 = -32602;
pub(super) const INTERNAL: i64 = -32603;
pub(super) const CANCELLED: i64 = -32800;

/// A message of the editor.
pub(super) enum FromEditor {
    /// It begins the conversation: what the editor declares, and the message with the added modes.
    Initialize { modes: ElicitationModes, version: Option<i64>, line: Vec<u8> },
    /// The person stops the turn of a session.
    StopTurn { session: String },
    /// Anything else.
    Other,
}

/// A message of the agent.
pub(super) enum FromAgent {
    /// It asks.
    Elicit { id: Json, params: Value },
    /// The page of an elicitation is done.
    Complete { elicitation_id: String },
    /// It takes a request back.
    CancelRequest { id: Json },
    /// Anything else.
    Other,
}

/// Returns a line as JSON, if it is an object of a usual size.
fn object(line: &[u8]) -> Option<Raw<'_>> {
    let text = std::str::from_utf8(line).ok()?.trim();
    Raw::parse(text, &LIMITS).ok()?.object()
}

impl FromEditor {
    pub(super) fn read(line: &[u8]) -> FromEditor {
        let Some(message) = object(line) else { return FromEditor::Other };
        match message.get("method").and_then(Raw::as_text).as_deref() {
            Some("initialize") if message.get("id").is_some() => {
                let mut whole = message.to_value();
                let Some(params) = whole.get_mut("params") else { return FromEditor::Other };
                let modes = ElicitationModes::of_params(params);
                let version = params.get("protocolVersion").and_then(Value::as_i64);
                add_modes(params);
                FromEditor::Initialize { modes, version, line: encode(&whole) }
            }
            Some("session/cancel") => {
                let session = message.get("params").and_then(|params| params.get("sessionId"));
                match session.and_then(Raw::as_text) {
                    Some(session) => FromEditor::StopTurn { session: session.into_owned() },
                    None => FromEditor::Other,
                }
            }
            _ => FromEditor::Other,
        }
    }
}

impl FromAgent {
    pub(super) fn read(line: &[u8]) -> FromAgent {
        let Some(message) = object(line) else { return FromAgent::Other };
        let params = message.get("params");
        let member = |name| params.and_then(|params| params.get(name));
        match (message.get("method").and_then(Raw::as_text).as_deref(), message.get("id")) {
            (Some("elicitation/create"), Some(id)) => {
                FromAgent::Elicit { id: id.to_owned(), params: params.map(Raw::to_value).unwrap_or_default() }
            }
            (Some("elicitation/complete"), None) => match member("elicitationId").and_then(Raw::as_text) {
                Some(id) => FromAgent::Complete { elicitation_id: id.into_owned() },
                None => FromAgent::Other,
            },
            (Some("$/cancel_request"), None) => match member("requestId") {
                Some(id) => FromAgent::CancelRequest { id: id.to_owned() },
                None => FromAgent::Other,
            },
            _ => FromAgent::Other,
        }
    }
}

/// Returns the line of a response with a result.
pub(super) fn result(id: &Json, result: &Value) -> Vec<u8> {
    encode(&json!({"jsonrpc": "2.0", "id": id.raw().to_value(), "result": result}))
}

/// Returns the line of a response with an error.
pub(super) fn error(id: &Json, code: i64, message: &str) -> Vec<u8> {
    let error = json!({"code": code, "message": message});
    encode(&json!({"jsonrpc": "2.0", "id": id.raw().to_value(), "error": error}))
}

/// Returns the line that shows a text of the agent in a session.
pub(super) fn session_text(session: &str, text: &str) -> Vec<u8> {
    let content = json!({"type": "text", "text": text});
    let update = json!({"sessionUpdate": "agent_message_chunk", "content": content});
    let params = json!({"sessionId": session, "update": update});
    encode(&json!({"jsonrpc": "2.0", "method": "session/update", "params": params}))
}

fn encode(message: &Value) -> Vec<u8> {
    let mut line = message.to_string().into_bytes();
    line.push(b'\n');
    line
}
