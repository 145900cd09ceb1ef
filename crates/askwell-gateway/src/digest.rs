//! Digests: what an approval is bound to.
//!
//! JSON is hashed by its meaning where spelling cannot matter (order of members, escapes, white space) and by its
//! spelling where it can: numbers. `1`, `1.0` and `1e0` are three values here, because servers read them in different
//! ways, and two long numbers never become one by rounding. Every part is hashed with its length, so that no value can
//! pose as another.

use std::fmt;

use askwell_mcp::wire::Raw;
use askwell_mcp::wire::canonical::{object, text, value};
use sha2::{Digest as _, Sha256};

/// The domain of these digests.
const DOMAIN: &str = "askwell gateway consent 1";

/// A digest of 32 bytes. `Display` writes `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of a call: of server, tool, the tool's definition and the arguments.
    #[must_use]
    pub fn of_call(server: &str, tool: &str, definition: Digest, arguments: Raw<'_>) -> Digest {
        let mut bytes = Vec::with_capacity(256 + arguments.text().len());
        for part in [DOMAIN, "call", server, tool] {
            text(&mut bytes, part);
        }
        bytes.extend_from_slice(&definition.0);
        value(&mut bytes, arguments);
        Digest(Sha256::digest(&bytes).into())
    }

    /// Returns the digest of a JSON value.
    #[must_use]
    pub fn of_json(json: Raw<'_>) -> Digest {
        let mut bytes = Vec::with_capacity(64 + json.text().len());
        text(&mut bytes, DOMAIN);
        value(&mut bytes, json);
        Digest(Sha256::digest(&bytes).into())
    }

    /// Returns the digest of an object without some of its members.
    #[must_use]
    pub fn of_object_without(json: Raw<'_>, members: &[&str]) -> Digest {
        let mut bytes = Vec::with_capacity(64 + json.text().len());
        text(&mut bytes, DOMAIN);
        object(&mut bytes, json, |key| !members.contains(&key));
        Digest(Sha256::digest(&bytes).into())
    }

    /// Returns the digest of several texts.
    #[must_use]
    pub fn of_texts(texts: &[&str]) -> Digest {
        let mut bytes = Vec::with_capacity(128);
        text(&mut bytes, DOMAIN);
        for part in texts {
            text(&mut bytes, part);
        }
        Digest(Sha256::digest(&bytes).into())
    }

    /// Reads what `Display` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Digest> {
        let hex = text.strip_prefix("sha256:").filter(|hex| hex.len() == 64)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Digest(bytes))
    }

    /// Returns the first 16 hexadecimal digits, for people who compare two digests at a glance.
    #[must_use]
    pub fn short(&self) -> String {
        self.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
    use serde_json::Value;

    use super::Digest;

    fn of(text: &str) -> Digest {
        Digest::of_json(Json::parse(text, &Default::default()).unwrap().raw())
    }

    #[test]
    fn spelling_without_meaning_does_not_count() {
        let first = of(r#"{"path":"/a b","n":[1,null,{"x":true}]}"#);
        for same in [
            r#"{"n":[1,null,{"x":true}],"path":"/a b"}"#,
            "{ \"n\" : [ 1 , null , { \"x\" : true } ] ,\n \"path\" : \"\\u002fa\\u0020b\" }",
        ] {
            assert_eq!(of(same), first, "{same}");
        }
    }

    #[test]
    fn every_other_difference_counts() {
        let texts = [
            "1",
            "1.0",
            "1e0",
            "10",
            "\"1\"",
            "[1]",
            "{}",
            "[]",
            "null",
            "false",
            "\"\"",
            // Beyond the precision of doubles.
            "9007199254740992",
            "9007199254740993",
            "1e400",
            "1e401",
            // The same shape on a screen: Latin and Cyrillic, with a hidden joiner, and two forms of é.
            r#""a""#,
            "\"\u{430}\"",
            "\"a\u{200d}\"",
            "\"\u{e9}\"",
            "\"e\u{301}\"",
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":{}}"#,
            r#"{"a":[]}"#,
            r#"{"a":null}"#,
            r#"{"":1}"#,
            r#"["a","b"]"#,
            r#"["ab"]"#,
            r#"["b","a"]"#,
            r#"[["a"],"b"]"#,
            r#"["a",["b"]]"#,
        ];
        for (index, one) in texts.iter().enumerate() {
            for other in texts.iter().skip(index + 1) {
                assert_ne!(of(one), of(other), "{one} {other}");
            }
        }
    }

    #[test]
    fn text_that_readers_disagree_about_is_no_json() {
        for text in [r#"{"a":1,"a":2}"#, r#"{"a":1,"\u0061":2}"#, r#"{"a":{"b":1,"b":2}}"#, r#""\ud800""#] {
            assert!(Json::parse(text, &Default::default()).is_err(), "{text}");
        }
    }

    #[test]
    fn call_differs_by_each_of_its_parts() {
        let arguments = Json::parse("{}", &Default::default()).unwrap();
        let call = |server: &str, tool: &str, definition: &str| {
            Digest::of_call(server, tool, of(definition), arguments.raw())
        };
        let first = call("ab", "c", "{}");
        for other in [call("a", "bc", "{}"), call("ab", "d", "{}"), call("ab", "c", r#"{"x":1}"#)] {
            assert_ne!(other, first);
        }
        assert_eq!(Digest::parse(&first.to_string()), Some(first));
        assert_eq!(Digest::parse("sha256:12"), None);
        assert!(first.to_string().contains(&first.short()));
    }

    #[test]
    fn left_out_members_do_not_count() {
        let json = |text: &str| Json::parse(text, &Default::default()).unwrap();
        let with = json(r#"{"name":"a","_meta":{"t":1}}"#);
        let without = json(r#"{"name":"a"}"#);
        assert_eq!(Digest::of_object_without(with.raw(), &["_meta"]), Digest::of_json(without.raw()));
        assert_ne!(Digest::of_json(with.raw()), Digest::of_json(without.raw()));
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map(".{0,4}", inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn digests_are_equal_exactly_for_equal_values(one in values(), other in values()) {
            assert_eq!(of(&one.to_string()) == of(&other.to_string()), one == other);
            let pretty = serde_json::to_string_pretty(&one).unwrap();
            assert_eq!(of(&pretty), of(&one.to_string()));
        }
    }
}
