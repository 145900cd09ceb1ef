//! `/elicitations`: the polling contract of MCP servers whose client cannot show a dialog. A server posts
//! what it would have sent as `elicitation/create`, and polls until there is an action.
//!
//! Both requests are calls of the API, so that keys, limits and the lifecycle are the same.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::AskKey;
use askwell_form::{DateTime, JsonKind, Part};
use askwell_http::body::read_body;
use askwell_http::budget::Purpose;
use askwell_http::connections::Slot;
use askwell_http::headers::{Credentials, has_media_type};
use askwell_http::load::Work;
use askwell_lifecycle::{Mode, Timestamp};
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::AppState;
use super::rejection::{HttpRejection, with_status};
use crate::caller::Caller;
use crate::client_key;
use crate::json::JsonObject;
use crate::keys::VerifiedKey;
use crate::rpc::error::RpcError;
use crate::rpc::message::read;
use crate::rpc::{Method, Rpc};

const JSON: [(axum::http::HeaderName, &str); 1] = [(CONTENT_TYPE, "application/json")];

/// The longest key that deduplicates requests, in bytes.
const LONGEST_KEY: usize = 256;

/// The query parameters of a poll.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct PollQuery {
    /// How long to wait for the action.
    timeout_ms: Option<u64>,
}

/// `POST /elicitations`, with the key in the `Authorization` header.
pub(super) async fn create(
    state: State<Arc<AppState>>,
    slot: Extension<Arc<Slot>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    respond(ask(&state, &slot, None, &headers, body).await)
}

/// `POST /elicitations/{key}`, for servers that can be given a URL and no header.
pub(super) async fn create_with_key(
    state: State<Arc<AppState>>,
    slot: Extension<Arc<Slot>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let Ok(Path(key)) = path else { return HttpRejection::Unauthorized.into_response() };
    respond(ask(&state, &slot, Some(&key), &headers, body).await)
}

/// `GET /elicitations/{id}`, with the key in the `Authorization` header.
pub(super) async fn poll(
    state: State<Arc<AppState>>,
    slot: Extension<Arc<Slot>>,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<PollQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(id)) = path else { return with_status(&RpcError::not_found()) };
    respond(look_up(&state, &slot, None, &id, query, &headers).await)
}

/// `GET /elicitations/{key}/{id}`.
pub(super) async fn poll_with_key(
    state: State<Arc<AppState>>,
    slot: Extension<Arc<Slot>>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<PollQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path((key, id))) = path else { return with_status(&RpcError::not_found()) };
    respond(look_up(&state, &slot, Some(&key), &id, query, &headers).await)
}

/// Why a request gets no JSON object.
enum PollingRejection {
    Http(HttpRejection),
    Call(RpcError),
}

impl<E: Into<HttpRejection>> From<E> for PollingRejection {
    fn from(rejection: E) -> PollingRejection {
        PollingRejection::Http(rejection.into())
    }
}

fn respond(result: Result<String, PollingRejection>) -> Response {
    match result {
        Ok(json) => (JSON, json).into_response(),
        Err(PollingRejection::Http(rejection)) => rejection.into_response(),
        Err(PollingRejection::Call(error)) => with_status(&error),
    }
}

async fn ask(
    state: &AppState,
    slot: &Arc<Slot>,
    key: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<String, PollingRejection> {
    let (caller, _) = caller(state, key, headers)?;
    if !has_media_type(headers, "application/json") {
        return Err(HttpRejection::ContentType { expected: "application/json" }.into());
    }
    let client = client_key::of_caller(&caller, slot.address());
    let mut memory = slot.budget().reserve(&client, Purpose::Transfer, 0)?;
    let settings = &state.settings;
    let body = read_body(body, settings.body_bytes, settings.body_timeout, Some(&mut memory)).await?;
    let _busy = slot.admit(&client, Work::Call)?;
    let created = async {
        let source = read(&body)?;
        let params = params(source.root(), &state.rpc, &caller, state.engine.now())?;
        let created = state.rpc.call(&caller, Method::Create, &params).await?;
        let created = read(created.as_bytes())?;
        let id = created.root().get("elicitationId").and_then(Part::as_text).unwrap_or_default().to_owned();
        Ok(JsonObject::new().text("requestId", &id).finish())
    };
    created.await.map_err(PollingRejection::Call)
}

async fn look_up(
    state: &AppState,
    slot: &Arc<Slot>,
    key: Option<&str>,
    id: &str,
    query: Result<Query<PollQuery>, QueryRejection>,
    headers: &HeaderMap,
) -> Result<String, PollingRejection> {
    let (caller, verified_key) = caller(state, key, headers)?;
    let Ok(Query(PollQuery { timeout_ms })) = query else {
        let message = "timeoutMs must be a whole number of milliseconds";
        return Err(PollingRejection::Call(RpcError::parameter("/timeoutMs", message)));
    };
    let _busy = slot.admit(&client_key::of_caller(&caller, slot.address()), Work::Call)?;
    let params = JsonObject::new().text("elicitationId", id).number("timeoutMs", timeout_ms.unwrap_or(0));
    let found = state.rpc.call(&caller, Method::Wait, &params.finish()).await;
    // The key may have been revoked while the call waited.
    if !state.keys.is_still_valid(&verified_key) {
        return Err(HttpRejection::Unauthorized.into());
    }
    found.and_then(|outcome| action(&outcome)).map_err(PollingRejection::Call)
}

/// Returns the caller by the key in the path or in the header; not by both.
fn caller(
    state: &AppState,
    key: Option<&str>,
    headers: &HeaderMap,
) -> Result<(Caller, VerifiedKey), HttpRejection> {
    match key {
        None => state.caller(headers),
        Some(_) if Credentials::read(headers)?.is_some() => Err(HttpRejection::TwoKeys),
        Some(key) => state.keys.caller(Some(key)).ok_or(HttpRejection::Unauthorized),
    }
}

/// Returns the parameters of `elicitation/create` for what a server posts. Members that this contract does
/// not have are ignored.
fn params(posted: Part<'_>, rpc: &Rpc, caller: &Caller, now: Timestamp) -> Result<String, RpcError> {
    if posted.kind() != JsonKind::Object {
        return Err(RpcError::parameter("", "the body must be an object with message and requestedSchema"));
    }
    let member = |name: &str| posted.get(name).filter(|part| part.kind() != JsonKind::Null);
    let text = |name: &str| match member(name) {
        Some(part) => part
            .as_text()
            .map(Some)
            .ok_or_else(|| RpcError::parameter(&format!("/{name}"), format!("{name} must be a string"))),
        None => Ok(None),
    };
    let mode = match text("mode")? {
        None | Some("form") => Mode::Form,
        Some("url") => Mode::Url,
        Some(_) => return Err(RpcError::parameter("/mode", "mode must be form or url")),
    };
    let Some(message) = text("message")? else {
        return Err(RpcError::parameter("/message", "message is needed: what the person is asked"));
    };
    let params = JsonObject::new().text("mode", mode.as_str()).text("message", message);
    let params = match (mode, member("requestedSchema"), text("url")?) {
        (Mode::Url, _, Some(url)) => params.text("url", url),
        (Mode::Url, ..) => return Err(RpcError::parameter("/url", "mode url needs a url")),
        (_, Some(schema), _) => params.raw("requestedSchema", schema.json()),
        _ => return Err(RpcError::parameter("/requestedSchema", "mode form needs a requestedSchema")),
    };
    let params = params.optional(request_id(posted), |params, id| params.text("idempotencyKey", id));
    let timeout = expiry(posted)?.map(|at| granted(at, rpc, caller, mode, now)).transpose()?;
    Ok(params.optional(timeout, |params, timeout| params.number("timeout", timeout)).finish())
}

/// Returns a text in `_meta` by its name without the vendor's prefix.
fn meta<'p>(posted: Part<'p>, name: &str) -> Option<&'p str> {
    let mut members = posted.get("_meta")?.members()?;
    let found = members.find(|(key, _)| key.rsplit('/').next() == Some(name));
    found.and_then(|(_, value)| value.as_text())
}

/// Returns the server's own id of the request, which makes a repeated post the same request.
fn request_id(posted: Part<'_>) -> Option<&str> {
    meta(posted, "request-id").filter(|id| (1..=LONGEST_KEY).contains(&id.len()) && !AskKey::is_reserved(id))
}

/// Returns when the server stops polling, in milliseconds since 1970.
fn expiry(posted: Part<'_>) -> Result<Option<i64>, RpcError> {
    let Some(text) = meta(posted, "expires-at") else { return Ok(None) };
    let at = DateTime::parse(text).map_err(|_| {
        RpcError::parameter("/_meta", "expires-at must be a time such as 2027-01-15T08:00:00Z")
    })?;
    let millis = i64::from(at.nanosecond() / 1_000_000);
    Ok(Some(at.unix_seconds().saturating_mul(1_000).saturating_add(millis)))
}

/// Returns the timeout until then, in milliseconds, within the bounds of the caller: a server that
/// would wait for longer than that is told `expired` earlier.
fn granted(at: i64, rpc: &Rpc, caller: &Caller, mode: Mode, now: Timestamp) -> Result<u64, RpcError> {
    let now = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
    let left = u64::try_from(at.saturating_sub(now)).unwrap_or(0);
    if left == 0 {
        return Err(RpcError::parameter(
            "/_meta",
            "expires-at has passed; check the clocks of both machines",
        ));
    }
    let bounds = rpc.timeout_config(caller, mode);
    let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    Ok(left.max(millis(bounds.min)).min(millis(bounds.max)))
}

/// Returns the action for the result of `elicitation/wait`.
fn action(outcome: &str) -> Result<String, RpcError> {
    let source = read(outcome.as_bytes())?;
    let outcome = source.root();
    let action = match outcome.get("status").and_then(Part::as_text) {
        Some("completed") => "accept",
        Some("declined") => "decline",
        Some("cancelled") => "cancel",
        Some("timeout") => "expired",
        _ => "pending",
    };
    let object = JsonObject::new().text("action", action);
    let object =
        object.optional(outcome.get("result"), |object, result| object.raw("content", result.json()));
    let reason = outcome.get("declineReason").and_then(Part::as_text);
    Ok(object.optional(reason, |object, reason| object.text("declineReason", reason)).finish())
}

#[cfg(test)]
mod tests {
    use super::action;

    #[test]
    fn every_status_has_its_action() {
        for (status, rest, expected) in [
            ("pending", "", r#"{"action":"pending"}"#),
            ("active", "", r#"{"action":"pending"}"#),
            ("completed", r#","result":{"go":true}"#, r#"{"action":"accept","content":{"go":true}}"#),
            ("declined", r#","declineReason":"no""#, r#"{"action":"decline","declineReason":"no"}"#),
            ("cancelled", r#","reason":"user_cancelled""#, r#"{"action":"cancel"}"#),
            ("timeout", r#","reason":"timeout""#, r#"{"action":"expired"}"#),
        ] {
            let outcome = format!(r#"{{"elicitationId":"elic_0","status":"{status}"{rest}}}"#);
            assert_eq!(action(&outcome).unwrap(), expected);
        }
    }
}
