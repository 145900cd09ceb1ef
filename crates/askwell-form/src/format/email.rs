//! Email addresses in their common form: `local@domain`.
//!
//! The local part is a dot-atom of RFC 5321, the domain is a host name. Rejects quoted local parts,
//! address literals (`user@[10.0.0.1]`), comments, display names, and non-ASCII characters; an
//! international domain is written in its `xn--` form. Does not check whether mail can be
//! delivered.

use super::hostname::is_hostname;

const MAX_ADDRESS: usize = 254;
const MAX_LOCAL: usize = 64;

/// Returns whether the text has the shape of a mail address.
pub(crate) fn is_email(text: &str) -> bool {
    // A second `@` stays in the domain, which has no place for it.
    let local_length = text.bytes().position(|byte| byte == b'@');
    let parts = local_length.and_then(|length| text.split_at_checked(length));
    let is_address =
        |(local, domain): (&str, &str)| is_dot_atom(local) && domain.get(1..).is_some_and(is_hostname);
    text.len() <= MAX_ADDRESS && parts.is_some_and(is_address)
}

fn is_dot_atom(local: &str) -> bool {
    let mut after_dot = true;
    for byte in local.bytes() {
        let allowed = if byte == b'.' { !after_dot } else { is_atom_byte(byte) };
        if !allowed {
            return false;
        }
        after_dot = byte == b'.';
    }
    local.len() <= MAX_LOCAL && !after_dot
}

fn is_atom_byte(byte: u8) -> bool {
    ATOM_BYTES.get(usize::from(byte)).is_some_and(|allowed| *allowed)
}

const ATOM_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        let special = matches!(
            byte,
            b'!' | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'/'
                | b'='
                | b'?'
                | b'^'
                | b'_'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | b'~'
        );
        table[byte as usize] = special || byte.is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::is_email;

    #[test]
    fn address_is_valid_as_the_table_says() {
        let local = "l".repeat(64);
        let label = "d".repeat(63);
        // 64 + 1 + 189 = 254
        let longest = format!("{local}@{label}.{label}.{}", "d".repeat(61));
        let too_long = format!("{longest}d");
        let long_local = format!("{local}l@example.com");
        for (text, expected) in [
            ("joe@example.com", true),
            ("joe.bloggs@example.com", true),
            ("joe+tag@example.co.uk", true),
            ("!#$%&'*+-/=?^_`{|}~@example.com", true),
            ("1@2", true),
            ("te~st@example.com", true),
            ("JOE@EXAMPLE.COM", true),
            ("joe@localhost", true),
            ("joe@xn--bcher-kva.example", true),
            (longest.as_str(), true),
            (too_long.as_str(), false),
            (long_local.as_str(), false),
            ("", false),
            ("joe", false),
            ("@", false),
            ("joe@", false),
            ("@example.com", false),
            ("joe@@example.com", false),
            ("joe@a@example.com", false),
            (".joe@example.com", false),
            ("joe.@example.com", false),
            ("joe..bloggs@example.com", false),
            ("joe@example..com", false),
            ("joe@.example.com", false),
            ("joe@example.com.", false),
            ("joe@-example.com", false),
            ("joe@example-.com", false),
            ("joe@exa_mple.com", false),
            ("joe bloggs@example.com", false),
            (" joe@example.com", false),
            ("joe@example.com ", false),
            ("joe@example.com\r\nBcc: all@example.com", false),
            ("\"joe bloggs\"@example.com", false),
            ("joe@[127.0.0.1]", false),
            ("Joe <joe@example.com>", false),
            ("joe@example.com,ann@example.com", false),
            ("joe(comment)@example.com", false),
            ("jöe@example.com", false),
            ("joe@bücher.example", false),
            ("joe\0@example.com", false),
            ("joe@example.com/path", false),
        ] {
            assert_eq!(is_email(text), expected, "{text}");
        }
        assert_eq!((longest.len(), too_long.len()), (254, 255));
    }

    proptest! {
        #[test]
        fn generated_address_is_accepted(text in "[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}([.][a-z]{1,20}){0,2}@[a-z]{1,20}([.][a-z0-9]{1,20}){0,3}") {
            prop_assert_eq!(is_email(&text), true);
        }

        #[test]
        fn address_with_one_foreign_character_is_rejected(foreign in any::<char>()) {
            let fits = foreign.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(foreign);
            prop_assert_eq!(is_email(&format!("a{foreign}b@c.de")), fits);
        }
    }
}
