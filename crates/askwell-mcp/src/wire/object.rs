//! Writes JSON objects member by member.

use askwell_form::json;

use super::json::{Json, Raw};

/// A writer for one object of valid values. It does not check for duplicate keys.
#[derive(Debug, Default)]
#[must_use = "nothing is written until it is finished"]
pub struct ObjectWriter {
    object: json::ObjectWriter,
}

impl ObjectWriter {
    /// Creates a writer without members.
    pub fn new() -> Self {
        ObjectWriter::default()
    }

    /// Creates a writer with room for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        ObjectWriter { object: json::ObjectWriter::with_capacity(bytes) }
    }

    /// Adds a string.
    pub fn text(&mut self, key: &str, text: &str) -> &mut Self {
        self.object.text(key, text);
        self
    }

    /// Adds a whole number.
    pub fn integer(&mut self, key: &str, number: i64) -> &mut Self {
        self.object.integer(key, number);
        self
    }

    /// Adds a boolean.
    pub fn bool(&mut self, key: &str, truth: bool) -> &mut Self {
        self.object.bool(key, truth);
        self
    }

    /// Adds a value unchanged.
    pub fn raw(&mut self, key: &str, value: Raw<'_>) -> &mut Self {
        self.object.raw(key, value.text());
        self
    }

    /// Adds an array of values.
    pub fn list<'v>(&mut self, key: &str, values: impl IntoIterator<Item = Raw<'v>>) -> &mut Self {
        self.object.raws(key, values.into_iter().map(Raw::text));
        self
    }

    /// Adds all members of another object.
    pub fn members(&mut self, object: Raw<'_>) -> &mut Self {
        for (key, value) in object.members() {
            self.raw(&key, value);
        }
        self
    }

    /// Returns the object. The writer is empty afterwards.
    pub fn finish(&mut self) -> Json {
        Json::from_valid(self.object.finish())
    }
}
