//! Questions that are answered on a page: ours, with a form that the client cannot show, or somebody else's.
//!
//! Each is an elicitation of the engine, so that it survives what a connection does not, and ends exactly once. The
//! client only opens a URL: that it agreed to is no answer. A legacy client is told when the person is done; a modern one
//! comes back and asks.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Engine};
use askwell_form::Answers;
use askwell_lifecycle::{Actor, CancelReason, ElicitationId, Mode, Outcome, Surface};

use super::asker::{AskError, Question, Reply};
use super::call::{Inner, Reach};
use super::failure::Failure;
use super::heartbeat::Heartbeat;
use super::question::url_params;
use super::rounds::{Note, Replay, response};
use super::session::Session;
use super::waiting;
use crate::deliver::{HostedError, HostedLink, no_urls};
use crate::transport::{Closed, Outgoing};
use crate::wire::{Action, ElicitResult, ErrorCode, Json, Raw, RpcError, encode, method};

/// Who asks the engine on behalf of this call.
pub(super) fn actor(call: &Inner) -> Actor {
    Actor::client(&*call.principal, Surface::Mcp)
}

/// Asks a form on our own page.
async fn begin_form(call: &Inner, question: &Question<'_>) -> Result<(ElicitationId, HostedLink), AskError> {
    let ask = Ask::form(question.form.clone()).in_mode(Mode::Url);
    let id = call.server.engine().create(&actor(call), ask).await?.id;
    Ok((id, link_to(call, id).await?))
}

pub(super) async fn link_to(call: &Inner, id: ElicitationId) -> Result<HostedLink, AskError> {
    let Some(hosted) = &call.server.hosted else {
        return Err(HostedError("none is configured".to_owned()).into());
    };
    if let Some(link) = call.server.links.get(id) {
        return Ok(link);
    }
    let link = hosted.link(id).await?;
    call.server.links.put(id, &link);
    Ok(link)
}

/// Asks a person to do something on somebody else's page.
async fn begin_page(call: &Inner, url: &str, message: &str) -> Result<ElicitationId, AskError> {
    let ask = Ask::page(url, message, &call.server.settings.url_policy)?;
    Ok(call.server.engine().create(&actor(call), ask).await?.id)
}

fn form_reply(outcome: Outcome) -> Reply<Answers> {
    match outcome {
        Outcome::Answered(answers) => Reply::Accepted(answers),
        Outcome::Declined(_) => Reply::Declined,
        Outcome::Cancelled(reason) => Reply::Cancelled(reason),
        // A form is never finished by a program.
        Outcome::TimedOut | Outcome::Finished(_) => Reply::TimedOut,
    }
}

fn page_reply(outcome: Outcome) -> Reply<Json> {
    match outcome {
        Outcome::Finished(result) => Reply::Accepted(Raw::part(&result).to_owned()),
        Outcome::Answered(answers) => Reply::Accepted(Json::written(answers.to_json())),
        Outcome::Declined(_) => Reply::Declined,
        Outcome::Cancelled(reason) => Reply::Cancelled(reason),
        Outcome::TimedOut => Reply::TimedOut,
    }
}

/// What the person reads beside the URL.
pub(super) fn invitation(message: &str, link: &HostedLink) -> String {
    match &link.code {
        Some(code) => format!("{message}\n\nThe page will ask for this code: {code}"),
        None => message.to_owned(),
    }
}

/// Has a legacy client open our page, and waits for the answers.
pub(super) async fn push_form(
    call: &Inner,
    session: &Arc<Session>,
    question: &Question<'_>,
) -> Result<Reply<Answers>, AskError> {
    let (id, link) = begin_form(call, question).await?;
    let mut abandoned = Abandoned::of(call, id);
    let message = invitation(question.message, &link);
    let patience = Some(call.server.settings.pushed_timeout);
    match push_url(call, session, id, &link.url, &message, patience).await {
        Ok(Some(outcome)) => {
            abandoned.id = None;
            Ok(form_reply(outcome))
        }
        // A client that declares what it cannot do is silent or refuses. The link may still be passed on.
        Ok(None) | Err(AskError::Client(_)) => {
            waiting::set(call, link_name(call, question), id).await?;
            abandoned.id = None;
            Err(AskError::Elsewhere(link))
        }
        Err(error) => Err(error),
    }
}

/// Has a modern client open our page; waits a little each time it comes back.
pub(super) async fn replay_form(
    call: &Inner,
    replay: &Replay,
    question: &Question<'_>,
) -> Result<Reply<Answers>, AskError> {
    let begin = async || begin_form(call, question).await;
    Ok(form_reply(replay_url(call, replay, question.key, question.message, begin).await?))
}

/// Gives the model a link to show, or the answers if the person has been there.
pub(super) async fn link(call: &Inner, question: &Question<'_>) -> Result<Reply<Answers>, AskError> {
    if let Some(reply) = waiting_link(call, question).await? {
        return Ok(reply);
    }
    let (id, link) = begin_form(call, question).await?;
    waiting::set(call, link_name(call, question), id).await?;
    Err(AskError::Elsewhere(link))
}

/// Returns the name under which a form waits that was given away as a link.
fn link_name(call: &Inner, question: &Question<'_>) -> Arc<str> {
    waiting::name(call, question.key, question.form.to_json(), question.message)
}

/// The same, if this question was given away as a link by an earlier call like this one.
pub(super) async fn waiting_link(
    call: &Inner,
    question: &Question<'_>,
) -> Result<Option<Reply<Answers>>, AskError> {
    let name = link_name(call, question);
    let Some(elicitation) = waiting::find(call, &name).await? else { return Ok(None) };
    let Some(outcome) = elicitation.outcome() else {
        return Err(AskError::Elsewhere(link_to(call, elicitation.id).await?));
    };
    call.elsewhere.lock().push(name);
    Ok(Some(form_reply(outcome.clone())))
}

/// Sends the person to somebody else's page and waits until they are done there.
pub(super) async fn page(
    call: &Inner,
    key: &str,
    url: &str,
    message: &str,
    begun: impl FnOnce(ElicitationId),
) -> Result<Reply<Json>, AskError> {
    if !call.capabilities().takes_urls() {
        return Err(no_urls().into());
    }
    let link = HostedLink { url: url.to_owned(), code: None };
    let outcome = match &call.reach {
        Reach::Push(session) => {
            let id = begin_page(call, url, message).await?;
            begun(id);
            let mut abandoned = Abandoned::of(call, id);
            let outcome = push_url(call, session, id, url, message, None).await?;
            abandoned.id = None;
            // Nobody who waits for ever goes away without an outcome.
            outcome.unwrap_or(Outcome::TimedOut)
        }
        Reach::Replay(replay) => {
            let begin = async || {
                let id = begin_page(call, url, message).await?;
                begun(id);
                Ok((id, link))
            };
            replay_url(call, replay, key, message, begin).await?
        }
    };
    Ok(page_reply(outcome))
}

/// Sends the person to somebody else's page by an error, and is done when the call comes again after that.
pub(super) async fn required(
    call: &Inner,
    key: &str,
    url: &str,
    message: &str,
    begun: impl FnOnce(ElicitationId),
) -> Result<Reply<Json>, Failure> {
    let Reach::Push(session) = &call.reach else { return Ok(page(call, key, url, message, begun).await?) };
    if !call.capabilities().takes_urls() {
        return Err(AskError::from(no_urls()).into());
    }
    let name = waiting::name(call, key, url, message);
    let earlier = waiting::find(call, &name).await.map_err(AskError::from)?;
    let id = match earlier {
        Some(elicitation) => match elicitation.outcome() {
            Some(outcome) => {
                call.elsewhere.lock().push(name);
                return Ok(page_reply(outcome.clone()));
            }
            None => elicitation.id,
        },
        None => {
            let id = begin_page(call, url, message).await?;
            begun(id);
            waiting::set(call, name, id).await.map_err(AskError::from)?;
            id
        }
    };
    // A client that has come back, on another connection or after a restart, waits as well.
    session.tell_when_done(call.server.engine().clone(), actor(call), id);
    let elicitation = url_params(message, url, Some(&id.to_string()));
    let data = Json::written(format!(r#"{{"elicitations":[{elicitation}]}}"#));
    Err(RpcError::new(ErrorCode::URL_ELICITATION_REQUIRED, message).with_data(data).into())
}

/// Only the client that was sent there hears of it.
pub(super) fn tell_done(outgoing: &Outgoing, id: ElicitationId) -> Result<(), Closed> {
    let params = format!(r#"{{"elicitationId":"{id}"}}"#);
    outgoing.send(encode::notification(method::ELICITATION_COMPLETE, Raw::part(&params)))
}

/// Has a legacy client open a URL, and waits for what comes of it; for nothing if the client says nothing for so long.
async fn push_url(
    call: &Inner,
    session: &Arc<Session>,
    id: ElicitationId,
    url: &str,
    message: &str,
    patience: Option<Duration>,
) -> Result<Option<Outcome>, AskError> {
    let engine = call.server.engine();
    let actor = actor(call);
    let params = url_params(message, url, Some(&id.to_string()));
    let mut pushed = call.push(session, method::ELICIT, Raw::part(&params))?;
    let outcome = engine.wait(&actor, id);
    tokio::pin!(outcome);
    let mut consented = false;
    let mut heartbeat = Heartbeat::of(call);
    let silence = async {
        match patience {
            Some(patience) => tokio::time::sleep(patience).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(silence);
    let outcome = loop {
        tokio::select! {
            // Whoever agreed before they were done hears that they are.
            biased;
            response = pushed.answer(), if !consented => {
                let response = response?;
                let result = response.result().map_err(|error| AskError::Client(error.clone()))?;
                match ElicitResult::parts(result) {
                    Ok((Action::Accept, _)) => {}
                    Ok((Action::Decline, _)) => drop(engine.decline(&actor, id).await),
                    Ok((Action::Cancel, _)) | Err(_) => {
                        drop(engine.cancel(&actor, id, CancelReason::UserCancelled).await);
                    }
                }
                // Whatever it was, from here on the engine knows.
                consented = true;
            }
            outcome = &mut outcome => break outcome?,
            () = &mut silence, if !consented => return Ok(None),
            () = heartbeat.beat() => call.still_waiting(),
        }
    };
    if consented && matches!(outcome, Outcome::Answered(_) | Outcome::Finished(_)) {
        // A client that is gone needs not be told.
        let _ = tell_done(&call.outgoing, id);
    }
    Ok(Some(outcome))
}

/// Waits for something, and sends progress meanwhile.
async fn alive<T>(call: &Inner, work: impl Future<Output = T>) -> T {
    tokio::pin!(work);
    let mut heartbeat = Heartbeat::of(call);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = heartbeat.beat() => call.still_waiting(),
        }
    }
}

/// A call that ends before its question does: nobody waits for the answer any more.
pub(super) struct Abandoned {
    pub(super) engine: Engine,
    pub(super) actor: Actor,
    pub(super) id: Option<ElicitationId>,
}

impl Abandoned {
    fn of(call: &Inner, id: ElicitationId) -> Self {
        Abandoned { engine: call.server.engine().clone(), actor: actor(call), id: Some(id) }
    }
}

impl Drop for Abandoned {
    fn drop(&mut self) {
        if let (Some(id), Ok(runtime)) = (self.id, tokio::runtime::Handle::try_current()) {
            let (engine, actor) = (self.engine.clone(), self.actor.clone());
            runtime.spawn(async move {
                // It may have been answered in this very moment, which is as good an end.
                drop(engine.cancel(&actor, id, CancelReason::ClientDisconnected).await);
            });
        }
    }
}

/// Has a modern client open a URL; waits a little each time it comes back.
async fn replay_url(
    call: &Inner,
    replay: &Replay,
    key: &str,
    message: &str,
    begin: impl AsyncFnOnce() -> Result<(ElicitationId, HostedLink), AskError>,
) -> Result<Outcome, AskError> {
    let engine = call.server.engine();
    let actor = actor(call);
    let begun = match replay.rounds.lock().note(key) {
        Some(Note::Begun(id, link)) => Some((*id, link.clone())),
        _ => None,
    };
    let (id, link) = match begun {
        Some((id, link)) => {
            match response(call, key).and_then(|response| ElicitResult::parts(response).ok()) {
                Some((Action::Decline, _)) => drop(engine.decline(&actor, id).await),
                Some((Action::Cancel, _)) => {
                    drop(engine.cancel(&actor, id, CancelReason::UserCancelled).await);
                }
                Some((Action::Accept, _)) | None => {}
            }
            let patience = call.server.settings.patience;
            let outcome = alive(call, engine.wait(&actor, id));
            if let Ok(outcome) = tokio::time::timeout(patience, outcome).await {
                return Ok(outcome?);
            }
            (id, link)
        }
        None => begin().await?,
    };
    let params = url_params(&invitation(message, &link), &link.url, None);
    let mut rounds = replay.rounds.lock();
    rounds.set(key, Note::Begun(id, link));
    rounds.need(key, method::ELICIT, &params);
    Err(AskError::Suspended)
}
