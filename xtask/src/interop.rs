//! `cargo xtask interop`: tests Askwell against other MCP SDKs, as client and as server.
//!
//! Every peer is a small program in interop/, on a pinned version of its SDK. It is run as a server against our client
//! and as a client against our server, over pipes and HTTP, in both eras. What a peer cannot do is in the list of
//! expected failures, with the reason; the list is strict in both directions.

mod case;
mod cli_call;
mod expected;
mod gateway;
mod gateway_crashes;
mod gateway_demo;
mod install;
mod peers;
mod process;
mod table;
mod terminal_session;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};

use case::{Case, Role, Transport};
use cli_call::CliCaller;
use peers::{PEERS, Peer};
use process::{Program, Server};

/// Try Askwell with other MCP SDKs, as server and as client
///
/// Installs the pinned SDKs into target/interop when they are missing. A run of all peers writes the table in
/// docs/interop.md.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Try only this peer
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(PEERS.map(|peer| peer.name)))]
    only: Option<String>,

    /// Run only the demo of the gateway: the Inspector's command line, a server that asks, and a person at the page
    #[arg(long, conflicts_with = "only")]
    demo: bool,

    /// Try only clients and servers with the gateway between them
    #[arg(long, conflicts_with = "demo")]
    gateway: bool,
}

/// What became of a case: nothing to complain about, or what went wrong.
type Verdict = Result<(), String>;
type Verdicts = BTreeMap<Case, Verdict>;
/// What `askwell call` said, call by call.
type Calls = Vec<(String, Verdict)>;

/// How many conversations are held at once.
const AT_ONCE: usize = 2;

/// Tries all peers, or one.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    if arguments.demo {
        return gateway_demo::run(root);
    }
    let chosen = |peer: &&Peer| arguments.only.as_ref().is_none_or(|only| only == peer.name);
    let peers: Vec<&Peer> = PEERS.into_iter().filter(chosen).collect();
    let is_whole = arguments.only.is_none();
    if arguments.gateway {
        return run_gateway(root, &peers, is_whole);
    }
    let (verdicts, calls) = try_all(root, &peers, &[Transport::Stdio, Transport::Http])?;
    print!("{}", table::plain(root, &verdicts)?);
    if is_whole {
        table::write(root, &verdicts)?;
        run_gateway(root, &peers, is_whole)?;
        gateway_demo::run(root)?;
    }
    judge(&verdicts, &calls)
}

/// Tries clients and servers with the gateway between them. A run of all of them writes the table.
fn run_gateway(root: &Path, peers: &[&'static Peer], is_whole: bool) -> Result<()> {
    CliCaller::build(root)?;
    let verdicts = gateway::try_pairs(root, peers)?;
    let accidents = gateway_crashes::try_servers(root, peers)?;
    let table = format!(
        "{}\n{}",
        gateway::table(root, peers, &verdicts)?,
        gateway_crashes::table(root, peers, &accidents)?
    );
    print!("{table}");
    if is_whole {
        gateway::write(root, &table)?;
    }
    let mut surprises = gateway::surprises(&verdicts);
    surprises.extend(gateway_crashes::surprises(&accidents));
    let tried = verdicts.len() + accidents.len();
    for surprise in &surprises {
        println!("error: {surprise}");
    }
    match surprises.len() {
        0 => {
            println!("{tried} conversations through the gateway went as expected");
            Ok(())
        }
        count => {
            bail!("{count} of {tried} conversations through the gateway did not go as expected")
        }
    }
}

/// Tries the peers that are quick to install and to run, over pipes: what every change has to pass.
pub(crate) fn run_quick(root: &Path) -> Result<()> {
    let peers: Vec<&Peer> = PEERS.into_iter().filter(|peer| peer.quick).collect();
    let (verdicts, calls) = try_all(root, &peers, &[Transport::Stdio])?;
    print!("{}", table::plain(root, &verdicts)?);
    judge(&verdicts, &calls)
}

/// Installs the newest Python and TypeScript SDKs. Returns the interpreter of the one and the folder of the other.
pub(crate) fn sdks(root: &Path) -> Result<(PathBuf, PathBuf)> {
    let named = |name: &str| PEERS.into_iter().find(|peer| peer.name == name).context("no such peer");
    for name in ["python-2", "typescript-2"] {
        install::peer(root, named(name)?)?;
    }
    let folder = install::target(root)?.join("interop");
    Ok((folder.join("python-2/venv/bin/python"), folder.join("typescript-2")))
}

fn try_all(root: &Path, peers: &[&'static Peer], transports: &[Transport]) -> Result<(Verdicts, Calls)> {
    let (ours, caller) = (install::ours(root)?, CliCaller::build(root)?);
    let (mut verdicts, mut calls) = (Verdicts::new(), Calls::new());
    for peer in peers {
        let theirs = install::peer(root, peer)?;
        println!("{}: trying", peer.name);
        for &transport in transports {
            calls.extend(caller.call(peer, &start(&theirs, transport)?));
            for role in [Role::Server, Role::Client] {
                let cases = case::of(peer, role, transport);
                if cases.is_empty() {
                    continue;
                }
                let (server, client) = match role {
                    Role::Server => (&theirs, &ours),
                    Role::Client => (&ours, &theirs),
                };
                verdicts.extend(converse(server, client, transport, &cases)?);
            }
        }
    }
    Ok((verdicts, calls))
}

/// A server, ready for clients.
fn start(server: &Program, transport: Transport) -> Result<Server> {
    match transport {
        Transport::Stdio => Ok(Server::Command(server.with(["server"]))),
        Transport::Http => Server::start(server).context("cannot serve over HTTP"),
    }
}

/// Has a client and a server talk, once for each case.
fn converse(server: &Program, client: &Program, transport: Transport, cases: &[Case]) -> Result<Verdicts> {
    let serving = start(server, transport)?;
    let (next, verdicts) = (AtomicUsize::new(0), Mutex::new(Verdicts::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = case.verdict(&process::call(client, case, &serving));
                    verdicts.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(*case, verdict);
                }
            });
        }
    });
    Ok(verdicts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Fails for everything that is not as expected.
fn judge(verdicts: &Verdicts, calls: &Calls) -> Result<()> {
    let failed = |(call, verdict): &(String, Verdict)| Some(format!("{call}: {}", verdict.as_ref().err()?));
    let mut surprises: Vec<String> = calls.iter().filter_map(failed).collect();
    for (case, verdict) in verdicts {
        match (verdict, expected::reason(case)) {
            (Err(error), None) => surprises.push(format!("{case}: {error}")),
            (Ok(()), Some(_)) => {
                surprises.push(format!("{case}: works now; remove it from xtask/src/interop/expected.rs"));
            }
            (Ok(()), None) | (Err(_), Some(_)) => {}
        }
    }
    for surprise in &surprises {
        println!("error: {surprise}");
    }
    let all = verdicts.len() + calls.len();
    match surprises.len() {
        0 => {
            println!("{all} conversations went as expected, {} of them by `askwell call`", calls.len());
            Ok(())
        }
        count => bail!("{count} of {all} conversations did not go as expected"),
    }
}
