//! Protects the inbox of a service on loopback with a key.
//!
//! While the service has no keys, the inbox belongs to the local person. Once it has keys, other
//! people may use the same machine: the browser then asks for a key with its own password dialog,
//! and the inbox belongs to the person of that key.

use askwell_http::headers::Credentials;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::Zeroizing;

use crate::caller::Role;
use crate::keys::Keys;
use crate::pages::{Identity, Pages};

/// The header that passes the person from the check to the pages. It is removed from incoming
/// requests.
pub(crate) const PERSON: HeaderName = HeaderName::from_static("x-askwell-inbox-person");

/// Why the inbox is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InboxKeyError {
    /// The key is missing or invalid.
    Missing,
    /// The key has another role than `answers`.
    Role(Role),
}

/// Checks a request for the inbox on loopback: it passes if the service has no keys, or with a key
/// of the role `answers`.
pub(crate) fn check(pages: &Pages, request: &mut Request) -> Result<(), InboxKeyError> {
    request.headers_mut().remove(PERSON);
    let path = request.uri().path();
    let is_inbox = path == "/inbox" || path.starts_with("/inbox/");
    if !is_inbox || *pages.identity() != Identity::Loopback {
        return Ok(());
    }
    let Some(keys) = request.extensions().get::<Keys>().filter(|keys| keys.are_required()) else {
        return Ok(());
    };
    let shown = shown_key(request.headers()).ok_or(InboxKeyError::Missing)?;
    let (caller, _) = keys.caller(Some(&shown)).ok_or(InboxKeyError::Missing)?;
    let person = match (caller.role, &caller.actor.person) {
        (Role::Answers, Some(person)) => HeaderValue::from_bytes(person.as_bytes()).ok(),
        (role, _) => return Err(InboxKeyError::Role(role)),
    };
    request.headers_mut().insert(PERSON, person.ok_or(InboxKeyError::Missing)?);
    Ok(())
}

/// Returns the key in the only `Authorization` header: the password of `Basic`, with any user name,
/// or the token of `Bearer`.
fn shown_key(headers: &HeaderMap) -> Option<Zeroizing<String>> {
    let shown = Credentials::read(headers).ok()??;
    if let Some(key) = shown.of_scheme("bearer") {
        return Some(Zeroizing::new(key.to_owned()));
    }
    let pair = Zeroizing::new(STANDARD.decode(shown.of_scheme("basic")?).ok()?);
    let pair = std::str::from_utf8(&pair).ok()?;
    let (_, password) = pair.split_once(':')?;
    Some(Zeroizing::new(password.trim().to_owned()))
}

impl IntoResponse for InboxKeyError {
    fn into_response(self) -> Response {
        match self {
            InboxKeyError::Missing => {
                let words = "This inbox needs a key with the role answers: askwell keys create NAME --role answers\n\
                    Give it as the password; the user name can be anything.\n";
                let asks = "Basic realm=\"Askwell inbox: the password is a key with the role answers\", \
                    charset=\"UTF-8\"";
                (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, asks)], words).into_response()
            }
            InboxKeyError::Role(role) => {
                let words = format!(
                    "This key has the role {}; the inbox is for keys with the role answers.\n",
                    role.as_str()
                );
                (StatusCode::FORBIDDEN, words).into_response()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::AUTHORIZATION;

    use super::shown_key;

    #[test]
    fn key_is_read_from_a_single_authorization_header() {
        for (values, expected) in [
            (&["Basic bWU6YXNrX3g="][..], Some("ask_x")),
            (&["basic OmFza194"], Some("ask_x")),
            (&["Bearer ask_x"], Some("ask_x")),
            (&["Bearer ask_x", "Bearer ask_x"], None),
            (&["Basic bWU="], None),
            (&["Basic !"], None),
            (&["Digest x"], None),
            (&[], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            assert_eq!(shown_key(&headers).as_deref().map(String::as_str), expected, "{values:?}");
        }
    }
}
