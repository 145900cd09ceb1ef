//! The canonical bytes of JSON, for digests that identify questions and bind approvals.
//!
//! Equal values have equal bytes in any order of members and with any escapes and white space. Numbers count by
//! their spelling: `1` and `1.0` differ. Every part has its length, so that no value can pose as another.

use super::{JsonKind, Raw};

/// Appends a text, after its length.
pub fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

/// Appends a value.
pub fn value(bytes: &mut Vec<u8>, raw: Raw<'_>) {
    match raw.kind() {
        JsonKind::Object => object(bytes, raw, |_| true),
        JsonKind::List => {
            bytes.push(b'[');
            for item in raw.items() {
                value(bytes, item);
            }
            bytes.push(b']');
        }
        JsonKind::Text => {
            bytes.push(b'"');
            text(bytes, &raw.as_text().unwrap_or_default());
        }
        JsonKind::Null | JsonKind::Bool | JsonKind::Number => {
            bytes.push(b'=');
            text(bytes, raw.text());
        }
    }
}

/// Appends the members of an object whose keys are `kept`, in the order of their keys.
pub fn object(bytes: &mut Vec<u8>, raw: Raw<'_>, kept: impl Fn(&str) -> bool) {
    let mut members: Vec<_> = raw.members().filter(|(key, _)| kept(key)).collect();
    members.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    bytes.push(b'{');
    for (key, member) in members {
        text(bytes, &key);
        value(bytes, member);
    }
    bytes.push(b'}');
}
