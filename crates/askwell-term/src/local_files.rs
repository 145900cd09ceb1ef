//! Local files: reads a selected file and lists the folders to select from.

use askwell_locale::text;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use askwell_form::{FileKind, media};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::session::LocalFile;
use crate::{messages, safe_text};

/// Limit of listed entries. A larger folder is no use for selecting by eye.
const MAX_LISTED: usize = 5_000;

/// The content of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Folder {
    /// The path as it was typed.
    pub(crate) path: PathBuf,
    /// Folders first, then files, each sorted by name.
    pub(crate) items: Vec<FolderItem>,
}

/// A file or folder within a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FolderItem {
    /// Size in bytes; `None` for a folder.
    pub(crate) size: Option<u64>,
    pub(crate) name: String,
}

/// Reads a file as the answer of a file field.
///
/// # Errors
/// Returns a sentence for the person if the file cannot be read or is too large.
pub(crate) fn read(typed: &Path, kind: &FileKind) -> Result<LocalFile, String> {
    let path = expand(typed);
    let shown = safe_text::line(&path.to_string_lossy());
    let explain = |error: &io::Error| match error.kind() {
        ErrorKind::NotFound => text("term-file-missing", &[("name", shown.as_str().into())]),
        ErrorKind::PermissionDenied => text("term-file-denied", &[("name", shown.as_str().into())]),
        _ => {
            let reason = safe_text::line(&error.to_string());
            text("term-file-unreadable", &[("name", shown.as_str().into()), ("reason", reason.into())])
        }
    };
    let metadata = path.metadata().map_err(|error| explain(&error))?;
    if metadata.is_dir() {
        return Err(text("term-file-folder", &[("name", shown.as_str().into())]));
    }
    if !metadata.is_file() {
        return Err(text("term-file-other", &[("name", shown.as_str().into())]));
    }
    let mut bytes = Vec::new();
    let file = File::open(&path).map_err(|error| explain(&error))?;
    file.take(kind.max_size.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| explain(&error))?;
    if bytes.len() as u64 > kind.max_size {
        return Err(text(
            "term-file-large",
            &[("name", shown.as_str().into()), ("size", messages::size(kind.max_size).into())],
        ));
    }
    let filename = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let content_type = media::type_by_name(&filename);
    let content_type = content_type.map_or("application/octet-stream".to_owned(), |kind| kind.to_string());
    let size = bytes.len() as u64;
    Ok(LocalFile { path, filename, content_type, size, content: STANDARD.encode(bytes) })
}

/// Lists a folder. Returns an empty list if the folder cannot be read.
pub(crate) fn list(typed: &Path) -> Folder {
    let path = expand(typed);
    let entries = std::fs::read_dir(if path.as_os_str().is_empty() { Path::new(".") } else { &path });
    let mut items: Vec<FolderItem> = entries
        .into_iter()
        .flatten()
        .flatten()
        .take(MAX_LISTED)
        .filter_map(|entry| {
            // A name that is not UTF-8 can be neither typed nor sent.
            let name = entry.file_name().into_string().ok()?;
            let metadata = entry.path().metadata().ok()?;
            let size = (!metadata.is_dir()).then_some(metadata.len());
            (metadata.is_dir() || metadata.is_file()).then_some(FolderItem { size, name })
        })
        .collect();
    items.sort_by(|this, that| (this.size.is_some(), &this.name).cmp(&(that.size.is_some(), &that.name)));
    Folder { path: typed.to_owned(), items }
}

/// Replaces a leading `~` with the home folder, as shells do.
fn expand(typed: &Path) -> PathBuf {
    match (typed.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use askwell_form::{FileKind, Form, Kind};

    use super::{list, read};

    fn kind(rules: &str) -> FileKind {
        let document = format!(
            r#"{{"id": "f", "title": "F", "fields": [{{"id": "x", "label": "X", "type": "file", "validation": {rules}}}]}}"#
        );
        let form = Form::parse(&document).unwrap();
        let Kind::File(kind) = form.fields()[0].kind() else { panic!() };
        kind.clone()
    }

    #[test]
    fn read_returns_content_and_type_or_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note.txt");
        std::fs::write(&path, "hello").unwrap();
        let picked = read(&path, &kind("{}")).unwrap();
        assert_eq!((&*picked.filename, &*picked.content_type, picked.size), ("note.txt", "text/plain", 5));
        assert_eq!(picked.content, "aGVsbG8=");
        for (path, rules, expected) in [
            (path.clone(), r#"{"maxSize": 4}"#, "is larger than 4 bytes."),
            (folder.path().to_owned(), "{}", "is a folder; pick a file in it."),
            (folder.path().join("none"), "{}", "There is no file"),
            (Path::new("/dev/null").to_owned(), "{}", "is not a file."),
        ] {
            let sentence = read(&path, &kind(rules)).unwrap_err();
            assert!(sentence.contains(expected), "{sentence}");
        }
    }

    #[test]
    fn list_sorts_folders_before_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a.txt"] {
            std::fs::write(folder.path().join(name), "12").unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let listed = list(folder.path());
        let names: Vec<(&str, Option<u64>)> =
            listed.items.iter().map(|item| (item.name.as_str(), item.size)).collect();
        assert_eq!(names, [("sub", None), ("a.txt", Some(2)), ("b.txt", Some(2))]);
        assert!(list(Path::new("/nonesuch")).items.is_empty());
    }
}
