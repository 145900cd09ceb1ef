//! The audit log: `tracing` events under the target `askwell::audit`, for operators.
//!
//! Every event has a member `event` and is written at the default level, from every surface. No event holds
//! an answer, a prompt, an API key, or more of a URL than its scheme and host.

use std::time::Duration;

use askwell_form::url_guard::UrlRefusal;
use askwell_form::{Constraint, Problems};
use askwell_lifecycle::{ClientId, Effect, Elicitation, Outcome, Surface};
use zeroize::Zeroizing;

use crate::answer_size::answer_size;
use crate::error::{Limit, LimitReached};

/// The target of every event.
const TARGET: &str = "askwell::audit";

/// The most characters of a host that are logged.
const LONGEST_HOST: usize = 255;

/// An audit event other than creation and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditEvent {
    /// A person began to answer.
    Opened,
    /// A submission was rejected.
    Rejected {
        /// Rejected submissions, this one included.
        count: u8,
        /// The retry limit.
        limit: u8,
    },
    /// The answer was delivered to the call that asked.
    Taken,
    /// A response arrived after the elicitation was closed, and was dropped.
    Late,
}

impl AuditEvent {
    /// Returns the audit event of an effect. Creation and end have none.
    #[must_use]
    pub fn of(effect: &Effect) -> Option<AuditEvent> {
        match effect {
            Effect::Opened => Some(AuditEvent::Opened),
            Effect::Rejected { count, limit } => Some(AuditEvent::Rejected { count: *count, limit: *limit }),
            _ => None,
        }
    }
}

/// Logs an event of an elicitation. Engines call this for elicitations in their store; a surface that keeps
/// an elicitation outside of a store calls it itself.
pub fn log_event(event: AuditEvent, elicitation: &Elicitation, surface: Surface) {
    let (id, mode, client) = (elicitation.id, elicitation.mode.as_str(), elicitation.client.as_str());
    let surface = surface.as_str();
    match event {
        AuditEvent::Opened => {
            tracing::info!(target: TARGET, event = "opened", %id, mode, client, surface, "elicitation opened");
        }
        AuditEvent::Rejected { count, limit } => {
            tracing::info!(target: TARGET, event = "rejected", %id, mode, client, surface, count, limit, "answer rejected");
        }
        AuditEvent::Taken => {
            tracing::info!(target: TARGET, event = "taken", %id, mode, client, surface, "answer taken");
        }
        AuditEvent::Late => {
            tracing::info!(target: TARGET, event = "late", %id, mode, client, surface, "late response dropped");
        }
    }
}

/// Logs which call asks an elicitation, with the name of the tool and the key of the question in its call. All
/// other events of the elicitation have the same id. `is_new` tells a created elicitation from a joined one.
pub fn log_ask(elicitation: &Elicitation, surface: Surface, tool: &str, key: &str, is_new: bool) {
    let (id, mode, client) = (elicitation.id, elicitation.mode.as_str(), elicitation.client.as_str());
    let (surface, joined) = (surface.as_str(), !is_new);
    tracing::info!(target: TARGET, event = "asked", %id, mode, client, surface, tool, key, joined, "question asked");
}

pub(crate) fn created(elicitation: &Elicitation) {
    tracing::info!(
        target: TARGET,
        event = "created",
        id = %elicitation.id,
        mode = elicitation.mode.as_str(),
        client = elicitation.client.as_str(),
        timeout_ms = millis(elicitation.terms.timeout),
        "elicitation created"
    );
}

pub(crate) fn closed(elicitation: &Elicitation, outcome: &Outcome) {
    let (id, mode, client) = (elicitation.id, elicitation.mode.as_str(), elicitation.client.as_str());
    match outcome {
        Outcome::Answered(_) | Outcome::Finished(_) => {
            if tracing::enabled!(target: TARGET, tracing::Level::INFO) {
                let result_bytes = result_size(outcome);
                tracing::info!(target: TARGET, event = "completed", %id, mode, client, result_bytes, "elicitation completed");
            }
        }
        Outcome::Declined(_) => {
            tracing::info!(target: TARGET, event = "declined", %id, mode, client, "elicitation declined");
        }
        Outcome::Cancelled(_) | Outcome::TimedOut => {
            let reason = outcome.reason().unwrap_or_default();
            tracing::info!(target: TARGET, event = "abandoned", %id, mode, client, reason, "elicitation abandoned");
        }
    }
}

/// Logs that a limit refused a client. `count` is the number of refusals that this event stands for.
pub(crate) fn limited(client: &ClientId, limited: &LimitReached, count: u64) {
    let (client, retry_after_ms) = (client.as_str(), millis(limited.retry_after));
    let limit = match limited.what {
        Limit::Rate => "rate",
        Limit::OpenOfClient => "open_of_client",
        Limit::OpenInTotal => "open_in_total",
    };
    tracing::warn!(target: TARGET, event = "rate_limited", client, limit, count, retry_after_ms, "client is rate limited");
}

/// Logs `unsafe_url_blocked` for a URL that people must not be sent to. [`Ask::page`](crate::Ask::page) calls
/// it; surfaces call it for URLs that they refuse themselves.
pub fn log_blocked_url(url: &str, refusal: &UrlRefusal) {
    let url = origin(url);
    tracing::warn!(target: TARGET, event = "unsafe_url_blocked", %url, reason = %refusal, "unsafe URL blocked");
}

/// Logs `unsafe_url_blocked` for URLs in an answer, with the name of the field only.
pub(crate) fn blocked_answers(elicitation: &Elicitation, problems: &Problems) {
    let is_unsafe =
        |constraint| matches!(constraint, Constraint::BlockPrivateIps | Constraint::BlockLocalhost);
    for problem in problems.iter().filter(|problem| is_unsafe(problem.constraint)) {
        let (id, client) = (elicitation.id, elicitation.client.as_str());
        let (field, reason) = (&*problem.field, problem.constraint.name());
        tracing::warn!(target: TARGET, event = "unsafe_url_blocked", %id, client, field, reason, "unsafe URL blocked in an answer");
    }
}

fn result_size(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Answered(answers) => answer_size(Zeroizing::new(answers.to_json()).as_bytes()),
        Outcome::Finished(result) => answer_size(result.as_bytes()),
        Outcome::Declined(_) | Outcome::Cancelled(_) | Outcome::TimedOut => 0,
    }
}

/// Returns the scheme and host of a URL. All other parts may be secret.
fn origin(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host: String = host.rsplit('@').next().unwrap_or_default().chars().take(LONGEST_HOST).collect();
    let scheme: String = scheme.chars().take(16).collect();
    format!("{}://{}", scheme.escape_debug(), host.escape_debug())
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn logged_url_has_only_scheme_and_host() {
        for (url, expected) in [
            ("https://user:secret@10.0.0.1:80/path?token=x#y", "https://10.0.0.1:80"),
            ("http://127.0.0.1?secret", "http://127.0.0.1"),
            ("http://a\u{1b}[31m/", "http://a\\u{1b}[31m"),
            ("nothing", "://nothing"),
        ] {
            assert_eq!(origin(url), expected);
        }
        assert!(origin(&format!("http://{}", "a".repeat(9_000))).len() < 300);
    }
}
