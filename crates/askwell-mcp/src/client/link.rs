//! A URL that a server wants opened, with what a person needs to see before they agree.
//!
//! The server is not trusted. The URL is shown whole, with its host as the network sees it, and
//! with a warning for every trait that makes it look like something else. Nothing here opens,
//! fetches, resolves or changes the URL.

use std::fmt;

use askwell_form::hidden::is_hidden;
use askwell_form::host_name::{LookAlike, look_alike, unicode_name};
use url::{Host, Url};

/// A URL that a server wants opened, with its warnings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    url: String,
    host: String,
    unicode_host: Option<String>,
    warnings: Vec<LinkWarning>,
}

/// A trait of a URL that a person should know before they open it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkWarning {
    /// The page uses plain HTTP: others on the network can read and change it.
    NotEncrypted,
    /// The host has letters beyond ASCII, which may look like others.
    Punycode,
    /// A label of the host mixes alphabets, as deceptive names do.
    MixedScripts,
    /// A user name before the host may look like the host.
    Credentials,
    /// The host is an IP address, which does not tell its owner.
    Address,
}

/// A URL that no person should be asked to open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The text is not a URL.
    #[error("not a URL: {0}")]
    Unreadable(String),
    /// The URL has spaces, control characters or invisible characters: it would not look like what
    /// it opens.
    #[error("the URL has spaces or hidden characters")]
    HiddenCharacters,
    /// The URL is not that of a web page.
    #[error("`{0}:` is no web page; only http and https can be opened")]
    Scheme(String),
}

impl Link {
    /// Reads a URL as a server sent it.
    ///
    /// # Errors
    /// When it is not the URL of a web page, or would not look like what it opens.
    pub fn read(url: &str) -> Result<Self, LinkError> {
        // The URL is shown as it was sent, so not even joiners are let through.
        if url.chars().any(|character| character.is_whitespace() || is_hidden(character)) {
            return Err(LinkError::HiddenCharacters);
        }
        let parsed = Url::parse(url).map_err(|error| LinkError::Unreadable(error.to_string()))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(LinkError::Scheme(parsed.scheme().to_owned()));
        }
        let host = parsed.host().ok_or_else(|| LinkError::Unreadable("there is no host".to_owned()))?;
        let loopback = is_loopback(&host);
        let host_text = host.to_string();
        let look_alike = look_alike(&host_text);
        let checks = [
            (LinkWarning::NotEncrypted, parsed.scheme() == "http" && !loopback),
            (LinkWarning::Punycode, look_alike.is_some()),
            (LinkWarning::MixedScripts, look_alike == Some(LookAlike::MixedScripts)),
            (LinkWarning::Credentials, !parsed.username().is_empty() || parsed.password().is_some()),
            (LinkWarning::Address, !matches!(host, Host::Domain(_)) && !loopback),
        ];
        let warnings = checks.into_iter().filter(|(_, holds)| *holds).map(|(warning, _)| warning).collect();
        let unicode_host = unicode_name(&host_text).filter(|name| *name != host_text);
        Ok(Link { url: url.to_owned(), host: host_text, unicode_host, warnings })
    }

    /// Returns the whole URL, exactly as sent.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the host as the network sees it: names beyond ASCII in punycode.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the host in its own letters, if they differ from [`host`](Link::host).
    #[must_use]
    pub fn unicode_host(&self) -> Option<&str> {
        self.unicode_host.as_deref()
    }

    /// Returns the warnings.
    #[must_use]
    pub fn warnings(&self) -> &[LinkWarning] {
        &self.warnings
    }
}

/// Writes the warning as a sentence for the person.
impl fmt::Display for LinkWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkWarning::NotEncrypted => {
                "The page is not encrypted: others on the way can read what you type."
            }
            LinkWarning::Punycode => "The host has letters that may look like others. Compare it closely.",
            LinkWarning::MixedScripts => {
                "The host mixes letters of several alphabets, as fraudulent names do."
            }
            LinkWarning::Credentials => {
                "The address has a user name before the host; the host is what counts."
            }
            LinkWarning::Address => "The host is a number, which does not say whose page it is.",
        })
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::LinkWarning::{Address, Credentials, MixedScripts, NotEncrypted, Punycode};
    use super::{Link, LinkError, LinkWarning};

    #[test]
    fn url_is_shown_with_its_host_and_warnings() {
        let cases: [(&str, &str, Option<&str>, &[LinkWarning]); 12] = [
            ("https://accounts.example.com/x?y=1#z", "accounts.example.com", None, &[]),
            ("http://127.0.0.1:8080/f/abc", "127.0.0.1", None, &[]),
            ("http://localhost/f", "localhost", None, &[]),
            ("http://example.com/", "example.com", None, &[NotEncrypted]),
            ("https://bücher.example/", "xn--bcher-kva.example", Some("bücher.example"), &[Punycode]),
            ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", Some("bücher.example"), &[Punycode]),
            (
                "https://аpple.example/",
                "xn--pple-43d.example",
                Some("аpple.example"),
                &[Punycode, MixedScripts],
            ),
            (
                "https://東京タワーです.example/",
                "xn--88j1a9tsglcv64wgiyb.example",
                Some("東京タワーです.example"),
                &[Punycode],
            ),
            ("https://good.example@evil.example/", "evil.example", None, &[Credentials]),
            ("https://203.0.113.7/", "203.0.113.7", None, &[Address]),
            ("https://[2001:db8::1]/", "[2001:db8::1]", None, &[Address]),
            ("http://3405803783/", "203.0.113.7", None, &[NotEncrypted, Address]),
        ];
        for (url, host, unicode, warnings) in cases {
            let link = Link::read(url).unwrap();
            assert_eq!((link.url(), link.unicode_host(), link.warnings()), (url, unicode, warnings), "{url}");
            assert_eq!(link.host(), host, "{url}");
        }
    }

    #[test]
    fn url_that_is_no_web_page_or_hides_characters_is_refused() {
        for (url, expected) in [
            ("javascript:alert(1)", LinkError::Scheme("javascript".to_owned())),
            ("file:///etc/passwd", LinkError::Scheme("file".to_owned())),
            ("data:text/html,x", LinkError::Scheme("data".to_owned())),
            ("https://example.com/\u{202e}moc.elgoog", LinkError::HiddenCharacters),
            ("https://example.com/a b", LinkError::HiddenCharacters),
            ("https://exa\u{200b}mple.com/", LinkError::HiddenCharacters),
            ("https://example.com/\n", LinkError::HiddenCharacters),
        ] {
            assert_eq!(Link::read(url), Err(expected), "{url}");
        }
        assert!(matches!(Link::read("/relative"), Err(LinkError::Unreadable(_))));
    }
}
