//! `GET /uploads/{elicitation}/{location}`: a file that came with an answer. Never shown, only saved.

use std::sync::Arc;

use askwell_http::connections::Slot;
use askwell_http::load::Work;
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};

use super::Door;
use super::refusal::{Refused, with_status};
use crate::caller::Secrets;
use crate::client_key;
use crate::download::{NotSent, stream_file};
use crate::rpc::fault::Fault;

pub(super) async fn give(
    State(door): State<Arc<Door>>,
    Extension(slot): Extension<Arc<Slot>>,
    path: Result<Path<(String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let (caller, _) = match door.caller(&headers) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    let Ok(Path((elicitation, location))) = path else { return with_status(&Fault::not_found()) };
    let Ok(id) = elicitation.parse() else { return with_status(&Fault::not_found()) };
    let client = client_key::of_caller(&caller, slot.address());
    let stays = match slot.admit(&client, Work::Call) {
        Ok(stays) => stays,
        Err(overload) => return Refused::from(overload).into_response(),
    };
    // Files are a part of the answer.
    let may_read = async {
        let found = door.engine.status(&caller.actor, id).await?;
        caller.secrets_of(&door.engine, &found).await
    };
    match may_read.await {
        Ok(Secrets::Withheld) => return with_status(&Fault::not_found()),
        Ok(_) => {}
        Err(error) => return with_status(&error.into()),
    }
    let sent = stream_file(&door.engine, &caller.actor, id, &location, (&client, slot.budget()), stays).await;
    match sent {
        Ok(content) => {
            let headers = [(CONTENT_TYPE, "application/octet-stream"), (CONTENT_DISPOSITION, "attachment")];
            (headers, content).into_response()
        }
        Err(NotSent::Overload(overload)) => Refused::from(overload).into_response(),
        Err(NotSent::Call(error)) => with_status(&error.into()),
    }
}
