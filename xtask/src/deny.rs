//! `cargo xtask deny`: licences, duplicates and sources of what we depend on.
//!
//! Does not look for security advisories: their database comes over the network (see deny.toml).

use std::path::Path;

use anyhow::Result;

use crate::cargo::{Tool, cargo, ensure_installed, run as run_command};

const CARGO_DENY: Tool = Tool { subcommand: "deny", provider: "cargo-deny" };

/// Runs cargo-deny with the rules in deny.toml.
pub(crate) fn run(root: &Path) -> Result<()> {
    ensure_installed(root, CARGO_DENY)?;
    run_command(cargo(root).args(["deny", "--all-features", "check", "licenses", "bans", "sources"]))
}
