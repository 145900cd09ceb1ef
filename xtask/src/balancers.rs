//! Load balancers and the connection pool for the tests of the deployment files and the cluster: found, or installed from Debian's packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

const PROGRAMS: [&str; 3] = ["nginx", "caddy", "pgbouncer"];

/// Installs the programs that are missing.
///
/// Errors when one is missing and cannot be installed.
pub(crate) fn require() -> Result<()> {
    for program in PROGRAMS.into_iter().filter(|program| !is_installed(program)) {
        println!("{program} is missing and will be installed with apt-get");
        // The tests start servers of their own; with this run level, Debian's are not started.
        let install = format!(
            "export RUNLEVEL=1; apt-get install -y --no-install-recommends {program} || \
             {{ apt-get update && apt-get install -y --no-install-recommends {program}; }}"
        );
        let _ = Command::new("sh").args(["-c", &install]).status();
        if !is_installed(program) {
            bail!(
                "the tests of the cluster need {program} and it cannot be installed from here: install it as \
                 root with `apt-get install {program}`"
            );
        }
    }
    Ok(())
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    on_path || Path::new("/usr/sbin").join(program).is_file()
}
