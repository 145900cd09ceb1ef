//! Forms to ask for by name: a folder of form documents, looked at again when it changes.
//!
//! A template is a form document of its own right, so `askwell check` checks it. What it declares under
//! `x-parameters` is filled into its texts wherever `{{name}}` stands: as text, never as JSON. A file that breaks
//! keeps its last good version, and says so in the list and the log.

mod folder;
mod template;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_form::{Form, Part, Source};
use parking_lot::Mutex;

use crate::json::{JsonObject, list};
use crate::rpc::error::RpcError;
use crate::rpc::error_code::ErrorCode;
use folder::FileStamp;
use template::Template;

/// How long a look at the folder is good for.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The templates of a folder. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Templates(Option<Arc<TemplateFolder>>);

#[derive(Debug)]
struct TemplateFolder {
    folder: PathBuf,
    refresh_interval: Duration,
    index: Mutex<TemplateIndex>,
}

#[derive(Debug, Default)]
struct TemplateIndex {
    looked: Option<Instant>,
    entries: BTreeMap<String, TemplateEntry>,
}

/// One name: the last good version, and what is wrong with the file now.
#[derive(Debug)]
struct TemplateEntry {
    stamp: FileStamp,
    good: Option<Arc<Template>>,
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
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Those of a folder. It need not be there yet.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Templates {
        Templates::with_refresh_interval(folder, REFRESH_INTERVAL)
    }

    fn with_refresh_interval(folder: PathBuf, refresh_interval: Duration) -> Templates {
        Templates(Some(Arc::new(TemplateFolder { folder, refresh_interval, index: Mutex::default() })))
    }

    /// The form of a template, with its parameters filled in.
    pub(crate) fn fill(&self, name: &str, parameters: Option<Part<'_>>) -> Result<Form, RpcError> {
        let unknown = || {
            let message = "there is no such template; templates/list has them";
            RpcError::with(ErrorCode::Template, message, "unknown_template", |data| {
                data.text("template", name)
            })
        };
        let library = self.0.as_ref().ok_or_else(unknown)?;
        let document = {
            let mut index = library.index.lock();
            library.refresh(&mut index);
            let entry = index.entries.get(name).ok_or_else(unknown)?;
            entry.good.clone().ok_or_else(|| {
                let message = "this template has mistakes, and never was without; templates/list has them";
                RpcError::with(ErrorCode::Template, message, "broken_template", |data| {
                    data.text("template", name)
                })
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
        self.fill(name, Some(source.root())).map_err(|rpc_error| rpc_error.message())
    }

    /// All of them, as the result of `templates/list`.
    pub(crate) fn to_json(&self) -> String {
        JsonObject::new().raw("templates", &self.list()).finish()
    }

    /// All of them, as the text of a JSON list: name, title, description and parameters of each.
    #[must_use]
    pub fn list(&self) -> String {
        let Some(library) = &self.0 else { return "[]".to_owned() };
        let mut index = library.index.lock();
        library.refresh(&mut index);
        let entries = index.entries.iter().map(|(name, entry)| {
            let object = JsonObject::new().text("name", name);
            let object = object.optional(entry.good.as_ref(), |object, document| document.describe(object));
            object
                .optional(entry.problem.as_ref(), |object, problem| object.text("problem", problem))
                .finish()
        });
        list(entries)
    }
}

impl TemplateFolder {
    /// Looks at the folder if the last look is old.
    fn refresh(&self, index: &mut TemplateIndex) {
        if index.looked.is_some_and(|looked| looked.elapsed() < self.refresh_interval) {
            return;
        }
        index.looked = Some(Instant::now());
        let files = match folder::files(&self.folder) {
            Ok(files) => files,
            Err(error) => {
                tracing::warn!(folder = %self.folder.display(), %error, "the templates cannot be listed");
                return;
            }
        };
        index.entries.retain(|name, _| files.contains_key(name));
        for (name, found) in files {
            let known = index.entries.get(&name);
            if known.is_some_and(|entry| entry.stamp == found.stamp) {
                continue;
            }
            let read = found.read().and_then(|text| Template::read(&text));
            let (good, problem) = match read {
                Ok(document) => (Some(Arc::new(document)), None),
                Err(problem) => (known.and_then(|entry| entry.good.clone()), Some(problem)),
            };
            match &problem {
                Some(problem) => tracing::warn!(template = %name, %problem, "a template has mistakes"),
                None => tracing::info!(template = %name, "template loaded"),
            }
            index.entries.insert(name, TemplateEntry { stamp: found.stamp, good, problem });
        }
    }
}

#[cfg(test)]
mod tests;
