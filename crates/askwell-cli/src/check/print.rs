//! Prints checked answers as JSON: in the order of the form, with all digits, and masked by
//! default.

use askwell_form::{Answer, Answers};
use serde_json::Value;

use crate::safe_text;

pub(super) fn answers(answers: &Answers, reveal: bool) -> String {
    let values = if reveal { answers.to_value() } else { answers.to_masked_value() };
    let line = |(field, answer): (&askwell_form::Field, &Answer<'_>)| {
        // A JSON value would round numbers beyond 64 bits.
        let value = match answer {
            Answer::Number(number) => number.to_string(),
            _ => values.get(field.property()).unwrap_or(&Value::Null).to_string(),
        };
        safe_text::json(&format!("  {}: {value}", Value::from(field.property())))
    };
    let lines: Vec<String> = answers.iter().map(line).collect();
    if lines.is_empty() { "{}\n".to_owned() } else { format!("{{\n{}\n}}\n", lines.join(",\n")) }
}
