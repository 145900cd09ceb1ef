//! The cookies of sign-in.

use std::time::Duration;

use axum::http::header::{COOKIE, HeaderMap, HeaderValue};

/// How cookies are protected: by the scheme of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CookieScope {
    /// This host only, encrypted connections only.
    Https,
    /// This host, at any port: only for this machine.
    Http,
}

/// Returns the name of the cookie with the session.
pub(super) fn session_name(scope: CookieScope) -> &'static str {
    match scope {
        CookieScope::Https => "__Host-askwell-session",
        CookieScope::Http => "askwell-session",
    }
}

/// Returns the name of the cookie with a sign-in that has begun.
pub(super) fn flow_name(scope: CookieScope) -> &'static str {
    match scope {
        CookieScope::Https => "__Host-askwell-flow",
        CookieScope::Http => "askwell-flow",
    }
}

/// Returns the name of the cookie with a mailed code that the browser has asked for.
pub(super) fn code_name(scope: CookieScope) -> &'static str {
    match scope {
        CookieScope::Https => "__Host-askwell-code",
        CookieScope::Http => "askwell-code",
    }
}

/// Returns the values of a cookie. There can be several: another site of the same host may have set one.
pub(super) fn values<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(found, _)| *found == name).map(|(_, value)| value)
}

/// Returns the header that sets a cookie.
pub(super) fn set(name: &str, value: &str, scope: CookieScope, kept: Duration) -> Option<HeaderValue> {
    let secure = if scope == CookieScope::Https { "; Secure" } else { "" };
    let seconds = kept.as_secs();
    let line = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let mut header = HeaderValue::from_str(&line).ok()?;
    header.set_sensitive(true);
    Some(header)
}

/// Returns the header that removes a cookie.
pub(super) fn clear(name: &str, scope: CookieScope) -> Option<HeaderValue> {
    set(name, "", scope, Duration::ZERO)
}
