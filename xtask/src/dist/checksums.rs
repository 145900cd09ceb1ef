//! The checksums of all files.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use super::Release;

const FILE: &str = "SHA256SUMS";

/// Returns the SHA-256 of a file, in hexadecimal digits.
pub(super) fn of(path: &Path) -> Result<String> {
    let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes a list that `sha256sum --check` understands.
pub(super) fn write(release: &Release) -> Result<()> {
    let mut files: Vec<_> =
        fs::read_dir(&release.out)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.is_file() && path.file_name().is_some_and(|name| name != FILE));
    files.sort();
    let mut list = String::new();
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        list += &format!("{}  {name}\n", of(path)?);
    }
    Ok(fs::write(release.out.join(FILE), list)?)
}
