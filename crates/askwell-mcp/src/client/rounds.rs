//! A request that may need a person before it is done: asked, answered and sent again until it is.
//!
//! Modern servers answer with what they need first, and get the same request again with the answers and their own state,
//! byte by byte. Legacy servers may answer with pages that have to be visited first. Answers and state never leave the
//! call that they belong to: they live in this function and nowhere else.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::asked::{self, Asked};
use super::core::{Core, Sending};
use super::envelope;
use super::error::CallError;
use super::handlers::{Occasion, Server, UrlReply, UrlRequest};
use super::link::Link;
use super::options::Options;
use crate::wire::{Action, Era, ErrorCode, InputRequired, Json, ObjectWriter, Raw, RpcError, meta, method};

/// How long to wait before asking a server again that needs nothing but time, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(1000));

/// What is asked of the server, whatever the round.
pub(super) struct Question<'q> {
    pub(super) method: &'q str,
    /// The params without `_meta`.
    pub(super) params: Json,
    pub(super) name: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) options: &'q Options,
}

/// Asks until there is a result.
pub(super) async fn ask(
    core: &Arc<Core>,
    server: &Arc<Server>,
    question: Question<'_>,
) -> Result<Json, CallError> {
    let mut agreed: Vec<String> = Vec::new();
    let mut pause = PAUSES.0;
    let mut params = question.params.clone();
    let mut rounds_left = core.settings.rounds;
    loop {
        let result = match send(core, server, &question, &params).await {
            Err(CallError::Server(error)) if needs_a_visit(&error, server) => {
                rounds_left = one_less(core, rounds_left)?;
                visit(core, server, &error, &agreed).await?;
                agreed.extend(pages(&error).into_iter().map(|page| page.url));
                continue;
            }
            result => result?,
        };
        if Era::of(server.revision) == Era::Legacy || !InputRequired::is(result.raw()) {
            return Ok(result);
        }
        let needed = InputRequired::read(result.raw())
            .ok_or_else(|| CallError::Malformed("it asks for input, and does not say which".to_owned()))?;
        // Nobody is asked for what would not be sent.
        rounds_left = one_less(core, rounds_left)?;
        if needed.requests.is_empty() {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        } else {
            pause = PAUSES.0;
        }
        let answers = answers(core, server, &needed, &mut agreed).await?;
        params = next_params(&question.params, answers.as_ref(), needed.request_state.as_deref());
    }
}

fn one_less(core: &Core, rounds_left: usize) -> Result<usize, CallError> {
    rounds_left.checked_sub(1).ok_or(CallError::TooManyRounds { limit: core.settings.rounds })
}

async fn send(
    core: &Arc<Core>,
    server: &Server,
    question: &Question<'_>,
    params: &Json,
) -> Result<Json, CallError> {
    let id = core.next_id();
    let params = envelope::params(&core.settings, server.revision, id, params.raw(), question.options);
    let sending = Sending {
        name: Some(question.name.clone()),
        headers: question.headers.clone(),
        progress: question.options.progress.clone(),
    };
    let response = core.request(id, question.method, &params, sending).await?;
    response.result().map(Raw::to_owned).map_err(|error| CallError::Server(error.clone()))
}

/// The same params once more, with what was asked for.
fn next_params(first: &Json, answers: Option<&Json>, state: Option<&str>) -> Json {
    let mut params = ObjectWriter::with_room(first.text().len() + 128);
    params.members(first.raw());
    if let Some(answers) = answers {
        params.raw("inputResponses", answers.raw());
    }
    if let Some(state) = state {
        params.text("requestState", state);
    }
    params.finish()
}

/// Everything that the server needs, one question after the other: a person has one attention.
async fn answers(
    core: &Core,
    server: &Arc<Server>,
    needed: &InputRequired,
    agreed: &mut Vec<String>,
) -> Result<Option<Json>, CallError> {
    if needed.requests.is_empty() {
        return Ok(None);
    }
    let mut answers = ObjectWriter::new();
    for (key, request) in &needed.requests {
        if request.method != method::ELICIT || !core.settings.has_handlers() {
            return Err(CallError::Unanswerable(RpcError::no_such_method(&request.method)));
        }
        let url = url_of(request.params.raw());
        let occasion = match &url {
            Some(url) if agreed.iter().any(|known| **known == **url) => Occasion::Again,
            _ => Occasion::First,
        };
        // Requests inside a result have no `_meta`; what goes with them is in the result's, by their keys.
        let forms = needed.meta.as_ref().and_then(|meta| meta.raw().get(meta::FORM));
        let whole = forms.and_then(|forms| forms.get(key));
        let asked = Asked { params: request.params.raw(), whole, occasion };
        let answer = asked::answer(&core.settings.handlers, &core.forms, server, asked).await;
        let answer = answer.map_err(CallError::Unanswerable)?;
        if let Some(url) = url.filter(|_| answer.action == Action::Accept) {
            agreed.push(url.into_owned());
        }
        answers.raw(key, answer.to_json().raw());
    }
    Ok(Some(answers.finish()))
}

/// The URL of a question in URL mode; forms have none.
fn url_of(params: Raw<'_>) -> Option<Cow<'_, str>> {
    params
        .get("url")
        .and_then(Raw::as_text)
        .filter(|_| params.get("mode").and_then(Raw::as_text).as_deref() == Some("url"))
}

/// A page that a legacy server insists on.
struct Page {
    id: String,
    url: String,
    message: String,
}

fn needs_a_visit(error: &RpcError, server: &Server) -> bool {
    error.code == ErrorCode::URL_ELICITATION_REQUIRED
        && Era::of(server.revision) == Era::Legacy
        && !pages(error).is_empty()
}

fn pages(error: &RpcError) -> Vec<Page> {
    let page = |raw: Raw<'_>| {
        let text = |key| raw.get(key).and_then(Raw::as_text).map(Cow::into_owned);
        Some(Page {
            id: text("elicitationId")?,
            url: text("url")?,
            message: text("message").unwrap_or_default(),
        })
    };
    let list = error.data.as_ref().and_then(|data| data.raw().get("elicitations"));
    list.into_iter().flat_map(Raw::items).filter_map(page).collect()
}

/// Has the person visit every page, and waits until the server says that they are done there.
async fn visit(
    core: &Core,
    server: &Arc<Server>,
    error: &RpcError,
    agreed: &[String],
) -> Result<(), CallError> {
    let Some(handler) = &core.settings.handlers.url else { return Err(CallError::Server(error.clone())) };
    let pages = pages(error);
    let mut refused = Vec::new();
    for page in &pages {
        let link = Link::read(&page.url).map_err(CallError::Link)?;
        let occasion = if agreed.contains(&page.url) { Occasion::Again } else { Occasion::First };
        let (server, message) = (Arc::clone(server), page.message.clone());
        if handler(UrlRequest { server, message, link, occasion }).await != UrlReply::Consent {
            refused.push(page.url.clone());
        }
    }
    if !refused.is_empty() {
        return Err(CallError::NotVisited { urls: refused });
    }
    if let Some(hook) = &core.settings.on_visit {
        hook(core.settings.visit);
    }
    let ids: Vec<String> = pages.into_iter().map(|page| page.id).collect();
    match tokio::time::timeout(core.settings.visit, core.completions.wait_for(&ids)).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(CallError::Closed),
        Err(_) => Err(CallError::NotFinished),
    }
}
