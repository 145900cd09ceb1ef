//! `POST /uploads/{elicitation}/{field}?filename=…`: a file beside an answer. What comes back is the answer to the field.

use std::sync::Arc;

use askwell_form::Kind;
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::refusal::with_status;
use super::{Door, request};
use crate::json::Object;
use crate::rpc::Method;
use crate::rpc::code::Code;
use crate::rpc::fault::Fault;
use crate::service::Seat;

/// What has to stand behind the question mark.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    filename: String,
}

pub(super) async fn keep(
    State(door): State<Arc<Door>>,
    Extension(seat): Extension<Arc<Seat>>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<Named>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let (caller, _) = match door.caller(&headers) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    // A file is a part of an answer.
    if !Method::Submit.is_for(caller.role) {
        let message = format!("this key {}; files are for those who answer", caller.role.as_str());
        return with_status(&Fault::new(Code::Forbidden, message));
    }
    let Ok(Query(Named { filename })) = query else {
        return with_status(&Fault::parameter(
            "/filename",
            "say what the file is called: ?filename=report.pdf",
        ));
    };
    // What is no text is the name of nothing, either.
    let Ok(Path((elicitation, field))) = path else { return with_status(&Fault::not_found()) };
    let Ok(id) = elicitation.parse() else { return with_status(&Fault::not_found()) };
    let found = match door.engine.status(&caller.actor, id).await {
        Ok(found) => found,
        Err(error) => return with_status(&error.into()),
    };
    let asked = found.form().and_then(|form| form.field(&field));
    let Some(asked) = asked.filter(|field| matches!(field.kind(), Kind::File(_))) else {
        return with_status(&Fault::parameter("/field", "the form has no file field of this name"));
    };
    let limit = usize::try_from(door.engine.largest_upload(asked)).unwrap_or(usize::MAX);
    let bytes = match request::body(body, limit, door.settings.body_timeout).await {
        Ok(bytes) => bytes,
        Err(refused) => return refused.into_response(),
    };
    let _stays = seat.occupy();
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let size = bytes.len() as u64;
    let kept = door.engine.upload(&caller.actor, id, &field, &filename, content_type, bytes.to_vec()).await;
    match kept {
        Ok(location) => {
            let content = Object::new().text("type", "local").text("location", &location).finish();
            let answer = Object::new()
                .text("filename", &filename)
                .text("content_type", content_type)
                .number("size", size)
                .raw("content", &content)
                .finish();
            (StatusCode::CREATED, [(CONTENT_TYPE, "application/json")], answer).into_response()
        }
        Err(error) => with_status(&error.into()),
    }
}
