//! `askwell lsp`: a language server for form documents, over stdin and stdout.
//!
//! Reads no files and opens no connections: the editor sends the documents. Does not judge documents itself:
//! [`askwell_form`] does, and the published schema of form documents says what can be completed.

mod completion;
mod diagnostics;
mod field_ids;
mod guide;
mod hover;
mod message;
mod position;
mod rename;
mod symbols;
mod tree;

use std::collections::HashMap;
use std::io;

use anyhow::Result;
use serde_json::{Value, json};

use self::guide::Guide;
use self::message::Incoming;
use self::position::Lines;
use self::tree::Node;
use crate::ExitReason;
use crate::console::Console;

/// The most documents that are open at once.
const MAX_DOCUMENTS: usize = 256;

/// Error codes of JSON-RPC and of the protocol.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const NOT_INITIALIZED: i32 = -32002;
const REQUEST_FAILED: i32 = -32803;

/// Severity of a message to the person.
const WARNING: u8 = 2;

/// Serves an editor until it sends `exit` or closes the input.
pub(crate) fn run(console: &Console) -> Result<ExitReason> {
    let mut input = io::stdin().lock();
    let mut server =
        Server { stage: Stage::BeforeInitialize, documents: HashMap::new(), guide: Guide::new() };
    loop {
        let replies = match message::read(&mut input)? {
            Incoming::End => return Ok(server.exit_reason()),
            Incoming::TooLarge(bytes) => {
                let limit = message::MAX_MESSAGE_BYTES;
                vec![warning(&format!("a message of {bytes} bytes was skipped; at most {limit} are read"))]
            }
            Incoming::Message(content) => match serde_json::from_slice(&content) {
                Ok(message) if is_exit(&message) => return Ok(server.exit_reason()),
                Ok(message) => server.handle(&message),
                Err(error) => vec![failure(&Value::Null, PARSE_ERROR, &format!("not JSON: {error}"))],
            },
        };
        for reply in &replies {
            console.print_data(&message::encode(reply))?;
        }
    }
}

/// The stages of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    BeforeInitialize,
    Running,
    ShutDown,
}

/// The state of the one connection.
struct Server {
    stage: Stage,
    documents: HashMap<String, OpenDocument>,
    guide: Guide,
}

/// A document as the editor has it.
struct OpenDocument {
    text: String,
    version: Value,
}

/// Why a request failed: code and message.
type RequestError = (i32, String);

impl Server {
    /// Returns the code that the protocol asks for: an exit without a shutdown is a failure.
    fn exit_reason(&self) -> ExitReason {
        if self.stage == Stage::ShutDown { ExitReason::Success } else { ExitReason::Problems }
    }

    /// Handles a message, and returns what is to be sent. Responses to this server are ignored.
    fn handle(&mut self, message: &Value) -> Vec<Value> {
        let params = message.get("params").unwrap_or(&Value::Null);
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            (Some(method), Some(id)) => vec![match self.request(method, params) {
                Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                Err((code, message)) => failure(id, code, &message),
            }],
            (Some(method), None) if self.stage == Stage::Running => self.notification(method, params),
            (Some(_), None) => Vec::new(),
            (None, Some(_)) if message.get("result").or_else(|| message.get("error")).is_some() => Vec::new(),
            (None, id) => {
                vec![failure(id.unwrap_or(&Value::Null), INVALID_REQUEST, "a message without `method`")]
            }
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, RequestError> {
        match (self.stage, method) {
            (Stage::BeforeInitialize, "initialize") => {
                self.stage = Stage::Running;
                Ok(capabilities())
            }
            (Stage::BeforeInitialize, _) => Err((NOT_INITIALIZED, "send `initialize` first".to_owned())),
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.documents.clear();
                Ok(Value::Null)
            }
            (Stage::Running, "initialize") => Err((INVALID_REQUEST, "already initialized".to_owned())),
            (Stage::Running, _) => self.document_request(method, params),
            (Stage::ShutDown, _) => Err((INVALID_REQUEST, "shut down; send `exit`".to_owned())),
        }
    }

    /// Answers a request about a document. One that is not open, or is no form, has nothing to tell.
    fn document_request(&self, method: &str, params: &Value) -> Result<Value, RequestError> {
        if !REQUESTS.contains(&method) {
            return Err((METHOD_NOT_FOUND, format!("`{method}` is not supported")));
        }
        let uri = document_uri(params)
            .ok_or_else(|| (INVALID_PARAMS, "`textDocument.uri` is missing".to_owned()))?;
        let Some(document) = self.documents.get(uri).filter(|document| is_form(uri, &document.text)) else {
            return Ok(Value::Null);
        };
        let text = document.text.as_str();
        let (lines, tree) = (Lines::new(text), Node::read(text));
        match method {
            "textDocument/codeAction" => {
                let context = params.get("context").unwrap_or(&Value::Null);
                return Ok(diagnostics::code_actions(uri, text, &lines, context).into());
            }
            "textDocument/documentSymbol" => return Ok(symbols::symbols(&tree, &lines)),
            _ => {}
        }
        let offset = params
            .get("position")
            .and_then(|position| lines.offset(position))
            .ok_or_else(|| (INVALID_PARAMS, "`position` is missing, or is no position".to_owned()))?;
        let uses = field_ids::field_id_uses(text, &tree);
        Ok(match method {
            "textDocument/completion" => completion::completion(&self.guide, &tree, &lines, &uses, offset),
            "textDocument/hover" => hover::hover(&self.guide, &tree, &lines, &uses, offset),
            "textDocument/definition" => rename::definition(uri, &lines, &uses, offset),
            "textDocument/references" => rename::references(uri, &lines, &uses, offset),
            "textDocument/prepareRename" => rename::prepare(&lines, &uses, offset),
            _ => {
                let new_id = params.get("newName").and_then(Value::as_str).unwrap_or_default();
                rename::rename(uri, &lines, &uses, offset, new_id)
                    .map_err(|reason| (REQUEST_FAILED, reason))?
            }
        })
    }

    fn notification(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let Some(uri) = document_uri(params) else { return Vec::new() };
        let version = params.pointer("/textDocument/version").cloned().unwrap_or(Value::Null);
        let text = match method {
            "textDocument/didOpen" => params.pointer("/textDocument/text"),
            // Every change has the whole text; the last one holds.
            "textDocument/didChange" => params
                .get("contentChanges")
                .and_then(Value::as_array)
                .and_then(|changes| changes.last())
                .and_then(|change| change.get("text")),
            "textDocument/didClose" => {
                self.documents.remove(uri);
                return vec![publish(uri, &Value::Null, &[])];
            }
            _ => return Vec::new(),
        };
        let Some(text) = text.and_then(Value::as_str) else { return Vec::new() };
        if !self.documents.contains_key(uri) && self.documents.len() >= MAX_DOCUMENTS {
            let message = format!("{MAX_DOCUMENTS} documents are open; close some, and open this one again");
            return vec![warning(&message)];
        }
        let document = OpenDocument { text: text.to_owned(), version };
        let found = if is_form(uri, &document.text) {
            diagnostics::diagnostics(&document.text, &Lines::new(&document.text))
        } else {
            Vec::new()
        };
        let published = publish(uri, &document.version, &found);
        self.documents.insert(uri.to_owned(), document);
        vec![published]
    }
}

/// The requests about documents.
const REQUESTS: [&str; 8] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/references",
    "textDocument/rename",
];

/// Returns the answer to `initialize`. Documents are sent as a whole: forms are small.
fn capabilities() -> Value {
    json!({
        "serverInfo": {"name": "askwell", "version": env!("CARGO_PKG_VERSION")},
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": {"openClose": true, "change": 1},
            "completionProvider": {"triggerCharacters": ["\"", ":"]},
            "definitionProvider": true,
            "documentSymbolProvider": true,
            "hoverProvider": true,
            "referencesProvider": true,
            "renameProvider": {"prepareProvider": true},
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
        },
    })
}

/// Returns whether a document is a form by its name (`form.json`, `*.form.json`, with `c` at the end or not), or by its
/// `$schema`. An editor sends all its JSON documents, and most of them are none.
fn is_form(uri: &str, text: &str) -> bool {
    let name = uri.rsplit(['/', ':', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let stem = name.strip_suffix(".jsonc").or_else(|| name.strip_suffix(".json"));
    let has_name = stem.is_some_and(|stem| stem == "form" || stem.ends_with(".form"));
    has_name
        || text
            .split_once("\"$schema\"")
            .and_then(|(_, after)| after.trim_start().strip_prefix(':'))
            .and_then(|after| after.trim_start().strip_prefix('"')?.split('"').next())
            .is_some_and(|schema| {
                schema == askwell_form::schema::MetaSchema::FormDefinition.id()
                    || schema.ends_with("form-definition.schema.json")
            })
}

fn is_exit(message: &Value) -> bool {
    message.get("method").and_then(Value::as_str) == Some("exit")
}

fn document_uri(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri").and_then(Value::as_str)
}

fn publish(uri: &str, version: &Value, diagnostics: &[Value]) -> Value {
    let mut params = json!({"uri": uri, "diagnostics": diagnostics});
    if let (Some(members), false) = (params.as_object_mut(), version.is_null()) {
        members.insert("version".to_owned(), version.clone());
    }
    message::notification("textDocument/publishDiagnostics", &params)
}

fn warning(text: &str) -> Value {
    message::notification(
        "window/showMessage",
        &json!({"type": WARNING, "message": format!("askwell: {text}")}),
    )
}

fn failure(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
