//! What a modern request repeats in its headers, for those on the way who do not read bodies. Both must say the same.

use std::borrow::Cow;

use askwell_form::schema::Revision;
use askwell_http::event_stream::MEDIA_TYPE;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::server::Shared;
use crate::wire::{ErrorCode, JsonKind, Raw, Request, RpcError, meta, method};

pub(super) const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
const PARAM: &str = "mcp-param-";

/// A header's value without the space around it; `None` if it is not there or no text.
pub(super) fn value<'p>(parts: &'p Parts, name: &str) -> Option<&'p str> {
    parts.headers.get(name)?.to_str().ok().map(str::trim)
}

/// Whether the headers say that the request is of the modern era.
pub(super) fn says_modern(parts: &Parts) -> bool {
    value(parts, VERSION) == Some(Revision::V2026_07_28.as_str())
}

/// Whether the client takes a stream of events as the answer to a request.
pub(super) fn takes_events(parts: &Parts) -> bool {
    let accepted = parts.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        let kind = kind.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case(MEDIA_TYPE) || matches!(kind, "*/*" | "text/*")
    })
}

/// Compares headers and body.
pub(super) fn check(server: &Shared, parts: &Parts, request: &Request) -> Result<(), RpcError> {
    let params = request.params();
    let version = value(parts, VERSION).ok_or_else(|| mismatch("MCP-Protocol-Version is missing"))?;
    let spoken =
        params.get(meta::META).and_then(|meta| meta.get(meta::PROTOCOL_VERSION)).and_then(Raw::as_text);
    if spoken.is_some_and(|spoken| spoken != version) {
        return Err(mismatch("MCP-Protocol-Version is not what the body says"));
    }
    match value(parts, METHOD) {
        Some(named) if named == request.method() => {}
        Some(_) => return Err(mismatch("Mcp-Method is not what the body says")),
        None => return Err(mismatch("Mcp-Method is missing")),
    }
    let key = match request.method() {
        method::CALL_TOOL | method::GET_PROMPT => "name",
        method::READ_RESOURCE => "uri",
        _ => return Ok(()),
    };
    let Some(name) = params.get(key).and_then(Raw::as_text) else { return Ok(()) };
    match value(parts, NAME).map(spelt) {
        Some(Some(named)) if named == name => {}
        Some(_) => return Err(mismatch("Mcp-Name is not what the body says")),
        None => return Err(mismatch("Mcp-Name is missing")),
    }
    if request.method() == method::CALL_TOOL {
        check_arguments(server, parts, &name, params.get("arguments").unwrap_or(Raw::EMPTY))?;
    }
    Ok(())
}

/// The arguments that the tool wants to see in headers.
fn check_arguments(server: &Shared, parts: &Parts, tool: &str, arguments: Raw<'_>) -> Result<(), RpcError> {
    for (argument, header) in server.catalogue.header_arguments(tool) {
        let given = arguments.get(argument).filter(|given| !given.is_null());
        let repeated = value(parts, &format!("{PARAM}{}", header.to_ascii_lowercase()));
        let agree = match (given, repeated) {
            (None, None) => true,
            (Some(given), Some(repeated)) => spelt(repeated).is_some_and(|repeated| says(given, &repeated)),
            _ => false,
        };
        if !agree {
            return Err(mismatch(&format!("Mcp-Param-{header} is not what the body says")));
        }
    }
    Ok(())
}

fn says(given: Raw<'_>, repeated: &str) -> bool {
    match given.kind() {
        JsonKind::Text => given.as_text().is_some_and(|text| text == repeated),
        _ => given.text() == repeated,
    }
}

/// A header's value, which may be written in base64 to get through; `None` if that is broken.
fn spelt(value: &str) -> Option<Cow<'_, str>> {
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
    use super::spelt;

    #[test]
    fn values_in_base64() {
        for (value, expected) in [
            ("plain", Some("plain")),
            ("=?base64?SGVsbG8=?=", Some("Hello")),
            ("=?base64?SGVsbG8?=", None),
            ("=?base64?SGVs!!!bG8=?=", None),
            ("=?base64?SGVsbG8=", Some("=?base64?SGVsbG8=")),
            ("SGVsbG8=", Some("SGVsbG8=")),
        ] {
            assert_eq!(spelt(value).as_deref(), expected, "{value}");
        }
    }
}
