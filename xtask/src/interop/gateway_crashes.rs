//! What happens to a question when the client, the server or the gateway is killed, or nobody answers in time, with
//! servers of every SDK behind the gateway.
//!
//! The client is this program, which speaks the legacy era over pipes. Processes are found in /proc, so this is for
//! Linux.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::case::ACCEPTED;
use super::install::{self, target};
use super::peers::Peer;
use super::process::Program;
use super::{Verdict, gateway};

/// How long each step may take.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(50);

/// What happens while a question is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Accident {
    ClientKilled,
    ServerKilled,
    GatewayKilled,
    NoAnswer,
}

const ACCIDENTS: [Accident; 4] =
    [Accident::ClientKilled, Accident::ServerKilled, Accident::GatewayKilled, Accident::NoAnswer];

impl Accident {
    fn title(self) -> &'static str {
        match self {
            Accident::ClientKilled => "client killed: gateway and server end",
            Accident::ServerKilled => "server killed: the call fails, the next one works",
            Accident::GatewayKilled => {
                "gateway killed: the server ends, the repeated call is asked and answered"
            }
            Accident::NoAnswer => "no answer in time: the server gets a cancel",
        }
    }
}

pub(super) type CrashVerdicts = BTreeMap<(&'static str, Accident), Verdict>;

/// Tries every accident with every server of these peers.
pub(super) fn try_servers(root: &Path, peers: &[&'static Peer]) -> Result<CrashVerdicts> {
    let mut verdicts = CrashVerdicts::new();
    for peer in peers {
        let server = install::peer(root, peer)?.with(["server"]);
        println!("{} behind the gateway: trying {} accidents", peer.name, ACCIDENTS.len());
        for accident in ACCIDENTS {
            let folder = target(root)?.join("gateway-crashes").join(format!("{}-{accident:?}", peer.name));
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            let gateway = gateway::program(root)?.with(["--name", "server", "--timeout"]);
            let gateway = gateway.with([if accident == Accident::NoAnswer { "2s" } else { "10m" }]);
            let gateway =
                gateway.with([Path::new("--data"), &folder, Path::new("--no-page"), Path::new("--")]);
            let outcome = happen(accident, &gateway.with(server.words()));
            verdicts.insert((peer.name, accident), outcome.map_err(|error| format!("{error:#}")));
        }
    }
    Ok(verdicts)
}

fn happen(accident: Accident, command: &Program) -> Result<()> {
    let mut client = ScriptedClient::start(command)?;
    let call = client.call()?;
    let question = client.question()?;
    let servers = descendants(client.gateway.id());
    ensure!(!servers.is_empty(), "the gateway has started no server");
    match accident {
        Accident::ClientKilled => {
            let gateway = client.gateway.id();
            client.input = None;
            wait_until("the gateway ends", || client.gateway.try_wait().is_ok_and(|ended| ended.is_some()))?;
            wait_until("the server ends", || servers.iter().all(|server| !is_alive(*server)))?;
            ensure!(!is_alive(gateway), "the gateway is still there");
        }
        Accident::ServerKilled => {
            servers.iter().try_for_each(|server| kill(*server))?;
            let response = client.response(call)?;
            let message = response["error"]["message"].as_str().unwrap_or_default().to_owned();
            ensure!(message.contains("`server` ended before it answered"), "the client got {response}");
            let call = client.call()?;
            let question = client.question()?;
            client.accept(&question)?;
            expect_result(&client.response(call)?, ACCEPTED)?;
        }
        Accident::GatewayKilled => {
            kill(client.gateway.id())?;
            client.gateway.wait()?;
            wait_until("the server ends", || servers.iter().all(|server| !is_alive(*server)))?;
            let mut client = ScriptedClient::start(command)?;
            let call = client.call()?;
            let question = client.question()?;
            client.accept(&question)?;
            expect_result(&client.response(call)?, ACCEPTED)?;
        }
        Accident::NoAnswer => {
            expect_result(&client.response(call)?, "cancel")?;
            drop(question);
        }
    }
    Ok(())
}

fn expect_result(response: &Value, text: &str) -> Result<()> {
    let found = response["result"]["content"][0]["text"].as_str();
    ensure!(found == Some(text), "the client got {response}");
    Ok(())
}

/// A client that speaks with a gateway over pipes. The gateway ends with it.
struct ScriptedClient {
    gateway: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next_id: u64,
}

impl Drop for ScriptedClient {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended by itself.
        let deadline = Instant::now() + Duration::from_secs(10);
        while matches!(self.gateway.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        let _ = self.gateway.kill();
        let _ = self.gateway.wait();
    }
}

impl ScriptedClient {
    /// Starts a gateway, and does the handshake.
    fn start(command: &Program) -> Result<ScriptedClient> {
        let (program, arguments) = command.words().split_first().context("a program has a name")?;
        let mut gateway = Command::new(program)
            .args(arguments)
            .env("ASKWELL_SERVICE", "none")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the gateway")?;
        let (input, output) = (gateway.stdin.take(), gateway.stdout.take().context("no output")?);
        let (sender, messages) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str(&line) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = ScriptedClient { gateway, input, messages, next_id: 0 };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "script", "version": "1"}});
        let id = client.request("initialize", &hello)?;
        client.response(id)?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(client)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        writeln!(self.input.as_mut().context("the client is gone")?, "{message}")
            .context("the gateway does not read")
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<u64> {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}))?;
        Ok(self.next_id)
    }

    /// Calls the tool that asks.
    fn call(&mut self) -> Result<u64> {
        self.request("tools/call", &json!({"name": "register", "arguments": {}}))
    }

    fn receive(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Result<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if fits(&message) => return Ok(message),
                Ok(message) if message.get("method").is_none() => bail!("in place of {what}: {message}"),
                Ok(_) => {}
                Err(_) => bail!("the gateway did not send {what}"),
            }
        }
    }

    fn question(&self) -> Result<Value> {
        self.receive("a question", |message| message["method"] == "elicitation/create")
    }

    fn response(&self, id: u64) -> Result<Value> {
        self.receive("a response", |message| message["id"] == id && message.get("method").is_none())
    }

    fn accept(&mut self, question: &Value) -> Result<()> {
        let content: Value = serde_json::from_str(ACCEPTED.trim_start_matches("accept "))?;
        self.send(&json!({"jsonrpc": "2.0", "id": question["id"],
            "result": {"action": "accept", "content": content}}))
    }
}

/// Returns all processes that a process has started, directly or not.
fn descendants(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for thread in threads {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|child| child.parse().ok()) {
            found.push(child);
            found.extend(descendants(child));
        }
    }
    found
}

/// Returns whether a process runs. One that has ended and was not waited for does not.
fn is_alive(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

fn kill(process: u32) -> Result<()> {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    ensure!(killed.context("cannot run kill")?.success(), "process {process} cannot be killed");
    Ok(())
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        ensure!(Instant::now() < deadline, "not within {} s: {what}", PATIENCE.as_secs());
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Returns what did not go as expected.
pub(super) fn surprises(verdicts: &CrashVerdicts) -> Vec<String> {
    let failed = |((server, accident), verdict): (&(&str, Accident), &Verdict)| {
        Some(format!("{accident:?}, with {server} behind the gateway: {}", verdict.as_ref().err()?))
    };
    verdicts.iter().filter_map(failed).collect()
}

/// Returns the table: servers in rows, accidents in columns.
pub(super) fn table(root: &Path, peers: &[&'static Peer], verdicts: &CrashVerdicts) -> Result<String> {
    let mut out = String::from("| server |");
    for accident in ACCIDENTS {
        let _ = write!(out, " {} |", accident.title());
    }
    let _ = write!(out, "\n|---|{}\n", "---|".repeat(ACCIDENTS.len()));
    for server in peers {
        let _ = write!(out, "| {} {} |", server.title, install::version(root, server)?);
        for accident in ACCIDENTS {
            let is_good = verdicts.get(&(server.name, accident)).is_some_and(Result::is_ok);
            out.push_str(if is_good { " ✓ |" } else { " – |" });
        }
        out.push('\n');
    }
    Ok(out)
}
