//! `askwell rpc`: the same over stdin and stdout.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{name_form, program};

#[test]
fn rpc_writes_one_message_per_line() {
    let folder = TempDir::new().unwrap();
    let mut child = program(folder.path()).args(["rpc", "--memory"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    let mut send = move |message: &str| input.write_all(format!("{message}\n").as_bytes()).unwrap();
    let call = |id: u64, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
    };

    send(&call(1, "elicitation/create", json!({"formDefinition": name_form()})));
    let (mut response, mut notification) = (next(), next());
    if response.get("id").is_none() {
        std::mem::swap(&mut response, &mut notification);
    }
    let id = response["result"]["elicitationId"].clone();
    assert_eq!(notification["method"], "notifications/elicitation/created");

    // A waiting call does not block other calls.
    send(&call(2, "elicitation/wait", json!({"elicitationId": id})));
    send("");
    send("not json");
    assert_eq!(next()["error"]["code"], -32700);
    send(&call(3, "elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}})));
    let said = [next(), next(), next()];
    let about = |id: u64| said.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(about(3)["result"], json!({"status": "completed"}));
    assert_eq!(about(2)["result"]["result"], json!({"name": "x"}));
    assert!(said.iter().any(|message| message["method"] == "notifications/elicitation/complete"));

    // The end of the input ends what waits, and the program.
    send(&call(4, "elicitation/create", json!({"prompt": "?"})));
    let open = loop {
        let message = next();
        if message["id"] == 4 {
            break message["result"]["elicitationId"].clone();
        }
    };
    send(&call(5, "elicitation/wait", json!({"elicitationId": open})));
    drop(send);
    let last = loop {
        let message = next();
        if message["id"] == 5 {
            break message;
        }
    };
    assert_eq!(last["result"]["status"], "pending");
    assert!(child.wait().unwrap().success());
}

#[test]
fn oversized_line_is_rejected_and_the_next_one_is_read() {
    let folder = TempDir::new().unwrap();
    let arguments = ["rpc", "--memory", "--set", "http.body_bytes=2000", "--set", "limits.answer_bytes=2000"];
    let mut child = program(folder.path()).args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        input.write_all(&vec![b'['; 1 << 20]).unwrap();
        input.write_all(b"\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/list\"}\n").unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert_eq!((&said[0]["error"]["code"], &said[1]["id"], said.len()), (&json!(-32700), &json!(7), 2));
}
