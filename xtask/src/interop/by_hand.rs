//! `askwell call` against the servers of other SDKs, as a server's author would use it: in scripts, and at a terminal.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::at_terminal::SITTINGS;
use super::case::ACCEPTED;
use super::install::{quietly, target};
use super::peers::{Eras, Peer};
use super::process::{Program, Server};
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
    pub(super) fn call(&self, peer: &Peer, server: &Server) -> Vec<(String, Verdict)> {
        let place = match server {
            Server::Command(command) => command.command_line(),
            Server::Url { url, .. } => url.clone(),
        };
        let program = self.program.with(["call", &place]);
        let typed = eras(peer).iter().flat_map(|era| SITTINGS.iter().map(move |sitting| (era, sitting)));
        let typed = typed.map(|(era, sitting)| {
            let program = program.with([sitting.tool]).with(era);
            let name = format!(
                "{}: askwell call … {} {}, {}",
                peer.name,
                sitting.tool,
                era.join(" "),
                sitting.about
            );
            (name, sitting.hold(&program).map_err(|error| format!("{error:#}")))
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
