//! `askwell backup`: copies the data of a running service and checks the copy.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use askwell_store::keyring_file;

use crate::ExitReason;
use crate::arguments::backup::BackupArguments;
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::serve::config;

/// The folder of templates beside the store.
const TEMPLATES: &str = "templates";

pub(crate) fn run(arguments: &BackupArguments, console: &Console) -> Result<ExitReason> {
    let (config, data) = (arguments.config.clone(), arguments.data.clone());
    let settings = SettingsArguments { config, data, memory: false, store: None, set: Vec::new() };
    let config = config::read(&settings, None, console)?;
    let folder = config
        .data_folder()
        .context("by these settings the service keeps nothing on disk; name its data folder with --data")?;
    let to = &arguments.to;
    let made = askwell_store::backup(&folder, to)?;
    if let Some(keys) = config.key_file().filter(|file| file.parent() == Some(folder.as_path())) {
        copy_file(&keys, &to.join("keys.json"))?;
    }
    copy_folder(&folder.join(TEMPLATES), &to.join(TEMPLATES))?;
    let (open, closed, bytes) = (made.open, made.closed, made.bytes);
    console.success(&format!(
        "backed up {open} open and {closed} closed elicitations to {} ({bytes} bytes)",
        to.display()
    ));
    let keyring = config.keyring_file.clone().unwrap_or_else(|| keyring_file(&folder));
    console.print_report(&format!(
        "the copy was opened and checked; use it with: askwell serve --data {}\n\
         the keyring is not part of it: keep a copy of {} in another place, or encrypted answers cannot be read",
        to.display(),
        keyring.display()
    ));
    Ok(ExitReason::Success)
}

/// Copies a file with its permissions, if it exists.
fn copy_file(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        let copied = fs::copy(from, to).and_then(|_| fs::File::open(to)?.sync_all());
        copied.with_context(|| format!("the store is copied, but {} is not", from.display()))?;
    }
    Ok(())
}

/// Copies the files of a folder, if it exists.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    let failed = || format!("the store is copied, but {} is not", from.display());
    fs::create_dir(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        copy_file(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
