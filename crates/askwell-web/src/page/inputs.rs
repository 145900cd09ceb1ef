//! The values that a browser sent for the fields of a form: unchecked, one for each field.
//!
//! Checks nothing, which is the form's task. Knows only in which shape browsers send each field
//! kind.

use std::borrow::Cow;

use askwell_form::{Field, Form, Kind, Raw};
use serde_json::{Map, Value, json};
use zeroize::Zeroizing;

use super::uploaded_file::UploadedFile;

/// A page shows at most this many rows that a person has not added.
const MOST_FIRST_ROWS: usize = 20;

/// The inputs of a form. Texts are wiped from memory when dropped, because some may be secrets.
#[derive(Clone, Default)]
pub(crate) struct FormInputs {
    inputs: Vec<Option<FieldInput>>,
}

/// The value of one field.
#[derive(Clone)]
pub(crate) enum FieldInput {
    /// A text, one choice, or a boolean.
    Text(Zeroizing<String>),
    /// Any number of choices.
    Choices(Vec<String>),
    /// A file that was uploaded before.
    File(UploadedFile),
    /// The rows of a repeating group.
    Rows(Vec<FormInputs>),
}

impl FormInputs {
    /// Returns inputs without any value. A repeating group that needs rows has as many as it needs.
    pub(crate) fn nothing(form: &Form) -> FormInputs {
        let first_rows = |field: &Field| {
            let rows = field.rows().filter(|rows| rows.minimum > 0)?;
            let row = FormInputs::nothing(&rows.form);
            Some(FieldInput::Rows(vec![row; rows.minimum.min(MOST_FIRST_ROWS)]))
        };
        FormInputs { inputs: form.fields().iter().map(first_rows).collect() }
    }

    /// Places with their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &FieldInput)> {
        self.inputs.iter().enumerate().filter_map(|(place, input)| Some((place, input.as_ref()?)))
    }

    /// Returns the rows of the repeating group at `place`.
    pub(crate) fn rows(&self, place: usize) -> &[FormInputs] {
        match self.get(place) {
            Some(FieldInput::Rows(rows)) => rows,
            _ => &[],
        }
    }

    /// Sets the value of the field at `place`.
    pub(crate) fn set(&mut self, place: usize, input: FieldInput) {
        if let Some(slot) = self.inputs.get_mut(place) {
            *slot = Some(input);
        }
    }

    /// Removes the value of the field at `place`.
    pub(crate) fn clear(&mut self, place: usize) {
        if let Some(slot) = self.inputs.get_mut(place) {
            *slot = None;
        }
    }

    /// Returns the value of the field at `place`.
    pub(crate) fn get(&self, place: usize) -> Option<&FieldInput> {
        self.inputs.get(place)?.as_ref()
    }

    /// Returns the text of the field at `place`.
    pub(crate) fn text(&self, place: usize) -> Option<&str> {
        match self.get(place) {
            Some(FieldInput::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the file of the field at `place`.
    pub(crate) fn file(&self, place: usize) -> Option<&UploadedFile> {
        match self.get(place) {
            Some(FieldInput::File(file)) => Some(file),
            _ => None,
        }
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let input = |input: &FieldInput| match input {
            FieldInput::Text(text) => text.len(),
            FieldInput::Choices(values) => values.iter().map(|value| value.len() + size_of::<String>()).sum(),
            FieldInput::File(file) => file.filename.len() + file.content_type.len() + file.location.len(),
            FieldInput::Rows(rows) => rows.iter().map(|row| row.bytes() + size_of::<FormInputs>()).sum(),
        };
        let inputs: usize = self.inputs.iter().flatten().map(input).sum();
        inputs + self.inputs.len() * size_of::<Option<FieldInput>>()
    }

    /// Returns the values in the shape that [`Form::view_pairs`] accepts.
    pub(crate) fn pairs<'v>(&'v self, form: &'v Form) -> Vec<(&'v str, Raw<'v>)> {
        let pair = |(field, input): (&'v Field, &'v Option<FieldInput>)| {
            Some((field.property(), input.as_ref()?.as_raw(field)))
        };
        form.fields().iter().zip(&self.inputs).filter_map(pair).collect()
    }

    /// Returns the values as the JSON that the engine accepts, secrets included.
    pub(crate) fn to_json(&self, form: &Form) -> Zeroizing<Vec<u8>> {
        let mut value = Value::Object(self.to_object(form));
        let json = Zeroizing::new(serde_json::to_vec(&value).unwrap_or_default());
        wipe(&mut value);
        json
    }
}

impl FormInputs {
    fn to_object(&self, form: &Form) -> Map<String, Value> {
        let pair = |(field, input): (&Field, &Option<FieldInput>)| {
            let value = input.as_ref()?.to_value(field);
            Some((field.property().to_owned(), value))
        };
        form.fields().iter().zip(&self.inputs).filter_map(pair).collect()
    }
}

impl FieldInput {
    fn as_raw<'v>(&'v self, field: &'v Field) -> Raw<'v> {
        match self {
            FieldInput::Rows(rows) => {
                let Some(kind) = field.rows() else { return Raw::Null };
                let pairs = |row: &'v FormInputs| row.pairs(&kind.form).into_iter();
                let member = |(name, raw): (&'v str, Raw<'v>)| (Cow::Borrowed(name), raw);
                Raw::List(rows.iter().map(|row| Raw::Object(pairs(row).map(member).collect())).collect())
            }
            FieldInput::Text(text) => Raw::Text(tidy(field, text)),
            FieldInput::Choices(values) => {
                Raw::List(values.iter().map(|value| Raw::from(value.as_str())).collect())
            }
            FieldInput::File(file) => file.as_raw(),
        }
    }

    fn to_value(&self, field: &Field) -> Value {
        match self {
            FieldInput::Text(text) => Value::from(&*tidy(field, text)),
            FieldInput::Rows(rows) => field
                .rows()
                .map(|kind| rows.iter().map(|row| row.to_object(&kind.form)).collect())
                .unwrap_or_default(),
            FieldInput::Choices(values) => Value::from(values.as_slice()),
            FieldInput::File(UploadedFile { location, filename, content_type, size, .. }) => json!({
                "filename": filename, "content_type": content_type, "size": size,
                "content": {"type": "local", "location": location},
            }),
        }
    }
}

/// Trims numbers, dates and URLs, where white space is a typing mistake. In a text it may be
/// intended, except in a phone number whose field does not accept it.
fn tidy<'t>(field: &Field, text: &'t str) -> Cow<'t, str> {
    match field.kind() {
        Kind::Number(_) | Kind::Date(_) | Kind::Url(_) => Cow::Borrowed(text.trim()),
        _ => field.from_typed(text),
    }
}

/// Wipes the copy that serialisation made.
fn wipe(value: &mut Value) {
    use zeroize::Zeroize;
    if let Value::Object(members) = value {
        for member in members.values_mut() {
            if let Value::String(text) = member {
                text.zeroize();
            }
        }
    }
}
