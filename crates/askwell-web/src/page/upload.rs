//! Files: one at a time by the script, and back again as attachments.

use std::collections::HashMap;

use askwell_form::Kind;
use axum::Json;
use axum::extract::{Path, Query, Request};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use super::decode::{MOST_DROPPED, SentFile};
use super::draft::take_file;
use super::files;
use super::live::TOKEN_HEADER;
use super::render::{Ending, bytes};
use crate::visit::{Turned, Visit};

/// What a file is called on the person's machine.
#[derive(Deserialize)]
pub(crate) struct Named {
    name: String,
}

/// What the script learns.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Taken {
    /// It is kept, under this name.
    Kept { location: String, name: String, size: String },
    /// It is not.
    Problem(String),
}

/// Keeps a file for a field.
pub(crate) async fn upload(
    mut visit: Visit,
    Path(path): Path<HashMap<String, String>>,
    Query(Named { name }): Query<Named>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Turned> {
    let token = headers.get(TOKEN_HEADER).and_then(|token| token.to_str().ok()).unwrap_or_default();
    visit.begin(token).await?;
    let form = visit.form()?.clone();
    let field = path.get("field").and_then(|id| form.field(id)).ok_or(Turned::Away(Ending::NotFound))?;
    let Kind::File(_) = field.kind() else { return Err(Turned::Away(Ending::NotFound)) };
    let most = visit.pages.engine().largest_upload(field);
    let content_type =
        headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).filter(|value| !value.is_empty());
    let content_type = content_type.unwrap_or("application/octet-stream").to_owned();
    let Some(content) = receive(request, most).await else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    visit.stay();
    let sent = SentFile { filename: name, content_type, bytes: content };
    let (status, taken) = match take_file(&visit, field, sent).await? {
        Ok(file) => {
            let taken = Taken::Kept { location: file.location, name: file.filename, size: bytes(file.size) };
            (StatusCode::CREATED, taken)
        }
        Err(problem) => (StatusCode::UNPROCESSABLE_ENTITY, Taken::Problem(problem.message.into_owned())),
    };
    Ok((status, Json(taken)).into_response())
}

/// Reads a file: its bytes, or that there are too many. Nothing, if it breaks off. What is too large is read on for a
/// while and dropped, so that the browser gets to hear why.
async fn receive(request: Request, most: u64) -> Option<Option<Vec<u8>>> {
    let mut content = Some(Vec::new());
    let mut dropped_left = MOST_DROPPED;
    let mut chunks = request.into_body().into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.ok()?;
        match &mut content {
            Some(bytes) if (bytes.len() + chunk.len()) as u64 <= most => bytes.extend_from_slice(&chunk),
            _ => {
                content = None;
                let Some(left) = dropped_left.checked_sub(chunk.len()) else { break };
                dropped_left = left;
            }
        }
    }
    Some(content)
}

/// Gives a file back that was uploaded for this question: as an attachment, under a name of ours, and as nothing that
/// a browser would run.
pub(crate) async fn download(
    visit: Visit,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response, Turned> {
    let location = path.get("location").map_or("", String::as_str);
    let (engine, id) = (visit.pages.engine(), visit.elicitation.id);
    let file = files::recall(engine, id, location).await?.ok_or(Turned::Away(Ending::NotFound))?;
    let content = engine.download(&visit.actor, id, location).await?;
    let content_type =
        if file.is_picture() { file.content_type.as_str() } else { "application/octet-stream" };
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{location}\"")),
    ];
    Ok((headers, content).into_response())
}
