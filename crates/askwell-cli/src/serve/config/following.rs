//! Settings that nobody made follow those that somebody made, where both could not hold otherwise.

use std::time::Duration;

use super::{Config, Draft, Origin};

/// A timeout that has a default of its own for each kind of question.
type DefaultTimeout = (&'static str, fn(&mut Config) -> &mut Duration);

const DEFAULT_TIMEOUTS: [DefaultTimeout; 5] = [
    ("timeouts.form_ms", |config| &mut config.policy.form_timeout),
    ("timeouts.inline_ms", |config| &mut config.policy.inline_timeout),
    ("timeouts.url_ms", |config| &mut config.policy.url_timeout),
    ("timeouts.terminal_ms", |config| &mut config.policy.terminal_timeout),
    ("timeouts.pushed_ms", |config| &mut config.policy.pushed_timeout),
];

/// Moves what nobody set within the bounds that were set. What somebody set stays: if it contradicts a bound, that is
/// for [`contradictions`](super::contradictions) to tell.
pub(super) fn apply(draft: &mut Draft) {
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
