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
mod group;
mod option;

use serde_json::{Map, Value, json};

use crate::decision::CommentRule;
use crate::defect::Defects;
use crate::definition::{Action, Form};

pub use condition::{
    When, above, all, any, at_least, at_most, below, contains, differs, equals, is_empty, is_filled, matches,
};
pub use field::{FieldBuilder, boolean, date, file, moment, multi_select, number, select, text, url};
pub use group::{GroupBuilder, group};
pub use option::{OptionBuilder, option};

/// A form in the making.
#[derive(Debug, Clone)]
#[must_use = "a builder makes nothing until it is built"]
pub struct FormBuilder {
    document: Map<String, Value>,
    fields: Vec<Value>,
    groups: Vec<Value>,
    rules: Map<String, Value>,
    answer_rules: Vec<Value>,
}

/// Begins a form.
pub fn form(id: impl Into<String>, title: impl Into<String>) -> FormBuilder {
    let mut document = Map::new();
    document.insert("id".to_owned(), Value::String(id.into()));
    document.insert("title".to_owned(), Value::String(title.into()));
    FormBuilder {
        document,
        fields: Vec::new(),
        groups: Vec::new(),
        rules: Map::new(),
        answer_rules: Vec::new(),
    }
}

/// A decision in the making: see [`decision`].
#[derive(Debug, Clone, Default)]
#[must_use = "a decision does nothing until a form has it"]
pub struct DecisionBuilder(Map<String, Value>);

/// Begins a decision with the buttons `Approve` and `Reject` and an optional comment.
///
/// ```
/// use askwell_form::CommentRule;
/// use askwell_form::build::{decision, form};
///
/// let deploy = form("deploy", "Deploy 4.2 to production?")
///     .decision(decision().approve("Deploy").reject("Hold back").comment(CommentRule::RequiredToReject))
///     .build()?;
/// let answers = deploy.check(&serde_json::json!({"approved": false, "comment": "Friday."})).unwrap();
/// assert!(!answers.decision().unwrap().approved);
/// # Ok::<(), askwell_form::Defects>(())
/// ```
pub fn decision() -> DecisionBuilder {
    DecisionBuilder::default()
}

impl DecisionBuilder {
    /// The words of the button that approves.
    pub fn approve(self, label: impl Into<String>) -> Self {
        self.set("approve", label.into())
    }

    /// The words of the button that rejects.
    pub fn reject(self, label: impl Into<String>) -> Self {
        self.set("reject", label.into())
    }

    /// Whether there is a comment.
    pub fn comment(self, rule: CommentRule) -> Self {
        self.set("comment", rule.as_str().to_owned())
    }

    fn set(mut self, key: &str, value: String) -> Self {
        self.0.insert(key.to_owned(), Value::String(value));
        self
    }
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
    pub fn field<K>(self, field: FieldBuilder<K>) -> Self {
        self.item(field.into_value())
    }

    fn item(mut self, item: Value) -> Self {
        self.fields.push(item);
        self
    }

    /// Makes the form one decision. It has no fields to fill in.
    pub fn decision(self, decision: DecisionBuilder) -> Self {
        self.set("decision", decision.0)
    }

    /// Shows something to look at, before the fields that are added next: text with Markdown.
    pub fn display(self, id: &str, label: &str, content: impl Into<String>) -> Self {
        let content: String = content.into();
        self.item(json!({"id": id, "type": "display", "label": label, "content": content}))
    }

    /// Shows an image, before the fields that are added next: PNG, JPEG, GIF or WebP, with its content in base64 and
    /// what it shows in words.
    pub fn image(self, id: &str, media_type: &str, data: &str, description: &str) -> Self {
        let image = json!({"type": media_type, "data": data, "description": description});
        self.item(json!({"id": id, "type": "display", "image": image}))
    }

    /// Shows descriptions as they are, and not as Markdown.
    pub fn plain_text(self) -> Self {
        self.set("textFormat", "plain")
    }

    /// Adds a group and its fields, after those that were added before.
    pub fn group(mut self, group: GroupBuilder) -> Self {
        let (document, items) = group.into_parts();
        self.groups.push(document);
        self.fields.extend(items);
        self
    }

    /// Shows each group as a step of its own, and not as a section.
    pub fn steps(self) -> Self {
        self.set("layout", "steps")
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

    /// Answers must also fulfil an expression, see [the language](crate::language). If they do not, the message is
    /// shown at these fields; without fields, at the form.
    ///
    /// ```
    /// use askwell_form::build::{date, form};
    ///
    /// let trip = form("trip", "Trip")
    ///     .field(date("start", "Start").required())
    ///     .field(date("end", "End").required())
    ///     .answer_rule("end >= start", "The end is before the start.", ["end"])
    ///     .build()?;
    /// let problems = trip.check(&serde_json::json!({"start": "2026-02-02", "end": "2026-02-01"})).unwrap_err();
    /// assert_eq!(problems.to_string(), "The end is before the start.");
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    pub fn answer_rule<'n>(
        mut self,
        expression: &str,
        message: &str,
        fields: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let fields: Vec<&str> = fields.into_iter().collect();
        let mut rule = json!({"expression": expression, "message": message});
        if !fields.is_empty() {
            rule["fields"] = json!(fields);
        }
        self.answer_rules.push(rule);
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
        if !self.fields.is_empty() || !document.contains_key("decision") {
            document.insert("fields".to_owned(), Value::Array(self.fields.clone()));
        }
        if !self.groups.is_empty() {
            document.insert("groups".to_owned(), Value::Array(self.groups.clone()));
        }
        if !self.rules.is_empty() || !self.answer_rules.is_empty() {
            let validation = document.entry("validation").or_insert_with(|| json!({}));
            if let Some(validation) = validation.as_object_mut() {
                if !self.rules.is_empty() {
                    validation.insert("dependencies".to_owned(), Value::Object(self.rules.clone()));
                }
                if !self.answer_rules.is_empty() {
                    validation.insert("rules".to_owned(), Value::Array(self.answer_rules.clone()));
                }
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
