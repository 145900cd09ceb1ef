//! `POST /rpc`.

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

use super::Door;
use super::refusal::Refused;
use crate::client_key;
use crate::rpc::Reply;

const JSON: [(axum::http::HeaderName, &str); 1] = [(CONTENT_TYPE, "application/json")];

pub(super) async fn call(
    State(door): State<Arc<Door>>,
    Extension(slot): Extension<Arc<Slot>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refused> {
    let (caller, credential) = door.caller(&headers)?;
    if !has_media_type(&headers, "application/json") {
        return Err(Refused::ContentType { expected: "application/json" });
    }
    let client = client_key::of_caller(&caller, slot.address());
    // Held until the call is answered, as its body is.
    let mut memory = slot.budget().reserve(&client, Purpose::Transfer, 0)?;
    let body =
        read_body(body, door.settings.body_bytes, door.settings.body_timeout, Some(&mut memory)).await?;
    let _stays = slot.admit(&client, Work::Call)?;
    let reply = door.rpc.answer(&caller, &body).await;
    // Whoever has waited for long may not be who they were.
    if !door.keys.still_good(&credential) {
        return Err(Refused::Unauthorized);
    }
    Ok(match reply {
        Reply::Nothing => StatusCode::NO_CONTENT.into_response(),
        Reply::Answers(json) => (JSON, json).into_response(),
        Reply::Refusal(json) => (StatusCode::BAD_REQUEST, JSON, json).into_response(),
    })
}
