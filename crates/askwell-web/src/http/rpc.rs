//! `POST /rpc`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::Door;
use super::refusal::Refused;
use super::request;
use crate::budget::{ClientKey, Purpose};
use crate::rpc::Reply;
use crate::service::{Seat, Work};

const JSON: [(axum::http::HeaderName, &str); 1] = [(CONTENT_TYPE, "application/json")];

pub(super) async fn call(
    State(door): State<Arc<Door>>,
    Extension(seat): Extension<Arc<Seat>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refused> {
    let (caller, credential) = door.caller(&headers)?;
    if !request::is_json(&headers) {
        return Err(Refused::ContentType { expected: "application/json" });
    }
    let client = ClientKey::of_caller(&caller, seat.address());
    // Held until the call is answered, as its body is.
    let mut memory = seat.budget().reserve(&client, Purpose::Transfer, 0)?;
    let body = request::body(body, door.settings.body_bytes, door.settings.body_timeout, &mut memory).await?;
    let _stays = seat.occupy(&client, Work::Call)?;
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
