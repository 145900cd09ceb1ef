//! The identity of a request and of a question: who asks for what.
//!
//! Two requests are the same when they have the same server, principal, method and params, in whatever order members
//! stand. Left out is what changes from one round to the next: the answers, the state, `_meta`. Two questions are the same
//! when they belong to the same request, or are asked durably by the same principal, and agree in key, form or URL, and
//! message: consent to "Delete 5 files?" does not serve "Delete 9 files?".

use askwell_engine::AskKey;
use sha2::{Digest, Sha256};

use super::parts::Parts;
use crate::wire::{JsonKind, Raw, Request, meta};

/// The identity of a request: a digest of the server, the principal, the method and the params.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestDigest([u8; 32]);

impl RequestDigest {
    /// Returns the identity of something that is no request to this server: of an upstream call, say. The parts are told
    /// apart however long they are.
    #[must_use]
    pub fn of_parts(parts: &[&str]) -> Self {
        let mut bytes = Vec::with_capacity(256);
        for part in parts {
            text(&mut bytes, part);
        }
        RequestDigest(Sha256::digest(&bytes).into())
    }

    /// Returns the identity of a request of a principal to a server.
    pub(crate) fn of(server: &str, principal: &str, request: &Request, parts: &Parts) -> Self {
        // Hashing is quick in one go, and slow bit by bit.
        let mut bytes = Vec::with_capacity(256);
        text(&mut bytes, server);
        text(&mut bytes, principal);
        text(&mut bytes, request.method());
        if parts.is_plain_call() {
            // Most requests: what is kept is known already, and these are its keys in their order.
            bytes.push(b'{');
            if let Some(arguments) = parts.arguments {
                text(&mut bytes, "arguments");
                value(&mut bytes, arguments.in_message(request));
            }
            text(&mut bytes, "name");
            bytes.push(b'"');
            text(&mut bytes, &parts.name);
            bytes.push(b'}');
        } else {
            let kept = |key: &str| !matches!(key, meta::META | "inputResponses" | "requestState");
            object(&mut bytes, request.params(), kept);
        }
        RequestDigest(Sha256::digest(&bytes).into())
    }

    /// Returns the bytes that a state is bound to.
    pub(crate) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// What a question asks, for its identity.
pub(super) enum Asked<'a> {
    /// A form with this digest of its document.
    Form(&'a [u8; 32]),
    /// A page at this URL.
    Page(&'a str),
}

/// Returns the key of a question of a request. A question that differs in any part has another key.
pub(super) fn of_question(request: &RequestDigest, key: &str, asked: &Asked<'_>, message: &str) -> AskKey {
    of_scope(request.as_bytes(), key, asked, message)
}

/// Returns the key of a question that is asked durably: the same for the same principal, whatever the call is otherwise.
pub(super) fn of_durable(server: &str, principal: &str, asked: &Asked<'_>, message: &str) -> AskKey {
    let mut scope = Vec::with_capacity(64);
    for part in ["durable", server, principal] {
        text(&mut scope, part);
    }
    of_scope(&scope, "", asked, message)
}

fn of_scope(scope: &[u8], key: &str, asked: &Asked<'_>, message: &str) -> AskKey {
    let mut bytes = Vec::with_capacity(128 + key.len() + message.len());
    bytes.extend_from_slice(scope);
    text(&mut bytes, key);
    match asked {
        Asked::Form(digest) => {
            bytes.push(b'f');
            bytes.extend_from_slice(*digest);
        }
        Asked::Page(url) => {
            bytes.push(b'p');
            text(&mut bytes, url);
        }
    }
    text(&mut bytes, message);
    AskKey::of_digest(&Sha256::digest(&bytes).into())
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

fn value(bytes: &mut Vec<u8>, raw: Raw<'_>) {
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
    use super::{Asked, Parts, RequestDigest, of_durable, of_question};
    use crate::wire::{Limits, Message, decode};

    fn of(principal: &str, method: &str, params: &str) -> RequestDigest {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let Ok(Message::Request(request)) = decode(text, &Limits::default()) else { panic!("a request") };
        let digest = RequestDigest::of("server", principal, &request, &Parts::of(&request));
        // However the members are found, the identity is the same.
        assert_eq!(RequestDigest::of("server", principal, &request, &Parts::default()), digest, "{params}");
        digest
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
    fn question_that_differs_in_key_form_or_message_has_another_key() {
        let request = of("p", "tools/call", "{}");
        let (form, other) = ([1; 32], [2; 32]);
        let first = of_question(&request, "sure", &Asked::Form(&form), "Delete 5 files?");
        assert_eq!(first.as_str().len(), 47);
        assert_eq!(of_question(&request, "sure", &Asked::Form(&form), "Delete 5 files?"), first);
        for (key, asked, message) in [
            ("sure", Asked::Form(&form), "Delete 9 files?"),
            ("sure", Asked::Form(&other), "Delete 5 files?"),
            ("sure2", Asked::Form(&form), "Delete 5 files?"),
            ("sure", Asked::Page("https://example.com/"), "Delete 5 files?"),
        ] {
            assert_ne!(of_question(&request, key, &asked, message), first, "{key} {message}");
        }
        let page = |url: &str, message: &str| of_question(&request, "k", &Asked::Page(url), message);
        assert_ne!(page("https://example.com/", "a"), page("https://example.com/a", ""));
        let durable = |principal: &str| of_durable("server", principal, &Asked::Form(&form), "m");
        assert_eq!(durable("p"), durable("p"));
        assert_ne!(durable("p"), durable("q"));
    }
}
