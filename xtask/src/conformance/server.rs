//! The suite's server scenarios, against the example `conformance_server` of askwell-mcp.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use super::suite::{Suite, compare, verdicts};
use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

const NO_TASKS: &str = "the tasks extension is not served";

/// What each revision requires, and which of the scenarios are about something that we do not serve.
const REVISIONS: [(&str, &[(&str, &str)]); 2] = [
    ("2025-11-25", &[]),
    (
        "2026-07-28",
        &[
            ("tasks-lifecycle", NO_TASKS),
            ("tasks-capability-negotiation", NO_TASKS),
            ("tasks-wire-fields", NO_TASKS),
            ("tasks-request-state-removal", NO_TASKS),
            ("tasks-mrtr-input", NO_TASKS),
            ("tasks-request-headers", NO_TASKS),
            ("tasks-dispatch-and-envelope", NO_TASKS),
            ("tasks-required-task-error", NO_TASKS),
            ("tasks-mrtr-composition", NO_TASKS),
        ],
    ),
];

/// A server that runs beside the suite, and not a moment longer.
struct Running {
    child: Child,
    url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Gone already is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn run(root: &Path, suite: &Suite) -> Result<()> {
    run_command(cargo(root).args(["build", "--package", "askwell-mcp", "--example", "conformance_server"]))?;
    let server = start(root)?;
    let mut failures = Vec::new();
    for (revision, not_applicable) in REVISIONS {
        let output = suite.run(&["server", "--url", &server.url, "--requirements", revision])?;
        let verdicts = verdicts(&output);
        if verdicts.is_empty() {
            bail!("the suite said nothing about {revision}:\n{output}");
        }
        let wrong = compare(&verdicts, not_applicable);
        if !wrong.is_empty() {
            println!("{output}");
        }
        let passed = verdicts.iter().filter(|verdict| verdict.passed).count();
        println!("{revision}: {passed} scenarios pass, {} do not apply", not_applicable.len());
        failures.extend(wrong.into_iter().map(|what| format!("{revision}: {what}")));
    }
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("; ")) }
}

fn start(root: &Path) -> Result<Running> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = target.join("debug").join("examples").join("conformance_server");
    let mut child = Command::new(&program)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let output = child.stdout.take().context("the server has no output")?;
    let mut running = Running { child, url: String::new() };
    BufReader::new(output).read_line(&mut running.url)?;
    running.url = running.url.trim().to_owned();
    if running.url.is_empty() {
        bail!("the server did not say where it is");
    }
    Ok(running)
}
