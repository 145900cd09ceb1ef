//! Reads ordinary URLs in one pass and without allocation.
//!
//! Accepts a lower-case scheme, `://`, a name of plain lower-case labels, an optional port, then
//! plain path, query and fragment. Such a text needs no normalisation, so the parts are slices of
//! it.
//!
//! Never rejects a URL: returns `None` for an unusual one, and the full reader decides.

use super::{GuardedUrl, Scheme, UrlHost};
use crate::format::uri::{self, Alphabet};
use std::borrow::Cow;

/// A URL of the ordinary shape, in parts.
pub(super) struct OrdinaryUrl<'a> {
    text: &'a str,
    pub(super) scheme: Scheme,
    pub(super) name: &'a str,
    /// What follows the last dot of the name.
    pub(super) last_label: &'a str,
    port: Option<u16>,
    rest: &'a str,
}

impl<'a> OrdinaryUrl<'a> {
    /// What the full reading would have made of the text.
    pub(super) fn guarded(self) -> GuardedUrl<'a> {
        let host = UrlHost::Name(Cow::Borrowed(self.name));
        GuardedUrl::new(self.text, self.scheme, host, self.port, self.rest)
    }
}

/// Reads a URL of the ordinary shape.
pub(super) fn read(text: &str) -> Option<OrdinaryUrl<'_>> {
    let (scheme, after_scheme) = split_scheme(text)?;
    let (last_label, end) = measure_name(after_scheme.as_bytes())?;
    let (name, after_name) = after_scheme.split_at_checked(end)?;
    let last_label = name.get(last_label..)?;
    let (port, rest) = split_port(after_name)?;
    let ordinary = matches!(rest.as_bytes().first(), None | Some(b'/' | b'?' | b'#'))
        && uri::is_path_query_fragment(rest, Alphabet::Uri);
    ordinary.then_some(OrdinaryUrl { text, scheme, name, last_label, port, rest })
}

fn split_scheme(text: &str) -> Option<(Scheme, &str)> {
    // The commonest first.
    [
        ("https://", Scheme::Https),
        ("http://", Scheme::Http),
        ("wss://", Scheme::Wss),
        ("ws://", Scheme::Ws),
        ("ftps://", Scheme::Ftps),
        ("ftp://", Scheme::Ftp),
    ]
    .into_iter()
    .find_map(|(prefix, scheme)| Some((scheme, text.strip_prefix(prefix)?)))
}

/// Returns where the last label of the name begins and where it ends, if the name is ordinary: two
/// labels or more, hyphens and dots only between letters or digits (so no `xn--` and no empty
/// label), and a last label that no reader takes for a number.
fn measure_name(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut previous = SEPARATOR;
    let mut last_label = 0;
    let mut end = 0;
    for &byte in bytes {
        let kind = KINDS[usize::from(byte)];
        // One test for both ends: a byte of no name, or a separator right after another.
        if kind & (previous | OTHER) & !LETTER_OR_DIGIT != 0 {
            break;
        }
        previous = kind;
        end += 1;
        if byte == b'.' {
            last_label = end;
        }
    }
    let ordinary = previous == LETTER_OR_DIGIT
        && last_label > 0
        && bytes.get(last_label).is_some_and(u8::is_ascii_lowercase)
        // A label may have 63 characters; a name no longer than that needs no counting of labels.
        && end <= 63;
    ordinary.then_some((last_label, end))
}

// What a byte is to a name.
const LETTER_OR_DIGIT: u8 = 1;
const SEPARATOR: u8 = 1 << 1;
const OTHER: u8 = 1 << 2;

static KINDS: [u8; 256] = {
    let mut kinds = [OTHER; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' | b'0'..=b'9' => LETTER_OR_DIGIT,
            b'-' | b'.' => SEPARATOR,
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
};

/// Takes a port of one to five digits off the front; `None` if there is a colon but no such port.
fn split_port(text: &str) -> Option<(Option<u16>, &str)> {
    let Some(after) = text.strip_prefix(':') else { return Some((None, text)) };
    let end = after.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(after.len());
    if end > 5 {
        return None;
    }
    let (digits, rest) = after.split_at_checked(end)?;
    Some((Some(digits.parse().ok()?), rest))
}

#[cfg(test)]
mod tests;
