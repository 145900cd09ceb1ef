//! Runs every `$ curl …` in docs/api.md in order and compares the output.
//!
//! To update the documentation after a change: `ASKWELL_UPDATE_DOCS=1 cargo test -p askwell-cli
//! docs`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::server::Server;

/// What the documentation says the service is at.
const ADDRESS: &str = "127.0.0.1:8787";

/// When everything in the documentation happens.
const EPOCH: u64 = 1_794_783_600_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_update() -> bool {
    std::env::var_os("ASKWELL_UPDATE_DOCS").is_some()
}

#[test]
fn documented_api_calls_return_the_documented_responses() {
    let path = root().join("docs/api.md");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\naskwell serve --memory --set templates=templates\n"));
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("templates")).unwrap();
    let server = Server::with(folder.path(), &["--memory", "--set", "templates=templates"]);
    let mut names = Names::default();
    let mut real = Vec::new();
    let mut lines = text.lines();
    let mut last_text = "";
    while let Some(line) = lines.next() {
        real.push(line.to_owned());
        if line == "| code | type | when |" {
            real.push(lines.next().unwrap().to_owned());
            real.extend(error_table());
            while lines.clone().next().is_some_and(|line| line.starts_with('|')) {
                lines.next();
            }
            continue;
        }
        if !line.starts_with("```") {
            last_text = if line.is_empty() { last_text } else { line };
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match (line, block.as_slice()) {
            ("```console", [command, ..]) => {
                real.push((*command).to_owned());
                real.extend(
                    answer(&server, &mut names, command.strip_prefix("$ ").unwrap())
                        .lines()
                        .map(str::to_owned),
                );
            }
            _ => {
                // "… `name.json`:" before a block makes it a file.
                if let Some(name) = last_text.strip_suffix("`:").and_then(|text| text.rsplit('`').next()) {
                    fs::write(folder.path().join(name), block.join("\n")).unwrap();
                }
                real.extend(block.iter().map(|&line| line.to_owned()));
            }
        }
        real.push("```".to_owned());
    }
    let real = real.join("\n") + "\n";
    if is_update() {
        fs::write(&path, &real).unwrap();
    }
    assert!(text == real || is_update(), "docs/api.md should read:\n{real}");
}

fn error_table() -> Vec<String> {
    askwell_web::rpc::error_code::TABLE
        .iter()
        .map(|row| format!("| {} | `{}` | {} |", row.number, row.name, row.about))
        .collect()
}

/// What a command says, with the names and times of the documentation.
fn answer(server: &Server, names: &mut Names, command: &str) -> String {
    let command = names.to_real(&command.replace(ADDRESS, &server.address.to_string()));
    let ran = Command::new("sh").arg("-c").arg(&command).output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    let said = names.rewrite(&said);
    match serde_json::from_str::<Value>(&said) {
        Ok(json) => serde_json::to_string_pretty(&json).unwrap(),
        Err(_) => said.trim_end().to_owned(),
    }
}

/// Ids and locations as they are, and as they are called in the documentation.
#[derive(Default)]
struct Names {
    documented: HashMap<String, String>,
    count: usize,
    /// When the last elicitation was asked that is spoken of: what has no such time itself is told by that.
    asked_at: u64,
}

impl Names {
    fn to_real(&self, text: &str) -> String {
        self.documented
            .iter()
            .fold(text.to_owned(), |text, (real, documented)| text.replace(documented, real))
    }

    fn rewrite(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        let times: Vec<u64> =
            numbers(text).filter(|number| *number > EPOCH / 2 && *number < EPOCH * 2).collect();
        if let Some(first) = times.iter().min().filter(|_| text.contains("createdAt")) {
            self.asked_at = *first;
        }
        while let Some(character) = rest.chars().next() {
            let word_length =
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, after) = rest.split_at(word_length.max(character.len_utf8()));
            out.push_str(&self.word(word, &times));
            rest = after;
        }
        out
    }

    fn word(&mut self, word: &str, times: &[u64]) -> String {
        let is_hex = |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if word.strip_prefix("elic_").is_some_and(is_hex) {
            let count = &mut self.count;
            let named = self.documented.entry(word.to_owned()).or_insert_with(|| {
                *count += 1;
                format!("elic_{count:032}")
            });
            return named.clone();
        }
        if is_hex(word) {
            return "4c1d0a1f8e0b4b5c9d3e7f6a2b1c0d9e".to_owned();
        }
        match word.parse::<u64>() {
            // What happened within seconds happened at once.
            Ok(time) if times.contains(&time) => {
                (EPOCH + time.saturating_sub(self.asked_at) / 10_000 * 10_000).to_string()
            }
            _ => word.to_owned(),
        }
    }
}

fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// Runs an example program against a service where a person answers.
fn run_example(program: &str, arguments: &[&str]) {
    let server = Server::in_memory();
    let mut events = server.events("/events");
    let url = format!("http://{}", server.address);
    let child = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .env("ASKWELL_URL", &url)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} is needed to run the examples: {error}"));
    let id = events.next().unwrap().data["params"]["elicitationId"].clone();
    let responses = serde_json::json!({"go": true, "note": "after lunch"});
    server
        .call("elicitation/submit", serde_json::json!({"elicitationId": id, "responses": responses}))
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("deploying: after lunch"), "{output:?}");
}

#[test]
fn python_example_runs() {
    run_example("python3", &["examples/python/ask.py"]);
}

#[test]
fn typescript_example_runs() {
    let version = Command::new("node")
        .arg("--version")
        .output()
        .unwrap_or_else(|error| panic!("node is needed: {error}"));
    let version = String::from_utf8(version.stdout).unwrap();
    let major: u32 = version.trim_start_matches('v').split('.').next().unwrap().parse().unwrap();
    if major >= 23 {
        return run_example("node", &["--experimental-strip-types", "examples/typescript/ask.ts"]);
    }
    // An older Node cannot leave the types out itself.
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("ask.mjs");
    fs::write(
        &script,
        without_types(&fs::read_to_string(root().join("examples/typescript/ask.ts")).unwrap()),
    )
    .unwrap();
    run_example("node", &[script.to_str().unwrap()]);
}

/// Leaves out what the example says about types, phrase by phrase.
fn without_types(source: &str) -> String {
    const TYPES: [&str; 8] = [
        "<T>(method: string, params: object): Promise<T>",
        ": Record<string, string>",
        ": Promise<Deploy | null>",
        "<Outcome<Deploy>>",
        "<Asked>",
        "type Deploy = { go: boolean; note?: string };",
        "type Asked = { elicitationId: string };",
        "type Outcome<T> = { status: \"pending\" | \"active\" | \"declined\" | \"cancelled\" | \"timeout\" } | { status: \"completed\"; result: T };",
    ];
    TYPES.iter().fold(source.to_owned(), |source, part| {
        assert!(source.contains(part), "{part} is not in the example");
        source.replace(part, if part.contains("method") { "(method, params)" } else { "" })
    })
}
