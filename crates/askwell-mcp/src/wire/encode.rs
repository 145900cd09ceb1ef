//! Encodes messages as text, with one allocation each.

use askwell_form::json::write_string;

use super::error::RpcError;
use super::id::Id;
use super::json::Raw;

const START: &str = r#"{"jsonrpc":"2.0""#;
/// More than a message needs beside its variable parts.
const FRAME: usize = 64;

/// Encodes a request.
#[must_use]
pub fn request(id: &Id, method: &str, params: Raw<'_>) -> String {
    let mut out = String::with_capacity(FRAME + method.len() + params.text().len());
    out.push_str(START);
    out.push_str(r#","id":"#);
    id.write(&mut out);
    method_and_params(&mut out, method, params);
    out
}

/// Encodes a request. `write` appends the params, which take about `room` bytes.
pub(crate) fn request_with(id: &Id, method: &str, room: usize, write: impl FnOnce(&mut String)) -> String {
    let mut out = String::with_capacity(FRAME + method.len() + room);
    out.push_str(START);
    out.push_str(r#","id":"#);
    id.write(&mut out);
    out.push_str(r#","method":"#);
    write_string(&mut out, method);
    out.push_str(r#","params":"#);
    write(&mut out);
    out.push('}');
    out
}

/// Encodes a notification.
#[must_use]
pub fn notification(method: &str, params: Raw<'_>) -> String {
    let mut out = String::with_capacity(FRAME + method.len() + params.text().len());
    out.push_str(START);
    method_and_params(&mut out, method, params);
    out
}

fn method_and_params(out: &mut String, method: &str, params: Raw<'_>) {
    out.push_str(r#","method":"#);
    write_string(out, method);
    if params != Raw::EMPTY {
        out.push_str(r#","params":"#);
        out.push_str(params.text());
    }
    out.push('}');
}

/// Encodes the response to a request.
#[must_use]
pub fn result(id: &Id, result: Raw<'_>) -> String {
    result_with(id, result.text().len(), |out| out.push_str(result.text()))
}

/// Encodes the response to a request. `write` appends the result, which takes about `room` bytes.
pub(crate) fn result_with(id: &Id, room: usize, write: impl FnOnce(&mut String)) -> String {
    let mut out = String::with_capacity(FRAME + room);
    out.push_str(START);
    out.push_str(r#","id":"#);
    id.write(&mut out);
    out.push_str(r#","result":"#);
    write(&mut out);
    out.push('}');
    out
}

/// Encodes an error response. Without an id it answers a message that could not be read; the id is
/// left out then, as MCP's schemas allow no `null`.
#[must_use]
pub fn error(id: Option<&Id>, error: &RpcError) -> String {
    let mut out = String::with_capacity(2 * FRAME + error.message.len());
    out.push_str(START);
    if let Some(id) = id {
        out.push_str(r#","id":"#);
        id.write(&mut out);
    }
    out.push_str(r#","error":"#);
    out.push_str(error.to_json().text());
    out.push('}');
    out
}
