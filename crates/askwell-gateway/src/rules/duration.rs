//! Durations as people write them: `30s`, `15m`, `2h`, `7d`.

use std::time::Duration;

use askwell_locale::text;

/// The units with the key of their message and their seconds, the longest first.
const UNITS: [(&str, &str, u64); 4] = [
    ("d", "gate-days", 86_400),
    ("h", "gate-hours", 3_600),
    ("m", "gate-minutes", 60),
    ("s", "gate-seconds", 1),
];

/// Reads a duration.
///
/// # Errors
/// When it is not a whole number with a unit, or is zero.
pub fn parse(text: &str) -> Result<Duration, String> {
    let wrong = || {
        format!("`{text}` is not a duration; write a number and a unit, such as `30s`, `15m`, `2h` or `7d`")
    };
    let (unit, _, seconds) = UNITS.iter().find(|(unit, ..)| text.ends_with(unit)).ok_or_else(wrong)?;
    let number = text.strip_suffix(unit).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let count: u64 = number.parse().ok().filter(|count| is_number && *count > 0).ok_or_else(wrong)?;
    count.checked_mul(*seconds).map(Duration::from_secs).ok_or_else(wrong)
}

/// Writes a duration in the words that were entered on this thread: "15 minutes".
pub(crate) fn in_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (_, key, unit) = UNITS
        .iter()
        .find(|(_, _, unit)| seconds >= *unit && seconds.is_multiple_of(*unit))
        .unwrap_or(&("s", "gate-seconds", 1));
    text(key, &[("count", (seconds / unit).into())])
}

/// Writes a duration as it is read.
#[must_use]
pub fn to_text(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (letter, _, unit) = UNITS
        .iter()
        .find(|(_, _, unit)| seconds >= *unit && seconds.is_multiple_of(*unit))
        .unwrap_or(&("s", "gate-seconds", 1));
    format!("{}{letter}", seconds / unit)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{in_words, parse, to_text};

    #[test]
    fn durations_are_read_and_written() {
        for (text, seconds, words) in [
            ("30s", 30, "30 seconds"),
            ("15m", 900, "15 minutes"),
            ("1h", 3_600, "1 hour"),
            ("7d", 604_800, "7 days"),
            ("90m", 5_400, "90 minutes"),
        ] {
            let duration = Duration::from_secs(seconds);
            assert_eq!(parse(text), Ok(duration), "{text}");
            assert_eq!(in_words(duration), words);
            assert_eq!(to_text(duration), text);
        }
        for wrong in ["", "15", "m", "0m", "-1m", "1.5h", "1 h", "+1h", "99999999999999999999d", "15min"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
