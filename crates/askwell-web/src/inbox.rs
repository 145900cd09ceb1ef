//! The inbox: everything that waits for one person, and what became of the rest.
//!
//! Shows only what this person can act on; the engine's scope sees to that, not this. A question itself is shown
//! and answered on the same page as behind a link. Refuses to count everything: lists come in pages, and a search
//! looks through a bounded number of entries and says so.

mod filter;
mod list;
mod live_events;
mod render;

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;

use crate::pages::Pages;

pub(crate) use render::audit_trail;

/// The routes of the list; those of an entry are a question's page.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/inbox", get(list::show))
        .route("/inbox/", get(|| async { Redirect::permanent("/inbox") }))
        .route("/inbox/live", get(live_events::live))
}
