//! `askwell acp`: stands between an editor and a coding agent.
//!
//! Stdin and stdout belong to the protocol from the first byte on; everything else goes to stderr.

use std::collections::HashMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_client::Client;
use askwell_gateway::Announce;
use askwell_gateway::acp::{AcpParts, AcpProxy};
use askwell_lifecycle::ClientId;
use askwell_mcp::Hosted;
use askwell_web::PageServer;
use tokio::io::BufReader;
use tokio::process::{Child, Command};

use crate::arguments::AcpArguments;
use crate::console::{Console, protocol_output};
use crate::gateway::service_inbox::{self, InboxChoice, ServiceInbox};
use crate::mcp::words_here;
use crate::serve::{AssembledService, Config, config, runtime, start_logging, stop_on_signal};
use crate::{ExitReason, browser, safe_text};

/// How long the agent may take to end after its input has ended.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// The buffer of a stream.
const BUFFER: usize = 64 << 10;

pub(crate) fn run(arguments: &AcpArguments, console: &Console) -> Result<ExitReason> {
    let mut config = config::read(&arguments.settings(), None, console)?;
    config.memory = true;
    let runtime = runtime()?;
    let served = runtime.block_on(serve(&config, arguments, *console));
    // A blocked read of stdin cannot be cancelled, so the runtime is not awaited.
    runtime.shutdown_background();
    served.map(|()| ExitReason::Success)
}

async fn serve(config: &Config, arguments: &AcpArguments, console: Console) -> Result<()> {
    let telemetry = start_logging(config)?;
    let stop = stop_on_signal(Duration::ZERO)?;
    let parts = AssembledService::new(config).await?;
    let name = agent_name(arguments);
    let names = HashMap::from([(ClientId::UNNAMED.into(), name.clone())]);
    let pages = PageServer::start(&parts.engine, arguments.page, names).await?;
    let mut hosted: Arc<dyn Hosted> = Arc::new(pages.pages().clone());
    let choice = InboxChoice {
        command: "acp",
        named: arguments.service.as_deref(),
        key_file: arguments.key_file.as_deref(),
        own_page: arguments.own_page(),
    };
    if let Some(endpoint) = service_inbox::endpoint(&choice, &console).await? {
        console.print_report(&format!("questions are in the inbox of {}, too", endpoint.address()));
        let who = format!("the agent “{name}”");
        let client = Client::new(endpoint)?;
        let inbox = ServiceInbox::start(client, &parts.engine, who, arguments.timeout, hosted).await?;
        hosted = Arc::new(inbox);
    }
    let mut agent = start_agent(arguments)?;
    let (Some(input), Some(output)) = (agent.stdin.take(), agent.stdout.take()) else {
        anyhow::bail!("the agent has no input or output");
    };
    let proxy = AcpProxy::new(AcpParts {
        engine: parts.engine.clone(),
        hosted,
        timeout: arguments.timeout,
        announce: announce(arguments.open, console),
        words: words_here(&config.http.languages),
    });
    let editor = (BufReader::with_capacity(BUFFER, tokio::io::stdin()), protocol_output());
    let agent_streams = (BufReader::with_capacity(BUFFER, output), input);
    tokio::select! {
        forwarded = proxy.run(editor, agent_streams) => forwarded.context("the connection broke")?,
        () = stop.triggered() => {}
    }
    // A page that was just answered shows the result first.
    pages.results_loaded().await;
    if tokio::time::timeout(END_TIMEOUT, agent.wait()).await.is_err() {
        agent.kill().await.context("the agent cannot be ended")?;
    }
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}

/// Starts the agent with the environment of the editor, whose agent it is. It ends with this process.
fn start_agent(arguments: &AcpArguments) -> Result<Child> {
    let (program, rest) = arguments.command.split_first().context("which agent?")?;
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let shown = safe_text::line(&program.to_string_lossy());
    command.spawn().with_context(|| format!("cannot start the agent {shown}; is it installed?"))
}

fn agent_name(arguments: &AcpArguments) -> String {
    let program = arguments.command.first().map(|program| Path::new(program).file_stem().unwrap_or(program));
    let program = program.map(|program| program.to_string_lossy().into_owned());
    safe_text::line(&arguments.name.clone().or(program).unwrap_or_default())
}

/// Returns what happens with each question: its link is in the editor's log, and in the browser if that is wanted.
fn announce(open: bool, console: Console) -> Announce {
    Arc::new(move |message, link| {
        let (message, url) = (safe_text::line(message), safe_text::line(&link.url));
        console.print_report(&format!("{message}\nanswer on this machine: {url}"));
        if open {
            browser::open(&link.url);
        }
    })
}
