//! The first minute: how long it takes from the installation of a package to the first answer.
//!
//! The packages are on this machine already, so that no download counts. A real browser answers `askwell demo`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::installed::{Installed, isolate, npm, wheel};
use crate::browser;
use crate::dist::{Packages, output};

/// The target of the project.
const LIMIT: Duration = Duration::from_secs(60);

/// Installs the wheel and the npm packages into empty folders, and answers the first question of each.
pub(super) fn measure(root: &Path, packages: &Packages) -> Result<()> {
    let scripts = browser::prepare(root)?;
    let folder = packages.release.target_folder.join("first-answer");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    let start = Instant::now();
    let [script, _] = wheel(packages, &folder)?;
    report("pip", start.elapsed(), &script, &scripts)?;
    let start = Instant::now();
    let launcher = npm(packages, &folder)?;
    report("npm", start.elapsed(), &launcher, &scripts)
}

fn report(name: &str, installed: Duration, program: &Installed, scripts: &Path) -> Result<()> {
    let mut command = Command::new("node");
    command.arg("first_answer.js").args(&program.command).current_dir(scripts);
    isolate(&mut command);
    if let Some(chromium) = std::env::var_os("ASKWELL_CHROMIUM") {
        command.env("ASKWELL_CHROMIUM", chromium);
    }
    let printed = output(&mut command)?;
    let seconds: f64 =
        printed.trim().parse().with_context(|| format!("first_answer.js prints {printed:?}"))?;
    let answered = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0));
    let all = installed + answered;
    println!(
        "from installing with {name} to the first answer: {all:.1?} ({installed:.1?} and {answered:.1?})"
    );
    if all > LIMIT {
        bail!("the first answer with {name} takes {all:.1?}, more than {LIMIT:?}");
    }
    Ok(())
}
