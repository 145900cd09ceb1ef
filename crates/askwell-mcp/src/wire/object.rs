//! Writing objects of sound JSON, member by member.

use askwell_form::json;

use super::json::{Json, Raw};

/// An object in the making, of values that are known to be sound. A key that is written twice is there twice.
#[derive(Debug, Default)]
#[must_use = "nothing is written until it is finished"]
pub struct ObjectWriter {
    object: json::ObjectWriter,
}

impl ObjectWriter {
    /// An object without members.
    pub fn new() -> Self {
        ObjectWriter::default()
    }

    /// The same, with room for so many bytes.
    pub fn with_room(bytes: usize) -> Self {
        ObjectWriter { object: json::ObjectWriter::with_capacity(bytes) }
    }

    /// Adds a text.
    pub fn text(&mut self, key: &str, text: &str) -> &mut Self {
        self.object.text(key, text);
        self
    }

    /// Adds a whole number.
    pub fn integer(&mut self, key: &str, number: i64) -> &mut Self {
        self.object.integer(key, number);
        self
    }

    /// Adds a truth value.
    pub fn bool(&mut self, key: &str, truth: bool) -> &mut Self {
        self.object.bool(key, truth);
        self
    }

    /// Adds a value as it stands.
    pub fn raw(&mut self, key: &str, value: Raw<'_>) -> &mut Self {
        self.object.raw(key, value.text());
        self
    }

    /// Adds a list of values as they stand.
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

    /// The object; the writer begins another one.
    pub fn finish(&mut self) -> Json {
        Json::written(self.object.finish())
    }
}
