//! Clients of every SDK in front of the gateway, servers of every SDK behind it, in the eras that each speaks.
//!
//! The gateway stands where the server would: the client starts `askwell gateway -- SERVER`, and does not know it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};

use super::case::{Case, Era, Role, Script, ToolUnderTest, Transport};
use super::install::target;
use super::peers::{Eras, Peer};
use super::process::{self, Program, Server};
use super::{AT_ONCE, Verdict, expected, install};

const DOCUMENT: &str = "docs/interop.md";
const BEGIN: &str = "<!-- begin of the gateway's table that `cargo xtask interop` writes -->\n";
const END: &str = "<!-- end of the gateway's table -->";

/// What is tried of each pair.
const TRIED: [(ToolUnderTest, Script); 7] = [
    (ToolUnderTest::Form, Script::Accept),
    (ToolUnderTest::Form, Script::Decline),
    (ToolUnderTest::Form, Script::Cancel),
    (ToolUnderTest::Form, Script::Invalid),
    (ToolUnderTest::Url, Script::Accept),
    (ToolUnderTest::Url, Script::Decline),
    (ToolUnderTest::Url, Script::Cancel),
];

/// A conversation through the gateway: the server behind it, and the client's case.
type GatewayCase = (&'static str, Case);
pub(super) type GatewayVerdicts = BTreeMap<GatewayCase, Verdict>;

/// Returns the gateway, without its server.
pub(super) fn program(root: &Path) -> Result<Program> {
    let askwell = Program::new(target(root)?.join("debug").join("askwell"));
    Ok(askwell.with(["gateway", "--set", "limits.per_window=1000000"]))
}

/// Tries every client of these peers with every server of them.
pub(super) fn try_pairs(root: &Path, peers: &[&'static Peer]) -> Result<GatewayVerdicts> {
    let gateway = program(root)?.with(["--no-page", "--"]);
    let mut programs = BTreeMap::new();
    for peer in peers {
        programs.insert(peer.name, install::peer(root, peer)?);
    }
    let mut verdicts = GatewayVerdicts::new();
    for server in peers {
        let program = programs.get(server.name).context("the server is installed")?;
        let serving = Server::Command(gateway.with(program.words()).with(["server"]));
        let cases: Vec<Case> = peers.iter().flat_map(|client| cases(client)).collect();
        println!("{} behind the gateway: trying {} conversations", server.name, cases.len());
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(client) = programs.get(case.peer) else { continue };
                        let verdict = case.verdict(&process::call(client, case, &serving));
                        let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        found.push(((server.name, *case), verdict));
                    }
                });
            }
        });
        verdicts.extend(found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
    Ok(verdicts)
}

fn cases(client: &Peer) -> Vec<Case> {
    let eras: &[Era] = match client.eras {
        Eras::Both => &[Era::Legacy, Era::Modern],
        Eras::LegacyOnly => &[Era::Legacy],
    };
    let of = |&era| {
        let (role, transport) = (Role::Client, Transport::Stdio);
        TRIED.map(|(tool, script)| Case { peer: client.name, role, transport, era, tool, script })
    };
    eras.iter().flat_map(of).collect()
}

/// Returns what did not go as expected.
pub(super) fn surprises(verdicts: &GatewayVerdicts) -> Vec<String> {
    let surprise =
        |((server, case), verdict): (&GatewayCase, &Verdict)| match (verdict, expected::reason(case)) {
            (Err(error), None) => Some(format!("{case}, through the gateway to {server}: {error}")),
            (Ok(()), Some(_)) => {
                Some(format!("{case}, through the gateway to {server}: works now; remove it from the list"))
            }
            _ => None,
        };
    verdicts.iter().filter_map(surprise).collect()
}

/// Returns the table: servers in rows, clients in columns.
pub(super) fn table(root: &Path, peers: &[&'static Peer], verdicts: &GatewayVerdicts) -> Result<String> {
    let mut columns: Vec<(&'static str, Era)> =
        verdicts.keys().map(|(_, case)| (case.peer, case.era)).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut out = String::from("| server ↓ client → |");
    for (client, era) in &columns {
        let title = peers.iter().find(|peer| peer.name == *client).map_or(*client, |peer| peer.title);
        let era = if *era == Era::Modern { "modern" } else { "legacy" };
        let _ = write!(out, " {title}, {era} |");
    }
    let _ = write!(out, "\n|---|{}\n", "---|".repeat(columns.len()));
    for server in peers {
        let _ = write!(out, "| {} {} |", server.title, install::version(root, server)?);
        for (client, era) in &columns {
            let _ = write!(out, " {} |", cell(server.name, client, *era, verdicts));
        }
        out.push('\n');
    }
    Ok(out)
}

fn cell(server: &str, client: &str, era: Era, verdicts: &GatewayVerdicts) -> String {
    let of_cell = |(of, case): &&GatewayCase| *of == server && case.peer == client && case.era == era;
    let cases: Vec<_> = verdicts.keys().filter(of_cell).collect();
    let failed: Vec<String> = cases
        .iter()
        .filter(|case| verdicts.get(**case).is_some_and(Result::is_err))
        .map(|(_, case)| {
            let tool = if case.tool == ToolUnderTest::Form { "form" } else { "URL" };
            format!("{tool} {}", case.script.name())
        })
        .collect();
    match (cases.is_empty(), failed.is_empty()) {
        (true, _) => "–".to_owned(),
        (false, true) => "✓".to_owned(),
        (false, false) => format!("all but {}", failed.join(", ")),
    }
}

/// Puts the table into the document.
pub(super) fn write(root: &Path, table: &str) -> Result<()> {
    let path = root.join(DOCUMENT);
    let document = fs::read_to_string(&path).with_context(|| format!("cannot read {DOCUMENT}"))?;
    let (before, rest) = document.split_once(BEGIN).with_context(|| format!("{DOCUMENT} has no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} has no {END}"))?;
    fs::write(&path, format!("{before}{BEGIN}\n{table}\n{END}{after}"))
        .with_context(|| format!("cannot write {DOCUMENT}"))
}
