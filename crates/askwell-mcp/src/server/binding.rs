//! What a state, or a question that waits elsewhere, is bound to: who asks for what.
//!
//! Two requests are the same when they have the same method and params, in whatever order members stand. Left out is
//! what changes from one round to the next: the answers, the state, `_meta`.

use sha2::{Digest, Sha256};

use crate::wire::{Raw, Request, Sort, meta};

/// A digest of the principal and the request.
pub(crate) fn digest(principal: &str, request: &Request) -> [u8; 32] {
    // Hashing is quick in one go, and slow bit by bit.
    let mut bytes = Vec::with_capacity(256);
    text(&mut bytes, principal);
    text(&mut bytes, request.method());
    let kept = |key: &str| !matches!(key, meta::META | "inputResponses" | "requestState");
    object(&mut bytes, request.params(), kept);
    Sha256::digest(&bytes).into()
}

/// Returns the digest of one question of a request: the key, the form document or URL, and the message. A question that
/// differs in any of them has another digest, so that an answer never serves a question that the person did not read.
pub(crate) fn of_question(request: &[u8; 32], key: &str, asked: &str, message: &str) -> [u8; 32] {
    let mut bytes = Vec::with_capacity(64 + key.len() + asked.len() + message.len());
    bytes.extend_from_slice(request);
    for part in [key, asked, message] {
        text(&mut bytes, part);
    }
    Sha256::digest(&bytes).into()
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

fn value(bytes: &mut Vec<u8>, raw: Raw<'_>) {
    match raw.sort() {
        Sort::Object => object(bytes, raw, |_| true),
        Sort::List => {
            bytes.push(b'[');
            for item in raw.items() {
                value(bytes, item);
            }
            bytes.push(b']');
        }
        Sort::Text => {
            bytes.push(b'"');
            text(bytes, &raw.as_text().unwrap_or_default());
        }
        Sort::Null | Sort::Bool | Sort::Number => {
            bytes.push(b'=');
            text(bytes, raw.text());
        }
    }
}

fn object(bytes: &mut Vec<u8>, raw: Raw<'_>, kept: impl Fn(&str) -> bool) {
    let mut members: Vec<_> = raw.members().filter(|(key, _)| kept(key)).collect();
    members.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    bytes.push(b'{');
    for (key, member) in members {
        text(bytes, &key);
        value(bytes, member);
    }
    bytes.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::{digest, of_question};
    use crate::wire::{Limits, Message, decode};

    fn of(principal: &str, method: &str, params: &str) -> [u8; 32] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let Ok(Message::Request(request)) = decode(text, &Limits::default()) else { panic!("a request") };
        digest(principal, &request)
    }

    #[test]
    fn what_is_the_same_request() {
        let first = of("p", "tools/call", r#"{"name":"a","arguments":{"x":1,"y":["z",null]}}"#);
        for same in [
            r#"{"arguments": {"y":["z", null], "x":1}, "name":"\u0061"}"#,
            r#"{"name":"a","arguments":{"x":1,"y":["z",null]},"_meta":{"t":2},"requestState":"s","inputResponses":{}}"#,
        ] {
            assert_eq!(of("p", "tools/call", same), first, "{same}");
        }
        for other in [
            r#"{"name":"b","arguments":{"x":1,"y":["z",null]}}"#,
            r#"{"name":"a","arguments":{"x":2,"y":["z",null]}}"#,
            r#"{"name":"a","arguments":{"x":1,"y":[null,"z"]}}"#,
            r#"{"name":"a","arguments":{"x":"1","y":["z",null]}}"#,
            r#"{"name":"a","arguments":{"x":1,"y":["z",null],"_meta":{}}}"#,
        ] {
            assert_ne!(of("p", "tools/call", other), first, "{other}");
        }
        let params = r#"{"name":"a","arguments":{"x":1,"y":["z",null]}}"#;
        assert_ne!(of("q", "tools/call", params), first);
        assert_ne!(of("p", "prompts/get", params), first);
    }

    #[test]
    fn question_that_differs_in_key_form_or_message_has_another_digest() {
        let request = of("p", "tools/call", "{}");
        let first = of_question(&request, "sure", "form", "Delete 5 files?");
        assert_eq!(of_question(&request, "sure", "form", "Delete 5 files?"), first);
        for (key, asked, message) in [
            ("sure", "form", "Delete 9 files?"),
            ("sure", "form 2", "Delete 5 files?"),
            ("sure2", "form", "Delete 5 files?"),
            ("sur", "eform", "Delete 5 files?"),
            ("sure", "formDelete", " 5 files?"),
        ] {
            assert_ne!(of_question(&request, key, asked, message), first, "{key} {asked} {message}");
        }
    }
}
