//! Writes the head of a request.

use axum::http::{HeaderName, HeaderValue};
use url::{Position, Url};

/// A request, ready to be sent.
#[derive(Debug)]
pub struct LocalRequest {
    head: Vec<u8>,
    body: Vec<u8>,
    is_for_head_only: bool,
}

/// The head of a request as bytes, with a short body behind it.
pub(super) struct RequestHead {
    pub(super) bytes: Vec<u8>,
    /// Whether the response has no body.
    pub(super) is_for_head_only: bool,
}

/// A body of at least this size is not copied behind its head.
const LARGE_BODY: usize = 64 << 10;

impl LocalRequest {
    /// Begins a request of this method for a URL.
    #[must_use]
    pub fn new(method: &axum::http::Method, url: &Url) -> LocalRequest {
        let mut head = Vec::with_capacity(512);
        head.extend_from_slice(method.as_str().as_bytes());
        head.push(b' ');
        // The parts of a parsed URL contain neither spaces nor line breaks.
        head.extend_from_slice(url[Position::BeforePath..Position::AfterQuery].as_bytes());
        head.extend_from_slice(b" HTTP/1.1\r\nhost: ");
        head.extend_from_slice(url[Position::BeforeHost..Position::AfterPort].as_bytes());
        head.extend_from_slice(b"\r\n");
        LocalRequest { head, body: Vec::new(), is_for_head_only: method == axum::http::Method::HEAD }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &HeaderName, value: &HeaderValue) -> LocalRequest {
        self.head.extend_from_slice(name.as_str().as_bytes());
        self.head.extend_from_slice(b": ");
        self.head.extend_from_slice(value.as_bytes());
        self.head.extend_from_slice(b"\r\n");
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(self, body: Vec<u8>) -> LocalRequest {
        LocalRequest { body, ..self }
    }

    /// Returns the bytes of the request: the head with a short body behind it, and a large body.
    pub(super) fn finish(self) -> (RequestHead, Vec<u8>) {
        let LocalRequest { head: mut bytes, body, is_for_head_only } = self;
        if !body.is_empty() {
            bytes.extend_from_slice(b"content-length: ");
            bytes.extend_from_slice(body.len().to_string().as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        if body.len() >= LARGE_BODY {
            return (RequestHead { bytes, is_for_head_only }, body);
        }
        bytes.extend_from_slice(&body);
        (RequestHead { bytes, is_for_head_only }, Vec::new())
    }
}
