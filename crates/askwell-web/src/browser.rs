//! What is known of a browser: its session, whether a request really comes from our own page, and which headers
//! every page gets.
//!
//! Sessions are not kept here at all. A browser holds a random secret in a cookie; links remember its digest, and form
//! tokens are made from it. Refuses requests for hosts that are not ours (a stranger's name may lead to this address)
//! and requests that another site's page has sent.

use askwell_http::headers::protect_response;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, COOKIE, HeaderName, HeaderValue, REFERRER_POLICY, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::inbox_key;
use crate::pages::Pages;

/// 256 bits that nobody can guess.
pub(crate) type Secret = Zeroizing<[u8; 32]>;

/// How long a browser keeps its session: longer than any question is open.
const KEPT_SECONDS: u32 = 24 * 60 * 60;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
    img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A browser, by the secret in its cookie.
#[derive(Clone)]
pub(crate) struct Session {
    secret: Secret,
    /// The cookie has yet to be set.
    is_new: bool,
}

impl Session {
    /// The session of a request, or a new one.
    pub(crate) fn of(headers: &HeaderMap, cookie: &str) -> Session {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let found = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter(|(name, _)| *name == cookie)
            .find_map(|(_, value)| decode_secret(value));
        match found {
            Some(secret) => Session { secret, is_new: false },
            None => Session { secret: random_secret(), is_new: true },
        }
    }

    /// What links remember of it.
    pub(crate) fn digest(&self) -> [u8; 32] {
        digest(&[b"askwell session", &*self.secret])
    }

    /// The token that a form on this page carries: nobody can make it who does not hold the cookie.
    pub(crate) fn form_token(&self, path: &str) -> String {
        URL_SAFE_NO_PAD.encode(digest(&[b"askwell form", &*self.secret, path.as_bytes()]))
    }

    /// Whether a form token is of this session and page.
    pub(crate) fn admits(&self, path: &str, token: &str) -> bool {
        bool::from(self.form_token(path).as_bytes().ct_eq(token.as_bytes()))
    }

    /// The key under which something is kept in memory for this session and page.
    pub(crate) fn key(&self, path: &str) -> [u8; 32] {
        digest(&[b"askwell held", &*self.secret, path.as_bytes()])
    }

    /// The header that sets the cookie, if it has to be set.
    pub(crate) fn cookie(&self, name: &str, path: &str, is_https: bool) -> Option<HeaderValue> {
        if !self.is_new {
            return None;
        }
        let value = URL_SAFE_NO_PAD.encode(*self.secret);
        let secure = if is_https { "; Secure" } else { "" };
        let line =
            format!("{name}={value}; Path={path}; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Lax{secure}");
        let mut header = HeaderValue::from_str(&line).ok()?;
        header.set_sensitive(true);
        Some(header)
    }
}

pub(crate) fn random_secret() -> Secret {
    Zeroizing::new(rand::random())
}

/// Reads 256 bits as links and cookies spell them.
pub(crate) fn decode_secret(text: &str) -> Option<Secret> {
    if text.len() != 43 {
        return None;
    }
    let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text).ok()?);
    let secret: [u8; 32] = bytes.as_slice().try_into().ok()?;
    Some(Zeroizing::new(secret))
}

/// Writes 256 bits as links and cookies spell them.
pub(crate) fn encode_secret(secret: &Secret) -> String {
    URL_SAFE_NO_PAD.encode(**secret)
}

/// SHA-256 of several parts, each with its length, so that none can be mistaken for another.
pub(crate) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| DIGITS.get(usize::from(value)).map_or('0', |&digit| char::from(digit));
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Lets only requests for our own names through, and gives every answer its headers.
pub(crate) async fn guard(State(pages): State<Pages>, mut request: Request, next: Next) -> Response {
    let is_served = pages.host_guard().check_host(request.uri(), request.headers()).is_ok();
    let mut response = if is_served {
        match inbox_key::check(&pages, &mut request) {
            Ok(()) => next.run(request).await,
            Err(refused) => refused.into_response(),
        }
    } else {
        // Plain text: a page of ours must not be seen under somebody else's name.
        (StatusCode::MISDIRECTED_REQUEST, "this service is not called that\n").into_response()
    };
    protect(response.headers_mut());
    response
}

/// Gives a page the headers that every page has: it runs nothing of others, is in no frame, and is not kept.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    protect_response(headers);
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::Session;

    #[test]
    fn form_token_is_valid_for_one_session_and_one_page() {
        let (mine, other) =
            (Session::of(&HeaderMap::new(), "askwell"), Session::of(&HeaderMap::new(), "askwell"));
        let token = mine.form_token("/f/a");
        assert!(mine.admits("/f/a", &token));
        assert!(!mine.admits("/f/b", &token) && !other.admits("/f/a", &token) && !mine.admits("/f/a", ""));
        let cookie = mine.cookie("askwell", "/f/a", false).unwrap();
        let value = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert("cookie", format!("other=1; {value}").parse().unwrap());
        let again = Session::of(&headers, "askwell");
        assert!(again.admits("/f/a", &token) && again.cookie("askwell", "/f/a", false).is_none());
    }
}
