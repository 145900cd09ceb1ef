//! JSON that is known to be sound, still in the shape of text.
//!
//! Keeps every digit, every member and their order. Refuses to become a tree unless asked to.

use std::borrow::Cow;
use std::fmt;

use askwell_form::json::{JsonError, JsonKind};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::decode::{self, Limits};
use super::walk::Walk;

/// A piece of sound JSON inside a larger text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Raw<'a>(&'a str);

/// A piece of sound JSON that stands on its own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(String);

/// Text that is not sound JSON: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {message} at byte {at}")]
pub struct NotJson {
    /// What is wrong.
    pub message: String,
    /// The byte where it is.
    pub at: usize,
}

impl From<JsonError> for NotJson {
    fn from(error: JsonError) -> Self {
        NotJson { message: error.fault.to_string(), at: error.at }
    }
}

impl<'a> Raw<'a> {
    /// The empty object.
    pub const EMPTY: Raw<'static> = Raw("{}");
    /// Nothing.
    pub const NULL: Raw<'static> = Raw("null");

    /// Text that comes from outside.
    ///
    /// # Errors
    /// When it is not JSON, has the same key twice, or exceeds the limits.
    pub fn parse(text: &'a str, limits: &Limits) -> Result<Self, NotJson> {
        decode::sound(text, limits)?;
        Ok(Raw(text.trim_ascii()))
    }

    /// A part of a text that was found sound as a whole.
    pub(crate) fn part(text: &'a str) -> Self {
        Raw(text)
    }

    /// The text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.0
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(self) -> JsonKind {
        self.0.as_bytes().first().map_or(JsonKind::Null, |&byte| JsonKind::of_first_byte(byte))
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// The object itself, if it is one.
    #[must_use]
    pub fn object(self) -> Option<Self> {
        (self.kind() == JsonKind::Object).then_some(self)
    }

    /// A text's characters; borrowed unless there are escapes.
    #[must_use]
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        Walk::of(self).string()
    }

    /// A truth value.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// A whole number.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        self.0.parse().ok().filter(|_| self.kind() == JsonKind::Number)
    }

    /// The members of an object, in their order; none if it is no object.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        let mut walk = Walk::of(self);
        let more = walk.enter_object();
        Members { walk, more }
    }

    /// The items of a list, in their order; none if it is no list.
    pub fn items(self) -> impl Iterator<Item = Raw<'a>> {
        let mut walk = Walk::of(self);
        let mut more = walk.enter_list();
        std::iter::from_fn(move || {
            let item = more.then(|| walk.value())?;
            more = walk.more();
            Some(item)
        })
    }

    /// The member of this name.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Raw<'a>> {
        self.members().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A copy that stands on its own.
    #[must_use]
    pub fn to_owned(self) -> Json {
        Json(self.0.to_owned())
    }

    /// As a tree. Numbers beyond 64 bits become the nearest double.
    #[must_use]
    pub fn to_value(self) -> Value {
        serde_json::from_str(self.0).unwrap_or_else(|_| self.to_value_by_parts())
    }

    /// The same, where one number is beyond what a double can say: the others must not suffer for it.
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

    /// As a Rust type.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn to<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0)
    }
}

/// The members of an object, one after the other.
#[derive(Debug, Clone)]
pub struct Members<'a> {
    walk: Walk<'a>,
    more: bool,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Raw<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if !self.more {
            return None;
        }
        let key = self.walk.key()?;
        let value = self.walk.value();
        self.more = self.walk.more();
        Some((key, value))
    }
}

impl Json {
    /// Text that comes from outside.
    ///
    /// # Errors
    /// When it is not JSON, has the same key twice, or exceeds the limits.
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, NotJson> {
        Raw::parse(text, limits).map(Raw::to_owned)
    }

    /// Text that was written by code which writes nothing but JSON.
    pub(crate) fn written(text: String) -> Self {
        Json(text)
    }

    /// A text as a JSON string.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut out = String::new();
        askwell_form::json::write_string(&mut out, text);
        Json::written(out)
    }

    /// To look at.
    #[must_use]
    pub fn raw(&self) -> Raw<'_> {
        Raw(&self.0)
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        Json::written(value.to_string())
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

/// Messages may hold answers, so that they do not show themselves.
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
    fn members_and_items_are_found_in_their_order() {
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
    fn a_number_beyond_doubles_is_the_nearest_one() {
        let value = raw(r#"{"a":[1e400,-8e888888880,{"b":1}],"c":1e-400}"#).to_value();
        let expected = json!({"a": [f64::MAX, f64::MIN, {"b": 1}], "c": 0.0});
        assert_eq!(value, expected);
    }

    #[test]
    fn scalars() {
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
