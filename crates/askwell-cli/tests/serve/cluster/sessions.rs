//! Legacy MCP sessions in a cluster: any node takes their requests, and the one that has the session answers.

use askwell_testkit::postgres::PgServer;
use serde_json::{Value, json};

use super::Cluster;
use crate::http::{Connection, Response};
use crate::server::Server;

/// A client of the MCP revision 2025-11-25, which sends each request to a node of its choice.
struct LegacyClient {
    key: String,
    session: String,
}

impl LegacyClient {
    fn start(node: &Server) -> LegacyClient {
        let key = node.key.clone().unwrap();
        let mut client = LegacyClient { key, session: String::new() };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let started =
            client.post(node, &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}));
        assert_eq!(started.status, 200, "{started:?}");
        client.session = started.header("mcp-session-id").unwrap().to_owned();
        client
    }

    fn open(&self, node: &Server, method: &str, more: &[(&str, &str)], body: &[u8]) -> Connection {
        let authorization = format!("Bearer {}", self.key);
        let mut headers = vec![
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        if !self.session.is_empty() {
            headers.push(("mcp-session-id", self.session.as_str()));
            headers.push(("mcp-protocol-version", "2025-11-25"));
        }
        headers.extend(more);
        let mut connection = node.connect();
        connection.send(method, "/mcp", &headers, body).unwrap();
        connection
    }

    fn request(&self, node: &Server, method: &str, more: &[(&str, &str)], body: &[u8]) -> Response {
        self.open(node, method, more, body).response().unwrap()
    }

    fn post(&self, node: &Server, message: &Value) -> Response {
        self.request(node, "POST", &[], message.to_string().as_bytes())
    }

    /// Calls a tool that asks, and returns the stream of the call.
    fn ask(&self, node: &Server, id: u64, question: &str) -> MessageStream {
        let arguments = json!({"question": question, "options": ["a", "b"]});
        let params = json!({"name": "ask_question", "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        MessageStream::of(self.open(node, "POST", &[], call.to_string().as_bytes()))
    }

    fn answer(&self, node: &Server, question: &Value, answer: &str) -> Response {
        let result = json!({"action": "accept", "content": {"answer": answer}});
        self.post(node, &json!({"jsonrpc": "2.0", "id": question["id"], "result": result}))
    }
}

/// The stream of a call.
struct MessageStream {
    connection: Connection,
    ready: String,
    last_id: String,
}

impl MessageStream {
    fn of(mut connection: Connection) -> MessageStream {
        let head = connection.head().unwrap();
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")), "{head:?}");
        MessageStream { connection, ready: String::new(), last_id: String::new() }
    }

    /// Returns the next message; `None` when the stream has ended.
    fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((block, rest)) = self.ready.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.ready = rest;
                let part = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
                if let Some(id) = part("id: ") {
                    self.last_id = id.to_owned();
                }
                if let Some(data) = part("data: ").filter(|data| !data.is_empty()) {
                    return Some(serde_json::from_str(data).unwrap());
                }
                continue;
            }
            let chunk = self.connection.chunk().ok()??;
            self.ready.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

fn list_tools() -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {}})
}

#[test]
fn requests_of_a_session_work_on_any_node() {
    let cluster = Cluster::new(PgServer::shared());
    let (a, b, c) = (cluster.node(), cluster.node(), cluster.node());
    let client = LegacyClient::start(&a);
    let told = client.post(&b, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert_eq!(told.status, 202, "{told:?}");
    let tools = client.post(&c, &list_tools());
    assert!(tools.json()["result"]["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{tools:?}");
    // The question travels from one node through another one, and its answer through a third.
    let mut stream = client.ask(&b, 1, "Which?");
    let question = stream.next().unwrap();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    assert_eq!(client.answer(&c, &question, "b").status, 202);
    let result = stream.next().unwrap();
    assert_eq!(result["result"]["structuredContent"]["answers"], json!({"answer": "b"}), "{result}");
    assert!(stream.next().is_none(), "the stream of the call ends");
    // A broken stream continues through another node.
    let mut stream = client.ask(&b, 2, "And which now?");
    let question = stream.next().unwrap();
    let last = stream.last_id.clone();
    drop(stream);
    let mut resumed = MessageStream::of(client.open(&c, "GET", &[("last-event-id", &last)], b""));
    client.answer(&b, &question, "a");
    let result = resumed.next().unwrap();
    assert_eq!(result["result"]["structuredContent"]["answers"], json!({"answer": "a"}), "{result}");
    // Ended through one node, it is gone on all of them.
    assert_eq!(client.request(&c, "DELETE", &[], b"").status, 204);
    for node in [&a, &b, &c] {
        assert_eq!(client.post(node, &list_tools()).status, 404);
    }
}

#[test]
fn session_of_a_killed_node_is_answered_with_404_and_begins_anew() {
    let cluster = Cluster::new(PgServer::shared());
    let (a, b) = (cluster.node(), cluster.node());
    let client = LegacyClient::start(&a);
    assert_eq!(client.post(&b, &list_tools()).status, 200);
    let mut stream = client.ask(&b, 1, "Will it end?");
    stream.next().unwrap();
    a.kill();
    assert!(stream.next().is_none(), "the stream ends with its node");
    let gone = client.post(&b, &list_tools());
    assert_eq!(gone.status, 404, "{gone:?}");
    assert!(gone.text().contains("send `initialize`"), "{gone:?}");
    assert_eq!(LegacyClient::start(&b).post(&b, &list_tools()).status, 200);
}

#[test]
fn session_is_forwarded_for_its_own_client_only() {
    let cluster = Cluster::new(PgServer::shared());
    let second = cluster.create_key("second");
    let (a, b) = (cluster.node(), cluster.node());
    let client = LegacyClient::start(&a);
    let thief = LegacyClient { key: second, session: client.session.clone() };
    assert_eq!(thief.post(&b, &list_tools()).status, 404, "another client");
    let stranger = LegacyClient { key: "ask_wrong".into(), session: client.session.clone() };
    assert_eq!(stranger.post(&b, &list_tools()).status, 401, "no key");
    // A stranger cannot pretend to be a node.
    for seal in ["1", "1 1790000000000 00 Y2k 00 00"] {
        let forged =
            client.request(&a, "POST", &[("askwell-forwarded", seal)], list_tools().to_string().as_bytes());
        assert_eq!(forged.status, 403, "{forged:?}");
    }
    // A session of a node that never was.
    let lost = LegacyClient { key: client.key.clone(), session: "node_0000000000000000.ab".into() };
    assert_eq!(lost.post(&b, &list_tools()).status, 404);
    assert_eq!(client.post(&b, &list_tools()).status, 200);
}
