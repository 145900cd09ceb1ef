//! Where a web address leads, for people to read before they send it.
//!
//! The host is shown as computers spell it, which no letter can disguise. Refuses to say that an address is good: that
//! is the guard's word, and even the guard only knows whether it may be visited.

use askwell_form::url_guard::{self, UrlHost, UrlPolicy};

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The host, international names in punycode.
    pub(crate) host: String,
    /// What to look at twice.
    pub(crate) warning: Option<&'static str>,
}

const MIXED: &str =
    "This name mixes letters of different scripts, as names do that pose as others. Look at it closely.";
const FOREIGN: &str = "This name has letters beyond a to z, which can look like others. Look at it closely.";

/// Reads where an address leads; nothing, if it is none.
pub(crate) fn destination(text: &str, policy: &UrlPolicy) -> Option<Destination> {
    let guarded = url_guard::check(text.trim(), policy).ok()?;
    let host = guarded.host().to_string();
    let warning = match guarded.host() {
        UrlHost::Name(name) if name.split('.').any(|label| label.starts_with("xn--")) => {
            let (readable, _) = idna::domain_to_unicode(name);
            Some(if readable.split('.').any(mixes_scripts) { MIXED } else { FOREIGN })
        }
        _ => None,
    };
    Some(Destination { host, warning })
}

/// Whether a label has letters of more than one script, Japanese and Korean ways of writing aside.
fn mixes_scripts(label: &str) -> bool {
    let mut scripts = label.chars().filter_map(script);
    let Some(first) = scripts.next() else { return false };
    scripts.any(|other| other != first)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    EastAsian,
    Other(u32),
}

/// The script of a letter, as far as it takes to tell letters that look alike apart.
fn script(letter: char) -> Option<Script> {
    if !letter.is_alphabetic() {
        return None;
    }
    Some(match letter {
        'a'..='z' | 'A'..='Z' | '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' => Script::Cyrillic,
        '\u{530}'..='\u{58f}' => Script::Armenian,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{20000}'..='\u{3ffff}' => Script::EastAsian,
        // Blocks of 128 are fine enough for the rest: none of them is shared by two scripts that look alike.
        other => Script::Other(u32::from(other) >> 7),
    })
}

#[cfg(test)]
mod tests {
    use askwell_form::url_guard::UrlPolicy;

    use super::{FOREIGN, MIXED, destination};

    #[test]
    fn names_that_pose_as_others_are_pointed_out() {
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
