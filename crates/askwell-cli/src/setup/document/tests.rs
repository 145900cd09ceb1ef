//! Edits of configuration files as clients write them.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use serde_json::{Map, Value, json};

use super::{DocumentError, Edit, Syntax, apply, fragment, parse, servers};
use crate::setup::client::{Client, Layout};
use crate::setup::entry::Launch;
use crate::setup::gateway;

/// A file of a client: before, and after `askwell` and `askwell-http` were added.
struct Sample {
    name: String,
    layout: Layout,
    before: String,
    after: String,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/setup/clients");
    let files = [
        (Client::ClaudeCode, "claude-code", ".claude.json"),
        (Client::ClaudeCode, "claude-code", ".mcp.json"),
        (Client::ClaudeDesktop, "claude-desktop", "claude_desktop_config.json"),
        (Client::Cursor, "cursor", "mcp.json"),
        (Client::VsCode, "vscode", "mcp.json"),
        (Client::Codex, "codex", "config.toml"),
        (Client::Gemini, "gemini-cli", "settings.json"),
        (Client::OpenCode, "opencode", "opencode.jsonc"),
        (Client::Goose, "goose", "config.yaml"),
        (Client::Zed, "zed", "settings.json"),
        (Client::Windsurf, "devin-windsurf", "mcp_config.json"),
        (Client::Windsurf, "devin-windsurf", "windsurf-legacy.mcp_config.json"),
        (Client::LibreChat, "librechat", "librechat.yaml"),
        (Client::Copilot, "copilot-cli", "mcp-config.json"),
        (Client::Qwen, "qwen-code", "settings.json"),
        (Client::Kilo, "kilo", "kilo.jsonc"),
        (Client::Cline, "cline", "cline_mcp_settings.json"),
        (Client::LmStudio, "lm-studio", "mcp.json"),
        (Client::Warp, "warp", ".mcp.json"),
    ];
    for client in Client::value_variants() {
        assert!(files.iter().any(|(known, ..)| known == client), "{client:?} has no sample");
    }
    let read = |path: PathBuf| std::fs::read_to_string(&path).unwrap();
    let sample = |(client, folder_name, file): (Client, &str, &str)| Sample {
        name: format!("{folder_name}/{file}"),
        layout: client.layout(),
        before: read(folder.join(folder_name).join("before").join(file)),
        after: read(folder.join(folder_name).join("after").join(file)),
    };
    files.into_iter().map(sample).collect()
}

fn add(name: &str, entry: &Value) -> Edit {
    Edit::Add { name: name.to_owned(), entry: entry.clone() }
}

fn remove(name: &str) -> Edit {
    Edit::Remove { name: name.to_owned() }
}

/// The ways in which the same file may be stored.
fn variants(text: &str) -> [String; 4] {
    [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}"), text.trim_end().to_owned()]
}

#[test]
fn adding_gives_what_the_client_understands_and_removing_restores_every_byte() {
    for Sample { name, layout, before, after } in samples() {
        let Layout { syntax, root, .. } = layout;
        let expected = servers(&after, syntax, root).unwrap();
        let new =
            ["askwell", "askwell-http"].into_iter().filter_map(|name| Some((name, expected.get(name)?)));
        let edits: Vec<Edit> = new.clone().map(|(name, entry)| add(name, entry)).collect();
        let removals: Vec<Edit> = new.map(|(name, _)| remove(name)).collect();
        for before in variants(&before) {
            let added =
                apply(&before, syntax, root, &edits).unwrap_or_else(|error| panic!("{name}: {error}"));
            let plain = |text: &str| parse(text.trim_start_matches('\u{feff}'), syntax).unwrap();
            assert_eq!(plain(&added), plain(&after), "{name}");
            assert_eq!(servers(&added, syntax, root).unwrap(), expected, "{name}");
            check_kept(&name, &before, &added);
            let removed = apply(&added, syntax, root, &removals).unwrap();
            assert_eq!(removed, before, "{name}");
        }
    }
}

/// Every line of `before` is in `after`, in its order. A comma may follow.
fn check_kept(name: &str, before: &str, after: &str) {
    let mut lines = after.split('\n');
    for line in before.split('\n') {
        let with_comma = |other: &str| {
            let (line, other) = (line.trim_end_matches('\r'), other.trim_end_matches('\r'));
            line == other || other.strip_suffix(',') == Some(line)
        };
        assert!(line.is_empty() || lines.any(with_comma), "{name}: the line {line:?} is lost in\n{after}");
    }
}

#[test]
fn gateway_is_put_in_front_and_taken_away_without_a_trace() {
    for (command, arguments) in [("askwell", vec![]), ("npx", vec!["-y".to_owned(), "askwell".to_owned()])] {
        let launch = Launch { command: command.to_owned(), arguments };
        for Sample { name, layout, before, .. } in samples() {
            let Layout { syntax, root, .. } = layout;
            for before in variants(&before) {
                let plan = gateway::wrap(&servers(&before, syntax, root).unwrap(), &layout, &launch);
                assert!(!plan.edits.is_empty(), "{name}");
                let wrapped = apply(&before, syntax, root, &plan.edits).unwrap();
                let entry = servers(&wrapped, syntax, root).unwrap()["other"].to_string();
                assert!(entry.contains(r#""--","/opt/other/other-server","--stdio"]"#), "{name}: {entry}");
                let has_variable = entry.contains(r#""gateway","--env","OTHER_KEY","--""#);
                assert_eq!(has_variable, before.contains("OTHER_KEY"), "{name}: {entry}");
                let again = gateway::wrap(&servers(&wrapped, syntax, root).unwrap(), &layout, &launch);
                assert_eq!(again.edits, [], "{name}");
                let plan = gateway::unwrap(&servers(&wrapped, syntax, root).unwrap(), &layout);
                assert_eq!(apply(&wrapped, syntax, root, &plan.edits).unwrap(), before, "{name}");
            }
        }
    }
}

#[test]
fn gateway_restores_every_way_to_write_a_server() {
    let launch = Launch { command: "askwell".to_owned(), arguments: Vec::new() };
    for (client, text) in [
        (Client::Cursor, "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"),
        (Client::Cursor, "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": []}}}"),
        (
            Client::Cursor,
            "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"x\", // why\n      \"env\": {}\n    }\n  }\n}\n",
        ),
        (
            Client::Cursor,
            "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"x\",\n      \"args\": [\n        // one\n        \"1\",\n        \"2\"\n      ]\n    }\n  }\n}\n",
        ),
        (Client::Codex, "[mcp_servers.a]\ncommand = 'C:\\x' # why\n"),
        (Client::Codex, "[mcp_servers.a]\ncommand = \"x\"\nargs = [ \"1\", \"2\" ] # why\n\n[tui]\na = 1\n"),
        (Client::Codex, "[mcp_servers.a]\ncommand = \"x\"\nargs = [\n  # one\n  \"1\",\n  \"2\",\n]\n"),
        (Client::Codex, "mcp_servers = { a = { command = \"x\", args = [] } }\n"),
        (Client::Goose, "extensions:\n  a:\n    type: stdio\n    cmd: x\n    timeout: 3\n"),
        (
            Client::Goose,
            "extensions:\n  a:\n    cmd: \"x y\" # why\n    args:\n    - \"1\"\n    - two # why\nb: 1\n",
        ),
        (Client::Goose, "extensions:\n  a:\n    cmd: 'x'\n    args: []\n    envs: {}\n"),
        (Client::LibreChat, "mcpServers: {a: {command: x, args: [one, two]}}\n"),
        (Client::LibreChat, "mcpServers: {a: {command: x}, b: {url: y}}\n"),
    ] {
        let layout = client.layout();
        let (syntax, root) = (layout.syntax, layout.root);
        let plan = gateway::wrap(&servers(text, syntax, root).unwrap(), &layout, &launch);
        let wrapped =
            apply(text, syntax, root, &plan.edits).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let plan = gateway::unwrap(&servers(&wrapped, syntax, root).unwrap(), &layout);
        assert_eq!(apply(&wrapped, syntax, root, &plan.edits).unwrap(), text, "\n{wrapped}");
    }
}

#[test]
fn server_over_http_is_named_as_left_alone() {
    let servers: Map<String, Value> =
        serde_json::from_value(json!({"a": {"url": "https://example.com/mcp"}, "b": {"type": "builtin"}}))
            .unwrap();
    let launch = Launch { command: "askwell".to_owned(), arguments: Vec::new() };
    let plan = gateway::wrap(&servers, &Client::Cursor.layout(), &launch);
    assert_eq!((plan.edits.len(), plan.skipped.len()), (0, 1));
    assert_eq!(plan.skipped[0].0, "a");
}

#[test]
fn entry_of_the_same_name_is_replaced() {
    for (syntax, root, text) in [
        (Syntax::Jsonc, "m", "{\"m\": {\"a\": {\"b\": 1}, \"z\": {\"c\": 2}}}\n"),
        (Syntax::Toml, "m", "[m.a]\nb = 1\n\n[m.z]\nc = 2\n"),
        (Syntax::Yaml, "m", "m:\n  a:\n    b: 1\n  z:\n    c: 2\n"),
    ] {
        let changed = apply(text, syntax, root, &[add("a", &json!({"b": 3}))]).unwrap();
        let expected = json!({"a": {"b": 3}, "z": {"c": 2}});
        assert_eq!(Value::from(servers(&changed, syntax, root).unwrap()), expected, "{changed}");
    }
}

#[test]
fn files_in_unusual_shapes_get_the_entry() {
    let entry = json!({"command": "askwell", "args": ["mcp", "--page"], "env": {"A": "yes: #1"}, "limit": 5});
    for (syntax, text) in [
        (Syntax::Json, ""),
        (Syntax::Json, "{}"),
        (Syntax::Json, " \n"),
        (Syntax::Jsonc, "// nothing but a comment\n"),
        (Syntax::Jsonc, "{\"a\": 1 /* why */ }"),
        (Syntax::Jsonc, "{\n  \"m\": {\n    // none\n  }\n}"),
        (Syntax::Jsonc, "{\n  \"m\": {\n    \"a\": {} // trailing\n    // last\n  }\n}\n"),
        (Syntax::Toml, ""),
        (Syntax::Toml, "# only a comment"),
        (Syntax::Toml, "a = 1\n[b]\nc = 2\n"),
        (Syntax::Toml, "m = { a = { command = \"x\" } }\n"),
        (Syntax::Toml, "[m]\n"),
        (Syntax::Toml, "[[b]]\nc = 1.5\n[[b]]\nd = 1979-05-27\n"),
        (Syntax::Yaml, ""),
        (Syntax::Yaml, "# only a comment\n"),
        (Syntax::Yaml, "a: 1"),
        (Syntax::Yaml, "---\na: 1\n"),
        (Syntax::Yaml, "m:\n"),
        (Syntax::Yaml, "m:"),
        (Syntax::Yaml, "m: ~ # none\nz: 1\n"),
        (Syntax::Yaml, "m: {}\nz: 1\n"),
        (Syntax::Yaml, "m: {a: {b: 1}}\n"),
        (
            Syntax::Yaml,
            "m:\n    a:\n        b: |\n            # text\n            more\n\n\n# about z\nz: 1\n",
        ),
        (Syntax::Yaml, "m:\n  a:\n    b: 1\n  # belongs to m\n\n# belongs to z\nz: 1\n"),
        (Syntax::Yaml, "z: &shared {q: 1}\nm:\n  a: *shared\n"),
        (Syntax::Yaml, "m:\n  a: 'one\n\n    two'\n"),
        (Syntax::Yaml, "ü: \"ß\"\nm:\n  é: {b: [1, 2]} # ö\nz: 1\n"),
    ] {
        let before = servers(text, syntax, "m").unwrap();
        let after = apply(text, syntax, "m", &[add("askwell", &entry)])
            .unwrap_or_else(|error| panic!("{error}: {text:?}"));
        let mut expected = before.clone();
        expected.insert("askwell".to_owned(), entry.clone());
        assert_eq!(servers(&after, syntax, "m").unwrap(), expected, "{text:?}\n{after}");
        let removed = apply(&after, syntax, "m", &[remove("askwell")])
            .unwrap_or_else(|error| panic!("{error}: {text:?}\n{after}"));
        assert_eq!(servers(&removed, syntax, "m").unwrap(), before, "{text:?}\n{after}");
    }
}

#[test]
fn broken_file_is_reported_with_its_position() {
    for (syntax, text, expected) in [
        (Syntax::Json, "{\n  \"a\": 1\n  \"b\": 2\n}", "it is broken at line 3, column 3"),
        (Syntax::Json, "{ // why\n}", "it is broken at line 1"),
        (Syntax::Json, "{\"a\": 1,}", "it is broken at line 1"),
        (Syntax::Jsonc, "{\"a\": }", "it is broken at line 1"),
        (Syntax::Jsonc, "{\"m\": [1]}", "its `m` is not a table"),
        (Syntax::Jsonc, "[]", "its content is not a table"),
        (Syntax::Toml, "a = 1\nb = \n", "it is broken at line 2, column 5"),
        (Syntax::Toml, "m = 1\n", "its `m` is not a table"),
        (Syntax::Toml, "[m]\na = 1\n[m]\n", "it is broken at line 3"),
        (Syntax::Toml, "a = 1\r\nb = 2\n", "its lines end in different ways"),
        (Syntax::Yaml, "a: 1\n  b: 2\n", "it is broken at line 2"),
        (Syntax::Yaml, "a: [1\n", "it is broken at line"),
        (Syntax::Yaml, "m: 1\n", "its `m` is not a table"),
        (Syntax::Yaml, "- a\n", "its content is not a table"),
        (Syntax::Yaml, "a: 1\n---\nb: 2\n", "it contains several documents"),
        (Syntax::Yaml, "a: 1\na: 2\n", "its key `a` is there twice"),
        (Syntax::Yaml, "m: &here\n  a: 1\n", "it is written in a way"),
    ] {
        let error = apply(text, syntax, "m", &[add("askwell", &json!({"command": "a"}))]).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{text:?}: {error}");
    }
    let twice = "{\"m\": {\"a\": {}, \"a\": {}}}";
    let error = apply(twice, Syntax::Jsonc, "m", &[remove("a")]).unwrap_err();
    assert_eq!(error, DocumentError::Duplicate("a".to_owned()));
}

#[test]
fn fragment_is_a_whole_document() {
    let entry = json!({"command": "askwell", "args": ["mcp"]});
    for (syntax, expected) in [
        (
            Syntax::Json,
            "{\n  \"m\": {\n    \"askwell\": {\n      \"command\": \"askwell\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
        ),
        (Syntax::Toml, "[m.askwell]\ncommand = \"askwell\"\nargs = [\"mcp\"]\n"),
        (Syntax::Yaml, "m:\n  askwell:\n    command: askwell\n    args: [\"mcp\"]\n"),
    ] {
        assert_eq!(fragment(syntax, "m", "askwell", &entry).unwrap(), expected);
    }
}
