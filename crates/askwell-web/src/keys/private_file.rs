//! Creates files and folders that only their owner can access.

use std::fs;
use std::io;
use std::path::Path;

/// Creates a folder that only its owner can access. An existing one is not changed.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        folder.mode(0o700);
    }
    folder.create(path)
}

/// Creates a new file that only its owner can access.
pub(super) fn create(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    hand_over(&file, path)?;
    Ok(file)
}

/// Gives a file that root created to the owner of its folder, because the service could not read it
/// otherwise. Only for a new file: an existing one may be a link to a file of another user.
#[cfg(unix)]
fn hand_over(file: &fs::File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let folder = fs::metadata(folder)?;
    if file.metadata()?.uid() == 0 && folder.uid() != 0 {
        fchown(file, Some(folder.uid()), Some(folder.gid()))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn hand_over(_file: &fs::File, _path: &Path) -> io::Result<()> {
    Ok(())
}
