//! Writer and reader of encoded values: variable-length numbers, and texts with their length in front.
//!
//! The reader trusts no length: truncated input is an error, and nothing is allocated for it.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Why bytes cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// They end too early.
    #[error("it ends in the middle")]
    CutShort,
    /// Bytes follow the end.
    #[error("it goes on after its end")]
    Trailing,
    /// A number does not fit its type.
    #[error("a number in it is too large")]
    TooLarge,
    /// A text is not UTF-8.
    #[error("a text in it is not UTF-8")]
    NotText,
    /// The version is unknown.
    #[error("it has version {0}, which this program does not know")]
    Version(u8),
    /// A code is unknown.
    #[error("its {what} has code {code}, which this program does not know")]
    Code {
        /// What it is the code of.
        what: &'static str,
        /// The code.
        code: u8,
    },
    /// A part is missing.
    #[error("its {0} is missing")]
    Missing(&'static str),
    /// The form cannot be read.
    #[error("its form cannot be read any more: {0}")]
    Form(String),
    /// The answers do not fit the form.
    #[error("its answers do not fit its form")]
    Answers,
    /// The database columns have unexpected types.
    #[error("its columns have other types than they should")]
    Columns,
}

/// Writes encoded values.
#[derive(Debug)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Creates a writer, and writes the version.
    #[must_use]
    pub fn new(version: u8) -> Self {
        Writer::append_to(Vec::with_capacity(64), version)
    }

    /// Creates a writer that appends to `bytes`, and writes the version.
    #[must_use]
    pub fn append_to(mut bytes: Vec<u8>, version: u8) -> Self {
        bytes.push(version);
        Writer(bytes)
    }

    /// Creates a writer without a version, for the content of a member.
    #[must_use]
    pub fn of_member() -> Self {
        Writer(Vec::with_capacity(128))
    }

    /// Writes one byte.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Writes a number: seven bits per byte, lowest first.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            #[expect(clippy::cast_possible_truncation, reason = "the low seven bits are what is wanted")]
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        #[expect(clippy::cast_possible_truncation, reason = "less than 128")]
        self.0.push(number as u8);
    }

    /// Writes bytes with their length before them.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Writes bytes without their length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes a text with its length before it.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes seconds and nanoseconds.
    pub fn duration(&mut self, duration: Duration) {
        self.number(duration.as_secs());
        self.number(u64::from(duration.subsec_nanos()));
    }

    /// Writes whether there is a value, then the value.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    /// Writes bytes with their length in front, produced by `write`.
    pub fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        let mut inner = Writer::of_member();
        write(&mut inner);
        self.bytes(&inner.0);
    }

    /// Returns the bytes.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads encoded values.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Creates a reader for an encoding with a single version.
    ///
    /// # Errors
    /// When the version is another one.
    pub fn new(bytes: &'a [u8], known: u8) -> Result<Self, DecodeError> {
        Reader::of_versions(bytes, known..=known).map(|(_, reader)| reader)
    }

    /// Creates a reader without a version, for the content of a member.
    #[must_use]
    pub fn of_member(bytes: &'a [u8]) -> Self {
        Reader(bytes)
    }

    /// Creates a reader for an encoding with several versions, and reads the version.
    ///
    /// # Errors
    /// When the version is unknown.
    pub fn of_versions(bytes: &'a [u8], known: RangeInclusive<u8>) -> Result<(u8, Self), DecodeError> {
        let mut reader = Reader(bytes);
        let version = reader.byte()?;
        if known.contains(&version) { Ok((version, reader)) } else { Err(DecodeError::Version(version)) }
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// When the record ends before.
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let (first, rest) = self.0.split_first().ok_or(DecodeError::CutShort)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Reads a number.
    ///
    /// # Errors
    /// When it is cut short or too large.
    pub fn number(&mut self) -> Result<u64, DecodeError> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return Err(DecodeError::TooLarge);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DecodeError::TooLarge)
    }

    /// Reads bytes whose number is known.
    ///
    /// # Errors
    /// When the record ends before.
    pub fn raw<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(DecodeError::CutShort)?;
        self.0 = rest;
        Ok(*taken)
    }

    /// Reads bytes with their length before them.
    ///
    /// # Errors
    /// When the record ends before.
    pub fn bytes(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = usize::try_from(self.number()?).map_err(|_| DecodeError::TooLarge)?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or(DecodeError::CutShort)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Reads a text with its length before it.
    ///
    /// # Errors
    /// When the record ends before, or it is not UTF-8.
    pub fn text(&mut self) -> Result<&'a str, DecodeError> {
        std::str::from_utf8(self.bytes()?).map_err(|_| DecodeError::NotText)
    }

    /// Reads seconds and nanoseconds.
    ///
    /// # Errors
    /// When it is cut short or too large.
    pub fn duration(&mut self) -> Result<Duration, DecodeError> {
        let seconds = self.number()?;
        let nanos = u32::try_from(self.number()?).ok().filter(|nanos| *nanos < 1_000_000_000);
        Ok(Duration::new(seconds, nanos.ok_or(DecodeError::TooLarge)?))
    }

    /// Reads a truth value.
    ///
    /// # Errors
    /// When it is cut short, or neither 0 nor 1.
    pub fn truth(&mut self) -> Result<bool, DecodeError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            code => Err(DecodeError::Code { what: "truth value", code }),
        }
    }

    /// Reads whether there is something, then what it is.
    ///
    /// # Errors
    /// When it is cut short, or cannot be read.
    pub fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if self.truth()? { read(self).map(Some) } else { Ok(None) }
    }

    /// Returns the bytes that have not been read.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Checks that everything has been read.
    ///
    /// # Errors
    /// When bytes are left.
    pub fn finish(self) -> Result<(), DecodeError> {
        if self.0.is_empty() { Ok(()) } else { Err(DecodeError::Trailing) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{DecodeError, Reader, Writer};

    #[test]
    fn numbers_round_trip_in_few_bytes() {
        for (number, length) in
            [(0, 1), (127, 1), (128, 2), (300_000, 3), (1_700_000_000_000, 6), (u64::MAX, 10)]
        {
            let mut writer = Writer::new(1);
            writer.number(number);
            let bytes = writer.finish();
            assert_eq!(bytes.len(), length + 1, "{number}");
            let mut reader = Reader::new(&bytes, 1).unwrap();
            assert_eq!(reader.number(), Ok(number));
            assert_eq!(reader.finish(), Ok(()));
        }
    }

    #[test]
    fn invalid_bytes_are_errors() {
        let number = |bytes| Reader(bytes).number();
        for (found, expected) in [
            (number(&[]), DecodeError::CutShort),
            (number(&[0x80]), DecodeError::CutShort),
            (number(&[0xff; 11]), DecodeError::TooLarge),
            (number(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]), DecodeError::TooLarge),
        ] {
            assert_eq!(found, Err(expected));
        }
        assert_eq!(Reader(&[0xff, 0xff, 3, 1]).bytes(), Err(DecodeError::CutShort));
        assert_eq!(Reader(&[2, 0xff, 0xfe]).text(), Err(DecodeError::NotText));
        assert_eq!(Reader(&[2]).truth(), Err(DecodeError::Code { what: "truth value", code: 2 }));
        assert_eq!(Reader(&[1]).finish(), Err(DecodeError::Trailing));
        assert_eq!(Reader::new(&[9], 1).unwrap_err(), DecodeError::Version(9));
        let mut writer = Writer::new(1);
        writer.duration(Duration::new(3, 999_999_999));
        assert_eq!(Reader::new(&writer.finish(), 1).unwrap().duration(), Ok(Duration::new(3, 999_999_999)));
    }
}
