//! Host names of RFC 1123.
//!
//! Rejects a trailing dot, underscores, and non-ASCII characters; an international name is written
//! in its `xn--` form, which is not decoded. A dotted quad such as 10.0.0.1 is a valid host name,
//! too: to tell them apart, call [`super::ip::is_ipv4`] first.

const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// Returns whether the text has the shape of a host name: labels of letters, digits and inner
/// hyphens, joined by dots.
pub(crate) fn is_hostname(text: &str) -> bool {
    // A name begins where a label does: behind a dot.
    let mut previous = b'.';
    let mut label_length = 0;
    for byte in text.bytes() {
        match byte {
            b'.' if previous == b'.' || previous == b'-' => return false,
            b'.' => label_length = 0,
            b'-' if previous == b'.' => return false,
            b'-' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' if label_length < MAX_LABEL => label_length += 1,
            _ => return false,
        }
        previous = byte;
    }
    text.len() <= MAX_NAME && previous != b'.' && previous != b'-'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::is_hostname;

    #[test]
    fn host_name_is_valid_as_the_table_says() {
        let label = "a".repeat(63);
        let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
        let too_long = format!("{longest}a");
        let long_label = format!("{label}a.example");
        for (text, expected) in [
            ("example.com", true),
            ("localhost", true),
            ("a", true),
            ("0", true),
            ("3com.com", true),
            ("EXAMPLE.Com", true),
            ("a-b.c--d.e", true),
            ("xn--bcher-kva.example", true),
            ("10.0.0.1", true),
            (label.as_str(), true),
            (longest.as_str(), true),
            (too_long.as_str(), false),
            (long_label.as_str(), false),
            ("", false),
            (".", false),
            ("example.com.", false),
            (".example.com", false),
            ("a..b", false),
            ("-a.com", false),
            ("a-.com", false),
            ("a.-b", false),
            ("a.b-", false),
            ("-", false),
            ("a_b.com", false),
            ("a b.com", false),
            ("a.com ", false),
            ("a.com\n", false),
            ("a.com:80", false),
            ("a/b", false),
            ("*.example.com", false),
            ("bücher.example", false),
            ("example。com", false),
        ] {
            assert_eq!(is_hostname(text), expected, "{text}");
        }
        assert_eq!((longest.len(), too_long.len()), (253, 254));
    }

    proptest! {
        #[test]
        fn generated_host_name_is_accepted(text in "[a-zA-Z0-9]([a-z0-9-]{0,61}[a-z0-9])?([.][a-z0-9]([A-Z0-9-]{0,20}[a-z0-9])?){0,7}") {
            prop_assert_eq!(is_hostname(&text), text.len() <= 253);
        }

        #[test]
        fn host_name_with_a_foreign_character_is_rejected(before in "[a-z]{1,5}", foreign in any::<char>(), after in "[a-z]{1,5}") {
            let name = format!("{before}{foreign}{after}");
            let fits = foreign.is_ascii_alphanumeric() || foreign == '-' || foreign == '.';
            prop_assert!(is_hostname(&name) == fits);
        }
    }
}
