//! `GET /audit`: the audit trail as a file, for operators.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use crate::audit::AuditFormat;
use crate::keys::AUDIT_SCOPE;
use crate::overview::audit_response;

/// Streams the whole trail. The query `format=csv` asks for CSV in place of JSON lines.
pub(super) async fn export(
    State(state): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let (caller, _) = match state.caller_within(&headers, AUDIT_SCOPE) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    if !caller.role.operates() {
        let why = "the audit trail is for operators: use a key with the role operates\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let format = match query.as_deref() {
        Some("format=csv") => AuditFormat::Csv,
        _ => AuditFormat::Jsonl,
    };
    audit_response(state.engine.clone(), format)
}
