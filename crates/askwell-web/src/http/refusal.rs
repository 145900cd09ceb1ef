//! Requests that are refused before anything is done, each with a JSON-RPC error that says why.

use std::borrow::Cow;

use askwell_http::body::BodyError;
use askwell_http::budget::Overload;
use askwell_http::headers::SeveralAuthorizations;
use askwell_http::host_guard::HostRefusal;
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::caller::Role;
use crate::rpc::code::Code;
use crate::rpc::fault::{Fault, busy, too_large};

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// A host name that is not ours.
    Host,
    /// Another origin's page.
    Origin,
    /// No key, or a wrong one.
    Unauthorized,
    /// Not the kind of content that is taken.
    ContentType { expected: &'static str },
    /// More than is taken.
    TooLarge { limit: u64 },
    /// The body did not come in time.
    Slow,
    /// The body broke off.
    Broken,
    /// Too much is going on.
    Overload(Overload),
    /// More than one key was shown.
    TwoKeys,
    /// The key's role is not for this.
    Role { role: Role, what: &'static str },
}

impl From<HostRefusal> for Refused {
    fn from(refusal: HostRefusal) -> Refused {
        match refusal {
            HostRefusal::Host => Refused::Host,
            HostRefusal::Origin => Refused::Origin,
        }
    }
}

impl From<SeveralAuthorizations> for Refused {
    fn from(_: SeveralAuthorizations) -> Refused {
        Refused::TwoKeys
    }
}

impl From<BodyError> for Refused {
    fn from(error: BodyError) -> Refused {
        match error {
            BodyError::TooLarge { limit } => Refused::TooLarge { limit: limit as u64 },
            BodyError::Slow => Refused::Slow,
            BodyError::Broken => Refused::Broken,
            BodyError::Overload(overload) => overload.into(),
        }
    }
}

impl From<Overload> for Refused {
    fn from(overload: Overload) -> Refused {
        Refused::Overload(overload)
    }
}

impl Refused {
    fn status(self) -> StatusCode {
        match self {
            Refused::Host => StatusCode::MISDIRECTED_REQUEST,
            Refused::Origin => StatusCode::FORBIDDEN,
            Refused::Unauthorized => StatusCode::UNAUTHORIZED,
            Refused::ContentType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refused::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Refused::Slow => StatusCode::REQUEST_TIMEOUT,
            Refused::Broken | Refused::TwoKeys => StatusCode::BAD_REQUEST,
            Refused::Overload(Overload::Client) => StatusCode::TOO_MANY_REQUESTS,
            Refused::Overload(Overload::Service) => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Role { .. } => StatusCode::FORBIDDEN,
        }
    }

    fn fault(self) -> Fault {
        let refused =
            |kind: &str, message: Cow<'static, str>| Fault::with(Code::Refused, message, kind, |data| data);
        match self {
            Refused::Host => {
                refused("host", "this service is not known by that host name; see allowed_hosts".into())
            }
            Refused::Origin => refused("origin", "pages of other origins may not call this service".into()),
            Refused::Unauthorized => {
                Fault::new(Code::Unauthorized, "a key is needed: Authorization: Bearer ask_…")
            }
            Refused::ContentType { expected } => {
                refused("content_type", format!("the content type must be {expected}").into())
            }
            Refused::TooLarge { limit } => too_large(limit.saturating_add(1), limit),
            Refused::Slow => refused("too_slow", "the body did not come in time".into()),
            Refused::Broken => refused("broken", "the body broke off".into()),
            Refused::Overload(overload) => busy(overload.to_string()),
            Refused::TwoKeys => refused("authorization", SeveralAuthorizations.to_string().into()),
            Refused::Role { role, what } => {
                let message = format!("this key has the role {}; {what}", role.as_str());
                Fault::new(Code::Forbidden, message)
            }
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = faulty(self.status(), &self.fault());
        let headers = response.headers_mut();
        if self == Refused::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Refused::Overload(_) = self {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        // The rest of a body that nobody reads would be taken for the next request.
        if matches!(self, Refused::TooLarge { .. } | Refused::Slow | Refused::Broken | Refused::Overload(_)) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// A response with an error in it.
pub(super) fn faulty(status: StatusCode, fault: &Fault) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], fault.response("null")).into_response()
}

/// For faults of single requests, where HTTP has a status of its own.
pub(super) fn with_status(fault: &Fault) -> Response {
    let status = match fault.code {
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Closed | Code::Timeout => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Unavailable | Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Forbidden => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    faulty(status, fault)
}

pub(super) fn no_such_page() -> Response {
    let fault =
        Fault::with(Code::Refused, "there is nothing here; GET / tells what there is", "path", |data| data);
    faulty(StatusCode::NOT_FOUND, &fault)
}

pub(super) async fn no_such_method() -> Response {
    let fault =
        Fault::with(Code::Refused, "this path does not take that HTTP method", "http_method", |data| data);
    faulty(StatusCode::METHOD_NOT_ALLOWED, &fault)
}
