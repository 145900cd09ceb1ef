//! One service that is called: where it is, and how it is asked.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::CallbackError;
use askwell_form::url_guard::{self, UrlPolicy};
use askwell_http::client::describe_error;
use askwell_lifecycle::ClientId;
use metrics::{Histogram, counter, histogram};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::CallbackContext;
use crate::webhooks::target::{EndpointClient, pin};
use crate::webhooks::{EndpointProblem, SigningSecret, endpoint_policy, is_endpoint_name, seconds};

/// The longest time that a person waits for a callback.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The most calls at a time to one callback.
const MOST_AT_ONCE: usize = 8;

/// The settings that all callbacks have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallbackSettings {
    /// The name that forms use: lower-case letters, digits, `-` and `_`.
    pub name: String,
    /// The URL that is called.
    pub url: String,
    /// The secret that signs requests.
    pub secret: SigningSecret,
    /// The time limit of one call, from waiting for a free place to the last byte of the response.
    pub timeout: Duration,
    /// The client whose forms may use it; `None` means all.
    pub client: Option<String>,
    /// Whether it may be on this machine or in a private network, and use plain `http` there.
    pub allow_private: bool,
}

/// An invalid setting.
pub type CallbackProblem = EndpointProblem;

impl CallbackSettings {
    /// Returns settings with the defaults.
    pub fn new(name: impl Into<String>, url: impl Into<String>, secret: SigningSecret) -> CallbackSettings {
        CallbackSettings {
            name: name.into(),
            url: url.into(),
            secret,
            timeout: Duration::from_secs(5),
            client: None,
            allow_private: false,
        }
    }
}

/// A callback with checked settings.
pub(super) struct CallbackTarget {
    pub(super) name: String,
    url: String,
    origin: String,
    secret: SigningSecret,
    timeout: Duration,
    client: Option<ClientId>,
    policy: UrlPolicy,
    connections: EndpointClient,
    permits: Semaphore,
    kind: &'static str,
    seconds: Histogram,
    context: CallbackContext,
}

impl CallbackTarget {
    /// Checks the settings. `kind` names the callbacks of one sort in metrics.
    pub(super) fn new(
        kind: &'static str,
        settings: CallbackSettings,
        context: CallbackContext,
    ) -> Result<CallbackTarget, Vec<CallbackProblem>> {
        let mut problems = Vec::new();
        let mut problem = |setting, message| problems.push(EndpointProblem { setting, message });
        if !is_endpoint_name(&settings.name) {
            problem("name", format!("up to 64 small letters, digits, - and _, not {:?}", settings.name));
        }
        let policy = endpoint_policy(settings.allow_private);
        let origin = match url_guard::check(&settings.url, &policy) {
            Ok(url) => format!("{}://{}:{}", url.scheme(), url.host(), url.port()),
            Err(refusal) => {
                let message = match settings.allow_private {
                    true => refusal.to_string(),
                    false => format!("{refusal}; allow_private opens private networks, and plain http there"),
                };
                problem("url", message);
                String::new()
            }
        };
        if settings.timeout.is_zero() || settings.timeout > LONGEST_TIMEOUT {
            let message = format!("more than nothing and at most {} ms", LONGEST_TIMEOUT.as_millis());
            problem("timeout_ms", message);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(CallbackTarget {
            seconds: histogram!("askwell_callback_seconds", "kind" => kind, "name" => settings.name.clone()),
            name: settings.name,
            url: settings.url,
            origin,
            secret: settings.secret,
            timeout: settings.timeout,
            client: settings.client.as_deref().map(ClientId::from),
            policy,
            connections: EndpointClient::default(),
            permits: Semaphore::new(MOST_AT_ONCE),
            kind,
            context,
        })
    }

    /// Returns whether forms of this client may use it.
    pub(super) fn serves(&self, client: &ClientId) -> bool {
        self.client.as_ref().is_none_or(|own| own == client)
    }

    /// Posts a signed body and returns the body of the response, of at most `limit` bytes.
    ///
    /// # Errors
    /// When there is no response with status 200 within the time and the limit.
    pub(super) async fn post(&self, body: String, limit: usize) -> Result<Vec<u8>, CallbackError> {
        let started = Instant::now();
        let result = match tokio::time::timeout(self.timeout, self.exchange(body, limit)).await {
            Ok(result) => result,
            Err(_) => Err(format!("no response within {} ms", self.timeout.as_millis())),
        };
        self.seconds.record(started.elapsed().as_secs_f64());
        let ending = if result.is_ok() { "answered" } else { "failed" };
        counter!("askwell_callbacks_total", "kind" => self.kind, "name" => self.name.clone(), "result" => ending)
            .increment(1);
        result.map_err(|why| self.failed(&why))
    }

    /// Returns the error of a call, for the log.
    pub(super) fn failed(&self, why: &str) -> CallbackError {
        CallbackError(format!("{} {} at {}: {why}", self.kind, self.name, self.origin))
    }

    async fn exchange(&self, body: String, limit: usize) -> Result<Vec<u8>, String> {
        let closed = |_| "it is shut down".to_owned();
        let _own = self.permits.acquire().await.map_err(closed)?;
        let _of_all = self.context.permits.acquire().await.map_err(closed)?;
        let pinned =
            pin(&self.url, &self.policy, &*self.context.resolver).await.map_err(|error| error.to_string())?;
        let client = self.connections.to(&pinned).map_err(|error| error.to_string())?;
        let id = format!("{}_{:032x}", self.kind, rand::random::<u128>());
        let now = self.context.clock.now();
        let request = client
            .post(pinned.url().clone())
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &id)
            .header("webhook-timestamp", seconds(now))
            .header("webhook-signature", self.secret.sign(&id, now, body.as_bytes()))
            .body(body);
        let response = request.send().await.map_err(describe_error)?;
        let status = response.status();
        if status.as_u16() != 200 {
            let hint = if status.is_redirection() { ", and redirects are not followed" } else { "" };
            return Err(format!("it answered {}{hint}", status.as_u16()));
        }
        read(response, limit).await
    }
}

impl fmt::Debug for CallbackTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallbackTarget")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// Reads a body up to a limit.
async fn read(mut response: Response, limit: usize) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(describe_error)? {
        if body.len() + chunk.len() > limit {
            return Err(format!("its response has more than {limit} bytes"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Returns a text of another program as people may see it: without characters that hide, on one line, and of bounded
/// length. `None` if nothing is left.
pub(super) fn shown_text(text: &str, longest: usize) -> Option<Arc<str>> {
    let visible = askwell_form::hidden::visible(text, |_| false);
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = words.chars().take(longest).collect();
    (!shown.is_empty()).then(|| shown.into())
}
