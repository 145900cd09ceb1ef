//! Runs `askwell serve` in a process of its own, which ends with the test.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::{Connection, EventStream, PATIENCE, Response};

/// Limits that no test reaches.
pub(crate) const GENEROUS: [&str; 6] = [
    "--set",
    "limits.per_window=1000000",
    "--set",
    "limits.open_total=1000000",
    "--set",
    "limits.open_per_client=1000000",
];

/// A running service.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
    pub(crate) key: Option<String>,
}

/// The program, in a folder of its own and without user settings.
pub(crate) fn program(folder: &Path) -> Command {
    isolated(Command::new(env!("CARGO_BIN_EXE_askwell")), folder)
}

/// A command in a folder of its own and without user settings.
pub(crate) fn isolated(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).env("HOME", folder).env_remove("XDG_DATA_HOME").env("NO_COLOR", "1");
    command.env_remove("XDG_STATE_HOME").env_remove("LANGUAGE").env("LC_ALL", "C.UTF-8");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    // Many services run at the same time; only the tests of the descriptor publish one.
    command.env("ASKWELL_SERVICE", "none");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder).args(arguments).output().unwrap()
}

/// Makes a key.
pub(crate) fn make_key(data: &Path, arguments: &[&str]) -> String {
    let data = data.to_str().unwrap();
    let made = run(Path::new("/"), &[&["keys", "--data", data, "create"], arguments].concat());
    assert!(made.status.success(), "{made:?}");
    String::from_utf8(made.stdout).unwrap().trim().to_owned()
}

impl Server {
    /// Nothing on disk, generous limits.
    pub(crate) fn in_memory() -> Server {
        Server::with(Path::new("/"), &[&["--memory"], &GENEROUS[..]].concat())
    }

    /// A data folder, generous limits.
    pub(crate) fn on_disk(data: &Path) -> Server {
        Server::with(Path::new("/"), &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat())
    }

    pub(crate) fn with(folder: &Path, arguments: &[&str]) -> Server {
        Server::from(program(folder), arguments)
    }

    pub(crate) fn from(command: Command, arguments: &[&str]) -> Server {
        Server::listening_at("127.0.0.1:0", command, arguments)
    }

    /// At an address of its own, such as that of one that has ended.
    pub(crate) fn listening_at(address: &str, mut command: Command, arguments: &[&str]) -> Server {
        let mut child = command.arg("serve").args(["--listen", address]).args(arguments).spawn().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (found, address) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let written = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            for line in stderr.lines() {
                let Ok(line) = line else { return };
                let address =
                    line.split_once("listens on http://").map(|(_, rest)| rest.to_owned()).or_else(|| {
                        let json: Value = serde_json::from_str(&line).ok()?;
                        Some(json["fields"]["address"].as_str()?.to_owned())
                    });
                if let Some(address) = address.and_then(|address| address.trim().parse().ok()) {
                    let _ = found.send(address);
                }
                let mut log = written.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        let Ok(address) = address.recv_timeout(PATIENCE) else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("the service did not start: {}", log.lock().unwrap());
        };
        Server { child, address, log, reader: Some(reader), key: None }
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::open(self.address)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        self.connect().ask(method, path, headers, body).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[], b"")
    }

    /// Posts a message and gives what comes back.
    pub(crate) fn post(&self, message: &Value) -> Response {
        self.post_text(&message.to_string())
    }

    pub(crate) fn post_text(&self, message: &str) -> Response {
        let authorization = self.key.as_ref().map(|key| format!("Bearer {key}"));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(authorization.as_deref().map(|value| ("authorization", value)));
        self.ask("POST", "/rpc", &headers, message.as_bytes())
    }

    /// Calls a method: its result, or its error.
    #[expect(clippy::needless_pass_by_value, reason = "calls read better with the parameters made in place")]
    pub(crate) fn call(&self, method: &str, params: Value) -> Result<Value, Value> {
        let response = self.post(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}));
        outcome(&response.json())
    }

    /// Asks with a form of one text field and gives the id.
    pub(crate) fn ask_name(&self) -> String {
        let created = self.call("elicitation/create", json!({"formDefinition": name_form()})).unwrap();
        created["elicitationId"].as_str().unwrap().to_owned()
    }

    pub(crate) fn events(&self, path: &str) -> EventStream {
        let authorization = self.key.as_ref().map(|key| format!("Bearer {key}"));
        let headers: Vec<_> =
            authorization.as_deref().map(|value| ("authorization", value)).into_iter().collect();
        EventStream::open(self.address, path, &headers)
    }

    /// The most memory that it has had so far, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
    }

    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Kills it, without warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, as an operator does.
    pub(crate) fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let signal = format!("-{name}");
        let sent = Command::new("kill").args([&signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until it has ended.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if Instant::now() > deadline => panic!("the service does not end: {}", self.log()),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        (status, self.log())
    }

    pub(crate) fn stop(self) -> (ExitStatus, String) {
        self.terminate();
        self.wait()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result or the error of a response.
pub(crate) fn outcome(response: &Value) -> Result<Value, Value> {
    match response.get("error") {
        Some(error) => Err(error.clone()),
        None => Ok(response["result"].clone()),
    }
}

pub(crate) fn name_form() -> Value {
    json!({"id": "who", "title": "Who are you?", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"maxLength": 20}}
    ]})
}

/// A data folder below a temporary one, so that what is made beside it is removed, too.
pub(crate) fn data_in(folder: &TempDir) -> PathBuf {
    folder.path().join("data")
}

/// Looks until something is so. Fails if it never is.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
