//! Converts between rmcp's types and the wire.

use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolRequestParams, CallToolResult, InputRequiredResult};
use ::rmcp::service::{RequestContext, RoleServer};
use askwell_form::schema::Revision;
use serde_json::{Value, json};

use crate::wire::{Capabilities, Json, Limits, Message, Peer, Request, RpcError, decode, encode, method};

/// Returns the client's revision; the newest legacy one if it is unknown.
pub(super) fn revision(context: &RequestContext<RoleServer>) -> Revision {
    let version = context.protocol_version();
    version.and_then(|version| version.as_str().parse().ok()).unwrap_or(Revision::V2025_11_25)
}

/// Returns the call as a wire request: same name, arguments, answers and state.
pub(super) fn request(
    params: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Request, RpcError> {
    let unreadable = |_| RpcError::internal();
    let mut params = serde_json::to_value(params).map_err(unreadable)?;
    let mut meta = serde_json::to_value(&context.meta).map_err(unreadable)?;
    if let Some(capabilities) = context.client_capabilities().filter(|_| meta.is_object()) {
        let key = crate::wire::meta::CLIENT_CAPABILITIES;
        if meta.get(key).is_none() && revision(context) == Revision::V2026_07_28 {
            meta[key] = serde_json::to_value(capabilities).map_err(unreadable)?;
            meta[crate::wire::meta::PROTOCOL_VERSION] = Revision::V2026_07_28.as_str().into();
        }
    }
    params["_meta"] = meta;
    // Digits beyond a double are lost before this, in rmcp.
    let id = crate::wire::Id::Integer(0);
    let text = encode::request(&id, method::CALL_TOOL, Json::from(params).raw());
    match decode(text, &Limits::default()) {
        Ok(Message::Request(request)) => Ok(request),
        Ok(_) => Err(RpcError::internal()),
        Err(malformed) => Err(malformed.error),
    }
}

pub(super) fn capabilities(context: &RequestContext<RoleServer>) -> Capabilities {
    let declared = context.client_capabilities().and_then(|declared| serde_json::to_value(declared).ok());
    Capabilities::read(Json::from(declared.unwrap_or_else(|| json!({}))).raw())
}

pub(super) fn peer(context: &RequestContext<RoleServer>) -> Peer {
    let info = context.client_info().and_then(|info| serde_json::to_value(info).ok());
    Peer::read(Json::from(info.unwrap_or_else(|| json!({}))).raw())
}

pub(super) fn error(error: RpcError) -> ErrorData {
    let code = ::rmcp::model::ErrorCode(i32::try_from(error.code.0).unwrap_or(-32603));
    ErrorData::new(code, error.message, error.data.map(|data| data.raw().to_value()))
}

/// Converts an input-required result.
pub(super) fn input_required(text: &str) -> Result<InputRequiredResult, ErrorData> {
    let mut result: Value = serde_json::from_str(text).unwrap_or_default();
    let requests = result.get_mut("inputRequests").and_then(Value::as_object_mut);
    for (key, request) in requests.into_iter().flatten() {
        let Some(params) = request.get_mut("params").filter(|params| params["mode"] == "url") else {
            continue;
        };
        if params.get("elicitationId").is_none() {
            params["elicitationId"] = key.as_str().into();
        }
    }
    serde_json::from_value(result)
        .map_err(|error| ErrorData::internal_error(format!("rmcp cannot carry the question: {error}"), None))
}

/// Converts a result that was written as members.
pub(super) fn tool_result(members: &str) -> Result<CallToolResult, ErrorData> {
    serde_json::from_str(&format!("{{{members}}}"))
        .map_err(|error| ErrorData::internal_error(format!("rmcp cannot carry the result: {error}"), None))
}
