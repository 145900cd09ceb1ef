//! Uploads single files for the script, and serves uploaded files as attachments.

use std::collections::HashMap;

use askwell_form::Kind;
use askwell_http::headers::announced_length;
use axum::Json;
use axum::extract::{Path, Query, Request};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::draft::accept_file;
use super::file_receiver::{DeclaredFile, receive};
use super::live_status::TOKEN_HEADER;
use super::render::{FinalPage, bytes};
use super::submission::MOST_DROPPED;
use super::uploaded_file;
use crate::download::{DownloadError, stream_file};
use crate::visit::{PageError, Visit};

/// The query parameters.
#[derive(Deserialize)]
pub(crate) struct PageUploadQuery {
    name: String,
}

/// The response to an upload.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PageUploadResult {
    /// The file is stored.
    Kept { location: String, name: String, size: String },
    /// The file is rejected.
    Problem(String),
}

/// Stores a file for a field.
pub(crate) async fn upload(
    mut visit: Visit,
    Path(path): Path<HashMap<String, String>>,
    Query(PageUploadQuery { name }): Query<PageUploadQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let token = headers.get(TOKEN_HEADER).and_then(|token| token.to_str().ok()).unwrap_or_default();
    visit.begin_answer(token).await?;
    let form = visit.form()?.clone();
    let field =
        path.get("field").and_then(|id| form.field(id)).ok_or(PageError::Rejected(FinalPage::NotFound))?;
    let Kind::File(_) = field.kind() else { return Err(PageError::Rejected(FinalPage::NotFound)) };
    let content_type =
        headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).filter(|value| !value.is_empty());
    let content_type = content_type.unwrap_or("application/octet-stream").to_owned();
    let announced = announced_length(&headers);
    let file = DeclaredFile { filename: &name, content_type: &content_type, announced };
    let mut dropped_left = MOST_DROPPED;
    let chunks = request.into_body().into_data_stream();
    let sent = receive(&visit, Some(field), file, chunks, &mut dropped_left).await?;
    visit.mark_busy()?;
    let (status, taken) = match accept_file(&visit, field, sent)? {
        Ok(file) => {
            let taken = PageUploadResult::Kept {
                location: file.location,
                name: file.filename,
                size: bytes(file.size),
            };
            (StatusCode::CREATED, taken)
        }
        Err(problem) => {
            (StatusCode::UNPROCESSABLE_ENTITY, PageUploadResult::Problem(problem.message.into_owned()))
        }
    };
    Ok((status, Json(taken)).into_response())
}

/// Sends an uploaded file as an attachment, under its generated name, with a media type that no
/// browser executes.
pub(crate) async fn download(
    visit: Visit,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response, PageError> {
    let location = path.get("location").map_or("", String::as_str);
    let (engine, id) = (visit.pages.engine(), visit.elicitation.id);
    let file =
        uploaded_file::recall(engine, id, location).await?.ok_or(PageError::Rejected(FinalPage::NotFound))?;
    let content_type =
        if file.is_picture() { file.content_type.as_str() } else { "application/octet-stream" };
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{location}\"")),
    ];
    let (client, budget) = (visit.client_key(), visit.budget().clone());
    // The visit is held until the last chunk is sent, so that its connection counts as busy.
    let (engine, actor) = (engine.clone(), visit.actor.clone());
    let content = stream_file(&engine, &actor, id, location, (&client, &budget), visit).await;
    match content {
        Ok(content) => Ok((headers, content).into_response()),
        Err(DownloadError::Overload(overload)) => Err(overload.into()),
        Err(DownloadError::Call(error)) => Err(error.into()),
    }
}
