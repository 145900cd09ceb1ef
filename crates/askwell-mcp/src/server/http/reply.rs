//! HTTP responses: a message, or none.

use askwell_http::headers::protect_response;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::server::dispatch::Finished;
use crate::wire::{ErrorCode, Id, RpcError, encode};

/// A response without a message.
pub(super) fn plain(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// A response with a message.
pub(super) fn json(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    protect_response(headers);
    response
}

/// An error about a message with this id.
pub(super) fn error(status: StatusCode, id: Option<&Id>, error: &RpcError) -> Response {
    json(status, encode::error(id, error))
}

/// An error about no message in particular.
pub(super) fn refusal(status: StatusCode, what: &RpcError) -> Response {
    error(status, None, what)
}

/// The status that goes with a modern answer.
pub(super) fn modern_status(finished: &Finished) -> StatusCode {
    match finished.error {
        None => StatusCode::OK,
        Some(ErrorCode::METHOD_NOT_FOUND) => StatusCode::NOT_FOUND,
        Some(ErrorCode::INTERNAL) => StatusCode::INTERNAL_SERVER_ERROR,
        Some(ErrorCode::BUSY) => StatusCode::SERVICE_UNAVAILABLE,
        Some(_) => StatusCode::BAD_REQUEST,
    }
}
