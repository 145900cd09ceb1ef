//! The definition that all clones of a form share: compiled, or a packed text that is compiled on
//! first use.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::definition::{Definition, Form};
use crate::packed;

/// A shared definition. Reading it compiles it, once for all clones.
#[derive(Clone)]
pub(crate) struct SharedDefinition(Arc<Inner>);

/// At least one of the two is there.
struct Inner {
    compiled: OnceLock<Box<Definition>>,
    packed: OnceLock<Arc<[u8]>>,
}

impl SharedDefinition {
    pub(crate) fn new(definition: Definition) -> Self {
        let compiled = OnceLock::from(Box::new(definition));
        SharedDefinition(Arc::new(Inner { compiled, packed: OnceLock::new() }))
    }

    /// Returns whether both are known to be of the same document, without compiling either.
    pub(crate) fn is_same(&self, other: &SharedDefinition) -> bool {
        let packed = |one: &SharedDefinition| one.0.packed.get().map(|packed| packed.as_ptr());
        Arc::ptr_eq(&self.0, &other.0) || packed(self).is_some_and(|address| packed(other) == Some(address))
    }

    /// Returns the same definition on its own, not compiled; a clone of this one if it cannot be
    /// packed.
    fn dormant(&self) -> SharedDefinition {
        if self.0.packed.get().is_none()
            && let Some(packed) = packed::pack(&self.document)
        {
            // If another thread was faster, its text is the same.
            let _ = self.0.packed.set(packed);
        }
        match self.0.packed.get() {
            Some(packed) => SharedDefinition(Arc::new(Inner {
                compiled: OnceLock::new(),
                packed: OnceLock::from(Arc::clone(packed)),
            })),
            None => self.clone(),
        }
    }
}

impl Deref for SharedDefinition {
    type Target = Definition;

    #[inline]
    fn deref(&self) -> &Definition {
        match self.0.compiled.get() {
            Some(compiled) => compiled,
            None => self.0.compiled.get_or_init(|| compile(self.0.packed.get())),
        }
    }
}

/// Compiles a packed text. It was made from a definition, so it can be compiled again.
#[cold]
fn compile(packed: Option<&Arc<[u8]>>) -> Box<Definition> {
    let document = packed.and_then(|packed| packed::unpack(packed)).unwrap_or_default();
    match Form::read_definition(&document) {
        Ok(definition) => Box::new(definition),
        #[expect(clippy::panic, reason = "another form in its place would take wrong answers")]
        Err(defects) => panic!("a form that was valid before is not any more: {defects}"),
    }
}

impl fmt::Debug for SharedDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedDefinition")
            .field("compiled", &self.0.compiled.get().is_some())
            .finish_non_exhaustive()
    }
}

/// For stores, which keep many forms that are not in use.
impl Form {
    /// Returns the same form as a text that is packed: it takes a fraction of the memory, and is compiled when it is
    /// next looked at. It shares nothing compiled with this form or with others made from it.
    #[must_use]
    pub fn dormant(&self) -> Form {
        Form { definition: self.definition.dormant(), validators: self.validators.clone() }
    }

    /// Returns whether the form is a packed text that has not been used yet.
    #[must_use]
    pub fn is_dormant(&self) -> bool {
        self.definition.0.compiled.get().is_none()
    }

    /// Returns how many clones of this form, and answers to it, there are at this moment.
    #[must_use]
    pub fn handles(&self) -> usize {
        Arc::strong_count(&self.definition.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Form;

    fn form() -> Form {
        Form::parse(include_str!("../../../examples/forms/oauth.json")).unwrap()
    }

    #[test]
    fn dormant_form_is_compiled_on_first_use() {
        let form = form();
        let dormant = form.dormant();
        assert!(dormant.is_dormant() && !form.is_dormant());
        let clone = dormant.clone();
        assert_eq!((form.handles(), dormant.handles()), (1, 2));
        assert_eq!(clone.title(), form.title());
        assert!(!dormant.is_dormant(), "clones share what is compiled");
        assert_eq!(dormant.to_json(), form.to_json());
        let again = dormant.dormant();
        assert!(again.is_dormant() && again == form);
    }

    #[test]
    fn answers_belong_to_a_form_dormant_or_not() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#,
        );
        let form = form.unwrap();
        let answers = form.check(&json!({"a": "x"})).unwrap();
        let dormant = form.dormant();
        assert!(answers.belong_to(&dormant));
        let restored = answers.with_dormant(&dormant);
        assert!(dormant.is_dormant(), "nothing has been looked at");
        assert!(restored.belong_to(&form) && restored.belong_to(&dormant));
        assert_eq!((restored.to_json(), &restored), (answers.to_json(), &answers));
        let other = Form::parse(
            r#"{"id": "g", "title": "G", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#,
        );
        assert!(!restored.belong_to(&other.unwrap()));
    }
}
