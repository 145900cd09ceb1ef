//! What a server asks while it handles a call, and how it reaches the person or the client.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{ElicitationId, OnDisconnect, Outcome};
use askwell_mcp::HostedLink;
use askwell_mcp::client::form_of;
use askwell_mcp::elicit::{AskError, AskSpec, AskStatus, PendingAsk, QuestionRef, Wait, elicit, resume};
use askwell_mcp::server::{Call, ClientError};
use askwell_mcp::wire::{
    Action, ElicitModeRef, ElicitRequestRef, ElicitResult, Era, ErrorCode, Id, Json, Raw, Request, RpcError,
    encode, meta, method,
};

use crate::link::ClientLink;

/// The longest time that a call waits for a person, if the client wants progress.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// What a server asks.
#[derive(Debug)]
pub(crate) struct Question {
    /// The key of the question in its call.
    pub(crate) key: String,
    pub(crate) source: QuestionSource,
}

/// How a server asks.
#[derive(Debug)]
pub(crate) enum QuestionSource {
    /// By a request of a legacy server.
    Request(Box<Request>),
    /// By an input request of a modern server's result.
    Input { method: String, params: Json },
    /// By the error that requires a page.
    RequiredPage { params: Json },
}

/// How asking ended.
#[derive(Debug)]
pub(crate) enum AskEnd {
    /// The result for the server.
    Result(Json),
    /// The person is done on a page that the server requires.
    PageDone,
    /// The error for the server.
    Refused(RpcError),
    /// The question waits for a person; this call cannot wait any longer.
    Open { id: ElicitationId, link: Option<HostedLink>, message: String },
    /// The answer comes with another call of the client, or the client cannot be asked.
    Failed(AskError),
}

/// How to ask.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AskMode {
    /// Show the question.
    Show,
    /// Wait for one that was shown before.
    Await(ElicitationId),
}

impl Question {
    pub(crate) fn method(&self) -> &str {
        match &self.source {
            QuestionSource::Request(request) => request.method(),
            QuestionSource::Input { method, .. } => method,
            QuestionSource::RequiredPage { .. } => method::ELICIT,
        }
    }

    pub(crate) fn params(&self) -> Raw<'_> {
        match &self.source {
            QuestionSource::Request(request) => request.params(),
            QuestionSource::Input { params, .. } | QuestionSource::RequiredPage { params } => params.raw(),
        }
    }

    /// Returns the id of the server's request, if it asks by one.
    pub(crate) fn request_id(&self) -> Option<&Id> {
        match &self.source {
            QuestionSource::Request(request) => Some(request.id()),
            _ => None,
        }
    }
}

/// Asks a question through the client of a call, or on a page. Dropping the future leaves it open.
pub(crate) async fn ask(link: Arc<ClientLink>, call: Call, question: Arc<Question>, mode: AskMode) -> AskEnd {
    match question.method() {
        method::ELICIT => elicitation(&link, &call, &question, mode).await,
        method::PING => AskEnd::Result(Raw::EMPTY.to_owned()),
        other => match call.request_client(&question.key, other, question.params()).await {
            Ok(result) => AskEnd::Result(result),
            Err(AskError::Surface(cause)) => {
                AskEnd::Refused(match cause.get().downcast_ref::<ClientError>() {
                    Some(ClientError(error)) => error.clone(),
                    None => RpcError::new(ErrorCode::INTERNAL, cause.to_string()),
                })
            }
            Err(error) => AskEnd::Failed(error),
        },
    }
}

async fn elicitation(link: &Arc<ClientLink>, call: &Call, question: &Question, mode: AskMode) -> AskEnd {
    let request = match ElicitRequestRef::read(question.params()) {
        Ok(request) => request,
        Err(error) => return AskEnd::Refused(RpcError::invalid_params(error.to_string())),
    };
    match request.mode {
        ElicitModeRef::Form { requested_schema } => {
            let whole = question.params().get(meta::META).and_then(|meta| meta.get(meta::FORM));
            let import = match form_of(&link.gateway.forms, requested_schema, whole, call.revision()) {
                Ok(import) => import,
                Err(error) => return AskEnd::Refused(error),
            };
            let asked = QuestionRef::Form { form: &import.form, message: &request.message };
            let spec = AskSpec {
                requested_schema: Some(requested_schema.text()).filter(|_| whole.is_none()),
                ..terms(link, call, question, asked)
            };
            let status = ask_until_limit(link, call, spec, mode).await;
            conclude(question, status, &request.message)
        }
        ElicitModeRef::Url { url, elicitation_id } => {
            let required = matches!(question.source, QuestionSource::RequiredPage { .. });
            let asked = QuestionRef::Page { url: &url, message: &request.message, required: false };
            let mut spec = terms(link, call, question, asked);
            if !required {
                spec.wait = Wait::UntilConsent;
            }
            let status = match mode {
                AskMode::Show => elicit(&call.ask_context().restricted_by(&link.restrictions), spec).await,
                AskMode::Await(id) => Ok(AskStatus::Open { id, link: None, unseen: false }),
            };
            page(link, call, spec, status, elicitation_id.as_deref(), required, &request.message).await
        }
        ElicitModeRef::Unknown { mode } => {
            AskEnd::Refused(RpcError::invalid_params(format!("the mode `{mode}` is not supported")))
        }
    }
}

/// Returns the terms of a question.
fn terms<'a>(link: &ClientLink, call: &Call, question: &'a Question, asked: QuestionRef<'a>) -> AskSpec<'a> {
    let wait = match call.era() {
        Era::Legacy => Wait::AtMost(wait_limit(link, call)),
        // A client that cannot ask gets no input-required result, so the call itself waits.
        Era::Modern if call.capabilities().elicitation.is_none() => Wait::AtMost(wait_limit(link, call)),
        Era::Modern => Wait::UntilClosed,
    };
    AskSpec {
        timeout: Some(link.gateway.settings.question_timeout),
        on_disconnect: OnDisconnect::Abandon,
        wait,
        ..AskSpec::new(&question.key, asked)
    }
}

/// Returns how long a call waits for a person: as long as the client does, with a margin.
fn wait_limit(link: &ClientLink, call: &Call) -> Duration {
    let quirks = link.quirks();
    let is_extended = quirks.progress_extends && call.progress_token().is_some();
    match quirks.call_limit {
        Some(seconds) if !is_extended => {
            let seconds = seconds.max(2);
            Duration::from_secs(seconds - (seconds / 6).clamp(1, 15))
        }
        _ if call.progress_token().is_some() => LONGEST_WAIT,
        _ => link.gateway.settings.wait,
    }
}

/// Asks, and goes on waiting for the page if the client cannot show the question, until the call
/// cannot wait any longer.
async fn ask_until_limit(
    link: &ClientLink,
    call: &Call,
    spec: AskSpec<'_>,
    mode: AskMode,
) -> Result<AskStatus, AskError> {
    let limit = match spec.wait {
        Wait::AtMost(limit) => limit,
        Wait::UntilClosed | Wait::UntilConsent => Duration::ZERO,
    };
    let until = tokio::time::Instant::now() + limit;
    let context = call.ask_context().restricted_by(&link.restrictions);
    let (id, page) = match mode {
        AskMode::Show => match elicit(&context, spec).await? {
            AskStatus::Open { id, link: page, .. } => (id, page),
            closed => return Ok(closed),
        },
        AskMode::Await(id) => (id, None),
    };
    if let Some(page) = &page {
        link.announce(call, spec.question.message(), page);
    }
    let left = match mode {
        AskMode::Show => until.saturating_duration_since(tokio::time::Instant::now()),
        AskMode::Await(_) => LONGEST_WAIT,
    };
    match resume(&context, spec, id, left).await? {
        AskStatus::Open { id, link: None, unseen } => Ok(AskStatus::Open { id, link: page, unseen }),
        other => Ok(other),
    }
}

/// Turns the status of a form into what the server gets.
fn conclude(question: &Question, status: Result<AskStatus, AskError>, message: &str) -> AskEnd {
    match status {
        Ok(AskStatus::Closed { outcome, .. }) => AskEnd::Result(result_of(&outcome)),
        Ok(AskStatus::Open { id, link, .. }) => AskEnd::Open { id, link, message: message.to_owned() },
        Err(error) => refuse_or_fail(question, error),
    }
}

/// A server that waits for an answer to its request gets the reason; otherwise the client does.
fn refuse_or_fail(question: &Question, error: AskError) -> AskEnd {
    match error {
        AskError::Pending(_) => AskEnd::Failed(error),
        AskError::Superseded => AskEnd::Result(ElicitResult::plain(Action::Cancel).to_json()),
        error if question.request_id().is_some() => {
            AskEnd::Refused(RpcError::new(ErrorCode::INTERNAL, error.to_string()))
        }
        error => AskEnd::Failed(error),
    }
}

/// Returns the result of `elicitation/create` for an outcome. Only an answer is an accept.
fn result_of(outcome: &Outcome) -> Json {
    let result = match outcome {
        Outcome::Answered(answers) => {
            let limits = askwell_mcp::wire::Limits { bytes: usize::MAX, ..Default::default() };
            match Json::parse(&answers.to_json(), &limits) {
                Ok(content) => ElicitResult::accept(content),
                Err(_) => ElicitResult::plain(Action::Cancel),
            }
        }
        Outcome::Finished(_) => ElicitResult::plain(Action::Accept),
        Outcome::Declined(_) => ElicitResult::plain(Action::Decline),
        _ => ElicitResult::plain(Action::Cancel),
    };
    result.to_json()
}

/// Turns the status of a foreign page into what the server gets: consent to open it is an accept; a
/// required page has to be done first.
async fn page(
    link: &ClientLink,
    call: &Call,
    spec: AskSpec<'_>,
    status: Result<AskStatus, AskError>,
    elicitation_id: Option<&str>,
    required: bool,
    message: &str,
) -> AskEnd {
    let (id, shown) = match status {
        Ok(AskStatus::Closed { outcome, .. }) => return page_end(&outcome, required),
        Ok(AskStatus::Open { id, link, .. }) => (id, link),
        Err(error @ AskError::Pending(PendingAsk::Link(_))) | Err(error) => return AskEnd::Failed(error),
    };
    if let Some(elicitation_id) = elicitation_id {
        link.await_page(elicitation_id, id);
    }
    match (&shown, required) {
        // The client has shown the URL, and the person agreed.
        (None, false) => return AskEnd::Result(ElicitResult::plain(Action::Accept).to_json()),
        (Some(page), _) => link.announce(call, message, page),
        (None, true) => {}
    }
    let limit = wait_limit(link, call);
    let closed = async {
        match resume(&call.ask_context().restricted_by(&link.restrictions), spec, id, limit).await {
            Ok(AskStatus::Closed { outcome, .. }) => page_end(&outcome, required),
            Ok(AskStatus::Open { .. }) => {
                AskEnd::Open { id, link: shown.clone(), message: message.to_owned() }
            }
            Err(error) => AskEnd::Failed(error),
        }
    };
    if required {
        return closed.await;
    }
    tokio::select! {
        end = closed => end,
        () = link.opened(call, id) => AskEnd::Result(ElicitResult::plain(Action::Accept).to_json()),
    }
}

fn page_end(outcome: &Outcome, required: bool) -> AskEnd {
    match outcome {
        Outcome::Finished(_) | Outcome::Answered(_) if required => AskEnd::PageDone,
        outcome => AskEnd::Result(result_of(outcome)),
    }
}

/// Returns the response to a server's request.
pub(crate) fn response_text(id: &Id, end: &Result<Json, RpcError>) -> String {
    match end {
        Ok(result) => encode::result(id, result.raw()),
        Err(error) => encode::error(Some(id), error),
    }
}
