//! The page of one elicitation, with or without a script.
//!
//! `GET` changes nothing, because link previewers and mail scanners send it, too. Every change is a
//! `POST` with a form token. This module decides nothing itself: the form's view says what is
//! visible, its check says what is valid, and the engine changes the state.

mod action;
mod action_handler;
mod closed_page;
mod code_entry;
mod draft;
mod draft_cache;
mod evaluation;
mod file_mismatch;
mod file_receiver;
mod found_options;
mod inputs;
mod live_status;
mod receipt;
mod render;
mod response;
mod row_names;
mod script_texts;
mod shared_draft;
mod short_form;
mod submission;
mod upload;
mod uploaded_file;
mod url_destination;

use std::collections::HashMap;
use std::sync::Arc;

use askwell_http::body::limit_body;
use askwell_http::connections::Slot;
use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use axum::routing::{get, post};

use crate::pages::Pages;
use crate::visit::{PageError, Visit};

pub(crate) use action::{Action, NAME as ACTION_NAME};
pub(crate) use closed_page::actor_name;
#[cfg(feature = "sign-in")]
pub(crate) use code_entry::code_page;
pub(crate) use code_entry::code_response;
pub(crate) use draft_cache::DraftCache;
#[cfg(feature = "sign-in")]
pub(crate) use render::initial;
pub(crate) use render::{FinalPage, HtmlDocument, approve_words, initials, instant, reject_words, when};
pub(crate) use response::{final_response, html_response, see_other, show_page};
pub(crate) use short_form::read_form;
pub(crate) use submission::TOKEN as TOKEN_NAME;

/// Reads the texts of a form without files; of several with one name, the last counts.
pub(crate) async fn read_pairs(
    visit: &Visit,
    request: Request,
) -> Result<HashMap<String, String>, PageError> {
    let parts = submission::read_pairs(visit, request).await?;
    let texts = parts.into_iter().filter_map(|(name, part)| match part {
        submission::BodyPart::Text(text) => Some((name, text.to_string())),
        submission::BodyPart::File(_) => None,
    });
    Ok(texts.collect())
}

/// Returns the texts of a URL-encoded body; of several with one name, the last counts.
pub(crate) fn read_pairs_of(body: &[u8]) -> HashMap<String, String> {
    url::form_urlencoded::parse(body).into_owned().collect()
}

/// Returns the routes of the page, by link and from the inbox.
pub(crate) fn routes() -> Router<Pages> {
    elicitation_routes("/f/{token}")
        .merge(elicitation_routes("/inbox/{id}"))
        .route("/f/{token}/code", post(code_entry::post_code))
        .route("/inbox/{id}/history", get(closed_page::get_history))
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
