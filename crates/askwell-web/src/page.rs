//! The hosted form: one question, one page, with or without a script.
//!
//! Looking at a page changes nothing, as previewers and mail scanners look, too. Everything else is a POST with a
//! form token. Refuses to decide: what is visible comes from the form's view, what is right from its check, and what
//! happens from the engine.

mod act;
mod action;
mod decode;
mod draft;
mod drafts;
mod evaluate;
mod files;
mod filled;
mod hosts;
mod live;
mod mismatch;
mod receive;
mod render;
mod show;
mod upload;

use std::sync::Arc;

use askwell_http::body::limit_body;
use askwell_http::connections::Slot;
use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use axum::routing::{get, post};

use crate::pages::Pages;

pub(crate) use action::{Action, NAME as ACTION_NAME};
pub(crate) use decode::{REASON as REASON_NAME, TOKEN as TOKEN_NAME};
pub(crate) use drafts::Drafts;
pub(crate) use render::{Document, Ending, ago, initial, instant, time_left, when};
pub(crate) use show::{code_response, ending_response, html_response, who};

/// The routes of a question's page: by link, and from the inbox.
pub(crate) fn routes() -> Router<Pages> {
    about("/f/{token}")
        .merge(about("/inbox/{id}"))
        .route("/f/{token}/code", post(show::code))
        .route("/inbox/{id}/history", get(show::history))
        // A body that falls silent, or trickles for too long, is not waited for.
        .layer(map_request(|request: Request| async {
            let slot = request.extensions().get::<Arc<Slot>>();
            let longest = slot.map_or(decode::LONGEST_BODY, |slot| slot.upload_timeout());
            request.map(|body| limit_body(body, decode::form_timeouts(longest), None))
        }))
}

fn about(path: &str) -> Router<Pages> {
    Router::new()
        .route(path, get(show::show).post(act::act))
        .route(&format!("{path}/evaluate"), post(evaluate::evaluate))
        .route(&format!("{path}/test"), post(evaluate::test))
        .route(&format!("{path}/extend"), post(live::extend))
        .route(&format!("{path}/live"), get(live::live))
        .route(&format!("{path}/options/{{field}}"), get(evaluate::options))
        .route(&format!("{path}/upload/{{field}}"), post(upload::upload))
        .route(&format!("{path}/file/{{location}}"), get(upload::download))
        .layer(axum::extract::DefaultBodyLimit::disable())
}
