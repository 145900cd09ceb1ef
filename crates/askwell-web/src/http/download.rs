//! `GET /uploads/{elicitation}/{location}`: a file that came with an answer. Never shown, only saved.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};

use super::Door;
use super::refusal::with_status;
use crate::rpc::fault::Fault;

pub(super) async fn give(
    State(door): State<Arc<Door>>,
    path: Result<Path<(String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let (caller, _) = match door.caller(&headers) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    let Ok(Path((elicitation, location))) = path else { return with_status(&Fault::not_found()) };
    let Ok(id) = elicitation.parse() else { return with_status(&Fault::not_found()) };
    match door.engine.download(&caller.actor, id, &location).await {
        Ok(bytes) => {
            let headers = [
                (CONTENT_TYPE, "application/octet-stream"),
                (CONTENT_DISPOSITION, "attachment"),
                (X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (CACHE_CONTROL, "no-store"),
            ];
            (headers, bytes).into_response()
        }
        Err(error) => with_status(&error.into()),
    }
}
