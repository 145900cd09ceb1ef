//! The inbox: the open and closed elicitations of one person, as a list with the question beside it.
//!
//! The engine's scope decides which entries a person sees. A list is sorted by deadline and paged by it;
//! a search reads a bounded number of entries and says so. The pane beside the list is the page of one
//! elicitation, in the same frame.

mod action;
mod delegate;
mod filter;
mod frame;
mod group;
mod hold;
mod icon;
mod list;
mod live_events;
mod note;
mod render;
mod row;
mod snooze;
mod tab;
mod trail;
mod zone;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Redirect;
use axum::routing::{get, post};

use crate::pages::Pages;

pub(crate) use frame::{InboxFrame, frame_of_entry, framed, top_bar};
pub(crate) use group::due_in_words;
pub(crate) use hold::{HoldResult, hold, spawn_watch};
pub(crate) use icon::{Icon, icon};
pub(crate) use trail::audit_trail;

/// Returns the routes of the list. The routes of an entry are in [`crate::page`].
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/inbox", get(list::show))
        .route("/inbox/", get(|| async { Redirect::permanent("/inbox") }))
        .route("/inbox/list", get(list::show_list))
        .route("/inbox/live", get(live_events::live))
        .route(action::BULK_PATH, post(action::post_bulk).layer(DefaultBodyLimit::max(64 << 10)))
        .route("/inbox/{id}/snooze", post(action::post_snooze))
        .route("/inbox/{id}/note", post(action::post_note))
        .route("/inbox/{id}/undo", post(action::post_undo))
        .route("/inbox/{id}/delegate", post(delegate::post_delegate))
        .route(delegate::TAKE_BACK_PATH, post(delegate::post_take_back).layer(DefaultBodyLimit::max(4 << 10)))
}
