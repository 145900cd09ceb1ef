//! The tools that make packages, in pinned versions below the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::node;

const MATURIN: &str = "maturin==1.16.0";
const MCPB: (&str, &str) = ("@anthropic-ai/mcpb", "2.1.2");
const NODE_MAJOR: u32 = 20;

/// Returns maturin, installed unless it is there.
pub(super) fn maturin(target_folder: &Path) -> Result<PathBuf> {
    let folder = target_folder.join("tools").join(MATURIN);
    let program = folder.join("bin").join("maturin");
    if !program.exists() {
        println!("{MATURIN} will be installed in {}", folder.display());
        quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", MATURIN];
        quietly(Command::new(folder.join("bin").join("python")).args(options))?;
    }
    Ok(program)
}

/// Returns the tool for MCPB bundles, installed unless it is there.
pub(crate) fn mcpb(target_folder: &Path) -> Result<Command> {
    let (name, version) = MCPB;
    let folder = npm_tool(target_folder, name, version)?;
    let mut command = Command::new(node::ensure(target_folder, NODE_MAJOR)?);
    command.arg(folder.join("dist").join("cli").join("cli.js"));
    Ok(command)
}

/// Returns the folder of an npm package, installed with its dependencies unless it is there.
pub(crate) fn npm_tool(target_folder: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let folder = target_folder.join("tools").join(format!("{}-{version}", name.replace('/', "-")));
    let package = folder.join("node_modules").join(name);
    if !package.exists() {
        println!("{name} {version} will be installed in {}", folder.display());
        fs::create_dir_all(&folder)?;
        let manifest = serde_json::json!({"private": true, "dependencies": {name: version}});
        fs::write(folder.join("package.json"), manifest.to_string())?;
        node::install_listed(&folder)?;
    }
    Ok(package)
}

/// Runs a command that says something only when it fails.
pub(crate) fn quietly(command: &mut Command) -> Result<()> {
    output(command).map(|_| ())
}

/// Runs a command and returns its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {command:?}"))?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        bail!("{command:?} failed ({}):\n{out}{err}", output.status);
    }
    Ok(out.into_owned())
}
