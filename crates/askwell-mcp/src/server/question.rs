//! The params of `elicitation/create`, put together from parts that are JSON already.

use std::fmt::Display;

use askwell_form::Form;
use askwell_form::json::write_string;
use askwell_form::schema::Revision;

use super::asker::Question;

/// What a person reads when the first answer did not pass.
pub(super) fn again(message: &str, problems: &impl Display) -> String {
    format!("{message}\n\nPlease correct this: {problems}")
}

/// A form for the client's own dialog.
pub(super) fn form_params(
    question: &Question<'_>,
    message: &str,
    revision: Revision,
    rider: Rider,
) -> String {
    let document = if rider == Rider::Form { question.form.to_json().len() } else { 0 };
    let mut out = String::with_capacity(96 + message.len() + question.schema.len() + document);
    write_form_params(&mut out, question, message, revision, rider);
    out
}

/// The same, behind something else.
pub(super) fn write_form_params(
    out: &mut String,
    question: &Question<'_>,
    message: &str,
    revision: Revision,
    rider: Rider,
) {
    // The first revision knows no modes.
    out.push_str(if revision == Revision::V2025_06_18 { "{" } else { r#"{"mode":"form","# });
    out.push_str(r#""message":"#);
    write_string(out, message);
    out.push_str(r#","requestedSchema":"#);
    out.push_str(question.schema);
    if rider == Rider::Form {
        out.push_str(r#","_meta":{"io.askwell/form":"#);
        out.push_str(question.form.to_json());
        out.push('}');
    }
    out.push('}');
}

/// What rides along in `_meta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rider {
    /// The whole form.
    Form,
    /// Nothing.
    Nothing,
}

/// A URL for the client to open.
pub(super) fn url_params(message: &str, url: &str, elicitation_id: Option<&str>) -> String {
    let mut out = String::with_capacity(96 + message.len() + url.len());
    out.push_str(r#"{"mode":"url","message":"#);
    write_string(&mut out, message);
    out.push_str(r#","url":"#);
    write_string(&mut out, url);
    if let Some(id) = elicitation_id {
        out.push_str(r#","elicitationId":"#);
        write_string(&mut out, id);
    }
    out.push('}');
    out
}

/// The forms of several questions, by key, for a result's `_meta`.
pub(super) fn forms_meta(forms: &[(Box<str>, Form)]) -> String {
    let mut out = String::from(r#"{"io.askwell/form":{"#);
    for (index, (key, form)) in forms.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(&mut out, key);
        out.push(':');
        out.push_str(form.to_json());
    }
    out.push_str("}}");
    out
}
