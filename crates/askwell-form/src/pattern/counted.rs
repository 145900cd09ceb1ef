//! A fast path for one set with a count, anchored at both ends, such as `^[\p{L} '-]{1,80}$` or
//! `^.{1,500}$`, which authors use to limit the length of a text.
//!
//! The engine expands a count into as many copies of the set, and a set of letters alone takes tens
//! of kilobytes. Here the set is stored once and the characters are counted.

use regex::Regex;

use super::PatternError;
use super::scan::{PatternScanner, Repeat, Token};
use super::translate::push_token;

/// A set, and how many characters of it make up a text.
#[derive(Debug)]
pub(super) struct CountedSet {
    only_members: Regex,
    min: usize,
    max: usize,
}

impl CountedSet {
    /// Reads a source; `None` if it has another shape. As with the fast path, a `Some` means that the scanner
    /// approved of all of it.
    pub(super) fn read(source: &str) -> Result<Option<CountedSet>, PatternError> {
        if !source.starts_with('^') || !(source.ends_with("}$") || source.ends_with("}?$")) {
            return Ok(None);
        }
        let mut scanner = PatternScanner::new(source);
        let mut translated = String::with_capacity(2 * source.len());
        let Some(Token::Start) = scanner.next_token()? else { return Ok(None) };
        translated.push('^');
        match scanner.next_token()? {
            Some(set @ (Token::Any | Token::Char(_) | Token::Set(_) | Token::OpenClass(_))) => {
                push_token(&mut translated, &mut scanner, set)?;
            }
            _ => return Ok(None),
        }
        translated.push_str("*$");
        let Some(Token::Repeat(Repeat { min, max })) = scanner.next_token()? else { return Ok(None) };
        let (Some(Token::End), None) = (scanner.next_token()?, scanner.next_token()?) else {
            return Ok(None);
        };
        let only_members = super::build(&translated)?;
        let max = max.map_or(usize::MAX, |max| max as usize);
        Ok(Some(CountedSet { only_members, min: min as usize, max }))
    }

    /// Returns whether the text consists of so many members of the set.
    pub(super) fn is_match(&self, text: &str) -> bool {
        // One more than allowed is enough to know: a long text is not counted to its end.
        let length = text.chars().take(self.max.saturating_add(1)).count();
        (self.min..=self.max).contains(&length) && self.only_members.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::CountedSet;

    #[test]
    fn only_a_single_counted_set_is_matched_directly() {
        for (source, expected) in [
            (r"^[\p{L} '-]{1,80}$", true),
            (r"^\p{L}{64}$", true),
            ("^.{1,500}$", true),
            (r"^\S{3,}$", true),
            ("^[^<>]{0,10}?$", true),
            ("^é{2}$", true),
            ("^[]{2}$", true),
            ("^.+$", false),
            ("^.{2}", false),
            (".{2}$", false),
            (r"^.{2\}$", false),
            (r"^.\{2}\$", false),
            ("^a.{2}$", false),
            ("^.{2}.{2}$", false),
            ("^(?:.){2}$", false),
            ("^.|.{2}$", false),
        ] {
            // Some of these are not well formed; that is an answer too.
            let taken = CountedSet::read(source).is_ok_and(|read| read.is_some());
            assert_eq!(taken, expected, "{source}");
        }
    }

    #[test]
    fn lengths_count_characters() {
        let letters = CountedSet::read(r"^[\p{L} '-]{2,4}$").unwrap().unwrap();
        for (text, expected) in [
            ("", false),
            ("é", false),
            ("éé", true),
            ("Ñandú", false),
            ("日本 語", true),
            ("日本語語語", false),
            ("ab1", false),
            ("a\n", false),
        ] {
            assert_eq!(letters.is_match(text), expected, "{text}");
        }
    }
}
