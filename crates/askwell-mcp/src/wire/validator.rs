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
    let Some(_) = validator.value(0, limits.depth).and_then(|end| validator.end(end)) else {
        return Err(validator.into_error().into());
    };
    match validator.duplicate {
        Some(at) => Err(InvalidJson { message: "a key occurs twice in its object".to_owned(), at }),
        None => Ok(()),
    }
}

/// Objects with more keys than this are hashed; others are compared pairwise.
const MAX_COMPARED_KEYS: usize = 24;

/// One pass over a text. Frequent cases are handled here byte by byte. The scanner of the form
/// language handles the rest and reports errors.
///
/// Each step takes a position and returns the one after it; `None` if the text is not valid. The
/// reason is in `error` then, so that the frequent results fit into registers.
pub(super) struct Validator<'t> {
    text: &'t str,
    depth: usize,
    /// The keys of all open objects.
    keys: SmallVec<[Key; MAX_COMPARED_KEYS]>,
    /// Whether a key so far has escapes: it may equal a key that is written differently.
    escaped: bool,
    /// The keys of open objects with many keys, by the index of the object's first key in `keys`.
    hashed: Vec<(usize, HashSet<Cow<'t, str>>)>,
    /// The position of the first duplicate key.
    pub(super) duplicate: Option<usize>,
    error: Option<JsonError>,
}

/// A key of an open object.
#[derive(Clone, Copy)]
struct Key {
    /// Its first bytes. Most different keys differ here.
    start: u64,
    place: Slice,
}

impl<'t> Validator<'t> {
    pub(super) fn new(text: &'t str, depth: usize) -> Self {
        Validator {
            text,
            depth,
            keys: SmallVec::new(),
            escaped: false,
            hashed: Vec::new(),
            duplicate: None,
            error: None,
        }
    }

    /// Returns why the text is not valid, after a step has returned `None`.
    pub(super) fn into_error(self) -> JsonError {
        self.error.unwrap_or(JsonError { at: 0, fault: JsonFault::Ends("a value") })
    }

    /// Returns the byte at a position, or the first after white space, with its position.
    #[inline]
    fn peek(&self, mut at: usize) -> (Option<u8>, usize) {
        loop {
            match self.text.as_bytes().get(at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => at += 1,
                other => return (other.copied(), at),
            }
        }
    }

    /// Returns where the value starts if it is an object.
    pub(super) fn start_of_object(&self) -> Option<usize> {
        let (first, at) = self.peek(0);
        (first == Some(b'{')).then_some(at)
    }

    #[cold]
    fn fail(&mut self, error: JsonError) -> Option<usize> {
        self.error = Some(error);
        None
    }

    #[cold]
    fn unexpected(&mut self, at: usize, name: &'static str) -> Option<usize> {
        let error = self.scanner(at).unexpected(name);
        self.fail(JsonError { at: at + error.at, ..error })
    }

    fn scanner(&self, at: usize) -> Scanner<'t> {
        Scanner::new(self.text.get(at..).unwrap_or_default(), Comments::Refused)
    }

    #[cold]
    fn scan<T>(
        &mut self,
        at: usize,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T, JsonError>,
    ) -> Option<usize> {
        let mut scanner = self.scanner(at);
        match read(&mut scanner) {
            Ok(_) => Some(at + scanner.at()),
            Err(error) => self.fail(JsonError { at: at + error.at, ..error }),
        }
    }

    /// Proves that nothing but white space comes after a position.
    pub(super) fn end(&mut self, at: usize) -> Option<usize> {
        match self.peek(at) {
            (None, end) => Some(end),
            (Some(_), at) => self.scan(at, Scanner::end),
        }
    }

    /// Steps over the value that starts at a position or after white space. Inlined: only containers
    /// need a call.
    #[inline(always)]
    fn value(&mut self, at: usize, depth: usize) -> Option<usize> {
        match self.peek(at) {
            (Some(b'"'), at) => match self.plain_string(at) {
                Some(end) => Some(end),
                None => self.scan(at, Scanner::string),
            },
            (Some(b'{'), at) => self.nested_object(at, depth),
            (Some(b'['), at) => self.list(at, depth),
            (Some(b'1'..=b'9'), at) => self.number(at),
            (_, at) => self.other_value(at),
        }
    }

    fn other_value(&mut self, at: usize) -> Option<usize> {
        match self.text.as_bytes().get(at) {
            Some(b't') => self.literal(at, "true"),
            Some(b'f') => self.literal(at, "false"),
            Some(b'n') => self.literal(at, "null"),
            Some(b'-' | b'0') => self.scan(at, Scanner::number),
            _ => self.unexpected(at, "a value"),
        }
    }

    fn nested_object(&mut self, at: usize, depth: usize) -> Option<usize> {
        self.object(at, depth, |_, _| {})
    }

    fn literal(&mut self, at: usize, word: &'static str) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            return Some(at + word.len());
        }
        self.unexpected(at, "a value")
    }

    /// Steps over a number that starts with a digit other than zero.
    #[inline]
    fn number(&mut self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut end = at + 1;
        loop {
            match bytes.get(end) {
                Some(b'0'..=b'9') => end += 1,
                Some(b'.' | b'e' | b'E') => return self.scan(at, Scanner::number),
                _ => return Some(end),
            }
        }
    }

    /// Steps over a string without escapes; `None` if it is another one.
    #[inline]
    fn plain_string(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let stop = at + 1 + plain_length(bytes.get(at + 1..)?);
        (bytes.get(stop) == Some(&b'"')).then_some(stop + 1)
    }

    fn nested_depth(&mut self, at: usize, depth: usize) -> Option<usize> {
        match depth.checked_sub(1) {
            None => self.fail(JsonError { at, fault: JsonFault::TooDeep(self.depth) }),
            nested => nested,
        }
    }

    fn list(&mut self, at: usize, depth: usize) -> Option<usize> {
        let depth = self.nested_depth(at, depth)?;
        if let (Some(b']'), end) = self.peek(at + 1) {
            return Some(end + 1);
        }
        let mut next = at + 1;
        loop {
            let end = self.value(next, depth)?;
            match self.peek(end) {
                (Some(b','), at) => next = at + 1,
                (Some(b']'), at) => return Some(at + 1),
                (_, at) => return self.unexpected(at, "`,` or `]`"),
            }
        }
    }

    /// Steps over the object at a position, and passes each member to `each`: its key with quotes, and its
    /// value.
    pub(super) fn object(
        &mut self,
        at: usize,
        depth: usize,
        mut each: impl FnMut(Slice, Slice),
    ) -> Option<usize> {
        let depth = self.nested_depth(at, depth)?;
        if let (Some(b'}'), end) = self.peek(at + 1) {
            return Some(end + 1);
        }
        let first = self.keys.len();
        let mut seen = 0;
        let mut next = at + 1;
        loop {
            let (quote, at) = self.peek(next);
            if quote != Some(b'"') {
                return self.unexpected(at, "a string");
            }
            let end = match self.plain_string(at) {
                Some(end) => end,
                None => {
                    self.escaped = true;
                    self.scan(at, Scanner::string)?
                }
            };
            let key = Slice::new(at, end);
            self.add_key(key, first, &mut seen);
            let (colon, at) = self.peek(end);
            if colon != Some(b':') {
                return self.unexpected(at, "`:`");
            }
            let (_, start) = self.peek(at + 1);
            let end = self.value(start, depth)?;
            each(key, Slice::new(start, end));
            match self.peek(end) {
                (Some(b','), at) => next = at + 1,
                (Some(b'}'), at) => {
                    self.keys.truncate(first);
                    if !self.hashed.is_empty() {
                        self.hashed.pop_if(|(of, _)| *of == first);
                    }
                    return Some(at + 1);
                }
                (_, at) => return self.unexpected(at, "`,` or `}`"),
            }
        }
    }

    /// Adds a key, and records whether it is a duplicate. `seen` has a bit for each hash of a key of this
    /// object: a key whose bit is not set is new.
    #[inline(always)]
    fn add_key(&mut self, place: Slice, first: usize, seen: &mut u64) {
        let bytes = self.text.as_bytes().get(place.start()..).unwrap_or_default();
        let start = first_bytes(bytes, place.len());
        let bit = 1 << (start.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
        let is_new = *seen & bit == 0;
        *seen |= bit;
        let is_simple = !self.escaped && self.keys.len() - first < MAX_COMPARED_KEYS;
        if !(is_new && is_simple) {
            self.compare_key(start, place, first);
        }
        if self.keys.len() - first < MAX_COMPARED_KEYS {
            self.keys.push(Key { start, place });
        }
    }

    /// Records whether a key is a duplicate.
    #[cold]
    fn compare_key(&mut self, start: u64, place: Slice, first: usize) {
        let text = self.text;
        let siblings = self.keys.get(first..).unwrap_or_default();
        let twice = if siblings.len() >= MAX_COMPARED_KEYS {
            if self.hashed.last().is_none_or(|(of, _)| *of != first) {
                let hashed = siblings.iter().map(|sibling| unescape(sibling.place.of(text))).collect();
                self.hashed.push((first, hashed));
            }
            self.hashed.last_mut().is_some_and(|(_, hashed)| !hashed.insert(unescape(place.of(text))))
        } else if self.escaped {
            siblings.iter().any(|sibling| unescape(sibling.place.of(text)) == unescape(place.of(text)))
        } else {
            siblings.iter().any(|sibling| {
                sibling.start == start
                    && sibling.place.len() == place.len()
                    && sibling.place.of(text) == place.of(text)
            })
        };
        if twice {
            self.duplicate.get_or_insert(place.start());
        }
    }
}

/// Returns the first eight bytes of a key, which is the start of `bytes`; zeros after its end.
#[inline]
fn first_bytes(bytes: &[u8], length: u32) -> u64 {
    let bits = length.min(8) * 8;
    let start = match bytes.first_chunk() {
        Some(start) => u64::from_le_bytes(*start),
        // The text ends soon after the key.
        None => bytes.iter().rev().fold(0, |start, byte| (start << 8) | u64::from(*byte)),
    };
    start & u64::MAX.checked_shr(64 - bits).unwrap_or_default()
}

/// Returns the characters of a quoted string.
#[inline]
pub(super) fn unescape(quoted: &str) -> Cow<'_, str> {
    Cursor::of(Raw::from_valid(quoted)).string().unwrap_or_default()
}

#[cfg(test)]
mod tests;
