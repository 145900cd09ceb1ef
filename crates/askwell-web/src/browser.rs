//! Identifies browser sessions, makes form tokens, and sets the security headers of every page.
//!
//! The server stores no sessions. A browser holds a random secret in a cookie; a link stores the
//! digest of that secret, and form tokens are derived from it. [`guard`] rejects requests for hosts
//! that this service does not serve.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_http::connections::Slot;
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
use crate::language;
use crate::offline;
use crate::pages::Pages;
use crate::person_limits;
use crate::visit::PageError;
use crate::visitor::{self, Visitor};

/// 256 random bits.
pub(crate) type Secret = Zeroizing<[u8; 32]>;

/// How long a browser keeps its session cookie: longer than an elicitation can stay open.
const KEPT_SECONDS: u32 = 24 * 60 * 60;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
    img-src 'self' data:; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A browser session, identified by the secret in its cookie.
#[derive(Clone)]
pub(crate) struct Session {
    secret: Secret,
    /// Whether the response has to set the cookie.
    is_new: bool,
}

impl Session {
    /// Returns the session of a request, or a new one if it has no valid cookie.
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

    /// Returns the digest of the secret, which a link stores when it is bound to this session.
    pub(crate) fn digest(&self) -> [u8; 32] {
        digest(&[b"askwell session", &*self.secret])
    }

    /// Returns the form token for the page at `path`. Only a holder of the cookie can send it.
    pub(crate) fn form_token(&self, path: &str) -> String {
        URL_SAFE_NO_PAD.encode(digest(&[b"askwell form", &*self.secret, path.as_bytes()]))
    }

    /// Returns whether `token` is the form token of this session and page.
    pub(crate) fn admits(&self, path: &str, token: &str) -> bool {
        bool::from(self.form_token(path).as_bytes().ct_eq(token.as_bytes()))
    }

    /// Returns the cache key for this session and page.
    pub(crate) fn key(&self, path: &str) -> [u8; 32] {
        digest(&[b"askwell held", &*self.secret, path.as_bytes()])
    }

    /// Returns the key that encrypts what was entered on this page. It cannot be found from
    /// [`Session::key`].
    pub(crate) fn draft_key(&self, path: &str) -> Secret {
        Zeroizing::new(digest(&[b"askwell draft key", &*self.secret, path.as_bytes()]))
    }

    /// Returns whether the browser did not have the cookie before this request.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Returns the `Set-Cookie` header, or `None` if the browser has the cookie already.
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

/// Decodes a secret as links and cookies spell it: 43 characters of URL-safe base64.
pub(crate) fn decode_secret(text: &str) -> Option<Secret> {
    if text.len() != 43 {
        return None;
    }
    let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text).ok()?);
    let secret: [u8; 32] = bytes.as_slice().try_into().ok()?;
    Some(Zeroizing::new(secret))
}

/// Encodes a secret as links and cookies spell it.
pub(crate) fn encode_secret(secret: &Secret) -> String {
    URL_SAFE_NO_PAD.encode(**secret)
}

/// Returns the SHA-256 of several parts. Each is preceded by its length, so that different lists of
/// parts never have the same digest.
pub(crate) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns the bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| DIGITS.get(usize::from(value)).map_or('0', |&digit| char::from(digit));
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Middleware of all pages: rejects unknown hosts, checks the inbox key, identifies the person, limits what the person
/// does, and sets security headers.
pub(crate) async fn guard(State(pages): State<Pages>, mut request: Request, next: Next) -> Response {
    let is_served = pages.host_guard().check_host(request.uri(), request.headers()).is_ok();
    let mut response = if is_served {
        match inbox_key::check(&pages, &mut request) {
            Ok(()) => match identify(&pages, &mut request).await {
                Ok(()) => {
                    let mark = offline::person_mark(&pages, request.uri().path(), request.headers());
                    let counted =
                        person_limits::count(&pages, request.method(), request.uri(), request.headers());
                    let words = language::words_of_request(&pages, request.headers()).await;
                    let (method, uri) = (request.method().clone(), request.uri().clone());
                    let page = async {
                        match counted {
                            Ok(()) => next.run(request).await,
                            Err(refused) => PageError::TooMuch(refused).into_response(),
                        }
                    };
                    let page = pages.brand().during(page);
                    let mut response = language::during(&words, &method, &uri, page).await;
                    offline::set_person(&mut response, mark);
                    response
                }
                Err(failed) => {
                    let words = pages.languages().words_for(request.headers());
                    words.enter_while(|| PageError::Store(failed).into_response())
                }
            },
            Err(refused) => refused.into_response(),
        }
    } else {
        // Plain text, because a page of this service must not be shown under another host name.
        (StatusCode::MISDIRECTED_REQUEST, "this host name is not served here; see allowed_hosts\n")
            .into_response()
    };
    protect(response.headers_mut());
    if pages.allows_own_frames() {
        allow_own_frames(response.headers_mut());
    }
    response
}

/// Finds the person behind the request once, for all pages.
async fn identify(pages: &Pages, request: &mut Request) -> Result<(), StoreError> {
    Visitor::remove(request.headers_mut());
    if request.uri().path().starts_with("/assets/") {
        return Ok(());
    }
    let from = request.extensions().get::<Arc<Slot>>().and_then(|slot| slot.address());
    if let Some(visitor) = visitor::identify(pages, request.headers(), from).await? {
        visitor.pass(request.headers_mut());
    }
    Ok(())
}

/// Sets the security headers: no foreign content, no frames, no caching.
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

/// Lets a page of this origin show this one in a frame.
fn allow_own_frames(headers: &mut HeaderMap) {
    let policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
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
