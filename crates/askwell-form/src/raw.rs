//! Answers as they arrive: untyped, unchecked, borrowed from their source.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::json::scan::{JsonError, JsonFault, Scanner};
use crate::json::tree::{Json, Node};
use crate::json::{JsonKind, MAX_DEPTH};
use crate::kind::Kind;

/// One raw value. Numbers that are not small integers stay text, so that no digit is lost.
#[derive(Debug, Clone, PartialEq)]
pub enum Raw<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number of 64 bits.
    Integer(i64),
    /// Any other number, in the JSON grammar.
    Number(Cow<'a, str>),
    /// A text; also what a browser or a terminal sends for a number or a truth value.
    Text(Cow<'a, str>),
    /// Several values.
    List(Vec<Raw<'a>>),
    /// Named values.
    Object(Vec<(Cow<'a, str>, Raw<'a>)>),
}

/// No field's value nests deeper than a file's reference: field, file, reference. What lies below is a
/// problem of type wherever it is, so its content need not be looked at.
const VALUE_DEPTH: usize = 4;

impl<'a> Raw<'a> {
    /// What kind of value this is.
    #[must_use]
    pub fn kind(&self) -> JsonKind {
        match self {
            Raw::Null => JsonKind::Null,
            Raw::Bool(_) => JsonKind::Bool,
            Raw::Integer(_) | Raw::Number(_) => JsonKind::Number,
            Raw::Text(_) => JsonKind::Text,
            Raw::List(_) => JsonKind::List,
            Raw::Object(_) => JsonKind::Object,
        }
    }

    /// What kind of value this is, in a word for programs.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.kind().name()
    }

    /// Returns the text, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let Raw::Text(text) = self { Some(text) } else { None }
    }

    /// Nothing was filled in: an empty text, as browsers send for every kind of input, or no choices.
    #[inline]
    pub(crate) fn is_blank(&self, kind: &Kind) -> bool {
        match self {
            Raw::Null => true,
            Raw::Text(text) => text.is_empty(),
            Raw::List(items) => items.is_empty() && matches!(kind, Kind::MultiSelect(_) | Kind::Rows(_)),
            _ => false,
        }
    }

    /// Returns a member of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Raw<'a>> {
        let Raw::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    #[inline]
    pub(crate) fn scan(scanner: &mut Scanner<'a>, depth: usize) -> Result<Raw<'a>, JsonError> {
        match scanner.peek()? {
            Some(b'"') => Ok(Raw::Text(scanner.string()?)),
            Some(b't') => scanner.literal("true").map(|()| Raw::Bool(true)),
            Some(b'f') => scanner.literal("false").map(|()| Raw::Bool(false)),
            Some(b'n') => scanner.literal("null").map(|()| Raw::Null),
            Some(b'-' | b'0'..=b'9') => {
                let digits = scanner.number()?;
                Ok(small_integer(digits).map_or(Raw::Number(Cow::Borrowed(digits)), Raw::Integer))
            }
            Some(b'[' | b'{') if depth >= MAX_DEPTH => Err(scanner.error(JsonFault::TooDeep(MAX_DEPTH))),
            Some(b'[') => Raw::scan_list(scanner, depth + 1),
            Some(b'{') => Raw::scan_object(scanner, depth + 1),
            _ => Err(scanner.unexpected("a value")),
        }
    }

    fn scan_list(scanner: &mut Scanner<'a>, depth: usize) -> Result<Raw<'a>, JsonError> {
        scanner.demand(b'[', "a list")?;
        let mut items = Vec::new();
        if !scanner.skip(b']')? {
            loop {
                items.push(Raw::scan(scanner, depth)?);
                if !scanner.skip(b',')? {
                    break;
                }
            }
            scanner.demand(b']', "`,` or `]`")?;
        }
        Ok(Raw::List(items))
    }

    fn scan_object(scanner: &mut Scanner<'a>, depth: usize) -> Result<Raw<'a>, JsonError> {
        scanner.demand(b'{', "an object")?;
        let mut members = Vec::new();
        if !scanner.skip(b'}')? {
            loop {
                let key = scanner.string()?;
                scanner.demand(b':', "`:`")?;
                members.push((key, Raw::scan(scanner, depth)?));
                if !scanner.skip(b',')? {
                    break;
                }
            }
            scanner.demand(b'}', "`,` or `}`")?;
        }
        Ok(Raw::Object(members))
    }

    pub(crate) fn from_node(node: &'a Node<'_>) -> Raw<'a> {
        match &node.value {
            Json::Null => Raw::Null,
            Json::Bool(truth) => Raw::Bool(*truth),
            Json::Number(digits) => {
                small_integer(digits).map_or(Raw::Number(Cow::Borrowed(digits)), Raw::Integer)
            }
            Json::Text(text) => Raw::Text(Cow::Borrowed(text)),
            Json::List(items) => Raw::List(items.iter().map(Raw::from_node).collect()),
            Json::Object(members) => Raw::Object(
                members.iter().map(|m| (Cow::Borrowed(&*m.key), Raw::from_node(&m.node))).collect(),
            ),
        }
    }

    #[inline]
    fn from_value(value: &'a Value, depth: usize) -> Raw<'a> {
        match value {
            Value::Null => Raw::Null,
            Value::Bool(truth) => Raw::Bool(*truth),
            Value::Number(number) => match number.as_i64() {
                Some(integer) => Raw::Integer(integer),
                None => Raw::Number(Cow::Owned(number.to_string())),
            },
            Value::String(text) => Raw::Text(Cow::Borrowed(text)),
            Value::Array(items) => Raw::from_items(items, depth),
            Value::Object(members) => Raw::from_members(members, depth),
        }
    }

    fn from_items(items: &'a [Value], depth: usize) -> Raw<'a> {
        if depth >= VALUE_DEPTH {
            return Raw::List(Vec::new());
        }
        Raw::List(items.iter().map(|item| Raw::from_value(item, depth + 1)).collect())
    }

    fn from_members(members: &'a Map<String, Value>, depth: usize) -> Raw<'a> {
        if depth >= VALUE_DEPTH {
            return Raw::Object(Vec::new());
        }
        let member = |(key, value): (&'a String, &'a Value)| {
            (Cow::Borrowed(key.as_str()), Raw::from_value(value, depth + 1))
        };
        Raw::Object(members.iter().map(member).collect())
    }
}

/// Up to 18 digits cannot overflow.
#[inline]
fn small_integer(digits: &str) -> Option<i64> {
    let (negative, digits) = match digits.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        all => (false, all),
    };
    if digits.len() > 18 {
        return None;
    }
    let mut sum = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        sum = sum * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -sum } else { sum })
}

impl<'a> From<&'a Value> for Raw<'a> {
    #[inline]
    fn from(value: &'a Value) -> Self {
        Raw::from_value(value, 0)
    }
}

impl<'a> From<&'a str> for Raw<'a> {
    fn from(text: &'a str) -> Self {
        Raw::Text(Cow::Borrowed(text))
    }
}
