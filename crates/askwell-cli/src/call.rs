//! `askwell call`: a tool of an MCP server, called from the shell; what it asks is answered here.
//!
//! The server is whoever it is: what it says is shown as text and never believed. Nothing is fetched or opened that a
//! person did not agree to.

mod answering;
mod consent;
mod given;
mod print;
mod server;
mod signals;
mod stderr;
mod terminal;

use std::io::PipeWriter;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_mcp::client::{Client, Options, Progress, Tool};
use askwell_mcp::wire::Era;

use self::answering::Answering;
use self::signals::Signals;
use self::stderr::ServerStderr;
use crate::Verdict;
use crate::arguments::{CallArguments, EraChoice};
use crate::console::{Console, SILENCE};
use crate::shown;

/// What helps with a server that negotiates the modern era, and pushes its questions all the same.
const SUGGEST_LEGACY: &str = "the server pushes its questions, which MCP 2026-07-28 does not have any more; try again with --era legacy";

pub(crate) fn run(arguments: &CallArguments, console: &Console) -> Result<Verdict> {
    let answering = Answering::new(arguments, console)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let asking = answering.clone();
    let stderr = ServerStderr::start(*console, move || asking.is_asking())?;
    let (verdict, signal) = runtime.block_on(speak(arguments, &answering, stderr.pipe, console));
    // A question that is still up notices soon that nobody waits for it.
    drop(runtime);
    stderr.end.wait();
    if let Some(signal) = signal {
        askwell_term::deliver_signal(signal)?;
        bail!("interrupted by signal {signal}");
    }
    verdict
}

/// The conversation, and the signal that ended it, if one did. In either case the server is left in good order.
async fn speak(
    arguments: &CallArguments,
    answering: &Answering,
    stderr: PipeWriter,
    console: &Console,
) -> (Result<Verdict>, Option<i32>) {
    let mut signals = match Signals::expect() {
        Ok(signals) => signals,
        Err(error) => return (Err(error).context("cannot wait for signals"), None),
    };
    let connecting = format!("connecting to {} …", shown::line(&arguments.server));
    let client = tokio::select! {
        client = patiently(&connecting, answering, console, connect(arguments, answering, stderr, console)) => client,
        signal = interruption(answering, &mut signals) => return (Ok(Verdict::Cancelled), Some(signal)),
    };
    let client = match client {
        Ok(client) => client,
        Err(error) => return (Err(error), None),
    };
    let (verdict, signal) = tokio::select! {
        verdict = serve(&client, arguments, answering, console) => (verdict, None),
        () = answering.given_up() => {
            let most = arguments.most_questions;
            console.error(&format!(
                "gave up: the server asked more than {most} questions; --most-questions allows more"
            ));
            (Ok(Verdict::Problems), None)
        }
        signal = interruption(answering, &mut signals) => (Ok(Verdict::Cancelled), Some(signal)),
    };
    // Whoever cannot wait for the server to end says so; then it is killed.
    tokio::select! {
        () = client.close() => (verdict, signal),
        signal = signals.hurry() => (verdict, Some(signal)),
    }
}

/// Waits for a signal, wherever it arrives first.
async fn interruption(answering: &Answering, signals: &mut Signals) -> i32 {
    tokio::select! {
        signal = answering.interrupted() => signal,
        signal = signals.next() => signal,
    }
}

/// Waits for something; says so when that takes long, unless the person has a question to read.
async fn patiently<T>(
    what: &str,
    answering: &Answering,
    console: &Console,
    wanted: impl Future<Output = T>,
) -> T {
    let mut wanted = pin!(wanted);
    let mut silent = console.is_seen();
    loop {
        tokio::select! {
            result = &mut wanted => return result,
            () = tokio::time::sleep(SILENCE), if silent => {
                silent = answering.is_asking();
                if !silent {
                    console.say(what);
                }
            }
        }
    }
}

async fn connect(
    arguments: &CallArguments,
    answering: &Answering,
    stderr: PipeWriter,
    console: &Console,
) -> Result<Client> {
    let target = server::target(&arguments.server, &arguments.header, stderr)?;
    let (speaking, told) = (*console, AtomicBool::new(false));
    let builder = Client::builder("askwell", env!("CARGO_PKG_VERSION"))
        .on_elicitation(answering.clone())
        .on_refused_push(move || {
            if !told.swap(true, Ordering::Relaxed) {
                speaking.warning(SUGGEST_LEGACY);
            }
        })
        .on_visit(move |time| {
            let limit = format_time(time);
            speaking.say(&format!(
                "waiting up to {limit} until the server says that you are done there (--page-wait) …"
            ));
        })
        .visit_within(arguments.page_wait);
    let builder = match arguments.era {
        Some(EraChoice::Legacy) => builder.only(Era::Legacy),
        Some(EraChoice::Modern) => builder.only(Era::Modern),
        None => builder,
    };
    let server = shown::line(&arguments.server);
    builder.connect(target).await.with_context(|| format!("cannot speak with {server}"))
}

async fn serve(
    client: &Client,
    arguments: &CallArguments,
    answering: &Answering,
    console: &Console,
) -> Result<Verdict> {
    let tools = patiently("waiting for the list of tools …", answering, console, client.list_tools()).await;
    let tools = tools.context("the server does not list its tools")?;
    let Some(name) = &arguments.tool else {
        print::tools(client.server(), &tools, arguments.json, console)?;
        return Ok(Verdict::Fine);
    };
    let tool = find(&tools, name)?;
    let given = given::read(&arguments.arguments, &tool.input_schema)?;
    let (speaking, asking) = (*console, answering.clone());
    let options = Options::new().progress(move |progress| {
        // A question is not to be written over.
        if !asking.is_asking() {
            tell_progress(&progress, &speaking);
        }
    });
    let waiting = format!("waiting for {} …", shown::line(name));
    let result = patiently(&waiting, answering, console, client.call_tool_with(name, given, &options)).await;
    // A server that answers while it asks, or takes its question back, has a screen to give back first.
    answering.conclude().await;
    let modern = Era::of(client.server().revision) == Era::Modern;
    let result = match result {
        Err(error) => {
            if modern && mentions_elicitation(&error.to_string()) {
                console.warning(SUGGEST_LEGACY);
            }
            return Err(error).with_context(|| format!("{} did not answer", shown::line(name)));
        }
        Ok(result) => result,
    };
    print::result(&result, arguments.json, console)?;
    if answering.had_problems() {
        return Ok(Verdict::Problems);
    }
    if result.is_error() {
        console.failure("the tool failed");
        if modern && mentions_elicitation(&result.text()) {
            console.warning(SUGGEST_LEGACY);
        }
        return Ok(Verdict::Problems);
    }
    Ok(Verdict::Fine)
}

/// Whether a failure is about elicitation: a server that only pushes questions says that it cannot.
fn mentions_elicitation(text: &str) -> bool {
    text.to_lowercase().contains("elicit")
}

/// A time as it is written on the command line.
fn format_time(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 60 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

fn find<'t>(tools: &'t [Tool], name: &str) -> Result<&'t Tool> {
    let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
        let names: Vec<String> = tools.iter().take(20).map(|tool| shown::line(&tool.name)).collect();
        let there = if names.is_empty() { "no tools at all".to_owned() } else { names.join(", ") };
        bail!("the server has no tool `{}`; it has {there}", shown::line(name));
    };
    Ok(tool)
}

fn tell_progress(progress: &Progress, console: &Console) {
    let amount = match progress.total {
        Some(total) if total > 0.0 => format!("{:.0} %", progress.progress / total * 100.0),
        _ => format!("{}", progress.progress),
    };
    let message = progress.message.as_deref().map(shown::line).unwrap_or_default();
    console.say(format!("[{amount}] {message}").trim_end());
}
