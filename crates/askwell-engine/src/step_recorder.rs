//! Elicitations outside of a store: the rate limit, the metrics and the audit log that an engine applies to those
//! in its store.

use std::fmt;
use std::sync::OnceLock;

use askwell_lifecycle::{ClientId, Effect, Step, Surface, Timestamp};

use crate::audit::{self, AuditEvent};
use crate::error::LimitReached;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::rate::RateLimiter;

/// Limits, counts and logs elicitations that live outside of a store, for example in the request state of an MCP
/// call. A server has one for all its calls.
///
/// They do not count as open in `askwell_elicitations_open`: a client can forget its state without saying so.
#[derive(Default)]
pub struct StepRecorder {
    rates: RateLimiter,
    /// Looked up on first use, so that a recorder of metrics can be installed after the server is built.
    meter: OnceLock<Meter>,
}

impl fmt::Debug for StepRecorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepRecorder").finish_non_exhaustive()
    }
}

impl StepRecorder {
    /// Counts a create against the client's rate. Call it before creating.
    ///
    /// # Errors
    /// When the client has created as many as the limits allow in the last window. The refusal is counted and
    /// logged.
    pub fn admit(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), LimitReached> {
        self.rates.take(client, limits, now).map_err(|refusal| refusal.report(client, self.meter()))
    }

    /// Counts and logs the effects of a step.
    pub fn record(&self, step: &Step, surface: Surface) {
        let (after, meter) = (&step.next, self.meter());
        for effect in &step.effects {
            match (effect, after.outcome()) {
                (Effect::Created, _) => {
                    meter.count_created(after);
                    audit::created(after);
                }
                (Effect::Closed { .. }, Some(outcome)) => {
                    meter.count_closed(after, outcome);
                    audit::closed(after, outcome);
                }
                (effect, _) => {
                    if let Effect::Rejected { .. } = effect {
                        meter.rejected(after, effect);
                    }
                    if let Some(event) = AuditEvent::of(effect) {
                        audit::log_event(event, after, surface);
                    }
                }
            }
        }
    }

    fn meter(&self) -> &Meter {
        self.meter.get_or_init(|| Meter::new(false))
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{
        Audience, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect, Policy, Question,
        Step, create, transition,
    };
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    use super::{ClientId, Limits, StepRecorder, Surface, Timestamp};

    const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

    fn created() -> Step {
        let form = askwell_form::build::form("f", "F").field(askwell_form::build::text("a", "A")).build();
        let draft = NewElicitation {
            id: ElicitationId::new(NOW, [7; 10]),
            client: "a".into(),
            mode: Mode::Form,
            question: Question::Form(form.unwrap()),
            message: None,
            audience: Audience::ClientOnly,
            quorum: None,
            terms: Policy::default().terms(Mode::Form, None).unwrap(),
            answer_limit: None,
            on_disconnect: OnDisconnect::Abandon,
        };
        create(draft, NOW)
    }

    fn after(before: &Elicitation, event: Event) -> Step {
        transition(before, event, NOW).unwrap().step
    }

    #[test]
    fn steps_are_counted_by_outcome_and_not_as_open() {
        let metrics = DebuggingRecorder::new();
        let snapshot = metrics.snapshotter();
        metrics::with_local_recorder(&metrics, || {
            let recorder = StepRecorder::default();
            let first = created();
            recorder.record(&first, Surface::Mcp);
            let rejected = after(&first.next, Event::reject());
            recorder.record(&rejected, Surface::Mcp);
            recorder.record(&after(&rejected.next, Event::decline()), Surface::Mcp);
        });
        let values = snapshot.snapshot().into_vec();
        let value = |name: &str| {
            let mut found = values.iter().filter(|(key, ..)| key.key().name() == name);
            found.find_map(|(.., value)| match value {
                DebugValue::Counter(0) | DebugValue::Gauge(_) | DebugValue::Histogram(_) => None,
                DebugValue::Counter(count) => Some(*count),
            })
        };
        assert_eq!(value("askwell_elicitations_created_total"), Some(1));
        assert_eq!(value("askwell_answers_rejected_total"), Some(1));
        assert_eq!(value("askwell_elicitations_declined_total"), Some(1));
        assert_eq!(value("askwell_elicitations_completed_total"), None);
        let is_open = |(key, _, _, value): &&(_, _, _, DebugValue)| {
            let key: &metrics_util::CompositeKey = key;
            key.key().name() == "askwell_elicitations_open" && *value != DebugValue::Gauge(0.0.into())
        };
        assert!(values.iter().find(is_open).is_none());
    }

    #[test]
    fn client_above_its_rate_is_refused_and_others_are_admitted() {
        let recorder = StepRecorder::default();
        let limits = Limits { per_window: 2, ..Limits::none() };
        let admit = |client: &str| recorder.admit(&ClientId::from(client), &limits, NOW).is_ok();
        assert_eq!([admit("a"), admit("a"), admit("a"), admit("b")], [true, true, false, true]);
    }
}
