//! How large an answer is: what it says, not how JSON writes it.

/// What JSON may add around an answer whatever its size: names of fields, brackets, white space.
const SURROUNDINGS: usize = 64 << 10;

/// The longest way to write one byte in JSON is an escape of six.
const LONGEST_ESCAPE: usize = 6;

/// The size of an answer, if it is larger than the limit. Text that could not hold an answer within the limit, however
/// it is written, is not looked at.
pub(crate) fn size_above(limit: usize, json: &[u8]) -> Option<usize> {
    let most_text = limit.saturating_mul(LONGEST_ESCAPE).saturating_add(SURROUNDINGS);
    let size = if json.len() > most_text { json.len() } else { answer_size(json) };
    (size > limit).then_some(size)
}

/// The bytes of the values in a JSON text: texts without quotes and escapes, numbers, truths and nulls as they are
/// written. Names, brackets, separators and white space do not count.
pub(crate) fn answer_size(json: &[u8]) -> usize {
    let (mut size, mut at) = (0, 0);
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => {
                let (length, end) = text_size(json, at + 1);
                let next =
                    json.get(end..).and_then(|rest| rest.iter().find(|byte| !byte.is_ascii_whitespace()));
                if next != Some(&b':') {
                    size += length;
                }
                at = end;
                continue;
            }
            b'{' | b'}' | b'[' | b']' | b':' | b',' | b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => size += 1,
        }
        at += 1;
    }
    size
}

/// The size of a text whose first byte is at `start`, and where it ends, the closing quote included.
fn text_size(json: &[u8], start: usize) -> (usize, usize) {
    let (mut size, mut at) = (0, start);
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => return (size, at + 1),
            b'\\' if json.get(at + 1) == Some(&b'u') => {
                size += escaped_size(json.get(at + 2..at + 6).unwrap_or_default());
                at += 6;
            }
            b'\\' => {
                size += 1;
                at += 2;
            }
            _ => {
                size += 1;
                at += 1;
            }
        }
    }
    (size, json.len())
}

/// The bytes in UTF-8 of four hexadecimal digits. Of a surrogate pair, each half is two of four bytes.
fn escaped_size(digits: &[u8]) -> usize {
    let code = std::str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match code.unwrap_or_default() {
        0..0x80 => 1,
        0x80..0x800 | 0xd800..0xe000 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::{answer_size, size_above};

    #[test]
    fn values_count_and_their_writing_does_not() {
        for (json, size) in [
            (r#""12345""#, 5),
            (r#" { "answer" : "12345" } "#, 5),
            (r#"{"a": "x", "b": [1, 22, null], "c": {"d": true}}"#, 1 + 1 + 2 + 4 + 4),
            (r#""a\"b\\c\n""#, 6),
            (r#""\u0041\u00e9\u20ac\ud83d\ude00""#, 1 + 2 + 3 + 4),
            ("\"Aé€😀\"", 1 + 2 + 3 + 4),
            (r#""""#, 0),
            ("null", 4),
            ("", 0),
        ] {
            assert_eq!(answer_size(json.as_bytes()), size, "{json}");
        }
    }

    #[test]
    fn text_that_is_no_json_is_measured_without_panic() {
        for json in ["\"", "\"\\", "\"\\u", "\"\\u12", "\\u", "{\"a", "\"\\ud8", "\u{0}"] {
            let _ = answer_size(json.as_bytes());
        }
    }

    #[test]
    fn size_at_the_limit_is_accepted_and_one_byte_more_is_told() {
        assert_eq!(size_above(5, br#"{"answer": "12345"}"#), None);
        assert_eq!(size_above(5, br#"{"answer": "123456"}"#), Some(6));
        let padded = [b"\"1\"".to_vec(), vec![b' '; 70_000]].concat();
        assert_eq!(size_above(5, &padded), Some(70_003), "padding is bounded");
    }
}
