//! `askwell answer`: answers one elicitation of a running service, or stays attached and takes
//! those for terminals.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::{Result, bail};
use askwell_client::{ClientError, Event, Mode};
use askwell_term::{Colours, FormSession, InputMode, Outcome, Stdin, TermError, Theme, in_terminal_language};

use crate::ExitReason;
use crate::arguments::AnswerArguments;
use crate::console::Console;
use crate::remote::asker::{RemoteAsker, Unanswerable};
use crate::remote::events::subscribe;
use crate::remote::{CallFailure, PendingElicitation, Service, explain};
use crate::safe_text;

/// How often open elicitations are listed besides the event stream.
const POLL_INTERVAL: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &AnswerArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let mode = input_mode(arguments.plain);
    match &arguments.id {
        Some(id) => verdict(&answer(&service, id, mode, console)?, console),
        None => stay_attached(&service, arguments, console),
    }
}

pub(crate) fn input_mode(plain: bool) -> InputMode {
    if plain { InputMode::Plain } else { InputMode::Automatic }
}

pub(crate) fn theme(console: &Console) -> Theme {
    match console.wants_colour() {
        Some(false) => Theme { colours: Colours::None, ..Theme::from_env() },
        Some(true) => Theme { colours: Colours::Sixteen, ..Theme::from_env() },
        None => Theme::from_env(),
    }
}

/// Lets the person answer one elicitation and reports the outcome to the service.
pub(crate) fn answer(service: &Service, id: &str, mode: InputMode, console: &Console) -> Result<Outcome> {
    // Subscribes before reading the status, so that no event is missed in between.
    let events = subscribe(service);
    let (form, mut asker) =
        service.with_progress_message(console, || RemoteAsker::open(service, id, events))?;
    // A claim only informs others: if it fails, nothing is lost.
    let _ = asker.claim();
    // The service checks what is sent, with the validators and option sources that it has.
    let mut session = FormSession::new(in_terminal_language(&form).checked_by_service());
    let asked = match askwell_term::ask(&mut session, &mut asker, mode, Stdin::Free, theme(console)) {
        // The end of the input says nothing about the form.
        Err(TermError::InputEnded) => Ok(Outcome::Aborted),
        asked => asked,
    };
    match &asked {
        Ok(Outcome::Declined { reason }) => asker.decline(reason.as_deref()).map_err(explain)?,
        Ok(Outcome::Cancelled) => asker.cancel().map_err(explain)?,
        Ok(Outcome::Accepted(_) | Outcome::TimedOut | Outcome::Closed(_)) => {}
        Ok(Outcome::Aborted) | Err(_) => drop(asker.release()),
    }
    match asked {
        Ok(outcome) => Ok(outcome),
        Err(error) => Err(interrupted(error)?),
    }
}

/// Delivers a signal; returns any other error.
pub(crate) fn interrupted(error: TermError) -> Result<anyhow::Error> {
    match error {
        TermError::Interrupted(signal) => {
            askwell_term::deliver_signal(signal)?;
            bail!("interrupted by signal {signal}")
        }
        TermError::Terminal(_) => Ok(anyhow::Error::new(error).context("there is no terminal to answer on")),
        _ => Ok(error.into()),
    }
}

fn verdict(outcome: &Outcome, console: &Console) -> Result<ExitReason> {
    Ok(match outcome {
        Outcome::Accepted(_) => {
            console.success("answered");
            ExitReason::Success
        }
        Outcome::Declined { .. } => {
            console.failure("declined");
            ExitReason::Declined
        }
        Outcome::Cancelled => {
            console.failure("cancelled");
            ExitReason::Cancelled
        }
        Outcome::Aborted => {
            console.failure("left as it is; it waits on");
            ExitReason::Cancelled
        }
        Outcome::TimedOut => {
            console.failure("no answer in time");
            ExitReason::TimedOut
        }
        Outcome::Closed(sentence) => {
            console.failure(&safe_text::line(sentence));
            ExitReason::Cancelled
        }
    })
}

/// Stays attached and takes elicitations as they arrive, one after the other.
fn stay_attached(service: &Service, arguments: &AnswerArguments, console: &Console) -> Result<ExitReason> {
    let events = subscribe(service);
    let mut skipped: Vec<String> = Vec::new();
    let mut named: Vec<String> = Vec::new();
    let mut silent = true;
    loop {
        let found = if silent {
            service.with_progress_message(console, || service.list_open())
        } else {
            service.list_open()
        };
        let waiting = match found {
            Ok(waiting) => waiting,
            // An attached terminal waits until the service is back.
            Err(error) if !silent && error.is_outage() => Vec::new(),
            Err(error) => return Err(explain(error)),
        };
        let wanted = |mode: Mode| arguments.all && mode != Mode::Url || mode == Mode::Terminal;
        if std::mem::take(&mut silent) {
            let what = if arguments.all { "all elicitations" } else { "elicitations for terminals" };
            console.print_report(&format!("{}: taking {what}; ctrl-c leaves", service.address()));
        }
        let taken = waiting.iter().filter(|entry| wanted(entry.mode) && entry.claimed_by.is_some());
        print_claims(taken, &mut named, console);
        let next = waiting
            .iter()
            .find(|entry| wanted(entry.mode) && entry.claimed_by.is_none() && !skipped.contains(&entry.id));
        if let Some(next) = next {
            // Another terminal was faster and will be printed, or the service is unreachable and
            // will be retried.
            if !service.claim_if_free(&next.id).unwrap_or(false) {
                continue;
            }
            let outcome = match answer(service, &next.id, input_mode(arguments.plain), console) {
                Ok(outcome) => outcome,
                Err(error) => {
                    match error.downcast_ref().map(|failure: &CallFailure| &failure.error) {
                        Some(error) if error.is_outage() => {}
                        // Another person was faster.
                        Some(ClientError::Rejected(_)) => skipped.push(next.id.clone()),
                        None if error.is::<Unanswerable>() => skipped.push(next.id.clone()),
                        _ => return Err(error),
                    }
                    console.warning(&format!("{error:#}"));
                    continue;
                }
            };
            let verdict = verdict(&outcome, console)?;
            if arguments.once || outcome == Outcome::Aborted {
                return Ok(verdict);
            }
            continue;
        }
        wait(&events)?;
    }
}

/// Prints elicitations that others have claimed, because they may be gone. Each is printed once per
/// claim.
fn print_claims<'w>(
    taken: impl Iterator<Item = &'w PendingElicitation>,
    named: &mut Vec<String>,
    console: &Console,
) {
    let mut still = Vec::new();
    for entry in taken {
        if let (Some(name), false) = (&entry.claimed_by, named.contains(&entry.id)) {
            let (name, title) = (safe_text::line(name), safe_text::line(&entry.prompt));
            console
                .print_report(&format!("{name} is at “{title}”; askwell answer {} takes it over", entry.id));
        }
        still.push(entry.id.clone());
    }
    *named = still;
}

/// Waits for an event that may concern this terminal.
fn wait(events: &std::sync::mpsc::Receiver<Event>) -> Result<()> {
    loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Connected | Event::Missed) | Err(RecvTimeoutError::Timeout) => return Ok(()),
            Ok(Event::Elicitation { what, .. }) if what == "created" || what == "released" => return Ok(()),
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("the events of the service have ended"),
        }
    }
}
