//! The suite's client scenarios, against the example `conformance_client` of askwell-mcp.

use std::path::Path;

use anyhow::{Result, bail};

use super::suite::{Suite, compare, verdicts};
use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// Scenarios whose names begin like this are about something that the client does not do.
const NOT_APPLICABLE: (&str, &str) = (
    "auth/",
    "the client requests no tokens: a program that has one sends it as a header, see `Address::header`",
);

pub(super) fn run(root: &Path, suite: &Suite) -> Result<()> {
    run_command(cargo(root).args(["build", "--package", "askwell-mcp", "--example", "conformance_client"]))?;
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = target.join("debug").join("examples").join("conformance_client");
    let command = program.display().to_string();
    let mut failures = Vec::new();
    for revision in REVISIONS {
        let output = suite.run(&["client", "--command", &command, "--requirements", revision])?;
        let verdicts = verdicts(&output);
        if verdicts.is_empty() {
            bail!("the suite said nothing about clients of {revision}:\n{output}");
        }
        let (prefix, reason) = NOT_APPLICABLE;
        let scenarios = verdicts.iter().map(|verdict| verdict.scenario.as_str());
        let not_applicable: Vec<_> =
            scenarios.filter(|name| name.starts_with(prefix)).map(|name| (name, reason)).collect();
        let wrong = compare(&verdicts, &not_applicable);
        if !wrong.is_empty() {
            println!("{output}");
        }
        let passed = verdicts.iter().filter(|verdict| verdict.passed).count();
        println!("{revision}, client: {passed} scenarios pass, {} do not apply", not_applicable.len());
        failures.extend(wrong.into_iter().map(|what| format!("{revision}, client: {what}")));
    }
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("; ")) }
}
