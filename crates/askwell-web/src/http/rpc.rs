//! `POST /rpc`: one JSON-RPC message or batch per request.

use std::sync::Arc;

use askwell_http::body::read_body;
use askwell_http::budget::Purpose;
use askwell_http::connections::Slot;
use askwell_http::headers::has_media_type;
use askwell_http::load::Work;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::rejection::HttpRejection;
use crate::client_key;
use crate::rpc::RpcReply;

const JSON: [(axum::http::HeaderName, &str); 1] = [(CONTENT_TYPE, "application/json")];

pub(super) async fn call(
    State(state): State<Arc<AppState>>,
    Extension(slot): Extension<Arc<Slot>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, HttpRejection> {
    let (caller, verified_key) = state.caller(&headers)?;
    if !has_media_type(&headers, "application/json") {
        return Err(HttpRejection::ContentType { expected: "application/json" });
    }
    let client = client_key::of_caller(&caller, slot.address());
    // Held until the call is answered, as long as its body is in memory.
    let mut memory = slot.budget().reserve(&client, Purpose::Transfer, 0)?;
    let body =
        read_body(body, state.settings.body_bytes, state.settings.body_timeout, Some(&mut memory)).await?;
    let _busy = slot.admit(&client, Work::Call)?;
    let reply = state.rpc.answer(&caller, &body).await;
    // The key may have been revoked while the call waited.
    if !state.keys.is_still_valid(&verified_key) {
        return Err(HttpRejection::Unauthorized);
    }
    Ok(match reply {
        RpcReply::Empty => StatusCode::NO_CONTENT.into_response(),
        RpcReply::Responses(json) => (JSON, json).into_response(),
        RpcReply::Rejected(json) => (StatusCode::BAD_REQUEST, JSON, json).into_response(),
    })
}
