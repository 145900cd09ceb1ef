//! Runs the gateway, its client and its servers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;

/// Time limit of a message, generous for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longer than a client takes that refuses by itself: a person has to read first.
pub(crate) const READING: Duration = Duration::from_millis(600);

/// The eras.
pub(crate) const ERAS: [&str; 2] = ["legacy", "modern"];

/// Returns the arguments that start the server that asks.
pub(crate) fn asking_server(era: &str) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/one_era.sh");
    ["--name", "asking", "--", "sh", script.to_str().unwrap(), era].map(str::to_owned).to_vec()
}

/// Returns the path of the script, for files with several servers.
pub(crate) fn asking_script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/one_era.sh")
}

/// A running gateway with a client on its input and output. It ends with the test.
pub(crate) struct GatewayProcess {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Receiver<String>,
    next_id: u64,
}

impl GatewayProcess {
    /// Starts a gateway in front of the server that asks.
    pub(crate) fn asking(folder: &Path, era: &str, options: &[&str]) -> GatewayProcess {
        let mut arguments: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        arguments.extend(asking_server(era));
        GatewayProcess::start(folder, &arguments)
    }

    pub(crate) fn start(folder: &Path, arguments: &[String]) -> GatewayProcess {
        GatewayProcess::spawn(folder, arguments, Some("none"))
    }

    /// Starts a gateway that uses this service, or looks for one of the user whose home is the folder.
    pub(crate) fn spawn(folder: &Path, arguments: &[String], service: Option<&str>) -> GatewayProcess {
        let mut command = Command::new(env!("CARGO_BIN_EXE_askwell"));
        command.arg("gateway").args(["--set", "limits.per_window=100000"]).args(arguments);
        command
            .current_dir(folder)
            .env("HOME", folder)
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_STATE_HOME");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ASKWELL_") {
                command.env_remove(name);
            }
        }
        if let Some(service) = service {
            command.env("ASKWELL_SERVICE", service);
        }
        command.env("NO_COLOR", "1");
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = spawned.unwrap();
        let input = child.stdin.take();
        let lines = read_lines(child.stdout.take().unwrap());
        let log = read_lines(child.stderr.take().unwrap());
        GatewayProcess { child, input, lines, log, next_id: 1 }
    }

    /// Says hello as a legacy client.
    pub(crate) fn initialize(&mut self, capabilities: &Value) -> Value {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": "script", "version": "1"}});
        let id = self.request("initialize", &params);
        let greeting = self.response(id);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        greeting
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    pub(crate) fn call(&mut self, tool: &str) -> u64 {
        self.request("tools/call", &json!({"name": tool, "arguments": {}}))
    }

    /// Sends a call of a modern client.
    pub(crate) fn modern_call(&mut self, params: &Value, capabilities: &Value) -> u64 {
        let mut params = params.clone();
        params["_meta"] = modern_meta(capabilities);
        self.request("tools/call", &params)
    }

    pub(crate) fn receive(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("no message");
        serde_json::from_str(&line).unwrap()
    }

    /// Waits for the next request of the gateway.
    pub(crate) fn question(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == "elicitation/create" {
                return message;
            }
            assert!(message.get("id").is_none(), "{message}");
        }
    }

    /// Waits for the response to a request. Other messages are lost.
    pub(crate) fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    pub(crate) fn answer(&mut self, question: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}));
    }

    /// Waits for a text in the log, and returns the rest of its line.
    pub(crate) fn logged(&self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.log.recv_timeout(left).unwrap_or_else(|_| panic!("not logged: {text}"));
            if let Some((_, rest)) = line.split_once(text) {
                return rest.trim().to_owned();
            }
        }
    }

    /// Answers the next question on its page, as a person with a browser does.
    pub(crate) fn answer_page(&self, pairs: &[(&str, &str)]) {
        let url = self.logged("answer on this machine: ");
        answer_page(&url, pairs);
    }

    /// Closes the input, as a client does that ends, and waits for the gateway's end.
    pub(crate) fn leave(&mut self) {
        self.input = None;
        self.child.wait().unwrap();
    }

    /// Kills the gateway.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for GatewayProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns what a modern request says about its client.
pub(crate) fn modern_meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": {"name": "script", "version": "1"},
    })
}

/// Fills in and sends a page.
pub(crate) fn answer_page(url: &str, pairs: &[(&str, &str)]) {
    let (authority, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let port = authority.rsplit(':').next().unwrap().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sent = runtime.block_on(async { Browser::at(port).fill_in(&format!("/{path}"), pairs).await });
    assert_eq!(sent.status, 303, "{}", sent.body);
}

fn read_lines(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Returns what the tool `ask` says the person answered: its result of the elicitation.
pub(crate) fn answered(response: &Value) -> Value {
    let said = &response["result"]["structuredContent"]["said"];
    said["inputResponses"].get("who").unwrap_or(said).clone()
}

/// Returns whether the process runs whose id is in a file of the folder.
pub(crate) fn server_runs(folder: &Path) -> bool {
    let id = std::fs::read_to_string(folder.join("server.pid")).unwrap();
    let status = Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status();
    status.unwrap().success()
}
