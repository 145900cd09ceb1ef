//! One attempt to deliver: the target is looked at anew, its addresses are pinned, and what comes back is judged.
//!
//! Never follows a redirect, never asks a proxy, never connects to an address that was not checked for this very
//! attempt. What a receiver sends beyond its status and `Retry-After` is not read.

use std::time::Duration;

use askwell_engine::Resolver;
use askwell_form::url_guard::{self, PinnedUrl};
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};

use super::schedule;
use super::settings::Endpoint;
use super::sign;

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Attempt {
    /// It arrived.
    Delivered,
    /// It did not, and may later.
    Failed {
        /// Why.
        why: String,
        /// The receiver wants to be left alone for so long.
        retry_after: Option<Duration>,
    },
    /// The receiver wants to hear nothing more, ever.
    Gone,
}

impl Attempt {
    fn failed(why: impl Into<String>) -> Attempt {
        Attempt::Failed { why: why.into(), retry_after: None }
    }
}

/// Connections to one endpoint, used again while it has the same addresses.
#[derive(Debug, Default)]
pub(super) struct Line(Mutex<Option<(PinnedUrl, Client)>>);

/// Something to send.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter<'l> {
    pub(super) id: &'l str,
    pub(super) body: &'l str,
    pub(super) now: Timestamp,
}

/// Tries to deliver.
pub(super) async fn deliver(
    line: &Line,
    endpoint: &Endpoint,
    resolver: &dyn Resolver,
    timeout: Duration,
    letter: Letter<'_>,
) -> Attempt {
    let attempt = async {
        let pinned = match pin(endpoint, resolver).await {
            Ok(pinned) => pinned,
            Err(refusal) => return Attempt::failed(refusal.to_string()),
        };
        match send(line, &pinned, endpoint, letter).await {
            Ok(response) => judge(&response, letter.now),
            Err(why) => Attempt::failed(why),
        }
    };
    let late = |_| Attempt::failed(format!("no answer within {} ms", timeout.as_millis()));
    tokio::time::timeout(timeout, attempt).await.unwrap_or_else(late)
}

/// Checks the URL and every address that it leads to now.
async fn pin(endpoint: &Endpoint, resolver: &dyn Resolver) -> Result<PinnedUrl, url_guard::UrlRefusal> {
    let policy = endpoint.policy();
    let guarded = url_guard::check(&endpoint.url, &policy)?;
    let mut addresses = match guarded.needs_resolving() {
        Some(name) => resolver.resolve(name).await,
        None => Vec::new(),
    };
    // Name servers shuffle; the same addresses are to be the same connections.
    addresses.sort_unstable();
    guarded.check_resolved(&policy, &addresses)
}

async fn send(
    line: &Line,
    pinned: &PinnedUrl,
    endpoint: &Endpoint,
    letter: Letter<'_>,
) -> Result<Response, String> {
    let Letter { id, body, now } = letter;
    let signature = sign::signatures(&endpoint.signing, id, now, body).ok_or("it could not be signed")?;
    let request = line
        .client(pinned)?
        .post(pinned.url().clone())
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, concat!("askwell/", env!("CARGO_PKG_VERSION")))
        .header("webhook-id", id)
        .header("webhook-timestamp", (now.as_millis() / 1000).to_string())
        .header("webhook-signature", signature)
        .body(body.to_owned());
    // What the library says of an error repeats the URL, which the operator knows and a listing need not show.
    request.send().await.map_err(|error| described(&error.without_url()))
}

impl Line {
    fn client(&self, pinned: &PinnedUrl) -> Result<Client, String> {
        let mut line = self.0.lock();
        if let Some((known, client)) = &*line
            && known == pinned
        {
            return Ok(client.clone());
        }
        let mut builder = Client::builder().no_proxy().redirect(Policy::none());
        if let Some(name) = pinned.url().domain() {
            let addresses: Vec<_> = pinned.socket_addresses().collect();
            builder = builder.resolve_to_addrs(name, &addresses);
        }
        let client = builder.build().map_err(|error| described(&error))?;
        *line = Some((pinned.clone(), client.clone()));
        Ok(client)
    }
}

fn judge(response: &Response, now: Timestamp) -> Attempt {
    let status = response.status();
    if status.is_success() {
        return Attempt::Delivered;
    }
    if status == StatusCode::GONE {
        return Attempt::Gone;
    }
    let header = response.headers().get(RETRY_AFTER).and_then(|header| header.to_str().ok());
    let retry_after = header.and_then(|header| schedule::retry_after(header, now));
    let why = if status.is_redirection() {
        format!("it answered {}, and redirects are not followed", status.as_u16())
    } else {
        format!("it answered {}", status.as_u16())
    };
    Attempt::Failed { why, retry_after }
}

/// An error with what is behind it.
fn described(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text = format!("{text}: {source}");
        next = source.source();
    }
    text
}
