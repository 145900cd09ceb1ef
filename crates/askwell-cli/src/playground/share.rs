//! Links that contain a whole form document, compressed, in their fragment.
//!
//! A browser never sends the fragment of a URL to a server, so a link can go through any chat; it is decoded where it is
//! opened. What a stranger made decodes to a bounded number of bytes, or not at all.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::request::MAX_DOCUMENT_BYTES;

/// What precedes a shared form in a fragment. The digit is the version of the encoding.
const PREFIX: &str = "form=1.";

/// The most characters of a shared form: an incompressible document of the largest size fits.
const MAX_CHARACTERS: usize = MAX_DOCUMENT_BYTES * 3 / 2;

/// Why a shared form cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ShareError {
    #[error("it was made by a newer version of Askwell; install that version to open it")]
    Version,
    #[error("it contains more than {} KiB", MAX_DOCUMENT_BYTES >> 10)]
    TooLarge,
    #[error("it is damaged; copy the whole link again")]
    Damaged,
}

/// Returns the fragment of a link that contains this document; `None` if it is too large.
pub(super) fn encode(document: &str) -> Option<String> {
    if document.len() > MAX_DOCUMENT_BYTES {
        return None;
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(document.as_bytes()).and_then(|()| encoder.finish()).ok()?;
    Some(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(packed)))
}

/// Returns the fragment of a URL, if the text is a URL with a shared form.
pub(super) fn of_link(text: &str) -> Option<&str> {
    let (before, fragment) = text.split_once('#')?;
    (before.contains("://") && fragment.starts_with("form=")).then_some(fragment)
}

/// Returns the document in a fragment.
pub(super) fn decode(fragment: &str) -> Result<String, ShareError> {
    let Some(packed) = fragment.strip_prefix(PREFIX) else {
        let is_versioned = fragment.strip_prefix("form=").is_some_and(|rest| rest.contains('.'));
        return Err(if is_versioned { ShareError::Version } else { ShareError::Damaged });
    };
    if packed.len() > MAX_CHARACTERS {
        return Err(ShareError::TooLarge);
    }
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| ShareError::Damaged)?;
    let mut text = String::new();
    // One byte more tells a document that is too large from one that just fits.
    let limit = MAX_DOCUMENT_BYTES as u64 + 1;
    DeflateDecoder::new(&*packed).take(limit).read_to_string(&mut text).map_err(|_| ShareError::Damaged)?;
    if text.len() > MAX_DOCUMENT_BYTES { Err(ShareError::TooLarge) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::{MAX_DOCUMENT_BYTES, ShareError, decode, encode, of_link};

    #[test]
    fn document_survives_encoding() {
        for document in ["", "{}", "{\"title\": \"日本 👩\u{200d}🚀\"}", &"x".repeat(MAX_DOCUMENT_BYTES)]
        {
            let fragment = encode(document).unwrap();
            assert_eq!(decode(&fragment).as_deref(), Ok(document));
            assert!(
                !fragment.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_.=".contains(c)),
                "{fragment}"
            );
        }
        assert_eq!(encode(&"x".repeat(MAX_DOCUMENT_BYTES + 1)), None);
    }

    #[test]
    fn hostile_fragments_are_refused() {
        let pack = |bytes: &[u8]| {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(bytes).unwrap();
            format!("form=1.{}", URL_SAFE_NO_PAD.encode(encoder.finish().unwrap()))
        };
        // A hundred megabytes in a hundred kilobytes.
        let bomb = pack(&vec![b' '; 100 << 20]);
        for (fragment, expected) in [
            (bomb.as_str(), ShareError::TooLarge),
            (&format!("form=1.{}", "A".repeat(1 << 20)), ShareError::TooLarge),
            (&pack(b"\xff\xfe"), ShareError::Damaged),
            ("form=1.%%%", ShareError::Damaged),
            ("form=1.AAAA", ShareError::Damaged),
            ("form=", ShareError::Damaged),
            ("form=2.AAAA", ShareError::Version),
            ("", ShareError::Damaged),
        ] {
            let shown: String = fragment.chars().take(40).collect();
            assert_eq!(decode(fragment), Err(expected), "{shown}");
        }
    }

    #[test]
    fn only_urls_with_a_shared_form_are_links() {
        for (text, expected) in [
            ("http://127.0.0.1:8310/#form=1.AA", Some("form=1.AA")),
            ("https://example.com/docs#form=1.AA", Some("form=1.AA")),
            ("form#1.json", None),
            ("http://example.com/#other", None),
            ("form.json", None),
        ] {
            assert_eq!(of_link(text), expected, "{text}");
        }
    }
}
