//! What is answered when a request cannot be done.

use std::fmt;

use super::json::{Json, Raw};
use super::object::ObjectWriter;

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// What kind of error, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people who write programs.
    pub message: String,
    /// What else a program needs to know.
    pub data: Option<Json>,
}

/// The number of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// Not JSON.
    pub const PARSE: ErrorCode = ErrorCode(-32700);
    /// Not a message of JSON-RPC.
    pub const INVALID_REQUEST: ErrorCode = ErrorCode(-32600);
    /// There is no such method, or the peer cannot do it.
    pub const METHOD_NOT_FOUND: ErrorCode = ErrorCode(-32601);
    /// The method exists and cannot be called like this.
    pub const INVALID_PARAMS: ErrorCode = ErrorCode(-32602);
    /// Something broke on this side.
    pub const INTERNAL: ErrorCode = ErrorCode(-32603);
    /// There is no such resource (legacy).
    pub const RESOURCE_NOT_FOUND: ErrorCode = ErrorCode(-32002);
    /// A URL has to be visited first (legacy).
    pub const URL_ELICITATION_REQUIRED: ErrorCode = ErrorCode(-32042);
    /// The client has not declared what this request needs (modern).
    pub const MISSING_CAPABILITY: ErrorCode = ErrorCode(-32021);
    /// Headers and body of a request say different things (modern).
    pub const HEADER_MISMATCH: ErrorCode = ErrorCode(-32020);
    /// The revision that the request speaks is not served (modern).
    pub const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(-32022);
    /// Too much at once; try again.
    pub const BUSY: ErrorCode = ErrorCode(-32010);
    /// Answers that do not pass the form.
    pub const FORM_INVALID: ErrorCode = ErrorCode(-32007);
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl RpcError {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: None }
    }

    /// The same with data.
    #[must_use]
    pub fn with_data(self, data: impl Into<Json>) -> Self {
        RpcError { data: Some(data.into()), ..self }
    }

    /// A method that does not exist.
    #[must_use]
    pub fn no_such_method(method: &str) -> Self {
        RpcError::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"))
    }

    /// Params that do not fit.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        RpcError::new(ErrorCode::INVALID_PARAMS, message)
    }

    /// Something that broke on this side. What exactly belongs into the log.
    #[must_use]
    pub fn internal() -> Self {
        RpcError::new(ErrorCode::INTERNAL, "something went wrong here; try again")
    }

    pub(super) fn read(raw: Raw<'_>) -> Option<Self> {
        let code = ErrorCode(raw.get("code")?.as_i64()?);
        let message = raw.get("message")?.as_text()?.into_owned();
        Some(RpcError { code, message, data: raw.get("data").map(Raw::to_owned) })
    }

    /// The error as it stands in a response.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::new();
        object.integer("code", self.code.0).text("message", &self.message);
        if let Some(data) = &self.data {
            object.raw("data", data.raw());
        }
        object.finish()
    }
}
