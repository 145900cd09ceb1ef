//! The scanner: turns bytes into JSON tokens.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

/// Text that is not JSON: what is wrong, and the byte offset where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct JsonError {
    /// Byte offset into the text.
    pub at: usize,
    /// What is wrong there.
    pub fault: JsonFault,
}

/// The ways in which text can fail to be JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonFault {
    /// The text ends inside a value.
    #[error("the text ends where {0} was expected")]
    Ends(&'static str),
    /// Something else stands where a certain token has to.
    #[error("expected {0}, found `{1}`")]
    Expected(&'static str, char),
    /// A raw control character inside a string.
    #[error("a control character in a string must be written as an escape such as \\n")]
    ControlCharacter,
    /// A backslash followed by something that JSON does not know.
    #[error("not an escape that JSON knows")]
    Escape,
    /// Half of a surrogate pair.
    #[error("an escaped surrogate without its other half is not a character")]
    LoneSurrogate,
    /// A number outside the JSON grammar.
    #[error("not a number that JSON knows")]
    Number,
    /// Nested deeper than any form or answer needs.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// More text after the value.
    #[error("nothing may follow the value, found `{0}`")]
    Trailing(char),
    /// Bytes that are not UTF-8.
    #[error("not UTF-8 text")]
    Utf8,
    /// A comment without its end.
    #[error("this comment is never closed")]
    OpenComment,
}

/// Whether `//` and `/* */` comments may stand between tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comments {
    /// Documents that people write.
    Allowed,
    /// Answers that programs send.
    Refused,
}

/// A position in JSON text and the tokens that can be read from there.
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    comments: Comments,
}

impl<'a> Scanner<'a> {
    /// Scans text from its beginning.
    #[must_use]
    pub fn new(text: &'a str, comments: Comments) -> Self {
        Scanner { text, at: 0, comments }
    }

    /// Scans bytes that may turn out not to be text.
    ///
    /// # Errors
    /// When they are not UTF-8.
    pub fn from_bytes(bytes: &'a [u8], comments: Comments) -> Result<Self, JsonError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Scanner::new(text, comments)),
            Err(error) => Err(JsonError { at: error.valid_up_to(), fault: JsonFault::Utf8 }),
        }
    }

    /// Returns how many bytes lie behind.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    #[inline]
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.bytes().get(self.at..).unwrap_or_default()
    }

    /// Steps over white space and comments, and shows the byte that follows.
    ///
    /// # Errors
    /// When a comment is never closed, or none is allowed.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<u8>, JsonError> {
        loop {
            match self.bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.comments == Comments::Allowed => self.skip_comment()?,
                other => return Ok(other.copied()),
            }
        }
    }

    #[cold]
    fn skip_comment(&mut self) -> Result<(), JsonError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").ok_or_else(|| self.error(JsonFault::OpenComment))? + 2
        } else {
            return Err(self.error(JsonFault::Expected("a value", '/')));
        };
        self.at += length;
        Ok(())
    }

    /// Steps over `byte` if it comes next.
    ///
    /// # Errors
    /// As [`Scanner::peek`].
    #[inline]
    pub fn skip(&mut self, byte: u8) -> Result<bool, JsonError> {
        let found = self.peek()? == Some(byte);
        self.at += usize::from(found);
        Ok(found)
    }

    /// Steps over `byte`, which must come next.
    ///
    /// # Errors
    /// When something else comes next.
    #[inline]
    pub fn demand(&mut self, byte: u8, name: &'static str) -> Result<(), JsonError> {
        if self.skip(byte)? { Ok(()) } else { Err(self.unexpected(name)) }
    }

    /// Steps over `"key":` if exactly this comes next: the quick way through an answer whose keys come in
    /// the order that was guessed.
    #[inline]
    pub(crate) fn skip_key(&mut self, key: &str) -> bool {
        let Some((b'"', rest)) = self.rest().split_first() else { return false };
        let Some(rest) = rest.strip_prefix(key.as_bytes()) else { return false };
        let found = rest.starts_with(b"\":");
        self.at += usize::from(found) * (key.len() + 3);
        found
    }

    /// Nothing but white space may be left.
    ///
    /// # Errors
    /// When something else is left.
    pub fn end(&mut self) -> Result<(), JsonError> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.error(JsonFault::Trailing(self.next_char()))),
        }
    }

    /// `true`, `false` or `null`.
    ///
    /// # Errors
    /// When something else stands there.
    #[inline]
    pub fn literal(&mut self, word: &'static str) -> Result<(), JsonError> {
        if self.rest().starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        Err(self.unexpected("a value"))
    }

    /// Returns a string; the scanner stands on its opening quote.
    ///
    /// # Errors
    /// When there is no string, or none that JSON knows.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        if self.peek()? != Some(b'"') {
            return Err(self.unexpected("a string"));
        }
        let start = self.at + 1;
        let stop = start + plain_length(self.bytes().get(start..).unwrap_or_default());
        if self.bytes().get(stop) == Some(&b'"') {
            self.at = stop + 1;
            return Ok(Cow::Borrowed(self.text.get(start..stop).unwrap_or_default()));
        }
        self.string_with_escapes(start, stop).map(Cow::Owned)
    }

    #[cold]
    fn string_with_escapes(&mut self, start: usize, stop: usize) -> Result<String, JsonError> {
        let mut out = String::new();
        let mut from = start;
        self.at = stop;
        loop {
            out.push_str(self.text.get(from..self.at).unwrap_or_default());
            match self.bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.error(JsonFault::ControlCharacter)),
                None => return Err(self.error(JsonFault::Ends("a closing quote"))),
            }
            from = self.at;
            self.at += plain_length(self.rest());
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let start = self.at;
        let fail = |fault| Err(JsonError { at: start, fault });
        let plain = match self.bytes().get(start + 1) {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 2;
                let first = self.hex4(start)?;
                let code = match first {
                    0xD800..=0xDBFF => {
                        if !self.rest().starts_with(b"\\u") {
                            return fail(JsonFault::LoneSurrogate);
                        }
                        self.at += 2;
                        let second = self.hex4(start)?;
                        if !(0xDC00..=0xDFFF).contains(&second) {
                            return fail(JsonFault::LoneSurrogate);
                        }
                        0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
                    }
                    other => other,
                };
                return char::from_u32(code).map_or_else(|| fail(JsonFault::LoneSurrogate), Ok);
            }
            Some(_) => return fail(JsonFault::Escape),
            None => return fail(JsonFault::Ends("an escape")),
        };
        self.at += 2;
        Ok(plain)
    }

    fn hex4(&mut self, start: usize) -> Result<u32, JsonError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        code.ok_or(JsonError { at: start, fault: JsonFault::Escape })
    }

    /// Returns a number, as it stands in the text; the scanner stands on its first byte.
    ///
    /// # Errors
    /// When it is outside the grammar of JSON.
    #[inline]
    pub fn number(&mut self) -> Result<&'a str, JsonError> {
        let start = self.at;
        self.at += usize::from(self.rest().first() == Some(&b'-'));
        let leading_zero = self.rest().first() == Some(&b'0');
        let whole = self.digits();
        let mut sound = whole > 0 && !(leading_zero && whole > 1);
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            sound &= self.digits() > 0;
        }
        if let Some(b'e' | b'E') = self.rest().first() {
            self.at += 1;
            self.at += usize::from(matches!(self.rest().first(), Some(b'+' | b'-')));
            sound &= self.digits() > 0;
        }
        if sound {
            Ok(self.text.get(start..self.at).unwrap_or_default())
        } else {
            Err(JsonError { at: start, fault: JsonFault::Number })
        }
    }

    #[inline]
    fn digits(&mut self) -> usize {
        let count = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }

    /// What to say when something else was expected here.
    #[cold]
    #[must_use]
    pub fn unexpected(&self, expected: &'static str) -> JsonError {
        let fault = match self.rest() {
            [] => JsonFault::Ends(expected),
            _ => JsonFault::Expected(expected, self.next_char()),
        };
        self.error(fault)
    }

    /// This fault, here.
    #[cold]
    #[must_use]
    pub fn error(&self, fault: JsonFault) -> JsonError {
        JsonError { at: self.at, fault }
    }

    fn next_char(&self) -> char {
        self.text.get(self.at..).and_then(|rest| rest.chars().next()).unwrap_or(' ')
    }
}

/// Returns how many bytes come before the first quote, backslash or control character: eight at a
/// time, as this is where an answer's bytes are spent.
#[must_use]
#[inline]
pub fn plain_length(bytes: &[u8]) -> usize {
    let (chunks, tail) = bytes.as_chunks();
    for (index, chunk) in chunks.iter().enumerate() {
        let special = special_bytes(chunk);
        if special != 0 {
            // Borrows only spread upwards, so the lowest marked byte is always a true one.
            return index * 8 + (special.trailing_zeros() / 8) as usize;
        }
    }
    chunks.len() * 8 + tail.iter().take_while(|byte| !is_special(byte)).count()
}

/// Returns whether a text can stand between quotes as it is.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    // The last block may overlap the one before it: looking twice is quicker than byte by byte.
    if let Some(end) = bytes.last_chunk() {
        let (blocks, _) = bytes.as_chunks();
        return blocks.iter().fold(special_among(end), |so_far, block| so_far | special_among(block)) == 0;
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(start), Some(end)) => special_bytes(start) | special_bytes(end) == 0,
        _ => !bytes.iter().any(is_special),
    }
}

/// Not zero if there is a quote, backslash or control character among sixteen bytes. Without a branch for each,
/// they are a handful of vector instructions.
#[inline]
fn special_among(block: &[u8; 16]) -> u8 {
    block.iter().fold(0, |so_far, byte| so_far | u8::from(is_special(byte)))
}

#[inline]
fn is_special(byte: &u8) -> bool {
    matches!(byte, 0..0x20 | b'"' | b'\\')
}

/// Marks the highest bit of every quote, backslash or control character among eight bytes; perhaps also of some
/// that come after one of these.
#[inline]
fn special_bytes(word: &[u8; 8]) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    let word = u64::from_le_bytes(*word);
    let quote = has_zero(word ^ (ONES * 0x22));
    let backslash = has_zero(word ^ (ONES * 0x5C));
    let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
    quote | backslash | control
}
