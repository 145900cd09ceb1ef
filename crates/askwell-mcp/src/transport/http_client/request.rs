//! Requests of HTTP, with the headers that each era wants.

use askwell_http::event_stream::MEDIA_TYPE;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Method, RequestBuilder};

use super::{Outbound, Shared, Spoken};
use crate::wire::Era;

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// Carries a message.
pub(super) fn post(shared: &Shared, outbound: &Outbound) -> RequestBuilder {
    let mut request = begin(shared, Method::POST)
        .header(ACCEPT, "application/json, text/event-stream")
        .header(CONTENT_TYPE, "application/json")
        .body(outbound.text.clone());
    if shared.era() == Era::Modern && !outbound.method.is_empty() {
        request = request.header(METHOD, header_value(&outbound.method));
        if let Some(name) = &outbound.name {
            request = request.header(NAME, header_value(name));
        }
        for (name, value) in &outbound.headers {
            request = request.header(name, header_value(value));
        }
    }
    request
}

/// Takes up a stream, after the last event that was seen.
pub(super) fn get(shared: &Shared, last_event: Option<&str>) -> RequestBuilder {
    let request = begin(shared, Method::GET).header(ACCEPT, MEDIA_TYPE);
    match last_event {
        Some(id) => request.header(LAST_EVENT, id),
        None => request,
    }
}

/// Ends the session.
pub(super) fn farewell(shared: &Shared) -> Option<RequestBuilder> {
    shared.state.lock().session.as_ref()?;
    Some(begin(shared, Method::DELETE))
}

fn begin(shared: &Shared, method: Method) -> RequestBuilder {
    let request = shared.http.request(method, shared.url.clone()).headers(shared.headers.clone());
    let state = shared.state.lock();
    let request = match state.spoken {
        Spoken::Revision(revision) => request.header(VERSION, HeaderValue::from_static(revision.as_str())),
        Spoken::Older(version) => request.header(VERSION, HeaderValue::from_static(version)),
        Spoken::Nothing => request,
    };
    match &state.session {
        Some(session) => request.header(SESSION, session),
        None => request,
    }
}

/// A text as the value of a header: as it is, or in base64 where a header could not carry it.
fn header_value(text: &str) -> String {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim() == text;
    let looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    if plain && !looks_encoded { text.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(text)) }
}

#[cfg(test)]
mod tests {
    use super::header_value;

    #[test]
    fn values_survive_headers() {
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
