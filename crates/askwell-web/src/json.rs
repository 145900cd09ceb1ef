//! Writing JSON text member by member: the wire is written out, not derived.

use std::fmt::Write as _;

/// A JSON object in the making.
#[derive(Debug)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        let mut text = String::with_capacity(256);
        text.push('{');
        Object(text)
    }

    fn key(&mut self, key: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        // Keys are ours: plain names.
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
    }

    pub(crate) fn text(mut self, key: &str, value: &str) -> Self {
        self.key(key);
        push_text(&mut self.0, value);
        self
    }

    pub(crate) fn number(mut self, key: &str, value: u64) -> Self {
        self.key(key);
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{value}");
        self
    }

    pub(crate) fn truth(mut self, key: &str, value: bool) -> Self {
        self.key(key);
        self.0.push_str(if value { "true" } else { "false" });
        self
    }

    /// A value that is JSON text already.
    pub(crate) fn raw(mut self, key: &str, json: &str) -> Self {
        self.key(key);
        self.0.push_str(json);
        self
    }

    pub(crate) fn texts<'t>(mut self, key: &str, values: impl IntoIterator<Item = &'t str>) -> Self {
        self.key(key);
        self.0.push('[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            push_text(&mut self.0, value);
        }
        self.0.push(']');
        self
    }

    /// More members, if there is something to say.
    pub(crate) fn maybe<T>(self, value: Option<T>, add: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => add(self, value),
            None => self,
        }
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A JSON list of values that are JSON text already.
pub(crate) fn list<S: AsRef<str>>(items: impl IntoIterator<Item = S>) -> String {
    let mut text = String::from("[");
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(item.as_ref());
    }
    text.push(']');
    text
}

/// A text as JSON.
pub(crate) fn quoted(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    push_text(&mut text, value);
    text
}

fn push_text(out: &mut String, value: &str) {
    let plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..=0x1f);
    out.push('"');
    if value.as_bytes().iter().all(plain) {
        out.push_str(value);
    } else {
        for character in value.chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                control if u32::from(control) < 0x20 => {
                    let _ = write!(out, "\\u{:04x}", u32::from(control));
                }
                other => out.push(other),
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Object, list, quoted};

    #[test]
    fn what_is_written_can_be_read() {
        let every_character: String = (0..0x300).filter_map(char::from_u32).collect();
        assert_eq!(serde_json::from_str::<String>(&quoted(&every_character)).unwrap(), every_character);
        let object = Object::new()
            .text("a", "x\"y\\\n")
            .number("b", u64::MAX)
            .truth("c", false)
            .raw("d", &list(["1", "[]"]))
            .texts("e", ["p", "q"])
            .maybe(None::<u64>, |object, value| object.number("f", value))
            .maybe(Some(1), |object, value| object.number("g", value))
            .finish();
        let read: serde_json::Value = serde_json::from_str(&object).unwrap();
        let expected =
            json!({"a": "x\"y\\\n", "b": u64::MAX, "c": false, "d": [1, []], "e": ["p", "q"], "g": 1});
        assert_eq!(read, expected);
        assert_eq!(Object::new().finish(), "{}");
    }
}
