//! The results as a table: on the terminal, and in docs/interop.md.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::case::{COLUMNS, Case, Era, Role, Transport};
use super::peers::PEERS;
use super::{Verdicts, expected, install};

const DOCUMENT: &str = "docs/interop.md";
const BEGIN: &str = "<!-- begin of the table that `cargo xtask interop` writes -->\n";
const END: &str = "<!-- end of the table -->";

/// A row: everything but tool and script.
type Row = (&'static str, Role, Transport, Era);

/// The table as text.
pub(super) fn plain(root: &Path, verdicts: &Verdicts) -> Result<String> {
    render(root, verdicts)
}

/// Puts the table into the document.
pub(super) fn write(root: &Path, verdicts: &Verdicts) -> Result<()> {
    let path = root.join(DOCUMENT);
    let document = fs::read_to_string(&path).with_context(|| format!("cannot read {DOCUMENT}"))?;
    let (before, rest) = document.split_once(BEGIN).with_context(|| format!("{DOCUMENT} has no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} has no {END}"))?;
    let table = render(root, verdicts)?;
    fs::write(&path, format!("{before}{BEGIN}\n{table}\n{END}{after}"))
        .with_context(|| format!("cannot write {DOCUMENT}"))
}

fn render(root: &Path, verdicts: &Verdicts) -> Result<String> {
    let mut out = String::from(
        "| peer | version | is | over | era | form: accept | decline | cancel | invalid, then valid | URL: accept | \
         decline | cancel |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut notes: Vec<&'static str> = Vec::new();
    for peer in PEERS {
        let version = install::version(root, peer)?;
        let mut rows: Vec<Row> = verdicts
            .keys()
            .filter(|case| case.peer == peer.name)
            .map(|case| (case.peer, case.role, case.transport, case.era))
            .collect();
        rows.dedup();
        for row in rows {
            let (_, role, transport, era) = row;
            let (role, over, era) = (
                if role == Role::Server { "server" } else { "client" },
                if transport == Transport::Stdio { "stdio" } else { "HTTP" },
                match era {
                    Era::Legacy => "legacy",
                    Era::Modern => "modern",
                    Era::FallingBack => "modern, then legacy",
                },
            );
            let _ = write!(out, "| {} | {version} | {role} | {over} | {era} |", peer.title);
            for (tool, scripts) in COLUMNS {
                for &script in scripts {
                    let (name, role, transport, era) = row;
                    let case = Case { peer: name, role, transport, era, tool, script };
                    let _ = write!(out, " {} |", cell(&case, verdicts, &mut notes));
                }
            }
            out.push('\n');
        }
    }
    for (index, note) in notes.iter().enumerate() {
        let _ = write!(out, "\n{}. {note}.", index + 1);
    }
    if !notes.is_empty() {
        out.push('\n');
    }
    Ok(out)
}

fn cell(case: &Case, verdicts: &Verdicts, notes: &mut Vec<&'static str>) -> String {
    match (verdicts.get(case), expected::reason(case)) {
        (None, _) => "–".to_owned(),
        (Some(Ok(())), _) => "✓".to_owned(),
        (Some(Err(_)), Some(reason)) => {
            let known = notes.iter().position(|note| *note == reason);
            let index = known.unwrap_or_else(|| {
                notes.push(reason);
                notes.len() - 1
            });
            format!("no ({})", index + 1)
        }
        (Some(Err(_)), None) => "**failed**".to_owned(),
    }
}
