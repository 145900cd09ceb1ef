//! What can go along with a request.

use std::fmt;
use std::sync::Arc;

use crate::server::Call;
use crate::wire::{Json, Raw, meta};

/// What goes along with a request: metadata, and somebody who wants to hear of its progress.
#[derive(Clone, Default)]
pub struct Options {
    pub(super) meta: Vec<(String, Json)>,
    pub(super) progress: Option<ProgressSink>,
}

pub(super) type ProgressSink = Arc<dyn Fn(Progress) + Send + Sync>;

/// How far a server has come with a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// How much is done.
    pub progress: f64,
    /// Of how much, if the server knows.
    pub total: Option<f64>,
    /// What it is doing.
    pub message: Option<String>,
}

impl Options {
    /// Nothing goes along.
    #[must_use]
    pub fn new() -> Self {
        Options::default()
    }

    /// Adds something to the request's `_meta`. What the protocol itself says there cannot be replaced.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Json>) -> Self {
        self.meta.push((key.into(), value.into()));
        self
    }

    /// Says where the request comes from, as W3C Trace Context has it: `traceparent`, and `tracestate` unless empty.
    #[must_use]
    pub fn trace(self, parent: &str, state: &str) -> Self {
        let options = self.meta(meta::TRACE_PARENT, Json::of_text(parent));
        if state.is_empty() { options } else { options.meta(meta::TRACE_STATE, Json::of_text(state)) }
    }

    /// Says that the request is made on behalf of a call that is being handled: it belongs to the same trace, if that
    /// call belongs to one.
    #[must_use]
    pub fn on_behalf_of(self, call: &Call) -> Self {
        let trace = call.0.parts.about.trace.members(&call.0.request);
        trace.fold(self, |options, (key, value)| options.meta(key, value.to_owned()))
    }

    /// Asks for progress. `sink` is called as reports come in and must not wait.
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

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("meta", &self.meta).finish_non_exhaustive()
    }
}
