//! `askwell lsp`: drives the real process as an editor does.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::process::Folder;

const URI: &str = "file:///work/trip.form.jsonc";

/// An editor with one server.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: u64,
}

impl Editor {
    /// Starts the server, without `initialize`.
    fn start() -> Editor {
        let folder = Folder::with(&[]);
        let mut command = folder.command(&["lsp", "--stdio"]);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Editor { child, input, output, next_id: 0 }
    }

    /// Starts the server, and opens a document. Returns its diagnostics, too.
    fn open(text: &str) -> (Editor, Value) {
        let mut editor = Editor::start();
        editor.request("initialize", json!({"capabilities": {}}));
        editor.notify("initialized", json!({}));
        let document = json!({"uri": URI, "languageId": "jsonc", "version": 1, "text": text});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        let diagnostics = editor.diagnostics();
        (editor, diagnostics)
    }

    fn send(&mut self, message: &Value) {
        let content = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{content}", content.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut header = String::new();
        while !header.ends_with("\r\n\r\n") {
            assert_ne!(self.output.read_line(&mut header).unwrap(), 0, "the server has ended");
        }
        let length = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).unwrap();
        serde_json::from_slice(&content).unwrap()
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and returns the response.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let response = self.receive();
        assert_eq!(response["id"], id);
        response
    }

    fn diagnostics(&mut self) -> Value {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics");
        message["params"].clone()
    }

    fn exit(mut self) -> Option<i32> {
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the text of a range of the protocol.
fn slice(text: &str, range: &Value) -> String {
    let offset = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let units = usize::try_from(position["character"].as_u64().unwrap()).unwrap();
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let line: Vec<u16> = text[before..].encode_utf16().take(units).collect();
        before + String::from_utf16(&line).unwrap().len()
    };
    text[offset(&range["start"])..offset(&range["end"])].to_owned()
}

#[test]
fn all_defects_are_published_with_utf16_ranges_and_fixes() {
    let text = "{\n  // 😀\n  \"id\": \"t\", \"title\": \"😀\", \"fields\": [\n    {\"id\": \"a\", \"type\": \"txt\", \
                \"label\": \"😀\", \"requierd\": true}\n  ]\n}";
    let (mut editor, published) = Editor::open(text);
    assert_eq!((&published["uri"], &published["version"]), (&json!(URI), &json!(1)));
    let found: Vec<_> = published["diagnostics"].as_array().unwrap().iter().collect();
    let marked: Vec<_> = found.iter().map(|one| (slice(text, &one["range"]), one["code"].clone())).collect();
    assert_eq!(
        marked,
        [("\"txt\"".to_owned(), json!("out_of_range")), ("\"requierd\"".to_owned(), json!("unknown_key"))]
    );
    assert!(found[0]["message"].as_str().unwrap().contains("did you mean `text`?"), "{found:?}");

    let params = json!({"textDocument": {"uri": URI}, "range": found[0]["range"],
        "context": {"diagnostics": found}});
    let actions = editor.request("textDocument/codeAction", params);
    let mut repaired = text.to_owned();
    for action in actions["result"].as_array().unwrap() {
        let edit = &action["edit"]["changes"][URI][0];
        repaired = repaired.replace(&slice(text, &edit["range"]), edit["newText"].as_str().unwrap());
    }
    let change = json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": repaired}]});
    editor.notify("textDocument/didChange", change);
    assert_eq!(editor.diagnostics(), json!({"uri": URI, "version": 2, "diagnostics": []}), "{repaired}");
}

#[test]
fn documents_that_are_no_forms_are_left_alone() {
    let (mut editor, _) = Editor::open("{}");
    for (uri, text, is_form) in [
        ("file:///w/package.json", "{}", false),
        ("file:///w/platform.json", "{}", false),
        ("file:///w/form.json", "{}", true),
        ("untitled:1", r#"{"$schema": "urn:askwell:schema:form-definition:1"}"#, true),
    ] {
        let document = json!({"uri": uri, "languageId": "json", "version": 1, "text": text});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        assert_eq!(editor.diagnostics()["diagnostics"] != json!([]), is_form, "{uri}");
    }
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(editor.diagnostics(), json!({"uri": URI, "diagnostics": []}));
}

#[test]
fn lifecycle_of_the_protocol_is_kept() {
    let mut editor = Editor::start();
    assert_eq!(editor.request("shutdown", Value::Null)["error"]["code"], -32002);
    let capabilities = editor.request("initialize", json!({}))["result"]["capabilities"].clone();
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(editor.request("initialize", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.request("textDocument/nonesuch", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.request("textDocument/codeAction", json!({}))["error"]["code"], -32602);
    let broken = "{not json";
    write!(editor.input, "Content-Length: {}\r\n\r\n{broken}", broken.len()).unwrap();
    assert_eq!(editor.receive()["error"]["code"], -32700);
    assert_eq!(editor.request("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.request("textDocument/codeAction", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.exit(), Some(0));

    assert_eq!(Editor::open("{}").0.exit(), Some(1));
    let ran = Folder::with(&[]).run_with_stdin(&["lsp"], b"hello\n\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("Content-Length"), "{}", ran.stderr);
}

#[test]
fn messages_and_documents_beyond_the_limits_are_refused() {
    let (mut editor, _) = Editor::open("{}");
    let large = " ".repeat((8 << 20) + 1);
    write!(editor.input, "Content-Length: {}\r\n\r\n{large}", large.len()).unwrap();
    assert_eq!(editor.receive()["method"], "window/showMessage");
    for number in 1..=256 {
        let document = json!({"uri": format!("file:///{number}.form.json"), "version": 1, "text": "{}"});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        let expected = if number < 256 { "textDocument/publishDiagnostics" } else { "window/showMessage" };
        assert_eq!(editor.receive()["method"], expected, "{number}");
    }
}
