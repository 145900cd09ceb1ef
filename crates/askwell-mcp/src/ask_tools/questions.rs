//! Reads questions in a simple shape that models write easily, and makes a form of them.
//!
//! A question is a text and a type; everything else has a default. A form document can express
//! more.

use std::borrow::Cow;

use askwell_form::Form;
use askwell_locale::say;
use serde_json::{Map, Value, json};

use super::arguments::{ArgumentReader, report_defects};
use crate::wire::{JsonKind, Raw};

/// The field id of a single question.
pub(super) const SINGLE: &str = "answer";

/// The question types, with the field types that they become.
pub(super) const TYPES: [(&str, &str); 11] = [
    ("text", "text"),
    ("long_text", "text"),
    ("email", "text"),
    ("number", "number"),
    ("integer", "number"),
    ("yes_no", "boolean"),
    ("choice", "select"),
    ("choices", "multi_select"),
    ("date", "date"),
    ("date_time", "date"),
    ("url", "url"),
];

/// The most characters of a title or a label.
const SHORT: usize = 256;

/// Returns a form that asks these questions in order. Its own texts are in the words that were entered on this thread.
pub(super) fn form(
    reader: &mut ArgumentReader,
    title: Option<&str>,
    description: Option<&str>,
    questions: Raw<'_>,
) -> Option<Form> {
    if questions.kind() != JsonKind::List {
        reader.problem("questions has to be a list");
        return None;
    }
    let mut fields = Vec::new();
    for (index, question) in questions.items().enumerate() {
        let place = format!("questions[{index}]");
        let members: Vec<_> = match question.kind() {
            JsonKind::Object => question.members().collect(),
            // A bare text is a question, too.
            JsonKind::Text => vec![(Cow::Borrowed("question"), question)],
            _ => {
                reader.problem(format!("{place} has to be an object with a question"));
                continue;
            }
        };
        fields.push(field(reader, &format!("{place}."), &members, &format!("q{}", index + 1)).document);
    }
    if fields.is_empty() {
        reader.problem("questions has to have at least one question");
        return None;
    }
    let title = title.map_or_else(|| say("mcp-questions"), str::to_owned);
    let mut document = json!({"id": "ask", "title": title, "fields": fields});
    if let Some(description) = description {
        document["description"] = description.into();
    }
    parse(reader, &document, "questions")
}

/// Returns a form that asks one question, given as the arguments of a call.
pub(super) fn single(reader: &mut ArgumentReader, members: &[(Cow<'_, str>, Raw<'_>)]) -> Option<Form> {
    let mut members = members.to_vec();
    members.retain(|(key, _)| key != "id");
    let QuestionField { mut document, question } = field(reader, "", &members, SINGLE);
    let question = question?;
    // The question is the title of the form, so the field needs another label.
    document["label"] = say(if document["type"] == "boolean" { "mcp-yes" } else { "mcp-your-answer" }).into();
    let short = question.chars().count() <= SHORT;
    let title = if short { question.clone() } else { say("mcp-question") };
    let mut form = json!({"id": "ask", "title": title, "fields": []});
    let details = document.as_object_mut().and_then(|field| field.remove("description"));
    match (short, details) {
        (true, None) => {}
        (true, Some(details)) => form["description"] = details,
        (false, None) => form["description"] = question.into(),
        (false, Some(details)) => {
            form["description"] = format!("{question}\n\n{}", details.as_str().unwrap_or_default()).into();
        }
    }
    form["fields"] = json!([document]);
    parse(reader, &form, "")
}

/// Compiles the document, unless a question has problems.
fn parse(reader: &mut ArgumentReader, document: &Value, fields: &str) -> Option<Form> {
    if reader.has_problems() {
        return None;
    }
    let parsed = Form::parse(&document.to_string());
    parsed.map_err(|defects| report_defects(reader, &defects, |pointer| place(pointer, fields))).ok()
}

/// Returns the place in the arguments for a pointer into the form document.
fn place(pointer: &str, fields: &str) -> String {
    let mut place = String::new();
    let mut parts = pointer.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let name = match part {
            "fields" => {
                let index = parts.next().unwrap_or_default();
                place = if fields.is_empty() { String::new() } else { format!("{fields}[{index}]") };
                continue;
            }
            "validation" | "rendering" => continue,
            "label" => "question",
            "maxLength" => "max_length",
            "description" if !place.is_empty() || fields.is_empty() => "details",
            "title" if fields.is_empty() => "question",
            other => other,
        };
        if !place.is_empty() {
            place.push('.');
        }
        place.push_str(name);
    }
    place
}

/// A question as a field of a form document.
struct QuestionField {
    document: Value,
    question: Option<String>,
}

fn field(
    reader: &mut ArgumentReader,
    place: &str,
    members: &[(Cow<'_, str>, Raw<'_>)],
    usual_id: &str,
) -> QuestionField {
    let mut document = Map::new();
    document.insert("id".to_owned(), usual_id.into());
    let (mut question, mut given_type, mut options, mut labels) = (None, None, None, None);
    let mut default = None;
    let mut validation = Map::new();
    document.insert("required".to_owned(), true.into());
    for (key, value) in members {
        let key = &**key;
        if value.is_null() {
            continue;
        }
        match key {
            "id" => {
                let id = reader.text(&format!("{place}id"), *value);
                document.insert("id".to_owned(), id.into());
            }
            "question" => question = reader.text(&format!("{place}question"), *value),
            "type" => given_type = reader.text(&format!("{place}type"), *value),
            "details" => {
                let details = reader.text(&format!("{place}details"), *value);
                document.insert("description".to_owned(), details.into());
            }
            "options" => options = Some(*value),
            "labels" => labels = Some(*value),
            "required" => drop(document.insert(key.to_owned(), value.to_value())),
            "default" => default = Some(*value),
            "minimum" | "maximum" | "pattern" => drop(validation.insert(key.to_owned(), value.to_value())),
            "earliest" => drop(validation.insert("minimum".to_owned(), value.to_value())),
            "latest" => drop(validation.insert("maximum".to_owned(), value.to_value())),
            "max_length" => drop(validation.insert("maxLength".to_owned(), value.to_value())),
            other => reader.problem(format!(
                "there is no {place}{other}; there are: id, question, type, details, options, labels, required, \
                 default, minimum, maximum, earliest, latest, max_length, pattern"
            )),
        }
    }
    if question.is_none() {
        reader.problem(format!("{place}question has to say what is asked"));
    }
    // Options without a type mean a choice of one.
    let usual_type = if options.is_some() { "choice" } else { "text" };
    let question_type = given_type.as_deref().unwrap_or(usual_type);
    let Some((_, kind)) = TYPES.iter().find(|(name, _)| *name == question_type) else {
        let names: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
        reader
            .problem(format!("{place}type cannot be `{question_type}`; it is one of: {}", names.join(", ")));
        return QuestionField { document: Value::Object(document), question };
    };
    document.insert("type".to_owned(), (*kind).into());
    document.insert("label".to_owned(), question.clone().into());
    match question_type {
        "long_text" => drop(document.insert("rendering".to_owned(), json!({"rows": 5}))),
        "email" => drop(validation.insert("format".to_owned(), "email".into())),
        "integer" => drop(validation.insert("multipleOf".to_owned(), 1.into())),
        "date_time" => drop(validation.insert("format".to_owned(), "date-time".into())),
        _ => {}
    }
    if let Some(default) = default {
        document.insert("default".to_owned(), default_of(kind, default));
    }
    match (options, *kind) {
        (Some(options), "select" | "multi_select") => {
            let mut options: Vec<Value> = options.items().map(option).collect();
            if let Some(labels) = labels {
                label(reader, place, &mut options, labels);
            }
            document.insert("options".to_owned(), titled(options).into());
        }
        (None, "select" | "multi_select") => {
            reader.problem(format!("{place}options has to list what there is to choose from"));
        }
        (Some(_), _) => reader.problem(format!("{place}options goes with the types choice and choices only")),
        (None, _) => {}
    }
    if !validation.is_empty() {
        document.insert("validation".to_owned(), Value::Object(validation));
    }
    QuestionField { document: Value::Object(document), question }
}

/// Returns a default in the type of its question. Tool schemas give every argument one type, so a
/// number, a boolean or a list may come as text.
fn default_of(kind: &str, default: Raw<'_>) -> Value {
    let Some(text) = default.as_text() else { return default.to_value() };
    let read: Option<Value> = match kind {
        "number" => serde_json::from_str(text.trim()).ok().filter(Value::is_number),
        "boolean" => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(true.into()),
            "false" | "no" => Some(false.into()),
            _ => None,
        },
        "multi_select" => {
            let list = serde_json::from_str(text.trim()).ok().filter(Value::is_array);
            Some(list.unwrap_or_else(|| json!([text])))
        }
        _ => None,
    };
    // The form reports a default that does not fit.
    read.unwrap_or_else(|| Value::String(text.into_owned()))
}

/// Adds the labels that people see to the options, in the same order.
fn label(reader: &mut ArgumentReader, place: &str, options: &mut [Value], labels: Raw<'_>) {
    let texts: Vec<_> = labels.items().filter_map(Raw::as_text).collect();
    if labels.kind() != JsonKind::List || texts.len() != options.len() {
        reader.problem(format!("{place}labels has to list a text for each of the options, in their order"));
        return;
    }
    for (option, label) in options.iter_mut().zip(texts) {
        if let Value::String(value) = option {
            *option = json!({"value": value, "title": label});
        }
    }
}

/// Reads an option: a text, or an object with `label` for what people see.
fn option(option: Raw<'_>) -> Value {
    match option.to_value() {
        Value::Object(mut option) => {
            if let Some(label) = option.remove("label") {
                option.insert("title".to_owned(), label);
            }
            Value::Object(option)
        }
        Value::Number(number) => number.to_string().into(),
        other => other,
    }
}

/// Gives every option a title if one of them has one.
fn titled(options: Vec<Value>) -> Vec<Value> {
    if !options.iter().any(Value::is_object) {
        return options;
    }
    let title = |option: Value| match option {
        Value::String(text) => json!({"value": text, "title": text}),
        other => other,
    };
    options.into_iter().map(title).collect()
}
