//! Adjusts defaults to the bounds that were set, so that a lowered maximum alone is valid.

use std::time::Duration;

use super::{Config, ConfigDraft, Origin};

/// A timeout with a default for each mode.
type DefaultTimeout = (&'static str, fn(&mut Config) -> &mut Duration);

const DEFAULT_TIMEOUTS: [DefaultTimeout; 5] = [
    ("timeouts.form_ms", |config| &mut config.policy.form_timeout),
    ("timeouts.inline_ms", |config| &mut config.policy.inline_timeout),
    ("timeouts.url_ms", |config| &mut config.policy.url_timeout),
    ("timeouts.terminal_ms", |config| &mut config.policy.terminal_timeout),
    ("timeouts.pushed_ms", |config| &mut config.policy.pushed_timeout),
];

/// Moves unset defaults within the bounds that were set. Set values stay:
/// [`conflicts`](super::conflicts) reports them if they exceed a bound.
pub(super) fn apply(draft: &mut ConfigDraft) {
    let (min, max) = (draft.config.policy.min_timeout, draft.config.policy.max_timeout);
    for (name, timeout) in DEFAULT_TIMEOUTS.iter().filter(|_| min <= max) {
        let usual = *timeout(&mut draft.config);
        let bounded = usual.clamp(min, max);
        if usual != bounded && !draft.origins.contains_key(name) {
            *timeout(&mut draft.config) = bounded;
            let followed = if usual > max { "timeouts.max_ms" } else { "timeouts.min_ms" };
            draft.origins.insert(name, Origin::Follows(followed));
        }
    }
    let name = "limits.answer_ceiling_bytes";
    let (answer, ceiling) = (draft.config.limits.answer_bytes, draft.config.limits.answer_ceiling);
    let bounded = ceiling.min(draft.config.http.body_bytes).max(answer);
    if ceiling != bounded && !draft.origins.contains_key(name) {
        draft.config.limits.answer_ceiling = bounded;
        let followed = if bounded == answer { "limits.answer_bytes" } else { "http.body_bytes" };
        draft.origins.insert(name, Origin::Follows(followed));
    }
}
