//! `POST /uploads/{elicitation}/{field}?filename=…`: stores a file for a field and returns the
//! answer that refers to it.

use std::pin::pin;
use std::sync::Arc;

use askwell_engine::store::UPLOAD_CHUNK;
use askwell_engine::{NewFile, UploadError, UploadWriter};
use askwell_http::body::{BodyTimeouts, chunks};
use askwell_http::budget::{Overload, Purpose};
use askwell_http::connections::Slot;
use askwell_http::headers::announced_length;
use askwell_http::load::Work;
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use serde::Deserialize;

use super::AppState;
use super::rejection::{HttpRejection, with_status};
use crate::client_key;
use crate::json::JsonObject;
use crate::keys::UPLOADS_SCOPE;
use crate::rpc::Method;
use crate::rpc::error::RpcError;
use crate::rpc::error_code::ErrorCode;
use crate::settings::HttpSettings;

/// The query parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UploadQuery {
    filename: String,
}

pub(super) async fn upload(
    State(state): State<Arc<AppState>>,
    Extension(slot): Extension<Arc<Slot>>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<UploadQuery>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let (caller, _) = match state.caller_within(&headers, UPLOADS_SCOPE) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    // A file is part of an answer, so the same roles may send it.
    if !Method::Submit.is_for(caller.role) {
        let message = format!("this key {}; files are for those who answer", caller.role.as_str());
        return with_status(&RpcError::new(ErrorCode::Forbidden, message));
    }
    let Ok(Query(UploadQuery { filename })) = query else {
        return with_status(&RpcError::parameter(
            "/filename",
            "say what the file is called: ?filename=report.pdf",
        ));
    };
    // A path that is not text names no elicitation.
    let Ok(Path((elicitation, field))) = path else { return with_status(&RpcError::not_found()) };
    let Ok(id) = elicitation.parse() else { return with_status(&RpcError::not_found()) };
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let announced = announced_length(&headers);
    let client = client_key::of_caller(&caller, slot.address());
    let file = NewFile { field: &field, filename: &filename, content_type, announced };
    let kept = async {
        let _memory = slot.budget().reserve(&client, Purpose::Transfer, UPLOAD_CHUNK as u64)?;
        let mut writer = state.engine.begin_upload(&caller.actor, id, file).await?;
        receive(&mut writer, body, &state.settings).await?;
        let _busy = slot.admit(&client, Work::Call)?;
        let size = writer.size();
        Ok::<_, UploadRejection>((writer.finish().await?, size))
    };
    match kept.await {
        Ok((location, size)) => {
            let content = JsonObject::new().text("type", "local").text("location", &location).finish();
            let answer = JsonObject::new()
                .text("filename", &filename)
                .text("content_type", content_type)
                .number("size", size)
                .raw("content", &content)
                .finish();
            (StatusCode::CREATED, [(CONTENT_TYPE, "application/json")], answer).into_response()
        }
        Err(UploadRejection::HttpRejection(refused)) => refused.into_response(),
        Err(UploadRejection::Upload(UploadError::NoSuchField)) => {
            with_status(&RpcError::parameter("/field", "the form has no file field of this name"))
        }
        Err(UploadRejection::Upload(error)) => closing(with_status(&error.into())),
    }
}

/// Why a file is not stored.
enum UploadRejection {
    HttpRejection(HttpRejection),
    Upload(UploadError),
}

impl From<HttpRejection> for UploadRejection {
    fn from(refused: HttpRejection) -> UploadRejection {
        UploadRejection::HttpRejection(refused)
    }
}

impl From<Overload> for UploadRejection {
    fn from(overload: Overload) -> UploadRejection {
        UploadRejection::HttpRejection(overload.into())
    }
}

impl From<UploadError> for UploadRejection {
    fn from(error: UploadError) -> UploadRejection {
        UploadRejection::Upload(error)
    }
}

/// Writes a body to the store as it arrives, within the time limits of uploads.
async fn receive(
    writer: &mut UploadWriter,
    body: Body,
    settings: &HttpSettings,
) -> Result<(), UploadRejection> {
    let timeouts = BodyTimeouts { total: settings.upload_timeout, silence: settings.body_timeout };
    let mut chunks = pin!(chunks(body, timeouts, None));
    while let Some(chunk) = chunks.next().await {
        writer.write(&chunk.map_err(HttpRejection::from)?).await?;
    }
    Ok(())
}

/// Closes the connection after the response: the rest of the body is not read.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
