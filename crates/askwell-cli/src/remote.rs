//! A running service, as the terminal sees it: calls, events, and what waits there.
//!
//! Everything here can fail because nobody is there; then it says so, and can be tried again. Only the service decides:
//! a deadline that has passed on this machine's clock has passed when the service says so.

pub(crate) mod asker;
pub(crate) mod events;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
use askwell_http::client;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Client, Response, Url};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::arguments::ServiceArguments;
use crate::console::{Console, SILENCE};
use crate::shown;

/// Where a service listens that was told nothing else.
const LOCAL: &str = "http://127.0.0.1:8787";

/// A call that takes longer will not be answered.
const PATIENCE: Duration = Duration::from_secs(20);

/// A service that can be called. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    runtime: Arc<Runtime>,
    client: Client,
    base: Url,
}

/// Why a call brought nothing.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum CallError {
    /// Nobody is there.
    #[error("the service at {address} cannot be reached: {why}")]
    Unreachable { address: String, why: String },
    /// The service said no.
    #[error("{message}")]
    Refused {
        /// A word for programs.
        kind: String,
        message: String,
        data: Value,
    },
}

impl Service {
    pub(crate) fn new(arguments: &ServiceArguments) -> Result<Service> {
        let (base, key) = place(arguments.url.as_deref(), arguments.key_file.as_deref())?;
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            let mut value = HeaderValue::from_str(&format!("Bearer {key}")).context("the key is no key")?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let client =
            client::build(&base, |client| client.default_headers(headers).connect_timeout(PATIENCE))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Service { runtime: Arc::new(runtime), client, base })
    }

    /// Where it is, to be shown.
    pub(crate) fn address(&self) -> String {
        shown::line(self.base.as_str().trim_end_matches('/'))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Does something that calls the service, and says so when it takes long. Only while the terminal shows nothing else.
    pub(crate) fn patiently<T>(&self, console: &Console, work: impl FnOnce() -> T) -> T {
        let (console, address) = (*console, self.address());
        let notice = self.runtime.spawn(async move {
            tokio::time::sleep(SILENCE).await;
            if console.is_seen() {
                console.say(&format!("waiting for {address} …"));
            }
        });
        let done = work();
        notice.abort();
        done
    }

    /// Calls a method and waits for what comes of it.
    pub(crate) fn call(&self, method: &str, params: &Value) -> Result<Value, CallError> {
        self.runtime.block_on(self.call_later(method, params))
    }

    /// The same, for a task.
    pub(crate) async fn call_later(&self, method: &str, params: &Value) -> Result<Value, CallError> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let request = self.client.post(self.url("rpc")).header(CONTENT_TYPE, "application/json").body(body);
        let response = request.timeout(PATIENCE).send().await.map_err(|error| self.unreachable(&error))?;
        let mut message = self.read(response).await?;
        match message.get_mut("error") {
            Some(error) => Err(refused(error)),
            None => Ok(message.get_mut("result").map(Value::take).unwrap_or_default()),
        }
    }

    /// Uploads a file beside an answer; what comes back is the answer to its field.
    pub(crate) fn upload(
        &self,
        (id, field): (&str, &str),
        filename: &str,
        content_type: &str,
        bytes: Vec<u8>,
    ) -> Result<Value, CallError> {
        self.runtime.block_on(async {
            let unreachable = |error: reqwest::Error| self.unreachable(&error);
            let mut url = Url::parse(&self.url("uploads")).map_err(|error| self.lost(error.to_string()))?;
            if let Ok(mut path) = url.path_segments_mut() {
                path.extend([id, field]);
            }
            url.query_pairs_mut().append_pair("filename", filename);
            let request = self.client.post(url).header(CONTENT_TYPE, content_type).body(bytes);
            let mut answer = self.read(request.send().await.map_err(unreachable)?).await?;
            match answer.get_mut("error") {
                Some(error) => Err(refused(error)),
                None => Ok(answer),
            }
        })
    }

    async fn read(&self, response: Response) -> Result<Value, CallError> {
        let status = response.status();
        if let Some(elsewhere) = response.headers().get(LOCATION).filter(|_| status.is_redirection()) {
            let elsewhere = shown::line(&String::from_utf8_lossy(elsewhere.as_bytes()));
            return Err(self.lost(format!("it points to {elsewhere}; say so by --url if that is right")));
        }
        let bytes = response.bytes().await.map_err(|error| self.unreachable(&error))?;
        serde_json::from_slice(&bytes)
            .map_err(|_| self.lost(format!("it answers {status}, and not as a service does")))
    }

    fn unreachable(&self, error: &reqwest::Error) -> CallError {
        self.lost(match client::certificate_problem(error) {
            Some(distrust) => shown::line(&distrust),
            None if error.is_timeout() => "it does not answer".to_owned(),
            None => "there is no connection".to_owned(),
        })
    }

    fn lost(&self, why: String) -> CallError {
        CallError::Unreachable { address: self.address(), why }
    }

    /// Says that somebody is at it here, unless somebody is elsewhere: whether it is to be answered here. Whoever cannot
    /// say so may answer all the same.
    pub(crate) fn claim_if_free(&self, id: &str) -> Result<bool, CallError> {
        match self.call("elicitation/claim", &json!({"elicitationId": id, "ifFree": true})) {
            Ok(claimed) => Ok(claimed.get("taken") != Some(&Value::Bool(false))),
            Err(CallError::Refused { .. }) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// What waits for an answer: the next deadline first, then what has none, the oldest first.
    pub(crate) fn open(&self) -> Result<Vec<Waiting>, CallError> {
        let params = json!({"status": ["pending", "active"], "limit": 1000});
        let found = self.call("elicitation/list", &params)?;
        let entries =
            found.get("elicitations").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut waiting: Vec<Waiting> = entries.iter().rev().filter_map(Waiting::read).collect();
        waiting.sort_by_key(|entry| entry.until.unwrap_or(u64::MAX));
        Ok(waiting)
    }
}

/// Returns where a service is, and the key to it: as given, or as the environment says.
pub(crate) fn place(url: Option<&str>, key_file: Option<&Path>) -> Result<(Url, Option<String>)> {
    let said = url.map(str::to_owned).or_else(|| variable("ASKWELL_URL"));
    let url = said.unwrap_or_else(|| LOCAL.to_owned());
    let base = Url::parse(&url).ok().filter(|url| ["http", "https"].contains(&url.scheme()));
    let Some(base) = base else { bail!("`{}` is no web address", shown::line(&url)) };
    Ok((base, key(key_file)?))
}

fn key(key_file: Option<&Path>) -> Result<Option<String>> {
    match key_file {
        Some(path) => {
            let name = shown::line(&path.to_string_lossy());
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            Ok(Some(text.trim().to_owned()))
        }
        None => Ok(variable("ASKWELL_KEY")),
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn refused(error: &mut Value) -> CallError {
    let data = error.get_mut("data").map(Value::take).unwrap_or_default();
    let text =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    CallError::Refused { kind: text(&data, "type"), message: shown::line(&text(error, "message")), data }
}

/// One elicitation that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) id: String,
    pub(crate) mode: String,
    pub(crate) prompt: String,
    pub(crate) until: Option<u64>,
    pub(crate) claimed_by: Option<String>,
    /// The program that asks.
    pub(crate) client: Option<String>,
}

impl Waiting {
    fn read(entry: &Value) -> Option<Waiting> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Waiting {
            id: text("elicitationId")?,
            mode: text("mode")?,
            prompt: text("prompt").unwrap_or_default(),
            until: entry.get("timeoutAt").and_then(Value::as_u64),
            claimed_by: text("claimedBy"),
            client: text("client"),
        })
    }

    /// How long it still waits.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.until.map(time_until)
    }
}

/// How long it is until a point in time, given in milliseconds since 1970.
pub(crate) fn time_until(milliseconds: u64) -> Duration {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(milliseconds).saturating_sub(now)
}
