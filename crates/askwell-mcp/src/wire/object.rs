//! Writing objects, member by member, straight into text.

use askwell_form::json::write_string;

use super::json::{Json, Raw};

/// An object in the making. Whoever writes a key twice gets it twice.
#[derive(Debug)]
#[must_use = "nothing is written until it is finished"]
pub struct ObjectWriter {
    out: String,
}

impl Default for ObjectWriter {
    fn default() -> Self {
        ObjectWriter::new()
    }
}

impl ObjectWriter {
    /// An object without members.
    pub fn new() -> Self {
        ObjectWriter::with_room(128)
    }

    /// The same, with room for so many bytes.
    pub fn with_room(bytes: usize) -> Self {
        ObjectWriter { out: String::with_capacity(bytes) }
    }

    fn key(&mut self, key: &str) {
        self.out.push(if self.out.is_empty() { '{' } else { ',' });
        write_string(&mut self.out, key);
        self.out.push(':');
    }

    /// Adds a text.
    pub fn text(&mut self, key: &str, text: &str) -> &mut Self {
        self.key(key);
        write_string(&mut self.out, text);
        self
    }

    /// Adds a whole number.
    pub fn integer(&mut self, key: &str, number: i64) -> &mut Self {
        self.key(key);
        self.out.push_str(&number.to_string());
        self
    }

    /// Adds a truth value.
    pub fn bool(&mut self, key: &str, truth: bool) -> &mut Self {
        self.key(key);
        self.out.push_str(if truth { "true" } else { "false" });
        self
    }

    /// Adds a value as it stands.
    pub fn raw(&mut self, key: &str, value: Raw<'_>) -> &mut Self {
        self.key(key);
        self.out.push_str(value.text());
        self
    }

    /// Adds a list of values as they stand.
    pub fn list<'v>(&mut self, key: &str, values: impl IntoIterator<Item = Raw<'v>>) -> &mut Self {
        self.key(key);
        self.out.push('[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.out.push_str(value.text());
        }
        self.out.push(']');
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
        self.out.push_str(if self.out.is_empty() { "{}" } else { "}" });
        Json::written(std::mem::take(&mut self.out))
    }
}
