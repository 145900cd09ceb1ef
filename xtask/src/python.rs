//! The Python SDK: its style, its types, and its tests against the real service and the frameworks that it supports.
//!
//! Packages come in the versions of sdks/python/requirements, into virtual environments below target/. There are two,
//! because the MCP SDK 1 and 2 cannot be installed together.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::metadata::{self, Depth};

/// Builds the service, installs what the tests need, and runs them.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    // As the browser step does, which has compiled it already.
    cargo::run(cargo::cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let sdk = Sdk { folder: root.join("sdks").join("python"), target };
    let tests = sdk.environment("tests")?;
    sdk.run(&tests, &["-m", "ruff", "check", "."])?;
    sdk.run(&tests, &["-m", "ruff", "format", "--check", "."])?;
    sdk.run(&tests, &["-m", "mypy"])?;
    sdk.run(&tests, &["-m", "pyright", "--pythonpath", &tests.to_string_lossy()])?;
    sdk.run(&tests, &["-m", "pytest", "tests"])?;
    sdk.run(&sdk.environment("mcp1")?, &["-m", "pytest", "tests/test_mcp.py"])
}

/// Returns the interpreter of an environment with the packages of `requirements/NAME.txt`.
pub(crate) fn environment(root: &Path, target: &Path, name: &str) -> Result<PathBuf> {
    Sdk { folder: root.join("sdks").join("python"), target: target.to_owned() }.environment(name)
}

/// Where the SDK is, and where its tests keep things.
struct Sdk {
    folder: PathBuf,
    target: PathBuf,
}

impl Sdk {
    /// Returns the interpreter of an environment, installed unless it is there in the pinned versions.
    fn environment(&self, name: &str) -> Result<PathBuf> {
        let folder = self.target.join("python").join(name);
        let requirements = self.folder.join("requirements").join(format!("{name}.txt"));
        let pins = fs::read_to_string(&requirements)
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        let (interpreter, stamp) = (folder.join("bin").join("python"), folder.join("installed"));
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
            return Ok(interpreter);
        }
        println!("python: installing the packages of requirements/{name}.txt");
        run_quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r"];
        run_quietly(Command::new(&interpreter).args(install).arg(&requirements))?;
        fs::write(&stamp, pins).with_context(|| format!("cannot write {}", stamp.display()))?;
        Ok(interpreter)
    }

    /// Runs a tool in the folder of the SDK, which it imports from there.
    fn run(&self, interpreter: &Path, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new(interpreter);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        command.env("PYTHONPATH", &self.folder).env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("ASKWELL_BINARY", self.target.join("debug").join("askwell"));
        command.env("PYRIGHT_PYTHON_CACHE_DIR", self.target.join("python").join("pyright"));
        cargo::run(&mut command)
    }
}

/// Runs a command that prints something only when it fails.
fn run_quietly(command: &mut Command) -> Result<()> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
