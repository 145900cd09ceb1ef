//! `askwell`: checks forms and answers, asks people, converts forms to schemas, creates forms, runs
//! the service.
//!
//! Reports for people go to stderr and data to stdout, so that both can be piped. [`askwell_form`]
//! decides whether a form or an answer is valid, not this crate.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "text goes out by one way only, which makes it harmless"
)]

mod acp;
mod answer;
mod arguments;
mod ask;
mod attribution;
mod audit;
mod backup;
mod browser;
mod call;
mod check;
mod completions;
mod console;
mod database;
mod demo;
mod diagnostic;
mod document;
mod excerpt;
mod gateway;
mod import;
mod inbox;
mod keyring;
mod keys;
mod lsp;
mod manual;
mod mcp;
mod new;
mod notifications;
mod open;
mod people;
mod playground;
mod qr;
mod remote;
mod safe_text;
mod schema;
mod serve;
mod setup;
mod store;
mod timeouts;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Cli, Command};
use crate::console::Console;

/// Memory is often freed by another thread than the one that allocated it, such as the committer.
/// The system's allocator made the threads wait for each other, which cost the service half of its
/// rate (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended if it was able to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExitReason {
    /// The command succeeded.
    Success,
    /// The form or the answers have problems, which have been reported.
    Problems,
    /// The person declined.
    Declined,
    /// The person cancelled.
    Cancelled,
    /// The deadline passed without an answer.
    TimedOut,
}

impl ExitReason {
    /// Returns the exit code, as listed in `askwell --help` and docs/cli.md. Code 2 is for errors.
    fn code(self) -> u8 {
        match self {
            ExitReason::Success => 0,
            ExitReason::Problems => 1,
            ExitReason::Declined => 3,
            ExitReason::Cancelled => 4,
            ExitReason::TimedOut => 5,
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
        Command::Demo(arguments) => demo::run(arguments, &console),
        Command::Ask(arguments) => ask::run(arguments, &console),
        Command::Wait(arguments) => ask::wait::run(arguments, &console),
        Command::Open(arguments) => open::run(arguments, &console),
        Command::Inbox(arguments) => inbox::run(arguments, &console),
        Command::Answer(arguments) => answer::run(arguments, &console),
        Command::Call(arguments) => call::run(arguments, &console),
        Command::Schema(arguments) => schema::run(arguments, &console),
        Command::Import(arguments) => import::run(arguments, &console),
        Command::New(arguments) => new::run(arguments, &console),
        Command::Language => {
            console.print_text(askwell_form::language::REFERENCE).map(|()| ExitReason::Success)
        }
        Command::Playground(arguments) => playground::run(arguments, &console),
        Command::Lsp(_) => lsp::run(&console),
        Command::Serve(arguments) => serve::run(arguments, &console),
        Command::Rpc(arguments) => serve::run_stdio(arguments, &console),
        Command::Mcp(arguments) => mcp::run(arguments, &console),
        Command::Setup(arguments) => setup::run(arguments, &console),
        Command::Gateway(arguments) => gateway::run(arguments, &console),
        Command::Acp(arguments) => acp::run(arguments, &console),
        Command::Keys(arguments) => keys::run(arguments, &console),
        Command::Notifications(arguments) => notifications::run(arguments, &console),
        Command::Sessions(arguments) => people::run_sessions(arguments, &console),
        Command::People(arguments) => people::run_people(arguments, &console),
        Command::Timeouts(arguments) => timeouts::run(arguments, &console),
        Command::Keyring(arguments) => keyring::run(arguments, &console),
        Command::Database(arguments) => database::run(arguments, &console),
        Command::Store(arguments) => store::run(arguments, &console),
        Command::Audit(arguments) => audit::run(arguments, &console),
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

/// Returns an error with its causes, without repeating those that an error quotes itself.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |text, cause| match cause.to_string() {
        cause if text.is_empty() => cause,
        cause if text.contains(&cause) => text,
        cause => format!("{text}: {cause}"),
    })
}
