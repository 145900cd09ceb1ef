//! `askwell man`.

use anyhow::{Result, bail};
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::Verdict;
use crate::arguments::{Cli, ManArguments};
use crate::console::Console;
use crate::shown;

pub(crate) fn run(arguments: &ManArguments, console: &Console) -> Result<Verdict> {
    let mut page = Vec::new();
    let man = Man::new(command(arguments.command.as_deref())?).manual("Askwell");
    man.source(concat!("askwell ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    console.print_data(&page)?;
    Ok(Verdict::Fine)
}

fn command(name: Option<&str>) -> Result<Command> {
    let mut whole = Cli::command();
    // Only then do subcommands know their full names and the global options.
    whole.build();
    let Some(name) = name else { return Ok(whole) };
    let Some(part) = whole.find_subcommand(name) else {
        let names: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
        bail!("there is no command `{}`; there are {}", shown::line(name), names.join(", "));
    };
    Ok(part.clone())
}
