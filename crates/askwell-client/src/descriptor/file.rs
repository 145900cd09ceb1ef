//! Reads, writes and removes the file of a descriptor.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{DescriptorError, ServiceDescriptor};

/// A published descriptor. Dropping it removes the file, unless another service has replaced it.
#[derive(Debug)]
#[must_use = "dropping it removes the descriptor"]
pub struct Publication {
    path: PathBuf,
    instance: String,
}

impl Publication {
    pub(super) fn new(path: PathBuf, instance: String) -> Publication {
        Publication { path, instance }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Publication {
    fn drop(&mut self) {
        let found = ServiceDescriptor::read(&self.path).ok().flatten();
        if found.is_some_and(|found| found.instance == self.instance) {
            // A file that stays is recognised as stale: its process is gone.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Reads a file of the user. Returns `None` if there is none.
pub(super) fn read(path: &Path, max_bytes: u64) -> Result<Option<String>, DescriptorError> {
    let failed = |source: io::Error| DescriptorError::File { path: path.to_owned(), source };
    let file = match fs::File::open(path) {
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(None);
        }
        opened => opened.map_err(failed)?,
    };
    if !is_private(&file.metadata().map_err(failed)?) {
        return Err(DescriptorError::Untrusted { path: path.to_owned() });
    }
    let mut text = String::new();
    file.take(max_bytes + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > max_bytes {
        let why = format!("it is longer than {max_bytes} bytes");
        return Err(DescriptorError::Format { path: path.to_owned(), why });
    }
    Ok(Some(text))
}

/// Replaces a file atomically: a reader sees the old one or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let written = create(&draft)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

fn make_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        folder.mode(0o700);
    }
    folder.create(path)
}

fn create(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// Returns whether a file belongs to this user and no other user can write to it.
#[cfg(unix)]
fn is_private(file: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.uid() == rustix::process::geteuid().as_raw() && file.mode() & 0o022 == 0
}

#[cfg(not(unix))]
fn is_private(_file: &fs::Metadata) -> bool {
    true
}

#[cfg(unix)]
pub(super) fn process_runs(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok())
}

#[cfg(not(unix))]
pub(super) fn process_runs(_pid: u32) -> bool {
    true
}
