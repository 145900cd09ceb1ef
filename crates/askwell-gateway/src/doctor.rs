//! The doctor: what a server speaks, which tools it has, what clients get from it with and without Askwell.
//!
//! Connects to the server, lists its tools and leaves again. Calls no tool. Every step has a time limit.

mod outlook;
mod tools;

use std::time::{Duration, Instant};

use askwell_mcp::client::{
    CallError, Client, ConnectError, FormReply, FormRequest, Target, UrlReply, UrlRequest,
};
use askwell_mcp::wire::{Era, Json, Peer, Raw};
use serde::Serialize;

pub use self::outlook::{ClientKind, ClientOutlook};
pub use self::tools::ToolReport;

use crate::quirks::QuirksTable;

/// The time limits of an examination.
#[derive(Debug, Clone, Copy)]
pub struct DoctorLimits {
    /// For starting the server and the handshake, in each era.
    pub start: Duration,
    /// For each list.
    pub list: Duration,
    /// For ending the connection.
    pub end: Duration,
}

impl Default for DoctorLimits {
    fn default() -> Self {
        DoctorLimits {
            start: Duration::from_secs(15),
            list: Duration::from_secs(10),
            end: Duration::from_secs(5),
        }
    }
}

/// What an examination found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerReport {
    /// The command or the address.
    pub address: String,
    /// What the server speaks in each era.
    pub eras: Vec<EraReport>,
    /// Its tools.
    pub tools: Vec<ToolReport>,
    /// What clients get.
    pub clients: Vec<ClientOutlook>,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// What a server speaks in one era.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EraReport {
    /// The era: `legacy` or `modern`.
    pub era: &'static str,
    /// The revision, if the server speaks one of this era.
    pub revision: Option<String>,
    /// The name and version of the server.
    pub server: Option<String>,
    /// The capabilities that it declares.
    pub capabilities: Vec<String>,
    /// How long the handshake took, in milliseconds.
    pub handshake_ms: Option<u64>,
    /// Why the server does not speak this era, if it does not.
    pub error: Option<String>,
}

impl ServerReport {
    /// Returns whether the server speaks the era.
    #[must_use]
    pub fn speaks(&self, era: Era) -> bool {
        self.eras.iter().any(|report| report.era == era_name(era) && report.revision.is_some())
    }

    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.problems.is_empty()
    }
}

fn era_name(era: Era) -> &'static str {
    match era {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    }
}

/// Examines a server. `target` is called once for each era, as each gets its own connection. With a client, the report
/// says what that client gets, otherwise what each kind of client gets.
pub async fn examine(
    address: &str,
    target: impl Fn() -> Result<Target, String>,
    client: Option<ClientKind>,
    limits: DoctorLimits,
) -> ServerReport {
    let mut report = ServerReport {
        address: address.to_owned(),
        eras: Vec::new(),
        tools: Vec::new(),
        clients: Vec::new(),
        problems: Vec::new(),
    };
    for era in [Era::Modern, Era::Legacy] {
        let examined = match target() {
            Ok(target) => examine_era(target, era, limits).await,
            Err(error) => Examined::failed(era, error),
        };
        report.eras.push(examined.era);
        report.problems.extend(examined.problems);
        if report.tools.is_empty() {
            report.tools = examined.tools;
        }
    }
    if !report.speaks(Era::Legacy) && !report.speaks(Era::Modern) {
        let reasons: Vec<&str> = report.eras.iter().filter_map(|era| era.error.as_deref()).collect();
        let mut distinct = reasons.clone();
        distinct.dedup();
        report.problems.insert(0, format!("no connection: {}", distinct.join("; ")));
    }
    let kinds = client.map_or_else(ClientKind::all, |client| vec![client]);
    report.clients = kinds.iter().map(|kind| kind.outlook(&report)).collect();
    report
}

/// Finds a client by its name in the protocol or its name for people.
///
/// # Errors
/// When no entry of the table matches; the text lists the known ones.
pub fn find_client(quirks: &QuirksTable, name: &str, version: &str) -> Result<ClientKind, String> {
    let peer = Peer { name: name.to_owned(), version: version.to_owned() };
    let by_title = || {
        quirks.entries().find(|entry| {
            entry.title.eq_ignore_ascii_case(name)
                || entry.names.iter().any(|known| known.to_string().eq_ignore_ascii_case(name))
        })
    };
    match quirks.find(&peer).or_else(by_title) {
        Some(entry) => Ok(ClientKind::of_entry(entry)),
        None => {
            let mut titles: Vec<&str> = quirks.entries().map(|entry| entry.title.as_str()).collect();
            titles.dedup();
            Err(format!("no client `{name}` is known; known are {}", titles.join(", ")))
        }
    }
}

/// Connects to a server in the era that it speaks, lists its tools, and leaves again.
///
/// # Errors
/// When the server cannot be reached or does not list its tools in time, in words.
pub async fn list_tools(target: Target, limit: Duration) -> Result<Vec<Json>, String> {
    let builder = Client::builder("askwell-doctor", env!("CARGO_PKG_VERSION")).start_timeout(limit);
    let late = || format!("no answer within {} s", limit.as_secs());
    let connected = tokio::time::timeout(limit, builder.connect(target)).await.map_err(|_| late())?;
    let client = connected.map_err(|error| explain(&error))?;
    let listed = list(&client, limit).await;
    // The list is what counts; a server that does not end is killed.
    let _ = tokio::time::timeout(DoctorLimits::default().end, client.close()).await;
    listed
}

/// What one connection showed.
struct Examined {
    era: EraReport,
    tools: Vec<ToolReport>,
    problems: Vec<String>,
}

impl Examined {
    fn failed(era: Era, error: String) -> Examined {
        let era = EraReport {
            era: era_name(era),
            revision: None,
            server: None,
            capabilities: Vec::new(),
            handshake_ms: None,
            error: Some(error),
        };
        Examined { era, tools: Vec::new(), problems: Vec::new() }
    }
}

async fn examine_era(target: Target, era: Era, limits: DoctorLimits) -> Examined {
    let started = Instant::now();
    let builder = Client::builder("askwell-doctor", env!("CARGO_PKG_VERSION"))
        .only_era(era)
        .start_timeout(limits.start)
        .on_form(|_: FormRequest| async { FormReply::Cancel })
        .on_url(|_: UrlRequest| async { UrlReply::Cancel });
    // The limit of the handshake does not cover everything that a server can delay.
    let connecting = tokio::time::timeout(limits.start + limits.end, builder.connect(target));
    let client = match connecting.await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) => return Examined::failed(era, explain(&error)),
        Err(_) => return Examined::failed(era, format!("no answer within {} s", limits.start.as_secs())),
    };
    let handshake_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let server = client.server();
    let declared: Vec<String> =
        server.capabilities.raw().members().map(|(name, _)| name.into_owned()).take(32).collect();
    let report = EraReport {
        era: era_name(era),
        revision: Some(server.revision.as_str().to_owned()),
        server: Some(format!("{} {}", server.peer.name, server.peer.version)),
        capabilities: declared.clone(),
        handshake_ms: Some(handshake_ms),
        error: None,
    };
    let mut problems = Vec::new();
    if server.peer.name.is_empty() {
        problems.push(format!("the server does not say its name in the {} era", era_name(era)));
    }
    let mut tools = Vec::new();
    if declared.iter().any(|name| name == "tools") {
        match list(&client, limits.list).await {
            Ok(listed) => {
                let listed: Vec<Raw<'_>> = listed.iter().map(Json::raw).collect();
                tools = listed.iter().map(|tool| ToolReport::of(*tool)).collect();
                problems.extend(tools::find_problems(&listed));
            }
            Err(problem) => problems.push(format!("tools/list in the {} era: {problem}", era_name(era))),
        }
    }
    if tokio::time::timeout(limits.end, client.close()).await.is_err() {
        problems
            .push(format!("the server does not end within {} s after it was closed", limits.end.as_secs()));
    }
    Examined { era: report, tools, problems }
}

async fn list(client: &Client, limit: Duration) -> Result<Vec<Json>, String> {
    match tokio::time::timeout(limit, client.list("tools/list", "tools")).await {
        Ok(Ok(tools)) => Ok(tools),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("no answer within {} s", limit.as_secs())),
    }
}

/// Returns an error of connecting, with what to do about it.
fn explain(error: &ConnectError) -> String {
    match error {
        ConnectError::Start { error: cause, .. } if cause.kind() == std::io::ErrorKind::NotFound => {
            format!("{error}; is the program installed and in PATH?")
        }
        ConnectError::Refused(CallError::Closed) => {
            "the program ended before it answered; run it by itself to see why".to_owned()
        }
        ConnectError::Refused(CallError::Status { status: status @ (401 | 403) }) => {
            format!("the server answered with HTTP status {status}; pass credentials with --header")
        }
        ConnectError::Timeout { seconds } => {
            format!(
                "no answer within {seconds} s; does the program speak MCP on its standard input and output?"
            )
        }
        other => other.to_string(),
    }
}
