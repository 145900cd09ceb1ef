//! Runs the rounds of a task: the handler runs from its beginning in each, until no question is open.

use std::sync::Arc;

use askwell_lifecycle::{CancelReason, Timestamp};
use futures_util::future::{self, BoxFuture};

use super::requests::created;
use super::task::{NeededInput, TaskEnd, TaskTimes, UnansweredInput};
use super::{Task, TaskRole, TaskSupport, Tasks};
use crate::request_state::StateError;
use crate::server::call::{Call, CallState};
use crate::server::catalogue::CallHandler;
use crate::server::channel::ClientChannel;
use crate::server::dispatch::{Dispatcher, EncodedResponse, HandlerEnd, handler_result, run_handler};
use crate::server::request_parts::RequestParts;
use crate::server::retry_context::{RetryContext, Round};
use crate::server::{Failure, ServerState};
use crate::transport::Outgoing;
use crate::wire::{ErrorCode, Json, Limits, Message, ObjectWriter, Request, RpcError, decode, encode};

/// The most rounds of one task.
const MOST_ROUNDS: usize = 1000;

impl Call {
    /// Lets the rest of the handler run as a task, if the tool supports tasks and the client does. The client then has
    /// the task at once, and the handler runs again from its beginning with the answers that it has so far: this time
    /// this function returns at once. Where no task is possible, it returns at once, too.
    ///
    /// # Errors
    /// When the call ends here and goes on as a task: return the failure. Also when the tool requires tasks and there
    /// are too many.
    pub fn continue_as_task(&self) -> Result<(), Failure> {
        let TaskRole::Possible(support) = &self.0.task else { return Ok(()) };
        let tasks = &self.0.server.tasks;
        if tasks.has_room(&self.0.principal, self.0.request.text().len()) {
            return Err(Failure::ContinuesAsTask);
        }
        match support {
            TaskSupport::Required => Err(Failure::Rpc(busy())),
            TaskSupport::None | TaskSupport::Optional => Ok(()),
        }
    }
}

/// The result of starting a call as a task before its handler runs.
pub(in crate::server) enum TaskAtOnce {
    /// The response that hands the task to the client.
    Started(EncodedResponse),
    /// There are too many tasks, and the tool requires one.
    Refused(RpcError),
    /// There are too many tasks. The call has to wait for its result.
    NoRoom(Box<RetryContext>),
}

/// Starts a call as a task before its handler runs. Must be called within a tokio runtime.
pub(in crate::server) fn start_at_once(
    dispatcher: &Dispatcher,
    request: &Request,
    parts: &RequestParts,
    retry: RetryContext,
    handler: &CallHandler,
    support: TaskSupport,
) -> TaskAtOnce {
    let server = &dispatcher.server;
    match create(server, &dispatcher.principal, request) {
        Ok(task) => {
            let response = created(server, request, &task);
            let call = round_call(dispatcher, request.clone(), parts.clone(), retry, &task);
            tokio::spawn(run(task, call, Arc::clone(handler)));
            TaskAtOnce::Started(response)
        }
        Err(error) if support == TaskSupport::Required => TaskAtOnce::Refused(error),
        Err(_) => TaskAtOnce::NoRoom(Box::new(retry)),
    }
}

/// Returns the error if a tool cannot serve this client, because it requires tasks.
pub(in crate::server) fn check_support(
    name: &str,
    support: TaskSupport,
    has_tasks: bool,
) -> Result<(), RpcError> {
    if support == TaskSupport::Required && !has_tasks {
        return Err(RpcError::missing_tasks(format!(
            "the tool `{name}` needs the tasks extension, which the client does not declare"
        )));
    }
    Ok(())
}

/// Goes on with a call as a task, with the answers that it has.
pub(in crate::server) fn start_from_handler(
    call: &Call,
    handler: &CallHandler,
) -> Result<EncodedResponse, RpcError> {
    let state = &call.0;
    let ClientChannel::InputRequired(retry) = &state.channel else { return Err(RpcError::internal()) };
    let task = create(&state.server, &state.principal, &state.request)?;
    let response = created(&state.server, &state.request, &task);
    let round = retry.round.lock().carry_over();
    let next = round.map_err(state_error).and_then(|round| next_call(call, &task, retry.next(round), &[]));
    match next {
        Ok(next) => {
            tokio::spawn(run(task, next, Arc::clone(handler)));
            Ok(response)
        }
        Err(error) => {
            state.server.tasks.remove(&task);
            Err(error)
        }
    }
}

fn create(server: &ServerState, principal: &Arc<str>, request: &Request) -> Result<Arc<Task>, RpcError> {
    let times = TaskTimes::from(server.ask.now(), &server.tasks.limits);
    server.tasks.create(principal, times, request.text().len())
}

fn busy() -> RpcError {
    RpcError::new(ErrorCode::BUSY, "too many tasks; try again when some of them have expired")
}

fn state_error(error: StateError) -> RpcError {
    RpcError::new(ErrorCode::INTERNAL, error.to_string())
}

/// Runs a task to its end, and keeps its result until it expires.
async fn run(task: Arc<Task>, call: Call, handler: CallHandler) {
    let server = Arc::clone(&call.0.server);
    let open = Arc::new(parking_lot::Mutex::new(call.clone()));
    let end = tokio::select! {
        biased;
        () = task.cancelled.notified() => None,
        () = sleep_until(&server, task.times.expires_at) => None,
        end = run_rounds(&server, &task, call, &handler, &open) => Some(end),
    };
    match end {
        Some(end) => task.end(fit(&server.tasks, &task, end), server.ask.now()),
        // Nobody needs the answers to its open questions.
        None => {
            let last = open.lock().clone();
            cancel_open_questions(&last.0).await;
        }
    }
    drop((open, handler));
    sleep_until(&server, task.times.expires_at).await;
    server.tasks.remove(&task);
}

/// Waits until a time of the server's clock.
async fn sleep_until(server: &ServerState, at: Timestamp) {
    while server.ask.now() < at {
        server.ask.clock.sleep_until(at).await;
    }
}

/// Replaces a result that does not fit into the limits.
fn fit(tasks: &Tasks, task: &Task, end: TaskEnd) -> TaskEnd {
    let bytes = match &end {
        TaskEnd::Completed(json) | TaskEnd::Failed(json, _) => json.text().len(),
        TaskEnd::Cancelled => 0,
    };
    if tasks.resize(task, bytes) {
        return end;
    }
    tasks.resize(task, 0);
    failed(&RpcError::new(ErrorCode::BUSY, "the result is too large to be kept; ask for less, or later"))
}

fn failed(error: &RpcError) -> TaskEnd {
    TaskEnd::Failed(error.to_json(), error.message.clone())
}

async fn run_rounds(
    server: &Arc<ServerState>,
    task: &Arc<Task>,
    mut call: Call,
    handler: &CallHandler,
    open: &parking_lot::Mutex<Call>,
) -> TaskEnd {
    let mut unanswered: Vec<UnansweredInput> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let outcome = match run_handler(&call, handler).await {
            HandlerEnd::Cancelled => return TaskEnd::Cancelled,
            HandlerEnd::Rejected(error) => return failed(&error),
            HandlerEnd::Outcome(outcome) => outcome,
        };
        let ClientChannel::InputRequired(retry) = &call.0.channel else {
            return failed(&RpcError::internal());
        };
        let needed = retry.round.lock().take_needed();
        if needed.is_empty() {
            return match handler_result(&call.0, outcome).await {
                Ok(result) => TaskEnd::Completed(result),
                Err(error) => failed(&error),
            };
        }
        let shown: usize = needed.iter().map(NeededInput::bytes).sum();
        if !server.tasks.resize(task, task.request_bytes + shown) {
            return failed(&RpcError::new(
                ErrorCode::BUSY,
                "the questions are too large to be kept; try again later",
            ));
        }
        let message = call.0.words.text("mcp-task-waiting", &[]);
        task.require(needed, message, server.ask.now(), &unanswered);
        wait_for_input(&call.0, task, retry).await;
        let responses;
        (responses, unanswered) = task.next_round(server.ask.now());
        let next = retry.round.lock().carry_over().map_err(state_error);
        let next = next.and_then(|round| next_call(&call, task, retry.next(round), &responses));
        match next {
            Ok(next) => call = next,
            Err(error) => return failed(&error),
        }
        *open.lock() = call.clone();
    }
    failed(&RpcError::new(ErrorCode::INTERNAL, "the tool asked for input too often"))
}

/// Waits until the client has answered everything, a person has answered on a page, or a question has expired.
async fn wait_for_input(call: &CallState, task: &Task, retry: &RetryContext) {
    let (stored, sealed_until) = retry.round.lock().open_questions();
    let engine = call.server.ask.engine();
    let mut waits: Vec<BoxFuture<'_, ()>> = vec![Box::pin(task.answered.notified())];
    for id in stored {
        waits.push(Box::pin(async move { drop(engine.wait(&call.actor, id).await) }));
    }
    if let Some(until) = sealed_until {
        waits.push(Box::pin(sleep_until(&call.server, until)));
    }
    future::select_all(waits).await;
}

async fn cancel_open_questions(call: &CallState) {
    let ClientChannel::InputRequired(retry) = &call.channel else { return };
    let (stored, _) = retry.round.lock().open_questions();
    for id in stored {
        // It may have ended just now, which is fine.
        drop(call.server.ask.engine().cancel(&call.actor, id, CancelReason::UserCancelled).await);
    }
}

/// Returns the call of the next round: the same request with these answers.
fn next_call(
    call: &Call,
    task: &Arc<Task>,
    retry: RetryContext,
    responses: &[(Box<str>, Json)],
) -> Result<Call, RpcError> {
    let state = &call.0;
    let request = with_responses(&state.request, responses, &state.server.limits)?;
    let parts = RequestParts::of(&request);
    let dispatcher = Dispatcher {
        server: Arc::clone(&state.server),
        principal: Arc::clone(&state.principal),
        actor: state.actor.clone(),
        outgoing: state.outgoing.clone(),
        headers: Arc::clone(&state.headers),
        // The first call may have been asked for in a language by HTTP; the request does not say it again.
        language: Some(state.words.language()),
    };
    Ok(round_call(&dispatcher, request, parts, retry, task))
}

fn round_call(
    dispatcher: &Dispatcher,
    request: Request,
    parts: RequestParts,
    retry: RetryContext,
    task: &Arc<Task>,
) -> Call {
    // A task has neither progress nor log messages.
    let (outgoing, _) = Outgoing::channel();
    let dispatcher = Dispatcher { outgoing, ..dispatcher.clone() };
    let channel = ClientChannel::InputRequired(Box::new(retry));
    dispatcher.call_as(request, parts, channel, TaskRole::Running(Arc::clone(task)))
}

fn with_responses(
    request: &Request,
    responses: &[(Box<str>, Json)],
    limits: &Limits,
) -> Result<Request, RpcError> {
    let mut params = ObjectWriter::with_capacity(request.text().len() + 256);
    for (key, value) in request.params().members() {
        if !matches!(&*key, "inputResponses" | "requestState") {
            params.raw(&key, value);
        }
    }
    if !responses.is_empty() {
        let mut answers = ObjectWriter::new();
        for (key, response) in responses {
            answers.raw(key, response.raw());
        }
        params.raw("inputResponses", answers.finish().raw());
    }
    let text = encode::request(request.id(), request.method(), params.finish().raw());
    // Its parts came in messages within the limits.
    let limits = Limits { bytes: text.len(), depth: limits.depth.saturating_add(2) };
    match decode(text, &limits) {
        Ok(Message::Request(request)) => Ok(request),
        Ok(_) | Err(_) => Err(RpcError::internal()),
    }
}

impl NeededInput {
    fn bytes(&self) -> usize {
        self.key.len() + self.request.len() + self.form.as_ref().map_or(0, String::len)
    }
}

impl Round {
    /// Takes what the round needs from the client.
    fn take_needed(&mut self) -> Vec<NeededInput> {
        let (requests, mut forms) = self.take_requests();
        let needed = |(key, request): (Box<str>, String)| {
            let place = forms.iter().position(|(of, _)| *of == key);
            let form = place.map(|place| forms.swap_remove(place).1.to_json().to_owned());
            NeededInput { key, request, form }
        };
        requests.into_iter().map(needed).collect()
    }
}
