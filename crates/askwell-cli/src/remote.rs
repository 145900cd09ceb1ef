//! Client of a running service: calls, events and open elicitations.
//!
//! Every call can fail because the service is unreachable; the error says so, and the call can be
//! repeated. Only the service decides deadlines: one has passed when the service says so, not by
//! this machine's clock.

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
use crate::console::{Console, PROGRESS_DELAY};
use crate::safe_text;

/// The default address of a service.
const DEFAULT_URL: &str = "http://127.0.0.1:8787";

/// Time limit of a call.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);

/// A service to call. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    runtime: Arc<Runtime>,
    client: Client,
    base: Url,
}

/// Why a call failed.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum CallError {
    /// The service cannot be reached.
    #[error("the service at {address} cannot be reached: {why}")]
    Unreachable { address: String, why: String },
    /// The service returned an error.
    #[error("{message}")]
    Rejected {
        /// The error type for programs.
        kind: String,
        message: String,
        data: Value,
    },
}

impl Service {
    pub(crate) fn new(arguments: &ServiceArguments) -> Result<Service> {
        let (base, key) = resolve_endpoint(arguments.url.as_deref(), arguments.key_file.as_deref())?;
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            let mut value = HeaderValue::from_str(&format!("Bearer {key}")).context("the key is no key")?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let client =
            client::build(&base, |client| client.default_headers(headers).connect_timeout(CALL_TIMEOUT))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Service { runtime: Arc::new(runtime), client, base })
    }

    /// Returns the address for display.
    pub(crate) fn address(&self) -> String {
        safe_text::line(self.base.as_str().trim_end_matches('/'))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Runs a call and prints a message if it takes long. Only for use while the terminal shows
    /// nothing else.
    pub(crate) fn with_progress_message<T>(&self, console: &Console, work: impl FnOnce() -> T) -> T {
        let (console, address) = (*console, self.address());
        let notice = self.runtime.spawn(async move {
            tokio::time::sleep(PROGRESS_DELAY).await;
            if console.is_terminal() {
                console.print_report(&format!("waiting for {address} …"));
            }
        });
        let done = work();
        notice.abort();
        done
    }

    /// Calls a method and waits for its result.
    pub(crate) fn call(&self, method: &str, params: &Value) -> Result<Value, CallError> {
        self.runtime.block_on(self.call_async(method, params))
    }

    /// Calls a method from a task.
    pub(crate) async fn call_async(&self, method: &str, params: &Value) -> Result<Value, CallError> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let request = self.client.post(self.url("rpc")).header(CONTENT_TYPE, "application/json").body(body);
        let response =
            request.timeout(CALL_TIMEOUT).send().await.map_err(|error| self.unreachable(&error))?;
        let mut message = self.read(response).await?;
        match message.get_mut("error") {
            Some(error) => Err(rejected(error)),
            None => Ok(message.get_mut("result").map(Value::take).unwrap_or_default()),
        }
    }

    /// Uploads a file and returns the answer for its field.
    pub(crate) fn upload(
        &self,
        (id, field): (&str, &str),
        filename: &str,
        content_type: &str,
        bytes: Vec<u8>,
    ) -> Result<Value, CallError> {
        self.runtime.block_on(async {
            let unreachable = |error: reqwest::Error| self.unreachable(&error);
            let mut url =
                Url::parse(&self.url("uploads")).map_err(|error| self.broken_response(error.to_string()))?;
            if let Ok(mut path) = url.path_segments_mut() {
                path.extend([id, field]);
            }
            url.query_pairs_mut().append_pair("filename", filename);
            let request = self.client.post(url).header(CONTENT_TYPE, content_type).body(bytes);
            let mut answer = self.read(request.send().await.map_err(unreachable)?).await?;
            match answer.get_mut("error") {
                Some(error) => Err(rejected(error)),
                None => Ok(answer),
            }
        })
    }

    async fn read(&self, response: Response) -> Result<Value, CallError> {
        let status = response.status();
        if let Some(location) = response.headers().get(LOCATION).filter(|_| status.is_redirection()) {
            let location = safe_text::line(&String::from_utf8_lossy(location.as_bytes()));
            return Err(self.broken_response(format!(
                "it redirects to {location}; use --url with that address if it is right"
            )));
        }
        let bytes = response.bytes().await.map_err(|error| self.unreachable(&error))?;
        serde_json::from_slice(&bytes)
            .map_err(|_| self.broken_response(format!("it answers {status}, and not as a service does")))
    }

    fn unreachable(&self, error: &reqwest::Error) -> CallError {
        self.broken_response(match client::certificate_problem(error) {
            Some(distrust) => safe_text::line(&distrust),
            None if error.is_timeout() => "it does not answer".to_owned(),
            None => "there is no connection".to_owned(),
        })
    }

    fn broken_response(&self, why: String) -> CallError {
        CallError::Unreachable { address: self.address(), why }
    }

    /// Claims an elicitation unless another terminal has claimed it. Returns whether to answer it
    /// here. If the service does not support claims, returns true.
    pub(crate) fn claim_if_free(&self, id: &str) -> Result<bool, CallError> {
        match self.call("elicitation/claim", &json!({"elicitationId": id, "ifFree": true})) {
            Ok(claimed) => Ok(claimed.get("taken") != Some(&Value::Bool(false))),
            Err(CallError::Rejected { .. }) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Lists the open elicitations: by deadline, then those without one, the oldest first.
    pub(crate) fn list_open(&self) -> Result<Vec<PendingElicitation>, CallError> {
        let params = json!({"status": ["pending", "active"], "limit": 1000});
        let found = self.call("elicitation/list", &params)?;
        let entries =
            found.get("elicitations").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut waiting: Vec<PendingElicitation> =
            entries.iter().rev().filter_map(PendingElicitation::read).collect();
        waiting.sort_by_key(|entry| entry.until.unwrap_or(u64::MAX));
        Ok(waiting)
    }
}

/// Returns the address of the service and the key: as given, or from the environment.
pub(crate) fn resolve_endpoint(url: Option<&str>, key_file: Option<&Path>) -> Result<(Url, Option<String>)> {
    let said = url.map(str::to_owned).or_else(|| variable("ASKWELL_URL"));
    let url = said.unwrap_or_else(|| DEFAULT_URL.to_owned());
    let base = Url::parse(&url).ok().filter(|url| ["http", "https"].contains(&url.scheme()));
    let Some(base) = base else { bail!("`{}` is no web address", safe_text::line(&url)) };
    Ok((base, key(key_file)?))
}

fn key(key_file: Option<&Path>) -> Result<Option<String>> {
    match key_file {
        Some(path) => {
            let name = safe_text::line(&path.to_string_lossy());
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            Ok(Some(text.trim().to_owned()))
        }
        None => Ok(variable("ASKWELL_KEY")),
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn rejected(error: &mut Value) -> CallError {
    let data = error.get_mut("data").map(Value::take).unwrap_or_default();
    let text =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    CallError::Rejected { kind: text(&data, "type"), message: safe_text::line(&text(error, "message")), data }
}

/// An open elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PendingElicitation {
    pub(crate) id: String,
    pub(crate) mode: String,
    pub(crate) prompt: String,
    pub(crate) until: Option<u64>,
    pub(crate) claimed_by: Option<String>,
    /// The program that asks.
    pub(crate) client: Option<String>,
}

impl PendingElicitation {
    fn read(entry: &Value) -> Option<PendingElicitation> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(PendingElicitation {
            id: text("elicitationId")?,
            mode: text("mode")?,
            prompt: text("prompt").unwrap_or_default(),
            until: entry.get("timeoutAt").and_then(Value::as_u64),
            claimed_by: text("claimedBy"),
            client: text("client"),
        })
    }

    /// Returns the time until its deadline.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.until.map(time_until)
    }
}

/// Returns the time until a point in milliseconds since 1970.
pub(crate) fn time_until(milliseconds: u64) -> Duration {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(milliseconds).saturating_sub(now)
}
