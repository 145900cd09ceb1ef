//! Builds a form from questions on the command line.

use anyhow::{Result, anyhow};
use askwell_form::{Defect, Defects, Form};
use serde_json::{Map, Value, json};

use crate::arguments::{QuestionKind, Questions};
use crate::safe_text;

/// The title if none is given.
const TITLE: &str = "A few questions";

/// Returns a form with these questions in order.
///
/// # Errors
/// Names each invalid question, because the person has not seen the generated document.
pub(super) fn form(questions: &Questions, title: Option<&str>, about: Option<&str>) -> Result<Form> {
    let mut fields: Vec<Value> = Vec::new();
    for (kind, text) in &questions.0 {
        let taken = |id: &str| fields.iter().any(|field| field["id"] == id);
        let question = Question::read(*kind, text, taken);
        fields.push(question.field());
    }
    let title = match (title, fields.as_slice()) {
        (Some(title), _) => title,
        // A single question is its own title.
        (None, [only]) => only["label"].as_str().unwrap_or(TITLE),
        (None, _) => TITLE,
    };
    let mut document = json!({"id": "questions", "title": title, "fields": fields});
    if let Some(about) = about {
        document["description"] = about.into();
    }
    Form::parse(&document.to_string()).map_err(|defects| anyhow!(describe_defects(&defects, questions)))
}

/// Describes each defect with the question that it is in.
fn describe_defects(defects: &Defects, questions: &Questions) -> String {
    let line = |defect: &Defect| {
        let mut parts = defect.pointer.split('/').skip(1);
        let (list, place) = (parts.next().unwrap_or_default(), parts.next());
        let question =
            place.and_then(|place| place.parse().ok()).and_then(|place: usize| questions.0.get(place));
        let (place, options) = match question {
            Some((kind, text)) => {
                (format!("--{} {}", kind.flag(), safe_text::line(text)), parts.next() == Some("options"))
            }
            None => (safe_text::line(list), false),
        };
        let hint = if options { "; options follow the name: env=dev,prod" } else { "" };
        let what = Defect { place: None, pointer: String::new(), ..defect.clone() };
        format!("{place}: {}{hint}", safe_text::line(&what.to_string()))
    };
    defects.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A parsed question.
struct Question {
    kind: QuestionKind,
    id: String,
    label: String,
    required: bool,
    /// The text after the equals sign.
    detail: Option<String>,
}

impl Question {
    fn read(kind: QuestionKind, text: &str, taken: impl Fn(&str) -> bool) -> Question {
        let (name, detail) = match text.split_once('=') {
            Some((name, detail)) if kind != QuestionKind::Confirm || truth(detail).is_some() => {
                (name, Some(detail))
            }
            _ => (text, None),
        };
        let inner = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let required = inner.is_none();
        let name = inner.unwrap_or(name).trim();
        let (id, label) = match name.split_once(':') {
            Some((id, label)) if is_id(id) => (id.to_owned(), label.trim().to_owned()),
            _ if is_id(name) => (name.to_owned(), label_from_id(name)),
            _ => (id_from_label(name), name.to_owned()),
        };
        let id = if taken(&id) {
            (2..).map(|number| format!("{id}_{number}")).find(|id| !taken(id)).unwrap_or_default()
        } else {
            id
        };
        Question { kind, id, label, required, detail: detail.map(str::to_owned) }
    }

    fn field(&self) -> Value {
        let mut field = Map::new();
        field.insert("id".to_owned(), self.id.as_str().into());
        field.insert("type".to_owned(), self.document_type().into());
        field.insert("label".to_owned(), self.label.as_str().into());
        field.insert("required".to_owned(), self.required.into());
        match self.kind {
            QuestionKind::Lines => drop(field.insert("rendering".to_owned(), json!({"rows": 5}))),
            QuestionKind::Secret => {
                drop(field.insert("rendering".to_owned(), json!({"inputType": "password"})));
            }
            _ => {}
        }
        let detail = self.detail.as_deref().unwrap_or_default();
        if let QuestionKind::Select | QuestionKind::Multi = self.kind {
            self.add_options(&mut field, detail);
        } else if let Some(detail) = &self.detail {
            let default = match self.kind {
                QuestionKind::Confirm => truth(detail).map_or(Value::Null, Value::from),
                QuestionKind::Number => {
                    serde_json::from_str(detail).unwrap_or_else(|_| detail.as_str().into())
                }
                _ => detail.as_str().into(),
            };
            field.insert("default".to_owned(), default);
        }
        Value::Object(field)
    }

    fn add_options(&self, field: &mut Map<String, Value>, detail: &str) {
        let options: Vec<&str> =
            detail.split(',').map(str::trim).filter(|option| !option.is_empty()).collect();
        let chosen: Vec<&str> = options.iter().filter_map(|option| option.strip_prefix('*')).collect();
        let values: Vec<&str> =
            options.iter().map(|option| option.strip_prefix('*').unwrap_or(option)).collect();
        field.insert("options".to_owned(), values.into());
        match (self.kind, chosen.as_slice()) {
            (_, []) => {}
            (QuestionKind::Multi, chosen) => drop(field.insert("default".to_owned(), chosen.into())),
            (_, [first, ..]) => drop(field.insert("default".to_owned(), (*first).into())),
        }
    }

    fn document_type(&self) -> &'static str {
        match self.kind {
            QuestionKind::Text | QuestionKind::Lines | QuestionKind::Secret => "text",
            QuestionKind::Number => "number",
            QuestionKind::Confirm => "boolean",
            QuestionKind::Select => "select",
            QuestionKind::Multi => "multi_select",
            QuestionKind::Date => "date",
            QuestionKind::Url => "url",
            QuestionKind::File => "file",
        }
    }
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// Returns a label for an id: `first_name` becomes “First name”.
fn label_from_id(id: &str) -> String {
    let words = id.replace(['_', '-'], " ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Returns an id for a label: “Deploy now?” becomes `deploy_now`.
fn id_from_label(label: &str) -> String {
    let words: Vec<String> = label
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let id: String = words.join("_").chars().take(40).collect();
    if id.is_empty() { "answer".to_owned() } else { id.trim_end_matches('_').to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::form;
    use crate::arguments::{QuestionKind, Questions};

    fn fields(questions: &[(QuestionKind, &str)]) -> Value {
        let questions = Questions(questions.iter().map(|(kind, text)| (*kind, (*text).to_owned())).collect());
        form(&questions, None, None).unwrap().to_value()["fields"].clone()
    }

    #[test]
    fn questions_become_fields() {
        for (kind, text, expected) in [
            (
                QuestionKind::Text,
                "first_name",
                json!({"id": "first_name", "type": "text", "label": "First name", "required": true}),
            ),
            (
                QuestionKind::Text,
                "[nick]",
                json!({"id": "nick", "type": "text", "label": "Nick", "required": false}),
            ),
            (
                QuestionKind::Text,
                "n:Full name=Desk",
                json!({"id": "n", "type": "text", "label": "Full name", "required": true, "default": "Desk"}),
            ),
            (
                QuestionKind::Confirm,
                "Deploy now?",
                json!({"id": "deploy_now", "type": "boolean", "label": "Deploy now?", "required": true}),
            ),
            (
                QuestionKind::Confirm,
                "Is 1=1?",
                json!({"id": "is_1_1", "type": "boolean", "label": "Is 1=1?", "required": true}),
            ),
            (
                QuestionKind::Confirm,
                "go=no",
                json!({"id": "go", "type": "boolean", "label": "Go", "required": true, "default": false}),
            ),
            (
                QuestionKind::Number,
                "port=8080",
                json!({"id": "port", "type": "number", "label": "Port", "required": true, "default": 8080}),
            ),
            (
                QuestionKind::Select,
                "env=dev, *prod",
                json!({"id": "env", "type": "select", "label": "Env", "required": true, "options": ["dev", "prod"], "default": "prod"}),
            ),
            (
                QuestionKind::Multi,
                "tags=*a,b,*c",
                json!({"id": "tags", "type": "multi_select", "label": "Tags", "required": true, "options": ["a", "b", "c"], "default": ["a", "c"]}),
            ),
            (
                QuestionKind::Text,
                "¿?",
                json!({"id": "answer", "type": "text", "label": "¿?", "required": true}),
            ),
        ] {
            assert_eq!(fields(&[(kind, text)])[0], expected, "{text}");
        }
    }

    #[test]
    fn equal_ids_get_numbers() {
        let fields = fields(&[
            (QuestionKind::Confirm, "Sure?"),
            (QuestionKind::Confirm, "Sure!"),
            (QuestionKind::Text, "sure"),
        ]);
        assert_eq!([&fields[0]["id"], &fields[1]["id"], &fields[2]["id"]], ["sure", "sure_2", "sure_3"]);
    }

    #[test]
    fn invalid_questions_are_rejected() {
        for (kind, text) in [
            (QuestionKind::Select, "env"),
            (QuestionKind::Number, "port=many"),
            (QuestionKind::Date, "day=soon"),
        ] {
            assert!(form(&Questions(vec![(kind, text.to_owned())]), None, None).is_err(), "{text}");
        }
    }
}
