//! Raw answers, sorted to the fields they are for.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use crate::constraint::Constraint;
use crate::index::FieldIndex;
use crate::json::scan::{Comments, JsonError, Scanner};
use crate::message::sentence;
use crate::parse::reader::Lines;
use crate::problem::{Fact, MAX_UNKNOWN_KEYS, Problem};
use crate::raw::Raw;
use crate::text::{excerpt, nearest};

/// One raw value for each field, if it was given, and what could not be put anywhere.
#[derive(Debug)]
pub(crate) struct Slots<'a> {
    pub(crate) values: Vec<Option<Raw<'a>>>,
    pub(crate) strays: Vec<Problem>,
}

impl<'a> Slots<'a> {
    fn new(index: &FieldIndex) -> Self {
        let mut values = Vec::new();
        values.resize_with(index.names().len(), || None);
        Slots { values, strays: Vec::new() }
    }

    /// From a value that has been parsed already.
    #[inline]
    pub(crate) fn from_value(index: &FieldIndex, value: &'a Value) -> Self {
        let mut slots = Slots::new(index);
        let Value::Object(members) = value else {
            slots.refuse_whole(
                Constraint::Type,
                "The answer must be an object with one entry for each field.",
            );
            return slots;
        };
        let mut previous = None;
        for (key, value) in members {
            match index.find(key, previous) {
                Some(place) => {
                    previous = Some(place);
                    slots.values[place] = Some(Raw::from(value));
                }
                None => slots.refuse_unknown(index, key),
            }
        }
        slots
    }

    /// From pairs of key and value, as a browser or a terminal gives them.
    pub(crate) fn from_pairs(
        index: &FieldIndex,
        pairs: impl IntoIterator<Item = (&'a str, Raw<'a>)>,
    ) -> Self {
        let mut slots = Slots::new(index);
        let mut previous = None;
        for (key, value) in pairs {
            previous = slots.place(index, key, value, previous);
        }
        slots
    }

    /// From JSON text, in one pass.
    #[inline]
    pub(crate) fn from_json(index: &FieldIndex, bytes: &'a [u8]) -> Self {
        let mut slots = Slots::new(index);
        if let Err(error) = slots.scan(index, bytes) {
            slots.refuse_json(bytes, &error);
        }
        slots
    }

    #[inline]
    fn scan(&mut self, index: &FieldIndex, bytes: &'a [u8]) -> Result<(), JsonError> {
        let mut scanner = Scanner::from_bytes(bytes, Comments::Refused)?;
        if !matches!(scanner.peek()?, Some(b'{') | None) {
            Raw::scan(&mut scanner, 0)?;
            scanner.end()?;
            self.refuse_whole(
                Constraint::Type,
                "The answer must be an object with one entry for each field.",
            );
            return Ok(());
        }
        scanner.demand(b'{', "an object")?;
        let mut previous = None;
        if !scanner.skip(b'}')? {
            loop {
                scanner.peek()?;
                let guess = index.guess(previous);
                let free = self.values.get(guess).is_some_and(Option::is_none);
                if free && index.name(guess).is_some_and(|name| scanner.skip_key(name)) {
                    self.values[guess] = Some(Raw::scan(&mut scanner, 1)?);
                    previous = Some(guess);
                } else {
                    previous = self.scan_member(index, &mut scanner, previous)?;
                }
                if !scanner.skip(b',')? {
                    break;
                }
            }
            scanner.demand(b'}', "`,` or `}`")?;
        }
        scanner.end()
    }

    fn scan_member(
        &mut self,
        index: &FieldIndex,
        scanner: &mut Scanner<'a>,
        previous: Option<usize>,
    ) -> Result<Option<usize>, JsonError> {
        let key = scanner.string()?;
        scanner.demand(b':', "`:`")?;
        let value = Raw::scan(scanner, 1)?;
        Ok(self.place(index, &key, value, previous))
    }

    /// Puts a value in its slot; the first of two values stays, and the second is a problem.
    fn place(
        &mut self,
        index: &FieldIndex,
        key: &str,
        value: Raw<'a>,
        previous: Option<usize>,
    ) -> Option<usize> {
        let Some(place) = index.find(key, previous) else {
            self.refuse_unknown(index, key);
            return previous;
        };
        match &mut self.values[place] {
            slot @ None => *slot = Some(value),
            Some(_) if self.strays.len() < MAX_UNKNOWN_KEYS => {
                self.refuse_key(key, Constraint::DuplicateKey, Fact::Unsaid);
            }
            Some(_) => {}
        }
        Some(place)
    }

    #[cold]
    fn refuse_unknown(&mut self, index: &FieldIndex, key: &str) {
        if self.strays.len() < MAX_UNKNOWN_KEYS {
            let meant = nearest(key, index.names());
            let expected = meant.map_or(Fact::Unsaid, |meant| Fact::Text(meant.to_owned()));
            self.refuse_key(key, Constraint::AdditionalProperties, expected);
        }
    }

    #[cold]
    fn refuse_key(&mut self, key: &str, constraint: Constraint, expected: Fact) {
        let key = excerpt(key, 64);
        self.strays.push(Problem {
            message: Cow::Owned(sentence(&key, constraint, &expected)),
            field: Arc::from(key),
            constraint,
            expected,
            actual: Fact::Unsaid,
            item: None,
        });
    }

    #[cold]
    fn refuse_whole(&mut self, constraint: Constraint, message: &'static str) {
        let field = Arc::from("");
        let message = Cow::Borrowed(message);
        self.strays.push(Problem {
            field,
            constraint,
            message,
            expected: Fact::Word("object"),
            actual: Fact::Unsaid,
            item: None,
        });
    }

    /// Nothing is kept of a text that is not JSON: what came before the fault is no answer either.
    #[cold]
    fn refuse_json(&mut self, bytes: &[u8], error: &JsonError) {
        self.values.iter_mut().for_each(|slot| *slot = None);
        self.strays.clear();
        let readable = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let place = Lines::new(readable).place(error.at..error.at);
        let message =
            format!("The answer is not valid JSON: line {}, column {}: {error}.", place.line, place.column);
        self.strays.push(Problem {
            field: Arc::from(""),
            constraint: Constraint::Json,
            message: Cow::Owned(message),
            expected: Fact::Word("JSON"),
            actual: Fact::Unsaid,
            item: None,
        });
    }
}
