//! `askwell answer`: one form at a running service, or as an attached terminal whatever is asked of terminals.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::{Result, bail};
use askwell_term::{Colours, FormSession, InputMode, Outcome, Stdin, TermError, Theme};

use crate::Verdict;
use crate::arguments::AnswerArguments;
use crate::console::Console;
use crate::remote::asker::RemoteAsker;
use crate::remote::events::{News, listen};
use crate::remote::{CallError, Service, Waiting};
use crate::shown;

/// How often to look up what waits, besides being told.
const LOOK: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &AnswerArguments, console: &Console) -> Result<Verdict> {
    let service = Service::new(&arguments.service)?;
    let manner = manner(arguments.plain);
    match &arguments.id {
        Some(id) => verdict(&answer(&service, id, manner, console)?, console),
        None => attend(&service, arguments, console),
    }
}

pub(crate) fn manner(plain: bool) -> InputMode {
    if plain { InputMode::Plain } else { InputMode::Automatic }
}

pub(crate) fn look(console: &Console) -> Theme {
    match console.wants_colour() {
        Some(false) => Theme { colours: Colours::None, ..Theme::from_env() },
        Some(true) => Theme { colours: Colours::Sixteen, ..Theme::from_env() },
        None => Theme::from_env(),
    }
}

/// Lets the person answer one elicitation, and tells the service what became of it.
pub(crate) fn answer(service: &Service, id: &str, manner: InputMode, console: &Console) -> Result<Outcome> {
    // Listening begins before looking, so that nothing falls in between.
    let news = listen(service);
    let (form, mut asker) = service.patiently(console, || RemoteAsker::open(service, id, news))?;
    // Only a word to others: if it cannot be said, nothing is lost.
    let _ = asker.tell("elicitation/claim");
    let mut session = FormSession::new(form);
    let asked = match askwell_term::ask(&mut session, &mut asker, manner, Stdin::Free, look(console)) {
        // Whoever says no more has not said anything about the form.
        Err(TermError::InputEnded) => Ok(Outcome::Aborted),
        asked => asked,
    };
    match &asked {
        Ok(Outcome::Declined) => asker.tell("elicitation/decline")?,
        Ok(Outcome::Cancelled) => asker.tell("elicitation/cancel")?,
        Ok(Outcome::Accepted(_) | Outcome::TimedOut | Outcome::Closed(_)) => {}
        Ok(Outcome::Aborted) | Err(_) => drop(asker.tell("elicitation/release")),
    }
    match asked {
        Ok(outcome) => Ok(outcome),
        Err(error) => Err(interrupted(error)?),
    }
}

/// A signal does what it always does; anything else is an error.
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

fn verdict(outcome: &Outcome, console: &Console) -> Result<Verdict> {
    Ok(match outcome {
        Outcome::Accepted(_) => {
            console.success("answered");
            Verdict::Fine
        }
        Outcome::Declined => {
            console.failure("declined");
            Verdict::Declined
        }
        Outcome::Cancelled => {
            console.failure("cancelled");
            Verdict::Cancelled
        }
        Outcome::Aborted => {
            console.failure("left as it is; it waits on");
            Verdict::Cancelled
        }
        Outcome::TimedOut => {
            console.failure("nobody answered in time");
            Verdict::TimedOut
        }
        Outcome::Closed(sentence) => {
            console.failure(&shown::line(sentence));
            Verdict::Cancelled
        }
    })
}

/// Stays, and takes what is asked of terminals as it comes; a program can ask again and again in one sitting.
fn attend(service: &Service, arguments: &AnswerArguments, console: &Console) -> Result<Verdict> {
    let news = listen(service);
    let mut left_alone: Vec<String> = Vec::new();
    let mut named: Vec<String> = Vec::new();
    let mut silent = true;
    loop {
        let found = if silent { service.patiently(console, || service.open()) } else { service.open() };
        let waiting = match found {
            Ok(waiting) => waiting,
            // Whoever stays is there when the service is back.
            Err(CallError::Unreachable { .. }) if !silent => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let wanted = |mode: &str| arguments.all && mode != "url" || mode == "terminal";
        if std::mem::take(&mut silent) {
            let what = if arguments.all { "whatever is asked" } else { "what is asked of a terminal" };
            console.say(&format!("{}: taking {what}; ctrl-c leaves", service.address()));
        }
        let taken = waiting.iter().filter(|entry| wanted(&entry.mode) && entry.claimed_by.is_some());
        name_claims(taken, &mut named, console);
        let next = waiting.iter().find(|entry| {
            wanted(&entry.mode) && entry.claimed_by.is_none() && !left_alone.contains(&entry.id)
        });
        if let Some(next) = next {
            // Another terminal was faster, and will be named; or the service is gone, and will be back.
            if !service.claim_if_free(&next.id).unwrap_or(false) {
                continue;
            }
            let outcome = match answer(service, &next.id, manner(arguments.plain), console) {
                Ok(outcome) => outcome,
                Err(error) => {
                    match error.downcast_ref::<CallError>() {
                        // Somebody was faster.
                        Some(CallError::Refused { .. }) => left_alone.push(next.id.clone()),
                        Some(CallError::Unreachable { .. }) => {}
                        None => return Err(error),
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
        wait(&news)?;
    }
}

/// Whoever began a form may be gone; then somebody has to know that it waits. Each is named once for as long as somebody
/// is at it.
fn name_claims<'w>(taken: impl Iterator<Item = &'w Waiting>, named: &mut Vec<String>, console: &Console) {
    let mut still = Vec::new();
    for entry in taken {
        if let (Some(name), false) = (&entry.claimed_by, named.contains(&entry.id)) {
            let (name, title) = (shown::line(name), shown::line(&entry.prompt));
            console.say(&format!("{name} is at “{title}”; askwell answer {} takes it over", entry.id));
        }
        still.push(entry.id.clone());
    }
    *named = still;
}

/// Waits until something has come that may be for this terminal.
fn wait(news: &std::sync::mpsc::Receiver<News>) -> Result<()> {
    loop {
        match news.recv_timeout(LOOK) {
            Ok(News::Listening) | Err(RecvTimeoutError::Timeout) => return Ok(()),
            Ok(News::Happened { what, .. })
                if what == "created" || what == "released" || what == "missed" =>
            {
                return Ok(());
            }
            Ok(News::Happened { .. } | News::Lost) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("the events of the service have ended"),
        }
    }
}
