//! Conversations that every surface must lead to the same answers: pages without a script, the wizard and plain mode.

use askwell_form::Form;
use serde_json::{Map, Value, json};

/// One conversation.
#[derive(Debug, Clone)]
pub struct Conversation {
    /// What it shows.
    pub about: String,
    /// The form that is filled in.
    pub form: Form,
    /// The inputs that a person fills in on each page, with the button that they press.
    pub page: Vec<Map<String, Value>>,
    /// The lines for plain mode.
    pub lines: String,
    /// The keys for the wizard.
    pub keys: String,
    /// The answers that result.
    pub answers: Value,
}

/// Returns all conversations.
///
/// # Panics
/// If the data of this crate is wrong.
#[must_use]
#[expect(clippy::panic, clippy::unwrap_used, reason = "the data is part of this crate")]
pub fn conversations() -> Vec<Conversation> {
    let table: Vec<Value> = serde_json::from_str(include_str!("../data/conversations.json")).unwrap();
    let conversation = |row: &Value| {
        let text = |key: &str| row[key].as_str().map(str::to_owned).unwrap_or_default();
        let pages = row["page"].as_array().into_iter().flatten();
        Conversation {
            about: text("about"),
            form: form_named(row["form"].as_str().unwrap_or_default())
                .unwrap_or_else(|| panic!("no form is called {}", row["form"])),
            page: pages.filter_map(Value::as_object).cloned().collect(),
            lines: text("lines"),
            keys: text("keys"),
            answers: row["answers"].clone(),
        }
    };
    table.iter().map(conversation).collect()
}

fn form_named(name: &str) -> Option<Form> {
    let text = match name {
        "derived" => include_str!("../data/derived-form.json"),
        "sections" | "steps" => include_str!("../data/structured-form.json"),
        "order" | "order-steps" => include_str!("../data/order-form.json"),
        "styles" => include_str!("../data/styles-form.json"),
        _ => return None,
    };
    let mut document: Value = serde_json::from_str(text).ok()?;
    if name.ends_with("steps") {
        document["layout"] = json!("steps");
    }
    Form::from_value(&document).ok()
}
