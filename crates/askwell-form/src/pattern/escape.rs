//! Parses escapes.
//!
//! Rejects letters and digits without a meaning in ECMA-262: they are errors under the `u` flag, so
//! that a mistake such as `\z` is reported. Accepts all escaped ASCII punctuation, a little more
//! than the standard, because many authors write `\-` or `\@`, which has only one meaning.

use super::PatternError;
use super::property::{self, Lookup};
use super::scan::{EscapeContext, Escaped, PatternScanner, Set, Sign};

const LEADING_SURROGATES: std::ops::Range<u32> = 0xd800..0xdc00;
const TRAILING_SURROGATES: std::ops::Range<u32> = 0xdc00..0xe000;

impl<'a> PatternScanner<'a> {
    /// Reads what follows the backslash at `at`.
    pub(super) fn escape(&mut self, at: usize, place: EscapeContext) -> Result<Escaped<'a>, PatternError> {
        let Some(letter) = self.rest.next() else {
            return Err(self.syntax(at, "nothing follows the backslash; a literal one is written \\\\"));
        };
        let character = match letter {
            'd' => return Ok(Escaped::Set(Set::Digit(Sign::Within))),
            'D' => return Ok(Escaped::Set(Set::Digit(Sign::Outside))),
            'w' => return Ok(Escaped::Set(Set::Word(Sign::Within))),
            'W' => return Ok(Escaped::Set(Set::Word(Sign::Outside))),
            's' => return Ok(Escaped::Set(Set::Space(Sign::Within))),
            'S' => return Ok(Escaped::Set(Set::Space(Sign::Outside))),
            'p' => return self.property(at, Sign::Within),
            'P' => return self.property(at, Sign::Outside),
            'b' if place == EscapeContext::Class => '\u{8}',
            'b' => return Ok(Escaped::WordEdge),
            'B' => return Ok(Escaped::NotWordEdge),
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'c' => self.control(at)?,
            'x' => self.two_digits(at)?,
            'u' => self.code_point(at)?,
            '0' if !matches!(self.peek(), Some('0'..='9')) => '\0',
            '0' => {
                return Err(
                    self.syntax(at, "octal escapes are not part of the syntax; write \\x and two digits")
                );
            }
            '1'..='9' | 'k' if place == EscapeContext::Class => {
                return Err(self.syntax(at, "a back-reference has no meaning inside a class"));
            }
            '1'..='9' | 'k' => return Err(self.unsupported(at, "back-reference")),
            mark if mark.is_ascii_punctuation() => mark,
            other => return Err(self.syntax(at, format!("\\{other} has no meaning"))),
        };
        Ok(Escaped::Char(character))
    }

    /// What follows `\c`: a letter, of which the low five bits count.
    fn control(&mut self, at: usize) -> Result<char, PatternError> {
        match self.rest.next().and_then(|c| u8::try_from(c).ok()) {
            Some(letter) if letter.is_ascii_alphabetic() => Ok(char::from(letter & 0x1f)),
            _ => Err(self.syntax(at, "\\c is followed by a letter from A to Z")),
        }
    }

    /// What follows `\x`.
    fn two_digits(&mut self, at: usize) -> Result<char, PatternError> {
        match self.hexadecimal(2).and_then(char::from_u32) {
            Some(character) => Ok(character),
            None => Err(self.syntax(at, "\\x is followed by two hexadecimal digits")),
        }
    }

    /// What follows `\u`: four digits, of which two surrogates in a row make one character, or any number in
    /// braces.
    fn code_point(&mut self, at: usize) -> Result<char, PatternError> {
        let value = if self.eat('{') { self.braced() } else { self.joined() };
        match value {
            Some(value) => match char::from_u32(value) {
                Some(character) => Ok(character),
                None if value > u32::from(char::MAX) => {
                    Err(self.syntax(at, "there is no such Unicode character"))
                }
                // Text here is always well-formed Unicode: half a character could never be found in it.
                None => Err(self.unsupported(at, "a lone surrogate")),
            },
            None => Err(self.syntax(at, "\\u is followed by four hexadecimal digits, or by some in braces")),
        }
    }

    fn braced(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
            self.rest.next();
            value = Some(value.unwrap_or(0_u32).saturating_mul(16).saturating_add(digit));
        }
        if self.eat('}') { value } else { None }
    }

    fn joined(&mut self) -> Option<u32> {
        let lead = self.hexadecimal(4)?;
        if !LEADING_SURROGATES.contains(&lead) {
            return Some(lead);
        }
        let after_lead = self.rest.clone();
        if self.eat('\\')
            && self.eat('u')
            && let Some(trail) = self.hexadecimal(4)
            && TRAILING_SURROGATES.contains(&trail)
        {
            return Some(
                0x1_0000 + ((lead - LEADING_SURROGATES.start) << 10) + (trail - TRAILING_SURROGATES.start),
            );
        }
        self.rest = after_lead;
        Some(lead)
    }

    /// Exactly so many hexadecimal digits.
    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..digits {
            value = value * 16 + self.rest.next()?.to_digit(16)?;
        }
        Some(value)
    }

    /// What follows `\p` or `\P`.
    fn property(&mut self, at: usize, sign: Sign) -> Result<Escaped<'a>, PatternError> {
        let braced = self.rest.as_str().strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((text, rest)) = braced else {
            return Err(self.syntax(at, "a Unicode property is written \\p{L} or \\p{Script=Greek}"));
        };
        self.rest = rest.chars();
        self.spend_property()?;
        match property::look_up(text) {
            Lookup::Known(property) => Ok(Escaped::Set(Set::Property(sign, property))),
            Lookup::BeyondEngine => Err(self.unsupported(at, "this Unicode property")),
            Lookup::Unknown => Err(self.syntax(at, "there is no Unicode property of this name")),
        }
    }
}
