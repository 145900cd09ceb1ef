//! `askwell sessions` and `askwell people`: who has signed in to a running service, and links for people without
//! accounts.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use askwell_client::ServiceEndpoint;
use reqwest::Method;
use serde_json::{Value, json};
use url::Url;

use crate::ExitReason;
use crate::arguments::ServiceArguments;
use crate::arguments::people::{
    LinkArguments, PeopleArguments, PeopleCommand, SessionsArguments, SessionsCommand,
};
use crate::console::Console;
use crate::remote::endpoint;
use crate::safe_text;
use crate::serve::runtime;

/// The largest answer of a service that is read.
const LARGEST: usize = 4 << 20;

/// The most pages of sessions that are read.
const MOST_PAGES: usize = 100;

/// Lists and revokes sessions.
pub(crate) fn run_sessions(arguments: &SessionsArguments, console: &Console) -> Result<ExitReason> {
    runtime()?.block_on(async {
        match &arguments.command {
            SessionsCommand::List { person, json, service } => {
                let service = find(service).await?;
                let sessions = list(&service, person.as_deref()).await?;
                if *json {
                    console.print_json(&format!("{:#}\n", json!({"sessions": sessions})))?;
                } else if sessions.is_empty() {
                    console.print_report("nobody is signed in");
                } else {
                    console.print_text(&table(&sessions))?;
                }
            }
            SessionsCommand::Revoke { id: Some(id), person: None, service } => {
                let service = find(service).await?;
                call(&service, Method::DELETE, &["sessions", id], &[], None).await?;
                console.success(&format!("revoked {}", safe_text::line(id)));
            }
            SessionsCommand::Revoke { id: None, person: Some(person), service } => {
                let service = find(service).await?;
                let done = call(&service, Method::DELETE, &["sessions"], &[("person", person)], None).await?;
                let count = done.get("revoked").and_then(Value::as_u64).unwrap_or_default();
                console.success(&format!("revoked {count} sessions of {}", safe_text::line(person)));
            }
            SessionsCommand::Revoke { .. } => bail!("name one session, or a person with --person"),
        }
        Ok(ExitReason::Success)
    })
}

/// Makes a personal link.
pub(crate) fn run_people(arguments: &PeopleArguments, console: &Console) -> Result<ExitReason> {
    let PeopleCommand::Link(LinkArguments { name, group, expires_hours, service }) = &arguments.command;
    runtime()?.block_on(async {
        let service = find(service).await?;
        let lifetime = u64::from(*expires_hours) * 60 * 60 * 1000;
        let body = json!({"person": name, "groups": group, "lifetimeMs": lifetime});
        let made = call(&service, Method::POST, &["people", "links"], &[], Some(&body)).await?;
        let text = |key: &str| made.get(key).and_then(Value::as_str).map(safe_text::line).unwrap_or_default();
        console.print_text(&format!("link: {}\ncode: {}\n", text("url"), text("code")))?;
        console.print_report(&format!(
            "send the two on different ways: together they sign {} in, once, within {expires_hours} hours",
            safe_text::line(name)
        ));
        Ok(ExitReason::Success)
    })
}

async fn find(arguments: &ServiceArguments) -> Result<ServiceEndpoint> {
    endpoint(arguments.url.as_deref(), arguments.key_file.as_deref()).await
}

async fn list(service: &ServiceEndpoint, person: Option<&str>) -> Result<Vec<Value>> {
    let (mut sessions, mut cursor) = (Vec::new(), None::<String>);
    for _ in 0..MOST_PAGES {
        let mut query: Vec<(&str, &str)> = person.map(|person| ("person", person)).into_iter().collect();
        query.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
        let page = call(service, Method::GET, &["sessions"], &query, None).await?;
        sessions.extend(page.get("sessions").and_then(Value::as_array).into_iter().flatten().cloned());
        match page.get("nextCursor").and_then(Value::as_str) {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    Ok(sessions)
}

fn table(sessions: &[Value]) -> String {
    let mut text = String::new();
    for session in sessions {
        let shown =
            |key: &str| session.get(key).and_then(Value::as_str).map(safe_text::line).unwrap_or_default();
        let groups = session.get("groups").and_then(Value::as_array).into_iter().flatten();
        let groups: Vec<String> = groups.filter_map(Value::as_str).map(safe_text::line).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{}  {} with {}", shown("sessionId"), shown("person"), shown("via"));
        if !groups.is_empty() {
            let _ = write!(text, ", in {}", groups.join(", "));
        }
        if session.get("browser").is_some() {
            let _ = write!(text, ", {}", shown("browser"));
        }
        text.push('\n');
    }
    text
}

/// Calls an endpoint for operators.
async fn call(
    service: &ServiceEndpoint,
    method: Method,
    path: &[&str],
    query: &[(&str, &str)],
    body: Option<&Value>,
) -> Result<Value> {
    let mut url: Url = service.url().clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    let client =
        askwell_http::client::build(&url, |client| client.timeout(std::time::Duration::from_secs(30)))?;
    let mut request = client.request(method, url);
    if let Some(key) = service.key() {
        request = request.bearer_auth(key.reveal());
    }
    if let Some(body) = body {
        request = request.header("content-type", "application/json").body(body.to_string());
    }
    let address = service.address();
    let failed = |error| {
        anyhow::anyhow!("{address} cannot be reached: {}", askwell_http::client::describe_error(error))
    };
    let mut response = request.send().await.map_err(failed)?;
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if bytes.len() + chunk.len() > LARGEST {
            bail!("{address} sent too much");
        }
        bytes.extend_from_slice(&chunk);
    }
    if status.as_u16() == 404 && path.len() < 2 {
        bail!("{address} has no sign-in: its settings have no provider, and people.identity is not sign-in");
    }
    if !status.is_success() {
        let why = String::from_utf8_lossy(&bytes);
        let hint =
            if status.as_u16() == 401 { "; set ASKWELL_KEY, or name a file with --key-file" } else { "" };
        bail!("{address} refused: {}{hint}", safe_text::line(why.trim()));
    }
    serde_json::from_slice(&bytes).with_context(|| format!("{address} sent no JSON"))
}
