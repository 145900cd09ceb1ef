//! What every peer agrees on: the question, the scripted person, the command line and the report. The same words
//! stand in `../python/contract.py` and `../typescript/contract.mjs`. Nothing here knows an SDK.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Parser, ValueEnum};
use serde_json::{Value, json};

/// What `register` asks.
pub const QUESTION: &str = "Which project should be registered?";
/// What `connect` asks.
pub const LINK_QUESTION: &str = "Connect your account.";
/// Where `connect` sends the person.
pub const LINK: &str = "https://accounts.example.com/connect?flow=interop";
/// What the legacy era calls that by.
pub const LINK_ID: &str = "interop-link-1";

/// The question of `register`.
#[must_use]
pub fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "project": {"type": "string", "title": "Project", "minLength": 2, "maxLength": 40},
            "size": {"type": "string", "title": "Size", "enum": ["small", "medium", "large"], "default": "medium"},
            "seats": {"type": "integer", "title": "Seats", "minimum": 1, "maximum": 100},
            "contact": {"type": "string", "title": "Contact", "format": "email"}
        },
        "required": ["project", "seats"]
    })
}

/// The text of a tool's result: what came of the question.
#[must_use]
pub fn said(action: &str, content: Option<&Value>) -> String {
    match content.and_then(Value::as_object).filter(|_| action == "accept") {
        Some(content) => {
            let mut members: Vec<_> = content.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            let sorted: Value =
                members.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            format!("accept {sorted}")
        }
        None => action.to_owned(),
    }
}

/// What the person does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Script {
    /// Says yes.
    Accept,
    /// Says no.
    Decline,
    /// Goes away.
    Cancel,
    /// Accepts twice; the first answer is wrong.
    Invalid,
}

/// Answers as its script says, and remembers what it was asked.
#[derive(Debug, Clone)]
pub struct Person {
    script: Script,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Person {
    /// A person with this script.
    #[must_use]
    pub fn new(script: Script) -> Self {
        Self { script, asked: Arc::default() }
    }

    /// The action, and the content if there is one.
    #[must_use]
    pub fn answer(&self, mode: Mode<'_>, message: &str) -> (&'static str, Option<Value>) {
        let name = match mode {
            Mode::Form => "form",
            Mode::Url(_) => "url",
        };
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(json!({"mode": name, "message": message}));
        let seats = if self.script == Script::Invalid && asked.len() == 1 { 1000 } else { 12 };
        match self.script {
            Script::Decline => ("decline", None),
            Script::Cancel => ("cancel", None),
            Script::Accept | Script::Invalid => match mode {
                Mode::Url(url) => {
                    visit(url);
                    ("accept", None)
                }
                Mode::Form => (
                    "accept",
                    Some(json!({
                        "project": "harbour", "size": "large", "seats": seats, "contact": "person@example.com"
                    })),
                ),
            },
        }
    }

    /// What it was asked so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// How the person is asked.
#[derive(Debug, Clone, Copy)]
pub enum Mode<'m> {
    /// With a form.
    Form,
    /// At this URL.
    Url(&'m str),
}

/// Does at a page what a person would do there, if it is one of ours.
fn visit(url: &str) {
    let Some((host, path)) = url.strip_prefix("http://").and_then(|rest| rest.split_once('/')) else {
        return;
    };
    if !host.starts_with("127.0.0.1:") {
        return;
    }
    let get = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let visited = TcpStream::connect(host).and_then(|mut page| {
        page.write_all(get.as_bytes())?;
        page.read_to_string(&mut String::new())
    });
    if let Err(error) = visited {
        eprintln!("{url} cannot be visited: {error}");
    }
}

/// The command line of a peer.
#[derive(Debug, Parser)]
pub enum Role {
    /// Ask
    Server(Serve),
    /// Call a tool and answer its questions
    Client(Call),
}

/// How to ask.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Serve Streamable HTTP on this port, rather than standard input and output
    #[arg(long)]
    pub http: Option<u16>,
}

/// What to call, and how to answer.
#[derive(Debug, clap::Args)]
pub struct Call {
    /// What to speak
    #[arg(long, default_value = "legacy")]
    pub era: Era,
    /// What to call
    #[arg(long)]
    pub tool: String,
    /// What the person does
    #[arg(long)]
    pub script: Script,
    /// The server's address
    #[arg(long, conflicts_with = "command")]
    pub url: Option<String>,
    /// The server's command
    #[arg(last = true)]
    pub command: Vec<String>,
}

/// The eras of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Era {
    /// 2025-06-18 and 2025-11-25
    Legacy,
    /// 2026-07-28
    Modern,
}

/// Prints what the client saw, for the test that runs it.
pub fn report(person: &Person, text: &str, failed: bool, version: &str) {
    println!("{}", json!({"text": text, "failed": failed, "asked": person.asked(), "version": version}));
}
