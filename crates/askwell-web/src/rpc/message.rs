//! Parses JSON-RPC messages.

use askwell_form::{JsonKind, Part, Source};

use super::error::RpcError;
use super::error_code::ErrorCode;

/// The longest request id, because responses repeat it.
const LONGEST_ID: usize = 256;

/// A call or a notification.
#[derive(Debug, Clone, Copy)]
pub(super) struct RpcCall<'m> {
    /// The id as JSON text; a notification has none.
    pub(super) id: Option<&'m str>,
    pub(super) method: &'m str,
    pub(super) params: Option<Part<'m>>,
}

/// An item that is not a valid call.
#[derive(Debug)]
pub(super) struct InvalidCall<'m> {
    id: &'m str,
    rpc_error: RpcError,
}

impl InvalidCall<'_> {
    pub(super) fn response(&self) -> String {
        self.rpc_error.response(self.id)
    }
}

/// A parsed message.
#[derive(Debug)]
pub(super) enum RpcMessage<'m> {
    Single(Result<RpcCall<'m>, InvalidCall<'m>>),
    Batch(Vec<Result<RpcCall<'m>, InvalidCall<'m>>>),
}

/// Parses JSON strictly: UTF-8, limited depth, no duplicate keys.
pub(crate) fn read(body: &[u8]) -> Result<Source<'_>, RpcError> {
    let parse_error = |why: &str| RpcError::new(ErrorCode::Parse, format!("the message is not JSON: {why}"));
    let text = std::str::from_utf8(body).map_err(|_| parse_error("it is not UTF-8 text"))?;
    let source = Source::read(text).map_err(|defects| {
        let first = defects.iter().next();
        parse_error(&first.map_or_else(String::new, ToString::to_string))
    })?;
    match source.duplicate_key() {
        Some(pointer) => Err(RpcError::with(
            ErrorCode::InvalidRequest,
            "a key stands twice in one object; which of the two is meant cannot be known",
            "duplicate_key",
            |data| data.text("pointer", &pointer),
        )),
        None => Ok(source),
    }
}

/// Splits a message into calls. `most` limits a batch.
pub(super) fn sort<'m>(source: &'m Source<'_>, most: usize) -> Result<RpcMessage<'m>, RpcError> {
    let root = source.root();
    let Some(items) = root.items() else { return Ok(RpcMessage::Single(call(root))) };
    match items.len() {
        0 => Err(RpcError::new(ErrorCode::InvalidRequest, "a batch must hold at least one call")),
        count if count > most => {
            let message = format!("a batch holds at most {most} calls, not {count}");
            let name = "batch_too_large";
            Err(RpcError::with(ErrorCode::InvalidRequest, message, name, |data| {
                data.number("limit", most as u64)
            }))
        }
        _ => Ok(RpcMessage::Batch(items.map(call).collect())),
    }
}

fn call<'m>(part: Part<'m>) -> Result<RpcCall<'m>, InvalidCall<'m>> {
    let id = part.get("id");
    let is_id = |part: &Part<'_>| {
        matches!(part.kind(), JsonKind::Text | JsonKind::Number | JsonKind::Null)
            && part.json().len() <= LONGEST_ID
    };
    let known_id = id.filter(is_id).map_or("null", Part::json);
    let invalid = |message: &'static str, pointer: &str| {
        let code = ErrorCode::InvalidRequest;
        let rpc_error = RpcError::with(code, message, code.row().name, |data| data.text("pointer", pointer));
        Err(InvalidCall { id: known_id, rpc_error })
    };
    if part.kind() != JsonKind::Object {
        return invalid("a call must be an object", "");
    }
    if id.is_some_and(|id| !is_id(&id)) {
        return invalid("id must be a short string, a number or null", "/id");
    }
    if part.get("jsonrpc").and_then(Part::as_text) != Some("2.0") {
        return invalid("jsonrpc must be \"2.0\"", "/jsonrpc");
    }
    let Some(method) = part.get("method").and_then(Part::as_text) else {
        return invalid("method must be a string", "/method");
    };
    Ok(RpcCall { id: id.map(Part::json), method, params: part.get("params") })
}
