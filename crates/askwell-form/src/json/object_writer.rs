//! Writes a JSON object member by member into text.

use super::write::{integer, list, string, unsigned};

/// The text of a JSON object while it is written. Keys are escaped; a key that is written twice is there twice.
#[derive(Debug)]
#[must_use = "the object is complete when it is finished"]
pub struct ObjectWriter {
    out: String,
}

impl Default for ObjectWriter {
    fn default() -> Self {
        ObjectWriter::new()
    }
}

impl ObjectWriter {
    /// Begins an object.
    pub fn new() -> Self {
        ObjectWriter::with_capacity(128)
    }

    /// Begins an object of about so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        ObjectWriter { out: String::with_capacity(bytes) }
    }

    #[inline]
    fn key(&mut self, key: &str) -> &mut String {
        self.out.push(if self.out.is_empty() { '{' } else { ',' });
        string(&mut self.out, key);
        self.out.push(':');
        &mut self.out
    }

    /// Adds a text.
    #[inline]
    pub fn text(&mut self, key: &str, text: &str) -> &mut Self {
        string(self.key(key), text);
        self
    }

    /// Adds a list of texts.
    pub fn texts<'t>(&mut self, key: &str, texts: impl IntoIterator<Item = &'t str>) -> &mut Self {
        list(self.key(key), texts, string);
        self
    }

    /// Adds a whole number.
    pub fn integer(&mut self, key: &str, number: i64) -> &mut Self {
        integer(self.key(key), number);
        self
    }

    /// Adds a whole number that is not negative.
    pub fn unsigned(&mut self, key: &str, number: u64) -> &mut Self {
        unsigned(self.key(key), number);
        self
    }

    /// Adds a truth value.
    pub fn bool(&mut self, key: &str, truth: bool) -> &mut Self {
        self.key(key).push_str(if truth { "true" } else { "false" });
        self
    }

    /// Adds a value that is JSON text already.
    #[inline]
    pub fn raw(&mut self, key: &str, json: &str) -> &mut Self {
        self.key(key).push_str(json);
        self
    }

    /// Adds a list of values that are JSON text already.
    pub fn raws<S: AsRef<str>>(&mut self, key: &str, values: impl IntoIterator<Item = S>) -> &mut Self {
        list(self.key(key), values, |out, value| out.push_str(value.as_ref()));
        self
    }

    /// Returns the text of the object; the writer begins another one.
    pub fn finish(&mut self) -> String {
        self.out.push_str(if self.out.is_empty() { "{}" } else { "}" });
        std::mem::take(&mut self.out)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ObjectWriter;

    #[test]
    fn written_members_can_be_read() {
        let every_character: String = (0..0x300).filter_map(char::from_u32).collect();
        let mut object = ObjectWriter::new();
        object.text("a\"\n", &every_character).integer("b", i64::MIN).unsigned("c", u64::MAX);
        object.bool("d", false).raw("e", "1.50").texts("f", ["p", "\""]).raws("g", ["1", "[]"]);
        let text = object.raws::<&str>("h", []).finish();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = json!({"a\"\n": every_character, "b": i64::MIN, "c": u64::MAX, "d": false, "e": 1.5,
            "f": ["p", "\""], "g": [1, []], "h": []});
        assert_eq!(read, expected);
        assert!(text.contains("1.50"), "{text}");
        assert_eq!(object.finish(), "{}", "a finished writer begins anew");
    }
}
