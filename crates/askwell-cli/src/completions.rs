//! `askwell completions`: prints completions for a shell.

use anyhow::Result;
use clap::CommandFactory as _;

use crate::ExitReason;
use crate::arguments::{Cli, CompletionsArguments};
use crate::console::Console;

pub(crate) fn run(arguments: &CompletionsArguments, console: &Console) -> Result<ExitReason> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "askwell", &mut script);
    console.print_data(&script)?;
    Ok(ExitReason::Success)
}
