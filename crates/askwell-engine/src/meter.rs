//! Counting, behind the `metrics` facade: free until somebody installs a recorder.

use std::time::Duration;

use askwell_lifecycle::{Effect, Elicitation, Outcome};
use metrics::{counter, gauge, histogram};

use crate::error::Limit;

pub(crate) fn created(elicitation: &Elicitation) {
    counter!("askwell_elicitations_created_total", "mode" => elicitation.mode.as_str()).increment(1);
    gauge!("askwell_elicitations_open").increment(1);
}

pub(crate) fn closed(elicitation: &Elicitation, outcome: &Outcome) {
    let mode = elicitation.mode.as_str();
    let name = match outcome {
        Outcome::Answered(_) | Outcome::Finished(_) => "askwell_elicitations_completed_total",
        Outcome::Declined => "askwell_elicitations_declined_total",
        Outcome::Cancelled(_) => "askwell_elicitations_cancelled_total",
        Outcome::TimedOut => "askwell_elicitations_timeout_total",
    };
    counter!(name, "mode" => mode).increment(1);
    if let Some(reason) = outcome.reason() {
        counter!("askwell_elicitations_abandoned_total", "reason" => reason).increment(1);
    }
    gauge!("askwell_elicitations_open").decrement(1);
}

pub(crate) fn rejected(elicitation: &Elicitation, effect: &Effect) {
    tracing::debug!(id = %elicitation.id, ?effect, "an answer did not pass");
    counter!("askwell_answers_rejected_total", "mode" => elicitation.mode.as_str()).increment(1);
}

pub(crate) fn validated(took: Duration) {
    histogram!("askwell_validation_seconds").record(took.as_secs_f64());
}

pub(crate) fn limited(limit: Limit) {
    let name = match limit {
        Limit::Rate => "rate",
        Limit::OpenOfClient => "open_of_client",
        Limit::OpenInTotal => "open_in_total",
    };
    counter!("askwell_limited_total", "limit" => name).increment(1);
}
