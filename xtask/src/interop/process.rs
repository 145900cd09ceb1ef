//! Starts, connects and stops the two programs of a conversation.

use std::ffi::OsString;
use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::case::{Case, CaseReport};

/// How long a conversation may take. A busy machine starts an interpreter slowly.
const CONVERSATION: Duration = Duration::from_secs(120);
/// How often to look whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// A program and its first arguments.
#[derive(Debug, Clone)]
pub(super) struct Program(Vec<OsString>);

/// A server to talk to.
#[derive(Debug)]
pub(super) enum Server {
    /// To be started by every client for itself.
    Command(Program),
    /// Running, as long as this is there.
    Url { url: String, _process: RunningProgram },
}

/// A process that ends with this.
#[derive(Debug)]
pub(super) struct RunningProgram(Child);

impl Drop for RunningProgram {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    pub(super) fn new(path: PathBuf) -> Self {
        Program(vec![path.into()])
    }

    /// The program with more arguments.
    pub(super) fn with<A: Into<OsString> + Clone>(&self, arguments: impl AsRef<[A]>) -> Self {
        let more = arguments.as_ref().iter().cloned().map(Into::into);
        Program(self.0.iter().cloned().chain(more).collect())
    }

    /// As one would type it into a shell.
    pub(super) fn command_line(&self) -> String {
        let quoted = |word: &OsString| format!("'{}'", word.to_string_lossy());
        self.0.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn words(&self) -> &[OsString] {
        &self.0
    }

    fn command(&self) -> Result<Command> {
        let (program, arguments) = self.0.split_first().context("a program has a name")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        Ok(command)
    }
}

impl Server {
    /// Starts a program that serves HTTP, and waits until it does.
    pub(super) fn start(program: &Program) -> Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let port = address.port().to_string();
        let mut command = program.with(["server", "--http", &port]).command()?;
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut running = RunningProgram(child);
        wait_for(address, &mut running)?;
        Ok(Server::Url { url: format!("http://{address}/mcp"), _process: running })
    }
}

fn wait_for(address: SocketAddr, server: &mut RunningProgram) -> Result<()> {
    let deadline = Instant::now() + CONVERSATION;
    while TcpStream::connect(address).is_err() {
        if let Some(status) = server.0.try_wait()? {
            bail!("it ended with {status}");
        }
        if Instant::now() > deadline {
            bail!("it does not listen");
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Has a client call a server's tool.
pub(super) fn call(client: &Program, case: &Case, server: &Server) -> Result<CaseReport, String> {
    talk(client, case, server).map_err(|error| format!("{error:#}"))
}

fn talk(client: &Program, case: &Case, server: &Server) -> Result<CaseReport> {
    let client = client.with(["client"]).with(case.arguments());
    let client = match server {
        Server::Command(command) => client.with(["--"]).with(&command.0),
        Server::Url { url, .. } => client.with(["--url", url]),
    };
    let ProgramOutput { output, errors, status } = run(&client)?;
    // Some SDKs write their log to standard output, around what was asked for.
    let report = output.lines().rev().find_map(|line| serde_json::from_str(line).ok());
    report.with_context(|| {
        let said: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).collect();
        let cause =
            said.iter().find(|line| line.contains("Error: ") || line.contains("panicked")).or(said.last());
        format!("it ended with {status}: {}", cause.copied().unwrap_or("it said nothing"))
    })
}

/// What a program said until its end.
#[derive(Debug)]
pub(super) struct ProgramOutput {
    pub(super) output: String,
    pub(super) errors: String,
    pub(super) status: ExitStatus,
}

/// Runs a program to its end, or ends it.
pub(super) fn run(program: &Program) -> Result<ProgramOutput> {
    let mut command = program.command()?;
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cannot start")?;
    let (output, errors) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let mut running = RunningProgram(child);
    let deadline = Instant::now() + CONVERSATION;
    let status = loop {
        match running.0.try_wait()? {
            Some(status) => break status,
            None if Instant::now() > deadline => bail!("no end after {} s", CONVERSATION.as_secs()),
            None => thread::sleep(LOOK),
        }
    };
    let (output, errors) = (output.join().unwrap_or_default(), errors.join().unwrap_or_default());
    Ok(ProgramOutput { output, errors, status })
}

fn collect(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What could be read is what there is.
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
