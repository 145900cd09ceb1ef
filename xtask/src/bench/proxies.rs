//! Installs the proxies that the gateway is measured beside, below target/, in pinned versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::metadata::{self, Depth};
use crate::node;

/// The variable that tells the measurement where they are.
pub(super) const VARIABLE: &str = "BENCH_PROXIES";

/// Virtual environments and what is in them. The two need different versions of the MCP SDK.
const PYTHON: [(&str, &str); 2] = [("fastmcp", "fastmcp==4.1.2"), ("mcp-proxy", "mcp-proxy==0.13.0")];
const NPM: (&str, &str) = ("supergateway", "4.0.0");

/// The measurements that need them.
const MEASUREMENTS: [&str; 2] = ["gateway stdio", "gateway http"];

/// Returns whether a filter chooses measurements beside other proxies.
pub(super) fn are_wanted(filter: Option<&str>) -> bool {
    filter.is_none_or(|filter| MEASUREMENTS.iter().any(|name| name.contains(filter)))
}

/// Installs the proxies unless they are there. Returns their folder.
pub(super) fn install(root: &Path) -> Result<PathBuf> {
    let folder = metadata::read(root, Depth::WorkspaceOnly)?.target_directory.join("bench-proxies");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, package) in PYTHON {
        let environment = folder.join(name);
        let stamp = environment.join("installed");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == package) {
            continue;
        }
        println!("{package} will be installed in {}", environment.display());
        quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package];
        quietly(Command::new(environment.join("bin").join("python")).args(install))?;
        fs::write(&stamp, package).with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    let (name, version) = NPM;
    if !folder.join("node_modules").join(name).is_dir() {
        println!("{name} {version} will be installed in {}", folder.display());
        let manifest = serde_json::json!({"private": true, "dependencies": {name: version}});
        fs::write(folder.join("package.json"), manifest.to_string())?;
        node::install_listed(&folder)?;
    }
    Ok(folder)
}

fn quietly(command: &mut Command) -> Result<()> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::are_wanted;

    #[test]
    fn proxies_are_installed_for_their_measurements_only() {
        for (filter, wanted) in
            [(None, true), (Some("gateway"), true), (Some("gateway stdio"), true), (Some("check"), false)]
        {
            assert_eq!(are_wanted(filter), wanted, "{filter:?}");
        }
    }
}
