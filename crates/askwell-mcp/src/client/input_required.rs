//! A request that may need input from a person first: sent, answered and sent again until there is
//! a result.
//!
//! Modern servers answer with an input-required result and get the same request again, with the
//! answers and their own state unchanged. Legacy servers may answer with an error that names pages
//! to visit first. Answers and state never leave the call that they belong to.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::core::{Core, SendOptions};
use super::elicitation::{self, IncomingElicitation, WholeForm};
use super::error::CallError;
use super::handlers::{PriorConsent, ServerInfo, UrlReply, UrlRequest};
use super::link::Link;
use super::options::RequestOptions;
use super::{request_params, tasks};
use crate::wire::{Action, Era, ErrorCode, InputRequired, Json, ObjectWriter, Raw, RpcError, meta, method};

/// The pause before a retry when the server needs nothing but time: the first and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(1000));

/// A request, the same in every round.
pub(super) struct OutgoingRequest<'q> {
    pub(super) method: &'q str,
    /// The params without `_meta`.
    pub(super) params: Json,
    pub(super) name: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) options: &'q RequestOptions,
}

/// Sends a request, answers what the server needs, and repeats until there is a result.
pub(super) async fn request(
    core: &Arc<Core>,
    server: &Arc<ServerInfo>,
    request: OutgoingRequest<'_>,
) -> Result<Json, CallError> {
    let mut agreed: Vec<String> = Vec::new();
    let mut pause = PAUSES.0;
    let mut params = request.params.clone();
    let mut rounds_left = core.settings.max_rounds;
    loop {
        let result = match send(core, server, &request, &params).await {
            Err(CallError::Server(error)) if requires_pages(&error, server) => {
                rounds_left = use_round(core, rounds_left)?;
                wait_for_pages(core, server, &error, &agreed).await?;
                agreed.extend(required_pages(&error).into_iter().map(|page| page.url));
                continue;
            }
            result => result?,
        };
        if Era::of(server.revision) == Era::Legacy {
            return Ok(result);
        }
        if let Some(task) = tasks::task_of(result.raw()).filter(|_| core.settings.follows_tasks) {
            return Box::pin(tasks::follow(core, server, task, result, request.options)).await;
        }
        if !InputRequired::is_input_required(result.raw()) {
            return Ok(result);
        }
        let needed = InputRequired::read(result.raw()).ok_or_else(|| {
            CallError::Malformed("the result asks for input and does not say which".to_owned())
        })?;
        // Checked before the person is asked: their answer would not be sent.
        rounds_left = use_round(core, rounds_left)?;
        if needed.requests.is_empty() {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        } else {
            pause = PAUSES.0;
        }
        let answers = answers(core, server, &needed, &mut agreed).await?;
        params = next_params(&request.params, answers.as_ref(), needed.request_state.as_deref());
    }
}

pub(super) fn use_round(core: &Core, rounds_left: usize) -> Result<usize, CallError> {
    rounds_left.checked_sub(1).ok_or(CallError::TooManyRounds { limit: core.settings.max_rounds })
}

async fn send(
    core: &Arc<Core>,
    server: &ServerInfo,
    request: &OutgoingRequest<'_>,
    params: &Json,
) -> Result<Json, CallError> {
    let id = core.next_id();
    let params =
        request_params::with_meta(&core.settings, server.revision, id, params.raw(), request.options);
    let sending = SendOptions {
        name: Some(request.name.clone()),
        headers: request.headers.clone(),
        progress: request.options.progress.clone(),
    };
    let response = core.request(id, request.method, &params, sending).await?;
    response.result().map(Raw::to_owned).map_err(|error| CallError::Server(error.clone()))
}

/// Returns the params of the next round, with answers and state.
fn next_params(first: &Json, answers: Option<&Json>, state: Option<&str>) -> Json {
    let mut params = ObjectWriter::with_capacity(first.text().len() + 128);
    params.members(first.raw());
    if let Some(answers) = answers {
        params.raw("inputResponses", answers.raw());
    }
    if let Some(state) = state {
        params.text("requestState", state);
    }
    params.finish()
}

/// Answers all input requests, one after the other: a person reads one at a time.
pub(super) async fn answers(
    core: &Core,
    server: &Arc<ServerInfo>,
    needed: &InputRequired,
    agreed: &mut Vec<String>,
) -> Result<Option<Json>, CallError> {
    if needed.requests.is_empty() {
        return Ok(None);
    }
    let mut answers = ObjectWriter::new();
    for (key, request) in &needed.requests {
        if request.method != method::ELICIT || !core.settings.has_handlers() {
            return Err(CallError::Unanswerable(RpcError::method_not_found(&request.method)));
        }
        let url = url_of(request.params.raw());
        let prior_consent = match &url {
            Some(url) if agreed.iter().any(|known| **known == **url) => PriorConsent::Given,
            _ => PriorConsent::None,
        };
        // Requests inside a result have no `_meta`. The result's `_meta` holds their forms by key.
        let forms = needed.meta.as_ref().and_then(|meta| meta.raw().get(meta::FORM));
        let whole = forms.and_then(|forms| forms.get(key));
        let whole = WholeForm::Beside(whole);
        let incoming = IncomingElicitation { params: request.params.raw(), whole, prior_consent };
        let answer = elicitation::answer(&core.settings.handlers, &core.forms, server, incoming).await;
        let answer = answer.map_err(CallError::Unanswerable)?;
        if let Some(url) = url.filter(|_| answer.action == Action::Accept) {
            agreed.push(url.into_owned());
        }
        answers.raw(key, answer.to_json().raw());
    }
    Ok(Some(answers.finish()))
}

/// Returns the URL of an elicitation in URL mode.
fn url_of(params: Raw<'_>) -> Option<Cow<'_, str>> {
    params
        .get("url")
        .and_then(Raw::as_text)
        .filter(|_| params.get("mode").and_then(Raw::as_text).as_deref() == Some("url"))
}

/// A page that a legacy server requires.
struct RequiredPage {
    id: String,
    url: String,
    message: String,
}

fn requires_pages(error: &RpcError, server: &ServerInfo) -> bool {
    error.code == ErrorCode::URL_ELICITATION_REQUIRED
        && Era::of(server.revision) == Era::Legacy
        && !required_pages(error).is_empty()
}

fn required_pages(error: &RpcError) -> Vec<RequiredPage> {
    let page = |raw: Raw<'_>| {
        let text = |key| raw.get(key).and_then(Raw::as_text).map(Cow::into_owned);
        Some(RequiredPage {
            id: text("elicitationId")?,
            url: text("url")?,
            message: text("message").unwrap_or_default(),
        })
    };
    let list = error.data.as_ref().and_then(|data| data.raw().get("elicitations"));
    list.into_iter().flat_map(Raw::items).filter_map(page).collect()
}

/// Asks the person to visit every page, and waits until the server reports all of them as complete.
async fn wait_for_pages(
    core: &Core,
    server: &Arc<ServerInfo>,
    error: &RpcError,
    agreed: &[String],
) -> Result<(), CallError> {
    let Some(handler) = &core.settings.handlers.url else { return Err(CallError::Server(error.clone())) };
    let pages = required_pages(error);
    let mut refused = Vec::new();
    for page in &pages {
        let link = Link::read(&page.url).map_err(CallError::Link)?;
        let prior_consent = if agreed.contains(&page.url) { PriorConsent::Given } else { PriorConsent::None };
        let (server, message) = (Arc::clone(server), page.message.clone());
        if handler(UrlRequest { server, message, link, prior_consent }).await != UrlReply::Consent {
            refused.push(page.url.clone());
        }
    }
    if !refused.is_empty() {
        return Err(CallError::UrlRefused { urls: refused });
    }
    if let Some(hook) = &core.settings.on_page_wait {
        hook(core.settings.page_timeout);
    }
    let ids: Vec<String> = pages.into_iter().map(|page| page.id).collect();
    match tokio::time::timeout(core.settings.page_timeout, core.completed_pages.wait_for(&ids)).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(CallError::Closed),
        Err(_) => Err(CallError::PageTimeout),
    }
}
