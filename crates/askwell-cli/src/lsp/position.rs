//! Positions as editors count them: lines from 0, and UTF-16 units within a line.

use std::ops::Range;

use serde_json::{Value, json};

/// A text with the starts of its lines.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Returns the bytes of the name that ends at an offset.
    pub(super) fn name_before(&self, offset: usize) -> Range<usize> {
        let before = self.text.get(..offset).unwrap_or_default();
        let name = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        name.len()..before.len()
    }

    /// Returns the position of a byte of the text.
    pub(super) fn position(&self, offset: usize) -> Value {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        json!({"line": line, "character": before.encode_utf16().count()})
    }

    /// Returns the range of some bytes of the text.
    pub(super) fn range(&self, span: &Range<usize>) -> Value {
        json!({"start": self.position(span.start), "end": self.position(span.end)})
    }

    /// Returns the byte at a position, or the end of its line if the line is shorter. `None` if `position` is none.
    pub(super) fn offset(&self, position: &Value) -> Option<usize> {
        let line = usize::try_from(position.get("line")?.as_u64()?).ok()?;
        let character = usize::try_from(position.get("character")?.as_u64()?).ok()?;
        let Some(&start) = self.starts.get(line) else { return Some(self.text.len()) };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text.get(start..end)?.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, character_here) in content.char_indices() {
            if units >= character {
                return Some(start + at);
            }
            units += character_here.len_utf16();
        }
        Some(start + content.len())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Lines;

    #[test]
    fn positions_count_utf16_units_and_all_line_ends() {
        let text = "a😀b\r\nü\rz\n";
        let lines = Lines::new(text);
        for (offset, line, character) in [(0, 0, 0), (5, 0, 3), (8, 1, 0), (10, 1, 1), (11, 2, 0), (13, 3, 0)]
        {
            let position = json!({"line": line, "character": character});
            assert_eq!(lines.position(offset), position, "{offset}");
            assert_eq!(lines.offset(&position), Some(offset), "{position}");
        }
        assert_eq!(lines.offset(&json!({"line": 0, "character": 99})), Some(6));
        assert_eq!(lines.offset(&json!({"line": 99, "character": 0})), Some(text.len()));
        assert_eq!(lines.offset(&json!({"line": -1})), None);
    }
}
