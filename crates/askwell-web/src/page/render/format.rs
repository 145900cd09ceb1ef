//! Formats sizes, durations and times for people, and derives text direction and language.

use askwell_locale::{Value, Words, label_subject, text};
use std::time::Duration;

use askwell_form::{DateTime, Field, Form};
use askwell_lifecycle::Timestamp;

/// Returns a size in bytes, KB, MB or GB.
pub(crate) fn bytes(size: u64) -> String {
    const UNITS: [(u64, &str); 3] =
        [(1 << 30, "pages-size-gb"), (1 << 20, "pages-size-mb"), (1 << 10, "pages-size-kb")];
    for (unit, name) in UNITS {
        if size >= unit {
            let tenths = size.saturating_mul(10) / unit;
            let number = if tenths >= 100 || tenths.is_multiple_of(10) {
                (tenths / 10).to_string()
            } else {
                format!("{}.{}", tenths / 10, tenths % 10)
            };
            return text(name, &[("number", Value::Number(number.into()))]);
        }
    }
    text("pages-size-bytes", &[("count", size.into())])
}

/// Returns the sentence for a file that is too large.
pub(crate) fn too_large(field: &Field, most: u64) -> String {
    text(
        "pages-file-too-large",
        &[("label", label_subject(field.label()).into()), ("size", bytes(most).into())],
    )
}

/// Returns the remaining time, rounded: a page without a script must not look like a clock.
pub(crate) fn time_left(left: Duration) -> String {
    match left.as_secs() {
        0..60 => text("pages-left-moment", &[]),
        seconds @ 60..5400 => text("pages-left-minutes", &[("count", ((seconds + 30) / 60).into())]),
        seconds @ 5400..172_800 => text("pages-left-hours", &[("count", ((seconds + 1800) / 3600).into())]),
        seconds => text("pages-left-days", &[("count", (seconds / 86_400).into())]),
    }
}

/// Returns a time in UTC for people: `15 November 2026, 23:05 UTC`.
pub(crate) fn when(at: Timestamp) -> String {
    let written = |moment: DateTime| {
        // Seconds say nothing to people.
        let (date, hour, minute) = (moment.date(), moment.hour(), moment.minute());
        Words::current().moment(&format!("{date}T{hour:02}:{minute:02}:00Z"))
    };
    moment(at).map(written).unwrap_or_default()
}

/// Returns a time for machines: `2026-11-15T23:05:00Z`.
pub(crate) fn instant(at: Timestamp) -> String {
    moment(at).map(|moment| moment.to_string()).unwrap_or_default()
}

/// Returns the whole second in UTC, at most the last one that the calendar supports.
fn moment(at: Timestamp) -> Option<DateTime> {
    const LAST_SECOND: i64 = 253_402_300_799;
    let seconds =
        i64::try_from(at.as_millis() / 1000).map_or(LAST_SECOND, |seconds| seconds.min(LAST_SECOND));
    DateTime::from_unix_seconds(seconds, 0)
}

/// Returns the direction of a page: that of the first letter of its title.
pub(crate) fn direction(text: &str) -> &'static str {
    let first = text.chars().find(|letter| letter.is_alphabetic());
    if first.is_some_and(is_from_the_right) { "rtl" } else { "ltr" }
}

fn is_from_the_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns the direction of our own words, for a place that follows the direction of a form.
pub(crate) fn words_direction() -> &'static str {
    Words::current().language().direction()
}

/// Returns the direction of a sentence: that of its last letter, because a name in it may run the
/// other way.
pub(crate) fn sentence_direction(text: &str) -> &'static str {
    let last = text.chars().rev().find(|letter| letter.is_alphabetic());
    match last {
        Some(letter) if letter.is_ascii() => "ltr",
        Some(letter) if is_from_the_right(letter) => "rtl",
        _ => "auto",
    }
}

/// Returns the language of a form from its key `x-language`, if that is a well-formed tag.
pub(crate) fn language(form: &Form) -> Option<&str> {
    let tag = form.extensions().get("x-language")?.as_str()?;
    let fits =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (tag.split('-').all(fits) && tag.len() >= 2).then_some(tag)
}

/// Returns the first letter of a name, for the circle beside it.
pub(crate) fn initial(name: &str) -> String {
    name.chars()
        .find(|letter| letter.is_alphanumeric())
        .map_or_else(|| "?".to_owned(), |letter| letter.to_uppercase().collect())
}

/// Returns the first letters of the first words of a name, at most so many.
pub(crate) fn initials(name: &str, most: usize) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let letters: String =
        words.take(most).filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect();
    if letters.is_empty() { "?".to_owned() } else { letters }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{bytes, direction, initial, initials, instant, sentence_direction, time_left, when};

    #[test]
    fn sentence_direction_follows_its_last_letter() {
        for (text, runs) in [
            ("Name is required.", "ltr"),
            ("שם is required.", "ltr"),
            ("“מתי?” must be at least 3.", "ltr"),
            ("נא למלא את השם.", "rtl"),
            ("名前は必須です。", "auto"),
            ("", "auto"),
        ] {
            assert_eq!(sentence_direction(text), runs, "{text}");
        }
    }

    #[test]
    fn sizes_and_durations_are_rounded_for_people() {
        for (size, says) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1536, "1.5 KB"),
            (10 << 20, "10 MB"),
            (15_000, "14 KB"),
        ] {
            assert_eq!(bytes(size), says);
        }
        for (seconds, says) in [
            (5, "less than a minute"),
            (89, "about a minute"),
            (299, "about 5 minutes"),
            (7200, "about 2 hours"),
            (400_000, "about 4 days"),
        ] {
            assert_eq!(time_left(Duration::from_secs(seconds)), says);
        }
    }

    #[test]
    fn timestamps_are_formatted_as_utc_dates() {
        for (milliseconds, machine, person) in [
            (0, "1970-01-01T00:00:00Z", "1 January 1970, 00:00 UTC"),
            (951_782_400_000, "2000-02-29T00:00:00Z", "29 February 2000, 00:00 UTC"),
            (1_798_761_599_999, "2026-12-31T23:59:59Z", "31 December 2026, 23:59 UTC"),
            (u64::MAX, "9999-12-31T23:59:59Z", "31 December 9999, 23:59 UTC"),
        ] {
            let at = Timestamp::from_millis(milliseconds);
            assert_eq!((instant(at).as_str(), when(at).as_str()), (machine, person));
        }
    }

    #[test]
    fn page_direction_follows_its_title() {
        for (title, runs) in [
            ("A server", "ltr"),
            ("שרת חדש", "rtl"),
            ("1. خادم جديد", "rtl"),
            ("123", "ltr"),
            ("Über ש", "ltr"),
        ] {
            assert_eq!(direction(title), runs, "{title}");
        }
        assert_eq!((initial("deploy-bot").as_str(), initial("·").as_str()), ("D", "?"));
        let two = ["deploy-bot", "·", "ada@example.com", "one"].map(|name| initials(name, 2));
        assert_eq!(two, ["DB", "?", "AE", "O"]);
    }
}
