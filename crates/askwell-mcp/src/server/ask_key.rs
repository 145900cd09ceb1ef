//! The identity of requests and questions: which repeated calls and questions count as the same.
//!
//! Two requests are equal if server, principal, method and params agree, in any order of members.
//! Members that change from round to round do not count: the answers, the state, `_meta`. Two
//! questions are equal if they belong to equal requests, or are asked durably by the same
//! principal, and agree in key, form or URL, and message: consent to "Delete 5 files?" does not
//! serve "Delete 9 files?".

use askwell_engine::AskKey;
use sha2::{Digest, Sha256};

use super::request_parts::RequestParts;
use crate::wire::canonical::{object, text, value};
use crate::wire::{Request, meta};

/// The identity of a request: a digest of server, principal, method and params.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestDigest([u8; 32]);

impl RequestDigest {
    /// Returns the identity of something that is no request to this server, such as an upstream
    /// call. Each part is hashed with its length.
    #[must_use]
    pub fn of_parts(parts: &[&str]) -> Self {
        let mut bytes = Vec::with_capacity(256);
        for part in parts {
            text(&mut bytes, part);
        }
        RequestDigest(Sha256::digest(&bytes).into())
    }

    /// Returns the identity of a request of a principal to a server.
    pub(crate) fn of(server: &str, principal: &str, request: &Request, parts: &RequestParts) -> Self {
        // One large update of the hash is faster than many small ones.
        let mut bytes = Vec::with_capacity(256);
        text(&mut bytes, server);
        text(&mut bytes, principal);
        text(&mut bytes, request.method());
        if parts.is_plain_call() {
            // The frequent case: these are all members, in their order.
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
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The content of a question, for its identity.
pub(super) enum QuestionIdentity<'a> {
    /// The digest of a form document.
    Form(&'a [u8; 32]),
    /// The URL of a page.
    Page(&'a str),
}

/// Returns the key of a question of a request.
pub(super) fn of_question(
    request: &RequestDigest,
    key: &str,
    asked: &QuestionIdentity<'_>,
    message: &str,
) -> AskKey {
    of_scope(request.as_bytes(), key, asked, message)
}

/// Returns the key of a durable question, which is the same for all calls of a principal.
pub(super) fn of_durable(
    server: &str,
    principal: &str,
    asked: &QuestionIdentity<'_>,
    message: &str,
) -> AskKey {
    let mut scope = Vec::with_capacity(64);
    for part in ["durable", server, principal] {
        text(&mut scope, part);
    }
    of_scope(&scope, "", asked, message)
}

fn of_scope(scope: &[u8], key: &str, asked: &QuestionIdentity<'_>, message: &str) -> AskKey {
    let mut bytes = Vec::with_capacity(128 + key.len() + message.len());
    bytes.extend_from_slice(scope);
    text(&mut bytes, key);
    match asked {
        QuestionIdentity::Form(digest) => {
            bytes.push(b'f');
            bytes.extend_from_slice(*digest);
        }
        QuestionIdentity::Page(url) => {
            bytes.push(b'p');
            text(&mut bytes, url);
        }
    }
    text(&mut bytes, message);
    AskKey::of_digest(&Sha256::digest(&bytes).into())
}

#[cfg(test)]
mod tests {
    use super::{QuestionIdentity, RequestDigest, RequestParts, of_durable, of_question};
    use crate::wire::{Limits, Message, decode};

    fn of(principal: &str, method: &str, params: &str) -> RequestDigest {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let Ok(Message::Request(request)) = decode(text, &Limits::default()) else { panic!("a request") };
        let digest = RequestDigest::of("server", principal, &request, &RequestParts::of(&request));
        // However the members are found, the identity is the same.
        assert_eq!(
            RequestDigest::of("server", principal, &request, &RequestParts::default()),
            digest,
            "{params}"
        );
        digest
    }

    #[test]
    fn requests_that_differ_only_in_order_or_round_are_equal() {
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
        let first = of_question(&request, "sure", &QuestionIdentity::Form(&form), "Delete 5 files?");
        assert_eq!(first.as_str().len(), 47);
        assert_eq!(of_question(&request, "sure", &QuestionIdentity::Form(&form), "Delete 5 files?"), first);
        for (key, asked, message) in [
            ("sure", QuestionIdentity::Form(&form), "Delete 9 files?"),
            ("sure", QuestionIdentity::Form(&other), "Delete 5 files?"),
            ("sure2", QuestionIdentity::Form(&form), "Delete 5 files?"),
            ("sure", QuestionIdentity::Page("https://example.com/"), "Delete 5 files?"),
        ] {
            assert_ne!(of_question(&request, key, &asked, message), first, "{key} {message}");
        }
        let page =
            |url: &str, message: &str| of_question(&request, "k", &QuestionIdentity::Page(url), message);
        assert_ne!(page("https://example.com/", "a"), page("https://example.com/a", ""));
        let durable = |principal: &str| of_durable("server", principal, &QuestionIdentity::Form(&form), "m");
        assert_eq!(durable("p"), durable("p"));
        assert_ne!(durable("p"), durable("q"));
    }
}
