//! Forms written in Rust instead of JSON.
//!
//! ```
//! use askwell_form::build::{boolean, equals, form, number, select, text};
//!
//! let deploy = form("deploy", "Deploy a release")
//!     .field(text("version", "Version").required().pattern(r"^\d+\.\d+\.\d+$"))
//!     .field(select("environment", "Environment").required().options(["staging", "production"]))
//!     .field(number("replicas", "Replicas").range(1, 20).default(3))
//!     .field(boolean("confirm", "I know what I am doing").required().show_when(equals("environment", "production")))
//!     .build()?;
//! assert!(deploy.accepts(&serde_json::json!({"version": "1.2.3", "environment": "staging"})));
//! # Ok::<(), askwell_form::Defects>(())
//! ```
//!
//! A builder writes a form document and reads it like any other, so it can make nothing that a document
//! cannot, and says the same about mistakes. What does not suit a kind of field does not compile.

mod condition;
mod field;

use serde_json::{Map, Value, json};

use crate::defect::Defects;
use crate::definition::{Action, Form};

pub use condition::{
    When, above, all, any, at_least, at_most, below, contains, differs, equals, is_empty, is_filled, matches,
};
pub use field::{FieldBuilder, boolean, date, file, moment, multi_select, number, select, text, url};

/// A form in the making.
#[derive(Debug, Clone)]
#[must_use = "a builder makes nothing until it is built"]
pub struct FormBuilder {
    document: Map<String, Value>,
    fields: Vec<Value>,
    rules: Map<String, Value>,
}

/// Begins a form.
pub fn form(id: impl Into<String>, title: impl Into<String>) -> FormBuilder {
    let mut document = Map::new();
    document.insert("id".to_owned(), Value::String(id.into()));
    document.insert("title".to_owned(), Value::String(title.into()));
    FormBuilder { document, fields: Vec::new(), rules: Map::new() }
}

impl FormBuilder {
    /// What the form is about.
    pub fn description(self, text: impl Into<String>) -> Self {
        self.set("description", text.into())
    }

    /// How long to wait for an answer, in milliseconds.
    pub fn timeout_ms(self, milliseconds: u64) -> Self {
        self.set("timeout", milliseconds)
    }

    /// Answers may leave required fields out.
    pub fn allow_partial(self) -> Self {
        self.set("allowPartial", true)
    }

    /// The version of the form, such as `1.0.0`.
    pub fn version(self, version: impl Into<String>) -> Self {
        self.set("version", version.into())
    }

    /// Data of your own, kept and passed on.
    pub fn metadata(self, data: Map<String, Value>) -> Self {
        self.set("metadata", data)
    }

    /// An extension of your own: the key must begin with `x-`.
    pub fn extension(self, key: &str, value: impl Into<Value>) -> Self {
        self.set(key, value)
    }

    /// Adds a field.
    pub fn field<K>(mut self, field: FieldBuilder<K>) -> Self {
        self.fields.push(field.into_value());
        self
    }

    /// While the condition holds, does this to the field. One such rule to a field.
    pub fn rule(mut self, field: impl Into<String>, action: Action, when: When) -> Self {
        let action = match action {
            Action::Show => "show",
            Action::Hide => "hide",
            Action::Enable => "enable",
            Action::Disable => "disable",
            Action::Validate => "validate",
        };
        self.rules.insert(field.into(), json!({"condition": when.into_value(), "action": action}));
        self
    }

    /// Answers must also pass these validators, see [`Validators`](crate::Validators).
    pub fn validators<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Value = names.into_iter().collect();
        self.set("validation", json!({ "customValidators": names }))
    }

    /// Returns the form document as it stands.
    #[must_use]
    pub fn to_document(&self) -> Value {
        let mut document = self.document.clone();
        document.insert("fields".to_owned(), Value::Array(self.fields.clone()));
        if !self.rules.is_empty() {
            let validation = document.entry("validation").or_insert_with(|| json!({}));
            if let Some(validation) = validation.as_object_mut() {
                validation.insert("dependencies".to_owned(), Value::Object(self.rules.clone()));
            }
        }
        Value::Object(document)
    }

    /// Returns the form.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn build(&self) -> Result<Form, Defects> {
        Form::from_value(&self.to_document())
    }

    fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.to_owned(), value.into());
        self
    }
}
