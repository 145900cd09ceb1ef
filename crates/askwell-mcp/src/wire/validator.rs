//! Proves in one pass that a text is valid JSON without duplicate keys.

use std::borrow::Cow;
use std::collections::HashSet;

use askwell_form::json::{Comments, JsonError, JsonFault, Scanner, plain_length};
use smallvec::SmallVec;

use super::cursor::Cursor;
use super::decode::Limits;
use super::json::{InvalidJson, Raw};
use super::message::Slice;

/// Proves that a text is one valid value within the limits.
pub(super) fn validate(text: &str, limits: &Limits) -> Result<(), InvalidJson> {
    if text.len() > limits.bytes {
        let message = format!("the text has {} bytes; the limit is {}", text.len(), limits.bytes);
        return Err(InvalidJson { message, at: limits.bytes });
    }
    let mut validator = Validator::new(text, limits.depth);
    validator.value(limits.depth)?;
    validator.end()?;
    match validator.duplicate {
        Some(at) => Err(InvalidJson { message: "a key occurs twice in its object".to_owned(), at }),
        None => Ok(()),
    }
}

/// Objects with more keys than this are hashed; others are compared pairwise.
const MAX_COMPARED_KEYS: usize = 24;

/// One pass over a text. Frequent cases are handled here byte by byte. The scanner of the form
/// language handles the rest and reports errors.
pub(super) struct Validator<'t> {
    text: &'t str,
    pub(super) cursor: Cursor<'t>,
    depth: usize,
    /// The keys of all open objects, as positions in the text.
    keys: SmallVec<[Slice; 24]>,
    /// Whether a key so far has escapes: it may equal a key that is written differently.
    escaped: bool,
    /// The position of the first duplicate key.
    pub(super) duplicate: Option<usize>,
}

impl<'t> Validator<'t> {
    pub(super) fn new(text: &'t str, depth: usize) -> Self {
        Validator {
            text,
            cursor: Cursor::of(Raw::from_valid(text)),
            depth,
            keys: SmallVec::new(),
            escaped: false,
            duplicate: None,
        }
    }

    #[inline]
    fn expect_byte(&mut self, byte: u8, name: &'static str) -> Result<(), JsonError> {
        if self.cursor.skip(byte) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    #[cold]
    fn unexpected(&self, name: &'static str) -> JsonError {
        self.error(self.scanner().unexpected(name))
    }

    fn scanner(&self) -> Scanner<'t> {
        Scanner::new(self.text.get(self.cursor.at..).unwrap_or_default(), Comments::Refused)
    }

    /// Returns an error of the scanner with its position in the whole text.
    fn error(&self, error: JsonError) -> JsonError {
        JsonError { at: self.cursor.at + error.at, ..error }
    }

    #[cold]
    fn scan<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T, JsonError>,
    ) -> Result<T, JsonError> {
        let mut scanner = self.scanner();
        let found = read(&mut scanner).map_err(|error| self.error(error))?;
        self.cursor.at += scanner.at();
        Ok(found)
    }

    pub(super) fn end(&mut self) -> Result<(), JsonError> {
        if self.cursor.peek().is_none() { Ok(()) } else { self.scan(Scanner::end) }
    }

    fn value(&mut self, depth: usize) -> Result<(), JsonError> {
        match self.cursor.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'{') => self.object(depth, |_, _| {}),
            Some(b'[') => self.list(depth),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn literal(&mut self, word: &'static str) -> Result<(), JsonError> {
        let rest = self.text.as_bytes().get(self.cursor.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.cursor.at += word.len();
            return Ok(());
        }
        Err(self.unexpected("a value"))
    }

    fn number(&mut self) -> Result<(), JsonError> {
        let rest = self.text.as_bytes().get(self.cursor.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match (rest.first(), rest.get(digits)) {
            (Some(b'1'..=b'9'), after) if !matches!(after, Some(b'.' | b'e' | b'E')) => {
                self.cursor.at += digits;
                Ok(())
            }
            _ => self.scan(|scanner| scanner.number().map(drop)),
        }
    }

    /// Steps over a string. Returns whether it has escapes.
    #[inline]
    fn string(&mut self) -> Result<bool, JsonError> {
        let bytes = self.text.as_bytes();
        let start = self.cursor.at + 1;
        let stop = start + plain_length(bytes.get(start..).unwrap_or_default());
        if bytes.get(stop) == Some(&b'"') {
            self.cursor.at = stop + 1;
            return Ok(false);
        }
        self.scan(|scanner| scanner.string().map(drop))?;
        Ok(true)
    }

    fn nested_depth(&self, depth: usize) -> Result<usize, JsonError> {
        depth.checked_sub(1).ok_or(JsonError { at: self.cursor.at, fault: JsonFault::TooDeep(self.depth) })
    }

    fn list(&mut self, depth: usize) -> Result<(), JsonError> {
        let depth = self.nested_depth(depth)?;
        self.expect_byte(b'[', "a list")?;
        if self.cursor.skip(b']') {
            return Ok(());
        }
        loop {
            self.value(depth)?;
            if !self.cursor.skip(b',') {
                return self.expect_byte(b']', "`,` or `]`");
            }
        }
    }

    pub(super) fn object(
        &mut self,
        depth: usize,
        mut each: impl FnMut(Slice, Slice),
    ) -> Result<(), JsonError> {
        let depth = self.nested_depth(depth)?;
        self.expect_byte(b'{', "an object")?;
        if self.cursor.skip(b'}') {
            return Ok(());
        }
        let first = self.keys.len();
        let mut hashed = None;
        loop {
            if self.cursor.peek() != Some(b'"') {
                return Err(self.unexpected("a string"));
            }
            let at = self.cursor.at;
            self.escaped |= self.string()?;
            let key = Slice::new(at, self.cursor.at);
            self.add_key(key, first, &mut hashed);
            self.expect_byte(b':', "`:`")?;
            self.cursor.peek();
            let start = self.cursor.at;
            self.value(depth)?;
            each(key, Slice::new(start, self.cursor.at));
            if !self.cursor.skip(b',') {
                self.keys.truncate(first);
                return self.expect_byte(b'}', "`,` or `}`");
            }
        }
    }

    /// Adds a key, and records whether it is a duplicate.
    fn add_key(&mut self, place: Slice, first: usize, hashed: &mut Option<HashSet<Cow<'t, str>>>) {
        let (text, key) = (self.text, place.of(self.text));
        let siblings = self.keys.get(first..).unwrap_or_default();
        let twice = if siblings.len() >= MAX_COMPARED_KEYS {
            let hashed = hashed
                .get_or_insert_with(|| siblings.iter().map(|sibling| unescape(sibling.of(text))).collect());
            !hashed.insert(unescape(key))
        } else if self.escaped {
            siblings.iter().any(|sibling| unescape(sibling.of(text)) == unescape(key))
        } else {
            // Keys of different lengths differ. That decides most cases.
            let is_same = |sibling: &Slice| sibling.len() == place.len() && sibling.of(text) == key;
            siblings.iter().any(is_same)
        };
        if twice {
            self.duplicate.get_or_insert(place.start());
        }
        if siblings.len() < MAX_COMPARED_KEYS {
            self.keys.push(place);
        }
    }
}

/// Returns the characters of a quoted string.
#[inline]
pub(super) fn unescape(quoted: &str) -> Cow<'_, str> {
    Cursor::of(Raw::from_valid(quoted)).string().unwrap_or_default()
}
