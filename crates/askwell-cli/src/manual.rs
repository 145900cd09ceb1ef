//! `askwell man`: prints manual pages.

use anyhow::{Result, bail};
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::ExitReason;
use crate::arguments::{Cli, ManArguments};
use crate::console::Console;
use crate::safe_text;

pub(crate) fn run(arguments: &ManArguments, console: &Console) -> Result<ExitReason> {
    let mut page = Vec::new();
    let man = Man::new(command(arguments.command.as_deref())?).manual("Askwell");
    man.source(concat!("askwell ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    console.print_data(&page)?;
    Ok(ExitReason::Success)
}

fn command(name: Option<&str>) -> Result<Command> {
    let mut whole = Cli::command();
    // Building gives subcommands their full names and the global options.
    whole.build();
    let Some(name) = name else { return Ok(whole) };
    let Some(part) = whole.find_subcommand(name) else {
        let names: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
        bail!("there is no command `{}`; there are {}", safe_text::line(name), names.join(", "));
    };
    Ok(part.clone())
}
