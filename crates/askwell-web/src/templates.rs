//! Form templates: a folder of form documents that programs ask for by name.
//!
//! A template is a complete form document, so `askwell check` checks it. The parameters that it
//! declares under `x-parameters` replace `{{name}}` in its texts: always as text, never as JSON.
//! The folder is read again when it changes. A file that becomes invalid keeps its last good
//! version; the list and the log say so.

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

/// How often the folder is checked for changes.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The templates of a folder. Clones share the state.
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

/// One template: its last good version, and what is wrong with the file now.
#[derive(Debug)]
struct TemplateEntry {
    stamp: FileStamp,
    good: Option<Arc<Template>>,
    problem: Option<String>,
}

impl Templates {
    /// Returns templates without a folder.
    #[must_use]
    pub fn none() -> Templates {
        Templates(None)
    }

    /// Returns whether there is no folder.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the templates of a folder, which need not exist yet.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Templates {
        Templates::with_refresh_interval(folder, REFRESH_INTERVAL)
    }

    fn with_refresh_interval(folder: PathBuf, refresh_interval: Duration) -> Templates {
        Templates(Some(Arc::new(TemplateFolder { folder, refresh_interval, index: Mutex::default() })))
    }

    /// Returns the form of a template with its parameters filled in.
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

    /// Returns the form of a template for callers outside of the API. `parameters` is the text of a
    /// JSON object.
    ///
    /// # Errors
    /// Returns a sentence if there is no such template or the parameters are invalid.
    pub fn form(&self, name: &str, parameters: &str) -> Result<Form, String> {
        let source = Source::read(parameters).map_err(|_| "the parameters are not JSON".to_owned())?;
        self.fill(name, Some(source.root())).map_err(|rpc_error| rpc_error.message())
    }

    /// Returns all templates as the result of `templates/list`.
    pub(crate) fn to_json(&self) -> String {
        JsonObject::new().raw("templates", &self.list()).finish()
    }

    /// Returns all templates as a JSON list: name, title, description and parameters of each.
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
    /// Reads the folder again if the last check is too old.
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
