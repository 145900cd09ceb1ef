//! Finds and reads the template files of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The largest template file, in bytes.
const LARGEST: u64 = 1 << 20;

/// Identifies a version of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileStamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    length: u64,
    /// Another file with the same template name.
    rival: Option<PathBuf>,
}

/// A template file.
#[derive(Debug)]
pub(super) struct TemplateFile {
    pub(super) stamp: FileStamp,
}

/// Returns the template files of a folder by name; none if the folder does not exist.
pub(super) fn files(folder: &Path) -> io::Result<BTreeMap<String, TemplateFile>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut found: BTreeMap<String, TemplateFile> = BTreeMap::new();
    for path in paths {
        let Some(name) = template_name(&path) else { continue };
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if !metadata.is_file() {
            continue;
        }
        if let Some(first) = found.get_mut(name) {
            first.stamp.rival = Some(path);
            continue;
        }
        let name = name.to_owned();
        let stamp =
            FileStamp { path, modified: metadata.modified().ok(), length: metadata.len(), rival: None };
        found.insert(name, TemplateFile { stamp });
    }
    Ok(found)
}

/// Returns `deploy` for `deploy.json` and `deploy.jsonc`; `None` for other files.
fn template_name(path: &Path) -> Option<&str> {
    let extension = path.extension()?.to_str()?;
    let stem = path.file_stem()?.to_str()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let named_well = !stem.starts_with('.') && stem.bytes().all(plain);
    (named_well && matches!(extension, "json" | "jsonc")).then_some(stem)
}

impl TemplateFile {
    pub(super) fn read(&self) -> Result<String, String> {
        if let Some(rival) = &self.stamp.rival {
            let (one, other) = (self.stamp.path.display(), rival.display());
            return Err(format!("two files have this name: {one} and {other}; remove one of them"));
        }
        if self.stamp.length > LARGEST {
            return Err("the file is larger than 1 MiB".to_owned());
        }
        let mut text = String::new();
        let read =
            fs::File::open(&self.stamp.path).and_then(|file| file.take(LARGEST).read_to_string(&mut text));
        read.map_err(|error| format!("the file cannot be read: {error}"))?;
        Ok(text)
    }
}
