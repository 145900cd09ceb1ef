//! `cargo xtask docs`: the documentation of every crate, without warnings.
//!
//! Documents no dependencies and opens no browser; it prints where to look.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

/// Builds the documentation and prints its place.
pub(crate) fn run(root: &Path) -> Result<()> {
    run_command(
        cargo(root)
            .args(["doc", "--workspace", "--no-deps", "--all-features"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    println!("read it at {}", target.join("doc").join("askwell_form").join("index.html").display());
    Ok(())
}
