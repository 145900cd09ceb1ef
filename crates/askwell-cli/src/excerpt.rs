//! The line of a document that a report points at: clipped where it is long, made fit for a terminal, and with
//! every secret covered.

use std::ops::Range;

use crate::shown;

/// What stands in the place of a secret.
const MASK: &str = "••••••";

/// A line up to this length is shown in full. All lengths are in characters.
const WHOLE: usize = 120;

/// How much of a longer line is shown before, within and after what is pointed at.
const BEFORE: usize = 50;
const WITHIN: usize = 70;
const AFTER: usize = 30;

/// A few lines to show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) lines: String,
    /// The bytes of `lines` to point at.
    pub(crate) marked: Range<usize>,
}

/// Cuts out the line where `span` begins. If the span goes on beyond it, up to `following` lines more are shown.
///
/// `masks` are the spans that must not be seen, in the order of the text.
pub(crate) fn cut(text: &str, span: &Range<usize>, masks: &[Range<usize>], following: usize) -> Excerpt {
    let start = text.floor_char_boundary(span.start);
    let line = line_at(text, start);
    let end = text.ceil_char_boundary(span.end.clamp(start, line.end.max(start)));
    let (start, end) = widen(start..end, masks);
    let (start, end) = (start.max(line.start), end.min(line.end).max(start));

    let whole = forth(text, line.clone(), WHOLE).1.is_empty();
    let most = |part| if whole { WHOLE } else { part };
    let (window_start, lead) = back(text, line.start..start, most(BEFORE));
    let (marked_end, gap) = forth(text, start..end, most(WITHIN));
    let (window_end, tail) =
        if gap.is_empty() { forth(text, end..line.end, most(AFTER)) } else { (marked_end, gap) };

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

/// The line around a byte, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let length = text.get(at..).map_or(0, |rest| rest.find('\n').unwrap_or(rest.len()));
    let line = text.get(start..at + length).unwrap_or_default();
    start..start + line.trim_end_matches('\r').len().max(at - start)
}

/// A mask that is only half inside is taken in whole.
fn widen(span: Range<usize>, masks: &[Range<usize>]) -> (usize, usize) {
    let touching = masks.iter().filter(|mask| mask.start < span.end && span.start < mask.end);
    touching.fold((span.start, span.end), |(start, end), mask| (start.min(mask.start), end.max(mask.end)))
}

/// The last characters of a range, and what to say about the rest.
fn back<'e>(text: &str, range: Range<usize>, most: usize) -> (usize, &'e str) {
    let part = text.get(range.clone()).unwrap_or_default();
    match part.char_indices().rev().nth(most) {
        Some((cut, character)) => (range.start + cut + character.len_utf8(), "…"),
        None => (range.start, ""),
    }
}

/// The first characters of a range, and what to say about the rest.
fn forth<'e>(text: &str, range: Range<usize>, most: usize) -> (usize, &'e str) {
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
        let (end, tail) = forth(text, line.clone(), WHOLE);
        out.push('\n');
        copy(out, text, line.start..end, masks);
        out.push_str(tail);
        at = line.end;
    }
}

/// Copies a range, with what the masks cover replaced.
fn copy(out: &mut String, text: &str, range: Range<usize>, masks: &[Range<usize>]) {
    let mut at = range.start;
    for mask in masks.iter().filter(|mask| mask.start < range.end && range.start < mask.end) {
        out.push_str(&shown::source(text.get(at..mask.start).unwrap_or_default()));
        let quote =
            if text.get(mask.clone()).is_some_and(|value| value.starts_with('"')) { "\"" } else { "" };
        out.push_str(&format!("{quote}{MASK}{quote}"));
        at = mask.end.min(range.end);
    }
    out.push_str(&shown::source(text.get(at..range.end).unwrap_or_default()));
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
    fn points_at_what_is_meant() {
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
    fn any_span_is_survived() {
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
    fn secrets_are_covered_wherever_they_stand() {
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
    fn a_secret_that_is_cut_by_the_window_stays_covered() {
        let text = format!("{{\"key\": \"{}\", \"n\": 1}}", "s3cret".repeat(40));
        let mask = 8..8 + 242;
        let at = text.find("\"n\"").unwrap();
        for span in [at..at + 3, 1..6, 8..250, 100..101] {
            assert!(!cut(&text, &span, slice::from_ref(&mask), 2).lines.contains("s3"), "{span:?}");
        }
    }
}
