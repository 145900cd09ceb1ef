//! `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Engine, StoreError};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::rejection::HttpRejection;
use crate::keys::METRICS_SCOPE;

/// How often the check writes again when another node changed the record first.
const ATTEMPTS: usize = 16;

/// How long a successful check of the store stays valid.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// How long the check waits for the store.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// The header that tells which run of a service answers. Clients that found the service by its
/// descriptor compare it, because another program can have the address of one that has ended.
const INSTANCE_HEADER: &str = "askwell-instance";

pub(super) async fn alive(State(state): State<Arc<AppState>>) -> Response {
    let mut response = "alive\n".into_response();
    if let Some(instance) = &state.instance {
        response.headers_mut().insert(INSTANCE_HEADER, instance.clone());
    }
    response
}

pub(super) async fn ready(State(state): State<Arc<AppState>>) -> Response {
    if state.stop.is_announced() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    if let Err(error) = state.engine.store().ready() {
        tracing::error!(%error, "not ready");
        return (StatusCode::SERVICE_UNAVAILABLE, "the store is not available\n").into_response();
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

/// The time of the last successful check. `/readyz` needs no key, so not every request may cause a
/// write.
#[derive(Debug, Default)]
pub(super) struct Readiness(tokio::sync::Mutex<Option<Instant>>);

impl Readiness {
    async fn check(&self, engine: &Engine) -> Result<(), StoreError> {
        let mut last = self.0.lock().await;
        if last.is_some_and(|last| last.elapsed() < GOOD_FOR) {
            // An empty write still shows that the writer runs and accepts writes.
            return engine.records().write(Vec::new()).await.map(drop);
        }
        *last = None;
        check_store(engine).await?;
        *last = Some(Instant::now());
        Ok(())
    }
}

/// The record that the check writes.
const NAMESPACE: &str = "readiness";
const KEY: &str = "last";

/// Checks that the store reads and writes, with one record that is overwritten each time.
async fn check_store(engine: &Engine) -> Result<(), StoreError> {
    let (records, key) = (engine.records(), Arc::from(KEY));
    // Another node may write the same record at the same time.
    for _ in 0..ATTEMPTS {
        let before = records.get(NAMESPACE, Arc::clone(&key)).await?;
        let expected = before.as_ref().map_or(0, |record| record.revision);
        let now = engine.now().as_millis().to_be_bytes();
        let record = Record::new(NAMESPACE, KEY, now.to_vec());
        let verdicts = records.write(vec![RecordWrite::Put { record, expected }]).await?;
        if verdicts.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
    Err(StoreError::Failed("a record could not be written".into()))
}

pub(super) async fn metrics(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, HttpRejection> {
    state.caller_within(&headers, METRICS_SCOPE)?;
    let text = state.metrics.as_ref().map_or_else(String::new, |render| render());
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
