//! Assigns raw answers to their fields.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use crate::constraint::Constraint;
use crate::hidden::visible;
use crate::index::FieldIndex;
use crate::json::scan::JsonError;
use crate::message::sentence;
use crate::nearest::nearest;
use crate::parse::reader::Lines;
use crate::problem::{Fact, Problem};
use crate::raw::Raw;
use crate::text::excerpt;
use crate::walk::{self, AnswerVisitor, Stop};

/// How many keys that have no slot are listed one by one.
const MAX_STRAYS: usize = 100;

/// One value for each field, if it was given, and what could not be put anywhere.
#[derive(Debug)]
pub(crate) struct Slots<V> {
    pub(crate) values: Vec<Option<V>>,
    pub(crate) strays: Vec<Problem>,
}

impl<'a> Slots<&'a Value> {
    /// From a value that has been parsed already.
    pub(crate) fn from_value(index: &FieldIndex, value: &'a Value) -> Self {
        let mut filling = Filling::new(index);
        let walk = walk::value(index, value, &mut filling);
        filling.end(walk, &[])
    }
}

impl<'a> Slots<Raw<'a>> {
    /// From JSON text, in one pass.
    pub(crate) fn from_json(index: &FieldIndex, bytes: &'a [u8]) -> Self {
        let mut filling = Filling::new(index);
        let walk = walk::json(index, bytes, &mut filling);
        filling.end(walk, bytes)
    }

    /// From pairs of key and value, as a browser or a terminal gives them.
    pub(crate) fn from_pairs(
        index: &FieldIndex,
        pairs: impl IntoIterator<Item = (&'a str, Raw<'a>)>,
    ) -> Self {
        let mut filling = Filling::new(index);
        let walk = walk::pairs(index, pairs, &mut filling);
        filling.end(walk, &[])
    }
}

impl<'r, 'a> Slots<&'r Raw<'a>> {
    /// From the members of an object among the answers.
    pub(crate) fn from_members(index: &FieldIndex, members: &'r [(Cow<'a, str>, Raw<'a>)]) -> Self {
        let mut filling = Filling::new(index);
        let walk = walk::pairs(index, members.iter().map(|(key, value)| (&**key, value)), &mut filling);
        filling.end(walk, &[])
    }
}

/// Slots that are being filled.
struct Filling<'i, V> {
    index: &'i FieldIndex,
    slots: Slots<V>,
}

impl<'i, V> Filling<'i, V> {
    fn new(index: &'i FieldIndex) -> Self {
        let mut values = Vec::new();
        values.resize_with(index.names().len(), || None);
        Filling { index, slots: Slots { values, strays: Vec::new() } }
    }

    /// Puts into words why the walk ended early, if it did.
    fn end(mut self, walk: Result<(), Stop>, bytes: &[u8]) -> Slots<V> {
        match walk {
            Ok(()) | Err(Stop::Enough) => {}
            Err(Stop::NotAnObject) => {
                let message = "The answer must be an object with one entry for each field.";
                self.refuse_whole(Constraint::Type, Cow::Borrowed(message), "object");
            }
            Err(Stop::Json(error)) => self.refuse_json(bytes, &error),
        }
        self.slots
    }

    #[cold]
    fn refuse_duplicate(&mut self, place: usize) {
        if self.slots.strays.len() < MAX_STRAYS {
            let key = self.index.name(place).unwrap_or_default();
            self.refuse_key(key, Constraint::DuplicateKey, Fact::Unsaid);
        }
    }

    #[cold]
    fn refuse_key(&mut self, key: &str, constraint: Constraint, expected: Fact) {
        let key = visible(&excerpt(key, 64), |_| false);
        self.slots.strays.push(Problem {
            message: Cow::Owned(sentence(&key, constraint, &expected)),
            field: Arc::from(key),
            constraint,
            expected,
            actual: Fact::Unsaid,
            item: None,
            row: None,
        });
    }

    /// Nothing is kept of a text that is not JSON: what came before the fault is no answer either.
    #[cold]
    fn refuse_json(&mut self, bytes: &[u8], error: &JsonError) {
        self.slots.values.iter_mut().for_each(|slot| *slot = None);
        self.slots.strays.clear();
        let readable = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let place = Lines::new(readable).place(error.at..error.at);
        let message =
            format!("The answer is not valid JSON: line {}, column {}: {error}.", place.line, place.column);
        self.refuse_whole(Constraint::Json, Cow::Owned(message), "JSON");
    }

    #[cold]
    fn refuse_whole(&mut self, constraint: Constraint, message: Cow<'static, str>, expected: &'static str) {
        self.slots.strays.push(Problem {
            field: Arc::from(""),
            constraint,
            message,
            expected: Fact::Word(expected),
            actual: Fact::Unsaid,
            item: None,
            row: None,
        });
    }
}

impl<V> AnswerVisitor<V> for Filling<'_, V> {
    /// The first of two values stays, and the second is a problem.
    #[inline]
    fn take(&mut self, place: usize, value: V) -> Result<(), Stop> {
        match self.slots.values.get_mut(place) {
            Some(slot @ None) => *slot = Some(value),
            _ => self.refuse_duplicate(place),
        }
        Ok(())
    }

    #[cold]
    fn refuse_unknown(&mut self, key: &str) -> Result<(), Stop> {
        if self.slots.strays.len() < MAX_STRAYS {
            let meant = nearest(key, self.index.names());
            let expected = meant.map_or(Fact::Unsaid, |meant| Fact::Text(meant.to_owned()));
            self.refuse_key(key, Constraint::AdditionalProperties, expected);
        }
        Ok(())
    }
}
