//! Installs the peers below target/interop, in exactly the pinned versions.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::peers::{Kit, Peer};
use super::process::Program;
use crate::metadata::{self, Depth};
use crate::{cargo, node};

/// What SDKs in TypeScript need.
const NODE: u32 = 20;

/// Our own side, built from this workspace.
pub(super) fn ours(root: &Path) -> Result<Program> {
    rust(root, "interop-askwell")
}

/// A peer, installed unless it is there.
pub(super) fn peer(root: &Path, peer: &Peer) -> Result<Program> {
    match &peer.kit {
        Kit::Python { script, requirements, .. } => python(root, peer.name, script, requirements),
        Kit::TypeScript { folder, .. } => typescript(root, peer.name, folder),
        Kit::Rust { program, .. } => rust(root, program),
    }
    .with_context(|| format!("cannot install {}", peer.name))
}

/// The pinned version of a peer.
pub(super) fn version(root: &Path, peer: &Peer) -> Result<String> {
    let folder = root.join("interop");
    let found = match &peer.kit {
        Kit::Python { requirements, package, .. } => {
            let list = fs::read_to_string(folder.join("python").join(requirements))?;
            let pinned = list.lines().find_map(|line| line.strip_prefix(package)?.strip_prefix("=="));
            pinned.map(str::to_owned)
        }
        Kit::TypeScript { folder: version, package } => {
            let manifest = fs::read(folder.join("typescript").join(version).join("package.json"))?;
            let manifest: serde_json::Value = serde_json::from_slice(&manifest)?;
            manifest["dependencies"][package].as_str().map(str::to_owned)
        }
        Kit::Rust { package, .. } => {
            let lock = fs::read_to_string(folder.join("rust").join("Cargo.lock"))?;
            let entry = format!("name = \"{package}\"\nversion = \"");
            let after = lock.split_once(&entry).map(|(_, after)| after);
            after.and_then(|after| after.split_once('"')).map(|(version, _)| version.to_owned())
        }
    };
    found.with_context(|| format!("{} has no pinned version", peer.name))
}

fn rust(root: &Path, program: &str) -> Result<Program> {
    let target = target(root)?;
    let mut build = cargo::cargo(&root.join("interop").join("rust"));
    // The peer's version is pinned in the manifest. The lock file follows the crates of this workspace, which change.
    build.args(["build", "--quiet", "--bin", program]).env("CARGO_TARGET_DIR", &target);
    quietly(&mut build)?;
    Ok(Program::new(target.join("debug").join(program)))
}

fn python(root: &Path, name: &str, script: &str, requirements: &str) -> Result<Program> {
    let (source, folder) = (root.join("interop").join("python"), folder(root, name)?);
    let requirements = source.join(requirements);
    let interpreter = folder.join("venv").join("bin").join("python");
    unless_done(&folder, &fs::read_to_string(&requirements)?, || {
        println!("{name}: installing");
        quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder.join("venv")))?;
        let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r"];
        quietly(Command::new(&interpreter).args(options).arg(&requirements))
    })?;
    Ok(Program::new(interpreter).with([source.join(script)]))
}

fn typescript(root: &Path, name: &str, version: &str) -> Result<Program> {
    let (source, folder) = (root.join("interop").join("typescript"), folder(root, name)?);
    let node = node::ensure(&target(root)?, NODE)?;
    // Modules are found from where a program lies.
    for file in [source.join("contract.mjs"), source.join(version).join("peer.mjs")] {
        copy(&file, &folder)?;
    }
    let lock = source.join(version).join("package-lock.json");
    unless_done(&folder, &fs::read_to_string(&lock)?, || {
        println!("{name}: installing");
        copy(&lock, &folder)?;
        copy(&source.join(version).join("package.json"), &folder)?;
        node::install(&folder)
    })?;
    Ok(Program::new(node).with([folder.join("peer.mjs")]))
}

pub(super) fn target(root: &Path) -> Result<PathBuf> {
    Ok(metadata::read(root, Depth::WorkspaceOnly)?.target_directory)
}

/// The folder of a peer.
fn folder(root: &Path, name: &str) -> Result<PathBuf> {
    let folder = target(root)?.join("interop").join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Does something once for each `pins`, and remembers that it is done.
fn unless_done(folder: &Path, pins: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|done| done == pins) {
        return Ok(());
    }
    work()?;
    fs::write(&stamp, pins).with_context(|| format!("cannot write {}", stamp.display()))
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name: OsString = file.file_name().context("a file has a name")?.to_owned();
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(())
}

/// Runs a command that says something only when it fails.
pub(super) fn quietly(command: &mut Command) -> Result<()> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
