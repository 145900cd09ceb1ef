//! Requests that are rejected before a handler does anything, each with a JSON-RPC error.

use std::borrow::Cow;

use askwell_http::body::BodyError;
use askwell_http::budget::Overload;
use askwell_http::headers::SeveralAuthorizations;
use askwell_http::host_guard::HostRefusal;
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::caller::Role;
use crate::rpc::error::{RpcError, busy, too_large};
use crate::rpc::error_code::ErrorCode;

/// Why a request is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HttpRejection {
    /// The service does not serve this host name.
    Host,
    /// The request comes from a page of another origin.
    Origin,
    /// The key is missing or invalid.
    Unauthorized,
    /// The content type is not the expected one.
    ContentType { expected: &'static str },
    /// The body has more than `limit` bytes.
    TooLarge { limit: u64 },
    /// The body did not arrive in time.
    Slow,
    /// The connection broke before the end of the body.
    Broken,
    /// The client or the service is at its limit of requests, streams or memory.
    Overload(Overload),
    /// The request has more than one `Authorization` header.
    TwoKeys,
    /// The role of the key does not permit this.
    Role { role: Role, what: &'static str },
    /// The scopes of the key do not include this.
    Scope { scope: &'static str },
}

impl From<HostRefusal> for HttpRejection {
    fn from(rejection: HostRefusal) -> HttpRejection {
        match rejection {
            HostRefusal::Host => HttpRejection::Host,
            HostRefusal::Origin => HttpRejection::Origin,
        }
    }
}

impl From<SeveralAuthorizations> for HttpRejection {
    fn from(_: SeveralAuthorizations) -> HttpRejection {
        HttpRejection::TwoKeys
    }
}

impl From<BodyError> for HttpRejection {
    fn from(error: BodyError) -> HttpRejection {
        match error {
            BodyError::TooLarge { limit } => HttpRejection::TooLarge { limit: limit as u64 },
            BodyError::Slow => HttpRejection::Slow,
            BodyError::Broken => HttpRejection::Broken,
            BodyError::Overload(overload) => overload.into(),
        }
    }
}

impl From<Overload> for HttpRejection {
    fn from(overload: Overload) -> HttpRejection {
        HttpRejection::Overload(overload)
    }
}

impl HttpRejection {
    fn status(self) -> StatusCode {
        match self {
            HttpRejection::Host => StatusCode::MISDIRECTED_REQUEST,
            HttpRejection::Origin => StatusCode::FORBIDDEN,
            HttpRejection::Unauthorized => StatusCode::UNAUTHORIZED,
            HttpRejection::ContentType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            HttpRejection::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            HttpRejection::Slow => StatusCode::REQUEST_TIMEOUT,
            HttpRejection::Broken | HttpRejection::TwoKeys => StatusCode::BAD_REQUEST,
            HttpRejection::Overload(Overload::Client) => StatusCode::TOO_MANY_REQUESTS,
            HttpRejection::Overload(Overload::Service) => StatusCode::SERVICE_UNAVAILABLE,
            HttpRejection::Role { .. } | HttpRejection::Scope { .. } => StatusCode::FORBIDDEN,
        }
    }

    fn rpc_error(self) -> RpcError {
        let refused = |kind: &str, message: Cow<'static, str>| {
            RpcError::with(ErrorCode::Refused, message, kind, |data| data)
        };
        match self {
            HttpRejection::Host => {
                refused("host", "this service is not known by that host name; see allowed_hosts".into())
            }
            HttpRejection::Origin => {
                refused("origin", "pages of other origins may not call this service".into())
            }
            HttpRejection::Unauthorized => {
                RpcError::new(ErrorCode::Unauthorized, "a key is needed: Authorization: Bearer ask_…")
            }
            HttpRejection::ContentType { expected } => {
                refused("content_type", format!("the content type must be {expected}").into())
            }
            HttpRejection::TooLarge { limit } => too_large(limit.saturating_add(1), limit),
            HttpRejection::Slow => refused("too_slow", "the body did not come in time".into()),
            HttpRejection::Broken => refused("broken", "the body broke off".into()),
            HttpRejection::Overload(overload) => busy(overload.to_string()),
            HttpRejection::TwoKeys => refused("authorization", SeveralAuthorizations.to_string().into()),
            HttpRejection::Role { role, what } => {
                let message = format!("this key has the role {}; {what}", role.as_str());
                RpcError::new(ErrorCode::Forbidden, message)
            }
            HttpRejection::Scope { scope } => {
                let message = format!("the scopes of this key do not include {scope}");
                RpcError::new(ErrorCode::Forbidden, message)
            }
        }
    }
}

impl IntoResponse for HttpRejection {
    fn into_response(self) -> Response {
        let mut response = error_response(self.status(), &self.rpc_error());
        let headers = response.headers_mut();
        if self == HttpRejection::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let HttpRejection::Overload(_) = self {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        // The rest of the body is not read and would be taken for the next request.
        if matches!(
            self,
            HttpRejection::TooLarge { .. }
                | HttpRejection::Slow
                | HttpRejection::Broken
                | HttpRejection::Overload(_)
        ) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Returns a response with a JSON-RPC error as its body.
pub(super) fn error_response(status: StatusCode, rpc_error: &RpcError) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], rpc_error.response("null")).into_response()
}

/// Returns a response with the HTTP status that fits the error code.
pub(super) fn with_status(rpc_error: &RpcError) -> Response {
    let status = match rpc_error.code {
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Closed | ErrorCode::Timeout => StatusCode::CONFLICT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::Unavailable | ErrorCode::Busy | ErrorCode::Full => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::RateLimited | ErrorCode::TooManyOpen => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Parse | ErrorCode::InvalidRequest => StatusCode::BAD_REQUEST,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    error_response(status, rpc_error)
}

pub(super) fn no_such_page() -> Response {
    let rpc_error = RpcError::with(
        ErrorCode::Refused,
        "there is nothing here; GET / tells what there is",
        "path",
        |data| data,
    );
    error_response(StatusCode::NOT_FOUND, &rpc_error)
}

pub(super) async fn no_such_method() -> Response {
    let rpc_error = RpcError::with(
        ErrorCode::Refused,
        "this path does not take that HTTP method",
        "http_method",
        |data| data,
    );
    error_response(StatusCode::METHOD_NOT_ALLOWED, &rpc_error)
}
