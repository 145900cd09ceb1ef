//! Tests of duplicate keys and of errors.

use std::collections::HashSet;

use proptest::prelude::*;

use super::validate;
use crate::wire::Limits;

fn duplicate(text: &str) -> Option<usize> {
    validate(text, &Limits::default()).err().map(|error| error.at)
}

#[test]
fn duplicate_key_is_found_at_its_place() {
    let many: String = (0..40).map(|key| format!(r#""key{key}":{{}},"#)).collect();
    for (text, expected) in [
        (r#"{"a":1,"b":2}"#.to_owned(), None),
        (r#"{"a":1,"a":2}"#.to_owned(), Some(7)),
        // The text ends less than eight bytes after the key.
        (r#"{"":1,"":2}"#.to_owned(), Some(6)),
        (r#"{"long key 1":1,"long key 2":2,"long key 1":3}"#.to_owned(), Some(31)),
        (r#"{"long key one":1,"long key two":2}"#.to_owned(), None),
        (r#"{"a":{"a":{"a":1}},"b":{"a":1}}"#.to_owned(), None),
        (r#"{"a":{"b":1,"c":[{"d":1,"d":2}]}}"#.to_owned(), Some(24)),
        (r#"{"\u0061":1,"b":{},"a":2}"#.to_owned(), Some(19)),
        (format!(r#"{{{many}"last":1}}"#), None),
        (format!(r#"{{{many}"x":{{{many}"y":1}},"key3":1}}"#), Some(many.len() * 2 + 13)),
        (format!(r#"{{{many}"x":{{"a":1,"a":2}}}}"#), Some(many.len() + 12)),
    ] {
        assert_eq!(duplicate(&text), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn keys_are_duplicate_if_a_set_says_so(keys in prop::collection::vec("[ab]{0,12}", 0..40)) {
        let members: Vec<String> = keys.iter().map(|key| format!("\"{key}\":1")).collect();
        let text = format!("{{{}}}", members.join(","));
        let distinct: HashSet<&String> = keys.iter().collect();
        prop_assert_eq!(duplicate(&text).is_none(), distinct.len() == keys.len());
    }

    #[test]
    fn text_is_valid_if_another_parser_says_so(text in r#"[ \[\]{}:,"a0-9.eE+\-tfn]{0,24}"#) {
        let limits = Limits::default();
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        // The other parser takes duplicate keys, and refuses numbers beyond doubles.
        if let Err(error) = validate(&text, &limits) {
            prop_assert!(theirs.is_err() || error.message.contains("twice"), "{}: {}", text, error);
        } else if let Err(error) = theirs {
            prop_assert!(error.to_string().contains("out of range"), "{}: {}", text, error);
        }
    }
}
