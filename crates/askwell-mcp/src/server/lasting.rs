//! Questions that outlive the call that asks them.
//!
//! Each is an elicitation of the engine from its beginning, whichever way the person is reached: the client's own
//! dialog, a URL that it opens, a link that somebody passes on. What a dialog brings is an answer like any other: the
//! engine checks it, counts it and decides who was first. A call waits for a while; if nobody has answered by then, it
//! says under which name to look again. A dialog stays open meanwhile, and its answer counts as long as the elicitation
//! is open.

mod answer;
mod prompt;
mod repeat;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, CallError, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Elicitation, ElicitationId, Mode, Outcome};
use tokio::time::Instant;

use self::answer::{DialogAnswer, apply_answer, apply_refusal};
pub(super) use self::prompt::PromptStatus;
use self::prompt::{Channel, PromptEnd};
use super::asker::{AskError, Asker, Question};
use super::call::{Inner, Reach};
use super::elsewhere::{Abandoned, actor, invitation, link_to};
use super::heartbeat::Heartbeat;
use super::question::{again, url_params};
use super::rounds::{Note, Replay, response};
use super::session::Session;
use crate::deliver::{HostedLink, Way, unable, ways};
use crate::prepared::Prepared;
use crate::wire::{Action, ElicitResult, method};

/// A question that outlives the call.
#[derive(Debug, Clone, Copy)]
pub struct Lasting<'q> {
    /// What is asked. The person reads its title and its description.
    pub form: &'q Form,
    /// How long it can be answered; as long as the form or else the engine says, if nothing is said here.
    pub timeout: Option<Duration>,
    /// The same for a dialog that is pushed to a legacy client, where neither the call nor the form says.
    pub pushed_timeout: Option<Duration>,
    /// Limits of this client's own, in place of the engine's.
    pub limits: Option<Limits>,
    /// How long this call waits for the answer.
    pub wait: Duration,
    /// Whether the same question, asked again, is the same elicitation: while it is open, and for so long after it was
    /// answered or declined.
    pub reuse_within: Option<Duration>,
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
        /// Whether the client refused so fast that nobody can have read the question.
        unseen: bool,
    },
    /// Nobody has answered yet.
    Open {
        /// The name to look again by.
        id: ElicitationId,
        /// Where the person can answer, if there is a page.
        link: Option<HostedLink>,
        /// Whether the client refused so fast that nobody can have read the question.
        unseen: bool,
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
        if let Some(Note::Kept(id) | Note::Begun(id, _)) = begun {
            return follow(call, &Watched::new(key, id, lasting.form, lasting.wait)).await;
        }
        if let Some(within) = lasting.reuse_within
            && let Some(earlier) = repeat::find(call, lasting.form, within).await?
        {
            return rejoin(call, key, &earlier, lasting.wait).await;
        }
        begin(call, key, lasting).await
    }

    /// Looks again at a question that was asked by an earlier call, and waits for a while if it is still open. Where
    /// nobody else can answer it, the client's own dialog shows it once more, unless it is still open there.
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
        rejoin(call, key, &elicitation, wait).await
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
    let Lasting { form, timeout, pushed_timeout, limits, wait, reuse_within } = lasting;
    let first = ways_to(call, form).next();
    let mode = match first {
        Some(Way::Form) => Mode::Form,
        Some(Way::Url | Way::Text) => Mode::Url,
        None => return Err(unable(call.capabilities(), form, call.revision()).into()),
    };
    let is_pushed = first == Some(Way::Form) && matches!(call.reach, Reach::Push(_));
    let pushed_timeout = pushed_timeout.filter(|_| is_pushed && form.timeout().is_none());
    let mut ask = Ask::form(form.clone()).in_mode(mode);
    if let Some(timeout) = timeout.or(pushed_timeout) {
        ask = ask.timeout(timeout);
    }
    if let Some(limits) = limits {
        ask = ask.within(limits);
    }
    let (engine, actor) = (call.server.engine(), actor(call));
    let id = engine.create(&actor, ask).await?.id;
    let mut abandoned = Abandoned { engine: engine.clone(), actor, id: Some(id) };
    if reuse_within.is_some() {
        repeat::remember(call, form, id).await?;
    }
    let standing = follow(call, &Watched::new(key, id, form, wait)).await;
    if matches!(standing, Ok(_) | Err(AskError::Suspended)) {
        abandoned.id = None;
    }
    standing
}

/// Joins a question that an earlier call asked.
async fn rejoin(
    call: &Inner,
    key: &str,
    elicitation: &Elicitation,
    wait: Duration,
) -> Result<Standing, AskError> {
    let id = elicitation.id;
    if let Some(outcome) = elicitation.outcome() {
        return Ok(Standing::Decided { id, outcome: outcome.clone(), unseen: false });
    }
    let is_shown = matches!(&call.reach, Reach::Push(session) if session.prompt(id).is_some());
    match elicitation.form() {
        Some(form) if is_shown || call.server.hosted.is_none() => {
            follow(call, &Watched::new(key, id, form, wait)).await
        }
        _ => pause(call, id, wait).await,
    }
}

fn ways_to(call: &Inner, form: &Form) -> impl Iterator<Item = Way> {
    let fits = call.server.forms.of(form, call.revision()).fits;
    ways(call.capabilities(), fits, call.server.hosted.is_some())
}

/// Waits without showing anything to anybody.
async fn pause(call: &Inner, id: ElicitationId, wait: Duration) -> Result<Standing, AskError> {
    let actor = actor(call);
    let ending = call.server.engine().wait(&actor, id);
    tokio::pin!(ending);
    until(call, id, ending, Instant::now() + wait).await
}

/// Waits for the end of a question until time is up, and sends progress meanwhile.
async fn until(
    call: &Inner,
    id: ElicitationId,
    mut ending: Ending<'_>,
    deadline: Instant,
) -> Result<Standing, AskError> {
    let mut heartbeat = Heartbeat::of(call);
    loop {
        tokio::select! {
            biased;
            outcome = ending.as_mut() => {
                return Ok(Standing::Decided { id, outcome: outcome?, unseen: false });
            }
            () = tokio::time::sleep_until(deadline) => return open(call, id, false).await,
            () = heartbeat.beat() => call.still_waiting(),
        }
    }
}

/// A question that nobody has answered yet, with the link to its page if there is one.
async fn open(call: &Inner, id: ElicitationId, unseen: bool) -> Result<Standing, AskError> {
    let link = if call.server.hosted.is_some() { Some(link_to(call, id).await?) } else { None };
    Ok(Standing::Open { id, link, unseen })
}

/// Settles a question that the client refused although nobody can have read it: the person may still answer on the page;
/// without one, the refusal counts, and the same question can be asked again at once.
async fn settle_unseen(
    call: &Inner,
    watched: &Watched<'_>,
    action: Action,
    ending: Ending<'_>,
) -> Result<Standing, AskError> {
    let id = watched.id;
    if call.server.hosted.is_some() {
        return open(call, id, true).await;
    }
    apply_refusal(call.server.engine(), &actor(call), id, action).await?;
    repeat::forget(call, watched.form).await?;
    Ok(Standing::Decided { id, outcome: ending.await?, unseen: true })
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
        let channel = match way {
            Way::Form => Channel::Dialog,
            Way::Url => Channel::Url(link_to(call, watched.id).await?),
            Way::Text => break,
        };
        match prompt::follow(call, session, watched, &channel, ending.as_mut(), deadline).await {
            // A client that declares what it cannot do refuses; the next way may do.
            Err(AskError::Client(_)) if ways.peek().is_some() => {}
            Err(error) => return Err(error),
            Ok(PromptEnd::Decided(outcome)) => {
                return Ok(Standing::Decided { id: watched.id, outcome, unseen: false });
            }
            Ok(PromptEnd::TimeUp) => break,
            Ok(PromptEnd::Unseen(action)) => return settle_unseen(call, watched, action, ending).await,
        }
    }
    open(call, watched.id, false).await
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
    let (engine, actor) = (call.server.engine(), actor(call));
    match note {
        Some(Note::Begun(..)) => {
            if let Some(Ok((action, _))) = response(call, key).map(ElicitResult::parts) {
                let elicitation = engine.status(&actor, id).await?;
                if action != Action::Accept && is_instant(call, &elicitation) {
                    return settle_unseen(call, watched, action, ending).await;
                }
                apply_refusal(engine, &actor, id, action).await?;
            }
            until(call, id, ending, Instant::now() + watched.wait).await
        }
        Some(Note::Kept(_)) => {
            let elicitation = engine.status(&actor, id).await?;
            if let Some(outcome) = elicitation.outcome() {
                return Ok(Standing::Decided { id, outcome: outcome.clone(), unseen: false });
            }
            let mut message = None;
            if let Some(result) = response(call, key) {
                match ElicitResult::parts(result) {
                    Ok((action, _)) if action != Action::Accept && is_instant(call, &elicitation) => {
                        return settle_unseen(call, watched, action, ending).await;
                    }
                    _ => {}
                }
                match apply_answer(engine, &actor, id, watched.form, result).await? {
                    DialogAnswer::Settled => {
                        return Ok(Standing::Decided { id, outcome: ending.await?, unseen: false });
                    }
                    DialogAnswer::Rejected(why) => message = Some(again(question.message, &why)),
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
            Some(Way::Text) => open(call, id, false).await,
            None => until(call, id, ending, Instant::now() + watched.wait).await,
        },
    }
}

/// Whether a modern client that refuses now refuses faster than a person can read what was asked a moment ago.
fn is_instant(call: &Inner, elicitation: &Elicitation) -> bool {
    let instant = call.server.settings.instant_refusal;
    !instant.is_zero() && call.server.engine().now() < elicitation.created_at + instant
}
