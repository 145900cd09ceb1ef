//! `cargo xtask interop --demo`: the Inspector's command line, which cannot ask, calls the tool of server-everything that
//! asks, through the gateway. A person answers on the page, and the tool returns.
//!
//! The person is this program, with the requests of a browser. The transcript is written into docs/gateway.md.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::install::target;
use crate::{cargo, node};

const INSPECTOR: (&str, &str, &str) =
    ("@modelcontextprotocol/inspector", "2.12.0", "clients/launcher/build/index.js");
const EVERYTHING: (&str, &str, &str) =
    ("@modelcontextprotocol/server-everything", "2026.8.31", "dist/index.js");
/// What the Inspector needs.
const NODE: u32 = 22;
const TOOL: &str = "trigger-elicitation-request";

const DOCUMENT: &str = "docs/gateway.md";
const BEGIN: &str = "<!-- begin of the transcript that `cargo xtask interop --demo` writes -->\n";
const END: &str = "<!-- end of the transcript -->";

/// How long the page may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that ends with this.
struct RunningInspector(Child);

impl Drop for RunningInspector {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the demo, and writes its transcript.
pub(super) fn run(root: &Path) -> Result<()> {
    cargo::run(cargo::cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let target = target(root)?;
    let node = node::ensure(&target, NODE)?;
    let inspector = node::program(&target, INSPECTOR.0, INSPECTOR.1, INSPECTOR.2)?;
    let everything = node::program(&target, EVERYTHING.0, EVERYTHING.1, EVERYTHING.2)?;
    let folder = target.join("gateway-demo");
    fs::create_dir_all(&folder)?;
    let arguments = serde_json::json!(["gateway", "--name", "everything", "--", node, everything, "stdio"]);
    let server = serde_json::json!({"command": target.join("debug").join("askwell"), "args": arguments});
    let file = folder.join("mcp.json");
    fs::write(&file, serde_json::json!({"mcpServers": {"everything": server}}).to_string())?;

    let mut command = Command::new(&node);
    command.arg(inspector).args(["--cli", "--config"]).arg(&file);
    command.args(["--server", "everything", "--method", "tools/call", "--tool-name", TOOL]);
    command.current_dir(&folder).env("ASKWELL_SERVICE", "none").env("NO_COLOR", "1");
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut running = RunningInspector(spawned.context("cannot start the Inspector")?);
    let mut log = BufReader::new(running.0.stderr.take().context("the Inspector has no log")?).lines();
    let link = log.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, link) = line.split_once("answer on this machine: ")?;
        Some(link.trim().to_owned())
    });
    let link = link.context("nothing was asked: the Inspector ended, or its server did")?;
    std::thread::spawn(move || log.for_each(drop));
    answer(&link)?;
    let mut result = String::new();
    running.0.stdout.take().context("the Inspector has no output")?.read_to_string(&mut result)?;
    ensure!(running.0.wait()?.success() && result.contains("Name: Ada"), "the tool returned: {result}");
    let transcript = transcript(&result)?;
    println!("{transcript}");
    write(root, &transcript)
}

/// Opens the page and sends its form, as a browser does.
fn answer(link: &str) -> Result<()> {
    let (authority, path) =
        link.strip_prefix("http://").and_then(|rest| rest.split_once('/')).context("the link is no URL")?;
    let page = exchange(authority, &format!("GET /{path} HTTP/1.1\r\nsec-fetch-site: none\r\n"), "")?;
    let token = page.split_once("name=\":token\" value=\"").and_then(|(_, rest)| rest.split_once('"'));
    let (token, _) = token.with_context(|| format!("the page has no form:\n{page}"))?;
    ensure!(page.contains("Please provide inputs for the following fields"), "another page:\n{page}");
    // The cookie of the page belongs to its form.
    let cookies: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("set-cookie: "))
        .filter_map(|cookie| cookie.split(';').next())
        .collect();
    let body = format!(":token={token}&name=Ada&:do=send").replace(':', "%3A");
    let head = format!(
        "POST /{path} HTTP/1.1\r\nsec-fetch-site: same-origin\r\norigin: null\r\ncookie: {}\r\n\
         content-type: application/x-www-form-urlencoded\r\n",
        cookies.join("; ")
    );
    let sent = exchange(authority, &head, &body)?;
    ensure!(sent.starts_with("HTTP/1.1 303"), "the page refused the answer:\n{sent}");
    // The browser follows to the page that says thank you.
    let next = sent.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default().trim();
    exchange(authority, &format!("GET {next} HTTP/1.1\r\ncookie: {}\r\n", cookies.join("; ")), "").map(drop)
}

/// Sends a request, and returns the whole response.
fn exchange(authority: &str, head: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(authority)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let rest =
        format!("host: {authority}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(format!("{head}{rest}").as_bytes())?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    Ok(response)
}

/// Returns what a person sees, without what differs from run to run.
fn transcript(result: &str) -> Result<String> {
    let result: serde_json::Value = serde_json::from_str(result).context("the result is no JSON")?;
    let texts = result["content"].as_array().context("the result has no content")?;
    let texts: Vec<&str> = texts.iter().filter_map(|part| part["text"].as_str()).take(2).collect();
    if texts.is_empty() {
        bail!("the result has no text");
    }
    Ok(format!(
        "```text\n$ mcp-inspector --cli --config mcp.json --server everything --method tools/call --tool-name {TOOL}\n\
         Please provide inputs for the following fields:\n\
         answer on this machine: http://127.0.0.1:…/f/…\n\n\
         (The person opens the link, types a name, and sends the form. The Inspector prints the tool's result:)\n\n\
         {}\n```\n\nInspector {}, server-everything {}.\n",
        texts.join("\n"),
        INSPECTOR.1,
        EVERYTHING.1
    ))
}

fn write(root: &Path, transcript: &str) -> Result<()> {
    let path = root.join(DOCUMENT);
    let document = fs::read_to_string(&path).with_context(|| format!("cannot read {DOCUMENT}"))?;
    let (before, rest) = document.split_once(BEGIN).with_context(|| format!("{DOCUMENT} has no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} has no {END}"))?;
    fs::write(&path, format!("{before}{BEGIN}\n{transcript}\n{END}{after}"))
        .with_context(|| format!("cannot write {DOCUMENT}"))
}
