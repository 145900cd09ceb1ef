//! The options of a request.

use std::fmt;
use std::sync::Arc;

use crate::server::Call;
use crate::wire::{Json, Raw, meta};

/// The options of a request: metadata, and a sink for progress.
#[derive(Clone, Default)]
pub struct RequestOptions {
    pub(super) meta: Vec<(String, Json)>,
    pub(super) progress: Option<ProgressSink>,
}

pub(super) type ProgressSink = Arc<dyn Fn(Progress) + Send + Sync>;

/// A progress report of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The progress so far.
    pub progress: f64,
    /// The total, if the server knows it.
    pub total: Option<f64>,
    /// What the server is doing.
    pub message: Option<String>,
}

impl RequestOptions {
    /// Returns empty options.
    #[must_use]
    pub fn new() -> Self {
        RequestOptions::default()
    }

    /// Adds a member to the request's `_meta`. Members that the protocol defines cannot be
    /// replaced.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Json>) -> Self {
        self.meta.push((key.into(), value.into()));
        self
    }

    /// Sets the W3C trace context of the request: `traceparent`, and `tracestate` unless it is
    /// empty.
    #[must_use]
    pub fn trace(self, parent: &str, state: &str) -> Self {
        let options = self.meta(meta::TRACE_PARENT, Json::of_text(parent));
        if state.is_empty() { options } else { options.meta(meta::TRACE_STATE, Json::of_text(state)) }
    }

    /// Copies the trace context of a call that is being handled, if it has one.
    #[must_use]
    pub fn on_behalf_of(self, call: &Call) -> Self {
        let trace = call.0.parts.meta_members.trace.members(&call.0.request);
        trace.fold(self, |options, (key, value)| options.meta(key, value.to_owned()))
    }

    /// Asks for progress reports. `sink` is called for each and must not block.
    #[must_use]
    pub fn progress(mut self, sink: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(sink));
        self
    }
}

impl Progress {
    pub(super) fn read(params: Raw<'_>) -> Option<Self> {
        let number = |key| params.get(key).and_then(|number| number.to::<f64>().ok());
        let message = params.get("message").and_then(Raw::as_text).map(std::borrow::Cow::into_owned);
        Some(Progress { progress: number("progress")?, total: number("total"), message })
    }
}

impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOptions").field("meta", &self.meta).finish_non_exhaustive()
    }
}
