//! Messages of both front ends.

use std::borrow::Cow;
use std::time::Duration;

use askwell_form::{
    Field, FileKind, Form, Format, Kind, Moment, MultiSelectKind, Number, NumberKind, Problem, ScalePoint,
    TextKind, UrlKind,
};
use askwell_locale::{Value, Words, problem_in_form, say, text};

use crate::safe_text;

/// Stands for a secret.
pub(crate) const MASK: &str = "••••••";
/// The keys of messages without arguments, for [`say`](askwell_locale::say).
pub(crate) const NOTHING: &str = "term-nothing";
pub(crate) const REQUIRED: &str = "term-required";
pub(crate) const OPTIONAL: &str = "term-optional";
pub(crate) const REVIEW: &str = "term-review";
pub(crate) const SEND: &str = "term-send";
pub(crate) const SENDING: &str = "term-sending";
pub(crate) const SENT: &str = "term-sent";
pub(crate) const DECLINED: &str = "term-declined";
pub(crate) const CANCELLED: &str = "term-cancelled";
pub(crate) const ABORTED: &str = "term-aborted";
pub(crate) const TIMED_OUT: &str = "term-timed-out";
pub(crate) const DECLINE: &str = "term-decline";
pub(crate) const WHY: &str = "term-why";
pub(crate) const READ_ALL: &str = "term-read-all";
pub(crate) const CANCEL: &str = "term-cancel";
pub(crate) const CONTINUE: &str = "term-continue";
pub(crate) const NOT_KEPT: &str = "term-not-kept";
pub(crate) const NO_MORE_TIME: &str = "term-no-more-time";
pub(crate) const TIME_ASKED: &str = "term-time-asked";
pub(crate) const KEPT: &str = "term-kept";

/// Returns the sentence of a problem in the person's language.
pub(crate) fn problem(form: &Form, problem: &Problem) -> String {
    safe_text::line(&problem_in_form(&Words::current(), problem, form, form))
}

/// Returns how to answer a boolean field.
pub(crate) fn how_to_decide(field: &Field) -> String {
    match verdict_label(field, true).zip(verdict_label(field, false)) {
        Some((approve, reject)) => {
            text("term-plain-please-decide", &[("approve", approve.into()), ("reject", reject.into())])
        }
        None => say("term-plain-please-yes-no"),
    }
}

/// Returns the author's words for a verdict, if the field is the verdict of a decision.
pub(crate) fn verdict_label(field: &Field, approved: bool) -> Option<String> {
    match field.kind() {
        Kind::Boolean(boolean) => boolean.label(approved).map(safe_text::line),
        _ => None,
    }
}

/// Returns yes or no.
pub(crate) fn truth(truth: bool) -> String {
    say(if truth { "term-yes" } else { "term-no" })
}

/// Returns how many options are selected.
pub(crate) fn chosen(count: usize) -> String {
    text("term-chosen", &[("count", count.into())])
}

/// Returns the position in the form.
pub(crate) fn position((here, total): (usize, usize)) -> String {
    text("term-position", &[("here", here.into()), ("total", total.into())])
}

/// Returns the heading of a step.
pub(crate) fn step_heading((here, total): (usize, usize), title: &str) -> String {
    text("term-step", &[("here", here.into()), ("total", total.into()), ("title", title.into())])
}

/// Returns how many problems are left.
pub(crate) fn problems_left(count: usize) -> String {
    text("term-problems-left", &[("count", count.into())])
}

/// Returns the message for an unknown option.
pub(crate) fn no_such_option(typed: &str) -> String {
    text("term-no-such-option", &[("typed", safe_text::fit(&safe_text::line(typed), 40).into())])
}

/// Returns a size in the largest fitting unit.
pub(crate) fn size(bytes: u64) -> String {
    for (unit, key) in [(1_u64 << 30, "size-gib"), (1 << 20, "size-mib"), (1 << 10, "size-kib")] {
        if bytes >= unit {
            let tenths = u128::from(bytes) * 10 / u128::from(unit);
            let (whole, tenth) = (tenths / 10, tenths % 10);
            let number = if tenth == 0 { whole.to_string() } else { format!("{whole}.{tenth}") };
            return text(key, &[("number", Value::Number(number.into()))]);
        }
    }
    text("size-bytes", &[("count", bytes.into())])
}

/// Returns the time left, to the second.
pub(crate) fn time_left(left: Duration) -> String {
    let seconds = left.as_secs();
    let time = if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    text("term-time-left", &[("time", time.into())])
}

/// Returns what a field accepts in a few words, or `None` where it is obvious.
pub(crate) fn hint(field: &Field) -> Option<String> {
    match field.kind() {
        Kind::Text(kind) => text_hint(kind),
        Kind::Number(kind) => Some(number_hint(kind)),
        Kind::Boolean(_) | Kind::Select(_) => None,
        Kind::Date(kind) => {
            let what = say(if kind.with_time { "term-hint-date-time" } else { "term-hint-date" });
            Some(bounded(
                what,
                kind.minimum.as_ref().map(Moment::to_string),
                kind.maximum.as_ref().map(Moment::to_string),
            ))
        }
        Kind::MultiSelect(kind) => choices_hint(kind),
        Kind::Url(kind) => Some(url_hint(kind)),
        Kind::File(kind) => Some(file_hint(kind)),
        // The input says it.
        Kind::Rows(_) => None,
        _ => None,
    }
}

/// Returns what the ends of a scale mean: `0: Never – 10: Always`.
pub(crate) fn scale_ends(field: &Field) -> Option<String> {
    let points = field.scale_points()?;
    let end = |point: Option<&ScalePoint<'_>>, label: Option<&str>| {
        let (point, label) = (point?, safe_text::line(label?));
        Some(format!("{}: {label}", safe_text::line(point.title.unwrap_or(&point.value))))
    };
    let hints = field.rendering();
    let low = end(points.first(), hints.low_label.as_deref());
    let high = end(points.last(), hints.high_label.as_deref());
    let ends: Vec<String> = low.into_iter().chain(high).collect();
    (!ends.is_empty()).then(|| ends.join(" – "))
}

fn text_hint(kind: &TextKind) -> Option<String> {
    let format = kind.format.map(|format| match format {
        Format::Email => say("term-hint-email"),
        Format::Uri => say("term-hint-uri"),
        Format::Uuid => say("term-hint-uuid"),
        Format::Ipv4 => say("term-hint-ipv4"),
        Format::Ipv6 => say("term-hint-ipv6"),
        Format::Hostname => say("term-hint-hostname"),
        Format::Date => say("term-hint-date"),
        Format::DateTime => say("term-hint-date-time-text"),
        Format::Time => say("term-hint-time"),
        Format::Colour => say("term-hint-colour"),
        other => other.name().to_owned(),
    });
    let length = match (kind.min_length, kind.max_length) {
        (0, usize::MAX) => None,
        (0, most) => Some(text("term-hint-characters-at-most", &[("count", most.into())])),
        (least, usize::MAX) => Some(text("term-hint-characters-at-least", &[("count", least.into())])),
        (least, most) if least == most => Some(text("term-hint-characters", &[("count", most.into())])),
        (least, most) => {
            Some(text("term-hint-characters-between", &[("least", least.into()), ("count", most.into())]))
        }
    };
    let parts: Vec<Cow<'_, str>> = format.into_iter().chain(length).map(Cow::Owned).collect();
    (!parts.is_empty()).then(|| text("term-list", &[("items", Value::Items(parts))]))
}

fn number_hint(kind: &NumberKind) -> String {
    let number =
        |key: &str, number: Number| text(key, &[("number", Value::Number(number.to_string().into()))]);
    let least = kind.minimum.map(|n| number("term-number", n));
    let least = least.or_else(|| kind.exclusive_minimum.map(|n| number("term-hint-more-than", n)));
    let most = kind.maximum.map(|n| number("term-number", n));
    let most = most.or_else(|| kind.exclusive_maximum.map(|n| number("term-hint-less-than", n)));
    let one = kind.multiple_of.and_then(|step| step.as_i64()) == Some(1);
    let what = match kind.multiple_of {
        Some(step) if !one => number("term-hint-multiple", step),
        _ => say(if one { "term-hint-whole-number" } else { "term-hint-number" }),
    };
    bounded(what, least, most)
}

fn bounded(what: String, least: Option<String>, most: Option<String>) -> String {
    match (least, most) {
        (None, None) => what,
        (Some(least), None) => text("term-hint-from", &[("what", what.into()), ("least", least.into())]),
        (None, Some(most)) => text("term-hint-up-to", &[("what", what.into()), ("most", most.into())]),
        (Some(least), Some(most)) => {
            let values = [("what", what.into()), ("least", least.into()), ("most", most.into())];
            text("term-hint-between", &values)
        }
    }
}

fn choices_hint(kind: &MultiSelectKind) -> Option<String> {
    match (kind.min_items, kind.max_items) {
        (0, usize::MAX) => Some(say("term-hint-any")),
        (0, most) => Some(text("term-hint-at-most", &[("count", most.into())])),
        (least, usize::MAX) => Some(text("term-hint-at-least", &[("count", least.into())])),
        (least, most) if least == most => Some(text("term-hint-exactly", &[("count", most.into())])),
        (least, most) => Some(text("term-hint-some", &[("least", least.into()), ("most", most.into())])),
    }
}

fn url_hint(kind: &UrlKind) -> String {
    let schemes =
        kind.policy.allowed_schemes.iter().map(|scheme| Cow::Owned(format!("{scheme}://"))).collect();
    text("term-hint-url", &[("schemes", Value::Alternatives(schemes))])
}

fn file_hint(kind: &FileKind) -> String {
    let size = size(kind.max_size).into();
    match kind.allowed_extensions.as_slice() {
        [] => text("term-hint-file", &[("size", size)]),
        endings => {
            let endings = endings.iter().map(|ending| Cow::Borrowed(ending.as_str())).collect();
            text("term-hint-file-ending", &[("endings", Value::Items(endings)), ("size", size)])
        }
    }
}

/// Returns where a URL leads if the guard accepts it, with a warning if the host name may deceive.
pub(crate) fn destination(kind: &UrlKind, typed: &str) -> Option<Destination> {
    let guarded = askwell_form::url_guard::check(typed, &kind.policy).ok()?;
    let host = guarded.host().to_string();
    let disguised = host.split('.').any(|label| label.starts_with("xn--"));
    let values = [("host", safe_text::line(&host).into()), ("port", u64::from(guarded.port()).into())];
    Some(if disguised {
        Destination::Doubtful(text("term-leads-to-doubtful", &values))
    } else {
        Destination::Plain(text("term-leads-to", &values))
    })
}

/// Where a URL leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// The host name is what it looks like.
    Plain(String),
    /// The host name may look like another one.
    Doubtful(String),
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_form::{Form, Kind};

    use super::{Destination, destination, hint, size, time_left};

    fn form(fields: &str) -> Form {
        Form::parse(&format!(r#"{{"id": "f", "title": "F", "fields": [{fields}]}}"#)).unwrap()
    }

    #[test]
    fn hint_describes_the_rules_of_a_field() {
        for (kind, expected) in [
            (r#""type": "text""#, None),
            (
                r#""type": "text", "validation": {"minLength": 3, "maxLength": 60}"#,
                Some("3 to 60 characters"),
            ),
            (
                r#""type": "text", "validation": {"format": "email", "maxLength": 1}"#,
                Some("an email address, at most 1 character"),
            ),
            (
                r#""type": "number", "validation": {"minimum": 1, "maximum": 40, "multipleOf": 1}"#,
                Some("a whole number, from 1 to 40"),
            ),
            (
                r#""type": "number", "validation": {"exclusiveMinimum": 0, "multipleOf": 0.01}"#,
                Some("a multiple of 0.01, from more than 0"),
            ),
            (r#""type": "boolean""#, None),
            (
                r#""type": "date", "validation": {"minimum": "2026-01-01"}"#,
                Some("a date, like 2026-01-31, from 2026-01-01"),
            ),
            (
                r#""type": "multi_select", "options": ["a", "b"], "validation": {"minItems": 1, "maxItems": 2}"#,
                Some("1 to 2 of them"),
            ),
            (r#""type": "url""#, Some("a web address that begins with https://")),
            (
                r#""type": "file", "validation": {"allowedExtensions": [".png"]}"#,
                Some("a file ending in .png, at most 10 MiB"),
            ),
        ] {
            let form = form(&format!(r#"{{"id": "x", "label": "X", {kind}}}"#));
            assert_eq!(hint(&form.fields()[0]).as_deref(), expected, "{kind}");
        }
    }

    #[test]
    fn sizes_and_times_are_formatted_for_people() {
        for (bytes, expected) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (1600, "1.5 KiB"),
            (10 << 20, "10 MiB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
        for (seconds, expected) in [(0, "0:00 left"), (65, "1:05 left"), (3661, "1:01:01 left")] {
            assert_eq!(time_left(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn destination_names_the_host_and_warns_of_other_scripts() {
        let form = form(r#"{"id": "x", "label": "X", "type": "url"}"#);
        let Kind::Url(kind) = form.fields()[0].kind() else { panic!() };
        assert_eq!(destination(kind, "http://example.com"), None);
        let plain = Destination::Plain("Leads to example.com, port 443.".to_owned());
        assert_eq!(destination(kind, "https://EXAMPLE.com/x"), Some(plain));
        let doubtful = destination(kind, "https://ex\u{430}mple.com/");
        assert!(
            matches!(&doubtful, Some(Destination::Doubtful(s)) if s.contains("xn--exmple-4nf.com")),
            "{doubtful:?}"
        );
    }
}
