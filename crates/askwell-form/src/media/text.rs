//! Decodes bytes as text: UTF-8, or UTF-16 with a byte order mark.
//!
//! Does not guess older encodings. Rejects NUL, which ends text for some readers.

use std::borrow::Cow;

/// Returns the text without its byte order mark, or nothing if the bytes are no text.
pub(super) fn decode(content: &[u8]) -> Option<Cow<'_, str>> {
    let text = match content {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_le_bytes)?),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_be_bytes)?),
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(str::from_utf8(rest).ok()?),
        _ => Cow::Borrowed(str::from_utf8(content).ok()?),
    };
    (!text.as_bytes().contains(&0)).then_some(text)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<String, _>>().ok()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn text_encoding_is_detected() {
        let cases: &[(&[u8], Option<&str>)] = &[
            (b"", Some("")),
            (b"abc", Some("abc")),
            ("für".as_bytes(), Some("für")),
            (b"\xef\xbb\xbfabc", Some("abc")),
            (b"\xff\xfea\0b\0", Some("ab")),
            (b"\xfe\xff\0a\0b", Some("ab")),
            (b"\xff\xfe\x3d\xd8\x00\xde", Some("😀")),
            (b"\xff\xfe", Some("")),
            (b"f\xfcr", None),
            (b"a\0b", None),
            (b"\xff\xfea", None),
            (b"\xff\xfea\0\0\0", None),
            (b"\xff\xfe\x3d\xd8", None),
            (b"\xff\xfe\x00\xdea\0", None),
            (b"\xed\xa0\x80", None),
            (b"\xc0\x80", None),
        ];
        for (content, expected) in cases {
            assert_eq!(decode(content).as_deref(), *expected, "{content:?}");
        }
    }
}
