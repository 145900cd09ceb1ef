//! Compares the headers of a modern request with its body. Proxies read only the headers, so both
//! must agree.

use askwell_locale::{Language, from_accept_language};
use std::borrow::Cow;

use askwell_form::schema::Revision;
use askwell_http::event_stream::MEDIA_TYPE;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::server::ServerState;
use crate::wire::{ErrorCode, JsonKind, Raw, Request, RpcError, meta, method};

pub(super) const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
const PARAM: &str = "mcp-param-";

/// Returns a header's value without surrounding space; `None` if it is missing or not text.
pub(super) fn value<'p>(parts: &'p Parts, name: &str) -> Option<&'p str> {
    parts.headers.get(name)?.to_str().ok().map(str::trim)
}

/// Returns the language that the client wants, of those that there are.
pub(super) fn language(parts: &Parts) -> Option<Language> {
    from_accept_language(value(parts, "accept-language")?)
}

/// Returns whether the headers name the modern revision.
pub(super) fn is_modern(parts: &Parts) -> bool {
    value(parts, VERSION) == Some(Revision::V2026_07_28.as_str())
}

/// Returns the id of the task that a request is about.
pub(super) fn task_id(parts: &Parts) -> Option<&str> {
    let is_about_task =
        matches!(value(parts, METHOD)?, method::GET_TASK | method::UPDATE_TASK | method::CANCEL_TASK);
    value(parts, NAME).filter(|_| is_about_task)
}

/// Returns whether the client accepts an event stream as the response.
pub(super) fn takes_events(parts: &Parts) -> bool {
    let accepted = parts.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        let kind = kind.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case(MEDIA_TYPE) || matches!(kind, "*/*" | "text/*")
    })
}

/// Compares headers and body.
///
/// # Errors
/// The error that names the header which is missing or differs.
pub(super) fn check(server: &ServerState, parts: &Parts, request: &Request) -> Result<(), RpcError> {
    let params = request.params();
    let version = value(parts, VERSION).ok_or_else(|| mismatch("MCP-Protocol-Version is missing"))?;
    let declared =
        params.get(meta::META).and_then(|meta| meta.get(meta::PROTOCOL_VERSION)).and_then(Raw::as_text);
    if declared.is_some_and(|declared| declared != version) {
        return Err(mismatch("MCP-Protocol-Version differs from the body"));
    }
    match value(parts, METHOD) {
        Some(named) if named == request.method() => {}
        Some(_) => return Err(mismatch("Mcp-Method differs from the body")),
        None => return Err(mismatch("Mcp-Method is missing")),
    }
    let key = match request.method() {
        method::CALL_TOOL | method::GET_PROMPT => "name",
        method::READ_RESOURCE => "uri",
        method::GET_TASK | method::UPDATE_TASK | method::CANCEL_TASK => "taskId",
        _ => return Ok(()),
    };
    let Some(name) = params.get(key).and_then(Raw::as_text) else { return Ok(()) };
    match value(parts, NAME).map(decode_value) {
        Some(Some(named)) if named == name => {}
        Some(_) => return Err(mismatch("Mcp-Name differs from the body")),
        None => return Err(mismatch("Mcp-Name is missing")),
    }
    if request.method() == method::CALL_TOOL {
        check_arguments(server, parts, &name, params.get("arguments").unwrap_or(Raw::EMPTY))?;
    }
    Ok(())
}

/// Compares the arguments that the tool wants repeated in headers.
fn check_arguments(
    server: &ServerState,
    parts: &Parts,
    tool: &str,
    arguments: Raw<'_>,
) -> Result<(), RpcError> {
    for (argument, header) in server.catalogue.header_arguments(tool) {
        let given = arguments.get(argument).filter(|given| !given.is_null());
        let repeated = value(parts, &format!("{PARAM}{}", header.to_ascii_lowercase()));
        let agree = match (given, repeated) {
            (None, None) => true,
            (Some(given), Some(repeated)) => {
                decode_value(repeated).is_some_and(|repeated| equals_header(given, &repeated))
            }
            _ => false,
        };
        if !agree {
            return Err(mismatch(&format!("Mcp-Param-{header} differs from the body")));
        }
    }
    Ok(())
}

/// Returns the headers that repeat arguments, decoded. A value that cannot be decoded stays as it is, so that it differs
/// from the argument.
pub(super) fn repeated_arguments(parts: &Parts) -> Vec<(String, String)> {
    let named = parts.headers.iter().filter(|(name, _)| name.as_str().starts_with(PARAM));
    let decoded = |value: &str| decode_value(value.trim()).map_or_else(|| value.to_owned(), Cow::into_owned);
    named.filter_map(|(name, value)| Some((name.to_string(), decoded(value.to_str().ok()?)))).collect()
}

fn equals_header(given: Raw<'_>, repeated: &str) -> bool {
    match given.kind() {
        JsonKind::Text => given.as_text().is_some_and(|text| text == repeated),
        _ => given.text() == repeated,
    }
}

/// Decodes a header value, which may be in base64; `None` if the encoding is broken.
fn decode_value(value: &str) -> Option<Cow<'_, str>> {
    let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    match encoded {
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?).ok().map(Cow::Owned),
        None => Some(Cow::Borrowed(value)),
    }
}

fn mismatch(what: &str) -> RpcError {
    RpcError::new(ErrorCode::HEADER_MISMATCH, what)
}

#[cfg(test)]
mod tests {
    use super::decode_value;

    #[test]
    fn header_value_in_base64_is_decoded() {
        for (value, expected) in [
            ("plain", Some("plain")),
            ("=?base64?SGVsbG8=?=", Some("Hello")),
            ("=?base64?SGVsbG8?=", None),
            ("=?base64?SGVs!!!bG8=?=", None),
            ("=?base64?SGVsbG8=", Some("=?base64?SGVsbG8=")),
            ("SGVsbG8=", Some("SGVsbG8=")),
        ] {
            assert_eq!(decode_value(value).as_deref(), expected, "{value}");
        }
    }
}
