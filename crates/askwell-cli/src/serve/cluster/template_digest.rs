//! Warns if the templates of this node differ from those of the nodes that run.
//!
//! Templates stay folders. Nodes with different ones would ask different questions under the same name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use askwell_engine::Engine;
use askwell_engine::store::{Record, RecordWrite};
use sha2::{Digest as _, Sha256};

use super::{NAMESPACE, running_nodes};
use crate::serve::config::Config;

/// The record of the digest of the nodes that run.
const KEY: &str = "templates";

/// Compares the digest of the templates with that of the nodes that run. Without such nodes, the one of this node
/// counts.
pub(super) async fn compare(engine: &Engine, config: &Config) -> Result<()> {
    let folder = config.templates.clone();
    let own = tokio::task::spawn_blocking(move || digest(folder.as_deref())).await?;
    let found = engine.records().get(NAMESPACE, KEY).await?;
    if found.as_ref().is_some_and(|found| *found.value == *own.as_bytes()) {
        return Ok(());
    }
    let running = running_nodes(&**engine.store()).await?;
    if found.is_some() && !running.is_empty() {
        let nodes: Vec<&str> = running.iter().map(|node| &*node.address).collect();
        tracing::warn!(
            nodes = nodes.join(", "),
            "the templates of this node differ from those of the nodes that run; give all nodes the same folder"
        );
    }
    // The newest node counts: in a rolling change, the next ones have the same templates.
    let record = Record::new(NAMESPACE, KEY, own.into_bytes());
    let write = RecordWrite::Put { record, expected: found.map_or(0, |found| found.revision) };
    engine.records().write(vec![write]).await?;
    Ok(())
}

/// Returns the digest of the names and contents of all files, in the order of their names. Files that cannot be read
/// are left out: the templates report them.
fn digest(folder: Option<&Path>) -> String {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let Ok(text) = std::fs::read(&file) else { continue };
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        for part in [name, text.as_slice()] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    }
    let mut digest = String::new();
    for byte in hash.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(digest, "{byte:02x}");
    }
    digest
}
