//! Valid JSON, kept as text.
//!
//! Every digit, every member and their order are kept. A tree is built only on request.

use std::borrow::Cow;
use std::fmt;

use askwell_form::json::{JsonError, JsonKind};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::cursor::Cursor;
use super::decode::Limits;
use super::validator;

/// A piece of valid JSON inside a larger text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Raw<'a>(&'a str);

/// Valid JSON that owns its text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(String);

/// A text that is not valid JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {message} at byte {at}")]
pub struct InvalidJson {
    /// What is wrong.
    pub message: String,
    /// The byte where it is wrong.
    pub at: usize,
}

impl From<JsonError> for InvalidJson {
    fn from(error: JsonError) -> Self {
        InvalidJson { message: error.fault.to_string(), at: error.at }
    }
}

impl<'a> Raw<'a> {
    /// The empty object.
    pub const EMPTY: Raw<'static> = Raw("{}");
    /// The value `null`.
    pub const NULL: Raw<'static> = Raw("null");

    /// Validates a text.
    ///
    /// # Errors
    /// When it is not JSON, has a duplicate key, or exceeds the limits.
    pub fn parse(text: &'a str, limits: &Limits) -> Result<Self, InvalidJson> {
        validator::validate(text, limits)?;
        Ok(Raw(text.trim_ascii()))
    }

    /// Wraps a part of a text that is known to be valid.
    pub(crate) fn from_valid(text: &'a str) -> Self {
        Raw(text)
    }

    /// Returns the text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Returns the kind of the value.
    #[must_use]
    pub fn kind(self) -> JsonKind {
        self.0.as_bytes().first().map_or(JsonKind::Null, |&byte| JsonKind::of_first_byte(byte))
    }

    /// Returns whether the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// Returns the value if it is an object.
    #[must_use]
    pub fn object(self) -> Option<Self> {
        (self.kind() == JsonKind::Object).then_some(self)
    }

    /// Returns the characters of a string; borrowed unless it has escapes.
    #[must_use]
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        Cursor::of(self).string()
    }

    /// Returns a boolean.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Returns a whole number.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        self.0.parse().ok().filter(|_| self.kind() == JsonKind::Number)
    }

    /// Returns the members of an object in order; none if it is not an object.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        let mut cursor = Cursor::of(self);
        let more = cursor.enter_object();
        Members { cursor, more }
    }

    /// Returns the items of an array in order; none if it is not an array.
    pub fn items(self) -> impl Iterator<Item = Raw<'a>> {
        let mut cursor = Cursor::of(self);
        let mut more = cursor.enter_list();
        std::iter::from_fn(move || {
            let item = more.then(|| cursor.value())?;
            more = cursor.skip_comma();
            Some(item)
        })
    }

    /// Returns the member with this name.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Raw<'a>> {
        self.members().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Copies the value.
    #[must_use]
    pub fn to_owned(self) -> Json {
        Json(self.0.to_owned())
    }

    /// Builds a tree. Numbers beyond 64 bits become the nearest double.
    #[must_use]
    pub fn to_value(self) -> Value {
        serde_json::from_str(self.0).unwrap_or_else(|_| self.to_value_by_parts())
    }

    /// Builds a tree where one number is beyond the range of a double. The others keep their
    /// values.
    fn to_value_by_parts(self) -> Value {
        match self.kind() {
            JsonKind::Object => {
                self.members().map(|(key, value)| (key.into_owned(), value.to_value())).collect()
            }
            JsonKind::List => self.items().map(Raw::to_value).collect(),
            JsonKind::Number if self.0.starts_with('-') => f64::MIN.into(),
            JsonKind::Number => f64::MAX.into(),
            JsonKind::Null | JsonKind::Bool | JsonKind::Text => Value::Null,
        }
    }

    /// Deserialises the value.
    ///
    /// # Errors
    /// When it does not fit the type.
    pub fn to<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0)
    }
}

/// An iterator over the members of an object.
#[derive(Debug, Clone)]
pub struct Members<'a> {
    cursor: Cursor<'a>,
    more: bool,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Raw<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if !self.more {
            return None;
        }
        let key = self.cursor.key()?;
        let value = self.cursor.value();
        self.more = self.cursor.skip_comma();
        Some((key, value))
    }
}

impl Json {
    /// Validates and copies a text.
    ///
    /// # Errors
    /// When it is not JSON, has a duplicate key, or exceeds the limits.
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, InvalidJson> {
        Raw::parse(text, limits).map(Raw::to_owned)
    }

    /// Wraps a text that this crate has written as JSON.
    pub(crate) fn from_valid(text: String) -> Self {
        Json(text)
    }

    /// Returns a text as a JSON string.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut out = String::new();
        askwell_form::json::write_string(&mut out, text);
        Json::from_valid(out)
    }

    /// Borrows the value.
    #[must_use]
    pub fn raw(&self) -> Raw<'_> {
        Raw(&self.0)
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        Json::from_valid(value.to_string())
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Json::from(&value)
    }
}

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} bytes of JSON]", self.0.len())
    }
}

/// Messages may hold answers, so only their length is shown.
impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use askwell_form::json::JsonKind;

    use super::{Json, Raw};
    use crate::wire::Limits;

    fn raw(text: &str) -> Raw<'_> {
        Raw::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn members_and_items_come_in_their_order() {
        let object = raw(r#" {"a" : 1.50 , "b\n":[ {"c":null} , "x,y" ],"d":{}} "#);
        let members: Vec<_> = object.members().map(|(key, value)| (key.into_owned(), value.text())).collect();
        let expected = [("a", "1.50"), ("b\n", r#"[ {"c":null} , "x,y" ]"#), ("d", "{}")];
        assert_eq!(members, expected.map(|(key, value)| (key.to_owned(), value)));
        let items: Vec<_> = object.get("b\n").unwrap().items().map(Raw::text).collect();
        assert_eq!(items, [r#"{"c":null}"#, r#""x,y""#]);
        for empty in ["{}", "[]", "1", "\"{}\""] {
            assert_eq!((raw(empty).members().count(), raw(empty).items().count()), (0, 0), "{empty}");
        }
    }

    #[test]
    fn number_beyond_doubles_becomes_the_nearest_one() {
        let value = raw(r#"{"a":[1e400,-8e888888880,{"b":1}],"c":1e-400}"#).to_value();
        let expected = json!({"a": [f64::MAX, f64::MIN, {"b": 1}], "c": 0.0});
        assert_eq!(value, expected);
    }

    #[test]
    fn scalars_are_read_by_their_kind() {
        assert_eq!(raw(r#""a\u00e9""#).as_text().as_deref(), Some("aé"));
        assert_eq!((raw("true").as_bool(), raw("1").as_bool()), (Some(true), None));
        assert_eq!(
            (raw("-12").as_i64(), raw("1.5").as_i64(), raw("\"1\"").as_i64()),
            (Some(-12), None, None)
        );
        assert!(raw("null").is_null());
        assert_eq!(raw("{}").kind(), JsonKind::Object);
        assert_eq!(Json::of_text("a\"b").text(), r#""a\"b""#);
    }
}
