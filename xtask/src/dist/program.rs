//! The program that all packages contain, with its manual pages and completions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::platform::Platform;
use super::tools::quietly;
use super::{Profile, Release};
use crate::cargo::{cargo, run as run_command};

/// The commands with a manual page of their own.
const COMMANDS: [&str; 13] = [
    "answer", "ask", "call", "check", "demo", "gateway", "inbox", "mcp", "open", "schema", "serve", "setup",
    "wait",
];

/// The compiled program and what it says about itself.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// Without debugging symbols.
    pub(super) path: PathBuf,
    /// Manual pages: name and text.
    pub(super) manuals: Vec<(String, Vec<u8>)>,
    /// Completions: shell and script.
    pub(super) completions: Vec<(&'static str, Vec<u8>)>,
}

impl Program {
    /// Compiles the program. It must run on this machine, as it writes its own manual.
    pub(super) fn build(release: &Release, platform: &Platform, profile: Profile) -> Result<Program> {
        let mut build = cargo(&release.root);
        build.args(["build", "--package", "askwell-cli", "--bin", "askwell"]);
        if profile == Profile::Release {
            build.args(["--release", "--locked"]);
        }
        if platform.is_named {
            build.args(["--target", &platform.triple]);
        }
        run_command(&mut build)?;
        let mut folder = release.target_folder.clone();
        if platform.is_named {
            folder.push(&platform.triple);
        }
        folder.push(if profile == Profile::Release { "release" } else { "debug" });
        let path = release.staging("program")?.join("askwell");
        fs::copy(folder.join("askwell"), &path).context("cannot copy the program")?;
        if profile == Profile::Dev {
            // The optimised one has no symbols; without them, the packages of tests are a fifth as large.
            quietly(Command::new("strip").arg(&path))?;
        }
        let said = |arguments: &[&str]| print(&path, arguments);
        let mut manuals = vec![("askwell.1".to_owned(), said(&["man"])?)];
        for command in COMMANDS {
            manuals.push((format!("askwell-{command}.1"), said(&["man", command])?));
        }
        let shells = ["bash", "zsh", "fish"].into_iter();
        let completions =
            shells.map(|shell| Ok((shell, said(&["completions", shell])?))).collect::<Result<_>>()?;
        Ok(Program { path, manuals, completions })
    }
}

/// Returns what the program prints.
fn print(program: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(program).args(arguments).output().context("cannot start the program")?;
    if !output.status.success() {
        bail!("askwell {} failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}
