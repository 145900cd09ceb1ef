//! Writes the params of `elicitation/create` from parts that are JSON already.

use askwell_form::Form;
use askwell_form::json::write_string;
use askwell_form::schema::Revision;
use askwell_locale::text;

use super::prepared_forms::PreparedForm;
use askwell_engine::HostedLink;

/// Whether whole forms are sent in `_meta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormMetadata {
    /// If the form says more than its schema.
    WholeForm,
    /// Never.
    None,
}

/// A form for the client's dialog.
#[derive(Clone, Copy)]
pub(super) struct DialogPrompt<'p> {
    pub(super) form: &'p Form,
    pub(super) prepared: &'p PreparedForm,
    /// The schema to send instead of the form's own.
    pub(super) schema: Option<&'p str>,
    /// The message for the person.
    pub(super) message: &'p str,
    pub(super) metadata: FormMetadata,
}

impl DialogPrompt<'_> {
    /// Returns whether the whole form is sent along.
    pub(super) fn carries_form(&self) -> bool {
        self.prepared.says_more && self.metadata == FormMetadata::WholeForm
    }

    /// Returns how many bytes the params of a legacy request take, about.
    pub(super) fn params_size(&self) -> usize {
        let document = if self.carries_form() { self.form.to_json().len() } else { 0 };
        96 + self.message.len() + self.prepared.schema.len() + document
    }

    /// Writes the params of a legacy request.
    pub(super) fn write_legacy_params(&self, out: &mut String, revision: Revision) {
        self.write_params(out, revision, self.carries_form());
    }

    /// Writes the params of an input request. It has no `_meta`; the result's `_meta` holds the
    /// forms.
    pub(super) fn write_input_request(&self, out: &mut String) {
        self.write_params(out, Revision::V2026_07_28, false);
    }

    fn write_params(&self, out: &mut String, revision: Revision, carries_form: bool) {
        // The first revision has no modes.
        out.push_str(if revision == Revision::V2025_06_18 { "{" } else { r#"{"mode":"form","# });
        out.push_str(r#""message":"#);
        write_string(out, self.message);
        out.push_str(r#","requestedSchema":"#);
        out.push_str(self.schema.unwrap_or(&self.prepared.schema));
        if carries_form {
            out.push_str(r#","_meta":{"io.askwell/form":"#);
            out.push_str(self.prepared.shown.as_ref().unwrap_or(self.form).to_json());
            out.push('}');
        }
        out.push('}');
    }
}

/// Returns the message for a dialog whose last answer did not pass.
pub(super) fn correction(message: &str, problems: &str) -> String {
    format!("{message}\n\n{}", text("mcp-correct", &[("problems", problems.into())]))
}

/// Returns the message beside a link to the hosted page.
pub(super) fn invitation(message: &str, link: &HostedLink) -> String {
    match &link.code {
        Some(code) => format!("{message}\n\n{}", text("mcp-page-code", &[("code", code.as_str().into())])),
        None => message.to_owned(),
    }
}

/// Returns the params for a URL that the client opens.
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

/// Returns the forms of several questions by key, for a result's `_meta`.
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
