//! Refuses the requests of the era that the server does not speak.

use std::str::FromStr;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

const MODERN: &str = "2026-07-28";

/// The eras that the server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ServedEras {
    Both,
    Legacy,
    Modern,
}

impl FromStr for ServedEras {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "both" => Ok(ServedEras::Both),
            "legacy" => Ok(ServedEras::Legacy),
            "modern" => Ok(ServedEras::Modern),
            other => Err(format!("`{other}` is not both, legacy or modern")),
        }
    }
}

/// Passes requests of a served era on. Every modern request has a header with its revision.
pub(crate) async fn check(eras: ServedEras, request: Request, next: Next) -> Response {
    let is_modern = request.headers().get("mcp-protocol-version").is_some_and(|version| version == MODERN);
    let error = match (eras, is_modern) {
        (ServedEras::Legacy, true) => {
            json!({"code": -32000, "message": "Bad Request: Unsupported protocol version"})
        }
        (ServedEras::Modern, false) => json!({
            "code": -32022,
            "message": "Unsupported protocol version",
            "data": {"supported": [MODERN]}
        }),
        _ => return next.run(request).await,
    };
    let body = json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
