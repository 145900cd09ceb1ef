//! Whose requests are answered: those to names of ours, from pages of ours or from no page at all.

use axum::http::{HeaderMap, Uri, header};

/// Who decides which hosts are answered.
#[derive(Debug, Clone)]
pub(super) enum Guard {
    /// These are; names of this machine always are.
    Hosts(Vec<String>),
    /// Somebody did already.
    Elsewhere,
}

impl Default for Guard {
    fn default() -> Self {
        Guard::Hosts(Vec::new())
    }
}

impl Guard {
    pub(super) fn allow(&mut self, host: &str) {
        match self {
            Guard::Hosts(hosts) => hosts.push(host.to_ascii_lowercase()),
            Guard::Elsewhere => {}
        }
    }

    pub(super) fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), &'static str> {
        let Guard::Hosts(hosts) = self else { return Ok(()) };
        let host = match headers.get(header::HOST) {
            Some(host) => host.to_str().ok(),
            None => uri.authority().map(axum::http::uri::Authority::as_str),
        };
        if !host.is_some_and(|host| knows(hosts, host)) {
            return Err("this host is not served here");
        }
        for origin in headers.get_all(header::ORIGIN) {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            if !origin.is_some_and(|(_, host)| knows(hosts, host)) {
                return Err("pages of this origin may not call");
            }
        }
        Ok(())
    }
}

/// Whether a host, with or without its port, is one of ours.
fn knows(hosts: &[String], authority: &str) -> bool {
    let authority = authority.to_ascii_lowercase();
    let name = match authority.rfind(']') {
        Some(end) => authority.get(..=end).unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        || hosts.iter().any(|host| *host == name || *host == authority)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Uri, header};

    use super::Guard;

    #[test]
    fn whose_requests_are_answered() {
        let mut guard = Guard::default();
        guard.allow("ask.example.com");
        for (host, origin, expected) in [
            ("localhost:3000", None, true),
            ("127.0.0.1", Some("http://localhost:5173"), true),
            ("[::1]:80", None, true),
            ("ask.example.com", Some("https://ask.example.com"), true),
            ("ASK.example.com:443", None, true),
            ("evil.example.com", None, false),
            ("localhost.evil.example.com", None, false),
            ("127.0.0.1.evil.example.com", None, false),
            ("localhost", Some("http://evil.example.com"), false),
            ("localhost", Some("null"), false),
            ("", None, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(
                guard.check(&headers, &Uri::from_static("/mcp")).is_ok(),
                expected,
                "{host} {origin:?}"
            );
        }
        assert!(guard.check(&HeaderMap::new(), &Uri::from_static("/mcp")).is_err());
    }
}
