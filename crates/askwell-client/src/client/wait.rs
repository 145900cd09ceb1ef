//! Waits for the outcome of an elicitation, across restarts of the service and broken connections.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Client, set, with_id};
use crate::backoff::Backoff;
use crate::elicitation::{Outcome, WaitResult};
use crate::error::{ClientError, ServiceError};

/// How long the service holds one call.
const POLL_TIME: Duration = Duration::from_secs(20);

/// A poll that returns sooner than this without an outcome is from a service that stops.
const SHORT_POLL: Duration = Duration::from_millis(100);

/// What [`Client::wait_reporting`] reports while it waits.
#[derive(Debug)]
#[non_exhaustive]
pub enum WaitNotice<'e> {
    /// The service does not answer; it is tried again.
    Outage(&'e ClientError),
    /// The service answers again.
    Recovered,
}

impl Client {
    /// Waits until an elicitation is closed. A service that restarts and a connection that breaks
    /// are waited for, up to [`ClientSettings::max_outage`](crate::ClientSettings::max_outage). The
    /// outcome can be read any number of times, so dropping the future loses nothing.
    ///
    /// # Errors
    /// Fails if there is none with this id, or the service stays away for too long.
    pub async fn wait(&self, id: &str) -> Result<Outcome, ClientError> {
        self.wait_reporting(id, |_| {}).await
    }

    /// Waits like [`Client::wait`], and reports when an outage begins and ends.
    ///
    /// # Errors
    /// As [`Client::wait`].
    pub async fn wait_reporting(
        &self,
        id: &str,
        mut report: impl FnMut(WaitNotice<'_>),
    ) -> Result<Outcome, ClientError> {
        let mut outage: Option<Instant> = None;
        let mut backoff = Backoff::new();
        loop {
            let (endpoint, begun) = (self.endpoint(), Instant::now());
            match self.poll(id, POLL_TIME).await {
                Ok(Some(outcome)) => return Ok(outcome),
                Ok(None) => {
                    if outage.take().is_some() {
                        report(WaitNotice::Recovered);
                    }
                    if begun.elapsed() < SHORT_POLL {
                        tokio::time::sleep(backoff.next_pause(None)).await;
                    } else {
                        backoff = Backoff::new();
                    }
                }
                Err(error) => {
                    let moved = self.follow_restart(&endpoint, &error).await;
                    if moved {
                        continue;
                    }
                    let (is_first, most) = (outage.is_none(), self.settings().max_outage);
                    let since = *outage.get_or_insert_with(Instant::now);
                    let is_over = if is_first { most.is_zero() } else { since.elapsed() >= most };
                    if !error.is_outage() || is_over {
                        return Err(error);
                    }
                    if is_first {
                        report(WaitNotice::Outage(&error));
                    }
                    let asked = error.rejection().and_then(ServiceError::retry_after);
                    tokio::time::sleep(backoff.next_pause(asked)).await;
                }
            }
        }
    }

    /// Waits for an outcome for at most this time. Returns `None` if the elicitation is still open.
    ///
    /// # Errors
    /// Fails if there is none with this id, or the service does not answer.
    pub async fn poll(&self, id: &str, time: Duration) -> Result<Option<Outcome>, ClientError> {
        let mut params = with_id(id);
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        set(&mut params, "timeoutMs", millis.into());
        let limit = time + self.settings().call_timeout;
        let result = match self.call_once(&self.endpoint(), "elicitation/wait", &params, limit).await {
            // The service allows only shorter calls: it decides how long they are.
            Err(ClientError::Rejected(error)) if rejects_time(&error) => {
                self.call_once(&self.endpoint(), "elicitation/wait", &with_id(id), limit).await
            }
            other => other,
        }?;
        Ok(self.convert::<WaitResult>(&result)?.outcome())
    }
}

fn rejects_time(error: &ServiceError) -> bool {
    error.kind() == "invalid_params"
        && error.data.get("pointer").and_then(Value::as_str).is_some_and(|at| at.ends_with("timeoutMs"))
}
