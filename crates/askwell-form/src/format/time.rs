//! Times of day as RFC 3339 writes them, without date and offset: `09:30` or `09:30:15`.
//!
//! Rejects fractions of seconds, offsets, leap seconds and `24:00`.

/// The same as a pattern of JSON Schema.
pub(crate) const PATTERN: &str = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$";

/// Returns whether the text is a time of day, with or without seconds.
pub(crate) fn is_time(text: &str) -> bool {
    let below = |part: &[u8], limit: u8| match part {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0') < limit,
        _ => false,
    };
    match text.as_bytes() {
        [hour @ .., b':', m, n] if hour.len() == 2 => below(hour, 24) && below(&[*m, *n], 60),
        [hour @ .., b':', m, n, b':', s, t] if hour.len() == 2 => {
            below(hour, 24) && below(&[*m, *n], 60) && below(&[*s, *t], 60)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{PATTERN, is_time};
    use crate::Pattern;

    #[test]
    fn time_is_valid_as_the_table_says() {
        for (text, expected) in [
            ("00:00", true),
            ("09:30", true),
            ("23:59", true),
            ("23:59:59", true),
            ("", false),
            ("9:30", false),
            ("24:00", false),
            ("12:60", false),
            ("12:00:60", false),
            ("12:30Z", false),
            ("12:30:15.5", false),
            ("12:30:15+01:00", false),
            ("12-30", false),
            ("1٢:30", false),
            (" 12:30", false),
            ("12:30\n", false),
        ] {
            assert_eq!(is_time(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn pattern_says_the_same(text in "[0-3][0-9]:[0-7][0-9](:[0-7][0-9])?|[0-9:]{0,9}") {
            prop_assert_eq!(is_time(&text), Pattern::compile(PATTERN).unwrap().is_match(&text));
        }
    }
}
