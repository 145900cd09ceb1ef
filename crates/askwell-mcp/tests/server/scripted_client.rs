//! A client that follows a script and records a transcript.

use std::collections::HashMap;

use askwell_mcp::Server;
use askwell_mcp::transport::{Connection, Frame, memory};
use serde_json::Value;

/// A client and its transcript.
pub(crate) struct ScriptedClient {
    connection: Connection,
    transcript: String,
    names: HashMap<String, String>,
    next_id: i64,
}

impl ScriptedClient {
    /// Connects to a server that runs in another task.
    pub(crate) fn with(server: &Server) -> Self {
        ScriptedClient::with_principal(server, "local")
    }

    /// Connects as this principal.
    pub(crate) fn with_principal(server: &Server, principal: &'static str) -> Self {
        let (ours, theirs) = memory::pair();
        let server = server.clone();
        tokio::spawn(async move { server.serve_for(theirs, principal).await });
        ScriptedClient { connection: ours, transcript: String::new(), names: HashMap::new(), next_id: 1 }
    }

    /// Connects as a legacy client and completes the handshake.
    pub(crate) async fn legacy(server: &Server, version: &str, capabilities: &str) -> Self {
        let mut client = ScriptedClient::with(server);
        let params = format!(
            r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{{"name":"script","version":"1"}}}}"#
        );
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{params}}}"#));
        client.receive().await;
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client.transcript.clear();
        client
    }

    /// Sends a text unchanged.
    pub(crate) fn send(&mut self, text: &str) {
        self.note('>', text);
        self.connection.outgoing.send(text.to_owned()).unwrap();
    }

    /// Returns the next message of the server.
    pub(crate) async fn receive(&mut self) -> Value {
        let Some(Frame::Text(text)) = self.connection.incoming.next().await else { panic!("no message") };
        self.note('<', &text);
        serde_json::from_str(&text).unwrap()
    }

    /// Calls a tool as a legacy client.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) -> i64 {
        let id = self.take_id();
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        ));
        id
    }

    /// Sends a request as a modern client; `params` without `_meta` and braces.
    pub(crate) fn request(&mut self, method: &str, params: &str, capabilities: &str) -> i64 {
        let id = self.take_id();
        let meta = format!(
            r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{capabilities}}}"#
        );
        let shown = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#);
        self.note('>', &shown);
        let text =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params},{meta}}}}}"#);
        self.connection.outgoing.send(text).unwrap();
        id
    }

    /// Answers a request of the server.
    pub(crate) fn answer(&mut self, request: &Value, result: &str) {
        self.send(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request["id"]));
    }

    /// Closes the sending side, and waits until the server has closed the other one.
    pub(crate) async fn leave(self) {
        let Connection { mut incoming, outgoing } = self.connection;
        drop(outgoing);
        while incoming.next().await.is_some() {}
    }

    /// Returns the transcript.
    pub(crate) fn transcript(self) -> String {
        self.transcript
    }

    fn take_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Records a message. Values that differ from run to run get a name.
    fn note(&mut self, direction: char, text: &str) {
        let mut shown = text.to_owned();
        for (kind, start, is_part) in [
            ("state", "\"requestState\":\"", (|c: char| c != '"') as fn(char) -> bool),
            ("elicitation", "elic_", |c: char| c.is_ascii_hexdigit()),
        ] {
            let mut from = 0;
            while let Some(found) = shown[from..].find(start) {
                let begin = from + found + if kind == "state" { start.len() } else { 0 };
                let skip = if kind == "state" { 0 } else { start.len() };
                let length =
                    skip + shown[begin + skip..].find(|c| !is_part(c)).unwrap_or(shown.len() - begin - skip);
                let value = shown[begin..begin + length].to_owned();
                let number = self.names.len() + 1;
                let name = self.names.entry(value).or_insert_with(|| format!("[{kind} {number}]"));
                shown.replace_range(begin..begin + length, name);
                from = begin + name.len();
            }
        }
        self.transcript.push(direction);
        self.transcript.push(' ');
        self.transcript.push_str(&shown);
        self.transcript.push('\n');
    }
}
