//! A real HTTP receiver on loopback, and programs in Python that know nothing of this project.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::fixture::PATIENCE;

/// A request that arrived.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Received {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap().to_str().unwrap()
    }
}

/// Receives requests, and answers with the next status, or 200.
pub(crate) struct Receiver {
    pub(crate) url: String,
    received: mpsc::UnboundedReceiver<Received>,
    replies: Replies,
}

type Replies = Arc<Mutex<Vec<Response>>>;

#[derive(Clone)]
struct ReceiverState {
    sender: mpsc::UnboundedSender<Received>,
    replies: Replies,
}

impl Receiver {
    pub(crate) async fn new() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, received) = mpsc::unbounded_channel();
        let replies = Replies::default();
        let state = ReceiverState { sender, replies: Arc::clone(&replies) };
        let router = Router::new().fallback(receive).with_state(state);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Receiver { url, received, replies }
    }

    pub(crate) fn reply(&self, response: impl axum::response::IntoResponse) {
        self.replies.lock().push(response.into_response());
    }

    pub(crate) async fn next(&mut self) -> Received {
        tokio::time::timeout(PATIENCE, self.received.recv()).await.expect("in time").expect("a receiver")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.received.is_empty()
    }
}

async fn receive(State(state): State<ReceiverState>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let _ = state.sender.send(Received { path: uri.path().to_owned(), headers, body });
    let mut replies = state.replies.lock();
    if replies.is_empty() { StatusCode::OK.into_response() } else { replies.remove(0) }
}

/// Returns a Python with the packages of `peers/requirements.txt`, which are installed once below `target/`.
pub(crate) fn python() -> PathBuf {
    let peers = peers();
    let requirements = std::fs::read_to_string(peers.join("requirements.txt")).unwrap();
    let folder = peers.join("../../../../target/notify-peers");
    std::fs::create_dir_all(&folder).unwrap();
    let lock = File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let (python, installed) = (folder.join("venv/bin/python"), folder.join("installed.txt"));
    if std::fs::read_to_string(&installed).ok().as_deref() != Some(requirements.as_str()) {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder.join("venv")));
        let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        run(Command::new(&python).args(options).arg(peers.join("requirements.txt")));
        std::fs::write(&installed, requirements).unwrap();
    }
    python
}

fn run(command: &mut Command) {
    let ended = command.stdin(Stdio::null()).output().expect("python3 is installed");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

pub(crate) fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

/// Runs a Python program to its end with this input, and returns what it printed.
pub(crate) fn run_peer(arguments: &[&str], input: &str) -> Value {
    let (script, arguments) = arguments.split_first().unwrap();
    let mut child = Command::new(python())
        .arg(peers().join(script))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    serde_json::from_slice(&ended.stdout).unwrap()
}

/// A real SMTP server, stopped with the test.
pub(crate) struct SmtpServer {
    pub(crate) port: u16,
    child: Child,
    _stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl SmtpServer {
    pub(crate) fn start() -> SmtpServer {
        let mut child = Command::new(python())
            .arg(peers().join("smtp_server.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let port = line.trim().parse().expect("its port");
        SmtpServer { port, _stdin: child.stdin.take().unwrap(), child, stdout }
    }

    /// Waits for the next mail.
    pub(crate) async fn next(&mut self) -> Value {
        let stdout = &mut self.stdout;
        tokio::task::block_in_place(|| {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            serde_json::from_str(&line).unwrap()
        })
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
