//! The syntax of patterns as a stream of tokens: the one place that decides whether a source is
//! well formed.
//!
//! The translation and the fast path both read this stream to its end before they accept a source,
//! so neither can accept what the other would reject. It builds no tree and does not recurse.

use std::str::Chars;

use super::PatternError;
use super::property::Property;

/// How deep groups may be nested.
pub(super) const MAX_DEPTH: u32 = 24;

/// The largest count in `{…}`.
const MAX_COUNT: u32 = 10_000;

/// How many sets (`.`, `\d`, `[…]` and the like) a pattern may hold, and how many Unicode properties. The
/// engine looks at its own size limit only after it has parsed all sets, at one to three microseconds each
/// and up to ten for a property in brackets: a source full of them would take long to refuse.
const MAX_SETS: u32 = 256;
const MAX_PROPERTIES: u32 = 16;

/// One step of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    WordEdge,
    /// `\B`
    NotWordEdge,
    /// `.`
    Any,
    /// A character that stands for itself, or an escape that names one.
    Char(char),
    /// An escape that names a set, inside or outside brackets.
    Set(Set<'a>),
    /// `[` or `[^`; what follows up to [`Token::CloseClass`] is `Range` and `Set` only.
    OpenClass(Sign),
    /// A range in brackets; a single character is a range of one.
    Range(char, char),
    /// `]`
    CloseClass,
    /// `(`, `(?:` or `(?<name>`: treated alike, because captures are not used.
    OpenGroup,
    /// `)`
    CloseGroup,
    /// `|`
    Or,
    /// `*`, `+`, `?` or `{…}` with or without a lazy `?`, which can't change whether there is a match.
    Repeat(Repeat),
}

/// Whether a set is meant or everything outside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Within,
    Outside,
}

/// A set of characters that has an escape of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Set<'a> {
    Digit(Sign),
    Word(Sign),
    Space(Sign),
    Property(Sign, Property<'a>),
}

/// How often the step before may occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) min: u32,
    /// `None` for no limit.
    pub(super) max: Option<u32>,
}

/// Reads a source token by token.
pub(super) struct PatternScanner<'a> {
    source: &'a str,
    pub(super) rest: Chars<'a>,
    /// Where the class that is being read begins, as a byte offset.
    class: Option<usize>,
    /// Where each open group begins, as byte offsets.
    groups: Vec<usize>,
    names: Vec<&'a str>,
    sets: u32,
    properties: u32,
    /// Whether the last token is something a quantifier may follow.
    repeatable: bool,
}

/// What an escape means.
#[derive(Debug, Clone, Copy)]
pub(super) enum Escaped<'a> {
    Char(char),
    Set(Set<'a>),
    WordEdge,
    NotWordEdge,
}

/// Where an escape stands: a few mean something else in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EscapeContext {
    Sequence,
    Class,
}

impl<'a> PatternScanner<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let (groups, names) = (Vec::new(), Vec::new());
        PatternScanner {
            source,
            rest: source.chars(),
            class: None,
            groups,
            names,
            sets: 0,
            properties: 0,
            repeatable: false,
        }
    }

    /// Returns the next token; `None` at the end of a well-formed source.
    pub(super) fn next_token(&mut self) -> Result<Option<Token<'a>>, PatternError> {
        let at = self.offset();
        let token = match self.class {
            Some(opened) => self.class_token(opened, at)?,
            None => match self.rest.next() {
                Some(first) => self.sequence_token(first, at)?,
                None => match self.groups.last() {
                    Some(&opened) => return Err(self.syntax(opened, "this group is never closed")),
                    None => return Ok(None),
                },
            },
        };
        if matches!(token, Token::Any | Token::Set(_) | Token::OpenClass(_)) {
            self.sets += 1;
            if self.sets > MAX_SETS {
                return Err(PatternError::TooLarge { what: "the number of sets", limit: MAX_SETS as usize });
            }
        }
        self.repeatable = matches!(
            token,
            Token::Any | Token::Char(_) | Token::Set(_) | Token::CloseClass | Token::CloseGroup
        );
        Ok(Some(token))
    }

    fn sequence_token(&mut self, first: char, at: usize) -> Result<Token<'a>, PatternError> {
        Ok(match first {
            '^' => Token::Start,
            '$' => Token::End,
            '.' => Token::Any,
            '|' => Token::Or,
            '[' => {
                self.class = Some(at);
                Token::OpenClass(if self.eat('^') { Sign::Outside } else { Sign::Within })
            }
            '(' => self.open_group(at)?,
            ')' => match self.groups.pop() {
                Some(_) => Token::CloseGroup,
                None => return Err(self.syntax(at, "there is no group to close; a literal ) is written \\)")),
            },
            '*' => self.repeat(at, Repeat { min: 0, max: None })?,
            '+' => self.repeat(at, Repeat { min: 1, max: None })?,
            '?' => self.repeat(at, Repeat { min: 0, max: Some(1) })?,
            '{' => {
                let counts = self.counts(at)?;
                self.repeat(at, counts)?
            }
            '}' => return Err(self.syntax(at, "a literal } is written \\}")),
            ']' => return Err(self.syntax(at, "there is no class to close; a literal ] is written \\]")),
            '\\' => match self.escape(at, EscapeContext::Sequence)? {
                Escaped::Char(c) => Token::Char(c),
                Escaped::Set(set) => Token::Set(set),
                Escaped::WordEdge => Token::WordEdge,
                Escaped::NotWordEdge => Token::NotWordEdge,
            },
            literal => Token::Char(literal),
        })
    }

    /// Returns a `]`, a set, or a range, which may be a single character.
    fn class_token(&mut self, opened: usize, at: usize) -> Result<Token<'a>, PatternError> {
        if self.eat(']') {
            self.class = None;
            return Ok(Token::CloseClass);
        }
        let low = self.class_atom(opened)?;
        let mut ahead = self.rest.clone();
        let is_range = ahead.next() == Some('-') && !matches!(ahead.next(), None | Some(']'));
        if !is_range {
            return Ok(match low {
                Escaped::Set(set) => Token::Set(set),
                Escaped::Char(c) => Token::Range(c, c),
                Escaped::WordEdge | Escaped::NotWordEdge => return Err(self.no_edge_in_class(at)),
            });
        }
        self.rest.next();
        match (low, self.class_atom(opened)?) {
            (Escaped::Char(low), Escaped::Char(high)) if low <= high => Ok(Token::Range(low, high)),
            (Escaped::Char(_), Escaped::Char(_)) => Err(self.syntax(at, "this range is out of order")),
            (Escaped::WordEdge | Escaped::NotWordEdge, _) | (_, Escaped::WordEdge | Escaped::NotWordEdge) => {
                Err(self.no_edge_in_class(at))
            }
            (Escaped::Set(_), _) | (_, Escaped::Set(_)) => {
                Err(self.syntax(at, "a set can't be the end of a range; a literal - is written \\-"))
            }
        }
    }

    fn class_atom(&mut self, opened: usize) -> Result<Escaped<'a>, PatternError> {
        let at = self.offset();
        match self.rest.next() {
            None => Err(self.syntax(opened, "this class is never closed")),
            Some('\\') => self.escape(at, EscapeContext::Class),
            Some(literal) => Ok(Escaped::Char(literal)),
        }
    }

    /// What follows `(`.
    fn open_group(&mut self, at: usize) -> Result<Token<'a>, PatternError> {
        if self.eat('?') {
            match self.rest.next() {
                Some(':') => {}
                Some('=' | '!') => return Err(self.unsupported(at, "look-ahead")),
                Some('<') if matches!(self.peek(), Some('=' | '!')) => {
                    return Err(self.unsupported(at, "look-behind"));
                }
                Some('<') => self.group_name(at)?,
                Some('P') => return Err(self.syntax(at, "a named group is written (?<name>…)")),
                Some('a'..='z' | '-') => return Err(self.unsupported(at, "inline flags")),
                _ => return Err(self.syntax(at, "no group begins like this; a literal ( is written \\(")),
            }
        }
        if self.groups.len() >= MAX_DEPTH as usize {
            return Err(PatternError::TooLarge { what: "the depth of groups", limit: MAX_DEPTH as usize });
        }
        self.groups.push(at);
        Ok(Token::OpenGroup)
    }

    /// Reads `name>`. Letters by Unicode's `Alphabetic` come close enough to ECMA-262's identifiers,
    /// because patterns cannot refer to names here.
    fn group_name(&mut self, at: usize) -> Result<(), PatternError> {
        let Some((name, rest)) = self.rest.as_str().split_once('>') else {
            return Err(self.syntax(at, "the name of this group never ends; it is written (?<name>…)"));
        };
        if name.contains('\\') {
            return Err(self.unsupported(at, "an escape in the name of a group"));
        }
        let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
        let is_part = |c: char| is_start(c) || c.is_alphanumeric() || matches!(c, '\u{200c}' | '\u{200d}');
        if !name.starts_with(is_start) || !name.chars().all(is_part) {
            return Err(self.syntax(at, "the name of a group consists of letters, digits, _ and $"));
        }
        if self.names.contains(&name) {
            return Err(self.syntax(at, "an earlier group has the same name"));
        }
        self.names.push(name);
        self.rest = rest.chars();
        Ok(())
    }

    fn repeat(&mut self, at: usize, repeat: Repeat) -> Result<Token<'a>, PatternError> {
        if !self.repeatable {
            return Err(self.syntax(at, "there is nothing to repeat here"));
        }
        self.eat('?');
        Ok(Token::Repeat(repeat))
    }

    /// What follows `{`.
    fn counts(&mut self, at: usize) -> Result<Repeat, PatternError> {
        let no_count = "a literal { is written \\{; a count looks like {2}, {2,} or {2,5}";
        let Some(min) = self.count() else { return Err(self.syntax(at, no_count)) };
        let max = if self.eat(',') { self.count() } else { Some(min) };
        if !self.eat('}') {
            return Err(self.syntax(at, no_count));
        }
        if min.max(max.unwrap_or(0)) > MAX_COUNT {
            return Err(PatternError::TooLarge { what: "a repeat count", limit: MAX_COUNT as usize });
        }
        if max.is_some_and(|max| max < min) {
            return Err(self.syntax(at, "the counts are out of order"));
        }
        Ok(Repeat { min, max })
    }

    /// Returns a decimal number; those beyond `u32` become its largest value, which is far above
    /// any limit.
    fn count(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            value = Some(value.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
        }
        value
    }

    /// Counts one more named property.
    pub(super) fn spend_property(&mut self) -> Result<(), PatternError> {
        self.properties += 1;
        if self.properties > MAX_PROPERTIES {
            let limit = MAX_PROPERTIES as usize;
            return Err(PatternError::TooLarge { what: "the number of Unicode properties", limit });
        }
        Ok(())
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest.next();
        }
        found
    }

    fn offset(&self) -> usize {
        self.source.len() - self.rest.as_str().len()
    }

    pub(super) fn syntax(&self, at: usize, reason: impl Into<String>) -> PatternError {
        PatternError::Syntax { at: self.characters_before(at), reason: reason.into() }
    }

    pub(super) fn unsupported(&self, at: usize, what: &'static str) -> PatternError {
        PatternError::Unsupported { at: self.characters_before(at), what }
    }

    fn no_edge_in_class(&self, at: usize) -> PatternError {
        self.syntax(at, "a word edge has no meaning inside a class")
    }

    /// Offsets are bytes while scanning and characters in errors, which are rare.
    fn characters_before(&self, at: usize) -> usize {
        self.source.char_indices().take_while(|&(offset, _)| offset < at).count()
    }
}
