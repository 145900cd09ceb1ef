//! Changing the arguments of a call: in a form made of the tool's schema, or as checked JSON if a form cannot carry them.
//!
//! The form decides nothing. What comes out of it is shown again, and approved or not.

use askwell_form::build::{form, text};
use askwell_form::{Answers, Form};
use askwell_locale::say;
use askwell_mcp::wire::{Json, Limits, Raw};
use serde_json::{Value, json};

use super::schema_check::check_arguments;
use super::shown_text::editable_json;
use crate::digest::Digest;

/// The most characters of JSON that a person edits.
const MAX_CHARS: usize = 20_000;
/// The field with the arguments, if they are edited as JSON.
const ARGUMENTS: &str = "arguments";

/// The form in which a person changes arguments.
#[derive(Debug, Clone)]
pub(crate) enum EditForm {
    /// One field for each argument.
    Fields(Form),
    /// One field with JSON.
    Json(Form),
}

impl EditForm {
    /// Returns the form for a call; `None` if there is nothing to change, or the arguments are too long for that.
    pub(crate) fn of(schema: Raw<'_>, arguments: Raw<'_>) -> Option<EditForm> {
        let is_empty = |raw: Raw<'_>| raw.members().next().is_none();
        if is_empty(arguments) && is_empty(schema.get("properties").unwrap_or(Raw::EMPTY)) {
            return None;
        }
        fields_form(schema, arguments).or_else(|| json_form(arguments))
    }

    pub(crate) fn form(&self) -> &Form {
        match self {
            EditForm::Fields(form) | EditForm::Json(form) => form,
        }
    }

    /// Reads the changed arguments, and checks those that came as JSON against the schema.
    ///
    /// # Errors
    /// When they cannot be used, in words.
    pub(crate) fn read(&self, answers: &Answers, schema: Raw<'_>) -> Result<Json, String> {
        let given = Json::parse(&answers.to_json(), &Limits::default()).map_err(|error| error.to_string())?;
        match self {
            EditForm::Fields(_) => Ok(given),
            EditForm::Json(_) => {
                let typed = given.raw().get(ARGUMENTS).and_then(Raw::as_text).unwrap_or_default();
                let arguments = Json::parse(&typed, &Limits::default()).map_err(|error| error.to_string())?;
                check_arguments(schema, arguments.raw())?;
                Ok(arguments)
            }
        }
    }
}

/// Makes a form of the schema with the arguments as its defaults. Returns `None` unless sending that form unchanged
/// gives exactly the same arguments: then nothing gets lost on the way.
fn fields_form(schema: Raw<'_>, arguments: Raw<'_>) -> Option<EditForm> {
    let mut schema = schema.to_value();
    let members = schema.as_object_mut()?;
    let Value::Object(properties) = members.get_mut("properties")? else { return None };
    if arguments.members().any(|(key, _)| !properties.contains_key(&*key)) {
        return None;
    }
    for (name, property) in properties.iter_mut() {
        let property = property.as_object_mut()?;
        match arguments.get(name) {
            Some(value) => property.insert("default".to_owned(), value.to_value()),
            None => property.remove("default"),
        };
    }
    members.insert("title".to_owned(), say("gate-change-title").into());
    let form = Form::import(&schema, "").ok()?.form;
    // A required field has to be answered even if it has a default.
    schema.as_object_mut()?.remove("required");
    let unchanged = Form::import(&schema, "").ok()?.form.check(&json!({})).ok()?;
    let carried = Json::parse(&unchanged.to_json(), &Limits::default()).ok()?;
    let is_same = Digest::of_json(carried.raw()) == Digest::of_json(arguments);
    is_same.then_some(EditForm::Fields(form))
}

fn json_form(arguments: Raw<'_>) -> Option<EditForm> {
    let shown = editable_json(arguments, MAX_CHARS)?;
    let built = form("change-arguments", say("gate-change-title"))
        .field(
            text(ARGUMENTS, &say("gate-change-label"))
                .description(say("gate-change-about"))
                .required()
                .length(2, MAX_CHARS)
                .rows(12)
                .default(shown),
        )
        .build();
    Some(EditForm::Json(built.ok()?))
}

#[cfg(test)]
mod tests {
    use askwell_form::Answer;
    use askwell_mcp::wire::Json;
    use serde_json::{Value, json};

    use super::EditForm;

    fn raw(value: &Value) -> Json {
        Json::parse(&value.to_string(), &Default::default()).unwrap()
    }

    fn read(form: &EditForm, schema: &Value, answer: &Value) -> Result<Value, String> {
        let answers = form.form().check(answer).unwrap();
        form.read(&answers, raw(schema).raw()).map(|arguments| arguments.raw().to_value())
    }

    /// Returns the JSON that a person finds in the field.
    fn shown_json(form: &EditForm) -> String {
        let EditForm::Json(form) = form else { panic!("fields") };
        let Some(Answer::Text(text)) = form.field("arguments").and_then(|field| field.default_answer())
        else {
            panic!("no default")
        };
        text.to_string()
    }

    #[test]
    fn flat_arguments_are_edited_in_fields() {
        let schema = json!({"type": "object", "required": ["path"], "properties": {
            "path": {"type": "string"}, "count": {"type": "integer", "default": 7},
            "force": {"type": "boolean"}, "mode": {"enum": ["a", "b"]}
        }});
        let arguments = json!({"path": "/tmp/a", "force": true});
        let form = EditForm::of(raw(&schema).raw(), raw(&arguments).raw()).unwrap();
        assert!(matches!(&form, EditForm::Fields(_)));
        assert_eq!(read(&form, &schema, &json!({"path": "/tmp/a"})), Ok(arguments));
        let changed = json!({"path": "/tmp/b", "count": 3, "force": false});
        assert_eq!(read(&form, &schema, &changed), Ok(changed));
        assert!(form.form().check(&json!({"path": "/tmp/b", "count": "x"})).is_err());
    }

    #[test]
    fn what_fields_cannot_carry_is_edited_as_json() {
        let schema = json!({"type": "object", "properties": {
            "path": {"type": "string"}, "n": {"type": "number"}, "o": {"type": "object"}}});
        for arguments in [
            // Nested, not in the schema, hidden, blank.
            json!({"o": {"a": [1, {"b": null}]}}),
            json!({"unknown": 1}),
            json!({"path": "a\u{200b}\u{202e}b"}),
            json!({"path": ""}),
            json!({"path": null}),
        ] {
            let form = EditForm::of(raw(&schema).raw(), raw(&arguments).raw()).unwrap();
            let answer = json!({"arguments": shown_json(&form)});
            assert_eq!(read(&form, &json!({}), &answer), Ok(arguments));
        }
        // Spelled in a way that a form does not keep.
        let exact = Json::parse(r#"{"o":{"n":9007199254740993.10}}"#, &Default::default()).unwrap();
        let form = EditForm::of(raw(&schema).raw(), exact.raw()).unwrap();
        assert!(shown_json(&form).contains("9007199254740993.10"));
    }

    #[test]
    fn json_is_checked_against_the_schema() {
        let schema = json!({"type": "object", "required": ["o"], "properties": {"o": {"type": "object"}}});
        let form = EditForm::of(raw(&schema).raw(), raw(&json!({"o": {}})).raw()).unwrap();
        let typed = |text: &str| read(&form, &schema, &json!({"arguments": text}));
        assert_eq!(typed(r#"{"o": {"a": 1}}"#), Ok(json!({"o": {"a": 1}})));
        for (text, expected) in [
            ("{}", "`o` is missing"),
            (r#"{"o": 1}"#, "`o` has to be an object"),
            ("[]", "an object"),
            ("{{}", "not JSON"),
            (r#"{"o": {}, "o": {}}"#, "twice"),
        ] {
            let problem = typed(text).unwrap_err();
            assert!(problem.contains(expected), "{text}: {problem}");
        }
    }

    #[test]
    fn nothing_and_too_much_are_not_edited() {
        let empty = json!({"type": "object", "properties": {}});
        assert!(EditForm::of(raw(&empty).raw(), raw(&json!({})).raw()).is_none());
        let arguments = json!({"o": {"a": "x".repeat(30_000)}});
        assert!(EditForm::of(raw(&json!({})).raw(), raw(&arguments).raw()).is_none());
    }
}
