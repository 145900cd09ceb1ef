//! Builds HTTP requests with the headers of each era.

use askwell_http::event_stream::MEDIA_TYPE;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue};

use super::connections::HttpRequest;
use super::{HttpContext, OutboundMessage, ProtocolVersion};
use crate::wire::Era;

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// Returns a request that carries a message, whose text is moved into it.
pub(super) fn post(context: &HttpContext, outbound: &mut OutboundMessage) -> HttpRequest {
    let mut request = begin(context, Method::POST)
        .header(&ACCEPT, &HeaderValue::from_static("application/json, text/event-stream"))
        .header(&CONTENT_TYPE, &HeaderValue::from_static("application/json"));
    if context.era() == Era::Modern && !outbound.method.is_empty() {
        request = request.header(&METHOD, &header_value(&outbound.method));
        if let Some(name) = &outbound.name {
            request = request.header(&NAME, &header_value(name));
        }
        for (name, value) in &outbound.headers {
            // A name that is none cannot be sent.
            if let Ok(name) = HeaderName::try_from(name) {
                request = request.header(&name, &header_value(value));
            }
        }
    }
    request.body(std::mem::take(&mut outbound.text))
}

/// Returns a request that opens a stream, or resumes it after the last event.
pub(super) fn get(context: &HttpContext, last_event: Option<&str>) -> HttpRequest {
    let request = begin(context, Method::GET).header(&ACCEPT, &HeaderValue::from_static(MEDIA_TYPE));
    match last_event.and_then(|id| HeaderValue::try_from(id).ok()) {
        Some(id) => request.header(&LAST_EVENT, &id),
        None => request,
    }
}

/// Returns a request that ends the session, if there is one.
pub(super) fn end_session(context: &HttpContext) -> Option<HttpRequest> {
    context.state.lock().session.as_ref()?;
    Some(begin(context, Method::DELETE))
}

fn begin(context: &HttpContext, method: Method) -> HttpRequest {
    let mut request = context.connections.request(method, &context.url);
    for (name, value) in &context.headers {
        request = request.header(name, value);
    }
    let state = context.state.lock();
    let version = match state.version {
        ProtocolVersion::Revision(revision) => Some(revision.as_str()),
        ProtocolVersion::Older(version) => Some(version),
        ProtocolVersion::Unknown => None,
    };
    if let Some(version) = version {
        request = request.header(&VERSION, &HeaderValue::from_static(version));
    }
    match &state.session {
        Some(session) => request.header(&SESSION, session),
        None => request,
    }
}

/// Returns a text as a header value: unchanged, or in base64 where a header cannot carry it.
fn header_value(text: &str) -> HeaderValue {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim() == text;
    let looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    let value = match plain && !looks_encoded {
        true => HeaderValue::from_str(text),
        false => HeaderValue::try_from(format!("=?base64?{}?=", STANDARD.encode(text))),
    };
    // Both spellings consist of visible ASCII.
    value.unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::header_value;

    #[test]
    fn value_that_a_header_cannot_carry_is_sent_in_base64() {
        for (text, expected) in [
            ("us-west1", "us-west1"),
            ("us west 1", "us west 1"),
            ("", ""),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("世界", "=?base64?5LiW55WM?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(header_value(text), expected, "{text:?}");
        }
    }
}
