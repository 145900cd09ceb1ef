//! Colours as browsers send them: `#1a2b3c`, in either case.
//!
//! Rejects names, three digits and transparency.

/// The same as a pattern of JSON Schema.
pub(crate) const PATTERN: &str = "^#[0-9a-fA-F]{6}$";

/// Returns whether the text is a number sign and six hexadecimal digits.
pub(crate) fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{PATTERN, is_colour};
    use crate::Pattern;

    #[test]
    fn colour_is_valid_as_the_table_says() {
        for (text, expected) in [
            ("#000000", true),
            ("#1a2B3c", true),
            ("", false),
            ("#", false),
            ("000000", false),
            ("#fff", false),
            ("#1a2b3c4d", false),
            ("#1a2b3g", false),
            ("#1a2b3é", false),
            ("red", false),
        ] {
            assert_eq!(is_colour(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn pattern_says_the_same(text in "#?[0-9a-gA-G]{5,7}") {
            prop_assert_eq!(is_colour(&text), Pattern::compile(PATTERN).unwrap().is_match(&text));
        }
    }
}
