//! `cargo xtask docs`: the documentation of every crate, without warnings, and the documentation site.
//!
//! Documents no dependencies and opens no browser; it prints where to look.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};
use crate::site;

/// Build the documentation: of the crates, and the site; a warning or a dead link is an error
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Arguments {
    /// Build only the site
    #[arg(long)]
    site: bool,
}

/// Builds the documentation and prints its place.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    if !arguments.site {
        run_command(
            cargo(root)
                .args(["doc", "--workspace", "--no-deps", "--all-features"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )?;
        println!(
            "read the crates at {}",
            target.join("doc").join("askwell_form").join("index.html").display()
        );
    }
    let index = site::build(root, &target)?;
    println!("read the site at {}", index.display());
    Ok(())
}
