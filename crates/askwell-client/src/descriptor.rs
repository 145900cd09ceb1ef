//! The service descriptor: the file by which programs of a user find that user's service.
//!
//! `askwell serve` writes it when it listens and removes it when it stops. docs/service.md is the
//! specification for other languages. A descriptor says where a service was; [`discovery`](crate::discovery)
//! finds out whether it is still there.

mod file;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use url::Url;

pub use file::Publication;

/// The version of the format.
const VERSION: u32 = 1;

/// The largest file that is read.
const MAX_BYTES: u64 = 64 << 10;

/// Where a service of this user runs, and the key to call it.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceDescriptor {
    /// The address of the service on this machine.
    pub url: Url,
    /// The folder with its data; `None` if it stores nothing on disk.
    pub data: Option<PathBuf>,
    /// The id of its process.
    pub pid: u32,
    /// Identifies this run. `GET /healthz` returns it in the header `askwell-instance`.
    pub instance: String,
    /// A key that this run accepts from programs of the same user.
    pub key: String,
    /// When it started, in milliseconds since 1970.
    pub started_at: u64,
}

/// Why a descriptor cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptorError {
    /// The file cannot be read or written.
    #[error("cannot use the service descriptor {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The file is no descriptor of a version that is known here.
    #[error("{} is no service descriptor: {why}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another user owns the file or can write to it, so that it could lead to a foreign service.
    #[error("{} is not used, because other users can change it", path.display())]
    Untrusted {
        /// The file.
        path: PathBuf,
    },
    /// There is no folder for it: neither `XDG_STATE_HOME` nor `HOME` is set.
    #[error("there is no folder for the service descriptor: set HOME or XDG_STATE_HOME")]
    NoFolder,
}

/// The file as it is serialised.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredDescriptor {
    version: u32,
    url: String,
    #[serde(default)]
    data: Option<PathBuf>,
    pid: u32,
    instance: String,
    key: String,
    started_at: u64,
}

impl ServiceDescriptor {
    /// Returns the path of the descriptor of this user: `askwell/service.json` in the folder that
    /// `XDG_STATE_HOME` names, else in `~/.local/state`, or on Windows in `%LOCALAPPDATA%`.
    /// Returns `None` if there is no such folder.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME").or_else(|| {
            if cfg!(windows) {
                folder("LOCALAPPDATA")
            } else {
                folder("HOME").map(|home| home.join(".local/state"))
            }
        })?;
        Some(state.join("askwell/service.json"))
    }

    /// Reads a descriptor. Returns `None` if there is no file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is no descriptor, or can be changed by other users.
    pub fn read(path: &Path) -> Result<Option<ServiceDescriptor>, DescriptorError> {
        let Some(text) = file::read(path, MAX_BYTES)? else { return Ok(None) };
        decode(&text).map(Some).map_err(|why| DescriptorError::Format { path: path.to_owned(), why })
    }

    /// Writes the descriptor to a file that only its owner can read, in place of an existing one.
    /// The file is removed when the returned [`Publication`] is dropped.
    ///
    /// # Errors
    /// Fails if the folder or the file cannot be written.
    pub fn publish(&self, path: &Path) -> Result<Publication, DescriptorError> {
        let failed = |source: std::io::Error| DescriptorError::File { path: path.to_owned(), source };
        let stored = StoredDescriptor {
            version: VERSION,
            url: self.url.as_str().trim_end_matches('/').to_owned(),
            data: self.data.clone(),
            pid: self.pid,
            instance: self.instance.clone(),
            key: self.key.clone(),
            started_at: self.started_at,
        };
        let mut text = serde_json::to_string_pretty(&stored).map_err(|error| failed(error.into()))?;
        text.push('\n');
        file::replace(path, text.as_bytes()).map_err(failed)?;
        Ok(Publication::new(path.to_owned(), self.instance.clone()))
    }

    /// Returns whether its process runs. On systems where that is unknown, returns true.
    #[must_use]
    pub fn process_runs(&self) -> bool {
        file::process_runs(self.pid)
    }
}

fn decode(text: &str) -> Result<ServiceDescriptor, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let Versioned { version } = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if version != VERSION {
        return Err(format!("version {version} is unknown; this program knows {VERSION}"));
    }
    let stored: StoredDescriptor = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let StoredDescriptor { url, data, pid, instance, key, started_at, .. } = stored;
    let url = Url::parse(&url).ok().filter(|url| ["http", "https"].contains(&url.scheme()));
    let url = url.ok_or("its url is no web address")?;
    Ok(ServiceDescriptor { url, data, pid, instance, key, started_at })
}

impl fmt::Debug for ServiceDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceDescriptor")
            .field("url", &self.url.as_str())
            .field("data", &self.data)
            .field("pid", &self.pid)
            .field("instance", &self.instance)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
