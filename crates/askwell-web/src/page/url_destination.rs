//! Shows which host a URL leads to, before a person sends or opens it.
//!
//! The host is shown in its ASCII spelling, which no look-alike letter can disguise. This does not
//! say that a URL is safe: only the URL guard decides whether it may be visited.

use askwell_form::host_name::{LookAlike, look_alike};
use askwell_form::url_guard::{self, UrlHost, UrlPolicy};

/// The destination of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UrlDestination {
    /// The host; international names in punycode.
    pub(crate) host: String,
    /// The key of a warning about the host name.
    pub(crate) warning: Option<&'static str>,
}

const MIXED: &str = "pages-mixed-scripts";
const FOREIGN: &str = "pages-foreign-letters";

/// Returns the destination of a URL; `None` if the text is not an allowed URL.
pub(crate) fn destination(text: &str, policy: &UrlPolicy) -> Option<UrlDestination> {
    let guarded = url_guard::check(text.trim(), policy).ok()?;
    let host = guarded.host().to_string();
    let found = match guarded.host() {
        UrlHost::Name(name) => look_alike(name),
        UrlHost::Address(_) => None,
    };
    let warning = found.map(|found| match found {
        LookAlike::International => FOREIGN,
        LookAlike::MixedScripts => MIXED,
    });
    Some(UrlDestination { host, warning })
}

#[cfg(test)]
mod tests {
    use askwell_form::url_guard::UrlPolicy;

    use super::{FOREIGN, MIXED, destination};

    #[test]
    fn look_alike_host_names_get_a_warning() {
        for (text, host, warning) in [
            ("https://example.com/a?b", "example.com", None),
            ("https://EXAMPLE.com:8443", "example.com", None),
            ("https://bücher.example", "xn--bcher-kva.example", Some(FOREIGN)),
            ("https://xn--bcher-kva.example", "xn--bcher-kva.example", Some(FOREIGN)),
            ("https://xn--pple-43d.com", "xn--pple-43d.com", Some(MIXED)),
        ] {
            let found = destination(text, &UrlPolicy::default()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.host.as_str(), found.warning), (host, warning), "{text}");
        }
        for none in ["", "example.com", "https://127.0.0.1/", "javascript:alert(1)"] {
            assert_eq!(destination(none, &UrlPolicy::default()), None, "{none}");
        }
    }
}
