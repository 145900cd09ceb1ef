//! HTTP on both sides: clients at `--listen`, servers at `--to`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::{ERAS, GatewayProcess, READING, answered, modern_meta};

const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a gateway that serves clients over HTTP, and returns its URL.
fn listening(folder: &TempDir, era: &str) -> (GatewayProcess, String) {
    let gateway = GatewayProcess::asking(folder.path(), era, &["--listen", "127.0.0.1:0"]);
    let url = gateway.logged("clients connect to ");
    (gateway, url)
}

/// Sends a request of a modern client, and returns its response.
fn post(url: &str, method: &str, name: Option<&str>, message: &Value) -> Value {
    let authority = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(authority).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let body = message.to_string();
    let name = name.map(|name| format!("mcp-name: {name}\r\n")).unwrap_or_default();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: {method}\r\n\
         {name}content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut text = String::new();
    BufReader::new(stream).read_to_string(&mut text).unwrap();
    let messages = text.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let response = messages.into_iter().find(|line| line.starts_with(r#"{"jsonrpc":"2.0","id":1,"#));
    serde_json::from_str(response.unwrap_or_else(|| panic!("no response: {text}"))).unwrap()
}

fn call(url: &str, params: &Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    post(url, "tools/call", params["name"].as_str(), &message)
}

#[test]
fn modern_clients_over_http_answer_servers_of_both_eras() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let (_gateway, url) = listening(&folder, era);
        let forms = modern_meta(&json!({"elicitation": {"form": {}}}));
        for (answer, action) in [
            (json!({"action": "accept", "content": {"name": "Ada"}}), "accept"),
            (json!({"action": "decline"}), "decline"),
            (json!({"action": "cancel"}), "cancel"),
        ] {
            let mut params = json!({"name": "ask", "arguments": {"for": action}, "_meta": forms});
            let needed = call(&url, &params);
            assert_eq!(needed["result"]["resultType"], "input_required", "{era}: {needed}");
            let key = needed["result"]["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
            params["requestState"] = needed["result"]["requestState"].clone();
            params["inputResponses"] = json!({key: answer});
            std::thread::sleep(READING);
            let done = answered(&call(&url, &params));
            assert_eq!(done["action"], action, "{era}: {done}");
        }
        // A state that was changed is refused.
        let mut params = json!({"name": "ask", "arguments": {"for": "change"}, "_meta": forms});
        let needed = call(&url, &params);
        let state = needed["result"]["requestState"].as_str().unwrap();
        params["requestState"] = json!(state.chars().rev().collect::<String>());
        params["inputResponses"] = json!({"who": {"action": "accept", "content": {"name": "Eve"}}});
        let refused = call(&url, &params);
        assert!(refused.get("error").is_some(), "{era}: {refused}");
    }
}

#[test]
fn servers_over_http_are_reached_by_clients_of_both_eras() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        // The first gateway is the server over HTTP of the second one.
        let (_server, url) = listening(&folder, era);
        let mut gateway = GatewayProcess::start(folder.path(), &["--to".into(), url]);
        gateway.initialize(&json!({"elicitation": {"form": {}}}));
        let id = gateway.call("ask");
        let question = gateway.question();
        gateway.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
        assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada", "{era}");

        let forms = json!({"elicitation": {"form": {}}});
        let mut params = json!({"name": "ask", "arguments": {"modern": true}});
        let id = gateway.modern_call(&params, &forms);
        let needed = gateway.response(id);
        let requests =
            needed["result"]["inputRequests"].as_object().unwrap_or_else(|| panic!("{era}: {needed}"));
        params["requestState"] = needed["result"]["requestState"].clone();
        let key = requests.keys().next().unwrap();
        params["inputResponses"] = json!({key: {"action": "accept", "content": {"name": "Eve"}}});
        let id = gateway.modern_call(&params, &forms);
        assert_eq!(answered(&gateway.response(id))["content"]["name"], "Eve", "{era}");
    }
}

#[test]
fn foreign_sites_and_hosts_are_refused() {
    let folder = TempDir::new().unwrap();
    let (_gateway, url) = listening(&folder, "legacy");
    let authority = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    for header in ["host: evil.example", "origin: https://evil.example"] {
        let mut stream = TcpStream::connect(&authority).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let host = if header.starts_with("host") { String::new() } else { format!("host: {authority}\r\n") };
        let request = format!(
            "POST /mcp HTTP/1.1\r\n{host}{header}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: 2\r\n\r\n{{}}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status).unwrap();
        assert!(status.contains(" 403 ") || status.contains(" 421 "), "{header}: {status}");
    }
}
