//! `GET /uploads/{elicitation}/{location}`: sends an uploaded file as an attachment.

use std::sync::Arc;

use askwell_http::connections::Slot;
use askwell_http::load::Work;
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::rejection::{HttpRejection, with_status};
use crate::caller::AnswerVisibility;
use crate::client_key;
use crate::download::{DownloadError, stream_file};
use crate::keys::UPLOADS_SCOPE;
use crate::rpc::error::RpcError;

pub(super) async fn download(
    State(state): State<Arc<AppState>>,
    Extension(slot): Extension<Arc<Slot>>,
    path: Result<Path<(String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let (caller, _) = match state.caller_within(&headers, UPLOADS_SCOPE) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    let Ok(Path((elicitation, location))) = path else { return with_status(&RpcError::not_found()) };
    let Ok(id) = elicitation.parse() else { return with_status(&RpcError::not_found()) };
    let client = client_key::of_caller(&caller, slot.address());
    let busy = match slot.admit(&client, Work::Call) {
        Ok(busy) => busy,
        Err(overload) => return HttpRejection::from(overload).into_response(),
    };
    // Files are part of the answer, so the same visibility applies.
    let may_read = async {
        let found = state.engine.status(&caller.actor, id).await?;
        caller.secrets_of(&state.engine, &found).await
    };
    match may_read.await {
        Ok(AnswerVisibility::Withheld) => return with_status(&RpcError::not_found()),
        Ok(_) => {}
        Err(error) => return with_status(&error.into()),
    }
    let sent = stream_file(&state.engine, &caller.actor, id, &location, (&client, slot.budget()), busy).await;
    match sent {
        Ok(content) => {
            let headers = [(CONTENT_TYPE, "application/octet-stream"), (CONTENT_DISPOSITION, "attachment")];
            (headers, content).into_response()
        }
        Err(DownloadError::Overload(overload)) => HttpRejection::from(overload).into_response(),
        Err(DownloadError::Call(error)) => with_status(&error.into()),
    }
}
