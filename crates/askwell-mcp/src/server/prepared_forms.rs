//! A cache of forms in their wire shape, by form and revision.
//!
//! A server asks the same few forms again and again; their schemas do not change.

use askwell_locale::Language;
use std::any::TypeId;
use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_form::{Defects, Field, Form, Kind, Options, Rendering};
use hashbrown::HashMap;
use parking_lot::RwLock;
use schemars::JsonSchema;
use sha2::{Digest, Sha256};

use super::plan::fits_form_mode;

/// A form in the shape of one revision.
pub(crate) struct PreparedForm {
    /// The `requestedSchema`.
    pub(crate) schema: Box<str>,
    /// Whether form mode can ask it.
    pub(crate) fits: bool,
    /// Whether an app can ask it.
    pub(crate) fits_app: bool,
    /// Whether the form says more than its schema and its message.
    pub(crate) says_more: bool,
    /// The digest of the form document.
    pub(crate) digest: [u8; 32],
    /// The form in the language of the person, if it has translations.
    pub(crate) shown: Option<Form>,
}

impl PreparedForm {
    pub(crate) fn new(form: &Form, revision: Revision, language: Language) -> Self {
        let shown = (!form.translations().is_empty()).then(|| form.in_language(language.tag()));
        let export = shown.as_ref().unwrap_or(form).to_mcp_schema(revision);
        PreparedForm {
            fits: fits_form_mode(&export.losses),
            fits_app: super::app::fits(form),
            says_more: !export.losses.is_empty() || says_more(form),
            schema: export.schema.to_string().into(),
            digest: Sha256::digest(form.to_json()).into(),
            shown,
        }
    }
}

/// The forms that were asked before. It is cleared when it is full.
#[derive(Default)]
pub(crate) struct PreparedForms {
    schemas: RwLock<HashMap<(usize, Revision, Language), CachedForm>>,
    types: RwLock<HashMap<(TypeId, Box<str>), Form>>,
}

struct CachedForm {
    /// Keeps the address, which is the key, from being used by another form.
    _form: Form,
    prepared: Arc<PreparedForm>,
}

/// The capacity. It bounds the memory of a server that makes a new form for each call.
const CAPACITY: usize = 512;

/// Returns whether a form has content for people or programs that no schema can hold.
fn says_more(form: &Form) -> bool {
    form.description().is_some()
        || !form.metadata().is_empty()
        || !form.extensions().is_empty()
        || form.fields().iter().any(|field| {
            !field.extensions().is_empty() || *field.rendering() != Rendering::default() || has_more(field)
        })
}

/// Returns whether a field's options or constraints have extensions.
fn has_more(field: &Field) -> bool {
    let further = match field.kind() {
        Kind::Select(select) => &select.extensions,
        Kind::MultiSelect(select) => &select.extensions,
        _ => return false,
    };
    let mut options = field.kind().options().into_iter().flat_map(Options::iter);
    !further.is_empty() || options.any(|choice| choice.extensions().is_some())
}

impl PreparedForms {
    pub(crate) fn of(&self, form: &Form, revision: Revision, language: Language) -> Arc<PreparedForm> {
        // Clones of a form share one document, whose address is stable while one of them lives.
        let key = (form.to_json().as_ptr() as usize, revision, language);
        if let Some(cached) = self.schemas.read().get(&key) {
            return Arc::clone(&cached.prepared);
        }
        let prepared = Arc::new(PreparedForm::new(form, revision, language));
        let mut schemas = self.schemas.write();
        if schemas.len() >= CAPACITY {
            schemas.clear();
        }
        schemas.insert(key, CachedForm { _form: form.clone(), prepared: Arc::clone(&prepared) });
        prepared
    }

    /// Returns the form for a type.
    pub(crate) fn of_type<T: JsonSchema + 'static>(&self, title: &str) -> Result<Form, Defects> {
        let key = (TypeId::of::<T>(), Box::from(title));
        if let Some(form) = self.types.read().get(&key) {
            return Ok(form.clone());
        }
        let form = Form::of::<T>(title)?;
        let mut types = self.types.write();
        if types.len() >= CAPACITY {
            types.clear();
        }
        types.insert(key, form.clone());
        Ok(form)
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::says_more;

    #[test]
    fn form_that_says_more_than_its_schema_is_found() {
        for (form, field, expected) in [
            ("", "", false),
            ("", r#", "required": true, "validation": {"maxLength": 3}"#, false),
            ("", r#", "rendering" : {"placeholder": "x"}"#, true),
            ("", r#", "rendering": {}"#, false),
            ("", r#", "rendering": {"colour": "red"}"#, true),
            ("", r#", "x-own": 1"#, true),
            (r#", "description": "Why""#, "", true),
            (r#", "x-own": "\"rendering\":""#, "", true),
            (r#", "metadata": {"version": "1"}"#, "", true),
        ] {
            let document = format!(
                r#"{{"id": "f", "title": "F"{form}, "fields": [{{"id": "a", "type": "text", "label": "A"{field}}}]}}"#
            );
            let form = Form::parse(&document).unwrap_or_else(|defects| panic!("{defects}"));
            assert_eq!(says_more(&form), expected, "{document}");
        }
    }
}
