//! `askwell lsp`: drives the real process as an editor does.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::process::Folder;

const URI: &str = "file:///forms/trip.form.jsonc";

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
        editor.request("initialize", &json!({"capabilities": {}}));
        editor.notify("initialized", &json!({}));
        let document = json!({"uri": URI, "languageId": "jsonc", "version": 1, "text": text});
        editor.notify("textDocument/didOpen", &json!({"textDocument": document}));
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

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and returns the response.
    fn request(&mut self, method: &str, params: &Value) -> Value {
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
        self.notify("exit", &Value::Null);
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
    let actions = editor.request("textDocument/codeAction", &params);
    let mut repaired = text.to_owned();
    for action in actions["result"].as_array().unwrap() {
        let edit = &action["edit"]["changes"][URI][0];
        repaired = repaired.replace(&slice(text, &edit["range"]), edit["newText"].as_str().unwrap());
    }
    let change = json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": repaired}]});
    editor.notify("textDocument/didChange", &change);
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
        editor.notify("textDocument/didOpen", &json!({"textDocument": document}));
        assert_eq!(editor.diagnostics()["diagnostics"] != json!([]), is_form, "{uri}");
    }
    editor.notify("textDocument/didClose", &json!({"textDocument": {"uri": URI}}));
    assert_eq!(editor.diagnostics(), json!({"uri": URI, "diagnostics": []}));
}

#[test]
fn lifecycle_of_the_protocol_is_kept() {
    let mut editor = Editor::start();
    assert_eq!(editor.request("shutdown", &Value::Null)["error"]["code"], -32002);
    let capabilities = editor.request("initialize", &json!({}))["result"]["capabilities"].clone();
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(editor.request("initialize", &json!({}))["error"]["code"], -32600);
    assert_eq!(editor.request("textDocument/nonesuch", &json!({}))["error"]["code"], -32601);
    assert_eq!(editor.request("textDocument/codeAction", &json!({}))["error"]["code"], -32602);
    let broken = "{not json";
    write!(editor.input, "Content-Length: {}\r\n\r\n{broken}", broken.len()).unwrap();
    assert_eq!(editor.receive()["error"]["code"], -32700);
    assert_eq!(editor.request("shutdown", &Value::Null)["result"], Value::Null);
    assert_eq!(editor.request("textDocument/codeAction", &json!({}))["error"]["code"], -32600);
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
        editor.notify("textDocument/didOpen", &json!({"textDocument": document}));
        let expected = if number < 256 { "textDocument/publishDiagnostics" } else { "window/showMessage" };
        assert_eq!(editor.receive()["method"], expected, "{number}");
    }
}

/// A form that uses ids in every place. `¦` is a cursor.
const TRIP: &str = r#"{
  "id": "trip", "title": "Trip 😀", "fields": [
    { "id": "start", "type": "date", "label": "Start" },
    /* 😀 */ { "id": "end", "type": "date", "label": "End", "dependencies": ["start"],
      "rendering": { "conditionalDisplay": { "operator": "and", "conditions": [
        { "operator": "not_equals", "field": "start", "value": null } ] } } }
  ],
  "validation": {
    "dependencies": { "end": { "condition": { "operator": "gt", "field": "start", "value": "2026-01-01" }, "action": "validate" } },
    "rules": [ { "expression": "\"é\" != \"start\" && end >= start || has(answers[\"start\"])", "message": "Late.", "fields": ["start"] } ]
  }
}"#;

/// Returns the text without its cursor, and the position of the cursor.
fn cursor(text: &str) -> (String, Value) {
    let (before, after) = text.split_once('¦').unwrap();
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    (format!("{before}{after}"), json!({"line": line, "character": character}))
}

/// Opens a document with a cursor, and returns the result of a request there.
fn ask_at(text: &str, method: &str) -> Value {
    let (text, position) = cursor(text);
    let (mut editor, _) = Editor::open(&text);
    let response = editor.request(method, &json!({"textDocument": {"uri": URI}, "position": position}));
    response["result"].clone()
}

/// Returns a text with the edits of a rename.
fn edited(text: &str, edit: &Value) -> String {
    let mut edits: Vec<&Value> = edit["changes"][URI].as_array().unwrap().iter().collect();
    let place = |edit: &Value| {
        let start = &edit["range"]["start"];
        (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(place(edit)));
    edits.iter().fold(text.to_owned(), |text, edit| {
        let (line, character) = place(edit);
        let before: usize =
            text.split_inclusive('\n').take(usize::try_from(line).unwrap()).map(str::len).sum();
        let units: Vec<u16> =
            text[before..].encode_utf16().take(usize::try_from(character).unwrap()).collect();
        let start = before + String::from_utf16(&units).unwrap().len();
        let end = start + slice(&text, &edit["range"]).len();
        format!("{}{}{}", &text[..start], edit["newText"].as_str().unwrap(), &text[end..])
    })
}

#[test]
fn renamed_field_is_renamed_in_every_place() {
    let (mut editor, published) = Editor::open(TRIP);
    assert_eq!(published["diagnostics"], json!([]));
    let (_, position) = cursor(&TRIP.replacen("\"start\"", "\"st¦art\"", 1));
    let params = |name: &str| json!({"textDocument": {"uri": URI}, "position": position, "newName": name});
    for (name, in_expression) in [("from_day", "from_day"), ("from-day", "answers['from-day']")] {
        let renamed = edited(TRIP, &editor.request("textDocument/rename", &params(name))["result"]);
        assert_eq!(renamed.matches("start").count(), 1, "only the text in the expression stays: {renamed}");
        let expression = format!("end >= {in_expression} || has({in_expression})");
        assert!(renamed.contains(&expression), "{renamed}");
        let change =
            json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": renamed}]});
        editor.notify("textDocument/didChange", &change);
        assert_eq!(editor.diagnostics()["diagnostics"], json!([]), "{renamed}");
        let back = json!({"textDocument": {"uri": URI, "version": 3}, "contentChanges": [{"text": TRIP}]});
        editor.notify("textDocument/didChange", &back);
        editor.diagnostics();
    }
    for (name, reason) in [("a b", "not an id"), ("", "not an id"), ("end", "already")] {
        let error = editor.request("textDocument/rename", &params(name))["error"].clone();
        assert_eq!(error["code"], -32803);
        assert!(error["message"].as_str().unwrap().contains(reason), "{error}");
    }
    let prepared = editor.request("textDocument/prepareRename", &params(""))["result"].clone();
    assert_eq!(
        (slice(TRIP, &prepared["range"]).as_str(), &prepared["placeholder"]),
        ("start", &json!("start"))
    );
}

#[test]
fn end_of_a_range_is_renamed() {
    let text = r#"{"id": "trip", "title": "Trip", "fields": [
        {"id": "start", "type": "date", "label": "Start", "rendering": {"displayStyle": "range", "rangeEnd": "end"}},
        {"id": "end", "type": "date", "label": "End"}],
        "validation": {"rules": [{"expression": "end >= start", "message": "Late."}]}}"#;
    let (mut editor, published) = Editor::open(text);
    assert_eq!(published["diagnostics"], json!([]));
    let (_, position) = cursor(&text.replacen("\"end\"", "\"e¦nd\"", 1));
    let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": "until"});
    let renamed = edited(text, &editor.request("textDocument/rename", &params)["result"]);
    assert!(renamed.contains(r#""rangeEnd": "until""#) && renamed.contains("until >= start"), "{renamed}");
}

#[test]
fn definition_references_and_outline_are_found() {
    let text = TRIP.replace("[\"start\"],", "[\"start¦\"],");
    let definition = ask_at(&text, "textDocument/definition");
    let definitions = definition.as_array().unwrap();
    assert_eq!((definitions.len(), definitions[0]["range"]["start"]["line"].as_u64()), (1, Some(2)));
    assert_eq!(slice(TRIP, &definitions[0]["range"]), "start");
    let references = ask_at(&text, "textDocument/references");
    assert_eq!(references.as_array().unwrap().len(), 7);
    let symbols = ask_at(&text, "textDocument/documentSymbol");
    let names: Vec<_> = symbols.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["start", "end"]);
    assert!(names.len() == 3 && names[2].contains("end >= start"), "{names:?}");
    assert_eq!(symbols[1]["detail"], "date: End");
    assert_eq!(ask_at(&TRIP.replace("Trip", "Tr¦ip"), "textDocument/definition"), Value::Null);
}

#[test]
fn renamed_field_is_renamed_in_computed_and_prefilled_values() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "count", "type": "number", "label": "C"},
        {"id": "twice", "type": "number", "label": "T", "computed": "count * 2"},
        {"id": "note", "type": "text", "label": "N", "prefill": "'count ' + string(answers[\"count\"])"}]}"#;
    let (mut editor, published) = Editor::open(form);
    assert_eq!(published["diagnostics"], json!([]));
    let (_, position) = cursor(&form.replacen("\"count\"", "\"co¦unt\"", 1));
    let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": "n"});
    let renamed = edited(form, &editor.request("textDocument/rename", &params)["result"]);
    assert!(renamed.contains("\"n * 2\"") && renamed.contains("\"'count ' + string(n)\""), "{renamed}");
}

#[test]
fn completion_offers_what_fits_the_place() {
    let field = |rest: &str| format!(r#"{{"id": "f", "fields": [{{"id": "a", "type": "text"}}, {{{rest}"#);
    for (text, offered, not_offered) in [
        ("{¦".to_owned(), &["id", "title", "fields", "decision"][..], &["label"][..]),
        (r#"{"id": "x", "ti¦"#.to_owned(), &["title", "timeout"], &["id"]),
        (field(r#""type": "¦"}]}"#), &["text", "multi_select", "file", "display"], &["a"]),
        (field(r#""type": ¦"#), &["number"], &[]),
        (field(r#""id": "b", ¦}]}"#), &["type", "label", "rendering"], &["id", "content"]),
        (field(r#""type": "text", ¦}]}"#), &["label", "default"], &["type", "options"]),
        (field(r#""type": "display", ¦}]}"#), &["content", "image"], &["validation"]),
        (field(r#""type": "text", "validation": {"¦"}}]}"#), &["minLength", "format"], &["multipleOf"]),
        (field(r#""type": "number", "validation": {¦}}]}"#), &["multipleOf"], &["format"]),
        (field(r#""type": "text", "validation": {"format": ¦}}]}"#), &["email", "date-time"], &["text"]),
        (field(r#""type": "text", "required": ¦"#), &["true", "false"], &[]),
        (field(r#""id": "b", "dependencies": [¦"#), &["a", "b"], &[]),
        (field(r#""rendering": {"conditionalDisplay": {"field": "¦"#), &["a"], &["text"]),
        (field(r#""type": "number", "rendering": {"displayStyle": ¦}}]}"#), &["rating", "scale"], &["radio"]),
        (field(r#""type": "text", "rendering": {"displayStyle": ¦}}]}"#), &["phone", "colour"], &["rating"]),
        (field(r#""type": "date", "rendering": {"displayStyle": ¦}}]}"#), &["range"], &["signature"]),
        (field(r#""type": "file", "rendering": {"displayStyle": ¦}}]}"#), &["signature"], &["range"]),
        (field(r#""type": "date", "rendering": {"rangeEnd": "¦"}}]}"#), &["a"], &[]),
        (field(r#""type": "select", "options": [{¦}]}]}"#), &["value", "description", "image"], &["label"]),
        (field(r#""rendering": {"conditionalDisplay": {"operator": ¦"#), &["equals", "and"], &["a"]),
        (field(r#"}], "validation": {"dependencies": {¦"#), &["a"], &["rules"]),
        (field(r#"}], "validation": {"rules": [{"fields": ["¦"]}]}}"#), &["a"], &[]),
        (field(r#""id": "my-b", "computed": "a + r¦"}]}"#), &["a", "answers['my-b']", "round"], &["text"]),
        (field(r#"}], "validation": {"rules": [{"expression": "a == ¦"}]}}"#), &["a", "has"], &["rules"]),
    ] {
        let result = ask_at(&text, "textDocument/completion");
        let labels: Vec<_> =
            result.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
        assert!(offered.iter().all(|label| labels.contains(label)), "{text}: {labels:?}");
        assert!(!not_offered.iter().any(|label| labels.contains(label)), "{text}: {labels:?}");
    }
    let items = ask_at(r#"{"ti¦" }"#, "textDocument/completion");
    let title = items.as_array().unwrap().iter().find(|item| item["label"] == "title").unwrap();
    let end = json!({"line": 0, "character": 5});
    assert_eq!(
        (&title["textEdit"]["newText"], &title["textEdit"]["range"]["end"]),
        (&json!("\"title\": "), &end)
    );
    assert_eq!(title["documentation"], "The heading people see above the form.");
}

#[test]
fn hover_explains_keys_values_and_references() {
    for (text, told) in [
        (TRIP.replace("\"title\"", "\"ti¦tle\""), "The heading people see above the form."),
        (TRIP.replacen("\"date\"", "\"da¦te\"", 1), "One of `\"text\"`"),
        (TRIP.replace("[\"start\"],", "[\"start¦\"],"), "Field `start` (date): `Start`"),
        (TRIP.replace("\"validate\"", "\"valid¦ate\""), "make it required"),
    ] {
        let hover = ask_at(&text, "textDocument/hover");
        let value = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(value.contains(told), "{told}: {hover}");
    }
    assert_eq!(ask_at(&TRIP.replace("/* ", "/*¦ "), "textDocument/hover"), Value::Null);
}
