//! Protects the inbox, the overview and the administration of a service on loopback with a key.
//!
//! While the service has no keys, these pages belong to the local person. Once it has keys, other
//! people may use the same machine: the browser then asks for a key with its own password dialog,
//! and the pages belong to the person of that key, as far as its role goes.

use askwell_http::headers::Credentials;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::Zeroizing;

use crate::caller::Role;
use crate::keys::{Keys, PAGES_SCOPE};
use crate::pages::{Identity, Pages};
use crate::roles::PersonRole;

/// The header that passes the person from the check to the pages. It is removed from incoming
/// requests.
pub(crate) const PERSON: HeaderName = HeaderName::from_static("x-askwell-inbox-person");

/// The header that passes the role of the key from the check to the pages. It is removed from
/// incoming requests.
const KEY_ROLE: HeaderName = HeaderName::from_static("x-askwell-key-role");

/// Why the inbox is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InboxKeyError {
    /// The key is missing or invalid.
    Missing { needed: &'static str },
    /// The key has another role than the page needs.
    Role { role: Role, needed: &'static str },
}

/// Returns the role of people that a page needs, and the role of a key that has it.
fn needed_role(path: &str) -> Option<(PersonRole, &'static str)> {
    match path.split('/').nth(1) {
        Some("inbox") => Some((PersonRole::Answer, "answers")),
        Some("overview") => Some((PersonRole::Operate, "operates")),
        Some("administration") => Some((PersonRole::Administer, "administers")),
        _ => None,
    }
}

/// Returns the role of the key that [`check`] has found.
pub(crate) fn role_of(headers: &HeaderMap) -> Option<Role> {
    let name = headers.get(KEY_ROLE)?.to_str().ok()?;
    Role::OF_KEYS.iter().find(|(known, _)| *known == name).map(|(_, role)| *role)
}

/// Checks a request for a page of a person on loopback: it passes if the service has no keys, or with
/// a key whose role includes the page.
pub(crate) fn check(pages: &Pages, request: &mut Request) -> Result<(), InboxKeyError> {
    request.headers_mut().remove(PERSON);
    request.headers_mut().remove(KEY_ROLE);
    let Some((role, needed)) = needed_role(request.uri().path()) else { return Ok(()) };
    if *pages.identity() != Identity::Loopback {
        return Ok(());
    }
    let Some(keys) = request.extensions().get::<Keys>().filter(|keys| keys.are_required()) else {
        return Ok(());
    };
    let missing = InboxKeyError::Missing { needed };
    let shown = shown_key(request.headers()).ok_or(missing)?;
    let (caller, _) = keys.caller(Some(&shown)).ok_or(missing)?;
    let person = match &caller.actor.person {
        Some(person) if caller.role.covers(role) && caller.may_use(PAGES_SCOPE) => {
            HeaderValue::from_bytes(person.as_bytes()).ok()
        }
        _ => return Err(InboxKeyError::Role { role: caller.role, needed }),
    };
    let headers = request.headers_mut();
    headers.insert(PERSON, person.ok_or(missing)?);
    headers.insert(KEY_ROLE, HeaderValue::from_static(caller.role.as_str()));
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
            InboxKeyError::Missing { needed } => {
                let what = if needed == "answers" { "inbox" } else { "page" };
                let words = format!(
                    "This {what} needs a key with the role {needed}: askwell keys create NAME --role {needed}\n\
                     Give it as the password; the user name can be anything.\n"
                );
                let asks = format!(
                    "Basic realm=\"Askwell {what}: the password is a key with the role {needed}\", \
                     charset=\"UTF-8\""
                );
                (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, asks)], words).into_response()
            }
            InboxKeyError::Role { role, needed } => {
                let what = if needed == "answers" { "inbox" } else { "page" };
                let words = format!(
                    "This key has the role {}; the {what} is for keys with the role {needed}.\n",
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
