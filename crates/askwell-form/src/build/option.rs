//! Builders of options that have more than a title.

use serde_json::{Map, Value, json};

/// An option in the making.
#[derive(Debug, Clone)]
#[must_use = "an option belongs into a field"]
pub struct OptionBuilder {
    document: Map<String, Value>,
}

/// An option: what is answered, and what is shown.
pub fn option(value: &str, title: &str) -> OptionBuilder {
    let document = Map::from_iter([("value".to_owned(), value.into()), ("title".to_owned(), title.into())]);
    OptionBuilder { document }
}

impl OptionBuilder {
    /// What choosing it means.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.document.insert("description".to_owned(), text.into().into());
        self
    }

    /// A picture: its media type, its content in base64, and what it shows in words.
    pub fn image(mut self, media_type: &str, data: &str, description: impl Into<String>) -> Self {
        let image = json!({"type": media_type, "data": data, "description": description.into()});
        self.document.insert("image".to_owned(), image);
        self
    }

    pub(super) fn into_value(self) -> Value {
        Value::Object(self.document)
    }
}
