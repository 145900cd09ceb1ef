//! Questions that outlive the call that asks them.
//!
//! Each is an elicitation of the engine from its beginning, whichever way the person is reached: the client's own
//! dialog, a URL that it opens, a link that somebody passes on. What a dialog brings is an answer like any other: the
//! engine checks it, counts it and decides who was first. A call waits for a while; if nobody has answered by then, it
//! says under which name to look again.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, CallError, Limits, SubmitError};
use askwell_form::Form;
use askwell_lifecycle::{CancelReason, Elicitation, ElicitationId, Mode, Outcome};
use tokio::time::Instant;

use super::asker::{AskError, Asker, Question};
use super::call::{Inner, Reach};
use super::elsewhere::{Abandoned, actor, invitation, link_to, tell_done};
use super::push;
use super::question::{again, form_params, url_params};
use super::rounds::{Note, Replay, response};
use super::session::Session;
use crate::deliver::{HostedLink, Way, unable, ways};
use crate::prepared::Prepared;
use crate::wire::{Action, ElicitResult, Raw, RpcError, method};

/// A question that outlives the call.
#[derive(Debug, Clone, Copy)]
pub struct Lasting<'q> {
    /// What is asked. The person reads its title and its description.
    pub form: &'q Form,
    /// How long it can be answered; as long as the form or else the engine says, if nothing is said here.
    pub timeout: Option<Duration>,
    /// Limits of this client's own, in place of the engine's.
    pub limits: Option<Limits>,
    /// How long this call waits for the answer.
    pub wait: Duration,
}

/// How it stands with a question.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a question may still be open"]
pub enum Standing {
    /// It is over.
    Decided {
        /// Its name.
        id: ElicitationId,
        /// How.
        outcome: Outcome,
    },
    /// Nobody has answered yet.
    Open {
        /// The name to look again by.
        id: ElicitationId,
        /// Where the person can answer, if there is a page and they were not sent there before.
        link: Option<HostedLink>,
    },
}

impl Asker {
    /// Asks with a form, waits for a while, and leaves the question open if nobody has answered by then. A call that is
    /// called off takes its question with it.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_lasting(&self, key: &str, lasting: Lasting<'_>) -> Result<Standing, AskError> {
        self.claim(key)?;
        let call = &*self.0;
        let begun = match &call.reach {
            Reach::Replay(replay) => replay.rounds.lock().note(key).cloned(),
            Reach::Push(_) => None,
        };
        match begun {
            Some(Note::Kept(id) | Note::Begun(id, _)) => {
                follow(call, &Watched::new(key, id, lasting.form, lasting.wait)).await
            }
            _ => begin(call, key, lasting).await,
        }
    }

    /// Looks again at a question that was asked by an earlier call, and waits for a while if it is still open. Where
    /// nobody else can answer it, the client's own dialog shows it once more.
    ///
    /// # Errors
    /// When there is no such question for this client, and as [`Asker::ask`].
    pub async fn look_again(
        &self,
        key: &str,
        id: ElicitationId,
        wait: Duration,
    ) -> Result<Standing, AskError> {
        self.claim(key)?;
        let call = &*self.0;
        let elicitation = call.server.engine().status(&actor(call), id).await?;
        if let Some(outcome) = elicitation.outcome() {
            return Ok(Standing::Decided { id, outcome: outcome.clone() });
        }
        match elicitation.form() {
            Some(form) if call.server.hosted.is_none() => {
                follow(call, &Watched::new(key, id, form, wait)).await
            }
            _ => pause(call, &elicitation, wait).await,
        }
    }
}

/// A question of the engine, as one call follows it.
struct Watched<'w> {
    key: &'w str,
    id: ElicitationId,
    form: &'w Form,
    message: String,
    wait: Duration,
}

impl<'w> Watched<'w> {
    fn new(key: &'w str, id: ElicitationId, form: &'w Form, wait: Duration) -> Self {
        let message = match form.description() {
            Some(description) => format!("{}\n\n{description}", form.title()),
            None => form.title().to_owned(),
        };
        Watched { key, id, form, message, wait }
    }

    fn question<'q>(&'q self, call: &Inner, prepared: &'q Prepared) -> Question<'q> {
        Question::new(call, self.key, self.form, &self.message, prepared)
    }
}

/// The future of an outcome.
type Ending<'e> = Pin<&'e mut (dyn Future<Output = Result<Outcome, CallError>> + Send)>;

async fn begin(call: &Inner, key: &str, lasting: Lasting<'_>) -> Result<Standing, AskError> {
    let Lasting { form, timeout, limits, wait } = lasting;
    let first = ways_to(call, form).next();
    let mode = match first {
        Some(Way::Form) => Mode::Form,
        Some(Way::Url | Way::Text) => Mode::Url,
        None => return Err(unable(call.capabilities(), form, call.revision()).into()),
    };
    let mut ask = Ask::form(form.clone()).in_mode(mode);
    if let Some(timeout) = timeout {
        ask = ask.timeout(timeout);
    }
    if let Some(limits) = limits {
        ask = ask.within(limits);
    }
    let (engine, actor) = (call.server.engine(), actor(call));
    let id = engine.create(&actor, ask).await?.id;
    let mut abandoned = Abandoned { engine: engine.clone(), actor, id: Some(id) };
    let standing = follow(call, &Watched::new(key, id, form, wait)).await;
    if matches!(standing, Ok(_) | Err(AskError::Suspended)) {
        abandoned.id = None;
    }
    standing
}

fn ways_to(call: &Inner, form: &Form) -> impl Iterator<Item = Way> {
    let fits = call.server.forms.of(form, call.revision()).fits;
    ways(call.capabilities(), fits, call.server.hosted.is_some())
}

/// Waits without showing anything to anybody.
async fn pause(call: &Inner, elicitation: &Elicitation, wait: Duration) -> Result<Standing, AskError> {
    let (id, actor) = (elicitation.id, actor(call));
    let ending = call.server.engine().wait(&actor, id);
    tokio::pin!(ending);
    until(call, id, ending, Instant::now() + wait, None).await
}

/// Waits for the end of a question until time is up, with a sign of life now and then.
async fn until(
    call: &Inner,
    id: ElicitationId,
    mut ending: Ending<'_>,
    deadline: Instant,
    link: Option<HostedLink>,
) -> Result<Standing, AskError> {
    let every = call.server.settings.progress_every;
    loop {
        let pause = deadline.min(Instant::now() + every);
        match tokio::time::timeout_at(pause, ending.as_mut()).await {
            Ok(outcome) => return Ok(Standing::Decided { id, outcome: outcome? }),
            Err(_) if pause == deadline => return Ok(Standing::Open { id, link }),
            Err(_) => call.still_waiting(),
        }
    }
}

async fn follow(call: &Inner, watched: &Watched<'_>) -> Result<Standing, AskError> {
    let actor = actor(call);
    let ending = call.server.engine().wait(&actor, watched.id);
    tokio::pin!(ending);
    match &call.reach {
        Reach::Push(session) => pushed(call, session, watched, ending).await,
        Reach::Replay(replay) => replayed(call, replay, watched, ending).await,
    }
}

/// Asks a legacy client, in every way there is until time is up.
async fn pushed(
    call: &Inner,
    session: &Arc<Session>,
    watched: &Watched<'_>,
    mut ending: Ending<'_>,
) -> Result<Standing, AskError> {
    let deadline = Instant::now() + watched.wait;
    let mut ways = ways_to(call, watched.form).peekable();
    while let Some(way) = ways.next() {
        match way {
            Way::Form => match dialog(call, session, watched, ending.as_mut(), deadline).await {
                // A client that declares what it cannot do refuses; the next way may do.
                Err(AskError::Client(_)) if ways.peek().is_some() => {}
                Ok(Standing::Open { .. }) => break,
                other => return other,
            },
            Way::Url => {
                let link = link_to(call, watched.id).await?;
                return visit(call, session, watched, link, ending, deadline).await;
            }
            Way::Text => break,
        }
    }
    let id = watched.id;
    let link = if call.server.hosted.is_some() { Some(link_to(call, id).await?) } else { None };
    Ok(Standing::Open { id, link })
}

/// The client's own dialog, again with the problems named until an answer passes or time is up.
async fn dialog(
    call: &Inner,
    session: &Arc<Session>,
    watched: &Watched<'_>,
    mut ending: Ending<'_>,
    deadline: Instant,
) -> Result<Standing, AskError> {
    let id = watched.id;
    let prepared = call.server.forms.of(watched.form, session.revision);
    let question = watched.question(call, &prepared);
    let mut params = form_params(&question, question.message, session.revision, question.rider);
    loop {
        let mut pushed = call.push(session, method::ELICIT, Raw::part(&params))?;
        let timeout = deadline.saturating_duration_since(Instant::now());
        let response = tokio::select! {
            biased;
            outcome = ending.as_mut() => return Ok(Standing::Decided { id, outcome: outcome? }),
            response = push::answer(call, &mut pushed, timeout) => response?,
        };
        let Some(response) = response else { return Ok(Standing::Open { id, link: None }) };
        let result = response.result().map_err(|error| AskError::Client(error.clone()))?;
        match take(call, id, result).await? {
            Taken::Settled => return Ok(Standing::Decided { id, outcome: ending.await? }),
            Taken::NotYet(why) => {
                let message = again(question.message, &why);
                params = form_params(&question, &message, session.revision, question.rider);
            }
        }
    }
}

/// Has a legacy client open our page.
async fn visit(
    call: &Inner,
    session: &Arc<Session>,
    watched: &Watched<'_>,
    link: HostedLink,
    mut ending: Ending<'_>,
    deadline: Instant,
) -> Result<Standing, AskError> {
    let id = watched.id;
    let message = invitation(&watched.message, &link);
    let params = url_params(&message, &link.url, Some(&id.to_string()));
    let mut pushed = call.push(session, method::ELICIT, Raw::part(&params))?;
    let timeout = deadline.saturating_duration_since(Instant::now());
    let response = tokio::select! {
        biased;
        outcome = ending.as_mut() => return Ok(Standing::Decided { id, outcome: outcome? }),
        response = push::answer(call, &mut pushed, timeout) => response?,
    };
    // A client that did not open it, or could not, may still pass the link on.
    let result = response.as_ref().and_then(|response| response.result().ok());
    let action = result.and_then(|result| ElicitResult::parts(result).ok()).map(|(action, _)| action);
    if let Some(action) = action {
        refuse(call, id, action).await?;
    }
    let standing = until(call, id, ending, deadline, Some(link)).await?;
    if action == Some(Action::Accept)
        && matches!(standing, Standing::Decided { outcome: Outcome::Answered(_), .. })
    {
        tell_done(&call.outgoing, id);
    }
    Ok(standing)
}

/// Asks a modern client by the result of its call, or takes what it came back with.
async fn replayed(
    call: &Inner,
    replay: &Replay,
    watched: &Watched<'_>,
    ending: Ending<'_>,
) -> Result<Standing, AskError> {
    let (key, id) = (watched.key, watched.id);
    let prepared = call.server.forms.of(watched.form, call.revision());
    let question = watched.question(call, &prepared);
    let note = replay.rounds.lock().note(key).cloned();
    match note {
        Some(Note::Begun(_, link)) => {
            if let Some(Ok((action, _))) = response(call, key).map(ElicitResult::parts) {
                refuse(call, id, action).await?;
            }
            until(call, id, ending, Instant::now() + watched.wait, Some(link)).await
        }
        Some(Note::Kept(_)) => {
            let elicitation = call.server.engine().status(&actor(call), id).await?;
            if let Some(outcome) = elicitation.outcome() {
                return Ok(Standing::Decided { id, outcome: outcome.clone() });
            }
            let mut message = None;
            if let Some(result) = response(call, key) {
                match take(call, id, result).await? {
                    Taken::Settled => return Ok(Standing::Decided { id, outcome: ending.await? }),
                    Taken::NotYet(why) => message = Some(again(question.message, &why)),
                }
            }
            let message = message.as_deref().unwrap_or(question.message);
            replay.rounds.lock().need_form(call, &question, message);
            Err(AskError::Suspended)
        }
        _ => match ways_to(call, watched.form).next() {
            Some(Way::Form) => {
                let mut rounds = replay.rounds.lock();
                rounds.set(key, Note::Kept(id));
                rounds.need_form(call, &question, question.message);
                Err(AskError::Suspended)
            }
            Some(Way::Url) => {
                let link = link_to(call, id).await?;
                let params = url_params(&invitation(question.message, &link), &link.url, None);
                let mut rounds = replay.rounds.lock();
                rounds.set(key, Note::Begun(id, link));
                rounds.need(key, method::ELICIT, &params);
                Err(AskError::Suspended)
            }
            Some(Way::Text) => Ok(Standing::Open { id, link: Some(link_to(call, id).await?) }),
            None => until(call, id, ending, Instant::now() + watched.wait, None).await,
        },
    }
}

/// What became of something that a dialog brought.
enum Taken {
    /// The engine knows how it ended.
    Settled,
    /// It did not pass, for this reason.
    NotYet(String),
}

/// Hands the engine what a dialog brought.
async fn take(call: &Inner, id: ElicitationId, result: Raw<'_>) -> Result<Taken, AskError> {
    let (action, content) = ElicitResult::parts(result)
        .map_err(|invalid| AskError::Client(RpcError::invalid_params(invalid.to_string())))?;
    if action != Action::Accept {
        return refuse(call, id, action).await.map(|()| Taken::Settled);
    }
    // Nothing at all may be a fine answer to a form that requires nothing.
    let content = content.unwrap_or(Raw::EMPTY).text();
    match call.server.engine().submit(&actor(call), id, content.as_bytes()).await {
        Ok(_) => Ok(Taken::Settled),
        Err(SubmitError::Invalid { problems, retry_count, retry_limit }) if retry_count <= retry_limit => {
            Ok(Taken::NotYet(problems.to_string()))
        }
        Err(SubmitError::Invalid { .. }) => Ok(Taken::Settled),
        // Somebody was first, or it is too late: what counts is what the engine has.
        Err(SubmitError::Call(CallError::Refused(_))) => Ok(Taken::Settled),
        Err(SubmitError::Call(error)) => Err(error.into()),
        Err(other) => Ok(Taken::NotYet(other.to_string())),
    }
}

/// Tells the engine that the person does not want to, if that is what they said.
async fn refuse(call: &Inner, id: ElicitationId, action: Action) -> Result<(), AskError> {
    let (engine, actor) = (call.server.engine(), actor(call));
    let told = match action {
        Action::Accept => return Ok(()),
        Action::Decline => engine.decline(&actor, id).await,
        Action::Cancel => engine.cancel(&actor, id, CancelReason::UserCancelled).await,
    };
    match told {
        Ok(_) | Err(CallError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
