//! Tests and measurements of the pages in a real browser.
//!
//! The scripts are in `crates/askwell-web/tests/browser`; the service that they drive is the example `pages`, for some
//! of them the program itself. What is
//! missing is installed, after saying so, where that can be done without asking anybody; else the step fails with
//! what to install. Nothing is skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, run as run_command};
use crate::oidc_provider;

/// Where Debian has it.
const CHROMIUM: &str = "/usr/bin/chromium";

/// How the service is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Build {
    Debug,
    Release,
}

/// Drives the browser through the tests.
pub(crate) fn test(root: &Path) -> Result<()> {
    oidc_provider::require(root)?;
    let folder = prepare(root)?;
    let pages = build(root, Build::Debug)?;
    let program = build_program(root)?;
    let tls = certificate(root)?;
    let mut command = node(&folder, &pages)?;
    run_command(command.env("ASKWELL_PROGRAM", program).env("ASKWELL_TLS", tls).arg("run.js"))
}

/// Measures how soon a person can type.
pub(crate) fn bench(root: &Path, quick: bool) -> Result<()> {
    let folder = prepare(root)?;
    let pages = build(root, Build::Release)?;
    let mut command = node(&folder, &pages)?;
    command.arg("bench.js");
    if quick {
        command.arg("--quick");
    }
    run_command(&mut command)
}

/// Installs what the scripts need, and returns their folder.
pub(crate) fn prepare(root: &Path) -> Result<PathBuf> {
    let folder = root.join("crates/askwell-web/tests/browser");
    for (program, provider) in [("node", "Node.js 20 or later"), ("npm", "npm")] {
        if !answers(program) {
            bail!("{program} is missing: install {provider}, the browser tests are written for it");
        }
    }
    browser()?;
    let installed = folder.join("node_modules/.package-lock.json");
    let is_fresh =
        modified(&installed).zip(modified(&folder.join("package-lock.json"))).is_some_and(|(a, b)| a >= b);
    if !is_fresh {
        println!("playwright-core and axe-core are missing and will be installed into {}", folder.display());
        run_command(
            Command::new("npm")
                .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
                .current_dir(&folder),
        )?;
    }
    Ok(folder)
}

/// The browser to drive: the one that a variable names, or Debian's, which is installed if it can be.
fn browser() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("ASKWELL_CHROMIUM") {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(named);
        }
        bail!("ASKWELL_CHROMIUM names {}, where there is no program", named.display());
    }
    let chromium = PathBuf::from(CHROMIUM);
    if chromium.is_file() {
        return Ok(chromium);
    }
    println!("chromium is missing and will be installed with apt-get");
    // A new machine has no list of packages yet.
    let install = "apt-get install -y chromium || { apt-get update && apt-get install -y chromium; }";
    let installed = Command::new("sh").args(["-c", install]).status();
    if installed.is_ok_and(|status| status.success()) && chromium.is_file() {
        return Ok(chromium);
    }
    bail!(
        "the browser tests need chromium and it cannot be installed from here: install it as root with `apt-get install \
         chromium`, or let ASKWELL_CHROMIUM name a Chromium or Chrome program"
    )
}

/// Builds the service and says where it is.
fn build(root: &Path, build: Build) -> Result<PathBuf> {
    let mut command = cargo(root);
    command.args(["build", "--package", "askwell-web", "--example", "pages"]);
    let profile = match build {
        Build::Debug => "debug",
        Build::Release => {
            command.arg("--release");
            "release"
        }
    };
    run_command(&mut command)?;
    let pages =
        target(root).join(profile).join("examples").join(if cfg!(windows) { "pages.exe" } else { "pages" });
    if !pages.is_file() {
        bail!("{} was built and is not there", pages.display());
    }
    Ok(pages)
}

/// Builds the program itself and says where it is.
fn build_program(root: &Path) -> Result<PathBuf> {
    run_command(cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let program = target(root).join("debug").join(if cfg!(windows) { "askwell.exe" } else { "askwell" });
    if !program.is_file() {
        bail!("{} was built and is not there", program.display());
    }
    Ok(program)
}

/// A certificate for a proxy on this machine, made anew each time.
fn certificate(root: &Path) -> Result<PathBuf> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()])
        .context("no certificate could be made")?;
    let folder = target(root).join("browser-tls");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, text) in [("certificate.pem", made.cert.pem()), ("key.pem", made.signing_key.serialize_pem())]
    {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(folder)
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn node(folder: &Path, pages: &Path) -> Result<Command> {
    let mut command = Command::new("node");
    command.current_dir(folder).env("ASKWELL_PAGES", pages).env("ASKWELL_CHROMIUM", browser()?);
    Ok(command)
}

fn answers(program: &str) -> bool {
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn modified(file: &Path) -> Option<std::time::SystemTime> {
    file.metadata().context("no such file").ok()?.modified().ok()
}
