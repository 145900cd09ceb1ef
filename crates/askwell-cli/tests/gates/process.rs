//! Runs the binary in a folder of its own, without user settings.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

/// Time limit of a message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// Longer than a client takes that refuses by itself: a person has to read first.
pub(crate) const READING: Duration = Duration::from_millis(500);

pub(crate) const RULES: &str =
    "[[gateway.rule]]\nname = \"deleting\"\ntool = \"delete_*\"\naction = \"ask\"\n";

/// Returns the script of the server behind the gateway.
pub(crate) fn server() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/gated.sh")
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_askwell"));
    command
        .arg("gateway")
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .env_remove("XDG_DATA_HOME");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    command.env("ASKWELL_SERVICE", "none").env_remove("XDG_STATE_HOME");
    command.env("NO_COLOR", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A running gateway with a legacy client that shows forms. It ends with the test.
pub(crate) struct GatewayProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
}

impl GatewayProcess {
    /// Starts a gateway whose client has listed the tools.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> GatewayProcess {
        let mut gateway = GatewayProcess::connect(folder, arguments);
        gateway.request("tools/list", &json!({}));
        let listed = gateway.receive();
        assert_eq!(listed["result"]["tools"][0]["name"], "delete_file", "{listed}");
        gateway
    }

    /// Starts a gateway whose client has said hello.
    pub(crate) fn connect(folder: &Path, arguments: &[&str]) -> GatewayProcess {
        let script = server();
        let mut all = arguments.to_vec();
        all.extend(["--name", "files", "--", "sh", script.to_str().unwrap()]);
        GatewayProcess::run(folder, &all)
    }

    /// Starts a gateway in front of the servers of a file.
    pub(crate) fn of_file(folder: &Path, file: &str) -> GatewayProcess {
        GatewayProcess::run(folder, &["--config", file, "--no-page"])
    }

    fn run(folder: &Path, all: &[&str]) -> GatewayProcess {
        let mut child = program(folder, all).stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut gateway = GatewayProcess { child, input, lines, next_id: 1 };
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "script", "version": "1"}});
        gateway.request("initialize", &params);
        gateway.receive();
        gateway.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        gateway
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) {
        self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
    }

    /// Returns the next request or response of the gateway.
    pub(crate) fn receive(&mut self) -> Value {
        loop {
            let line = self.lines.recv_timeout(MESSAGE_TIMEOUT).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    /// Answers a request of the gateway.
    pub(crate) fn answer(&mut self, request: &Value, result: &Value) {
        assert_eq!(request["method"], "elicitation/create", "{request}");
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    /// Returns the text of the next response.
    pub(crate) fn text(&mut self) -> String {
        let message = self.receive();
        message["result"]["content"][0]["text"].as_str().map_or_else(|| message.to_string(), str::to_owned)
    }

    /// Closes the connection and waits for the end of the process.
    pub(crate) fn end(mut self) {
        self.input = None;
        self.child.wait().unwrap();
    }
}

impl Drop for GatewayProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns what the server was called with.
pub(crate) fn calls(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("calls.log")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
