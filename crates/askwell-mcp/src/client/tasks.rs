//! Follows a call that its server continues as a task (`io.modelcontextprotocol/tasks`): looks at it again and again,
//! answers its input requests, and returns its result. A task that is no longer followed is cancelled.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::core::{Core, SendOptions};
use super::error::CallError;
use super::handlers::ServerInfo;
use super::input_required::{answers, use_round};
use super::options::{Progress, RequestOptions};
use super::request_params;
use crate::wire::{ErrorCode, InputRequest, InputRequired, Json, ObjectWriter, Raw, RpcError, meta, method};

/// The shortest and the longest time between two looks, and the time if the server names none.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(30));
const DEFAULT_PAUSE: Duration = Duration::from_secs(1);

/// Returns the id of the task that a result hands over; `None` for other results.
pub(super) fn task_of(result: Raw<'_>) -> Option<String> {
    let is_task = result.get("resultType").and_then(Raw::as_text).as_deref() == Some("task");
    result.get("taskId").and_then(Raw::as_text).filter(|_| is_task).map(std::borrow::Cow::into_owned)
}

/// Follows a task to its end. Dropping the future cancels the task.
///
/// # Errors
/// When the task fails or is cancelled, and as a call without a task.
pub(super) async fn follow(
    core: &Arc<Core>,
    server: &Arc<ServerInfo>,
    id: String,
    created: Json,
    options: &RequestOptions,
) -> Result<Json, CallError> {
    let mut task = FollowedTask { core, server, id, options, has_ended: false };
    let mut answered: HashSet<String> = HashSet::new();
    let mut agreed: Vec<String> = Vec::new();
    let mut rounds_left = core.settings.max_rounds;
    let mut reports: u32 = 0;
    let mut said = None;
    let mut details = created;
    loop {
        tokio::time::sleep(pause(details.raw())).await;
        details = task.send(method::GET_TASK, None).await?;
        let text = |key: &str| details.raw().get(key).and_then(Raw::as_text);
        let message = text("statusMessage").map(std::borrow::Cow::into_owned);
        if message.is_some() && message != said {
            reports = reports.saturating_add(1);
            if let Some(sink) = &options.progress {
                sink(Progress { progress: f64::from(reports), total: None, message: message.clone() });
            }
            said = message;
        }
        match text("status").as_deref() {
            Some("working") => {}
            Some("input_required") => {
                let mut needed = needed(details.raw())?;
                needed.requests.retain(|(key, _)| !answered.contains(key));
                if needed.requests.is_empty() {
                    continue;
                }
                rounds_left = use_round(core, rounds_left)?;
                if let Some(given) = answers(core, server, &needed, &mut agreed).await? {
                    task.send(method::UPDATE_TASK, Some(&given)).await?;
                }
                answered.extend(needed.requests.into_iter().map(|(key, _)| key));
            }
            Some("completed") => {
                task.has_ended = true;
                let result = details.raw().get("result").and_then(Raw::object);
                let malformed = || CallError::Malformed("a completed task has no result".to_owned());
                return result.map(Raw::to_owned).ok_or_else(malformed);
            }
            Some("failed") => {
                task.has_ended = true;
                return Err(CallError::Server(error_of(details.raw())));
            }
            Some("cancelled") => {
                task.has_ended = true;
                return Err(CallError::TaskCancelled);
            }
            _ => return Err(CallError::Malformed("a task has no status that this client knows".to_owned())),
        }
    }
}

/// A task that the client follows. Cancels it when it is dropped before its end.
struct FollowedTask<'t> {
    core: &'t Arc<Core>,
    server: &'t Arc<ServerInfo>,
    id: String,
    options: &'t RequestOptions,
    has_ended: bool,
}

impl FollowedTask<'_> {
    async fn send(&self, method: &str, responses: Option<&Json>) -> Result<Json, CallError> {
        send(self.core, self.server, &self.id, method, responses, self.options).await
    }
}

impl Drop for FollowedTask<'_> {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (core, server, id) = (Arc::clone(self.core), Arc::clone(self.server), self.id.clone());
        runtime.spawn(async move {
            // It may have ended, or the connection has.
            let _ = send(&core, &server, &id, method::CANCEL_TASK, None, &RequestOptions::new()).await;
        });
    }
}

async fn send(
    core: &Arc<Core>,
    server: &ServerInfo,
    id: &str,
    method: &str,
    responses: Option<&Json>,
    options: &RequestOptions,
) -> Result<Json, CallError> {
    let mut params = ObjectWriter::new();
    params.text("taskId", id);
    if let Some(responses) = responses {
        params.raw("inputResponses", responses.raw());
    }
    // Progress belongs to the call, which has ended.
    let options = RequestOptions { progress: None, ..options.clone() };
    let number = core.next_id();
    let params =
        request_params::with_meta(&core.settings, server.revision, number, params.finish().raw(), &options);
    let sending = SendOptions { name: Some(id.to_owned()), ..SendOptions::default() };
    let response = core.request(number, method, &params, sending).await?;
    response.result().map(Raw::to_owned).map_err(|error| CallError::Server(error.clone()))
}

/// Returns how long to wait before the next look.
fn pause(details: Raw<'_>) -> Duration {
    let named = details.get("pollIntervalMs").and_then(|named| named.to::<u64>().ok());
    named.map_or(DEFAULT_PAUSE, Duration::from_millis).clamp(PAUSES.0, PAUSES.1)
}

/// Returns what a task needs.
fn needed(details: Raw<'_>) -> Result<InputRequired, CallError> {
    let malformed = || CallError::Malformed("a task asks for input and does not say which".to_owned());
    let listed = details.get("inputRequests").and_then(Raw::object).ok_or_else(malformed)?;
    let requests = listed.members().map(|(key, request)| {
        let method = request.get("method").and_then(Raw::as_text)?.into_owned();
        let params = request.get("params").and_then(Raw::object).unwrap_or(Raw::EMPTY).to_owned();
        Some((key.into_owned(), InputRequest { method, params }))
    });
    let requests: Option<Vec<_>> = requests.collect();
    let meta = details.get(meta::META).map(Raw::to_owned);
    Ok(InputRequired { requests: requests.ok_or_else(malformed)?, request_state: None, meta })
}

/// Returns the error of a task that failed.
fn error_of(details: Raw<'_>) -> RpcError {
    let error = details.get("error");
    let code = error.and_then(|error| error.get("code")).and_then(|code| code.to::<i64>().ok());
    let message = error.and_then(|error| error.get("message")).and_then(Raw::as_text);
    let message = message.map_or_else(|| "the task failed".to_owned(), std::borrow::Cow::into_owned);
    let failed = RpcError::new(code.map_or(ErrorCode::INTERNAL, ErrorCode), message);
    match error.and_then(|error| error.get("data")) {
        Some(data) => failed.with_data(data.to_owned()),
        None => failed,
    }
}
