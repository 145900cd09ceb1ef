//! Every `askwell …` in the documentation is a command that the program accepts.
//!
//! `docs.rs`, `recipes.rs` and the tests of the SDKs run what can be run. This finds every other command, in blocks and
//! in sentences, and lets the program parse it: `--help` at its end prints the help only if all words before it are
//! right.

use std::path::{Path, PathBuf};

use crate::process::Folder;

/// Where users find commands.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "docs",
    "packaging",
    "packaging/claude-plugin/plugins/askwell",
    "deploy",
    "examples",
    "sdks/python",
    "sdks/typescript",
];

/// What the documentation shows as a mistake.
const MISTAKES: [&str; 1] = ["askwell chekc"];

/// A command, and where it is documented.
struct DocumentedCommand {
    place: String,
    text: String,
}

#[test]
fn documented_commands_are_accepted() {
    let commands = documented_commands();
    assert!(commands.len() > 100, "only {} commands were found", commands.len());
    let folder = Folder::with(&[]);
    let mut wrong = Vec::new();
    for command in commands.iter().filter(|command| !MISTAKES.contains(&command.text.as_str())) {
        let words = words(&command.text);
        // A sentence that is about every client.
        let argument = |word| if word == "CLIENT" { "codex" } else { word };
        let mut arguments: Vec<&str> = words.iter().skip(1).map(|word| argument(word.as_str())).collect();
        // The words after it belong to another program.
        arguments.truncate(arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len()));
        arguments.push("--help");
        let ran = folder.run(&arguments);
        if ran.code != Some(0) {
            let reason = ran.stderr.lines().next().unwrap_or_default().to_owned();
            wrong.push(format!("{}: {}\n    {reason}", command.place, command.text));
        }
    }
    assert!(wrong.is_empty(), "the program does not accept:\n{}", wrong.join("\n"));
}

#[test]
fn wrong_options_before_help_are_rejected() {
    let folder = Folder::with(&[]);
    for wrong in
        [&["setup", "--undo", "--help"][..], &["serv", "--help"], &["ask", "--timeout", "soon", "--help"]]
    {
        assert_eq!(folder.run(wrong).code, Some(2), "{wrong:?}");
    }
}

fn documented_commands() -> Vec<DocumentedCommand> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = Vec::new();
    for name in DOCUMENTS {
        let path = root.join(name);
        if path.is_file() {
            files.push(path);
            continue;
        }
        let entries = std::fs::read_dir(&path).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| {
            path.extension().is_some_and(|extension| extension == "md" || extension == "mdx")
        }));
    }
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let is_run = name == "docs/cli.md";
        found.extend(
            commands_of(&text, is_run)
                .into_iter()
                .map(|(line, text)| DocumentedCommand { place: format!("{name}:{line}"), text }),
        );
    }
    found
}

/// Returns the commands of a document and their lines.
fn commands_of(document: &str, is_run: bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut block = None;
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind.to_owned()) };
            continue;
        }
        match block.as_deref() {
            // The lines without a dollar sign are output. `docs.rs` runs them in docs/cli.md, wrong ones among them.
            Some("console") if is_run || !line.starts_with("$ ") => {}
            Some("sh" | "console" | "bash" | "crontab" | "yaml" | "make") => {
                let mut line = line.to_owned();
                while line.ends_with('\\') {
                    line.pop();
                    line += lines.next().map_or("", |(_, more)| more.trim_start());
                }
                found.extend(commands_in(&line).into_iter().map(|text| (number + 1, text)));
            }
            Some(_) => {}
            None => {
                let codes = line.split('`').skip(1).step_by(2);
                let commands = codes.filter(|code| code.starts_with("askwell ")).flat_map(commands_in);
                found.extend(commands.map(|text| (number + 1, text)));
            }
        }
    }
    found
}

/// Returns the commands of a line of shell. What follows is cut off: pipes, redirections, comments.
fn commands_in(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, _) in line.match_indices("askwell ") {
        let is_word = line[..start].chars().next_back().is_none_or(|before| " (|;/`".contains(before));
        // `pip install askwell`, `uvx askwell`, `FROM askwell AS …`: a command begins with a lower-case word.
        let has_command =
            line[start + 8..].starts_with(|first: char| first.is_ascii_lowercase() || first == '-');
        let is_name = ["package ", "install ", "--bin ", "build ", "-C ", "of ", "service "]
            .iter()
            .any(|before| line[..start].ends_with(before));
        if is_word && has_command && !is_name {
            found.push(command_at(&line[start..]));
        }
    }
    found
}

/// Returns the text up to the end of the command.
fn command_at(text: &str) -> String {
    let (mut quote, mut before) = (None, ' ');
    for (at, letter) in text.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if "|;&>)".contains(letter) || (letter == '#' && before == ' ') => {
                return text[..at].trim_end().trim_end_matches('2').trim_end().to_owned();
            }
            None => {}
        }
        before = letter;
    }
    text.trim_end().to_owned()
}

/// Returns the words as a shell would pass them on, with variables as they are written.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
