//! The page of one elicitation, with or without a script.
//!
//! `GET` changes nothing, because link previewers and mail scanners send it, too. Every change is a
//! `POST` with a form token. This module decides nothing itself: the form's view says what is
//! visible, its check says what is valid, and the engine changes the state.

mod action;
mod action_handler;
mod draft;
mod draft_cache;
mod evaluation;
mod file_mismatch;
mod file_receiver;
mod inputs;
mod live_status;
mod render;
mod response;
mod submission;
mod upload;
mod uploaded_file;
mod url_destination;

use std::sync::Arc;

use askwell_http::body::limit_body;
use askwell_http::connections::Slot;
use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use axum::routing::{get, post};

use crate::pages::Pages;

pub(crate) use action::{Action, NAME as ACTION_NAME};
pub(crate) use draft_cache::DraftCache;
pub(crate) use render::{FinalPage, HtmlDocument, ago, initial, instant, time_left, when};
pub(crate) use response::{actor_name, code_response, final_response, html_response};
pub(crate) use submission::{REASON as REASON_NAME, TOKEN as TOKEN_NAME};

/// Returns the routes of the page, by link and from the inbox.
pub(crate) fn routes() -> Router<Pages> {
    elicitation_routes("/f/{token}")
        .merge(elicitation_routes("/inbox/{id}"))
        .route("/f/{token}/code", post(response::code))
        .route("/inbox/{id}/history", get(response::history))
        // A body that stalls or takes too long is aborted.
        .layer(map_request(|request: Request| async {
            let slot = request.extensions().get::<Arc<Slot>>();
            let longest = slot.map_or(submission::LONGEST_BODY, |slot| slot.upload_timeout());
            request.map(|body| limit_body(body, submission::form_timeouts(longest), None))
        }))
}

fn elicitation_routes(path: &str) -> Router<Pages> {
    Router::new()
        .route(path, get(response::get_page).post(action_handler::post_action))
        .route(&format!("{path}/evaluate"), post(evaluation::evaluate))
        .route(&format!("{path}/test"), post(evaluation::test))
        .route(&format!("{path}/extend"), post(live_status::extend))
        .route(&format!("{path}/live"), get(live_status::live))
        .route(&format!("{path}/options/{{field}}"), get(evaluation::options))
        .route(&format!("{path}/upload/{{field}}"), post(upload::upload))
        .route(&format!("{path}/file/{{location}}"), get(upload::download))
        .layer(axum::extract::DefaultBodyLimit::disable())
}
