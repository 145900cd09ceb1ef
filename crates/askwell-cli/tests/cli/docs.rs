//! Runs every `$ …` in docs/cli.md in a shell and compares the output.
//!
//! To update the documentation after a change: `ASKWELL_UPDATE_DOCS=1 cargo test -p askwell-cli
//! docs`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Folder, finish, isolated};

#[test]
fn documented_commands_print_the_documented_output() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let folder = Folder::with_examples();
    let mut real = Vec::new();
    let mut lines = text.lines();
    let mut last_text = "";
    while let Some(line) = lines.next() {
        real.push(line.to_owned());
        if !line.starts_with("```") {
            last_text = if line.is_empty() { last_text } else { line };
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match (line, block.as_slice()) {
            ("```console", [command, ..]) => {
                real.push((*command).to_owned());
                real.extend(output(&folder, command).lines().map(str::to_owned));
            }
            _ => {
                // "…, `name.json`:" before a block makes it a file.
                if let Some(name) = last_text.strip_suffix("`:").and_then(|text| text.rsplit('`').next()) {
                    folder.put(name, block.join("\n").as_bytes());
                }
                real.extend(block.iter().map(|&line| line.to_owned()));
            }
        }
        real.push("```".to_owned());
    }
    let real = real.join("\n") + "\n";
    if std::env::var_os("ASKWELL_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &real).unwrap();
    }
    assert!(
        text == real || std::env::var_os("ASKWELL_UPDATE_DOCS").is_some(),
        "docs/cli.md should read:\n{real}"
    );
}

/// What a shell shows for a command: data first, then what is said about it. Ids are other ones every time.
fn output(folder: &Folder, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_askwell")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = isolated(Command::new("/bin/sh"), folder.path());
    shell.args(["-c", command.strip_prefix("$ ").unwrap()]).env("PATH", path);
    // The log of a server that a command starts has the time in it.
    shell.env("ASKWELL_LOG_FILTER", "warn");
    let ran = finish(shell);
    without_ids(&(ran.stdout + &ran.stderr))
}

fn without_ids(text: &str) -> String {
    let mut parts = text.split("elic_");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "elic_…";
        out += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    out
}
