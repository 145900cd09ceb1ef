//! `cargo xtask test --only packages`: installs every package into an empty folder and uses it.
//!
//! The packages are installed without a network, and used without cargo on the PATH. Real MCP clients drive the
//! installed programs; the clients come from their registries, below target/.

mod clients;
mod first_answer;
mod installed;
mod launchers;
mod pytest_plugin;

use std::path::Path;

use anyhow::{Context as _, Result};

use self::installed::Installed;
use crate::dist;

/// Builds, installs and uses the packages.
pub(crate) fn run(root: &Path) -> Result<()> {
    let packages = dist::for_tests(root)?;
    let clients = clients::Clients::install(root, &packages.release.target_folder)?;
    for installed in Installed::all(&packages)? {
        println!("{}", installed.name);
        installed
            .check_version(&packages.release.version)
            .and_then(|()| installed.check_ask())
            .and_then(|()| installed.check_serve())
            .and_then(|()| clients.drive(&installed))
            .with_context(|| format!("the installed {} does not work", installed.name))?;
    }
    pytest_plugin::check(root, &packages)?;
    first_answer::measure(root, &packages)?;
    launchers::check(&packages)
}

/// Installs wheel and npm packages, and measures how soon a person has answered the first question.
pub(crate) fn measure_first_answer(root: &Path) -> Result<()> {
    first_answer::measure(root, &dist::for_measurement(root)?)
}
