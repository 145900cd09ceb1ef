//! The path that a person returns to after signing in.
//!
//! Only a page of this service can be one: a sign-in must not lead to another site.

use url::Url;

/// Where people go who came from nowhere in particular.
const HOME: &str = "/inbox";

/// The longest return path, in bytes.
const LONGEST: usize = 512;

/// The pages that a person can return to.
const PAGES: [&str; 5] = ["inbox", "f", "account", "overview", "administration"];

/// A path of a page of this service, with its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReturnPath(String);

impl ReturnPath {
    /// Returns the path that a text names, or the inbox if it names no page of this service.
    pub(crate) fn read(text: &str) -> ReturnPath {
        ReturnPath::checked(text).unwrap_or_else(|| ReturnPath(HOME.to_owned()))
    }

    fn checked(text: &str) -> Option<ReturnPath> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#' | b'@');
        if text.len() > LONGEST || !text.starts_with('/') || !text.bytes().all(is_plain) {
            return None;
        }
        // A browser may read the text differently than it looks: it has to stay the same when it is resolved.
        let base = Url::parse("https://askwell.invalid/").ok()?;
        let resolved = base.join(text).ok()?;
        let path = resolved.path();
        let same = match resolved.query() {
            Some(query) => format!("{path}?{query}") == text,
            None => path == text,
        };
        let first = path.get(1..)?.split('/').next()?;
        let is_page = resolved.origin() == base.origin() && PAGES.contains(&first) && !path.contains("//");
        (same && is_page).then(|| ReturnPath(text.to_owned()))
    }

    /// Returns the path.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the person followed the link to a question.
    pub(crate) fn is_question(&self) -> bool {
        self.0.starts_with("/f/") || self.0.starts_with("/inbox/")
    }

    /// Returns the address of the sign-in page that leads back here.
    pub(crate) fn sign_in_address(&self) -> String {
        let query: String =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("return", &self.0).finish();
        format!("/sign-in?{query}")
    }
}

#[cfg(test)]
mod tests {
    use super::ReturnPath;

    #[test]
    fn path_to_another_site_becomes_the_inbox() {
        for good in
            ["/inbox", "/inbox/elic_0198", "/f/abc-_1", "/account", "/overview", "/inbox?tab=done&q=a%20b"]
        {
            assert_eq!(ReturnPath::read(good).as_str(), good);
        }
        for bad in [
            "",
            "inbox",
            "//evil.example",
            "//evil.example/inbox",
            "/\\evil.example",
            "\\\\evil.example",
            "/inbox/..//evil.example",
            "/inbox/../../evil",
            "/inbox//evil.example",
            "/./inbox",
            "/%2e%2e/inbox",
            "/inbox/%2e%2e/rpc",
            "https://evil.example/inbox",
            "https:/evil.example",
            "javascript:alert(1)",
            "/inbox\r\nset-cookie: a=b",
            "/inbox\t",
            "/ inbox",
            "/inbox#@evil.example",
            "/@evil.example",
            "/rpc",
            "/sign-in",
            "/sign-out",
            "/",
            "/inboxes",
            "/f\u{202e}",
            &format!("/inbox?{}", "a".repeat(600)),
        ] {
            assert_eq!(ReturnPath::read(bad).as_str(), "/inbox", "{bad:?}");
        }
    }

    #[test]
    fn address_of_the_sign_in_page_carries_the_path() {
        let path = ReturnPath::read("/inbox?q=a%20b&c=d");
        assert_eq!(path.sign_in_address(), "/sign-in?return=%2Finbox%3Fq%3Da%2520b%26c%3Dd");
    }
}
