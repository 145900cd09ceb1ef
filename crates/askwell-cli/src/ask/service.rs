//! `askwell ask --to`: asks a person at a running service, and waits for the answer.

use anyhow::{Context as _, Result, bail};
use askwell_client::client::WaitNotice;
use askwell_client::{AnswerJson, Ask, Client, ClientError, Elicitation, Mode, Outcome as End};
use askwell_form::{Answer, Answers, Content, Form};
use askwell_term::Outcome;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::signal::unix::{SignalKind, signal};

use crate::arguments::AskArguments;
use crate::console::Console;
use crate::qr;
use crate::remote::{self, explain};
use crate::safe_text;

/// How asking ended on this side.
pub(super) enum Asked {
    /// The question is closed.
    Ended(Outcome),
    /// The question is open, and its id was printed.
    Detached,
}

/// Asks at the service that `--to` names.
pub(super) fn ask(form: &Form, arguments: &AskArguments, console: &Console) -> Result<Asked> {
    let runtime = crate::serve::runtime()?;
    let asked = runtime.block_on(ask_and_wait(form, arguments, console));
    runtime.shutdown_background();
    asked
}

async fn ask_and_wait(form: &Form, arguments: &AskArguments, console: &Console) -> Result<Asked> {
    let endpoint = remote::endpoint(arguments.to.as_deref(), arguments.key_file.as_deref()).await?;
    let client = Client::new(endpoint)?;
    // An interrupt must not leave a question without anyone who waits for it.
    let interrupted = interruption()?;
    let created = client.create(&question(form, arguments)).await.map_err(explain)?;
    if created.status.is_open() {
        print_link(&created, console);
    }
    if arguments.detach {
        console.print_data(format!("{}\n", created.id).as_bytes())?;
        return Ok(Asked::Detached);
    }
    let waiting = wait_for_outcome(&client, &created.id, console);
    let end = tokio::select! {
        end = waiting => end.map_err(explain)?,
        signal = interrupted => {
            leave(&client, &created.id, arguments, console).await;
            askwell_term::deliver_signal(signal)?;
            bail!("interrupted by signal {signal}")
        }
    };
    outcome(&client, &created.id, form, end).await.map(Asked::Ended)
}

fn question(form: &Form, arguments: &AskArguments) -> Ask {
    let mut ask = Ask::form(form).mode(Mode::Url);
    if let Some(timeout) = arguments.timeout {
        ask = ask.timeout(timeout);
    }
    if let Some(key) = &arguments.key {
        ask = ask.key(key);
    }
    if let Some(person) = &arguments.person {
        ask = ask.person(person);
    }
    if let Some(group) = &arguments.group {
        ask = ask.group(group);
    }
    if arguments.signed_in {
        ask = ask.signed_in();
    }
    ask
}

/// Prints where to answer: the link, the code that the page asks for, and the link as a QR code.
pub(crate) fn print_link(created: &Elicitation, console: &Console) {
    let Some(url) = &created.url else {
        console.print_report(&format!("asked: {}", safe_text::line(&created.id)));
        return;
    };
    console.print_report(&format!("answer here: {}", safe_text::line(url)));
    if let Some(code) = &created.code {
        console.print_report(&format!("the code for this page: {}", safe_text::line(code)));
    }
    qr::print(console, url);
}

/// Waits for the outcome and says when the service is away.
pub(crate) async fn wait_for_outcome(
    client: &Client,
    id: &str,
    console: &Console,
) -> Result<End, ClientError> {
    client
        .wait_reporting(id, |notice| match notice {
            WaitNotice::Outage(error) => {
                console.warning(&format!("{}; trying again", safe_text::line(&error.to_string())));
            }
            WaitNotice::Recovered => console.print_report("the service answers again"),
            _ => {}
        })
        .await
}

/// Returns a future that waits for a signal that ends the program. From now on, such a signal does
/// not end it by itself.
pub(crate) fn interruption() -> Result<impl Future<Output = i32>> {
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for an interrupt")?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for an interrupt")?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => SignalKind::interrupt().as_raw_value(),
            _ = terminate.recv() => SignalKind::terminate().as_raw_value(),
        }
    })
}

/// Leaves a question: one with a key stays open, because asking again continues it. No program can
/// get the answer to another one, so it is taken back.
async fn leave(client: &Client, id: &str, arguments: &AskArguments, console: &Console) {
    if arguments.key.is_some() {
        console.print_report(&format!("the question stays open; askwell wait {id} waits for it"));
    } else if client.cancel(id).await.is_err() {
        console
            .print_report(&format!("the question could not be taken back; askwell wait {id} waits for it"));
    }
}

/// Returns the outcome with the types of the form, and with the content of files, which the service
/// keeps for a day only.
pub(crate) async fn outcome(client: &Client, id: &str, form: &Form, end: End) -> Result<Outcome> {
    Ok(match end {
        End::Answered(answers) => Outcome::Accepted(with_files(client, id, form, &answers).await?),
        End::Declined { reason } => Outcome::Declined { reason },
        End::TimedOut => Outcome::TimedOut,
        _ => Outcome::Cancelled,
    })
}

async fn with_files(client: &Client, id: &str, form: &Form, json: &AnswerJson) -> Result<Answers> {
    let answers = match json.to_answers(form) {
        Ok(answers) => answers,
        Err(problems) => bail!("the service sent answers that do not fit the form: {problems}"),
    };
    let mut values = None;
    for (field, answer) in answers.iter() {
        let Answer::File(file) = answer else { continue };
        let Content::Stored { location, .. } = &file.content else { continue };
        let bytes = client.download(id, location).await.map_err(explain)?;
        let values = values.get_or_insert_with(|| answers.to_value());
        if let Some(content) = values.get_mut(field.property()).and_then(|value| value.get_mut("content")) {
            *content = STANDARD.encode(&bytes).into();
        }
    }
    match values.map(|values| form.check(&values)) {
        None => Ok(answers),
        Some(Ok(answers)) => Ok(answers),
        Some(Err(problems)) => bail!("the answers do not pass any more: {problems}"),
    }
}
