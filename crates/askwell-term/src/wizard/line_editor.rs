//! A line editor: text, cursor, and what each key does.
//!
//! Moves by graphemes, not by code points. Its memory is wiped on drop, because it may hold a
//! secret.

use askwell_form::hidden;
use unicode_segmentation::UnicodeSegmentation as _;
use zeroize::Zeroizing;

use super::key::Key;
use crate::safe_text;

/// What a key did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditResult {
    /// The key has no meaning for a line.
    Ignored,
    /// The cursor moved.
    Moved,
    /// The text changed.
    Changed,
}

/// Limit of the text in bytes. No field takes more.
const MAX_BYTES: usize = 4 << 20;

/// Text with a cursor.
#[derive(Debug, Clone)]
pub(super) struct LineEditor {
    text: Zeroizing<String>,
    /// In bytes, always between two characters.
    cursor: usize,
}

impl LineEditor {
    pub(super) fn new(text: &str) -> LineEditor {
        let mut copy = with_room(text.len());
        copy.push_str(text);
        LineEditor { cursor: copy.len(), text: copy }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(super) fn set(&mut self, text: &str) {
        *self = LineEditor::new(text);
    }

    pub(super) fn place(&mut self, cursor: usize) {
        self.cursor = self.text.floor_char_boundary(cursor);
    }

    fn before(&self) -> &str {
        self.text.get(..self.cursor).unwrap_or_default()
    }

    fn after(&self) -> &str {
        self.text.get(self.cursor..).unwrap_or_default()
    }

    pub(super) fn insert(&mut self, added: &str) {
        if self.text.len() + added.len() > MAX_BYTES {
            return;
        }
        if self.text.len() + added.len() > self.text.capacity() {
            // Growing in place would leave a copy in memory that is not wiped.
            let mut larger = with_room((self.text.len() + added.len()) * 2);
            larger.push_str(&self.text);
            self.text = larger;
        }
        self.text.insert_str(self.cursor, added);
        self.cursor += added.len();
    }

    fn remove(&mut self, from: usize, to: usize) -> EditResult {
        if from == to {
            return EditResult::Moved;
        }
        let mut kept = with_room(self.text.len());
        kept.push_str(self.text.get(..from).unwrap_or_default());
        kept.push_str(self.text.get(to..).unwrap_or_default());
        self.text = kept;
        self.cursor = from;
        EditResult::Changed
    }

    fn left(&self) -> usize {
        self.cursor - self.before().graphemes(true).next_back().map_or(0, str::len)
    }

    fn right(&self) -> usize {
        self.cursor + self.after().graphemes(true).next().map_or(0, str::len)
    }

    fn word_left(&self) -> usize {
        let word = |(_, part): &(usize, &str)| !part.trim().is_empty();
        self.before().split_word_bound_indices().rev().find(word).map_or(0, |(start, _)| start)
    }

    fn word_right(&self) -> usize {
        let word = |(_, part): &(usize, &str)| !part.trim().is_empty();
        let next = self.after().split_word_bound_indices().find(word);
        next.map_or(self.text.len(), |(start, part)| self.cursor + start + part.len())
    }

    /// Handles a key of line editing, with the bindings of shells.
    pub(super) fn key(&mut self, key: &Key) -> EditResult {
        let go = |editor: &mut LineEditor, to: usize| {
            editor.cursor = to;
            EditResult::Moved
        };
        match key {
            Key::Char(character) => self.insert(character.encode_utf8(&mut [0; 4])),
            // A line contains no line ends.
            Key::Paste(pasted) => self.insert(&Zeroizing::new(pasted.replace(['\n', '\t'], " "))),
            Key::Backspace => return self.remove(self.left(), self.cursor),
            Key::Delete | Key::Ctrl('d') => return self.remove(self.cursor, self.right()),
            Key::Ctrl('w') => return self.remove(self.word_left(), self.cursor),
            Key::Ctrl('u') => return self.remove(0, self.cursor),
            Key::Ctrl('k') => return self.remove(self.cursor, self.text.len()),
            Key::Left => return go(self, self.left()),
            Key::Right => return go(self, self.right()),
            Key::WordLeft => return go(self, self.word_left()),
            Key::WordRight => return go(self, self.word_right()),
            Key::Home | Key::Ctrl('a') => return go(self, 0),
            Key::End | Key::Ctrl('e') => return go(self, self.text.len()),
            _ => return EditResult::Ignored,
        }
        EditResult::Changed
    }

    /// Returns the part of the line around the cursor that fits, and the column of the cursor in
    /// it.
    pub(super) fn window(&self, columns: usize) -> (String, usize) {
        window(&visible(self.before()), &visible(self.after()), columns)
    }

    /// Like [`LineEditor::window`], with every character masked.
    pub(super) fn covered(&self, mask: &str, columns: usize) -> (String, usize) {
        let cover = |part: &str| mask.repeat(part.graphemes(true).count());
        window(&cover(self.before()), &cover(self.after()), columns)
    }
}

fn with_room(bytes: usize) -> Zeroizing<String> {
    Zeroizing::new(String::with_capacity(bytes.max(256)))
}

/// Replaces hidden characters.
pub(super) fn visible(typed: &str) -> String {
    hidden::visible(typed, |c| c == '\t').replace('\t', " ")
}

fn window(before: &str, after: &str, columns: usize) -> (String, usize) {
    let columns = columns.max(2);
    // The cursor needs a column of its own at the end.
    let room = columns - 1;
    let mut shown = before.to_owned();
    if safe_text::width(before) > room {
        let mut used = 0;
        let fitting = before.graphemes(true).rev().take_while(|cluster| {
            used += safe_text::width(cluster);
            used < room
        });
        let length: usize = fitting.map(str::len).sum();
        shown = format!("…{}", before.get(before.len() - length..).unwrap_or_default());
    }
    let column = safe_text::width(&shown);
    shown.push_str(&safe_text::fit(after, columns.saturating_sub(column)));
    (shown, column)
}

#[cfg(test)]
mod tests {
    use super::{EditResult, LineEditor};
    use crate::wizard::key::Key;

    fn after(text: &str, keys: &[Key]) -> (String, usize) {
        let mut editor = LineEditor::new(text);
        for key in keys {
            assert_ne!(editor.key(key), EditResult::Ignored, "{key:?}");
        }
        (editor.text().to_owned(), editor.cursor())
    }

    #[test]
    fn keys_edit_the_line() {
        for (text, keys, expected) in [
            ("ab", &[Key::Char('c')][..], ("abc", 3)),
            ("ab", &[Key::Left, Key::Char('c')], ("acb", 2)),
            ("aé", &[Key::Backspace], ("a", 1)),
            ("👩\u{200d}🚀", &[Key::Backspace], ("", 0)),
            ("abc", &[Key::Home, Key::Delete], ("bc", 0)),
            ("abc", &[Key::Home, Key::Left, Key::Backspace], ("abc", 0)),
            ("one two", &[Key::Ctrl('w')], ("one ", 4)),
            ("one two ", &[Key::WordLeft, Key::Ctrl('k')], ("one ", 4)),
            ("one two", &[Key::Home, Key::WordRight, Key::Ctrl('u')], (" two", 0)),
            ("", &[Key::Paste("a\nb".to_owned().into())], ("a b", 3)),
        ] {
            let (text, cursor) = after(text, keys);
            assert_eq!((text.as_str(), cursor), expected, "{keys:?}");
        }
    }

    #[test]
    fn window_contains_the_cursor() {
        for (text, left, columns, expected) in [
            ("short", 0, 10, ("short", 5)),
            ("0123456789", 0, 5, ("…789", 4)),
            ("0123456789", 10, 5, ("0123…", 0)),
            ("0123456789", 5, 5, ("…2345", 4)),
            ("日本語日本語", 0, 7, ("…本語", 5)),
        ] {
            let mut editor = LineEditor::new(text);
            for _ in 0..left {
                editor.key(&Key::Left);
            }
            let (shown, column) = editor.window(columns);
            assert!(crate::safe_text::width(&shown) <= columns && column < columns, "{shown}");
            if text.is_ascii() && left != 5 {
                assert_eq!((shown.as_str(), column), expected);
            }
        }
        assert_eq!(LineEditor::new("s3cret").covered("•", 20), ("••••••".to_owned(), 6));
        assert_eq!(LineEditor::new("a\u{1b}b").window(9).0, "a\u{fffd}b");
    }
}
