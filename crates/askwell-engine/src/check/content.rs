//! Content of a submission, before it is checked.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use askwell_form::json::write_string;
use askwell_form::{Answers, Form, JsonKind, Problems, Source};

use super::CheckResult;
use crate::ask::PROMPT_FIELD;

/// The content of a submission: JSON text with one member for each field. A prompt also accepts a JSON
/// string, a page any JSON. `Debug` does not show its values.
#[derive(Clone, Copy)]
pub struct Content<'c> {
    /// The JSON text.
    pub json: &'c [u8],
    /// How to treat keys that the form does not have.
    pub unknown_keys: UnknownKeys,
}

/// What to do with keys that the form does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum UnknownKeys {
    /// Drops them. For dialogs of MCP clients, which may add keys of their own.
    Drop,
    /// Reports them as problems.
    #[default]
    Reject,
}

impl<'c> Content<'c> {
    /// Creates content whose unknown keys are problems.
    #[must_use]
    pub fn strict(json: &'c [u8]) -> Content<'c> {
        Content { json, unknown_keys: UnknownKeys::Reject }
    }

    /// Creates content of a client's dialog, whose unknown keys are dropped.
    #[must_use]
    pub fn of_dialog(json: &'c [u8]) -> Content<'c> {
        Content { json, unknown_keys: UnknownKeys::Drop }
    }

    /// Checks the content by the form's rules only.
    pub(super) fn check_against(&self, form: &Form) -> Result<Answers, Problems> {
        let checked = form.check_json(&wrap_prompt(form, self.json));
        // Valid content has no unknown keys to remove.
        if checked.is_err() && self.unknown_keys == UnknownKeys::Drop {
            return form.check_json(&self.for_form(form));
        }
        checked
    }

    /// Returns the JSON object that the form checks.
    pub(super) fn for_form(&self, form: &Form) -> Cow<'c, [u8]> {
        let json = wrap_prompt(form, self.json);
        match (self.unknown_keys, json) {
            (UnknownKeys::Reject, json) => json,
            (UnknownKeys::Drop, Cow::Borrowed(json)) => {
                known_members(form, json).map_or(Cow::Borrowed(json), Cow::Owned)
            }
            // A prompt's answer has no keys.
            (UnknownKeys::Drop, wrapped) => wrapped,
        }
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Content([{} bytes], {:?})", self.json.len(), self.unknown_keys)
    }
}

/// Accepts any JSON as the result of a page.
pub(super) fn page_result(content: Content<'_>) -> CheckResult {
    let is_json = |text: &&str| serde_json::from_str::<serde_json::Value>(text).is_ok();
    match std::str::from_utf8(content.json).ok().filter(is_json) {
        Some(text) => CheckResult::PageResult(Arc::from(text)),
        None => CheckResult::Problems(Problems::overall("The result is not JSON.")),
    }
}

/// Wraps the answer to a prompt, which may come without the name of its only field.
fn wrap_prompt<'j>(form: &Form, json: &'j [u8]) -> Cow<'j, [u8]> {
    let is_text = json.trim_ascii_start().first() == Some(&b'"');
    let is_prompt = matches!(form.fields(), [only] if only.id() == PROMPT_FIELD);
    if !(is_text && is_prompt) {
        return Cow::Borrowed(json);
    }
    Cow::Owned([b"{\"answer\":", json, b"}"].concat())
}

/// Returns the object without its unknown members; `None` if it has none or is not an object.
fn known_members(form: &Form, json: &[u8]) -> Option<Vec<u8>> {
    let is_known =
        |name: &str| form.fields().iter().any(|field| field.property() == name || field.id() == name);
    let source = Source::read(std::str::from_utf8(json).ok()?).ok()?;
    let root = source.root();
    let members = || root.members().filter(|_| root.kind() == JsonKind::Object);
    if members()?.all(|(name, _)| is_known(name)) {
        return None;
    }
    let mut text = String::from("{");
    for (name, part) in members()?.filter(|(name, _)| is_known(name)) {
        if text.len() > 1 {
            text.push(',');
        }
        write_string(&mut text, name);
        text.push(':');
        text.push_str(part.json());
    }
    text.push('}');
    Some(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use askwell_form::build::{form, text};

    use super::{Content, UnknownKeys};

    fn a_form() -> Form {
        form("f", "F").field(text("a", "A")).field(text("b", "B")).build().unwrap()
    }

    fn for_form(json: &str, unknown_keys: UnknownKeys) -> String {
        let content = Content { json: json.as_bytes(), unknown_keys };
        String::from_utf8(content.for_form(&a_form()).into_owned()).unwrap()
    }

    #[test]
    fn unknown_keys_are_dropped_and_the_rest_stays_as_it_is_written() {
        for (json, known) in [
            (r#"{"a": "x"}"#, r#"{"a": "x"}"#),
            (r#"{"x": {"a": 1}, "a": "\u0041", "y": []}"#, r#"{"a":"\u0041"}"#),
            (r#"{"b":"1","x":2,"a":"3"}"#, r#"{"b":"1","a":"3"}"#),
            (r#"{"x": 1}"#, "{}"),
            ("[1]", "[1]"),
            ("no JSON", "no JSON"),
        ] {
            assert_eq!(for_form(json, UnknownKeys::Drop), known);
            assert_eq!(for_form(json, UnknownKeys::Reject), json);
        }
    }
}
