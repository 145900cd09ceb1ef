//! Runs `askwell mcp` as a process and records the messages.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

/// Time limit of a message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// What a client declares that shows forms.
pub(crate) const FORMS: &str = r#"{"elicitation":{"form":{}}}"#;

/// Longer than a client takes that refuses by itself: a person has to read first.
pub(crate) const READING: Duration = Duration::from_millis(500);

/// A running `askwell mcp`, which ends with the test.
pub(crate) struct McpProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    transcript: String,
    names: Vec<(&'static str, String)>,
    next_id: u64,
}

/// Returns the program in a folder of its own and without user settings.
pub(crate) fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_askwell"));
    command.arg("mcp").args(arguments).current_dir(folder).env("HOME", folder).env_remove("XDG_DATA_HOME");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    // A service of the developer is not a part of the test.
    command.env("ASKWELL_SERVICE", "none").env_remove("XDG_STATE_HOME");
    command.env("NO_COLOR", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl McpProcess {
    pub(crate) fn begin(folder: &Path, arguments: &[&str]) -> McpProcess {
        let mut child = program(folder, arguments).stderr(Stdio::inherit()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        McpProcess { child, input, lines, transcript: String::new(), names: Vec::new(), next_id: 1 }
    }

    /// The same with a legacy client that has introduced itself.
    pub(crate) fn legacy(folder: &Path, arguments: &[&str], capabilities: &str) -> McpProcess {
        let mut conversation = McpProcess::begin(folder, arguments);
        let client = r#"{"name":"script","version":"1"}"#;
        conversation.send(&format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{client}}}}}"#
        ));
        conversation.receive();
        conversation.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        conversation.transcript.clear();
        conversation
    }

    pub(crate) fn send(&mut self, message: &str) {
        self.note('>', message);
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn receive(&mut self) -> Value {
        let Ok(line) = self.lines.recv_timeout(MESSAGE_TIMEOUT) else {
            panic!("no answer to:\n{}", self.transcript)
        };
        self.note('<', &line);
        serde_json::from_str(&line).unwrap()
    }

    /// Calls a tool as a legacy client.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) {
        let id = self.take_id();
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#));
    }

    /// Sends a request as a modern client that declares these capabilities.
    pub(crate) fn ask(&mut self, method: &str, params: &Value, capabilities: &str) {
        let id = self.take_id();
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": serde_json::from_str::<Value>(capabilities).unwrap(),
        });
        self.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#));
    }

    /// Answers a request of the server.
    pub(crate) fn answer(&mut self, request: &Value, result: &Value) {
        self.send(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request["id"]));
    }

    /// Declines as a person does, who takes a moment to read.
    pub(crate) fn refuse(&mut self, request: &Value, action: &str) {
        std::thread::sleep(READING);
        self.answer(request, &json!({"action": action}));
    }

    /// Closes the input.
    pub(crate) fn leave(&mut self) {
        drop(self.input.take());
    }

    /// Closes the input as a client does, and waits until the program ends by itself.
    pub(crate) fn end(mut self) -> String {
        self.leave();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
        std::mem::take(&mut self.transcript)
    }

    /// Kills the program, without warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the program's end.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Records a message. Values that differ between runs get a name.
    fn note(&mut self, direction: char, text: &str) {
        let mut shown = text.to_owned();
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        let states = [&message["result"]["requestState"], &message["params"]["requestState"]];
        let state = states.into_iter().find_map(Value::as_str).map(|state| ("state", state.to_owned()));
        let start = text.find("elic_");
        let id = start.map(|start| {
            let end = text[start + 5..].find(|c: char| !c.is_ascii_hexdigit());
            ("question", text[start..start + 5 + end.unwrap_or_default()].to_owned())
        });
        for named in state.into_iter().chain(id).filter(|(_, text)| text.len() > 5) {
            if !self.names.contains(&named) {
                self.names.push(named);
            }
        }
        for (number, (kind, text)) in self.names.iter().enumerate() {
            shown = shown.replace(text, &format!("[{kind} {}]", number + 1));
        }
        self.transcript.push_str(&format!("{direction} {shown}\n"));
    }
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a tool gave back to compute with.
pub(crate) fn outcome(message: &Value) -> &Value {
    &message["result"]["structuredContent"]
}
