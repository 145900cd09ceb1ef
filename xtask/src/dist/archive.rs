//! The archive that cargo binstall and Homebrew download.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::Release;
use super::platform::Platform;
use super::program::Program;
use super::tools::quietly;

/// Returns the name of the archive for a target, as `[package.metadata.binstall]` has it.
pub(super) fn name(triple: &str) -> String {
    format!("askwell-{triple}.tar.gz")
}

pub(super) fn build(release: &Release, platform: &Platform, program: &Program) -> Result<PathBuf> {
    let staging = release.staging("archive")?;
    let top = format!("askwell-{}", platform.triple);
    let folder = staging.join(&top);
    fs::create_dir_all(folder.join("man"))?;
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&program.path, folder.join("askwell"))?;
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        fs::copy(release.root.join(file), folder.join(file))?;
    }
    for (name, text) in &program.manuals {
        fs::write(folder.join("man").join(name), text)?;
    }
    for (shell, script) in &program.completions {
        let name = match *shell {
            "zsh" => "_askwell".to_owned(),
            shell => format!("askwell.{shell}"),
        };
        fs::write(folder.join("completions").join(name), script)?;
    }
    let archive = release.out.join(name(&platform.triple));
    quietly(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&staging).arg(&top))?;
    Ok(archive)
}
