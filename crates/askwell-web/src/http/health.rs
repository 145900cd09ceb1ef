//! Is it alive, can it work, and what has it done?

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{CallError, Engine, Filter};
use askwell_lifecycle::{Actor, Status, Surface};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::Door;
use super::refusal::Refused;

/// A store that takes longer does not work.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) async fn alive() -> &'static str {
    "alive\n"
}

pub(super) async fn ready(State(door): State<Arc<Door>>) -> Response {
    if door.stop.is_given() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match tokio::time::timeout(PATIENCE, works(&door.engine)).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n").into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// Whether the store reads and writes. Nothing is written: but who writes has to answer, and to be willing to.
async fn works(engine: &Engine) -> Result<(), CallError> {
    let filter = Filter { statuses: vec![Status::Completed], limit: Some(1), ..Filter::default() };
    engine.list(&Actor::operator(Surface::Api), filter).await?;
    engine.notes().write(Vec::new()).await?;
    Ok(())
}

pub(super) async fn metrics(State(door): State<Arc<Door>>, headers: HeaderMap) -> Result<Response, Refused> {
    door.caller(&headers)?;
    let text = door.metrics.as_ref().map_or_else(String::new, |render| render());
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
