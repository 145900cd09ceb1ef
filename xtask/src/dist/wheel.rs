//! The wheel for PyPI: the Python library with the program inside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::platform::Platform;
use super::tools::{self, output, quietly};
use super::{Profile, Release};
use crate::cargo::forget_package;

/// The list of dependencies, which maturin writes into the wheel.
const DEPENDENCIES: &str = "askwell.cdx.json";

pub(super) fn build(release: &Release, platform: &Platform, profile: Profile) -> Result<PathBuf> {
    let maturin = tools::maturin(&release.target_folder)?;
    let mut build = Command::new(maturin);
    build.current_dir(release.root.join("sdks").join("python"));
    build.args(["build", "--quiet", "--out"]).arg(&release.out);
    build.env("CARGO_TARGET_DIR", &release.target_folder);
    match profile {
        Profile::Release => build.args(["--release", "--locked"]),
        // Only for this machine: no check which systems it runs on.
        Profile::Dev => build.args(["--profile", "dev", "--compatibility", "linux"]),
    };
    if platform.is_named {
        build.args(["--target", &platform.triple]);
        if platform.triple.ends_with("-linux-musl") {
            // A static program runs on every Linux.
            build.args(["--compatibility", "manylinux2014", "--compatibility", "musllinux_1_1"]);
        }
    }
    forget_package(&mut build);
    println!("$ maturin build");
    quietly(&mut build)?;
    let wheel = find(&release.out)?;
    check(release, &wheel)?;
    Ok(wheel)
}

fn find(folder: &Path) -> Result<PathBuf> {
    let files = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut wheels = files.filter(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheels.next().context("maturin made no wheel")
}

/// Looks into the wheel: program, library, mark of the MCP registry. Copies the list of dependencies out of it.
fn check(release: &Release, wheel: &Path) -> Result<()> {
    let folder = release.staging("wheel")?;
    quietly(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(wheel).arg(&folder))?;
    let base = format!("askwell-{}", release.version);
    for file in [
        format!("{base}.data/scripts/askwell"),
        "askwell/__init__.py".to_owned(),
        "askwell/__main__.py".to_owned(),
        "askwell/py.typed".to_owned(),
    ] {
        if !folder.join(&file).exists() {
            bail!("the wheel has no {file}");
        }
    }
    let described = fs::read_to_string(folder.join(format!("{base}.dist-info")).join("METADATA"))?;
    let mark = format!("mcp-name: {}", release.registry_name()?);
    if !described.contains(&mark) {
        bail!("the description of the wheel does not contain `{mark}`: add it to sdks/python/README.md");
    }
    let lists = output(Command::new("find").arg(&folder).args(["-name", "*.cyclonedx.json"]))?;
    let list = lists.lines().next().context("the wheel has no list of dependencies")?;
    fs::copy(list, release.out.join(DEPENDENCIES)).context("cannot copy the list of dependencies")?;
    Ok(())
}
