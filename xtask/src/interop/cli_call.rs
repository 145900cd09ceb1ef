//! `askwell call` against the servers of other SDKs, in scripts and in a terminal.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::case::ACCEPTED;
use super::install::{quietly, target};
use super::peers::{Eras, Peer};
use super::process::{Program, Server};
use super::terminal_session::TERMINAL_SESSIONS;
use super::{Verdict, process};
use crate::cargo;

/// Tool, answer and expected result of each call. The URLs lead to a host with consent.
const CALLS: [(&str, &[&str], &str); 4] = [
    ("register", &["--answers", "ANSWERS"], ACCEPTED),
    ("register", &["--decline"], "decline"),
    ("connect", &["--answers", "ANSWERS", "--consent", "accounts.example.com"], "accept"),
    ("connect", &["--cancel"], "cancel"),
];

/// The built command-line tool, and a file with its answers.
pub(super) struct CliCaller {
    program: Program,
    answers: String,
}

impl CliCaller {
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
        Ok(CliCaller { program, answers: answers.display().to_string() })
    }

    /// Calls a peer's server in every way; what each was, and what came of it.
    pub(super) fn call(&self, peer: &Peer, server: &Server) -> Vec<(String, Verdict)> {
        let place = match server {
            Server::Command(command) => command.command_line(),
            Server::Url { url, .. } => url.clone(),
        };
        let program = self.program.with(["call", &place]);
        let typed =
            eras(peer).iter().flat_map(|era| TERMINAL_SESSIONS.iter().map(move |session| (era, session)));
        let typed = typed.map(|(era, session)| {
            let program = program.with([session.tool]).with(era);
            let name = format!(
                "{}: askwell call … {} {}, {}",
                peer.name,
                session.tool,
                era.join(" "),
                session.about
            );
            (name, session.hold(&program).map_err(|error| format!("{error:#}")))
        });
        CALLS.into_iter().map(|call| self.answered(peer, &program, call)).chain(typed).collect()
    }

    /// Calls a tool without anybody at a terminal.
    fn answered(
        &self,
        peer: &Peer,
        program: &Program,
        (tool, options, expected): (&str, &[&str], &str),
    ) -> (String, Verdict) {
        let options: Vec<&str> =
            options.iter().map(|option| if *option == "ANSWERS" { &self.answers } else { *option }).collect();
        let said = process::run(&program.with([tool]).with(options.as_slice()));
        let verdict = said.map_err(|error| format!("{error:#}")).and_then(|said| {
            match said.output.trim_end() == expected {
                true => Ok(()),
                false => Err(format!("it said {:?} {}", said.output, said.errors)),
            }
        });
        (format!("{}: askwell call … {tool} {}", peer.name, options.join(" ")), verdict)
    }
}

/// The options for each era that a peer speaks.
fn eras(peer: &Peer) -> &'static [&'static [&'static str]] {
    match peer.eras {
        Eras::Both => &[&["--era", "legacy"], &["--era", "modern"]],
        Eras::LegacyOnly => &[&[]],
    }
}
