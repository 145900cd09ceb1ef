//! Answers on stdout: as JSON, as shell variables, or one of them bare. Secrets included: whoever asks gets them.

use anyhow::{Result, bail};
use askwell_form::{Answer, Answers, Content, Field, Form};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::arguments::Print;
use crate::shown;

/// Refuses a way of printing that the form cannot have, before anybody is asked.
pub(super) fn check(print: &Print, form: &Form) -> Result<()> {
    match print {
        Print::OnlyValue if form.fields().len() > 1 => {
            let names: Vec<String> =
                form.fields().iter().take(8).map(|field| shown::line(field.id())).collect();
            bail!(
                "the form has more than one field; say which one: --as value=NAME, with {}",
                names.join(", ")
            )
        }
        Print::Value(name) if form.field(name).is_none() => {
            bail!("the form has no field `{}`", shown::line(name))
        }
        _ => Ok(()),
    }
}

/// What goes to stdout.
pub(super) fn output(answers: &Answers, print: &Print, prefix: &str) -> Vec<u8> {
    match print {
        Print::Json => (shown::json(&answers.to_json()) + "\n").into_bytes(),
        Print::Export => {
            let lines = answers.iter().map(|(field, answer)| export(field, answer, prefix));
            lines.collect::<String>().into_bytes()
        }
        Print::OnlyValue => answers.iter().next().map(|(_, answer)| bare(answer)).unwrap_or_default(),
        Print::Value(name) => answers.get(name).map(bare).unwrap_or_default(),
    }
}

/// A file is its content; several choices are a line each; anything else is a line.
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

/// A name that every shell takes.
fn variable(prefix: &str, id: &str) -> String {
    let name = format!("{prefix}{}", id.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("_{name}") } else { name }
}

/// A text that no shell looks into: single quotes keep all, and a single quote is put in between two such texts.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use serde_json::json;

    use super::{check, output, quoted, variable};
    use crate::arguments::Print;

    #[test]
    fn shells_get_what_was_answered() {
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
        let printed = |print: &Print| String::from_utf8(output(&answers, print, "answer_")).unwrap();
        assert_eq!(
            printed(&Print::Export),
            "export answer_name='it'\\''s'\nexport answer_key='s'\nexport answer_n='1.5'\n\
             export answer_b='true'\nexport answer_m='y\nx'\nexport answer_f='a.txt'\n\
             export answer_f_content_type='text/plain'\nexport answer_f_content='aGkK'\n"
        );
        for (field, expected) in [("name", "it's\n"), ("m", "y\nx\n"), ("f", "hi\n"), ("key", "s\n")] {
            assert_eq!(printed(&Print::Value(field.to_owned())), expected);
        }
        assert!(printed(&Print::Json).starts_with(r#"{"name":"it's","key":"s","n":1.5"#));
        assert!(
            check(&Print::OnlyValue, &form).is_err() && check(&Print::Value("z".to_owned()), &form).is_err()
        );
        assert!(check(&Print::Value("m".to_owned()), &form).is_ok());
    }
}
