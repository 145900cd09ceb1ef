//! The inbox: the open and closed elicitations of one person.
//!
//! The engine's scope decides which entries a person sees. An entry opens the same page as a link
//! does. The inbox does not count all entries: lists are paged, and a search reads a bounded number
//! of entries and says so.

mod filter;
mod list;
mod live_events;
mod render;

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;

use crate::pages::Pages;

pub(crate) use render::audit_trail;

/// Returns the routes of the list. The routes of an entry are in [`crate::page`].
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/inbox", get(list::show))
        .route("/inbox/", get(|| async { Redirect::permanent("/inbox") }))
        .route("/inbox/live", get(live_events::live))
}
