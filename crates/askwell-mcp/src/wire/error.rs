//! JSON-RPC errors and their codes.

use std::fmt;

use super::capabilities::TASKS_EXTENSION;
use super::json::{Json, Raw};
use super::object::ObjectWriter;

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// The code, for programs.
    pub code: ErrorCode,
    /// The message, for developers.
    pub message: String,
    /// More details, for programs.
    pub data: Option<Json>,
}

/// The code of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// The text is not JSON.
    pub const PARSE: ErrorCode = ErrorCode(-32700);
    /// The JSON is not a JSON-RPC message.
    pub const INVALID_REQUEST: ErrorCode = ErrorCode(-32600);
    /// There is no such method, or the peer does not support it.
    pub const METHOD_NOT_FOUND: ErrorCode = ErrorCode(-32601);
    /// The params do not fit the method.
    pub const INVALID_PARAMS: ErrorCode = ErrorCode(-32602);
    /// The peer failed.
    pub const INTERNAL: ErrorCode = ErrorCode(-32603);
    /// There is no such resource (legacy).
    pub const RESOURCE_NOT_FOUND: ErrorCode = ErrorCode(-32002);
    /// The person has to visit a URL first (legacy).
    pub const URL_ELICITATION_REQUIRED: ErrorCode = ErrorCode(-32042);
    /// The client has not declared a capability that the request needs (modern).
    pub const MISSING_CAPABILITY: ErrorCode = ErrorCode(-32021);
    /// Headers and body of a request contradict each other (modern).
    pub const HEADER_MISMATCH: ErrorCode = ErrorCode(-32020);
    /// The server does not serve the revision of the request (modern).
    pub const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(-32022);
    /// A limit is reached; try again later.
    pub const BUSY: ErrorCode = ErrorCode(-32010);
    /// The answers do not pass the form.
    pub const FORM_INVALID: ErrorCode = ErrorCode(-32007);
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl RpcError {
    /// Creates an error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: None }
    }

    /// Adds data to the error.
    #[must_use]
    pub fn with_data(self, data: impl Into<Json>) -> Self {
        RpcError { data: Some(data.into()), ..self }
    }

    /// Creates the error for a client that does not declare the extension for tasks.
    #[must_use]
    pub fn missing_tasks(message: impl Into<String>) -> Self {
        let extensions = ObjectWriter::new().raw(TASKS_EXTENSION, Raw::EMPTY).finish();
        let required = ObjectWriter::new().raw("extensions", extensions.raw()).finish();
        let data = ObjectWriter::new().raw("requiredCapabilities", required.raw()).finish();
        RpcError::new(ErrorCode::MISSING_CAPABILITY, message).with_data(data)
    }

    /// Creates the error for an unknown method.
    #[must_use]
    pub fn method_not_found(method: &str) -> Self {
        RpcError::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"))
    }

    /// Creates the error for params that do not fit.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        RpcError::new(ErrorCode::INVALID_PARAMS, message)
    }

    /// Creates the error for a failure on this side. Details belong in the log, not in the message.
    #[must_use]
    pub fn internal() -> Self {
        RpcError::new(ErrorCode::INTERNAL, "something went wrong here; try again")
    }

    pub(super) fn read(raw: Raw<'_>) -> Option<Self> {
        let code = ErrorCode(raw.get("code")?.as_i64()?);
        let message = raw.get("message")?.as_text()?.into_owned();
        Some(RpcError { code, message, data: raw.get("data").map(Raw::to_owned) })
    }

    /// Returns the error as it appears in a response.
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
