//! Groups of fields.

use serde_json::{Map, Value, json};

use super::condition::When;
use super::field::FieldBuilder;

/// A group in the making: see [`group`].
#[derive(Debug, Clone)]
#[must_use = "a group does nothing until a form has it"]
pub struct GroupBuilder {
    document: Map<String, Value>,
    /// The ids of its own fields.
    names: Vec<Value>,
    groups: Vec<Value>,
    /// The documents of all its fields.
    items: Vec<Value>,
}

/// Begins a group of fields.
///
/// ```
/// use askwell_form::build::{form, group, number, text};
///
/// let server = form("server", "A new server")
///     .group(group("name", "Name").field(text("host", "Host").required()))
///     .group(group("access", "Access").description("How it is reached.").field(number("port", "Port")))
///     .steps()
///     .build()?;
/// assert_eq!(server.groups()[1].title(), "Access");
/// assert_eq!(server.steps().count(), 2);
/// # Ok::<(), askwell_form::Defects>(())
/// ```
pub fn group(id: impl Into<String>, title: impl Into<String>) -> GroupBuilder {
    let (id, title): (String, String) = (id.into(), title.into());
    let document = Map::from_iter([("id".to_owned(), json!(id)), ("title".to_owned(), json!(title))]);
    GroupBuilder { document, names: Vec::new(), groups: Vec::new(), items: Vec::new() }
}

impl GroupBuilder {
    /// What the group is about.
    pub fn description(self, text: impl Into<String>) -> Self {
        let text: String = text.into();
        self.set("description", text)
    }

    /// The fields of the group are there only while the condition holds.
    pub fn show_when(self, when: When) -> Self {
        self.set("condition", when.into_value())
    }

    /// Adds a field.
    pub fn field<K>(mut self, field: FieldBuilder<K>) -> Self {
        let document = field.into_value();
        self.names.extend(document.get("id").cloned());
        self.items.push(document);
        self
    }

    /// Adds a group inside this one, after what was added before. Such a group has no groups of its own.
    pub fn group(mut self, inner: GroupBuilder) -> Self {
        let (document, items) = inner.into_parts();
        self.groups.push(document);
        self.items.extend(items);
        self
    }

    pub(super) fn into_parts(mut self) -> (Value, Vec<Value>) {
        if !self.names.is_empty() || self.groups.is_empty() {
            self.document.insert("fields".to_owned(), Value::Array(self.names));
        }
        if !self.groups.is_empty() {
            self.document.insert("groups".to_owned(), Value::Array(self.groups));
        }
        (Value::Object(self.document), self.items)
    }

    fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.to_owned(), value.into());
        self
    }
}
