//! `askwell check`: is the form right, and are the answers?

mod answers;
pub(crate) mod hosts;
mod machine;
mod notices;
mod print;

use std::path::Path;

use anyhow::Result;
use askwell_form::{Answers, Defect, Field, Form, Validators};
use askwell_lifecycle::PolicySettings;

use self::answers::Sheet;
use crate::Verdict;
use crate::arguments::{self, CheckArguments};
use crate::console::Console;
use crate::document::{Document, STDIN};
use crate::notice::{self, count};
use crate::shown;

pub(crate) fn run(arguments: &CheckArguments, console: &Console) -> Result<Verdict> {
    let is_stdin = |path: &Path| path.as_os_str() == STDIN;
    if is_stdin(&arguments.form) && arguments.answers.as_deref().is_some_and(is_stdin) {
        arguments::usage_error("check", "only one of FORM and ANSWERS can come from stdin");
    }
    let document = Document::read(&arguments.form)?;
    let answers = arguments.answers.as_deref().map(Document::read).transpose()?;
    let (form, warnings) = match document.form_with_warnings() {
        Ok(read) => read,
        Err(defects) if arguments.json => {
            console.print_json(&machine::defects(&defects)?)?;
            return Ok(Verdict::Problems);
        }
        Err(defects) => {
            notice::tell_defects(&document, &defects, console);
            return Ok(Verdict::Problems);
        }
    };
    warn_of_long_timeout(&form, console);
    if !arguments.json {
        notice::tell_warnings(&document, &warnings, console);
    }
    match answers {
        Some(answers) => check_answers(&form, &warnings, &answers, arguments, console),
        None if arguments.json => {
            console.print_json(&machine::form_only(&warnings)?)?;
            Ok(Verdict::Fine)
        }
        None => {
            console.success(&format!("{}: fine ({})", document.name, count(form.fields().len(), "field")));
            Ok(Verdict::Fine)
        }
    }
}

/// Says that not every service grants the timeout of the form.
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
) -> Result<Verdict> {
    let form = without_validators(form, console)?;
    let text = document.text();
    let sheet = Sheet::new(&form, document, &text);
    let outcome = sheet.check(&form);
    let verdict = if outcome.is_ok() { Verdict::Fine } else { Verdict::Problems };
    if arguments.json {
        console.print_json(&machine::outcome(warnings, outcome.as_ref().map_err(Vec::as_slice))?)?;
        return Ok(verdict);
    }
    match outcome {
        Err(problems) => notice::tell(&sheet.notices(&form, &problems), &sheet.background(&form), console),
        Ok(answers) => {
            if arguments.print {
                console.print_json(&print::answers(&answers, arguments.reveal))?;
            }
            console.success(&format!("{}: accepted{}", document.name, missing(&answers)));
        }
    }
    Ok(verdict)
}

/// The answers in a document, or nothing: then what is wrong with them has been told.
pub(crate) fn accepted(form: &Form, document: &Document, console: &Console) -> Option<Answers> {
    let text = document.text();
    let sheet = Sheet::new(form, document, &text);
    match sheet.check(form) {
        Ok(answers) => Some(answers),
        Err(problems) => {
            notice::tell(&sheet.notices(form, &problems), &sheet.background(form), console);
            None
        }
    }
}

/// Custom validators are code in another program. Everything else can be checked without them.
pub(crate) fn without_validators(form: &Form, console: &Console) -> Result<Form> {
    let names = form.custom_validators();
    if names.is_empty() {
        return Ok(form.clone());
    }
    let listed: Vec<String> = names.iter().map(|name| format!("`{}`", shown::line(name))).collect();
    let subject = if names.len() == 1 { "custom validator" } else { "custom validators" };
    let verb = if names.len() == 1 { "is" } else { "are" };
    console.warning(&format!("the {subject} {} {verb} not run here", listed.join(", ")));
    let none = |validators: Validators, name: &String| validators.register(name, |_| Vec::new());
    Ok(form.with_validators(&names.iter().fold(Validators::new(), none))?)
}

/// What a partial submission has left out.
fn missing(answers: &Answers) -> String {
    let missing: Vec<&str> = answers.missing().map(Field::id).collect();
    if missing.is_empty() { String::new() } else { format!(", still missing: {}", missing.join(", ")) }
}
