//! One question, one answer.

use askwell_form::build::{FieldBuilder, boolean, form, multi_select, select, text};
use askwell_form::{Defects, Form};
use serde::Deserialize;
use serde_json::json;

use super::{ask, asking_tool, describe};
use crate::server::{Call, Failure, Tool, ToolResult};
use crate::wire::RpcError;

/// The id of the one field that a question has.
const FIELD: &str = "answer";
/// The longest title a form may have; longer questions stand below a short one.
const TITLE: usize = 256;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    question: String,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Text,
    YesNo,
    Choice,
    Choices,
}

pub(super) fn tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "question": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "What the person reads."},
            "kind": {"type": "string", "enum": ["text", "yes_no", "choice", "choices"], "default": "text"},
            "options": {
                "type": "array", "items": {"type": "string"}, "maxItems": 100,
                "description": "What there is to choose from, for choice and choices."
            }
        },
        "required": ["question"],
        "additionalProperties": false
    });
    asking_tool("ask_question", "Ask a question", describe::QUESTION, input)
}

pub(super) async fn run(call: Call) -> Result<ToolResult, Failure> {
    let arguments: Arguments = call.parse()?;
    let wrong = |defects: Defects| RpcError::invalid_params(format!("this cannot be asked: {defects}"));
    let form = question(&arguments).map_err(wrong)?;
    ask::put(&call, &form).await
}

fn question(arguments: &Arguments) -> Result<Form, Defects> {
    let options = || arguments.options.iter().map(String::as_str);
    match arguments.kind {
        Kind::Text => one(arguments, text(FIELD, "Answer").required()),
        Kind::YesNo => one(arguments, boolean(FIELD, "Yes").required()),
        Kind::Choice => one(arguments, select(FIELD, "Answer").options(options()).required()),
        Kind::Choices => one(arguments, multi_select(FIELD, "Answers").options(options()).required()),
    }
}

fn one<K>(Arguments { question, .. }: &Arguments, field: FieldBuilder<K>) -> Result<Form, Defects> {
    let short = question.chars().count() <= TITLE;
    let mut builder = form("question", if short { question } else { "A question" });
    if !short {
        builder = builder.description(question);
    }
    builder.field(field).build()
}
