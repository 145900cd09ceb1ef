//! Measures an answer by its values, without the syntax of JSON.

/// Bytes that JSON may add around an answer of any size: field names, brackets, white space.
const SURROUNDINGS: usize = 64 << 10;

/// The longest way to write one byte in JSON is an escape of six.
const LONGEST_ESCAPE: usize = 6;

/// Returns the size of an answer if it is above the limit. Text too long to hold an answer within the limit
/// is not parsed.
pub(crate) fn size_above(limit: usize, json: &[u8]) -> Option<usize> {
    // Values are never longer than what writes them.
    if json.len() <= limit {
        return None;
    }
    let most_text = limit.saturating_mul(LONGEST_ESCAPE).saturating_add(SURROUNDINGS);
    let size = if json.len() > most_text { json.len() } else { answer_size(json) };
    (size > limit).then_some(size)
}

/// Returns the bytes of all values in a JSON text: strings without quotes and escapes, numbers, booleans and
/// nulls as written. Names, brackets, separators and white space do not count.
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

/// Returns the size of the string that starts at `start`, and the position behind its closing quote.
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

/// Returns the UTF-8 length of a `\u` escape, given its four digits. Each half of a surrogate pair counts two
/// bytes.
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
    fn answer_size_counts_values_without_json_syntax() {
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
    fn answer_size_of_invalid_json_does_not_panic() {
        for json in ["\"", "\"\\", "\"\\u", "\"\\u12", "\\u", "{\"a", "\"\\ud8", "\u{0}"] {
            let _ = answer_size(json.as_bytes());
        }
    }

    #[test]
    fn size_above_the_limit_is_returned() {
        assert_eq!(size_above(5, br#"{"answer": "12345"}"#), None);
        assert_eq!(size_above(5, br#"{"answer": "123456"}"#), Some(6));
        let padded = [b"\"1\"".to_vec(), vec![b' '; 70_000]].concat();
        assert_eq!(size_above(5, &padded), Some(70_003), "padding is bounded");
    }
}
