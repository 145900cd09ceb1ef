//! `askwell ask`: asks a person to fill in a form and prints the answers.
//!
//! Questions go to the terminal, or to stderr if stdin is a pipe. Stdout is for the answers.

mod deadline;
mod print;
mod questions;
pub(crate) mod service;
pub(crate) mod wait;
mod web;

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use askwell_form::Form;
use askwell_term::{FormSession, Outcome, Stdin, TermError, in_terminal_language};
use clap::ValueEnum as _;

use self::deadline::Deadline;
use self::service::Asked;
use crate::ExitReason;
use crate::answer::{input_mode, theme};
use crate::arguments::{self, AskArguments, PrintFormat};
use crate::check;
use crate::console::Console;
use crate::diagnostic;
use crate::document::{Document, STDIN};
use crate::new::Example;
use crate::safe_text;

/// Limit of folder entries to look at for suggestions.
const MAX_ENTRIES: usize = 10_000;
const MOST_LISTED: usize = 12;

pub(crate) fn run(arguments: &AskArguments, console: &Console) -> Result<ExitReason> {
    let from_stdin =
        |path: &Option<std::path::PathBuf>| path.as_deref().is_some_and(|path| path.as_os_str() == STDIN);
    if from_stdin(&arguments.form) && from_stdin(&arguments.answers) {
        arguments::usage_error("ask", "only one of FORM and the answers can come from stdin");
    }
    let Some(form) = form(arguments, console)? else { return Ok(ExitReason::Problems) };
    if arguments.to.is_some() {
        print::check(&arguments.print, &form)?;
        return match service::ask(&form, arguments, console)? {
            Asked::Ended(outcome) => conclude(&outcome, &arguments.print, &arguments.prefix, console),
            Asked::Detached => Ok(ExitReason::Success),
        };
    }
    if let Some(source) = form.option_sources().first() {
        bail!(
            "the options of this form are those of the service `{source}`, which cannot be asked here\n\
             ask at a running service that has it, with --to local or --to URL"
        );
    }
    let form = check::without_validators(&form, console)?;
    print::check(&arguments.print, &form)?;
    let outcome = match &arguments.answers {
        Some(path) => match check::accepted(&form, &Document::read(path)?, console) {
            Some(answers) => Outcome::Accepted(answers),
            None => return Ok(ExitReason::Problems),
        },
        None if arguments.web => web::ask(&form, arguments.timeout.or(form.timeout()), console)?,
        None => {
            let stdin = if from_stdin(&arguments.form) { Stdin::Taken } else { Stdin::Free };
            ask(&form, arguments, stdin, console)?
        }
    };
    conclude(&outcome, &arguments.print, &arguments.prefix, console)
}

/// Returns the form to ask, or `None` if it has defects, which have been reported.
fn form(arguments: &AskArguments, console: &Console) -> Result<Option<Form>> {
    let Some(path) = &arguments.form else {
        let form =
            questions::form(&arguments.questions, arguments.title.as_deref(), arguments.about.as_deref());
        return form.map(Some);
    };
    let document = match example(path) {
        Some(example) => Document { name: path.display().to_string(), bytes: example.text().into() },
        None if is_missing_name(path) => bail!(no_such_form(path)),
        None => Document::read(path)?,
    };
    match document.form() {
        Ok(form) => Ok(Some(form)),
        Err(defects) => {
            diagnostic::report_defects(&document, &defects, console);
            Ok(None)
        }
    }
}

/// Returns whether a path is a bare name, such as that of an example, without a file.
fn is_missing_name(path: &Path) -> bool {
    path.as_os_str() != STDIN
        && path.extension().is_none()
        && path.components().count() == 1
        && !path.exists()
}

/// Returns the message for an unknown form, with the examples and the documents in this folder.
fn no_such_form(path: &Path) -> String {
    let examples: Vec<String> = Example::value_variants()
        .iter()
        .filter_map(|example| Some(example.to_possible_value()?.get_name().to_owned()))
        .collect();
    let mut text = format!(
        "there is no form `{}`: neither a file nor an example\nexamples: {}",
        safe_text::line(&path.to_string_lossy()),
        examples.join(", ")
    );
    let documents = documents_here();
    if documents.is_empty() {
        text.push_str("\nto start a form of your own: askwell new");
    } else {
        text.push_str(&format!("\nfiles here: {}", documents.join(", ")));
    }
    text
}

/// Returns the sorted names of files in this folder that may be forms.
fn documents_here() -> Vec<String> {
    let is_document = |path: &Path| path.extension().is_some_and(|kind| kind == "json" || kind == "jsonc");
    let entries = std::fs::read_dir(".").into_iter().flatten().flatten().take(MAX_ENTRIES);
    let paths = entries.map(|entry| entry.path()).filter(|path| is_document(path) && path.is_file());
    let names = paths.filter_map(|path| Some(safe_text::line(&path.file_name()?.to_string_lossy())));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.truncate(MOST_LISTED);
    names
}

/// Returns the example of this name, unless there is a file of that name.
fn example(path: &Path) -> Option<Example> {
    let name = path.to_str()?;
    let example = Example::from_str(name, false).ok()?;
    (!path.exists()).then_some(example)
}

fn ask(form: &Form, arguments: &AskArguments, stdin: Stdin, console: &Console) -> Result<Outcome> {
    let mut asker = Deadline::after(arguments.timeout.or(form.timeout()), arguments.extensions);
    let mut session = FormSession::new(in_terminal_language(form));
    match askwell_term::ask(&mut session, &mut asker, input_mode(arguments.plain), stdin, theme(console)) {
        Ok(outcome) => Ok(outcome),
        Err(TermError::Interrupted(signal)) => {
            askwell_term::deliver_signal(signal)?;
            bail!("interrupted by signal {signal}")
        }
        Err(TermError::InputEnded) => Ok(Outcome::Aborted),
        Err(error) => Err(error).context(
            "there is no terminal to ask on; answer over a pipe, give the answers with --answers FILE, or ask at a running \
             service with --to local or --to URL",
        ),
    }
}

fn conclude(outcome: &Outcome, format: &PrintFormat, prefix: &str, console: &Console) -> Result<ExitReason> {
    match outcome {
        Outcome::Accepted(answers) => {
            console.print_data(&print::output(answers, format, prefix))?;
            Ok(ExitReason::Success)
        }
        Outcome::Declined { reason } => {
            let reason = reason.as_deref().map(|reason| format!(": {}", safe_text::line(reason)));
            console.failure(&format!("declined{}", reason.unwrap_or_default()));
            Ok(ExitReason::Declined)
        }
        Outcome::Cancelled | Outcome::Aborted => {
            console.failure("cancelled");
            Ok(ExitReason::Cancelled)
        }
        Outcome::TimedOut => {
            console.failure("no answer in time");
            Ok(ExitReason::TimedOut)
        }
        Outcome::Closed(sentence) => {
            console.failure(sentence);
            Ok(ExitReason::Cancelled)
        }
    }
}
