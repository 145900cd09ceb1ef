//! `askwell call` against the servers of other SDKs, as a server's author would use it.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::case::ACCEPTED;
use super::install::{quietly, target};
use super::process::Program;
use super::{Verdict, process};
use crate::cargo;

/// What is called, how it is answered, and what the tool has to say to that. URLs lead to a host that is agreed to.
const CALLS: [(&str, &[&str], &str); 4] = [
    ("register", &["--answers", "ANSWERS"], ACCEPTED),
    ("register", &["--decline"], "decline"),
    ("connect", &["--answers", "ANSWERS", "--consent", "accounts.example.com"], "accept"),
    ("connect", &["--cancel"], "cancel"),
];

/// The command-line tool, built, and the answers that it is given.
pub(super) struct Caller {
    program: Program,
    answers: String,
}

impl Caller {
    pub(super) fn build(root: &Path) -> Result<Self> {
        quietly(cargo::cargo(root).args([
            "build",
            "--quiet",
            "--package",
            "askwell-cli",
            "--bin",
            "askwell",
        ]))?;
        let target = target(root)?;
        let answers = target.join("interop").join("answers.json");
        fs::create_dir_all(target.join("interop"))?;
        fs::write(&answers, ACCEPTED.trim_start_matches("accept "))?;
        let program = Program::new(target.join("debug").join("askwell"));
        Ok(Caller { program, answers: answers.display().to_string() })
    }

    /// Calls a peer's server in every way; what each was, and what came of it.
    pub(super) fn call(&self, name: &str, server: &Program) -> Vec<(String, Verdict)> {
        let call = |(tool, options, expected): (&str, &[&str], &str)| {
            let options: Vec<&str> = options
                .iter()
                .map(|option| if *option == "ANSWERS" { &self.answers } else { *option })
                .collect();
            let command = server.with(["server"]).command_line();
            let program = self.program.with(["call", &command, tool]).with(options.as_slice());
            let said = process::run(&program).map_err(|error| format!("{error:#}"));
            let verdict = said.and_then(|said| match said.output.trim_end() == expected {
                true => Ok(()),
                false => Err(format!("it said {:?} {}", said.output, said.errors)),
            });
            (format!("{name}: askwell call … {tool} {}", options.join(" ")), verdict)
        };
        CALLS.into_iter().map(call).collect()
    }
}
