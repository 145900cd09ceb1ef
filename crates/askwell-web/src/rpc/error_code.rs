//! The error codes of the API. docs/api.md has the same table, and a test compares them.

/// The code of a JSON-RPC error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The body is not JSON, or is nested too deep.
    Parse,
    /// The body is JSON, but not a call: wrong members, a duplicate key, an empty or overlong
    /// batch.
    InvalidRequest,
    /// There is no such method.
    NoSuchMethod,
    /// A parameter is missing, unknown or of the wrong kind.
    InvalidParams,
    /// The service has a bug.
    Internal,
    /// The store failed, or its disk is full.
    Unavailable,
    /// The caller can see no such elicitation, file or delivery.
    NotFound,
    /// The elicitation is closed.
    Closed,
    /// The elicitation timed out.
    Timeout,
    /// The client creates elicitations too often.
    RateLimited,
    /// The client has too many open elicitations.
    TooManyOpen,
    /// The service has too many open elicitations.
    Full,
    /// The answer is invalid.
    Validation,
    /// The form document is invalid.
    InvalidForm,
    /// The timeout is out of bounds, or not a timeout.
    InvalidTimeout,
    /// The URL is not allowed.
    UnsafeUrl,
    /// The answer or file is larger than allowed.
    TooLarge,
    /// No extension is left.
    NoExtensionLeft,
    /// The extension is longer than allowed.
    ExtensionOutOfBounds,
    /// The answer does not fit the elicitation.
    WrongQuestion,
    /// The key is missing or invalid.
    Unauthorized,
    /// The role of the key does not permit the method.
    Forbidden,
    /// There is no such template, or its parameters are invalid.
    Template,
    /// Concurrent changes or a check that did not finish: try again.
    Busy,
    /// The HTTP request is rejected: host, origin, content type, speed.
    Refused,
    /// The idempotency key was used for a different request.
    KeyConflict,
}

/// A family of errors with the same `data.type`; another member has the name of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorFamily {
    /// A submission that cannot be accepted, regardless of its content.
    Submission,
    /// The service failed.
    System,
}

impl ErrorFamily {
    /// Returns the `data.type`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ErrorFamily::Submission => "submission",
            ErrorFamily::System => "system",
        }
    }

    /// Returns the member that contains the name of the code.
    pub(crate) fn member(self) -> &'static str {
        match self {
            ErrorFamily::Submission => "reason",
            ErrorFamily::System => "details",
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ErrorCodeRow {
    /// The code in Rust.
    pub code: ErrorCode,
    /// The code on the wire.
    pub number: i32,
    /// The `data.type` of errors without a more specific one.
    pub name: &'static str,
    /// When the error is returned.
    pub about: &'static str,
}

const fn row(code: ErrorCode, number: i32, name: &'static str, about: &'static str) -> ErrorCodeRow {
    ErrorCodeRow { code, number, name, about }
}

/// Every code, in the order of the variants.
pub const TABLE: [ErrorCodeRow; 26] = [
    row(ErrorCode::Parse, -32700, "parse_error", "the body is not JSON, or is nested too deep"),
    row(
        ErrorCode::InvalidRequest,
        -32600,
        "invalid_request",
        "not a call: wrong members, a duplicate key, an empty or overlong batch",
    ),
    row(ErrorCode::NoSuchMethod, -32601, "method_not_found", "there is no such method"),
    row(
        ErrorCode::InvalidParams,
        -32602,
        "invalid_params",
        "a parameter is missing, unknown or wrong; `pointer` says which",
    ),
    row(
        ErrorCode::Internal,
        -32603,
        "internal",
        "a bug of the service; the log has details under the request id",
    ),
    row(
        ErrorCode::Unavailable,
        -32000,
        "unavailable",
        "the store failed or its disk is full; try again after `retry_after_ms`",
    ),
    row(ErrorCode::NotFound, -32001, "not_found", "this key can see no such elicitation, file or delivery"),
    row(
        ErrorCode::Closed,
        -32002,
        "closed",
        "the elicitation is closed; `status`, `closedAt` and `reason` say how",
    ),
    row(ErrorCode::Timeout, -32003, "timeout", "the elicitation timed out"),
    row(
        ErrorCode::RateLimited,
        -32004,
        "rate_limited",
        "this client creates elicitations too often; try again after `retry_after_ms`",
    ),
    row(ErrorCode::TooManyOpen, -32005, "too_many_open", "this client has too many open elicitations"),
    row(ErrorCode::Full, -32006, "full", "the service has too many open elicitations"),
    row(
        ErrorCode::Validation,
        -32007,
        "validation",
        "the answer is invalid; `errors` says why, field by field",
    ),
    row(
        ErrorCode::InvalidForm,
        -32008,
        "invalid_form",
        "the form document is invalid; `defects` lists all problems",
    ),
    row(
        ErrorCode::InvalidTimeout,
        -32009,
        "invalid_timeout",
        "`timeout_too_small`, `timeout_too_large` or `invalid_timeout`",
    ),
    row(ErrorCode::UnsafeUrl, -32010, "unsafe_url", "the URL is not allowed"),
    row(ErrorCode::TooLarge, -32011, "too_large", "the answer, file or body is larger than `limit` bytes"),
    row(ErrorCode::NoExtensionLeft, -32012, "no_extension_left", "the deadline cannot be moved again"),
    row(
        ErrorCode::ExtensionOutOfBounds,
        -32013,
        "extension_out_of_bounds",
        "the extension is longer than allowed",
    ),
    row(ErrorCode::WrongQuestion, -32014, "wrong_question", "the answer does not fit the elicitation"),
    row(ErrorCode::Unauthorized, -32015, "unauthorized", "the key is missing or invalid (HTTP 401)"),
    row(ErrorCode::Forbidden, -32016, "forbidden", "the role of the key does not permit this method"),
    row(ErrorCode::Template, -32017, "template", "there is no such template, or its parameters are invalid"),
    row(ErrorCode::Busy, -32018, "busy", "try again: a concurrent change, or a check that did not finish"),
    row(
        ErrorCode::Refused,
        -32019,
        "refused",
        "the HTTP request is rejected: host, origin, content type, speed",
    ),
    row(
        ErrorCode::KeyConflict,
        -32020,
        "idempotency_conflict",
        "the `idempotencyKey` was used for a different request; `elicitationId` says which",
    ),
];

impl ErrorCode {
    /// Returns the family of the code, if any.
    pub(crate) fn family(self) -> Option<ErrorFamily> {
        match self {
            ErrorCode::Closed | ErrorCode::WrongQuestion | ErrorCode::TooLarge => {
                Some(ErrorFamily::Submission)
            }
            ErrorCode::Internal | ErrorCode::Unavailable | ErrorCode::Busy => Some(ErrorFamily::System),
            _ => None,
        }
    }

    /// Returns the row of the code in [`TABLE`].
    #[must_use]
    pub fn row(self) -> &'static ErrorCodeRow {
        let [first, ..] = &TABLE;
        TABLE.get(self as usize).unwrap_or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn every_code_has_its_own_row() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code.row().number, row.number, "the table has the order of the variants");
            for other in TABLE.iter().take(index) {
                assert!(other.number != row.number && other.name != row.name, "{}", row.name);
            }
        }
    }
}
