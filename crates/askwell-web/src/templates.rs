//! Forms to ask for by name: a folder of form documents, looked at again when it changes.
//!
//! A template is a form document of its own right, so `askwell check` checks it. What it declares under
//! `x-parameters` is filled into its texts wherever `{{name}}` stands: as text, never as JSON. A file that breaks
//! keeps its last good version, and says so in the list and the log.

mod document;
mod folder;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_form::{Form, Part, Source};
use parking_lot::Mutex;

use crate::json::{Object, list};
use crate::rpc::code::Code;
use crate::rpc::fault::Fault;
use document::Document;
use folder::Stamp;

/// How long a look at the folder is good for.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The templates of a folder. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Templates(Option<Arc<Library>>);

#[derive(Debug)]
struct Library {
    folder: PathBuf,
    look_again: Duration,
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    looked: Option<Instant>,
    entries: BTreeMap<String, Entry>,
}

/// One name: the last good version, and what is wrong with the file now.
#[derive(Debug)]
struct Entry {
    stamp: Stamp,
    good: Option<Arc<Document>>,
    problem: Option<String>,
}

impl Templates {
    /// No templates at all.
    #[must_use]
    pub fn none() -> Templates {
        Templates(None)
    }

    /// Whether there is no folder to look into.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.is_none()
    }

    /// Those of a folder. It need not be there yet.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Templates {
        Templates::looking_again_after(folder, LOOK_AGAIN)
    }

    fn looking_again_after(folder: PathBuf, look_again: Duration) -> Templates {
        Templates(Some(Arc::new(Library { folder, look_again, shelf: Mutex::default() })))
    }

    /// The form of a template, with its parameters filled in.
    pub(crate) fn fill(&self, name: &str, parameters: Option<Part<'_>>) -> Result<Form, Fault> {
        let unknown = || {
            let message = "there is no such template; templates/list has them";
            Fault::with(Code::Template, message, "unknown_template", |data| data.text("template", name))
        };
        let library = self.0.as_ref().ok_or_else(unknown)?;
        let document = {
            let mut shelf = library.shelf.lock();
            library.refresh(&mut shelf);
            let entry = shelf.entries.get(name).ok_or_else(unknown)?;
            entry.good.clone().ok_or_else(|| {
                let message = "this template has mistakes, and never was without; templates/list has them";
                Fault::with(Code::Template, message, "broken_template", |data| data.text("template", name))
            })?
        };
        document.fill(parameters)
    }

    /// The same for whoever does not speak the API: parameters as the text of a JSON object, faults in words.
    ///
    /// # Errors
    /// When there is no such template, or the parameters do not fit.
    pub fn form(&self, name: &str, parameters: &str) -> Result<Form, String> {
        let source = Source::read(parameters).map_err(|_| "the parameters are not JSON".to_owned())?;
        self.fill(name, Some(source.root())).map_err(|fault| fault.words())
    }

    /// All of them, as the result of `templates/list`.
    pub(crate) fn to_json(&self) -> String {
        Object::new().raw("templates", &self.list()).finish()
    }

    /// All of them, as the text of a JSON list: name, title, description and parameters of each.
    #[must_use]
    pub fn list(&self) -> String {
        let Some(library) = &self.0 else { return "[]".to_owned() };
        let mut shelf = library.shelf.lock();
        library.refresh(&mut shelf);
        let entries = shelf.entries.iter().map(|(name, entry)| {
            let object = Object::new().text("name", name);
            let object = object.maybe(entry.good.as_ref(), |object, document| document.describe(object));
            object.maybe(entry.problem.as_ref(), |object, problem| object.text("problem", problem)).finish()
        });
        list(entries)
    }
}

impl Library {
    /// Looks at the folder if the last look is old.
    fn refresh(&self, shelf: &mut Shelf) {
        if shelf.looked.is_some_and(|looked| looked.elapsed() < self.look_again) {
            return;
        }
        shelf.looked = Some(Instant::now());
        let files = match folder::files(&self.folder) {
            Ok(files) => files,
            Err(error) => {
                tracing::warn!(folder = %self.folder.display(), %error, "the templates cannot be listed");
                return;
            }
        };
        shelf.entries.retain(|name, _| files.contains_key(name));
        for (name, found) in files {
            let known = shelf.entries.get(&name);
            if known.is_some_and(|entry| entry.stamp == found.stamp) {
                continue;
            }
            let read = found.read().and_then(|text| Document::read(&text));
            let (good, problem) = match read {
                Ok(document) => (Some(Arc::new(document)), None),
                Err(problem) => (known.and_then(|entry| entry.good.clone()), Some(problem)),
            };
            match &problem {
                Some(problem) => tracing::warn!(template = %name, %problem, "a template has mistakes"),
                None => tracing::info!(template = %name, "template loaded"),
            }
            shelf.entries.insert(name, Entry { stamp: found.stamp, good, problem });
        }
    }
}

#[cfg(test)]
mod tests;
