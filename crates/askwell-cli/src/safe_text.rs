//! Makes untrusted text safe for a terminal.
//!
//! Labels, values and file names can contain characters that move the cursor, recolour the screen
//! or change the reading direction. In reports they become `�`, in JSON they become escapes, which
//! mean the same to a reader.

use std::fmt::Write as _;

use askwell_form::hidden::{is_hidden, visible};

/// Returns text for use within a sentence: one line, no hidden characters.
pub(crate) fn line(text: &str) -> String {
    visible(text, is_layout).replace(is_layout, " ")
}

/// Returns a line of a file, character by character, so that columns stay right.
pub(crate) fn source(text: &str) -> String {
    visible(text, |character| character == '\t')
}

/// Returns lines of text: keeps line ends and tabs, replaces other control and hidden characters.
pub(crate) fn lines(text: &str) -> String {
    visible(&text.replace("\r\n", "\n"), |character| matches!(character, '\n' | '\t'))
}

/// Returns a message that may have several lines. All but the first are indented, so that none can
/// imitate a message of its own.
pub(crate) fn paragraph(text: &str) -> String {
    lines(text).trim_end_matches('\n').replace('\n', "\n  ")
}

/// Returns equivalent JSON text without hidden characters.
pub(crate) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character != '\n' && is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    out
}

fn is_layout(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\t')
}

#[cfg(test)]
mod tests {
    use super::{json, line, lines, paragraph, source};

    #[test]
    fn hidden_characters_are_replaced() {
        let hidden =
            ['\0', '\u{1b}', '\u{7f}', '\u{9b}', '\u{61c}', '\u{200b}', '\u{200f}', '\u{202e}', '\u{2060}'];
        for hidden in hidden.into_iter().chain(['\u{2028}', '\u{2066}', '\u{feff}', '\u{e0000}', '\u{e007f}'])
        {
            let text = format!("a{hidden}b");
            assert_eq!(line(&text), "a\u{fffd}b", "{hidden:?}");
            assert_eq!(source(&text), "a\u{fffd}b", "{hidden:?}");
            assert_eq!(lines(&text), "a\u{fffd}b", "{hidden:?}");
            let quoted = format!("\"{}\"", json(&text));
            assert!(!quoted.contains(hidden));
            assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
        }
    }

    #[test]
    fn visible_text_is_unchanged() {
        for text in ["", "plain", "naïve “quotes” – 日本語 עברית 👍🏽"] {
            assert_eq!((line(text), source(text), json(text)), (text.into(), text.into(), text.into()));
        }
        assert_eq!(line("two\nlines\tand a tab"), "two lines and a tab");
        assert_eq!(source("\ta\rb"), "\ta\u{fffd}b");
        assert_eq!(lines("a\r\nb\rc\td"), "a\nb\u{fffd}c\td");
        assert_eq!(paragraph("no\nerror: forged\n"), "no\n  error: forged");
        assert_eq!(json("{\n  \"a\": 1\n}\n"), "{\n  \"a\": 1\n}\n");
    }
}
