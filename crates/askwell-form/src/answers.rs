//! A checked set of answers. Only checking creates one.

use std::fmt;
use std::sync::Arc;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::answer::{Answer, File, MASK};
use crate::definition::{Field, Form};
use crate::json::write;
use crate::kind::Kind;
use crate::row::Row;
use crate::shared::SharedDefinition;

/// The answers to a form: each checked, each in its field's type.
///
/// Cheap to clone. `Debug` shows no secrets. [`Answers::to_json`] and [`Answers::to`] do: they are for the program that
/// asked.
#[derive(Clone)]
pub struct Answers(Arc<Checked>);

/// What all clones of a set of answers share.
struct Checked {
    definition: SharedDefinition,
    values: Vec<Option<Answer<'static>>>,
    missing: Vec<usize>,
}

/// One answer to one field, also of a row: see [`Answers::leaves`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct LeafAnswer<'v> {
    /// The field.
    pub field: &'v Field,
    /// Its answer.
    pub answer: &'v Answer<'static>,
    /// The repeating group and the number of the row, counted from 0, if the field is one of a row.
    pub row: Option<(&'v Field, usize)>,
}

/// Answers that do not fit the Rust type they were to become.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the answers do not fit the type: {0}")]
pub struct ConvertError(String);

impl Answers {
    pub(crate) fn new(
        definition: SharedDefinition,
        values: Vec<Option<Answer<'static>>>,
        missing: Vec<usize>,
    ) -> Self {
        Answers(Arc::new(Checked { definition, values, missing }))
    }

    /// Returns whether these are answers to this form.
    #[must_use]
    pub fn belong_to(&self, form: &Form) -> bool {
        self.0.definition.is_same(&form.definition) || self.0.definition.document == form.definition.document
    }

    /// Returns the same answers beside a dormant form of the same document, see [`Form::dormant`]: they keep nothing
    /// compiled alive. Answers to another form are returned as they are.
    #[must_use]
    pub fn with_dormant(&self, form: &Form) -> Answers {
        if !self.0.definition.is_same(&form.definition) {
            return self.clone();
        }
        Answers::new(form.definition.clone(), self.0.values.clone(), self.0.missing.clone())
    }

    pub(crate) fn is_decision(&self) -> bool {
        self.0.definition.decision.is_some()
    }

    /// Returns the answer to one field; `None` if it was left out, hidden or disabled.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&Answer<'static>> {
        self.0.values.get(self.0.definition.index_of(field)?)?.as_ref()
    }

    /// Returns the text answered to a text, select or URL field.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.get(field)?.as_text()
    }

    /// Fields with their answers, in the order of the form.
    pub fn iter(&self) -> impl Iterator<Item = (&Field, &Answer<'static>)> {
        self.0
            .definition
            .fields
            .iter()
            .zip(&self.0.values)
            .filter_map(|(field, answer)| Some((field, answer.as_ref()?)))
    }

    /// Returns the rows of a repeating group; none if the group is hidden.
    #[must_use]
    pub fn rows(&self, group: &str) -> &[Row<'static>] {
        if let Some(Answer::Rows(rows)) = self.get(group) { rows } else { &[] }
    }

    /// Fields with their answers, in the order of the form: those of each row in the place of a repeating group.
    pub fn leaves(&self) -> impl Iterator<Item = LeafAnswer<'_>> {
        self.iter().flat_map(|(field, answer)| {
            let (own, rows): (_, &[Row<'static>]) = match answer {
                Answer::Rows(rows) => (None, rows),
                answer => (Some(LeafAnswer { field, answer, row: None }), &[]),
            };
            let cells = rows.iter().enumerate().flat_map(move |(number, row)| {
                row.cells.iter().filter_map(move |cell| {
                    let Kind::Rows(kind) = &field.kind else { return None };
                    let inner =
                        kind.form.fields().iter().find(|inner| inner.property() == &*cell.property)?;
                    Some(LeafAnswer { field: inner, answer: &cell.answer, row: Some((field, number)) })
                })
            });
            own.into_iter().chain(cells)
        })
    }

    /// Returns how many fields were answered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.values.iter().flatten().count()
    }

    /// Returns whether nothing was answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Required fields that a partial submission left out.
    pub fn missing(&self) -> impl Iterator<Item = &Field> {
        self.0.missing.iter().filter_map(|&index| self.0.definition.fields.get(index))
    }

    /// Returns the wire form: a JSON object with every digit of every number, **secrets included**.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Enough for the answers of most forms.
        let mut out = String::with_capacity(128);
        let members = self.iter().map(|(field, answer)| (field.property(), answer));
        write::object(&mut out, members, |out, answer| answer.write_json(out));
        out
    }

    /// Returns the same without the secrets: what a store may keep in the clear.
    #[must_use]
    pub fn to_json_without_secrets(&self) -> String {
        let mut out = String::new();
        let open = self.iter().filter(|(_, answer)| !matches!(answer, Answer::Secret(_)));
        let members = open.map(|(field, answer)| (field.property(), answer));
        write::object(&mut out, members, |out, answer| answer.write_json(out));
        out
    }

    /// Returns the wire form as a value, **secrets included**. Numbers beyond 64 bits become the
    /// nearest double.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.iter().map(|(field, answer)| (field.property().to_owned(), answer.to_value())).collect()
    }

    /// Returns the wire form with secrets and file contents masked: for logs, listings and audit
    /// trails.
    #[must_use]
    pub fn to_masked_value(&self) -> Value {
        let masked = |(field, answer): (&Field, &Answer<'_>)| {
            let value = match answer {
                Answer::Secret(_) => Value::from(MASK),
                Answer::File(file) => Value::from(masked_file(file)),
                other => other.to_value(),
            };
            (field.property().to_owned(), value)
        };
        self.iter().map(masked).collect()
    }

    /// Returns the same as JSON text: like [`Answers::to_json`], with every digit of every number, except for what is
    /// masked.
    #[must_use]
    pub fn to_masked_json(&self) -> String {
        let mut out = String::new();
        let members = self.iter().map(|(field, answer)| (field.property(), answer));
        write::object(&mut out, members, |out, answer| match answer {
            Answer::Secret(_) => write::string(out, MASK),
            Answer::File(file) => write::string(out, &masked_file(file)),
            other => other.write_json(out),
        });
        out
    }

    /// Returns the answers as a type of yours. Fields that were left out must be `Option` or have a
    /// default there.
    ///
    /// # Errors
    /// When a field of the type is missing among the answers or has another type.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, ConvertError> {
        let members = self.iter().map(|(field, answer)| (field.property(), AnswerDeserializer(answer)));
        T::deserialize(MapDeserializer::new(members))
            .map_err(|error: DeserializeError| ConvertError(error.to_string()))
    }
}

fn masked_file(file: &File<'_>) -> String {
    format!("{} ({} bytes)", file.filename, file.size)
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(field, answer)| (field.id(), answer))).finish()
    }
}

impl PartialEq for Answers {
    fn eq(&self, other: &Self) -> bool {
        self.iter().map(|(field, answer)| (field.id(), answer)).eq(other.iter().map(|(f, a)| (f.id(), a)))
    }
}

type DeserializeError = serde::de::value::Error;

/// Passes a row to serde as a map.
struct RowDeserializer<'w>(&'w Row<'static>);

impl<'de> IntoDeserializer<'de, DeserializeError> for RowDeserializer<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for RowDeserializer<'_> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let cells = self.0.cells.iter().map(|cell| (&*cell.property, AnswerDeserializer(&cell.answer)));
        visitor.visit_map(MapDeserializer::new(cells))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf enum
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Passes an answer to serde in its own type. A number that is deserialized as text keeps all
/// digits.
#[derive(Clone, Copy)]
struct AnswerDeserializer<'w>(&'w Answer<'static>);

impl<'de> IntoDeserializer<'de, DeserializeError> for AnswerDeserializer<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for AnswerDeserializer<'_> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.0 {
            Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => visitor.visit_str(text),
            // serde's errors repeat what does not fit.
            Answer::Secret(secret) => visitor.visit_str(secret.reveal()).map_err(|_: DeserializeError| {
                serde::de::Error::custom("a secret is of another type than the field it is for")
            }),
            Answer::Bool(truth) => visitor.visit_bool(*truth),
            Answer::Date(date) => visitor.visit_string(date.to_string()),
            Answer::DateTime(moment) => visitor.visit_string(moment.to_string()),
            Answer::Choices(values) => {
                let items = values.iter().map(|value| StrDeserializer::<DeserializeError>::new(value));
                visitor.visit_seq(SeqDeserializer::new(items))
            }
            Answer::Rows(rows) => visitor.visit_seq(SeqDeserializer::new(rows.iter().map(RowDeserializer))),
            Answer::File(_) => self
                .0
                .to_value()
                .deserialize_any(visitor)
                .map_err(|error| serde::de::Error::custom(error.to_string())),
            Answer::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(integer), _) => visitor.visit_i64(integer),
                (None, Some(integer)) => visitor.visit_u64(integer),
                (None, None) => visitor.visit_f64(number.to_f64()),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_some(self)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.0 {
            Answer::Number(number) => visitor.visit_string(number.to_string()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.0 {
            Answer::Number(number) => visitor.visit_f64(number.to_f64()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match self.0.as_text() {
            Some(text) => {
                StrDeserializer::<DeserializeError>::new(text).deserialize_enum(name, variants, visitor)
            }
            None => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 char bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
