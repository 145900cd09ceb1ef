//! How long the launchers of the packages take, compared with the program itself.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::installed::isolate;
use crate::dist::Packages;

const ROUNDS: usize = 30;
/// A launcher may take this many times as long as the program.
const LIMIT: u32 = 2;
/// Differences below this are those of a busy machine.
const NOISE: Duration = Duration::from_millis(10);

/// Compares the launchers that the wheel and npm put on the PATH with the program.
pub(super) fn check(packages: &Packages) -> Result<()> {
    let folder = packages.release.target_folder.join("packages-test");
    let bare = best(&packages.program)?;
    println!("starting the program takes {bare:.1?}");
    let launchers =
        [("wheel", folder.join("python/bin/askwell")), ("npm", folder.join("npm/node_modules/.bin/askwell"))];
    for (name, launcher) in launchers {
        let took = best(&launcher)?;
        println!("starting the launcher of {name} takes {took:.1?}");
        if took > bare * LIMIT + NOISE {
            bail!(
                "the launcher of {name} takes {took:.1?}, more than {LIMIT} times the {bare:.1?} of the program"
            );
        }
    }
    Ok(())
}

/// Returns the shortest of several starts.
fn best(program: &Path) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        isolate(&mut command);
        let start = Instant::now();
        let status = command.status().with_context(|| format!("cannot start {}", program.display()))?;
        best = best.min(start.elapsed());
        if !status.success() {
            bail!("{} --version failed ({status})", program.display());
        }
    }
    Ok(best)
}
