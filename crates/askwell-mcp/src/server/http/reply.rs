//! HTTP responses with and without a message.

use askwell_http::headers::protect_response;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::server::dispatch::EncodedResponse;
use crate::wire::{ErrorCode, Id, RpcError, encode};

/// Returns a response without a message.
pub(super) fn plain(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Returns a response with a message.
pub(super) fn json(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    protect_response(headers);
    response
}

/// Returns an error response for a message with this id.
pub(super) fn error(status: StatusCode, id: Option<&Id>, error: &RpcError) -> Response {
    json(status, encode::error(id, error))
}

/// Returns an error response without an id.
pub(super) fn refusal(status: StatusCode, what: &RpcError) -> Response {
    error(status, None, what)
}

/// Returns the HTTP status for a modern response.
pub(super) fn modern_status(response: &EncodedResponse) -> StatusCode {
    match response.error {
        None => StatusCode::OK,
        Some(ErrorCode::METHOD_NOT_FOUND) => StatusCode::NOT_FOUND,
        Some(ErrorCode::INTERNAL) => StatusCode::INTERNAL_SERVER_ERROR,
        Some(ErrorCode::BUSY) => StatusCode::SERVICE_UNAVAILABLE,
        Some(_) => StatusCode::BAD_REQUEST,
    }
}
