//! Reads credentials, media type and length of a request, and protects responses.

use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};

/// The content of the only `Authorization` header of a request. `Debug` does not show the value.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Credentials<'h> {
    /// `Bearer`, `Basic` and so on, as the client wrote it; empty if the header has no scheme.
    pub scheme: &'h str,
    /// The rest of the header, without white space around it.
    pub value: &'h str,
}

/// A request has more than one `Authorization` header. It is rejected, because a proxy may have
/// checked another one than this service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("send exactly one Authorization header; this request has more")]
pub struct SeveralAuthorizations;

impl<'h> Credentials<'h> {
    /// Reads the `Authorization` header. A malformed header is returned with an empty scheme, not
    /// as `None`.
    ///
    /// # Errors
    /// Fails if there is more than one.
    pub fn read(headers: &'h HeaderMap) -> Result<Option<Credentials<'h>>, SeveralAuthorizations> {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(SeveralAuthorizations);
        }
        let text = value.to_str().unwrap_or_default();
        let (scheme, value) = text.split_once(' ').unwrap_or(("", ""));
        Ok(Some(Credentials { scheme, value: value.trim() }))
    }

    /// Returns the value if the header has this scheme.
    #[must_use]
    pub fn of_scheme(&self, scheme: &str) -> Option<&'h str> {
        self.scheme.eq_ignore_ascii_case(scheme).then_some(self.value)
    }
}

impl std::fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}

/// Returns whether the content has this media type, with any parameters. Browsers let pages of
/// other origins send only a few media types without a preflight request; JSON is not one of them.
#[must_use]
pub fn has_media_type(headers: &HeaderMap, media_type: &str) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

/// Returns the size that the headers say a body has.
#[must_use]
pub fn announced_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Forbids content sniffing, and caching unless the response has a cache time of its own.
pub fn protect_response(headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
    use axum::http::{HeaderMap, HeaderValue};

    use super::{Credentials, SeveralAuthorizations, has_media_type, protect_response};

    #[test]
    fn credentials_are_read_from_the_only_header() {
        let found = |scheme, value| Ok(Some(Credentials { scheme, value }));
        for (values, expected) in [
            (&[][..], Ok(None)),
            (&["Bearer ask_x"], found("Bearer", "ask_x")),
            (&["bearer   ask_x "], found("bearer", "ask_x")),
            (&["ask_x"], found("", "")),
            (&["Basic \u{e9}"], found("", "")),
            (&["Bearer ask_x", "Bearer ask_x"], Err(SeveralAuthorizations)),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }
            assert_eq!(Credentials::read(&headers), expected, "{values:?}");
        }
        let bearer = Credentials { scheme: "BEARER", value: "ask_x" };
        assert_eq!((bearer.of_scheme("bearer"), bearer.of_scheme("basic")), (Some("ask_x"), None));
        assert!(!format!("{bearer:?}").contains("ask_x"));
    }

    #[test]
    fn media_types_are_compared_without_parameters() {
        for (value, expected) in [
            ("application/json", true),
            (" Application/JSON ; charset=utf-8", true),
            ("application/jsonp", false),
            ("text/plain; application/json", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, value.parse().unwrap());
            assert_eq!(has_media_type(&headers, "application/json"), expected, "{value:?}");
        }
        assert!(!has_media_type(&HeaderMap::new(), "application/json"));
    }

    #[test]
    fn protected_response_keeps_its_own_cache_time() {
        let mut headers = HeaderMap::new();
        protect_response(&mut headers);
        assert_eq!(
            (&headers[X_CONTENT_TYPE_OPTIONS], &headers[CACHE_CONTROL]),
            (&"nosniff".parse().unwrap(), &"no-store".parse().unwrap())
        );
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("max-age=60"));
        protect_response(&mut headers);
        assert_eq!(headers[CACHE_CONTROL], "max-age=60");
    }
}
