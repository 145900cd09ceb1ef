//! Shows a question to a client: by a request while the call waits (legacy), or by the result of
//! the call, which comes again (modern).

mod app;
mod dialog;
mod link;
mod url_mode;

use askwell_form::Problems;
use askwell_locale::form_text;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{CancelReason, Elicitation, ElicitationId, Outcome, Scope};

pub(super) use self::dialog::require_dialog;
pub(crate) use self::link::LinkCache;
pub(super) use self::url_mode::complete_notification;
use super::ask::{AskContext, AskError, AskStatus, ClientError, PlannedAsk, Wait, closed_status};
use super::plan::Channel;
use super::residence::{self, AskHandle, ClientInput, InputEffect};
use super::retry_context::RetryContext;
use super::sealed_state::{self, StateEntry, StoredElicitation};
use super::session::{CallLink, JoinedPrompt, PromptEvent, Session};
use super::tasks::TaskRole;
use super::wait::{self, Tick, WaitTimer};
use crate::wire::Action;

/// How the client of a call is asked.
pub(crate) enum ClientChannel {
    /// By a request (legacy).
    Request(Arc<Session>),
    /// By the result of its call (modern).
    InputRequired(Box<RetryContext>),
}

/// Asks as planned. `on_created` is called for an elicitation that was created, not for one that
/// was joined.
pub(super) async fn ask(
    ask: &PlannedAsk<'_>,
    on_created: impl FnOnce(ElicitationId),
) -> Result<AskStatus, AskError> {
    match &ask.call().channel {
        ClientChannel::Request(session) => {
            let mut handle = residence::create_or_join(ask).await?;
            if handle.is_new() {
                on_created(handle.id());
            }
            // Two small futures instead of a large one: the allocator caches small ones per thread.
            Box::pin(ask_by_request(ask, session, &mut handle)).await
        }
        ClientChannel::InputRequired(retry) if ask.is_sealed() => sealed_state::ask(ask, retry).await,
        ClientChannel::InputRequired(retry) => Box::pin(ask_by_result(ask, retry, on_created)).await,
    }
}

/// Continues with an elicitation of an earlier call.
pub(super) async fn resume(
    ask: &PlannedAsk<'_>,
    elicitation: Arc<Elicitation>,
) -> Result<AskStatus, AskError> {
    let mut handle = AskHandle::of(elicitation, None);
    match &ask.call().channel {
        ClientChannel::Request(session) => ask_by_request(ask, session, &mut handle).await,
        ClientChannel::InputRequired(retry) => {
            answer_by_result(ask, retry, handle, RoundHistory::default()).await
        }
    }
}

/// Waits without showing a prompt.
pub(super) async fn wait_only(
    context: &AskContext<'_>,
    id: ElicitationId,
    wait: Duration,
) -> Result<AskStatus, AskError> {
    let call = context.call;
    let outcome = call.server.ask.engine().wait(&call.actor, id);
    match wait::at_most(call, wait, outcome).await {
        Some(outcome) => Ok(AskStatus::Closed { id, outcome: outcome?, unseen: false }),
        None => link::open_status(call, id, false).await,
    }
}

/// Shows a prompt to a legacy client and waits. The prompt stays when the call ends.
/// Waits for an open question that was shown before, and delivers its outcome.
pub(super) async fn await_outcome(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
    wait: Duration,
) -> Result<AskStatus, AskError> {
    let call = ask.call();
    let Some(outcome) = wait::at_most(call, wait, ask.engine().wait(ask.actor(), id)).await else {
        return link::open_status(call, id, false).await;
    };
    let outcome = outcome?;
    let elicitation = ask.engine().status(ask.actor(), id).await?;
    let key = ask.key_of(&elicitation);
    AskHandle::of(elicitation, Some(key)).deliver(ask, outcome).await
}

async fn ask_by_request(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    handle: &mut AskHandle,
) -> Result<AskStatus, AskError> {
    let id = handle.id();
    if let Some(outcome) = handle.elicitation().outcome() {
        return match handle.deliver_now(ask, outcome) {
            Some(delivered) => delivered,
            None => Box::pin(handle.deliver(ask, outcome.clone())).await,
        };
    }
    match ask.plan.first() {
        Channel::UrlRequired => return Err(url_mode::require(ask, session, id)),
        Channel::App | Channel::Link => return Box::pin(end_with_result(ask, id, false)).await,
        Channel::Dialog | Channel::Url => {}
    }
    let call = Arc::new(CallLink::default());
    let prompt_guard = PromptGuard { session, id, call: &call };
    let mut channel = ask.plan.first();
    // What this call has just created has no prompt yet.
    let joined = if handle.is_new() { JoinedPrompt::None } else { session.join_prompt(id, &call) };
    match joined {
        JoinedPrompt::Shown(shown) => channel = shown,
        JoinedPrompt::Rejected(shown, problems) => {
            channel = shown;
            show(ask, session, handle, channel, Some(&problems), &call).await?;
        }
        JoinedPrompt::None if handle.shows_prompt(ask) => {
            show(ask, session, handle, channel, None, &call).await?;
        }
        JoinedPrompt::None => {}
    }
    let mut timer = WaitTimer::new(ask.call(), wait_limit(ask));
    loop {
        tokio::select! {
            biased;
            outcome = handle.outcome(ask) => {
                let outcome = outcome?;
                // Messages about the prompt come before the result of the call.
                session.close_prompt(id, &outcome);
                drop(prompt_guard);
                return match handle.deliver_now(ask, &outcome) {
                    Some(delivered) => delivered,
                    None => Box::pin(handle.deliver(ask, outcome)).await,
                };
            }
            event = call.event() => match event {
                PromptEvent::Rejected(problems) => {
                    show(ask, session, handle, channel, Some(&problems), &call).await?;
                }
                PromptEvent::Consented if ask.spec.wait == Wait::UntilConsent => {
                    return Ok(AskStatus::Open { id, link: None, unseen: false });
                }
                PromptEvent::Consented => {}
                PromptEvent::Unseen(action) => return Box::pin(settle_unseen_refusal(ask, handle, action)).await,
                // The client failed with a mode that it declared. The next channel may work.
                PromptEvent::Failed(error) => match ask.plan.after(channel) {
                    Some(Channel::App | Channel::Link) => return Box::pin(end_with_result(ask, id, false)).await,
                    Some(next) => {
                        channel = next;
                        show(ask, session, handle, channel, None, &call).await?;
                    }
                    None => {
                        Box::pin(abandon(ask, id)).await;
                        return Err(ClientError::ask_error(error));
                    }
                }
            },
            tick = timer.next() => match tick {
                Tick::Progress => ask.call().still_waiting(),
                Tick::Limit => return Box::pin(end_with_result(ask, id, false)).await,
            }
        }
    }
}

/// Ends the wait: the result of the call brings the person an app, a link, or both.
async fn end_with_result(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
    unseen: bool,
) -> Result<AskStatus, AskError> {
    if ask.plan.channels.contains(&Some(Channel::App)) {
        return app::end_with_app(ask, id, unseen).await;
    }
    link::end_with_link(ask, id, unseen).await
}

/// Detaches the call from its prompt when the call ends.
struct PromptGuard<'f> {
    session: &'f Arc<Session>,
    id: ElicitationId,
    call: &'f Arc<CallLink>,
}

impl Drop for PromptGuard<'_> {
    fn drop(&mut self) {
        self.session.detach_prompt(self.id, self.call);
    }
}

/// Returns how long a legacy call waits: as long as the caller says, and not longer than clients
/// wait for calls if a link can be given and the client gets no progress.
fn wait_limit(ask: &PlannedAsk<'_>) -> Option<Duration> {
    match ask.spec.wait {
        Wait::AtMost(limit) => Some(limit),
        Wait::UntilClosed if ask.plan.has_link() && !ask.call().wants_progress() => {
            Some(ask.call().server.ask.settings.call_limit)
        }
        Wait::UntilClosed | Wait::UntilConsent => None,
    }
}

async fn show(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    handle: &AskHandle,
    channel: Channel,
    problems: Option<&Problems>,
    call: &Arc<CallLink>,
) -> Result<(), AskError> {
    match channel {
        Channel::Dialog => dialog::show(ask, session, handle.id(), problems, call),
        Channel::App | Channel::Url | Channel::UrlRequired | Channel::Link => {
            Box::pin(url_mode::show(ask, session, handle.elicitation(), call)).await
        }
    }
}

/// What earlier rounds left about a question.
#[derive(Debug, Clone, Copy, Default)]
struct RoundHistory {
    /// The channel through which the client was shown it.
    channel: Option<Channel>,
    /// Whether the handler asked another question under the same key before.
    is_changed: bool,
    /// Whether that was in the last round: the answer of this round belongs to the other question.
    was_other: bool,
}

/// Asks a modern client by the result of its call, or applies what it returned with.
async fn ask_by_result(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    on_created: impl FnOnce(ElicitationId),
) -> Result<AskStatus, AskError> {
    let entry = match retry.round.lock().entry(ask.spec.key) {
        Some(StateEntry::Stored(stored)) => Some(*stored),
        _ => None,
    };
    let mut history = RoundHistory::default();
    if let Some(stored) = entry {
        let elicitation = ask.engine().status(ask.actor(), stored.id).await?;
        history.is_changed = stored.is_changed;
        if ask.is_about(&elicitation) {
            if stored.is_taken
                && let Some(status) = closed_status(&elicitation)
            {
                return Ok(status);
            }
            history.channel = Some(if stored.is_url { Channel::Url } else { Channel::Dialog });
            let key = ask.key_of(&elicitation);
            let handle = AskHandle::of(elicitation, Some(key));
            match answer_by_result(ask, retry, handle, history).await {
                // Another call got the answer. This call asks again.
                Err(AskError::Superseded) => history.channel = None,
                answered => return answered,
            }
        } else if stored.is_changed {
            return Err(AskError::QuestionChanged(ask.spec.key.into()));
        } else {
            (history.is_changed, history.was_other) = (true, true);
            // It may have ended just now, which is fine.
            drop(ask.engine().cancel(ask.actor(), stored.id, CancelReason::FormInvalidated).await);
        }
    }
    let handle = residence::create_or_join(ask).await?;
    if handle.is_new() {
        on_created(handle.id());
    }
    answer_by_result(ask, retry, handle, history).await
}

/// Continues with an elicitation that an earlier round may have shown.
async fn answer_by_result(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    mut handle: AskHandle,
    history: RoundHistory,
) -> Result<AskStatus, AskError> {
    let id = handle.id();
    if let Some(outcome) = handle.elicitation().outcome() {
        return deliver_in_round(ask, retry, &handle, history, outcome.clone()).await;
    }
    let channel = history.channel.unwrap_or(ask.plan.first());
    let is_shown = history.channel.is_some();
    let mut problems = None;
    // An answer to a dialog may come before the question; a page has to be shown first.
    let is_answer = is_shown || (channel == Channel::Dialog && !history.was_other);
    let response = ask.call().response(ask.spec.key).filter(|_| is_answer);
    if let Some(Ok(input)) = response.map(|response| ClientInput::read(channel, response)) {
        if ask.is_unseen(&input, handle.elicitation().created_at.until(ask.engine().now())) {
            let action = input.refusal().unwrap_or(Action::Cancel);
            return settle_unseen_refusal(ask, &mut handle, action).await;
        }
        match residence::apply_stored(ask.engine(), ask.actor(), id, &input).await? {
            InputEffect::Closed | InputEffect::Late => {
                let outcome = handle.outcome(ask).await?;
                return deliver_in_round(ask, retry, &handle, history, outcome).await;
            }
            InputEffect::Rejected(why) => problems = Some(why),
            InputEffect::Unchanged if ask.spec.wait == Wait::UntilConsent => {
                return Ok(AskStatus::Open { id, link: None, unseen: false });
            }
            InputEffect::Unchanged => {}
        }
    }
    if !is_shown && !handle.shows_prompt(ask) {
        let Wait::AtMost(wait) = ask.spec.wait else {
            return link_or_wait(ask, retry, &handle, history).await;
        };
        return wait_only(ask.context, id, wait).await;
    }
    match channel {
        Channel::Dialog => {
            set_open_entry(ask, retry, &handle, history, false);
            Err(require_dialog(ask, &mut retry.round.lock(), problems.as_deref()))
        }
        Channel::Url | Channel::UrlRequired => {
            if is_shown && let Some(outcome) = url_mode::wait_for_page(ask, id).await? {
                return deliver_in_round(ask, retry, &handle, history, outcome).await;
            }
            if is_shown && matches!(ask.spec.wait, Wait::AtMost(_)) {
                return end_with_result(ask, id, false).await;
            }
            set_open_entry(ask, retry, &handle, history, true);
            Err(url_mode::require_page(ask, retry, handle.elicitation()).await?)
        }
        Channel::App => end_with_result(ask, id, false).await,
        Channel::Link => link_or_wait(ask, retry, &handle, history).await,
    }
}

/// Ends the wait with a link. A task shows the link in its status instead, and waits until the person has answered.
async fn link_or_wait(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    handle: &AskHandle,
    history: RoundHistory,
) -> Result<AskStatus, AskError> {
    let (TaskRole::Running(task), Wait::UntilClosed) = (&ask.call().task, ask.spec.wait) else {
        return end_with_result(ask, handle.id(), false).await;
    };
    let link = link::link_to(ask.call(), handle.id()).await?;
    let url = ("link", link.url.as_str().into());
    let text = match &link.code {
        Some(code) => form_text("mcp-link-code", &[url, ("code", code.as_str().into())]),
        None => form_text("mcp-link", &[url]),
    };
    task.set_message(&text, ask.engine().now());
    set_open_entry(ask, retry, handle, history, true);
    let outcome = ask.engine().wait(ask.actor(), handle.id()).await?;
    deliver_in_round(ask, retry, handle, history, outcome).await
}

/// Delivers the outcome to a modern call, and records that in the state for later rounds.
async fn deliver_in_round(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    handle: &AskHandle,
    history: RoundHistory,
    outcome: Outcome,
) -> Result<AskStatus, AskError> {
    let status = handle.deliver(ask, outcome).await?;
    let stored = StoredElicitation {
        id: handle.id(),
        is_url: history.channel == Some(Channel::Url),
        is_taken: true,
        is_changed: history.is_changed,
        open_until: ask.engine().now(),
    };
    retry.round.lock().set(ask.spec.key, StateEntry::Stored(stored));
    Ok(status)
}

/// Leaves an open elicitation for the next round. Until then it counts as awaited, and its client
/// as present.
fn set_open_entry(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    handle: &AskHandle,
    history: RoundHistory,
    is_url: bool,
) {
    let (engine, id) = (ask.engine(), handle.id());
    let open_until = handle.elicitation().deadline().unwrap_or_default();
    engine.hold(id, open_until);
    if let Scope::Client(client) = &ask.actor().scope {
        engine.expect_client(client, open_until);
    }
    let stored =
        StoredElicitation { id, is_url, is_taken: false, is_changed: history.is_changed, open_until };
    retry.round.lock().set(ask.spec.key, StateEntry::Stored(stored));
}

/// Settles a question that the client answered before a person can have read it. With a page, the
/// person may still answer there. Without one, the refusal counts, and the same question can be
/// asked again at once.
async fn settle_unseen_refusal(
    ask: &PlannedAsk<'_>,
    handle: &mut AskHandle,
    action: Action,
) -> Result<AskStatus, AskError> {
    let id = handle.id();
    if ask.plan.has_other_way() {
        return end_with_result(ask, id, true).await;
    }
    let input = ClientInput::of_refusal(action);
    residence::apply_stored(ask.engine(), ask.actor(), id, &input).await?;
    let outcome = handle.outcome(ask).await?;
    handle.forget(ask).await?;
    Ok(AskStatus::Closed { id, outcome, unseen: true })
}

/// Ends an elicitation that only this client could answer, and cannot show.
async fn abandon(ask: &PlannedAsk<'_>, id: ElicitationId) {
    // It may have ended just now, which is fine.
    drop(ask.engine().cancel(ask.actor(), id, CancelReason::ClientDisconnected).await);
}
