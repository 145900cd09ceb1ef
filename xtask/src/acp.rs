//! Tests `askwell acp` with the SDK of the Agent Client Protocol, as editor and as agent.
//!
//! The programs are in `interop/acp`, on a pinned version of the SDK.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};
use crate::node;

/// Installs the SDK below the target folder and holds the conversations of `editor.mjs`.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = node::ensure(&target, 20)?;
    run_command(cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let folder = target.join("interop").join("acp");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let source = root.join("interop").join("acp");
    let lock = "package-lock.json";
    let is_installed = folder.join("node_modules").is_dir()
        && fs::read(source.join(lock)).ok() == fs::read(folder.join(lock)).ok();
    for name in ["package.json", lock, "agent.mjs", "editor.mjs"] {
        fs::copy(source.join(name), folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    if !is_installed {
        println!("the SDK of the Agent Client Protocol will be installed in {}", folder.display());
        node::install(&folder)?;
    }
    let mut editor = Command::new(program);
    editor.current_dir(&folder).arg("editor.mjs").arg(target.join("debug").join("askwell"));
    editor.env("ASKWELL_SERVICE", "none").env("NO_COLOR", "1");
    if !editor.status().context("cannot start Node.js")?.success() {
        bail!("a conversation of an editor and an agent did not go as expected");
    }
    Ok(())
}
