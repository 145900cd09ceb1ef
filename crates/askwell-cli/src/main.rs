//! `askwell`: check forms and answers, ask people, turn forms into schemas, start a new form, run the service.
//!
//! Reports for people go to stderr, data goes to stdout, so that either can be piped. Nothing here decides
//! whether a form or an answer is right: that is [`askwell_form`]'s business.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "text goes out by one way only, which makes it harmless"
)]

mod answer;
mod arguments;
mod ask;
mod asked_by;
mod backup;
mod call;
mod check;
mod completions;
mod console;
mod document;
mod excerpt;
mod inbox;
mod keyring;
mod keys;
mod manual;
mod mcp;
mod new;
mod notice;
mod remote;
mod schema;
mod serve;
mod shown;
mod timeouts;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Cli, Command};
use crate::console::Console;

/// What one thread allocates, another often frees: the committer, the workers. The system's allocator makes them wait for
/// each other, which cost the service half of its rate (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended, when it could do what it was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All is fine.
    Fine,
    /// The form or the answers have problems, which have been reported.
    Problems,
    /// The person said no.
    Declined,
    /// The person left without an answer.
    Cancelled,
    /// Nobody answered in time.
    TimedOut,
}

impl Verdict {
    /// The exit codes, as `askwell --help` and docs/cli.md list them. Code 2 is for errors.
    fn code(self) -> u8 {
        match self {
            Verdict::Fine => 0,
            Verdict::Problems => 1,
            Verdict::Declined => 3,
            Verdict::Cancelled => 4,
            Verdict::TimedOut => 5,
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(arguments::report(&error)),
    };
    let console = Console::new(cli.color);
    std::panic::set_hook(Box::new(move |panic| console.report_panic(panic)));
    let verdict = match &cli.command {
        Command::Check(arguments) => check::run(arguments, &console),
        Command::Ask(arguments) => ask::run(arguments, &console),
        Command::Inbox(arguments) => inbox::run(arguments, &console),
        Command::Answer(arguments) => answer::run(arguments, &console),
        Command::Call(arguments) => call::run(arguments, &console),
        Command::Schema(arguments) => schema::run(arguments, &console),
        Command::New(arguments) => new::run(arguments, &console),
        Command::Language => console.print_text(askwell_form::language::REFERENCE).map(|()| Verdict::Fine),
        Command::Serve(arguments) => serve::run(arguments, &console),
        Command::Rpc(arguments) => serve::run_stdio(arguments, &console),
        Command::Mcp(arguments) => mcp::run(arguments, &console),
        Command::Keys(arguments) => keys::run(arguments, &console),
        Command::Timeouts(arguments) => timeouts::run(arguments, &console),
        Command::Keyring(arguments) => keyring::run(arguments, &console),
        Command::Backup(arguments) => backup::run(arguments, &console),
        Command::Completions(arguments) => completions::run(arguments, &console),
        Command::Man(arguments) => manual::run(arguments, &console),
    };
    match verdict {
        Ok(verdict) => ExitCode::from(verdict.code()),
        Err(error) => {
            console.error(&with_causes(&error));
            ExitCode::from(2)
        }
    }
}

/// An error with what has caused it, each said once: some quote their cause themselves.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |text, cause| match cause.to_string() {
        cause if text.is_empty() => cause,
        cause if text.contains(&cause) => text,
        cause => format!("{text}: {cause}"),
    })
}
