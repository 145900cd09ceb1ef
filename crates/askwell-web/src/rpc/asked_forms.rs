//! Forms that were asked before: programs ask the same one again and again, and reading it once is enough.

use std::collections::HashMap;

use askwell_form::{Defects, Form};

use parking_lot::Mutex;

/// So many are remembered; more, and remembering starts over.
const REMEMBERED: usize = 256;

/// Longer ones are read each time: memory stays in bounds whatever is asked.
const LONGEST: usize = 32 << 10;

/// Forms by their documents, to the letter.
#[derive(Debug, Default)]
pub(super) struct AskedForms(Mutex<HashMap<Box<str>, Form>>);

impl AskedForms {
    /// The form that a document describes.
    pub(super) fn read(&self, document: &str) -> Result<Form, Defects> {
        if let Some(form) = self.0.lock().get(document) {
            return Ok(form.clone());
        }
        let form = Form::parse(document)?;
        if document.len() <= LONGEST {
            let mut known = self.0.lock();
            if known.len() >= REMEMBERED {
                known.clear();
            }
            known.insert(document.into(), form.clone());
        }
        Ok(form)
    }
}

#[cfg(test)]
mod tests {
    use super::{AskedForms, LONGEST, REMEMBERED};

    fn document(title: &str) -> String {
        format!(r#"{{"id":"f","title":"{title}","fields":[{{"id":"a","type":"text","label":"A"}}]}}"#)
    }

    #[test]
    fn the_same_document_gives_the_same_form() {
        let forms = AskedForms::default();
        let (first, again) = (forms.read(&document("x")).unwrap(), forms.read(&document("x")).unwrap());
        assert!(std::ptr::eq(first.to_json(), again.to_json()));
        assert_eq!(forms.read(&document("y")).unwrap().title(), "y");
    }

    #[test]
    fn only_so_much_is_remembered() {
        let forms = AskedForms::default();
        for number in 0..=REMEMBERED {
            forms.read(&document(&number.to_string())).unwrap();
        }
        assert_eq!(forms.0.lock().len(), 1);
        forms.read(&format!("{}{}", document("long"), " ".repeat(LONGEST))).unwrap();
        forms.read("{}").unwrap_err();
        assert_eq!(forms.0.lock().len(), 1);
    }
}
