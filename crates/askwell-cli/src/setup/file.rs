//! Reads and replaces a configuration file.
//!
//! A file is replaced as a whole, with a copy of it before, and only if it still is what was read.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use askwell_form::DateTime;

/// Larger files are no configuration.
const MAX_BYTES: u64 = 64 << 20;

/// A configuration file as it was read.
#[derive(Debug)]
pub(super) struct ConfigFile {
    /// The file itself, behind symbolic links.
    target: PathBuf,
    /// `None` if there was no file.
    pub(super) text: Option<String>,
}

impl ConfigFile {
    /// Reads a file, which need not exist.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is not text.
    pub(super) fn read(path: &Path) -> Result<ConfigFile> {
        let target = resolve(path)?;
        let text = match read(&target) {
            Ok(bytes) => Some(String::from_utf8(bytes).ok().context("it is not text in UTF-8")?),
            Err(error) if is_absent(&error) => None,
            Err(error) => return Err(error),
        };
        Ok(ConfigFile { target, text })
    }

    /// Replaces the file and returns the path of the copy of what it was before.
    ///
    /// # Errors
    /// If the file is read-only, has changed since it was read, or cannot be written. It is as it was
    /// then.
    pub(super) fn replace(&self, text: &str) -> Result<Option<PathBuf>> {
        let folder = self.target.parent().context("it has no folder")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        if fs::metadata(&self.target).is_ok_and(|data| data.permissions().readonly()) {
            bail!("it is read-only; make it writable, or paste what --print shows into the right place");
        }
        let (mut new, temporary) = create_beside(&self.target, "new")?;
        let written = new
            .write_all(text.as_bytes())
            .and_then(|()| keep_owner(&self.target, &new))
            .and_then(|()| new.sync_all())
            .context("cannot write beside it")
            .and_then(|()| self.keep_copy())
            .and_then(|backup| {
                self.check_unchanged()?;
                fs::rename(&temporary, &self.target).context("cannot replace it")?;
                Ok(backup)
            });
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn keep_copy(&self) -> Result<Option<PathBuf>> {
        let Some(text) = &self.text else { return Ok(None) };
        let (mut copy, path) = create_beside(&self.target, &format!("askwell-{}.bak", timestamp()))?;
        copy.write_all(text.as_bytes())
            .and_then(|()| keep_owner(&self.target, &copy))
            .and_then(|()| copy.sync_all())
            .with_context(|| format!("cannot write the copy {}", path.display()))?;
        Ok(Some(path))
    }

    /// Another program may have written in the meantime: its change must not be lost.
    fn check_unchanged(&self) -> Result<()> {
        let now = match read(&self.target) {
            Ok(bytes) => Some(bytes),
            Err(error) if is_absent(&error) => None,
            Err(error) => return Err(error),
        };
        if now.as_deref() != self.text.as_ref().map(String::as_bytes) {
            bail!("it has changed since you looked at it; run the command again");
        }
        Ok(())
    }
}

/// Follows symbolic links, also to a file that does not exist.
fn resolve(path: &Path) -> Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..16 {
        let is_link = fs::symlink_metadata(&target).is_ok_and(|data| data.file_type().is_symlink());
        if !is_link {
            return Ok(target);
        }
        let link = fs::read_link(&target).context("its symbolic link cannot be read")?;
        target = target.parent().map(|folder| folder.join(&link)).unwrap_or(link);
    }
    bail!("its symbolic links lead in a circle")
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        bail!("it is a folder");
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("it is larger than {} MiB", MAX_BYTES >> 20);
    }
    Ok(bytes)
}

fn is_absent(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Creates a new file in the folder of another one. It is readable by its owner only.
fn create_beside(target: &Path, suffix: &str) -> Result<(File, PathBuf)> {
    let mut name = target.file_name().context("it has no name")?.to_owned();
    name.push(format!(".{suffix}"));
    let mut path = target.with_file_name(&name);
    for attempt in 1..100 {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let mut numbered = name.clone();
                numbered.push(format!(".{attempt}"));
                path = target.with_file_name(numbered);
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot write {}", path.display()));
            }
        }
    }
    bail!("there are too many files like {}", path.display())
}

/// Gives a file the permissions and the owner of another one, if that exists.
fn keep_owner(from: &Path, to: &File) -> std::io::Result<()> {
    let Ok(data) = fs::metadata(from) else { return Ok(()) };
    to.set_permissions(data.permissions())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let now = to.metadata()?;
        if (now.uid(), now.gid()) != (data.uid(), data.gid()) {
            std::os::unix::fs::fchown(to, Some(data.uid()), Some(data.gid()))?;
        }
    }
    Ok(())
}

/// Returns the time as part of a file name, such as `20260131-235959`.
fn timestamp() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let now = i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_unix_seconds(seconds, 0));
    now.map_or_else(
        || seconds.to_string(),
        |now| {
            let date = now.date();
            let (year, month, day) = (date.year(), date.month(), date.day());
            format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", now.hour(), now.minute(), now.second())
        },
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::ConfigFile;

    #[test]
    fn file_that_changes_in_the_meantime_is_left_alone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("config");
        fs::write(&path, "one").unwrap();
        let file = ConfigFile::read(&path).unwrap();
        fs::write(&path, "two").unwrap();
        let error = file.replace("three").unwrap_err();
        assert!(error.to_string().contains("has changed"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!left.iter().any(|name| name.to_string_lossy().ends_with(".new")), "{left:?}");
    }

    #[test]
    fn file_that_appears_in_the_meantime_is_left_alone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("config");
        let file = ConfigFile::read(&path).unwrap();
        assert_eq!(file.text, None);
        fs::write(&path, "two").unwrap();
        assert!(file.replace("three").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }

    #[test]
    fn circle_of_links_folder_and_other_text_are_errors() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("config");
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(ConfigFile::read(&path).unwrap_err().to_string().contains("UTF-8"));
        assert!(ConfigFile::read(folder.path()).is_err());
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&link, &link).unwrap();
            assert!(ConfigFile::read(&link).unwrap_err().to_string().contains("circle"));
        }
    }
}
