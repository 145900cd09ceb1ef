//! Writes JSON objects member by member.

use askwell_form::json::{ObjectWriter, write_list, write_string};

/// A builder of one JSON object, for use in one expression.
#[derive(Debug)]
pub(crate) struct JsonObject(ObjectWriter);

impl JsonObject {
    pub(crate) fn new() -> Self {
        JsonObject(ObjectWriter::with_capacity(256))
    }

    pub(crate) fn text(mut self, key: &str, value: &str) -> Self {
        self.0.text(key, value);
        self
    }

    pub(crate) fn number(mut self, key: &str, value: u64) -> Self {
        self.0.unsigned(key, value);
        self
    }

    pub(crate) fn boolean(mut self, key: &str, value: bool) -> Self {
        self.0.bool(key, value);
        self
    }

    /// Adds a value that is JSON text already.
    pub(crate) fn raw(mut self, key: &str, json: &str) -> Self {
        self.0.raw(key, json);
        self
    }

    pub(crate) fn texts<'t>(mut self, key: &str, values: impl IntoIterator<Item = &'t str>) -> Self {
        self.0.texts(key, values);
        self
    }

    /// Adds members if there is a value.
    pub(crate) fn optional<T>(self, value: Option<T>, add: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => add(self, value),
            None => self,
        }
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.finish()
    }
}

/// Returns a JSON list of values that are JSON text already.
pub(crate) fn list<S: AsRef<str>>(items: impl IntoIterator<Item = S>) -> String {
    let mut text = String::new();
    write_list(&mut text, items, |out, item| out.push_str(item.as_ref()));
    text
}

/// Returns a text as a JSON string.
pub(crate) fn quoted(value: &str) -> String {
    let mut text = String::new();
    write_string(&mut text, value);
    text
}
