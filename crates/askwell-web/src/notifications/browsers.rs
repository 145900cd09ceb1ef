//! Registers browsers for Web Push: `/inbox/notifications/browsers`, and the script of their page.
//!
//! Requests come from the page of the same person: they carry its form token in a header, which another site cannot
//! send.

use askwell_locale::say;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::NotificationPages;
use super::preferences_page::PATH;
use crate::browser::Session;
use crate::visit::{PageError, inbox_person};

/// The largest subscription of a browser.
const LARGEST: usize = 8 * 1024;

/// How long it may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

const SCRIPT: &str = include_str!("../../assets/push/register.js");

/// Sends the script of the page.
pub(super) async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// Registers a browser (`POST`), or removes it (`DELETE`).
pub(super) async fn change(
    State(state): State<NotificationPages>,
    method: Method,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let person = inbox_person(&state.pages, &headers)?;
    let session = Session::of(&headers, state.pages.cookie_name());
    let token = headers.get("x-askwell-token").and_then(|token| token.to_str().ok()).unwrap_or_default();
    if state.pages.host_guard().check_form(&headers).is_err() || !session.admits(PATH, token) {
        let why = say("final-refused-stale");
        return Ok((StatusCode::FORBIDDEN, why).into_response());
    }
    let body = tokio::time::timeout(BODY_TIMEOUT, axum::body::to_bytes(request.into_body(), LARGEST)).await;
    let Some(body) = body.ok().and_then(Result::ok).and_then(|body| String::from_utf8(body.to_vec()).ok())
    else {
        return Ok((StatusCode::BAD_REQUEST, say("notifications-browser-failed")).into_response());
    };
    let changed = if method == Method::DELETE {
        state.center.remove_browser(person.as_str(), &body).await?
    } else {
        state.center.register_browser(person.as_str(), &body).await?
    };
    Ok(match changed {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(why) => (StatusCode::UNPROCESSABLE_ENTITY, why).into_response(),
    })
}
