//! Clients that go away, as the running service sees them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::EventStream;
use crate::server::{GENEROUS, Server, data_in, make_key, name_form, program, until};

/// A service on a data folder with keys for two clients and an operator, who looks without being a client.
struct World {
    server: Server,
    first: String,
    second: String,
    operator: String,
}

fn serve(data: &Path) -> Server {
    let arguments = ["--data", data.to_str().unwrap(), "--set", "client_grace_ms=1500"];
    Server::with(Path::new("/"), &[&arguments[..], &GENEROUS[..]].concat())
}

impl World {
    fn new(data: &Path) -> World {
        let (first, second) = (make_key(data, &["first"]), make_key(data, &["second"]));
        let operator = make_key(data, &["ops", "--role", "operates"]);
        World { server: serve(data), first, second, operator }
    }

    fn ask(&mut self, key: &str, on_disconnect: &str) -> Value {
        self.server.key = Some(key.to_owned());
        let params = json!({"formDefinition": name_form(), "onDisconnect": on_disconnect});
        let created = self.server.call("elicitation/create", params).unwrap();
        let shown = created.get("onDisconnect").and_then(Value::as_str);
        assert_eq!(shown.unwrap_or("keep"), on_disconnect);
        created["elicitationId"].clone()
    }

    fn look(&mut self, id: &Value) -> (Value, Value) {
        self.server.key = Some(self.operator.clone());
        let status = self.server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
        (status["status"].clone(), status["reason"].clone())
    }

    fn is_abandoned(&mut self, id: &Value) -> bool {
        self.look(id) == (json!("cancelled"), json!("client_disconnected"))
    }

    fn events(&self, key: &str) -> EventStream {
        let bearer = format!("Bearer {key}");
        EventStream::open(self.server.address, "/events", &[("authorization", &bearer)])
    }
}

#[test]
fn client_without_open_wait_or_event_stream_abandons_after_the_grace_time() {
    let folder = TempDir::new().unwrap();
    let mut world = World::new(&data_in(&folder));
    let (first, second) = (world.first.clone(), world.second.clone());
    let stream = world.events(&first);
    let held = world.ask(&first, "abandon");
    let kept = world.ask(&second, "keep");
    let lost = world.ask(&second, "abandon");
    until("the client that went away is given up", || world.is_abandoned(&lost));
    assert_eq!(world.look(&held).0, "pending", "its client listens");
    assert_eq!(world.look(&kept).0, "pending");
    drop(stream);
    until("the client that listened is given up", || world.is_abandoned(&held));
}

#[test]
fn client_that_waits_is_there_until_its_connection_ends() {
    let folder = TempDir::new().unwrap();
    let mut world = World::new(&data_in(&folder));
    let (first, second) = (world.first.clone(), world.second.clone());
    let held = world.ask(&first, "abandon");
    let mut waiting = world.server.connect();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/wait",
                      "params": {"elicitationId": held, "timeoutMs": 120_000}});
    let bearer = format!("Bearer {first}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    waiting.send("POST", "/rpc", &headers, body.to_string().as_bytes()).unwrap();
    let operator = format!("Bearer {}", world.operator);
    let metrics = || world.server.ask("GET", "/metrics", &[("authorization", operator.as_str())], b"").text();
    until("it waits", || metrics().contains("askwell_waits_open 1"));
    let lost = world.ask(&second, "abandon");
    until("the client that went away is given up", || world.is_abandoned(&lost));
    assert_eq!(world.look(&held).0, "pending", "its client waits");
    drop(waiting);
    until("the client that waited is given up", || world.is_abandoned(&held));
}

#[test]
fn client_has_the_grace_time_to_return_after_the_service_was_killed() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let mut world = World::new(&data);
    let (first, second) = (world.first.clone(), world.second.clone());
    let streams = (world.events(&first), world.events(&second));
    let (returns, lost) = (world.ask(&first, "abandon"), world.ask(&second, "abandon"));
    let World { server, operator, .. } = world;
    server.kill();
    drop(streams);
    let mut world = World { server: serve(&data), first: first.clone(), second, operator };
    let stream = world.events(&first);
    until("the client that did not return is given up", || world.is_abandoned(&lost));
    assert_eq!(world.look(&returns).0, "pending", "its client is back");
    drop(stream);
    until("it is gone again", || world.is_abandoned(&returns));
}

/// The calls that create two elicitations: 1 is abandoned with its client, 2 is kept.
fn creates() -> String {
    let call = |(id, choice): (u64, &str)| {
        let params = json!({"formDefinition": name_form(), "onDisconnect": choice});
        json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params}).to_string()
            + "\n"
    };
    [(1, "abandon"), (2, "keep")].map(call).concat()
}

/// The elicitations that the calls of [`creates`] made, in their order, from what `askwell rpc` said.
fn created(lines: &[String]) -> [Value; 2] {
    [1, 2].map(|id| {
        let mut messages = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
        messages.find(|message| message["id"] == id).unwrap()["result"]["elicitationId"].clone()
    })
}

fn assert_first_is_abandoned(status: impl Fn(&Value) -> Value, [abandoned, kept]: &[Value; 2]) {
    let status_of_first = status(abandoned);
    assert_eq!(
        (&status_of_first["status"], &status_of_first["reason"]),
        (&json!("cancelled"), &json!("client_disconnected"))
    );
    assert_eq!(status(kept)["status"], "pending");
}

fn rpc(folder: &TempDir, data: &Path) -> Child {
    let mut command = program(folder.path());
    command.args(["rpc", "--data", data.to_str().unwrap()]).stdin(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn end_of_the_input_of_rpc_abandons_at_once() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let mut child = rpc(&folder, &data);
    child.stdin.take().unwrap().write_all(creates().as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let said: Vec<String> = String::from_utf8(ended.stdout).unwrap().lines().map(str::to_owned).collect();
    let server = Server::on_disk(&data);
    let status = |id: &Value| server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_first_is_abandoned(status, &created(&said));
}

#[test]
fn next_rpc_abandons_what_a_killed_one_asked() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let mut child = rpc(&folder, &data);
    child.stdin.as_mut().unwrap().write_all(creates().as_bytes()).unwrap();
    let mut said = Vec::new();
    let mut answered = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        answered += usize::from(line.contains("\"id\""));
        said.push(line);
        if answered == 2 {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let asked = created(&said);
    let mut next = rpc(&folder, &data);
    let calls = [0, 1].map(|index| {
        let params = json!({"elicitationId": asked[index]});
        json!({"jsonrpc": "2.0", "id": index, "method": "elicitation/status", "params": params}).to_string()
            + "\n"
    });
    next.stdin.take().unwrap().write_all(calls.concat().as_bytes()).unwrap();
    let ended = next.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stdout).unwrap();
    let status = |id: &Value| {
        let mut messages = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        messages.find(|message| message["result"]["elicitationId"] == *id).unwrap()["result"].clone()
    };
    assert_first_is_abandoned(status, &asked);
}

#[test]
fn unknown_choice_for_a_disconnect_is_refused() {
    let server = Server::in_memory();
    let refused =
        server.call("elicitation/create", json!({"prompt": "?", "onDisconnect": "forget"})).unwrap_err();
    assert_eq!(
        (&refused["code"], &refused["data"]["pointer"]),
        (&json!(-32602), &json!("/params/onDisconnect"))
    );
}
