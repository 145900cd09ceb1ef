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

    /// Makes the group repeat: its fields are answered in this many rows. The answer is a list under the group's id.
    ///
    /// ```
    /// use askwell_form::build::{form, group, number, text};
    ///
    /// let order = form("order", "Order")
    ///     .group(
    ///         group("lines", "Lines")
    ///             .repeat(1..=20)
    ///             .item("Line")
    ///             .field(text("sku", "Article").required())
    ///             .field(number("count", "Count").range(1, 99).default(1)),
    ///     )
    ///     .build()?;
    /// let answers = order.check(&serde_json::json!({"lines": [{"sku": "A1"}]})).unwrap();
    /// assert_eq!(answers.to_json(), r#"{"lines":[{"sku":"A1","count":1}]}"#);
    /// assert_eq!(answers.rows("lines")[0].text("sku"), Some("A1"));
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    pub fn repeat(self, rows: std::ops::RangeInclusive<usize>) -> Self {
        self.set_repeat("minimum", *rows.start()).set_repeat("maximum", *rows.end())
    }

    /// What people call one row of a repeating group, such as `Line`.
    pub fn item(self, name: impl Into<String>) -> Self {
        let name: String = name.into();
        self.set_repeat("item", name)
    }

    /// Each row of a repeating group must also fulfil an expression over the fields of the row, see [the
    /// language](crate::language). If it does not, the message is shown at these fields of the row.
    pub fn row_rule<'n>(
        self,
        expression: &str,
        message: &str,
        fields: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let fields: Vec<&str> = fields.into_iter().collect();
        let mut rule = json!({"expression": expression, "message": message});
        if !fields.is_empty() {
            rule["fields"] = json!(fields);
        }
        let mut rules = self.document.get("repeat").and_then(|repeat| repeat.get("rules")).cloned();
        match rules.as_mut().and_then(Value::as_array_mut) {
            Some(rules) => rules.push(rule),
            None => rules = Some(json!([rule])),
        }
        self.set_repeat("rules", rules.unwrap_or_default())
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

    fn set_repeat(mut self, key: &str, value: impl Into<Value>) -> Self {
        let repeat = self.document.entry("repeat").or_insert_with(|| json!({}));
        if let Some(repeat) = repeat.as_object_mut() {
            repeat.insert(key.to_owned(), value.into());
        }
        self
    }

    fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.to_owned(), value.into());
        self
    }
}
