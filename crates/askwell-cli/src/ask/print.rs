//! Prints answers to stdout: as JSON, as shell variables, or one bare value. Includes secrets,
//! because the caller asked for them.

use anyhow::{Result, bail};
use askwell_form::{Answer, Answers, Content, Field, Form};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::arguments::PrintFormat;
use crate::safe_text;

/// Rejects a print format that does not fit the form, before the person is asked.
pub(super) fn check(print: &PrintFormat, form: &Form) -> Result<()> {
    match print {
        PrintFormat::OnlyValue if form.fields().len() > 1 => {
            let names: Vec<String> =
                form.fields().iter().take(8).map(|field| safe_text::line(field.id())).collect();
            bail!(
                "the form has more than one field; say which one: --as value=NAME, with {}",
                names.join(", ")
            )
        }
        PrintFormat::Value(name) if form.field(name).is_none() => {
            bail!("the form has no field `{}`", safe_text::line(name))
        }
        _ => Ok(()),
    }
}

/// Returns the bytes for stdout.
pub(super) fn output(answers: &Answers, print: &PrintFormat, prefix: &str) -> Vec<u8> {
    match print {
        PrintFormat::Json => (safe_text::json(&answers.to_json()) + "\n").into_bytes(),
        PrintFormat::Export => {
            let lines = answers.iter().map(|(field, answer)| export(field, answer, prefix));
            lines.collect::<String>().into_bytes()
        }
        PrintFormat::OnlyValue => answers.iter().next().map(|(_, answer)| bare(answer)).unwrap_or_default(),
        PrintFormat::Value(name) => answers.get(name).map(bare).unwrap_or_default(),
    }
}

/// Returns a bare value: the content of a file, one line per choice, or one line.
fn bare(answer: &Answer<'_>) -> Vec<u8> {
    match answer {
        Answer::File(file) => match &file.content {
            Content::Inline(bytes) => bytes.clone(),
            Content::Stored { location, .. } => format!("{location}\n").into_bytes(),
        },
        other => (text(other) + "\n").into_bytes(),
    }
}

fn text(answer: &Answer<'_>) -> String {
    match answer {
        Answer::Secret(secret) => secret.reveal().to_owned(),
        Answer::Number(number) => number.to_string(),
        Answer::Bool(truth) => truth.to_string(),
        Answer::Date(date) => date.to_string(),
        Answer::DateTime(moment) => moment.to_string(),
        Answer::Choices(values) => values.join("\n"),
        Answer::File(file) => file.filename.to_string(),
        rows @ Answer::Rows(_) => safe_text::json(&rows.to_json()),
        other => other.as_text().unwrap_or_default().to_owned(),
    }
}

fn export(field: &Field, answer: &Answer<'_>, prefix: &str) -> String {
    let name = variable(prefix, field.id());
    let mut lines = format!("export {name}={}\n", quoted(&text(answer)));
    if let Answer::File(file) = answer {
        lines += &format!("export {name}_content_type={}\n", quoted(&file.content_type));
        if let Content::Inline(bytes) = &file.content {
            lines += &format!("export {name}_content={}\n", quoted(&STANDARD.encode(bytes)));
        }
    }
    lines
}

/// Returns a variable name that every shell accepts.
fn variable(prefix: &str, id: &str) -> String {
    let name = format!("{prefix}{}", id.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("_{name}") } else { name }
}

/// Quotes a text for shells: single quotes keep everything, and a single quote is inserted between
/// two quoted parts.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use serde_json::json;

    use super::{check, output, quoted, variable};
    use crate::arguments::PrintFormat;

    #[test]
    fn exported_values_are_quoted_for_shells() {
        assert_eq!(quoted("a'b"), r"'a'\''b'");
        assert_eq!(quoted("$(rm -rf /)`x`\n\\"), "'$(rm -rf /)`x`\n\\'");
        assert_eq!(variable("answer_", "first-name"), "answer_first_name");
        assert_eq!(variable("", "2nd"), "_2nd");
    }

    #[test]
    fn every_kind_can_be_printed() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [
            {"id": "name", "type": "text", "label": "N"},
            {"id": "key", "type": "text", "label": "K", "rendering": {"inputType": "password"}},
            {"id": "n", "type": "number", "label": "N"}, {"id": "b", "type": "boolean", "label": "B"},
            {"id": "m", "type": "multi_select", "label": "M", "options": ["x", "y"]},
            {"id": "f", "type": "file", "label": "F"}]}"#,
        )
        .unwrap();
        let file = json!({"filename": "a.txt", "content_type": "text/plain", "size": 3, "content": "aGkK"});
        let answers = form
            .check(&json!({"name": "it's", "key": "s", "n": 1.50, "b": true, "m": ["y", "x"], "f": file}))
            .unwrap();
        let printed = |print: &PrintFormat| String::from_utf8(output(&answers, print, "answer_")).unwrap();
        assert_eq!(
            printed(&PrintFormat::Export),
            "export answer_name='it'\\''s'\nexport answer_key='s'\nexport answer_n='1.5'\n\
             export answer_b='true'\nexport answer_m='y\nx'\nexport answer_f='a.txt'\n\
             export answer_f_content_type='text/plain'\nexport answer_f_content='aGkK'\n"
        );
        for (field, expected) in [("name", "it's\n"), ("m", "y\nx\n"), ("f", "hi\n"), ("key", "s\n")] {
            assert_eq!(printed(&PrintFormat::Value(field.to_owned())), expected);
        }
        assert!(printed(&PrintFormat::Json).starts_with(r#"{"name":"it's","key":"s","n":1.5"#));
        assert!(
            check(&PrintFormat::OnlyValue, &form).is_err()
                && check(&PrintFormat::Value("z".to_owned()), &form).is_err()
        );
        assert!(check(&PrintFormat::Value("m".to_owned()), &form).is_ok());
    }
}
