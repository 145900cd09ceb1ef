//! Properties of a text: its length in code points, and hidden characters.

use crate::hidden::is_hidden_in_text;

/// Returns the length that JSON Schema means: code points, not bytes.
#[inline]
pub(crate) fn code_points(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Returns whether the text is made of visible ASCII characters and spaces only, as most are: then
/// it hides nothing, and its bytes are its code points.
#[inline]
pub(crate) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(end) = bytes.last_chunk() else {
        return bytes.iter().all(|byte| matches!(byte, 0x20..=0x7E));
    };
    // The end may overlap the last word before it: looking twice is quicker than byte by byte.
    let (words, _) = bytes.as_chunks();
    words.iter().fold(foreign(end), |so_far, word| so_far | foreign(word)) == 0
}

/// Not zero if one of eight bytes is not visible ASCII. Each test marks the highest bit of a byte: below a space the
/// difference is negative, DEL becomes 0x80 by adding one, and beyond ASCII the bit is there already. A borrow or a
/// carry into the next byte only follows such a mark.
#[inline]
fn foreign(word: &[u8; 8]) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(*word);
    (word.wrapping_sub(EACH * 0x20) | word.wrapping_add(EACH) | word) & (EACH * 0x80)
}

/// Returns whether two short texts are the same. A call to compare memory takes longer than
/// comparing a word or two, which is all that most names and options come to.
#[inline]
pub(crate) fn same(this: &str, that: &str) -> bool {
    let (this, that) = (this.as_bytes(), that.as_bytes());
    match this.len() {
        length if length != that.len() => false,
        4..8 => this.first_chunk::<4>() == that.first_chunk() && this.last_chunk::<4>() == that.last_chunk(),
        // The two words overlap or meet, so nothing between them is left out.
        8..=16 => {
            this.first_chunk::<8>() == that.first_chunk() && this.last_chunk::<8>() == that.last_chunk()
        }
        _ => this == that,
    }
}

/// Returns the first character that no honest text holds, by [`is_hidden_in_text`].
#[inline]
pub(crate) fn hidden_character(text: &str) -> Option<char> {
    if is_plain(text) { None } else { text.chars().find(|&character| is_hidden_in_text(character)) }
}

/// At most `limit` code points of `text`, with an ellipsis where it was cut.
pub(crate) fn excerpt(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::{code_points, excerpt, hidden_character, is_plain, same};

    #[test]
    fn same_equals_string_equality() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for length in 0..text.len() {
            let this = &text[..length];
            assert!(same(this, this));
            assert!(!same(this, &text[..=length]));
            for place in 0..length {
                let mut other = this.to_owned();
                other.replace_range(place..=place, "-");
                assert!(!same(this, &other), "{other}");
            }
        }
    }

    #[test]
    fn plain_texts_are_visible_ascii() {
        for length in 0..70 {
            let text = " ~".repeat(length);
            assert!(is_plain(&text));
            for place in 0..=text.len() {
                for other in ["\t", "\u{7f}", "é"] {
                    let mut text = text.clone();
                    text.insert_str(place, other);
                    assert!(!is_plain(&text), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn lengths_count_code_points() {
        for (text, length) in [("", 0), ("abc", 3), ("é", 1), ("👍🏽", 2), ("日本", 2)] {
            assert_eq!(code_points(text), length, "{text}");
        }
    }

    #[test]
    fn hidden_character_is_found() {
        for text in ["", "plain", "two\nlines\r\n\ttab", "עברית", "naïve 👍\u{200d}🏽"] {
            assert_eq!(hidden_character(text), None, "{text:?}");
        }
        for hidden in ['\0', '\u{1b}', '\u{7f}', '\u{85}', '\u{202e}', '\u{2066}'] {
            assert_eq!(hidden_character(&format!("a{hidden}b")), Some(hidden));
        }
    }

    #[test]
    fn excerpt_is_cut_between_characters() {
        assert_eq!(excerpt("héllo", 10), "héllo");
        assert_eq!(excerpt("héllo", 2), "hé…");
    }
}
