//! `askwell gateway doctor`: examines a server.

use std::cell::RefCell;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use askwell_gateway::doctor::{self, DoctorLimits, ServerReport};
use askwell_gateway::quirks::QuirksTable;

use super::target::ServerTarget;
use crate::ExitReason;
use crate::arguments::gates::DoctorArguments;
use crate::console::Console;
use crate::safe_text;
use crate::serve::runtime;

/// The most tools that are printed.
const MAX_TOOLS: usize = 50;
/// How many lines of a server's standard error are printed.
const MAX_LINES: usize = 8;

pub(crate) fn run(arguments: &DoctorArguments, console: &Console) -> Result<ExitReason> {
    let server =
        ServerTarget::of(&arguments.server)?.context("name a server: --to URL, or a command after --")?;
    let client = match &arguments.client {
        Some(name) => {
            let found = doctor::find_client(&QuirksTable::default(), name, &arguments.client_version);
            Some(found.map_err(anyhow::Error::msg)?)
        }
        None => None,
    };
    let limits = DoctorLimits { start: arguments.wait, ..DoctorLimits::default() };
    let outputs = RefCell::new(Vec::new());
    let runtime = runtime()?;
    let report = runtime.block_on(doctor::examine(
        &server.name(),
        || {
            let (target, stderr) = server.connect().map_err(|error| error.to_string())?;
            outputs.borrow_mut().push(stderr);
            Ok(target)
        },
        client,
        limits,
    ));
    runtime.shutdown_background();
    if arguments.json {
        console.print_json(&serde_json::to_string(&report)?)?;
    } else {
        console.print_text(&safe_text::lines(&report_text(&report)))?;
        if report.eras.iter().all(|era| era.revision.is_none())
            && let Some(stderr) = outputs.into_inner().pop()
        {
            let lines = stderr.last_lines(MAX_LINES);
            if !lines.is_empty() {
                console.print_report("the program wrote this before it ended:");
                lines.iter().for_each(|line| console.print_report(&format!("  {line}")));
            }
        }
    }
    Ok(if report.is_healthy() { ExitReason::Success } else { ExitReason::Problems })
}

fn report_text(report: &ServerReport) -> String {
    let mut text = format!("{}\n\n", report.address);
    for era in &report.eras {
        // Writing to a string does not fail.
        let _ = match (&era.revision, &era.error) {
            (Some(revision), _) => {
                let server = era.server.as_deref().unwrap_or_default();
                let capabilities = era.capabilities.join(", ");
                let time = era.handshake_ms.unwrap_or_default();
                writeln!(
                    text,
                    "{:<7} {revision}  {server}  in {time} ms  capabilities: {capabilities}",
                    era.era
                )
            }
            (None, error) => {
                writeln!(text, "{:<7} no: {}", era.era, error.as_deref().unwrap_or("not spoken"))
            }
        };
    }
    if !report.tools.is_empty() {
        let _ = writeln!(text, "\n{} tools", report.tools.len());
        let width = report.tools.iter().map(|tool| tool.name.chars().count()).max().unwrap_or(0).min(40);
        for tool in report.tools.iter().take(MAX_TOOLS) {
            let mut notes = vec![match (tool.annotated, tool.hints.is_empty()) {
                (false, _) => "no annotations".to_owned(),
                (true, true) => "no hints".to_owned(),
                (true, false) => tool.hints.join(", "),
            }];
            if tool.may_ask {
                notes.push("its description mentions a question".to_owned());
            }
            notes.push(
                if tool.form { "arguments fit a form" } else { "arguments are edited as JSON" }.to_owned(),
            );
            let _ = writeln!(text, "  {:<width$}  {}", tool.name, notes.join(" · "));
        }
        if report.tools.len() > MAX_TOOLS {
            let _ = writeln!(text, "  … {} more", report.tools.len() - MAX_TOOLS);
        }
        if report.tools.iter().any(|tool| !tool.may_ask) {
            text.push_str(
                "  The protocol does not say which tools ask; only descriptions can be looked at.\n",
            );
        }
    }
    text.push_str("\nWhat clients get\n");
    for client in &report.clients {
        let _ = writeln!(text, "  {}", client.client);
        let _ = writeln!(text, "    without Askwell: {}", client.without);
        let _ = writeln!(text, "    with Askwell:    {}", client.with);
        for note in &client.notes {
            let _ = writeln!(text, "    {note}");
        }
        if let Some(source) = &client.source {
            let _ = writeln!(text, "    source: {source}");
        }
    }
    match report.problems.as_slice() {
        [] => text.push_str("\nNo problems were found.\n"),
        problems => {
            text.push_str("\nProblems\n");
            for problem in problems {
                let _ = writeln!(text, "  ! {problem}");
            }
        }
    }
    text
}
