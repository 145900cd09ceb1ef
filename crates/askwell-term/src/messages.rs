//! Messages of both front ends.

use std::time::Duration;

use askwell_form::{Field, FileKind, Format, Kind, Moment, MultiSelectKind, NumberKind, TextKind, UrlKind};

use crate::safe_text;

/// Stands for a secret.
pub(crate) const MASK: &str = "••••••";
/// Stands for a missing answer.
pub(crate) const NOTHING: &str = "(nothing)";
pub(crate) const REQUIRED: &str = "required";
pub(crate) const OPTIONAL: &str = "optional";
pub(crate) const REVIEW: &str = "Review";
pub(crate) const SEND: &str = "Send the answers";
pub(crate) const SENDING: &str = "Sending …";
pub(crate) const SENT: &str = "Sent. Thank you.";
pub(crate) const DECLINED: &str = "Declined. Nothing was sent.";
pub(crate) const CANCELLED: &str = "Cancelled. Nothing was sent.";
pub(crate) const ABORTED: &str = "Left. Nothing was sent.";
pub(crate) const TIMED_OUT: &str = "Time is up. Nothing was sent.";
/// Explains declining.
pub(crate) const DECLINE: &str = "Decline: tell the sender that you will not answer.";
/// Explains the reason of a decline.
pub(crate) const WHY: &str = "The sender reads the reason. You can leave it empty.";
/// Says that there is more to read than fits.
pub(crate) const READ_ALL: &str = "… F2 shows all of it.";
/// Explains cancelling.
pub(crate) const CANCEL: &str = "Cancel: close the form without an answer; the sender may ask again.";
pub(crate) const CONTINUE: &str = "Continue with the form.";
pub(crate) const NOT_KEPT: &str = "Your entries are not kept.";
pub(crate) const NO_MORE_TIME: &str = "No more time can be added.";
pub(crate) const TIME_ASKED: &str = "You asked for more time.";
pub(crate) const KEPT: &str = "Your answers are kept; you can try again.";

/// Returns how to answer a boolean field.
pub(crate) fn how_to_decide(field: &Field) -> String {
    match verdict_label(field, true).zip(verdict_label(field, false)) {
        Some((approve, reject)) => format!("Please answer 1 for “{approve}” or 2 for “{reject}”."),
        None => "Please answer yes or no.".to_owned(),
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
pub(crate) fn truth(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}

/// Returns how many options are selected.
pub(crate) fn chosen(count: usize) -> String {
    format!("{count} chosen")
}

/// Returns the position in the form.
pub(crate) fn position((here, total): (usize, usize)) -> String {
    format!("{here} of {total}")
}

/// Returns how many problems are left.
pub(crate) fn problems_left(count: usize) -> String {
    if count == 1 { "1 problem to fix.".to_owned() } else { format!("{count} problems to fix.") }
}

/// Returns the message for an unknown option.
pub(crate) fn no_such_option(typed: &str) -> String {
    format!("There is no option “{}”.", safe_text::fit(&safe_text::line(typed), 40))
}

/// Returns a size in the largest fitting unit.
pub(crate) fn size(bytes: u64) -> String {
    for (unit, name) in [(1_u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] {
        if bytes >= unit {
            let tenths = u128::from(bytes) * 10 / u128::from(unit);
            let (whole, tenth) = (tenths / 10, tenths % 10);
            return if tenth == 0 { format!("{whole} {name}") } else { format!("{whole}.{tenth} {name}") };
        }
    }
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

/// Returns the time left, to the second.
pub(crate) fn time_left(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds >= 3600 {
        format!("{}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02} left", seconds / 60, seconds % 60)
    }
}

/// Returns what a field accepts in a few words, or `None` where it is obvious.
pub(crate) fn hint(field: &Field) -> Option<String> {
    match field.kind() {
        Kind::Text(kind) => text_hint(kind),
        Kind::Number(kind) => Some(number_hint(kind)),
        Kind::Boolean(_) | Kind::Select(_) => None,
        Kind::Date(kind) => {
            let what = if kind.with_time {
                "a date and time, like 2026-01-31 09:30 (UTC)"
            } else {
                "a date, like 2026-01-31"
            };
            Some(bounded(
                what,
                kind.minimum.as_ref().map(Moment::to_string),
                kind.maximum.as_ref().map(Moment::to_string),
            ))
        }
        Kind::MultiSelect(kind) => choices_hint(kind),
        Kind::Url(kind) => Some(url_hint(kind)),
        Kind::File(kind) => Some(file_hint(kind)),
        _ => None,
    }
}

fn text_hint(kind: &TextKind) -> Option<String> {
    let format = kind.format.map(|format| match format {
        Format::Email => "an email address",
        Format::Uri => "a web address",
        Format::Uuid => "a UUID",
        Format::Ipv4 => "an IPv4 address",
        Format::Ipv6 => "an IPv6 address",
        Format::Hostname => "a host name",
        Format::Date => "a date, like 2026-01-31",
        Format::DateTime => "a date and time, like 2026-01-31T09:30:00Z",
        other => other.name(),
    });
    let length = match (kind.min_length, kind.max_length) {
        (0, usize::MAX) => None,
        (0, most) => Some(format!("at most {}", characters(most))),
        (least, usize::MAX) => Some(format!("at least {}", characters(least))),
        (least, most) if least == most => Some(characters(most)),
        (least, most) => Some(format!("{least} to {}", characters(most))),
    };
    let parts: Vec<String> = format.map(str::to_owned).into_iter().chain(length).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn characters(count: usize) -> String {
    if count == 1 { "1 character".to_owned() } else { format!("{count} characters") }
}

fn number_hint(kind: &NumberKind) -> String {
    let least = kind.minimum.map(|n| n.to_string());
    let least = least.or_else(|| kind.exclusive_minimum.map(|n| format!("more than {n}")));
    let most = kind.maximum.map(|n| n.to_string());
    let most = most.or_else(|| kind.exclusive_maximum.map(|n| format!("less than {n}")));
    let one = kind.multiple_of.and_then(|step| step.as_i64()) == Some(1);
    let what = if one { "a whole number" } else { "a number" };
    let what = match kind.multiple_of {
        Some(step) if !one => format!("a multiple of {step}"),
        _ => what.to_owned(),
    };
    bounded(&what, least, most)
}

fn bounded(what: &str, least: Option<String>, most: Option<String>) -> String {
    match (least, most) {
        (None, None) => what.to_owned(),
        (Some(least), None) => format!("{what}, from {least}"),
        (None, Some(most)) => format!("{what}, up to {most}"),
        (Some(least), Some(most)) => format!("{what}, from {least} to {most}"),
    }
}

fn choices_hint(kind: &MultiSelectKind) -> Option<String> {
    match (kind.min_items, kind.max_items) {
        (0, usize::MAX) => Some("any number of them".to_owned()),
        (0, most) => Some(format!("at most {most}")),
        (least, usize::MAX) => Some(format!("at least {least}")),
        (least, most) if least == most => Some(format!("exactly {most}")),
        (least, most) => Some(format!("{least} to {most} of them")),
    }
}

fn url_hint(kind: &UrlKind) -> String {
    let schemes: Vec<String> =
        kind.policy.allowed_schemes.iter().map(|scheme| format!("{scheme}://")).collect();
    format!("a web address that begins with {}", schemes.join(" or "))
}

fn file_hint(kind: &FileKind) -> String {
    let endings = match kind.allowed_extensions.as_slice() {
        [] => "a file".to_owned(),
        endings => format!("a file ending in {}", endings.join(", ")),
    };
    format!("{endings}, at most {}", size(kind.max_size))
}

/// Returns where a URL leads if the guard accepts it, with a warning if the host name may deceive.
pub(crate) fn destination(kind: &UrlKind, typed: &str) -> Option<Destination> {
    let guarded = askwell_form::url_guard::check(typed, &kind.policy).ok()?;
    let host = guarded.host().to_string();
    let disguised = host.split('.').any(|label| label.starts_with("xn--"));
    let sentence = format!("Leads to {}, port {}.", safe_text::line(&host), guarded.port());
    Some(if disguised {
        Destination::Doubtful(format!("{sentence} The name has letters of other scripts: look twice."))
    } else {
        Destination::Plain(sentence)
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
