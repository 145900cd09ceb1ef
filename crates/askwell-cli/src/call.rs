//! `askwell call`: calls a tool of an MCP server and answers its elicitations.
//!
//! The server is not trusted: its texts are shown as text only. Nothing is fetched or opened
//! without the person's consent.

mod consent;
mod print;
mod responder;
mod signals;
mod stderr;
mod target;
mod terminal;
mod tool_arguments;

use std::io::PipeWriter;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_mcp::client::{Client, Progress, RequestOptions, ToolInfo};
use askwell_mcp::wire::Era;

use self::responder::Responder;
use self::signals::Signals;
use self::stderr::ServerStderr;
use crate::ExitReason;
use crate::arguments::{CallArguments, EraChoice};
use crate::console::{Console, PROGRESS_DELAY};
use crate::safe_text;

/// Hint for a server that negotiates the modern era but sends elicitation requests.
const SUGGEST_LEGACY: &str = "the server pushes its questions, which MCP 2026-07-28 does not have any more; try again with --era legacy";

pub(crate) fn run(arguments: &CallArguments, console: &Console) -> Result<ExitReason> {
    let responder = Responder::new(arguments, console)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let asking = responder.clone();
    let stderr = ServerStderr::start(*console, move || asking.is_asking())?;
    let (verdict, signal) = runtime.block_on(run_call(arguments, &responder, stderr.pipe, console));
    // A question that is still shown notices soon that it was withdrawn.
    drop(runtime);
    stderr.end.wait();
    if let Some(signal) = signal {
        askwell_term::deliver_signal(signal)?;
        bail!("interrupted by signal {signal}");
    }
    verdict
}

/// Runs the call. Returns its result and the signal that interrupted it, if any. The server is shut
/// down in both cases.
async fn run_call(
    arguments: &CallArguments,
    responder: &Responder,
    stderr: PipeWriter,
    console: &Console,
) -> (Result<ExitReason>, Option<i32>) {
    let mut signals = match Signals::start() {
        Ok(signals) => signals,
        Err(error) => return (Err(error).context("cannot wait for signals"), None),
    };
    let connecting = format!("connecting to {} …", safe_text::line(&arguments.server));
    let client = tokio::select! {
        client = with_progress_message(&connecting, responder, console, connect(arguments, responder, stderr, console)) => client,
        signal = wait_for_signal(responder, &mut signals) => return (Ok(ExitReason::Cancelled), Some(signal)),
    };
    let client = match client {
        Ok(client) => client,
        Err(error) => return (Err(error), None),
    };
    let (verdict, signal) = tokio::select! {
        verdict = serve(&client, arguments, responder, console) => (verdict, None),
        () = responder.question_limit_exceeded() => {
            let most = arguments.most_questions;
            console.error(&format!(
                "gave up: the server asked more than {most} questions; --most-questions allows more"
            ));
            (Ok(ExitReason::Problems), None)
        }
        signal = wait_for_signal(responder, &mut signals) => (Ok(ExitReason::Cancelled), Some(signal)),
    };
    // A second signal kills a server that does not exit.
    tokio::select! {
        () = client.close() => (verdict, signal),
        signal = signals.next_urgent() => (verdict, Some(signal)),
    }
}

/// Waits for a signal, from the front end or the process.
async fn wait_for_signal(responder: &Responder, signals: &mut Signals) -> i32 {
    tokio::select! {
        signal = responder.front_end_signal() => signal,
        signal = signals.next() => signal,
    }
}

/// Waits for a future. Prints a message if that takes long, unless a question is on the screen.
async fn with_progress_message<T>(
    what: &str,
    responder: &Responder,
    console: &Console,
    wanted: impl Future<Output = T>,
) -> T {
    let mut wanted = pin!(wanted);
    let mut silent = console.is_terminal();
    loop {
        tokio::select! {
            result = &mut wanted => return result,
            () = tokio::time::sleep(PROGRESS_DELAY), if silent => {
                silent = responder.is_asking();
                if !silent {
                    console.print_report(what);
                }
            }
        }
    }
}

async fn connect(
    arguments: &CallArguments,
    responder: &Responder,
    stderr: PipeWriter,
    console: &Console,
) -> Result<Client> {
    let target = target::target(&arguments.server, &arguments.header, stderr)?;
    let (speaking, told) = (*console, AtomicBool::new(false));
    let builder = Client::builder("askwell", env!("CARGO_PKG_VERSION"))
        .on_elicitation(responder.clone())
        .follow_tasks()
        .on_refused_elicitation(move || {
            if !told.swap(true, Ordering::Relaxed) {
                speaking.warning(SUGGEST_LEGACY);
            }
        })
        .on_page_wait(move |time| {
            let limit = format_time(time);
            speaking.print_report(&format!(
                "waiting up to {limit} until the server says that you are done there (--page-wait) …"
            ));
        })
        .page_timeout(arguments.page_wait);
    let builder = match arguments.era {
        Some(EraChoice::Legacy) => builder.only_era(Era::Legacy),
        Some(EraChoice::Modern) => builder.only_era(Era::Modern),
        None => builder,
    };
    let server = safe_text::line(&arguments.server);
    builder.connect(target).await.with_context(|| format!("cannot speak with {server}"))
}

async fn serve(
    client: &Client,
    arguments: &CallArguments,
    responder: &Responder,
    console: &Console,
) -> Result<ExitReason> {
    let tools =
        with_progress_message("waiting for the list of tools …", responder, console, client.list_tools())
            .await;
    let tools = tools.context("the server does not list its tools")?;
    let Some(name) = &arguments.tool else {
        print::tools(client.server(), &tools, arguments.json, console)?;
        return Ok(ExitReason::Success);
    };
    let tool = find(&tools, name)?;
    let given = tool_arguments::parse(&arguments.arguments, &tool.input_schema)?;
    let (speaking, asking) = (*console, responder.clone());
    let options = RequestOptions::new().progress(move |progress| {
        // Progress must not overwrite a question.
        if !asking.is_asking() {
            tell_progress(&progress, &speaking);
        }
    });
    let waiting = format!("waiting for {} …", safe_text::line(name));
    let result =
        with_progress_message(&waiting, responder, console, client.call_tool_with(name, given, &options))
            .await;
    // If the server responds while a question is shown, or withdraws it, the screen is released
    // first.
    responder.close().await;
    let modern = Era::of(client.server().revision) == Era::Modern;
    let result = match result {
        Err(error) => {
            if modern && mentions_elicitation(&error.to_string()) {
                console.warning(SUGGEST_LEGACY);
            }
            return Err(error).with_context(|| format!("{} did not answer", safe_text::line(name)));
        }
        Ok(result) => result,
    };
    print::result(&result, arguments.json, console)?;
    if responder.had_problems() {
        return Ok(ExitReason::Problems);
    }
    if result.is_error() {
        console.failure("the tool failed");
        if modern && mentions_elicitation(&result.text()) {
            console.warning(SUGGEST_LEGACY);
        }
        return Ok(ExitReason::Problems);
    }
    Ok(ExitReason::Success)
}

/// Returns whether an error is about elicitation, as of a server that only sends elicitation
/// requests.
fn mentions_elicitation(text: &str) -> bool {
    text.to_lowercase().contains("elicit")
}

/// Formats a duration as on the command line.
fn format_time(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 60 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

fn find<'t>(tools: &'t [ToolInfo], name: &str) -> Result<&'t ToolInfo> {
    let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
        let names: Vec<String> = tools.iter().take(20).map(|tool| safe_text::line(&tool.name)).collect();
        let there = if names.is_empty() { "no tools at all".to_owned() } else { names.join(", ") };
        bail!("the server has no tool `{}`; it has {there}", safe_text::line(name));
    };
    Ok(tool)
}

fn tell_progress(progress: &Progress, console: &Console) {
    let amount = match progress.total {
        Some(total) if total > 0.0 => format!("{:.0} %", progress.progress / total * 100.0),
        _ => format!("{}", progress.progress),
    };
    let message = progress.message.as_deref().map(safe_text::line).unwrap_or_default();
    console.print_report(format!("[{amount}] {message}").trim_end());
}
