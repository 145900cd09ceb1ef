//! URI syntax of RFC 3986 and IRI syntax of RFC 3987.
//!
//! Parses in one pass over the bytes, without allocation. A URI is absolute here: it has a scheme.
//!
//! Does not repair (a backslash is not a slash, a missing slash is not added), decode or normalise.
//! The URL guard decides where a URI may lead.

use std::net::Ipv6Addr;

/// Which characters a text may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// RFC 3986: ASCII only.
    Uri,
    /// RFC 3987: letters of every script too, as a person types them.
    Iri,
}

/// A text taken apart along its delimiters. The parts are the author's own characters, undecoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UriParts<'a> {
    pub(crate) scheme: &'a str,
    /// What follows `//`, if anything does.
    pub(crate) authority: Option<Authority<'a>>,
    /// Path, query and fragment with their delimiters.
    pub(crate) rest: &'a str,
}

/// The authority of a URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Authority<'a> {
    /// What stands before an `@`. An empty one is still there.
    pub(crate) userinfo: Option<&'a str>,
    /// With its brackets when it is an IP literal; may be empty.
    pub(crate) host: &'a str,
    /// Digits only; may be empty.
    pub(crate) port: Option<&'a str>,
}

/// Is this an absolute URI by the grammar of RFC 3986?
pub(crate) fn is_uri(text: &str) -> bool {
    read(text, Alphabet::Uri).is_some()
}

/// Takes an absolute URI apart, or answers `None` if the grammar does not allow it.
pub(crate) fn read(text: &str, alphabet: Alphabet) -> Option<UriParts<'_>> {
    let bytes = text.as_bytes();
    if !class_of(*bytes.first()?, ALPHA) {
        return None;
    }
    let colon = bytes.iter().position(|&byte| !class_of(byte, SCHEME))?;
    let (scheme, after) = text.split_at_checked(colon)?;
    let after = after.strip_prefix(':')?;
    let Some(after) = after.strip_prefix("//") else {
        return is_path_query_fragment(after, alphabet).then_some(UriParts {
            scheme,
            authority: None,
            rest: after,
        });
    };
    let (authority, rest) = split_authority(after, alphabet)?;
    is_path_query_fragment(rest, alphabet).then_some(UriParts { scheme, authority: Some(authority), rest })
}

/// Is this a path, then perhaps `?` and a query, then perhaps `#` and a fragment?
pub(crate) fn is_path_query_fragment(text: &str, alphabet: Alphabet) -> bool {
    // A query may hold all that a path may, and `?` too: both together are one run.
    match run_end(text, 0, PATH_QUERY, alphabet) {
        Some(end) if end == text.len() => true,
        Some(end) if text.as_bytes().get(end) == Some(&b'#') => {
            run_end(text, end + 1, FRAGMENT, alphabet) == Some(text.len())
        }
        _ => false,
    }
}

fn split_authority(text: &str, alphabet: Alphabet) -> Option<(Authority<'_>, &str)> {
    // Most authorities are a plain host name: one run of characters, and it is over.
    let host_end = run_end(text, 0, REG_NAME, alphabet)?;
    if ends_authority(text.as_bytes().get(host_end).copied()) {
        let (host, rest) = text.split_at_checked(host_end)?;
        return Some((Authority { userinfo: None, host, port: None }, rest));
    }
    let end = text.bytes().position(|byte| ends_authority(Some(byte))).unwrap_or(text.len());
    let (authority, rest) = text.split_at_checked(end)?;
    Some((read_authority(authority, alphabet)?, rest))
}

fn ends_authority(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b'/' | b'?' | b'#'))
}

fn read_authority(text: &str, alphabet: Alphabet) -> Option<Authority<'_>> {
    // A second `@` stays in the host, where it is not allowed: nothing is left to guess.
    let (userinfo, host_and_port) = match text.split_once('@') {
        Some((userinfo, after)) => (Some(userinfo), after),
        None => (None, text),
    };
    if !userinfo.is_none_or(|userinfo| is_run(userinfo, USERINFO, alphabet)) {
        return None;
    }
    let (host, port) = if host_and_port.starts_with('[') {
        let (host, after) = host_and_port.split_at_checked(host_and_port.find(']')? + 1)?;
        if !is_ip_literal(host) {
            return None;
        }
        match after.strip_prefix(':') {
            Some(port) => (host, Some(port)),
            None if after.is_empty() => (host, None),
            None => return None,
        }
    } else {
        let (host, port) = match host_and_port.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (host_and_port, None),
        };
        if !is_run(host, REG_NAME, alphabet) {
            return None;
        }
        (host, port)
    };
    port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit())).then_some(Authority {
        userinfo,
        host,
        port,
    })
}

/// `[…]` around an IPv6 address, or around `v`, a hexadecimal version, a dot and an address of the future.
fn is_ip_literal(bracketed: &str) -> bool {
    let Some(inner) = bracketed.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return false;
    };
    let Some(future) = inner.strip_prefix(['v', 'V']) else {
        // The standard library reads exactly the RFC's grammar: no zone, no octal, at least one group elided.
        return inner.parse::<Ipv6Addr>().is_ok();
    };
    let Some((version, address)) = future.split_once('.') else { return false };
    !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !address.is_empty()
        && address.bytes().all(|byte| class_of(byte, USERINFO))
}

fn is_run(text: &str, class: u8, alphabet: Alphabet) -> bool {
    run_end(text, 0, class, alphabet) == Some(text.len())
}

/// Returns where the run of characters of `class` that begins at `from` ends; `None` if an escape
/// in it is broken.
fn run_end(text: &str, from: usize, class: u8, alphabet: Alphabet) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        let left = bytes.get(at..)?;
        at += plain_len(left, class);
        let Some(&byte) = bytes.get(at) else { return Some(at) };
        if byte == b'%' {
            let escape = bytes.get(at + 1..at + 3)?;
            if !escape.iter().all(u8::is_ascii_hexdigit) {
                return None;
            }
            at += 3;
        } else if !byte.is_ascii() && alphabet == Alphabet::Iri {
            let character = text.get(at..)?.chars().next()?;
            let in_query = class == PATH_QUERY && bytes.iter().take(at).any(|&before| before == b'?');
            if !(is_international(character) || in_query && is_private_use(character)) {
                return None;
            }
            at += character.len_utf8();
        } else {
            return Some(at);
        }
    }
}

/// Returns how many bytes from the start on are of `class`.
fn plain_len(bytes: &[u8], class: u8) -> usize {
    // Eight at a time, without a branch for each: most texts are plain to the end.
    let (eights, _) = bytes.as_chunks::<8>();
    let plain_eights = eights
        .iter()
        .take_while(|eight| {
            eight.iter().fold(class, |common, &byte| common & CLASSES[usize::from(byte)]) != 0
        })
        .count();
    let at = plain_eights * 8;
    let left = bytes.get(at..).unwrap_or_default();
    at + left.iter().position(|&byte| !class_of(byte, class)).unwrap_or(left.len())
}

/// `ucschar` of RFC 3987: beyond ASCII, without private use, specials and noncharacters.
fn is_international(character: char) -> bool {
    match u32::from(character) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // U+E0000–E0FFF are tags and selectors; each plane ends with two noncharacters.
        code @ (0x1_0000..=0xD_FFFF | 0xE_1000..=0xE_FFFF) => code & 0xFFFE != 0xFFFE,
        _ => false,
    }
}

/// `iprivate` of RFC 3987, which only a query may hold.
fn is_private_use(character: char) -> bool {
    match u32::from(character) {
        0xE000..=0xF8FF => true,
        code @ 0xF_0000..=0x10_FFFF => code & 0xFFFE != 0xFFFE,
        _ => false,
    }
}

// One bit for each place in a URI; the table says which bytes may stand there as they are.
const ALPHA: u8 = 1;
const SCHEME: u8 = 1 << 1;
const USERINFO: u8 = 1 << 2;
const REG_NAME: u8 = 1 << 3;
const PATH_QUERY: u8 = 1 << 4;
const FRAGMENT: u8 = 1 << 5;

static CLASSES: [u8; 256] = {
    let everywhere = USERINFO | REG_NAME | PATH_QUERY | FRAGMENT;
    let mut classes = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => ALPHA | SCHEME | everywhere,
            b'0'..=b'9' | b'+' | b'-' | b'.' => SCHEME | everywhere,
            b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => everywhere,
            b':' => USERINFO | PATH_QUERY | FRAGMENT,
            b'@' | b'/' | b'?' => PATH_QUERY | FRAGMENT,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn class_of(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

#[cfg(test)]
mod tests;
