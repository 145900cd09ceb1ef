//! Excerpts of a document for a diagnostic: clipped, safe for a terminal, and with secrets masked.

use std::ops::Range;

use crate::safe_text;

/// Stands for a secret.
const MASK: &str = "••••••";

/// Lines up to this length, in characters, are shown in full.
const WHOLE: usize = 120;

/// How much of a longer line is shown before, within and after the marked part.
const BEFORE: usize = 50;
const WITHIN: usize = 70;
const AFTER: usize = 30;

/// Lines to show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) lines: String,
    /// The marked bytes of `lines`.
    pub(crate) marked: Range<usize>,
}

/// Cuts out the line where `span` begins, and up to `following` more lines if the span is longer.
///
/// `masks` are the spans to hide, in the order of the text.
pub(crate) fn cut(text: &str, span: &Range<usize>, masks: &[Range<usize>], following: usize) -> Excerpt {
    let start = text.floor_char_boundary(span.start);
    let line = line_at(text, start);
    let end = text.ceil_char_boundary(span.end.clamp(start, line.end.max(start)));
    let (start, end) = widen(start..end, masks);
    let (start, end) = (start.max(line.start), end.min(line.end).max(start));

    let whole = head_end(text, line.clone(), WHOLE).1.is_empty();
    let most = |part| if whole { WHOLE } else { part };
    let (window_start, lead) = tail_start(text, line.start..start, most(BEFORE));
    let (marked_end, gap) = head_end(text, start..end, most(WITHIN));
    let (window_end, tail) =
        if gap.is_empty() { head_end(text, end..line.end, most(AFTER)) } else { (marked_end, gap) };

    let mut lines = lead.to_owned();
    copy(&mut lines, text, window_start..start, masks);
    let from = lines.len();
    copy(&mut lines, text, start..marked_end, masks);
    let to = lines.len();
    copy(&mut lines, text, marked_end.max(start)..window_end, masks);
    lines.push_str(tail);
    push_following(&mut lines, text, line.end..span.end, masks, following);
    Excerpt { lines, marked: from..to }
}

/// Returns the line around a byte without its line end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let length = text.get(at..).map_or(0, |rest| rest.find('\n').unwrap_or(rest.len()));
    let line = text.get(start..at + length).unwrap_or_default();
    start..start + line.trim_end_matches('\r').len().max(at - start)
}

/// Widens a span to whole masks.
fn widen(span: Range<usize>, masks: &[Range<usize>]) -> (usize, usize) {
    let touching = masks.iter().filter(|mask| mask.start < span.end && span.start < mask.end);
    touching.fold((span.start, span.end), |(start, end), mask| (start.min(mask.start), end.max(mask.end)))
}

/// Returns the start of the last `most` characters of a range, and an ellipsis if something is cut.
fn tail_start<'e>(text: &str, range: Range<usize>, most: usize) -> (usize, &'e str) {
    let part = text.get(range.clone()).unwrap_or_default();
    match part.char_indices().rev().nth(most) {
        Some((cut, character)) => (range.start + cut + character.len_utf8(), "…"),
        None => (range.start, ""),
    }
}

/// Returns the end of the first `most` characters of a range, and an ellipsis if something is cut.
fn head_end<'e>(text: &str, range: Range<usize>, most: usize) -> (usize, &'e str) {
    let part = text.get(range.clone()).unwrap_or_default();
    match part.char_indices().nth(most) {
        Some((cut, _)) => (range.start + cut, "…"),
        None => (range.end, ""),
    }
}

fn push_following(out: &mut String, text: &str, range: Range<usize>, masks: &[Range<usize>], most: usize) {
    let mut at = range.start;
    for _ in 0..most {
        let Some(newline) = text.get(at..range.end).and_then(|rest| rest.find('\n')) else { return };
        let line = line_at(text, at + newline + 1);
        let (end, tail) = head_end(text, line.clone(), WHOLE);
        out.push('\n');
        copy(out, text, line.start..end, masks);
        out.push_str(tail);
        at = line.end;
    }
}

/// Copies a range with masked parts replaced.
fn copy(out: &mut String, text: &str, range: Range<usize>, masks: &[Range<usize>]) {
    let mut at = range.start;
    for mask in masks.iter().filter(|mask| mask.start < range.end && range.start < mask.end) {
        out.push_str(&safe_text::source(text.get(at..mask.start).unwrap_or_default()));
        let quote =
            if text.get(mask.clone()).is_some_and(|value| value.starts_with('"')) { "\"" } else { "" };
        out.push_str(&format!("{quote}{MASK}{quote}"));
        at = mask.end.min(range.end);
    }
    out.push_str(&safe_text::source(text.get(at..range.end).unwrap_or_default()));
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::{Excerpt, cut};

    fn show(excerpt: &Excerpt) -> String {
        let Excerpt { lines, marked } = excerpt;
        format!("{}[{}]{}", &lines[..marked.start], &lines[marked.clone()], &lines[marked.end..])
    }

    #[test]
    fn excerpt_marks_the_span() {
        for (text, part, expected) in [
            ("{\"a\": 1}", "1", "{\"a\": [1]}"),
            ("{\n  \"a\": 1,\r\n  \"b\": 2\n}", "1", "  \"a\": [1],"),
            ("x {\n  one\n  two\n  three\n}", "{\n  one\n  two\n  three\n}", "x [{]\n  one\n  two"),
            ("{\"a\": \"\u{202e}é\", \"b\": 1}", "1", "{\"a\": \"\u{fffd}é\", \"b\": [1]}"),
        ] {
            let start = text.find(part).unwrap();
            assert_eq!(show(&cut(text, &(start..start + part.len()), &[], 2)), expected);
        }
    }

    #[test]
    fn any_span_is_cut_without_panic() {
        let text = "é\r\n\n{\"ü\"\n";
        for start in 0..text.len() + 3 {
            for end in 0..text.len() + 3 {
                for mask in [0..0, 0..text.len(), 2..6, 5..7] {
                    let excerpt = cut(text, &(start..end), slice::from_ref(&mask), 2);
                    assert!(excerpt.lines.get(excerpt.marked.clone()).is_some(), "{start}..{end}");
                }
            }
        }
    }

    #[test]
    fn long_lines_are_clipped() {
        let text = format!("{{{} \"x\": {} }}", "a".repeat(5000), "b".repeat(5000));
        let excerpt = cut(&text, &(5007..10007), &[], 0);
        assert!(excerpt.lines.chars().count() < 200, "{}", excerpt.lines);
        assert_eq!(&excerpt.lines[excerpt.marked.clone()], "b".repeat(70));
        assert!(excerpt.lines.starts_with('…') && excerpt.lines.ends_with('…'));
    }

    #[test]
    fn masked_spans_never_appear() {
        let text = "{\"key\": \"hunter2\", \"n\": 1, \"other\": 12345}";
        let masks = [8..17, 36..41];
        for (part, expected) in [
            ("1,", "{\"key\": \"••••••\", \"n\": [1,] \"other\": ••••••}"),
            ("hunter2", "{\"key\": [\"••••••\"], \"n\": 1, \"other\": ••••••}"),
            ("\"key\"", "{[\"key\"]: \"••••••\", \"n\": 1, \"other\": ••••••}"),
            ("ter2\", \"n\"", "{\"key\": [\"••••••\", \"n\"]: 1, \"other\": ••••••}"),
            (text, "[{\"key\": \"••••••\", \"n\": 1, \"other\": ••••••}]"),
        ] {
            let start = text.find(part).unwrap();
            assert_eq!(show(&cut(text, &(start..start + part.len()), &masks, 2)), expected);
        }
    }

    #[test]
    fn mask_cut_by_the_window_stays_masked() {
        let text = format!("{{\"key\": \"{}\", \"n\": 1}}", "s3cret".repeat(40));
        let mask = 8..8 + 242;
        let at = text.find("\"n\"").unwrap();
        for span in [at..at + 3, 1..6, 8..250, 100..101] {
            assert!(!cut(&text, &span, slice::from_ref(&mask), 2).lines.contains("s3"), "{span:?}");
        }
    }
}
