//! The inbox.
pub(crate) fn routes() -> axum::Router<crate::pages::Pages> {
    axum::Router::new()
}
