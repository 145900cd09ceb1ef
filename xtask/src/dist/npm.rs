//! The packages for npm: one with library and launcher, and one with the program for each platform.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::Release;
use super::platform::Platform;
use super::program::Program;
use super::tools::{output, quietly};
use crate::node;

/// Builds the package of the platform and the one that users install.
pub(super) fn build(release: &Release, platform: &Platform, program: &Program) -> Result<[PathBuf; 2]> {
    let staging = release.staging("npm")?;
    let name = format!("@askwell/{}", platform.name());
    let manifest = json!({
        "name": name, "version": release.version,
        "description": format!("The program askwell for {}", platform.name()),
        "license": "MIT OR Apache-2.0",
        "repository": {"type": "git", "url": format!("git+{}.git", release.repository)},
        "files": ["bin"], "preferUnplugged": true,
        "os": [platform.system], "cpu": [platform.processor],
        "publishConfig": {"access": "public", "provenance": true},
    });
    fs::create_dir_all(staging.join("bin"))?;
    fs::write(staging.join("package.json"), serde_json::to_string_pretty(&manifest)?)?;
    let about = release.render("npm/README.md")?.replace("PLATFORM", &platform.name());
    fs::write(staging.join("README.md"), about)?;
    let binary = staging.join("bin").join("askwell");
    fs::copy(&program.path, &binary)?;
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755))?;
    copy_licences(release, &staging)?;
    let platform_package = pack(release, &staging)?;

    let library = release.root.join("sdks").join("typescript");
    let manifest: Value = serde_json::from_slice(&fs::read(library.join("package.json"))?)?;
    if manifest["optionalDependencies"][&name] != json!(release.version) {
        bail!("sdks/typescript/package.json does not list {name} {} as optional", release.version);
    }
    node::install_locked(&library)?;
    println!("$ npm run build");
    quietly(Command::new("npm").args(["run", "--silent", "build"]).current_dir(&library))?;
    let staging = release.staging("npm-library")?;
    for file in ["package.json", "README.md"] {
        fs::copy(library.join(file), staging.join(file))?;
    }
    for folder in ["bin", "dist"] {
        quietly(Command::new("cp").arg("-R").arg(library.join(folder)).arg(&staging))?;
    }
    copy_licences(release, &staging)?;
    Ok([platform_package, pack(release, &staging)?])
}

fn copy_licences(release: &Release, folder: &Path) -> Result<()> {
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(release.root.join(file), folder.join(file))?;
    }
    Ok(())
}

fn pack(release: &Release, folder: &Path) -> Result<PathBuf> {
    let mut pack = Command::new("npm");
    pack.args(["pack", "--ignore-scripts", "--loglevel", "error", "--pack-destination"]).arg(&release.out);
    let printed = output(pack.current_dir(folder))?;
    let file = printed.lines().last().context("npm pack names no file")?.trim();
    Ok(release.out.join(file))
}
