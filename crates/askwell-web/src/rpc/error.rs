//! The errors of the API as callers see them. Internal details are only logged.

use std::borrow::Cow;
use std::time::Duration;

use askwell_engine::{
    CallError, CreateError, HostedError, Limit, LimitReached, StoreError, SubmitError, UploadError,
};
use askwell_form::url_guard::UrlRefusal;
use askwell_form::{Defects, Part};
use askwell_lifecycle::{CancelReason, Refusal, TimeoutError};

use super::error_code::ErrorCode;
use super::params::pointer;
use crate::json::{JsonObject, list, quoted};

/// When a caller should retry after the store failed.
const STORE_RETRY: Duration = Duration::from_secs(5);

/// When a caller should retry after a concurrent change.
const BUSY_RETRY: Duration = Duration::from_millis(100);

/// The longest value, in bytes, that an error repeats completely.
const LONGEST_ECHO: usize = 256;

/// How many characters of a longer value an error repeats.
const LONGEST_CUT: usize = 64;

/// A JSON-RPC error: code, message, and data whose first member is `type`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RpcError {
    /// The error code.
    pub(crate) code: ErrorCode,
    message: Cow<'static, str>,
    /// The data as JSON text.
    data: String,
}

impl RpcError {
    /// Returns an error without further data.
    pub(crate) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> RpcError {
        RpcError::with(code, message, code.row().name, |data| data)
    }

    /// Returns an error whose `data.type` is `kind`, with further data.
    pub(crate) fn with(
        code: ErrorCode,
        message: impl Into<Cow<'static, str>>,
        kind: &str,
        more: impl FnOnce(JsonObject) -> JsonObject,
    ) -> RpcError {
        let (message, row) = (message.into(), code.row());
        let data = match code.family().filter(|_| kind == row.name) {
            Some(family) => {
                let data =
                    JsonObject::new().text("type", family.as_str()).raw("code", &row.number.to_string());
                let data = data.text("message", &message);
                // A closed elicitation has a more specific reason.
                if code == ErrorCode::Closed { data } else { data.text(family.member(), kind) }
            }
            None => JsonObject::new().text("type", kind),
        };
        RpcError { code, message, data: more(data).finish() }
    }

    /// Returns the error for an invalid parameter; `pointer` says which.
    pub(crate) fn parameter(pointer: &str, message: impl Into<Cow<'static, str>>) -> RpcError {
        let code = ErrorCode::InvalidParams;
        RpcError::with(code, message, code.row().name, |data| data.text("pointer", pointer))
    }

    /// Returns the error for a rejected timeout. `sent` is the value that the caller sent, repeated
    /// as `requested`.
    pub(crate) fn timeout(error: &TimeoutError, sent: Option<Part<'_>>) -> RpcError {
        let requested = |data: JsonObject, usual: u64| match sent {
            Some(sent) => echo_requested(data, sent),
            None => data.number("requested", usual),
        };
        let message = match (error, sent.filter(|sent| sent.as_number().is_some())) {
            (TimeoutError::TooLarge { requested: u64::MAX, maximum }, Some(sent)) => {
                let sent: String = sent.json().chars().take(LONGEST_CUT).collect();
                format!("a timeout of {sent} ms is too long; the longest is {maximum} ms")
            }
            _ => error.to_string(),
        };
        RpcError::with(ErrorCode::InvalidTimeout, message, error.name(), |data| match error {
            TimeoutError::TooSmall { requested: usual, minimum } => {
                requested(data, *usual).number("minimum", *minimum)
            }
            TimeoutError::TooLarge { requested: usual, maximum } => {
                requested(data, *usual).number("maximum", *maximum)
            }
            TimeoutError::Invalid { requested } => match sent {
                Some(sent) => echo_requested(data, sent),
                None => data.text("requested", requested),
            },
        })
    }

    /// Returns the error for an unknown elicitation. One of another client gives the same error.
    pub(crate) fn not_found() -> RpcError {
        RpcError::new(ErrorCode::NotFound, "there is no such elicitation")
    }

    /// Returns the message alone, for callers outside of the API.
    #[must_use]
    pub(crate) fn message(&self) -> String {
        self.message.clone().into_owned()
    }

    /// Returns the error object as JSON text.
    #[must_use]
    pub(crate) fn to_json(&self) -> String {
        let code = self.code.row().number;
        format!(r#"{{"code":{code},"message":{},"data":{}}}"#, quoted(&self.message), self.data)
    }

    /// Returns a JSON-RPC response with this error.
    #[must_use]
    pub(crate) fn response(&self, id: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{}}}"#, self.to_json())
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn again(code: ErrorCode, message: impl Into<Cow<'static, str>>, after: Duration) -> RpcError {
    RpcError::with(code, message, code.row().name, |data| data.number("retry_after_ms", millis(after)))
}

impl From<StoreError> for RpcError {
    fn from(error: StoreError) -> RpcError {
        tracing::error!(%error, "the store failed");
        let message = match error {
            StoreError::Full(_) => "the disk is full; nothing was changed",
            StoreError::NoKey(_) => "the service does not have the key to these secrets",
            StoreError::Closed => "the service is stopping",
            StoreError::Unavailable { .. } => "the store cannot be reached; nothing was changed",
            StoreError::InDoubt { .. } => {
                "the store was lost during this call, which may have been carried out or not; read, or repeat a create \
                 with its idempotency key"
            }
            _ => "the store failed; nothing was changed",
        };
        again(ErrorCode::Unavailable, message, error.retry_after().unwrap_or(STORE_RETRY))
    }
}

impl From<CallError> for RpcError {
    fn from(error: CallError) -> RpcError {
        match error {
            CallError::NotFound => RpcError::not_found(),
            CallError::Refused(refusal) => refusal.into(),
            CallError::Store(error) => error.into(),
            CallError::NoPerson => RpcError::new(ErrorCode::Forbidden, error.to_string()),
            other => again(ErrorCode::Busy, other.to_string(), BUSY_RETRY),
        }
    }
}

impl From<Refusal> for RpcError {
    fn from(refusal: Refusal) -> RpcError {
        let message = refusal.to_string();
        match refusal {
            Refusal::TimedOut { at, elapsed, timeout }
            | Refusal::TooLate { deadline: at, elapsed, timeout } => {
                let code = ErrorCode::Timeout;
                RpcError::with(code, message, code.row().name, |data| {
                    data.number("timeoutAt", at.as_millis())
                        .number("elapsed_ms", millis(elapsed))
                        .number("timeout_ms", millis(timeout))
                })
            }
            Refusal::Closed { status, at, reason } => {
                RpcError::with(ErrorCode::Closed, message, ErrorCode::Closed.row().name, |data| {
                    let data = data.text("status", status.as_str()).number("closedAt", at.as_millis());
                    data.text("reason", reason.unwrap_or(status.as_str()))
                })
            }
            Refusal::NoExtensionLeft { used, limit } => {
                let code = ErrorCode::NoExtensionLeft;
                RpcError::with(code, message, code.row().name, |data| {
                    data.number("used", used.into()).number("limit", limit.into())
                })
            }
            Refusal::ExtensionOutOfBounds { requested, limit } => {
                let code = ErrorCode::ExtensionOutOfBounds;
                RpcError::with(code, message, code.row().name, |data| {
                    data.number("requested", requested).number("limit", limit)
                })
            }
            _ => RpcError::new(ErrorCode::WrongQuestion, message),
        }
    }
}

impl From<TimeoutError> for RpcError {
    fn from(error: TimeoutError) -> RpcError {
        RpcError::timeout(&error, None)
    }
}

/// Adds the value that the caller sent, in its JSON type. A value that is too long is cut and
/// becomes a string.
fn echo_requested(data: JsonObject, sent: Part<'_>) -> JsonObject {
    let json = sent.json();
    // Many JSON parsers reject numbers that no double can represent.
    let is_readable = sent.as_number().is_none_or(|digits| digits.parse().is_ok_and(f64::is_finite));
    if json.len() <= LONGEST_ECHO && is_readable {
        return data.raw("requested", json);
    }
    let text: String = sent.as_text().unwrap_or(json).chars().take(LONGEST_CUT).collect();
    data.text("requested", &text)
}

impl From<LimitReached> for RpcError {
    fn from(limited: LimitReached) -> RpcError {
        let code = match limited.what {
            Limit::Rate => ErrorCode::RateLimited,
            Limit::OpenOfClient => ErrorCode::TooManyOpen,
            _ => ErrorCode::Full,
        };
        again(code, limited.to_string(), limited.retry_after)
    }
}

impl From<CreateError> for RpcError {
    fn from(error: CreateError) -> RpcError {
        let message = error.to_string();
        match error {
            CreateError::NoClient => RpcError::new(ErrorCode::Forbidden, message),
            CreateError::Timeout(error) => error.into(),
            CreateError::Limited(limited) => limited.into(),
            CreateError::Store(error) => error.into(),
            CreateError::Url(refusal) => refusal.into(),
            CreateError::KeyConflict { id } => {
                let code = ErrorCode::KeyConflict;
                RpcError::with(code, message, code.row().name, |data| {
                    data.text("elicitationId", &id.to_string())
                })
            }
            CreateError::NoFields => no_properties("/properties"),
            CreateError::Quorum => RpcError::parameter(&pointer("quorum"), message),
            CreateError::Validators(_) | CreateError::OptionSources(_) => {
                let code = ErrorCode::InvalidForm;
                RpcError::with(code, message, code.row().name, |data| data.raw("defects", "[]"))
            }
            _ => RpcError::new(ErrorCode::Internal, message),
        }
    }
}

impl From<SubmitError> for RpcError {
    fn from(error: SubmitError) -> RpcError {
        let retry_allowed = error.retry_allowed();
        match error {
            SubmitError::Invalid { problems, retry_count, retry_limit, .. } => RpcError::with(
                ErrorCode::Validation,
                "Form validation failed",
                ErrorCode::Validation.row().name,
                |data| {
                    let data = data
                        .raw("errors", &problems.to_json())
                        .boolean("retry_allowed", retry_allowed)
                        .number("retry_limit", retry_limit.into())
                        .number("retry_count", retry_count.into());
                    let exceeded = CancelReason::MaxRetriesExceeded.as_str();
                    if retry_allowed { data } else { data.text("reason", exceeded) }
                },
            ),
            SubmitError::TooLarge { size, limit } => too_large(size as u64, limit as u64),
            SubmitError::Call(error) => error.into(),
            other => again(ErrorCode::Busy, other.to_string(), BUSY_RETRY),
        }
    }
}

impl From<UploadError> for RpcError {
    fn from(error: UploadError) -> RpcError {
        match error {
            UploadError::TooLarge { size, limit } | UploadError::TooLargeTogether { size, limit } => {
                too_large(size, limit)
            }
            UploadError::Call(error) => error.into(),
            other => RpcError::new(ErrorCode::InvalidParams, other.to_string()),
        }
    }
}

impl From<&Defects> for RpcError {
    fn from(defects: &Defects) -> RpcError {
        let listed = defects.iter().map(|defect| serde_json::to_string(defect).unwrap_or_default());
        let code = ErrorCode::InvalidForm;
        let message =
            format!("the form has mistakes: {}", defects.iter().next().map_or("", |defect| &defect.message));
        RpcError::with(code, message, code.row().name, |data| data.raw("defects", &list(listed)))
    }
}

impl From<HostedError> for RpcError {
    fn from(error: HostedError) -> RpcError {
        match error {
            HostedError::Store(error) => error.into(),
            HostedError::Call(error) => error.into(),
            other => {
                tracing::error!(error = %other, "no link could be made");
                busy(other.to_string())
            }
        }
    }
}

impl From<UrlRefusal> for RpcError {
    fn from(refusal: UrlRefusal) -> RpcError {
        RpcError::new(ErrorCode::UnsafeUrl, format!("the URL is refused: {refusal}"))
    }
}

/// Returns the error for an overloaded service; the caller can retry.
pub(crate) fn busy(message: String) -> RpcError {
    again(ErrorCode::Busy, message, STORE_RETRY)
}

/// Returns the error for a schema without properties.
pub(crate) fn no_properties(pointer: &str) -> RpcError {
    let message = "the schema has no properties, so there is nothing to ask";
    let defect = JsonObject::new()
        .text("code", "missing_key")
        .text("pointer", pointer)
        .text("message", message)
        .text("expected", "an object with at least one property");
    let code = ErrorCode::InvalidForm;
    RpcError::with(code, message, code.row().name, |data| data.raw("defects", &list([defect.finish()])))
}

/// Returns the error for something larger than its limit.
pub(crate) fn too_large(size: u64, limit: u64) -> RpcError {
    let message = format!("{size} bytes are too many; at most {limit} are taken");
    RpcError::with(ErrorCode::TooLarge, message, ErrorCode::TooLarge.row().name, |data| {
        data.number("size", size).number("limit", limit)
    })
}
