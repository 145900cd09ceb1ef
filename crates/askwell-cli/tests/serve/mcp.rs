//! `/mcp` at the address of the service.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::Response;
use crate::server::{Server, data_in, make_key};

fn discover(server: &Server, more: &[(&str, &str)]) -> Response {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                      "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "ask_question", "arguments": {"question": "Which one?"}, "_meta": meta}});
    let mut headers = vec![
        ("content-type", "application/json"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "ask_question"),
    ];
    headers.extend_from_slice(more);
    server.ask("POST", "/mcp", &headers, message.to_string().as_bytes())
}

fn asks(response: &Response) -> bool {
    let result: Value = response.json();
    response.status == 200 && result["result"]["resultType"] == "input_required"
}

#[test]
fn agents_ask_at_the_address_of_the_service() {
    let server = Server::in_memory();
    assert!(asks(&discover(&server, &[])));
    assert_eq!(discover(&server, &[("origin", "http://evil.example.com")]).status, 403);
}

#[test]
fn only_programs_that_may_ask_get_in() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let program = make_key(&data, &["ci"]);
    let person = make_key(&data, &["phone", "--role", "answers", "--person", "person@example.com"]);
    let server = Server::on_disk(&data);
    assert!(asks(&discover(&server, &[("authorization", &format!("Bearer {program}"))])));
    for wrong in [format!("Bearer {person}"), "Bearer ask_x".to_owned(), program] {
        assert_eq!(discover(&server, &[("authorization", &wrong)]).status, 401);
    }
    assert_eq!(discover(&server, &[]).status, 401);
}
