//! The sides of each comparison: which processes stand between client and server.

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::byte_copier;
use super::conversation::{Beside, Conversation};
use super::server::{ARGUMENT, ServerProcess};

pub(super) const DIRECT: &str = "direct";
pub(super) const OURS: &str = "askwell gateway";
/// What a second hop costs by itself.
pub(super) const FLOOR: &str = "byte-copying proxy (the floor)";

/// The folder with other proxies: `fastmcp` and `mcp-proxy` are virtual environments, `node_modules` has supergateway.
const PEERS: &str = "BENCH_PROXIES";

/// How long a proxy may take to start.
const START: Duration = Duration::from_secs(60);

/// FastMCP's proxy in front of a server over `sys.argv[1]`.
const FASTMCP: &str = "\
import sys
from fastmcp.server import create_proxy
kind, port, target = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
if kind == 'stdio':
    target = {'mcpServers': {'bench': {'command': target[0], 'args': target[1:]}}}
    create_proxy(target, name='proxy').run(transport='stdio', show_banner=False)
else:
    create_proxy(target[0], name='proxy').run(transport='http', host='127.0.0.1', port=port, show_banner=False)
";

/// The transport on both sides of a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    Stdio,
    Http,
}

impl Transport {
    pub(super) fn name(self) -> &'static str {
        match self {
            Transport::Stdio => "stdio",
            Transport::Http => "http",
        }
    }
}

/// One way from client to server.
pub(super) struct Side {
    pub(super) name: String,
    way: Way,
}

enum Way {
    /// A program over pipes.
    Pipes(Vec<String>),
    /// The server over HTTP.
    DirectHttp,
    /// A program over pipes in front of the server over HTTP; `URL` and `PORT` are replaced.
    PipesToHttp(Vec<String>),
    /// A program over HTTP in front of a server; `URL` and `PORT` are replaced.
    Http(Vec<String>),
}

impl Side {
    fn new(name: &str, way: Way) -> Side {
        Side { name: name.to_owned(), way }
    }

    /// Starts the processes, and greets the server through them.
    pub(super) fn open(&self) -> Result<Conversation, Box<dyn Error>> {
        match &self.way {
            Way::Pipes(words) => Conversation::stdio(words),
            Way::DirectHttp => {
                let server = ServerProcess::start()?;
                let mut conversation = Conversation::http(&server.url)?;
                conversation.beside.push(Beside::Server(server));
                Ok(conversation)
            }
            Way::PipesToHttp(words) => {
                let server = ServerProcess::start()?;
                let mut conversation = Conversation::stdio(&replaced(words, &server.url, 0))?;
                conversation.beside.push(Beside::Server(server));
                Ok(conversation)
            }
            Way::Http(words) => {
                let server = ServerProcess::start()?;
                let proxy = ListeningProxy::start(words, &server.url)?;
                let mut conversation = Conversation::http(&proxy.url)?;
                conversation.beside.extend([Beside::Proxy(proxy), Beside::Server(server)]);
                Ok(conversation)
            }
        }
    }
}

fn replaced(words: &[String], url: &str, port: u16) -> Vec<String> {
    words.iter().map(|word| word.replace("URL", url).replace("PORT", &port.to_string())).collect()
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// Returns the program `askwell` beside this one.
pub(super) fn gateway_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name("askwell");
    program.exists().then_some(program)
}

/// The server over pipes.
fn server() -> Result<Vec<String>, Box<dyn Error>> {
    Ok(vec![std::env::current_exe()?.display().to_string(), ARGUMENT.to_owned(), "stdio".to_owned()])
}

fn gateway(arguments: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let program = gateway_program().ok_or("there is no askwell beside this program")?;
    let fixed = ["gateway", "--set", "limits.per_window=1000000000", "--set", "limits.open_total=1000000"];
    let all = [&[program.to_str().unwrap_or_default()], &fixed[..], arguments].concat();
    Ok(all.into_iter().map(str::to_owned).collect())
}

/// Returns the sides of a call without a question.
pub(super) fn of_calls(transport: Transport) -> Result<Vec<Side>, Box<dyn Error>> {
    let server = server()?;
    let behind: Vec<&str> = server.iter().map(String::as_str).collect();
    let peers = std::env::var_os(PEERS).map(PathBuf::from);
    let mut sides = match transport {
        Transport::Stdio => vec![
            Side::new(DIRECT, Way::Pipes(server.clone())),
            Side::new(OURS, Way::Pipes(gateway(&[&["--"], &behind[..]].concat())?)),
        ],
        Transport::Http => vec![
            Side::new(DIRECT, Way::DirectHttp),
            Side::new(OURS, Way::Http(gateway(&["--to", "URL", "--listen", "127.0.0.1:PORT"])?)),
        ],
    };
    let this = std::env::current_exe()?.display().to_string();
    sides.push(match transport {
        Transport::Stdio => {
            let copier = words([&this, byte_copier::ARGUMENT, "stdio"]);
            Side::new(FLOOR, Way::Pipes([copier, server.clone()].concat()))
        }
        Transport::Http => {
            Side::new(FLOOR, Way::Http(words([&this, byte_copier::ARGUMENT, "http", "PORT", "URL"])))
        }
    });
    let Some(peers) = peers else { return Ok(sides) };
    let script = peers.join("fastmcp_proxy.py");
    fs::write(&script, FASTMCP)?;
    let python = peers.join("fastmcp/bin/python").display().to_string();
    let script = script.display().to_string();
    let mcp_proxy = peers.join("mcp-proxy/bin/mcp-proxy").display().to_string();
    let supergateway = peers.join("node_modules/.bin/supergateway").display().to_string();
    match transport {
        Transport::Stdio => {
            let mut proxy = words([&python, &script, "stdio", "0"]);
            proxy.extend(server);
            sides.push(Side::new("FastMCP's proxy", Way::Pipes(proxy)));
            let way = words([&mcp_proxy, "--transport", "streamablehttp", "URL"]);
            sides.push(Side::new("mcp-proxy, to HTTP", Way::PipesToHttp(way)));
            let way = words([&supergateway, "--streamableHttp", "URL", "--logLevel", "none"]);
            sides.push(Side::new("supergateway, to HTTP", Way::PipesToHttp(way)));
        }
        Transport::Http => {
            sides.push(Side::new(
                "FastMCP's proxy",
                Way::Http(words([&python, &script, "http", "PORT", "URL"])),
            ));
            let mut way = words([&mcp_proxy, "--port", "PORT", "--"]);
            way.extend(server.clone());
            sides.push(Side::new("mcp-proxy, to stdio", Way::Http(way)));
            let behind = server.join(" ");
            let way = words([
                &supergateway,
                "--stdio",
                &behind,
                "--outputTransport",
                "streamableHttp",
                "--stateful",
                "--port",
                "PORT",
                "--logLevel",
                "none",
            ]);
            sides.push(Side::new("supergateway, to stdio", Way::Http(way)));
        }
    }
    Ok(sides)
}

/// Returns the sides of a question: direct, through the gateway, and through the byte copier.
pub(super) fn of_questions() -> Result<Vec<Side>, Box<dyn Error>> {
    Ok(of_calls(Transport::Stdio)?
        .into_iter()
        .filter(|side| [DIRECT, OURS, FLOOR].contains(&side.name.as_str()))
        .collect())
}

/// A proxy that serves HTTP. It ends with this.
pub(super) struct ListeningProxy {
    child: Child,
    pub(super) url: String,
}

impl ListeningProxy {
    /// Starts a proxy and waits until it accepts connections.
    fn start(words: &[String], server: &str) -> Result<ListeningProxy, Box<dyn Error>> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let words = replaced(words, server, port);
        let (program, arguments) = words.split_first().ok_or("no program")?;
        let child = Command::new(program)
            .args(arguments)
            .env("ASKWELL_SERVICE", "none")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let proxy = ListeningProxy { child, url: format!("http://127.0.0.1:{port}/mcp") };
        let deadline = Instant::now() + START;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > deadline {
                return Err("it does not listen".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(proxy)
    }

    /// Starts the gateway, which says itself where it is.
    pub(super) fn gateway(program: &Path, server: &str) -> Result<ListeningProxy, Box<dyn Error>> {
        let mut child = Command::new(program)
            .args(["gateway", "--to", server, "--listen", "127.0.0.1:0"])
            .env("ASKWELL_SERVICE", "none")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let log = child.stderr.take().ok_or("the gateway has no log")?;
        let mut proxy = ListeningProxy { child, url: String::new() };
        let mut lines = BufReader::new(log).lines();
        while let Some(line) = lines.next().transpose()? {
            if let Some((_, url)) = line.split_once("clients connect to ") {
                proxy.url = url.trim().to_owned();
                // Its log must not fill the pipe.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(proxy);
            }
        }
        Err("the gateway did not say where it is".into())
    }

    /// Returns the bytes of memory in use.
    pub(super) fn resident(&self) -> Result<f64, Box<dyn Error>> {
        let text = fs::read_to_string(format!("/proc/{}/statm", self.child.id()))?;
        Ok(text.split_whitespace().nth(1).ok_or("no size")?.parse::<f64>()? * 4096.0)
    }
}

impl Drop for ListeningProxy {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
