//! `askwell`: check forms and answers, turn forms into schemas, start a new form, run the service.
//!
//! Reports for people go to stderr, data goes to stdout, so that either can be piped. Nothing here decides
//! whether a form or an answer is right: that is [`askwell_form`]'s business.

mod arguments;
mod check;
mod completions;
mod console;
mod document;
mod excerpt;
mod keys;
mod manual;
mod new;
mod notice;
mod schema;
mod serve;
mod shown;
mod tls;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Cli, Command};
use crate::console::Console;

/// How a command ended, when it could do what it was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All is fine.
    Fine,
    /// The form or the answers have problems, which have been reported.
    Problems,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let console = Console::new(cli.color);
    let verdict = match &cli.command {
        Command::Check(arguments) => check::run(arguments, &console),
        Command::Schema(arguments) => schema::run(arguments, &console),
        Command::New(arguments) => new::run(arguments, &console),
        Command::Language => {
            console.print(askwell_form::language::REFERENCE.as_bytes()).map(|()| Verdict::Fine)
        }
        Command::Serve(arguments) => serve::run(arguments, &console),
        Command::Rpc(arguments) => serve::run_stdio(arguments, &console),
        Command::Keys(arguments) => keys::run(arguments, &console),
        Command::Completions(arguments) => completions::run(arguments, &console),
        Command::Man(arguments) => manual::run(arguments, &console),
    };
    match verdict {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Problems) => ExitCode::from(1),
        Err(error) => {
            console.error(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}
