//! PostgreSQL for the tests of the shared store: found, or installed from Debian's packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

/// Where Debian puts the servers, one folder per version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Installs PostgreSQL if it is missing.
///
/// Errors when it is missing and cannot be installed.
pub(crate) fn require() -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    println!("PostgreSQL is missing and will be installed with apt-get");
    // The tests start servers of their own; Debian's would only use the port.
    let install = "apt-get install -y --no-install-recommends postgresql || \
                   { apt-get update && apt-get install -y --no-install-recommends postgresql; }";
    let _ = Command::new("sh").args(["-c", install]).status();
    if is_installed() {
        return Ok(());
    }
    bail!(
        "the tests of the shared store need PostgreSQL and it cannot be installed from here: install it as root with \
         `apt-get install postgresql`, or let PGBIN name the folder of `initdb` and `pg_ctl`"
    )
}

fn is_installed() -> bool {
    let has = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let named = std::env::var_os("PGBIN").is_some_and(|folder| has(Path::new(&folder)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).any(|folder| has(&folder));
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    named || on_path || versions.map(|version| version.path().join("bin")).any(|folder| has(&folder))
}
