//! `askwell check`: checks a form, and answers to it.

mod answers;
pub(crate) mod hosts;
mod json_report;
mod notices;
mod print;

use std::path::Path;

use anyhow::Result;
use askwell_form::{Answers, Defect, Field, Form, Validators};
use askwell_lifecycle::PolicySettings;

use self::answers::AnswersDocument;
pub(crate) use self::answers::check_offline;
use crate::ExitReason;
use crate::arguments::{self, CheckArguments};
use crate::console::Console;
use crate::diagnostic::{self, count};
use crate::document::{Document, STDIN};
use crate::safe_text;

pub(crate) fn run(arguments: &CheckArguments, console: &Console) -> Result<ExitReason> {
    let is_stdin = |path: &Path| path.as_os_str() == STDIN;
    if is_stdin(&arguments.form) && arguments.answers.as_deref().is_some_and(is_stdin) {
        arguments::usage_error("check", "only one of FORM and ANSWERS can come from stdin");
    }
    let document = Document::read(&arguments.form)?;
    let answers = arguments.answers.as_deref().map(Document::read).transpose()?;
    let (form, warnings) = match document.form_with_warnings() {
        Ok(read) => read,
        Err(defects) if arguments.json => {
            console.print_json(&json_report::defects(&defects)?)?;
            return Ok(ExitReason::Problems);
        }
        Err(defects) => {
            diagnostic::report_defects(&document, &defects, console);
            return Ok(ExitReason::Problems);
        }
    };
    warn_of_long_timeout(&form, console);
    if !arguments.json {
        diagnostic::report_warnings(&document, &warnings, console);
    }
    match answers {
        Some(answers) => check_answers(&form, &warnings, &answers, arguments, console),
        None if arguments.json => {
            console.print_json(&json_report::form_only(&warnings)?)?;
            Ok(ExitReason::Success)
        }
        None => {
            console.success(&format!("{}: fine ({})", document.name, count(form.fields().len(), "field")));
            Ok(ExitReason::Success)
        }
    }
}

/// Warns that not every service grants the timeout of the form.
fn warn_of_long_timeout(form: &Form, console: &Console) {
    let most = PolicySettings::default().max_timeout;
    if let Some(timeout) = form.timeout().filter(|timeout| *timeout > most) {
        let (timeout, most) = (timeout.as_millis(), most.as_millis());
        console.warning(&format!(
            "the form waits {timeout} ms; a service refuses more than {most} ms unless its timeouts.max_ms is higher"
        ));
    }
}

fn check_answers(
    form: &Form,
    warnings: &[Defect],
    document: &Document,
    arguments: &CheckArguments,
    console: &Console,
) -> Result<ExitReason> {
    let form = without_validators(form, console)?;
    let text = document.text();
    let answers_document = AnswersDocument::new(&form, document, &text);
    let outcome = answers_document.check(&form);
    let verdict = if outcome.is_ok() { ExitReason::Success } else { ExitReason::Problems };
    if arguments.json {
        console.print_json(&json_report::outcome(warnings, outcome.as_ref().map_err(Vec::as_slice))?)?;
        return Ok(verdict);
    }
    match outcome {
        Err(problems) => diagnostic::report(
            &answers_document.notices(&form, &problems),
            &answers_document.source_text(&form),
            console,
        ),
        Ok(answers) => {
            if arguments.print {
                console.print_json(&print::answers(&answers, arguments.reveal))?;
            }
            console.success(&format!("{}: accepted{}", document.name, missing(&answers)));
        }
    }
    Ok(verdict)
}

/// Returns the answers in a document, or `None` after reporting their problems.
pub(crate) fn accepted(form: &Form, document: &Document, console: &Console) -> Option<Answers> {
    let text = document.text();
    let answers_document = AnswersDocument::new(form, document, &text);
    match answers_document.check(form) {
        Ok(answers) => Some(answers),
        Err(problems) => {
            diagnostic::report(
                &answers_document.notices(form, &problems),
                &answers_document.source_text(form),
                console,
            );
            None
        }
    }
}

/// Warns that options of services are not confirmed here.
fn without_option_sources(form: &Form, console: &Console) -> Form {
    let names: Vec<String> = form.option_sources().iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        return form.clone();
    }
    console.warning(&format!(
        "choices from {} are not confirmed here: a service has the options",
        names.join(", ")
    ));
    form.confirming_options()
}

/// Removes custom validators, which are code in another program. Everything else is checked.
pub(crate) fn without_validators(form: &Form, console: &Console) -> Result<Form> {
    let form = &without_option_sources(form, console);
    let names = form.custom_validators();
    if names.is_empty() {
        return Ok(form.clone());
    }
    let listed: Vec<String> = names.iter().map(|name| format!("`{}`", safe_text::line(name))).collect();
    let subject = if names.len() == 1 { "custom validator" } else { "custom validators" };
    let verb = if names.len() == 1 { "is" } else { "are" };
    console.warning(&format!("the {subject} {} {verb} not run here", listed.join(", ")));
    let none = |validators: Validators, name: &String| validators.register(name, |_| Vec::new());
    Ok(form.with_validators(&names.iter().fold(Validators::new(), none))?)
}

/// Returns checked answers as JSON text, with secrets masked.
pub(crate) fn print_answers(answers: &Answers) -> String {
    print::answers(answers, false)
}

/// Returns the fields that a partial submission leaves out.
fn missing(answers: &Answers) -> String {
    let missing: Vec<&str> = answers.missing().map(Field::id).collect();
    if missing.is_empty() { String::new() } else { format!(", still missing: {}", missing.join(", ")) }
}
