//! `askwell new`: writes a form to start from.
//!
//! Does not overwrite a file without `--force`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;

use crate::ExitReason;
use crate::arguments::NewArguments;
use crate::console::Console;
use crate::document::STDIN;
use crate::safe_text;

mod example;

pub(crate) use example::Example;

/// A commented form to start from.
pub(crate) const STARTER: &str = include_str!("new/starter.jsonc");

pub(crate) fn run(arguments: &NewArguments, console: &Console) -> Result<ExitReason> {
    if arguments.list {
        let described = Example::value_variants().iter().map(|example| example.described());
        let lines: Vec<String> = described.map(|(name, help)| format!("{name:<20} {help}\n")).collect();
        console.print_text(&lines.concat())?;
        return Ok(ExitReason::Success);
    }
    let text = match (arguments.example, &arguments.languages) {
        (None, _) => STARTER.to_owned(),
        (Some(example), None) => example.text().to_owned(),
        (Some(example), Some(languages)) if languages.iter().any(|language| language == "all") => {
            example.text_in(&[])?
        }
        (Some(example), Some(languages)) => example.text_in(languages)?,
    };
    let file = arguments.file.clone().unwrap_or_else(|| default_file(arguments.example));
    if file.as_os_str() == STDIN {
        console.print_text(&text)?;
        return Ok(ExitReason::Success);
    }
    let name = safe_text::line(&file.to_string_lossy());
    write(&file, &text, arguments.force).with_context(|| format!("cannot write {name}"))?;
    console.success(&format!("wrote {name}"));
    console.print_report(&format!(
        "next:\n  askwell check {name}        is it right?\n  askwell ask {name}          ask right here\n  \
         askwell ask {name} --web    ask on a page of this machine"
    ));
    Ok(ExitReason::Success)
}

fn default_file(example: Option<Example>) -> PathBuf {
    example.map_or("form.jsonc".into(), |example| format!("{}.json", example.described().0).into())
}

fn write(file: &Path, text: &str, force: bool) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    match options.open(file) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes())?),
        Err(error) => match error.kind() {
            ErrorKind::AlreadyExists => {
                bail!("it exists already; give another name, or --force to overwrite it")
            }
            ErrorKind::NotFound => bail!("there is no such folder; make it first"),
            ErrorKind::PermissionDenied => bail!("permission denied; choose a folder that you may write to"),
            ErrorKind::IsADirectory => bail!("it is a folder; give the name of a file"),
            _ => bail!(safe_text::line(&error.to_string())),
        },
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::STARTER;

    #[test]
    fn starter_is_a_valid_form() {
        Form::parse(STARTER).unwrap();
    }
}
