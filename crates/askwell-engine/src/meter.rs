//! Metrics of an engine, through the `metrics` facade. Each metric is looked up once when the engine starts,
//! so a recorder has to be installed before that.

use std::time::Duration;

use askwell_lifecycle::{CancelReason, Effect, Elicitation, LONGEST_TIMEOUT, Mode, Outcome, TimeoutError};
use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};

use crate::error::Limit;

/// One counter for each mode.
type ByMode = [Counter; Mode::ALL.len()];

/// The metrics of an engine.
pub(crate) struct Meter {
    is_shared: bool,
    created: ByMode,
    completed: ByMode,
    declined: ByMode,
    cancelled: ByMode,
    timed_out: ByMode,
    rejected: ByMode,
    abandoned: [(&'static str, Counter); CancelReason::ALL.len() + 1],
    limited: [Counter; 3],
    open: [Gauge; Mode::ALL.len()],
    timeout_requested: [Histogram; Mode::ALL.len()],
    timeout_refused: [(&'static str, Counter); TIMEOUT_ERRORS.len()],
}

/// The names of timeout errors on the wire.
const TIMEOUT_ERRORS: [&str; 3] = ["timeout_too_small", "timeout_too_large", "invalid_timeout"];

impl Meter {
    /// Looks up the metrics. With a shared store, the gauge of open elicitations shows the store's count only:
    /// it is the same on all nodes, so that dashboards take the maximum.
    pub(crate) fn new(is_shared: bool) -> Self {
        let by_mode = |name: &'static str| Mode::ALL.map(|(mode, _)| counter!(name, "mode" => mode));
        let [first, second, third, fourth, fifth] = CancelReason::ALL.map(|(reason, _)| reason);
        let reasons = [first, second, third, fourth, fifth, "timeout"];
        Meter {
            is_shared,
            created: by_mode("askwell_elicitations_created_total"),
            completed: by_mode("askwell_elicitations_completed_total"),
            declined: by_mode("askwell_elicitations_declined_total"),
            cancelled: by_mode("askwell_elicitations_cancelled_total"),
            timed_out: by_mode("askwell_elicitations_timeout_total"),
            rejected: by_mode("askwell_answers_rejected_total"),
            abandoned: reasons
                .map(|reason| (reason, counter!("askwell_elicitations_abandoned_total", "reason" => reason))),
            limited: ["rate", "open_of_client", "open_in_total"]
                .map(|limit| counter!("askwell_limited_total", "limit" => limit)),
            open: Mode::ALL.map(|(mode, _)| gauge!("askwell_elicitations_open", "mode" => mode)),
            timeout_requested: Mode::ALL
                .map(|(mode, _)| histogram!("askwell_timeout_requested_seconds", "mode" => mode)),
            timeout_refused: TIMEOUT_ERRORS
                .map(|kind| (kind, counter!("askwell_timeout_violations_total", "kind" => kind))),
        }
    }
}

impl Meter {
    /// Counts a created elicitation, and counts it as open.
    pub(crate) fn created(&self, elicitation: &Elicitation) {
        self.count_created(elicitation);
        if let Some(open) = self.open.get(elicitation.mode as usize).filter(|_| !self.is_shared) {
            open.increment(1);
        }
    }

    /// Counts a closed elicitation, and no longer counts it as open.
    pub(crate) fn closed(&self, elicitation: &Elicitation, outcome: &Outcome) {
        self.count_closed(elicitation, outcome);
        if let Some(open) = self.open.get(elicitation.mode as usize).filter(|_| !self.is_shared) {
            open.decrement(1);
        }
    }

    /// Counts a created elicitation.
    pub(crate) fn count_created(&self, elicitation: &Elicitation) {
        count(&self.created, elicitation);
    }

    /// Counts a closed elicitation by its outcome.
    pub(crate) fn count_closed(&self, elicitation: &Elicitation, outcome: &Outcome) {
        let counters = match outcome {
            Outcome::Answered(_) | Outcome::Finished(_) => &self.completed,
            Outcome::Declined(_) => &self.declined,
            Outcome::Cancelled(_) => &self.cancelled,
            Outcome::TimedOut => &self.timed_out,
        };
        count(counters, elicitation);
        if let Some(reason) = outcome.reason()
            && let Some((_, counter)) = self.abandoned.iter().find(|(known, _)| *known == reason)
        {
            counter.increment(1);
        }
    }

    /// Sets the gauge of open elicitations to the store's count, which corrects it after a restart and for
    /// the writes of other nodes.
    pub(crate) fn set_open(&self, by_mode: &[(Mode, usize)]) {
        for ((_, mode), gauge) in Mode::ALL.iter().zip(&self.open) {
            let open: usize = by_mode.iter().filter(|(other, _)| other == mode).map(|(_, open)| open).sum();
            #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 are open")]
            gauge.set(open as f64);
        }
    }

    pub(crate) fn rejected(&self, elicitation: &Elicitation, effect: &Effect) {
        tracing::debug!(id = %elicitation.id, ?effect, "an answer did not pass");
        count(&self.rejected, elicitation);
    }

    /// Records a requested timeout, granted or not. Values above the longest timeout count as the longest.
    pub(crate) fn timeout_requested(&self, mode: Mode, requested: Duration) {
        if let Some(histogram) = self.timeout_requested.get(mode as usize) {
            histogram.record(requested.min(LONGEST_TIMEOUT).as_secs_f64());
        }
    }

    pub(crate) fn timeout_refused(&self, error: &TimeoutError) {
        if let Some((_, counter)) = self.timeout_refused.iter().find(|(kind, _)| *kind == error.name()) {
            counter.increment(1);
        }
    }

    pub(crate) fn limited(&self, limit: Limit) {
        if let Some(counter) = self.limited.get(limit as usize) {
            counter.increment(1);
        }
    }
}

fn count(counters: &ByMode, elicitation: &Elicitation) {
    if let Some(counter) = counters.get(elicitation.mode as usize) {
        counter.increment(1);
    }
}
