//! What the client's dialog cannot show is answered on a page.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use crate::mcp_process::{McpProcess, outcome};

#[test]
fn client_without_elicitation_gets_a_working_link() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--page"], "{}");
    client.call("ask_question", &json!({"question": "Who goes there?"}));
    let waiting = client.receive();
    assert_eq!(outcome(&waiting)["status"], "waiting", "{waiting}");
    let link = outcome(&waiting)["link"].as_str().unwrap();
    let (address, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Who goes there?"), "{page}");
    client.call("cancel_question", &json!({"id": outcome(&waiting)["id"]}));
    assert_eq!(outcome(&client.receive())["status"], "cancelled");
    client.end();
}

#[test]
fn client_with_url_mode_gets_the_page_url() {
    let folder = TempDir::new().unwrap();
    let mut client =
        McpProcess::legacy(folder.path(), &["--page"], r#"{"elicitation":{"form":{},"url":{}}}"#);
    let secret = json!({"id": "login", "title": "Log in", "fields": [
        {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}}]});
    client.call("ask", &json!({"form": secret}));
    let request = client.receive();
    assert_eq!(request["params"]["mode"], "url", "{request}");
    assert!(request["params"]["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
    client.refuse(&request, "decline");
    assert_eq!(outcome(&client.receive())["status"], "declined");
    client.end();
}

#[test]
fn client_that_refuses_without_showing_the_question_gets_the_link() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--page"], r#"{"elicitation":{"form":{}}}"#);
    client.call("ask_question", &json!({"question": "Who goes there?"}));
    let request = client.receive();
    client.answer(&request, &json!({"action": "decline"}));
    let refused = client.receive();
    assert_eq!(outcome(&refused)["status"], "waiting", "{refused}");
    assert_eq!(outcome(&refused)["unseen"], true, "{refused}");
    assert!(outcome(&refused)["link"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{refused}");
    client.end();
}
