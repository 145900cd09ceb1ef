//! Forms as they go over the wire, made once for each form and revision.
//!
//! A server asks the same few forms again and again; their schemas do not change.

use std::any::TypeId;
use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_form::{Defects, Form};
use hashbrown::HashMap;
use parking_lot::RwLock;
use schemars::JsonSchema;

use crate::deliver::fits_form_mode;

/// A form in one revision's words.
pub(crate) struct Prepared {
    /// The `requestedSchema`.
    pub(crate) schema: Box<str>,
    /// Whether form mode can ask it at all.
    pub(crate) fits: bool,
    /// Whether the form says more than its schema and its message do.
    pub(crate) says_more: bool,
}

/// Forms that were asked before. Cheap to look into; forgets everything when it grows too large.
#[derive(Default)]
pub(crate) struct PreparedForms {
    schemas: RwLock<HashMap<(usize, Revision), Kept>>,
    types: RwLock<HashMap<(TypeId, Box<str>), Form>>,
}

struct Kept {
    /// Keeps the address that is the key from being used by another form.
    _form: Form,
    prepared: Arc<Prepared>,
}

/// More forms than any server has; one that makes a new form for each call must not fill the memory.
const MOST: usize = 512;

/// Whether a form has something for people or programs that no schema has a place for.
fn says_more(form: &Form) -> bool {
    form.description().is_some()
        || !form.metadata().is_empty()
        || !form.extensions().is_empty()
        || form.fields().iter().any(|field| !field.extensions().is_empty())
        // Inside a text the quotes would be escaped.
        || form.to_json().contains(r#""rendering":"#)
}

impl PreparedForms {
    pub(crate) fn of(&self, form: &Form, revision: Revision) -> Arc<Prepared> {
        // Clones of a form share one document, which stays where it is as long as one of them lives.
        let key = (form.to_json().as_ptr() as usize, revision);
        if let Some(kept) = self.schemas.read().get(&key) {
            return Arc::clone(&kept.prepared);
        }
        let export = form.to_mcp_schema(revision);
        let fits = fits_form_mode(&export.losses);
        let says_more = !export.losses.is_empty() || says_more(form);
        let prepared = Arc::new(Prepared { schema: export.schema.to_string().into(), fits, says_more });
        let mut schemas = self.schemas.write();
        if schemas.len() >= MOST {
            schemas.clear();
        }
        schemas.insert(key, Kept { _form: form.clone(), prepared: Arc::clone(&prepared) });
        prepared
    }

    /// The form for a type.
    pub(crate) fn of_type<T: JsonSchema + 'static>(&self, title: &str) -> Result<Form, Defects> {
        let key = (TypeId::of::<T>(), Box::from(title));
        if let Some(form) = self.types.read().get(&key) {
            return Ok(form.clone());
        }
        let form = Form::of::<T>(title)?;
        let mut types = self.types.write();
        if types.len() >= MOST {
            types.clear();
        }
        types.insert(key, form.clone());
        Ok(form)
    }
}
