//! A sign-in that has begun: what binds the answer of a provider to the browser that asked for it.
//!
//! The browser keeps a random secret in a cookie. State, nonce and PKCE verifier are derived from it, so that nothing is
//! stored here, and an answer that was made for another browser, another provider or another return path does not fit.

use std::time::Duration;

use axum::http::header::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;

use super::cookie::{self, CookieScope};
use super::return_path::ReturnPath;
use crate::browser::{Secret, decode_secret, digest, encode_secret, random_secret};

/// How long a person may take at the provider.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// A sign-in that has begun.
#[derive(Debug)]
pub(super) struct Flow {
    secret: Secret,
    provider: String,
    return_path: ReturnPath,
    /// When it began, in milliseconds since 1970.
    begun_at: u64,
}

impl Flow {
    /// Begins a sign-in with a provider.
    pub(super) fn begin(provider: &str, return_path: ReturnPath, now: u64) -> Flow {
        Flow { secret: random_secret(), provider: provider.to_owned(), return_path, begun_at: now }
    }

    /// Returns the sign-in that this browser has begun, unless it is too old.
    pub(super) fn read(headers: &HeaderMap, scope: CookieScope, now: u64) -> Option<Flow> {
        cookie::values(headers, cookie::flow_name(scope)).find_map(|value| {
            let mut parts = value.splitn(4, '.');
            let secret = decode_secret(parts.next()?)?;
            let begun_at: u64 = parts.next()?.parse().ok()?;
            let provider = parts.next()?.to_owned();
            let return_path = URL_SAFE_NO_PAD.decode(parts.next()?).ok()?;
            let return_path = ReturnPath::read(std::str::from_utf8(&return_path).ok()?);
            let age = now.checked_sub(begun_at)?;
            let flow = Flow { secret, provider, return_path, begun_at };
            (u128::from(age) <= LONGEST.as_millis()).then_some(flow)
        })
    }

    /// Returns the cookie that keeps it in the browser.
    pub(super) fn cookie(&self, scope: CookieScope) -> Option<HeaderValue> {
        let secret = encode_secret(&self.secret);
        let path = URL_SAFE_NO_PAD.encode(self.return_path.as_str());
        let value = format!("{secret}.{}.{}.{path}", self.begun_at, self.provider);
        cookie::set(cookie::flow_name(scope), &value, scope, LONGEST)
    }

    /// Returns the id of the provider.
    pub(super) fn provider(&self) -> &str {
        &self.provider
    }

    /// Returns where the person goes afterwards.
    pub(super) fn return_path(&self) -> &ReturnPath {
        &self.return_path
    }

    /// Returns the `state` parameter.
    pub(super) fn state(&self) -> String {
        self.derive(b"state")
    }

    /// Returns whether a response has the state of this sign-in.
    pub(super) fn admits(&self, state: &str) -> bool {
        bool::from(self.state().as_bytes().ct_eq(state.as_bytes()))
    }

    /// Returns the nonce that the ID token must contain.
    pub(super) fn nonce(&self) -> String {
        self.derive(b"nonce")
    }

    /// Returns the PKCE verifier.
    pub(super) fn verifier(&self) -> String {
        self.derive(b"verifier")
    }

    fn derive(&self, what: &[u8]) -> String {
        let begun_at = self.begun_at.to_be_bytes();
        let (provider, path) = (self.provider.as_bytes(), self.return_path.as_str().as_bytes());
        URL_SAFE_NO_PAD.encode(digest(&[b"askwell sign-in", what, &*self.secret, provider, path, &begun_at]))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::super::cookie::CookieScope;
    use super::super::return_path::ReturnPath;
    use super::{Flow, LONGEST};

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", cookie.parse().unwrap());
        headers
    }

    fn kept(flow: &Flow) -> String {
        let cookie = flow.cookie(CookieScope::Https).unwrap();
        cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    #[test]
    fn flow_is_read_back_by_its_browser_and_expires() {
        let flow = Flow::begin("sso", ReturnPath::read("/inbox?tab=done"), 1000);
        let cookie = kept(&flow);
        let again = Flow::read(&headers(&cookie), CookieScope::Https, 2000).unwrap();
        assert!(again.admits(&flow.state()) && again.nonce() == flow.nonce());
        assert_eq!((again.provider(), again.return_path().as_str()), ("sso", "/inbox?tab=done"));
        let latest = 1000 + u64::try_from(LONGEST.as_millis()).unwrap();
        assert!(Flow::read(&headers(&cookie), CookieScope::Https, latest).is_some());
        assert!(Flow::read(&headers(&cookie), CookieScope::Https, latest + 1).is_none());
        assert!(Flow::read(&headers(&cookie), CookieScope::Https, 999).is_none(), "from the future");
        assert!(Flow::read(&headers(&cookie), CookieScope::Http, 2000).is_none(), "another cookie");
    }

    #[test]
    fn changed_flow_has_another_state() {
        let flow = Flow::begin("sso", ReturnPath::read("/inbox"), 1000);
        for changed in [
            kept(&flow).replace(".sso.", ".partner."),
            kept(&flow).replace(".1000.", ".1001."),
            kept(&Flow::begin("sso", ReturnPath::read("/inbox"), 1000)),
        ] {
            let other = Flow::read(&headers(&changed), CookieScope::Https, 2000).unwrap();
            assert!(!other.admits(&flow.state()) && other.nonce() != flow.nonce(), "{changed}");
        }
        assert!(!flow.admits("") && flow.state() != flow.nonce() && flow.verifier().len() == 43);
    }
}
