//! IP address literals.
//!
//! Rejects leading zeros and the shorthand of `inet_aton` (0177.1, 0x7f000001), zones, brackets,
//! prefixes and ports. The URL guard decides whether an address is public.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Returns whether the text is a dotted quad.
pub(crate) fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Returns whether the text is an IPv6 address, its last 32 bits possibly as a dotted quad.
pub(crate) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::{is_ipv4, is_ipv6};

    #[test]
    fn ipv4_address_is_valid_as_the_table_says() {
        for (text, expected) in [
            ("0.0.0.0", true),
            ("255.255.255.255", true),
            ("192.168.0.1", true),
            ("", false),
            ("256.0.0.1", false),
            ("1.2.3", false),
            ("1.2.3.4.5", false),
            ("1.2.3.", false),
            (".1.2.3", false),
            ("1..2.3", false),
            ("01.2.3.4", false),
            ("1.2.3.04", false),
            ("00.0.0.0", false),
            ("0177.0.0.1", false),
            ("0x7f.0.0.1", false),
            ("2130706433", false),
            ("127.1", false),
            ("1.2.3.4 ", false),
            (" 1.2.3.4", false),
            ("1.2.3.4/8", false),
            ("1.2.3.4:80", false),
            ("+1.2.3.4", false),
            ("1.2.3.-4", false),
            ("1.2.3.1234", false),
            ("১.2.3.4", false),
            ("::1", false),
        ] {
            assert_eq!(is_ipv4(text), expected, "{text}");
        }
    }

    #[test]
    fn ipv6_address_is_valid_as_the_table_says() {
        for (text, expected) in [
            ("::", true),
            ("::1", true),
            ("1::", true),
            ("2001:db8::8a2e:370:7334", true),
            ("2001:DB8::8A2E:370:7334", true),
            ("1:2:3:4:5:6:7:8", true),
            ("::ffff:192.168.0.1", true),
            ("1:2:3:4:5:6:1.2.3.4", true),
            ("0001:0002::", true),
            ("", false),
            (":", false),
            (":::", false),
            ("1", false),
            ("1:2:3:4:5:6:7", false),
            ("1:2:3:4:5:6:7:8:9", false),
            ("1:2:3:4:5:6:7:8::9", false),
            ("1::2::3", false),
            (":1:2:3:4:5:6:7", false),
            ("1:2:3:4:5:6:7:", false),
            ("12345::", false),
            ("00001::", false),
            ("g::", false),
            ("::1%eth0", false),
            ("[::1]", false),
            ("::1/64", false),
            ("::ffff:192.168.0.256", false),
            ("::ffff:192.168.0.01", false),
            ("::1.2.3", false),
            ("1.2.3.4::", false),
            ("1.2.3.4", false),
            (" ::1", false),
            ("::1 ", false),
        ] {
            assert_eq!(is_ipv6(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn address_written_by_std_is_accepted(quad in any::<u32>(), long in any::<u128>()) {
            prop_assert!(is_ipv4(&Ipv4Addr::from(quad).to_string()));
            prop_assert!(is_ipv6(&Ipv6Addr::from(long).to_string()));
        }

        #[test]
        fn ipv4_validity_equals_that_of_a_second_rule(text in "[0-9]{0,4}([.][0-9]{0,4}){2,4}") {
            let parts: Vec<&str> = text.split('.').collect();
            let expected = parts.len() == 4 && parts.iter().all(|part| {
                part.parse::<u8>().is_ok_and(|value| value.to_string() == *part)
            });
            prop_assert_eq!(is_ipv4(&text), expected, "{}", text);
        }
    }
}
