//! The pytest plugin of the installed wheel: pytest finds it by its entry point.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use super::installed::isolate;
use crate::dist::{Packages, output, quietly};
use crate::python;

/// Tests of a user, who names neither the plugin nor a program.
const TESTS: &str = r#"
import askwell


def deploy():
    return askwell.ask("Deploy?", bool, timeout=60).unwrap()


def test_person_answers(askwell_person):
    askwell_person.answers(True)
    assert deploy() is True


def test_client_reaches_the_service(askwell_client, askwell_service):
    assert askwell_client.address == askwell_service.address
"#;

/// Installs the wheel beside pytest, and runs tests that use its fixtures.
pub(super) fn check(root: &Path, packages: &Packages) -> Result<()> {
    let python = python::environment(root, &packages.release.target_folder, "plugin")?;
    let options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--force-reinstall"];
    quietly(Command::new(&python).args(["-m", "pip", "install"]).args(options).arg(&packages.wheel))?;
    let folder = packages.release.target_folder.join("packages-test").join("pytest");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("test_deployment.py"), TESTS)?;
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", "."]).current_dir(&folder);
    isolate(&mut pytest);
    let printed = output(pytest.env_remove("PYTHONPATH"))?;
    println!("pytest plugin of the wheel: {}", printed.trim().lines().last().unwrap_or_default());
    if printed.contains("2 passed") {
        Ok(())
    } else {
        bail!("the tests with the pytest plugin failed:\n{printed}")
    }
}
