//! The suite's server scenarios, against the example `conformance_server` of askwell-mcp.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use super::suite::{Suite, compare, verdicts};
use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

/// What each revision requires, and which of the scenarios are about something that we do not serve.
pub(super) const REVISIONS: [(&str, &[(&str, &str)]); 2] = [("2025-11-25", &[]), ("2026-07-28", &[])];

/// A program that serves beside the suite, and not a moment longer.
pub(super) struct RunningServer {
    child: Child,
    pub(super) url: String,
}

impl RunningServer {
    /// Guards a program that has yet to say where it is.
    pub(super) fn starting(child: Child) -> Self {
        RunningServer { child, url: String::new() }
    }

    pub(super) fn at(mut self, url: String) -> Self {
        self.url = url;
        self
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // Gone already is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn run(root: &Path, suite: &Suite) -> Result<()> {
    let server = start(root, "both")?;
    let failures: Vec<String> = REVISIONS
        .into_iter()
        .map(|(revision, not_applicable)| {
            run_revision(suite, &server.url, revision, revision, not_applicable, &[])
        })
        .collect::<Result<Vec<_>>>()?
        .concat();
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("; ")) }
}

/// Runs the scenarios of one revision against a server. `label` names the run in messages. Returns what is wrong.
pub(super) fn run_revision(
    suite: &Suite,
    url: &str,
    revision: &str,
    label: &str,
    not_applicable: &[(&str, &str)],
    differences: &[Difference],
) -> Result<Vec<String>> {
    let output = suite.run(&["server", "--url", url, "--requirements", revision])?;
    let mut verdicts = verdicts(&output);
    if verdicts.is_empty() {
        bail!("the suite said nothing about {label}:\n{output}");
    }
    let mut wrong = Vec::new();
    for difference in differences {
        match verdicts.iter_mut().find(|verdict| verdict.scenario == difference.scenario) {
            Some(verdict) if verdict.failed_checks == difference.failed_checks => verdict.passed = true,
            found => wrong.push(format!(
                "{} is expected to fail {} checks, because {}; it is now {found:?}",
                difference.scenario, difference.failed_checks, difference.reason
            )),
        }
    }
    wrong.extend(compare(&verdicts, not_applicable));
    if !wrong.is_empty() {
        println!("{output}");
    }
    let passed = verdicts.iter().filter(|verdict| verdict.passed).count();
    println!("{label}: {passed} scenarios pass, {} do not apply", not_applicable.len());
    Ok(wrong.into_iter().map(|what| format!("{label}: {what}")).collect())
}

/// Checks of a scenario that must fail, because of what the server behind the gateway is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub(super) scenario: &'static str,
    pub(super) failed_checks: usize,
    pub(super) reason: &'static str,
}

/// Builds and starts the server with the eras that it speaks.
pub(super) fn start(root: &Path, eras: &str) -> Result<RunningServer> {
    run_command(cargo(root).args(["build", "--package", "askwell-mcp", "--example", "conformance_server"]))?;
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = target.join("debug").join("examples").join("conformance_server");
    let mut child = Command::new(&program)
        .arg(eras)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let output = child.stdout.take().context("the server has no output")?;
    let mut running = RunningServer::starting(child);
    BufReader::new(output).read_line(&mut running.url)?;
    running.url = running.url.trim().to_owned();
    if running.url.is_empty() {
        bail!("the server did not say where it is");
    }
    Ok(running)
}
