//! The six kinds of JSON values and their names.

/// What kind of value a piece of JSON is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its kind")]
pub enum JsonKind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl JsonKind {
    /// The kind of the value that begins with this byte, which is not white space, in sound JSON.
    #[must_use]
    #[inline]
    pub fn of_first_byte(byte: u8) -> Self {
        match byte {
            b'{' => JsonKind::Object,
            b'[' => JsonKind::List,
            b'"' => JsonKind::Text,
            b't' | b'f' => JsonKind::Bool,
            b'n' => JsonKind::Null,
            _ => JsonKind::Number,
        }
    }

    /// Its name in JSON Schema, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            JsonKind::Null => "null",
            JsonKind::Bool => "boolean",
            JsonKind::Number => "number",
            JsonKind::Text => "string",
            JsonKind::List => "array",
            JsonKind::Object => "object",
        }
    }

    /// Its name within a sentence, with an article.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            JsonKind::Null => "null",
            JsonKind::Bool => "a boolean",
            JsonKind::Number => "a number",
            JsonKind::Text => "a string",
            JsonKind::List => "a list",
            JsonKind::Object => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::JsonKind;

    #[test]
    fn kind_follows_from_the_first_byte() {
        for (text, name, phrase) in [
            ("null", "null", "null"),
            ("true", "boolean", "a boolean"),
            ("false", "boolean", "a boolean"),
            ("-1", "number", "a number"),
            ("0.5", "number", "a number"),
            ("\"x\"", "string", "a string"),
            ("[1]", "array", "a list"),
            ("{}", "object", "an object"),
        ] {
            let kind = JsonKind::of_first_byte(text.as_bytes()[0]);
            assert_eq!((kind.name(), kind.phrase()), (name, phrase), "{text}");
        }
    }
}
