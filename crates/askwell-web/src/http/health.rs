//! Is it alive, can it work, and what has it done?

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{Note, NoteWrite, Verdict};
use askwell_engine::{Engine, StoreError};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::rejection::HttpRejection;

/// So often a check tries again when another node was faster.
const ATTEMPTS: usize = 16;

/// How long a store that has worked is taken to work.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// A store that takes longer does not work.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) async fn alive() -> &'static str {
    "alive\n"
}

pub(super) async fn ready(State(state): State<Arc<AppState>>) -> Response {
    if state.stop.is_triggered() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match tokio::time::timeout(STORE_TIMEOUT, state.readiness.check(&state.engine)).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n").into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// When the store was last seen to work. Anybody may ask, so that not every question costs a write.
#[derive(Debug, Default)]
pub(super) struct Readiness(tokio::sync::Mutex<Option<Instant>>);

impl Readiness {
    async fn check(&self, engine: &Engine) -> Result<(), StoreError> {
        let mut last = self.0.lock().await;
        if last.is_some_and(|last| last.elapsed() < GOOD_FOR) {
            // No write, but those who write have to answer, and to be willing to.
            return engine.notes().write(Vec::new()).await.map(drop);
        }
        *last = None;
        check_store(engine).await?;
        *last = Some(Instant::now());
        Ok(())
    }
}

/// The note that shows that the store writes.
const SHELF: &str = "readiness";
const KEY: &str = "last";

/// Whether the store reads and writes: a note is written and read back, the same one each time.
async fn check_store(engine: &Engine) -> Result<(), StoreError> {
    let (notes, key) = (engine.notes(), Arc::from(KEY));
    // Another node may write the same note.
    for _ in 0..ATTEMPTS {
        let before = notes.get(SHELF, Arc::clone(&key)).await?;
        let expected = before.as_ref().map_or(0, |note| note.revision);
        let now = engine.now().as_millis().to_be_bytes();
        let note = Note::new(SHELF, KEY, now.to_vec());
        let verdicts = notes.write(vec![NoteWrite::Put { note, expected }]).await?;
        if verdicts.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
    Err(StoreError::Failed("a note could not be written".into()))
}

pub(super) async fn metrics(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, HttpRejection> {
    state.caller(&headers)?;
    let text = state.metrics.as_ref().map_or_else(String::new, |render| render());
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
