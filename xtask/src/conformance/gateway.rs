//! The suite's server scenarios through `askwell gateway`, in front of a legacy and of a modern server.
//!
//! The results must be those of the server without the gateway, in both revisions: the gateway translates what the two
//! eras do differently.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::server::{self, Difference, REVISIONS, RunningServer};
use super::suite::Suite;
use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

/// For revisions, the checks that must fail.
type RevisionDifferences = &'static [(&'static str, &'static [Difference])];

/// The eras of the servers behind the gateway, with what they cannot do for clients of a revision.
const SERVERS: [(&str, RevisionDifferences); 2] = [
    (
        "legacy",
        &[(
            "2026-07-28",
            &[
                Difference {
                    scenario: "server-stateless",
                    failed_checks: 2,
                    reason: "legacy servers have no error for a missing capability",
                },
                Difference {
                    scenario: "input-required-result-basic-elicitation",
                    failed_checks: 1,
                    reason: "legacy servers give their questions no keys",
                },
            ],
        )],
    ),
    (
        "modern",
        &[(
            "2025-11-25",
            &[
                Difference { scenario: "resources-subscribe", failed_checks: 1, reason: NO_SUBSCRIPTIONS },
                Difference { scenario: "resources-unsubscribe", failed_checks: 1, reason: NO_SUBSCRIPTIONS },
            ],
        )],
    ),
];

const NO_TASKS: &str = "legacy servers have no tasks";

/// The scenarios of the newest revision that need tasks, in front of a legacy server.
const LEGACY_TASKS: [(&str, &str); 9] = [
    ("tasks-lifecycle", NO_TASKS),
    ("tasks-capability-negotiation", NO_TASKS),
    ("tasks-wire-fields", NO_TASKS),
    ("tasks-request-state-removal", NO_TASKS),
    ("tasks-mrtr-input", NO_TASKS),
    ("tasks-request-headers", NO_TASKS),
    ("tasks-dispatch-and-envelope", NO_TASKS),
    ("tasks-mrtr-composition", NO_TASKS),
    ("tasks-required-task-error", NO_TASKS),
];

const NO_SUBSCRIPTIONS: &str = "the server offers subscriptions to legacy clients only";

pub(super) fn run(root: &Path, suite: &Suite) -> Result<()> {
    run_command(cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let mut failures = Vec::new();
    for (eras, differences) in SERVERS {
        let server = server::start(root, eras)?;
        let gateway = start(root, &server.url)?;
        for (revision, _) in REVISIONS {
            let not_applicable = match (revision, eras) {
                ("2026-07-28", "legacy") => &LEGACY_TASKS[..],
                _ => &[],
            };
            let label = format!("{revision}, through the gateway to a {eras} server");
            let differences =
                differences.iter().find(|(of, _)| *of == revision).map_or(&[][..], |(_, list)| list);
            let wrong =
                server::run_revision(suite, &gateway.url, revision, &label, not_applicable, differences)?;
            failures.extend(wrong);
        }
    }
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("; ")) }
}

/// Starts a gateway without pages: the suite's clients answer everything themselves.
fn start(root: &Path, server: &str) -> Result<RunningServer> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = target.join("debug").join("askwell");
    let mut child = Command::new(&program)
        .args(["gateway", "--to", server, "--listen", "127.0.0.1:0", "--no-page"])
        // The suite asks more questions in a minute than a person would answer.
        .args(["--set", "limits.per_window=1000000"])
        .current_dir(&target)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let output = child.stderr.take().context("the gateway has no log")?;
    let running = RunningServer::starting(child);
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next().transpose()? {
        if let Some((_, url)) = line.split_once("clients connect to ") {
            let url = url.trim().to_owned();
            // Its log must not fill the pipe.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(running.at(url));
        }
    }
    bail!("the gateway did not say where it is")
}
