//! Makes untrusted text safe to show: no hidden characters, no more columns than there are.
//!
//! Labels, options and messages can contain characters that move the cursor, recolour the screen or
//! change the reading direction. This module replaces each of them with `�`.

use askwell_form::hidden::{REPLACEMENT, is_hidden, visible};
use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// Limit of a text in bytes. The rest is ignored.
const MAX_BYTES: usize = 16 << 10;

/// Limit of one grapheme in bytes. No script needs more combining marks.
const MAX_CLUSTER_BYTES: usize = 32;

/// Returns a text as one safe line.
pub(crate) fn line(text: &str) -> String {
    let folded = |character: char| if is_line_end(character) || character == '\t' { ' ' } else { character };
    cleaned(bounded(text).chars().map(folded))
}

/// Returns a text as safe lines.
pub(crate) fn lines(text: &str) -> Vec<String> {
    bounded(text).replace("\r\n", "\n").split(is_line_end).map(line).collect()
}

/// Replaces every hidden character but the line end, in a text of any length.
pub(crate) fn without_controls(text: &str) -> String {
    visible(text, |character| character == '\n')
}

/// Replaces every cell of a drawn screen that contains a hidden character. This is the last check
/// before the terminal.
pub(crate) fn cover_hidden(screen: &mut Buffer) {
    for cell in &mut screen.content {
        if cell.symbol().chars().any(is_hidden) {
            cell.set_symbol("\u{fffd}");
        }
    }
}

fn bounded(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or_default()
}

fn cleaned(characters: impl Iterator<Item = char>) -> String {
    let visible: String =
        characters.map(|character| if is_hidden(character) { REPLACEMENT } else { character }).collect();
    if visible.is_ascii() {
        return visible;
    }
    let bearable = |cluster: &str| cluster.len() <= MAX_CLUSTER_BYTES;
    let mark: &str = "\u{fffd}";
    visible.graphemes(true).map(|cluster| if bearable(cluster) { cluster } else { mark }).collect()
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Returns the width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Shortens a text to `columns` columns, with an ellipsis if something is cut.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if text.len() <= columns || width(text) <= columns {
        return text.to_owned();
    }
    let mut shown = take(text, columns.saturating_sub(1)).to_owned();
    if columns > 0 {
        shown.push('…');
    }
    shown
}

/// Returns the longest prefix that fits into `columns` columns.
pub(crate) fn take(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (start, cluster) in text.grapheme_indices(true) {
        used += width(cluster);
        if used > columns {
            return text.get(..start).unwrap_or_default();
        }
    }
    text
}

/// Wraps a text into lines of at most `columns` columns, between words where possible.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut wrapped = vec![String::new()];
    let mut used = 0;
    for piece in text.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        if used > 0 && used + width(word) > columns {
            wrapped.push(String::new());
            used = 0;
        }
        for cluster in piece.graphemes(true) {
            let wide = width(cluster);
            if used + wide > columns {
                // The space at the end of a full line is dropped.
                if cluster == " " {
                    continue;
                }
                wrapped.push(String::new());
                used = 0;
            }
            push(&mut wrapped, cluster);
            used += wide;
        }
    }
    wrapped.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Like [`wrap`], but at most `most` lines, with an ellipsis if something is cut.
pub(crate) fn wrap_at_most(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if most == 1 || lines.len() <= 1 {
        return vec![fit(text, columns)];
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = fit(&format!("{last} …"), columns);
        }
    }
    lines
}

/// Breaks the lines of a text for a terminal of `columns` columns, between words.
///
/// Continuation lines are indented, so that they cannot pass for lines of their own. A longer word,
/// such as a URL, stays whole.
pub(crate) fn break_lines(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        if width(line.trim_end_matches('\n')) <= columns {
            out.push_str(line);
            continue;
        }
        let indent = line.len() - line.trim_start_matches(' ').len() + 2;
        let mut used = 0;
        for word in line.split_inclusive(' ') {
            let wide = width(word.trim_end_matches([' ', '\n']));
            if used > 0 && used + wide > columns && out.ends_with(' ') {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                used = indent;
            }
            out.push_str(word);
            used += width(word.trim_end_matches('\n'));
        }
    }
    out
}

fn push(lines: &mut [String], part: &str) {
    if let Some(last) = lines.last_mut() {
        last.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::{break_lines, fit, line, lines, take, width, wrap, wrap_at_most};

    #[test]
    fn hidden_characters_are_replaced() {
        let hidden = [
            '\0',
            '\u{7}',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{61c}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{e0000}',
            '\u{e007f}',
        ];
        for hidden in hidden {
            assert_eq!(line(&format!("a{hidden}b")), "a\u{fffd}b", "{hidden:?}");
            assert_eq!(lines(&format!("a{hidden}b")), ["a\u{fffd}b"], "{hidden:?}");
        }
        assert_eq!(line("two\r\nlines\tand a tab\u{2028}end"), "two  lines and a tab end");
        assert_eq!(lines("one\r\ntwo\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn visible_text_is_unchanged() {
        for text in ["", "plain", "naïve “quotes” – 日本語 עברית 👍🏽 e\u{301}"] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn text_beyond_the_limit_is_cut() {
        assert!(line(&"x".repeat(1 << 20)).len() <= 16 << 10);
        let tower = format!("a{}b", "\u{301}".repeat(1000));
        assert_eq!(line(&tower), "\u{fffd}b");
    }

    #[test]
    fn break_lines_breaks_between_words_only() {
        for (text, expected) in [
            ("short\n", "short\n"),
            ("one two three four\n", "one two\n  three\n  four\n"),
            ("  1. one two three\nx\n", "  1. one\n    two\n    three\nx\n"),
            ("see https://example.com/long\n", "see\n  https://example.com/long\n"),
            ("Answer: ", "Answer: "),
        ] {
            assert_eq!(break_lines(text, 10), expected, "{text:?}");
        }
        assert_eq!(wrap_at_most("one two three four", 9, 2), ["one two", "three …"]);
        assert_eq!(wrap_at_most("one two three four", 9, 1), ["one two …"]);
        assert_eq!(wrap_at_most("one", 9, 3), ["one"]);
    }

    #[test]
    fn fit_shortens_with_an_ellipsis() {
        for (text, columns, expected) in [
            ("short", 10, "short"),
            ("exactly", 7, "exactly"),
            ("too long", 5, "too …"),
            ("日本語", 6, "日本語"),
            ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"),
            ("x", 0, ""),
        ] {
            assert_eq!(fit(text, columns), expected);
            assert!(width(&fit(text, columns)) <= columns);
        }
        assert_eq!(take("日本語", 5), "日本");
    }

    #[test]
    fn wrap_breaks_between_words() {
        for (text, columns, expected) in [
            ("", 5, vec![""]),
            ("one two three", 8, vec!["one two", "three"]),
            ("unbreakable", 4, vec!["unbr", "eaka", "ble"]),
            ("a unbreakable", 4, vec!["a", "unbr", "eaka", "ble"]),
            ("日本語日本語", 5, vec!["日本", "語日", "本語"]),
            ("x y", 1, vec!["x", "y"]),
        ] {
            assert_eq!(wrap(text, columns), expected, "{text} in {columns}");
        }
    }
}
