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
use crate::rpc::Reply;
use crate::service::Seat;

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
    let body = request::body(body, door.settings.body_bytes, door.settings.body_timeout).await?;
    let _stays = seat.occupy();
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
