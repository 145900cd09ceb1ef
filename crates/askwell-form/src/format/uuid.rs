//! UUIDs in the hyphenated notation, of any version and case.
//!
//! Rejects braces, `urn:uuid:`, and 32 digits without hyphens.

/// Returns whether the text is 8-4-4-4-12 hexadecimal digits.
pub(crate) fn is_uuid(text: &str) -> bool {
    let Ok(bytes) = <&[u8; 36]>::try_from(text.as_bytes()) else {
        return false;
    };
    let hyphens = [bytes[8], bytes[13], bytes[18], bytes[23]];
    // Four hyphens in place and no other byte that is not a digit; counting has no branches, so it is quick.
    hyphens == [b'-'; 4] && bytes.iter().filter(|byte| !byte.is_ascii_hexdigit()).count() == hyphens.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::is_uuid;

    #[test]
    fn uuid_is_valid_as_the_table_says() {
        for (text, expected) in [
            ("2eb8aa08-aa98-11ea-b4aa-73b441d16380", true),
            ("2EB8AA08-AA98-11EA-B4AA-73B441D16380", true),
            ("2eb8aa08-AA98-11ea-B4Aa-73B441D16380", true),
            ("00000000-0000-0000-0000-000000000000", true),
            ("ffffffff-ffff-ffff-ffff-ffffffffffff", true),
            ("99c17cbb-656f-f64a-940f-1a4568f03487", true),
            ("", false),
            ("2eb8aa08-aa98-11ea-b4aa-73b441d1638", false),
            ("2eb8aa08-aa98-11ea-b4aa-73b441d163800", false),
            ("2eb8aa08aa9811eab4aa73b441d16380", false),
            ("2eb8aa08aa98-11ea-b4aa73b441d16380", false),
            ("2eb8-aa08-aa98-11ea-b4aa73b44-1d16380", false),
            ("2eb8aa0-8aa98-11ea-b4aa-73b441d16380", false),
            ("-eb8aa08-aa98-11ea-b4aa-73b441d16380", false),
            ("----------------------------------- ", false),
            ("2eb8aa08_aa98_11ea_b4aa_73b441d16380", false),
            ("2eb8aa08-aa98-11ea-b4ga-73b441d16380", false),
            ("{2eb8aa08-aa98-11ea-b4aa-73b441d163}", false),
            ("urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380", false),
            ("2eb8aa08-aa98-11ea-b4aa-73b441d1638é", false),
            ("2eb8aa08-aa98-11ea-b4aa-73b441d163é", false),
        ] {
            assert_eq!(is_uuid(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_written_uuid_is_accepted(number in any::<u128>(), upper in any::<bool>(), place in 0usize..36, foreign in any::<char>()) {
            let digits = format!("{number:032x}");
            let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
            let text = parts.join("-");
            let text = if upper { text.to_uppercase() } else { text };
            prop_assert!(is_uuid(&text));
            let mut changed: Vec<char> = text.chars().collect();
            changed[place] = foreign;
            let fits = if matches!(place, 8 | 13 | 18 | 23) { foreign == '-' } else { foreign.is_ascii_hexdigit() };
            prop_assert_eq!(is_uuid(&changed.into_iter().collect::<String>()), fits);
        }
    }
}
