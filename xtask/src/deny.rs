//! `cargo xtask deny`: licences, sources and security advisories of the dependencies.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{CargoTool, cargo, ensure_installed, run as run_command};

const CARGO_DENY: CargoTool = CargoTool { subcommand: "deny", provider: "cargo-deny" };

/// Check licences, duplicates, sources and security advisories of dependencies with cargo-deny
///
/// The rules are in deny.toml. Installs cargo-deny when it is missing, and fetches the RustSec advisory database.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Leave the security advisories out: their database comes over the network
    #[arg(long)]
    offline: bool,
}

/// Runs cargo-deny with the rules in deny.toml.
///
/// # Errors
/// When a rule is broken, or when cargo-deny or the advisory database cannot be fetched.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    ensure_installed(root, CARGO_DENY)?;
    let mut command = cargo(root);
    command.args(["deny", "--all-features", "check", "licenses", "bans", "sources"]);
    if !arguments.offline {
        command.arg("advisories");
    }
    run_command(&mut command)
}
