//! Submitting answers.

use std::sync::Arc;

use askwell_form::{Answers, Field, Problems};
use askwell_lifecycle::{Actor, ClientId, Effect, Elicitation, ElicitationId, Event, State};

use super::submission::{self, Submission};
use super::{ATTEMPTS, Engine};
use crate::audit;
use crate::callback::{CallbackError, FoundOption, FoundOptions};
use crate::check::{CheckResult, Content};
use crate::error::{CallError, SubmitError};

/// A submission that was accepted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AcceptedSubmission {
    /// The elicitation: closed, or open while several people decide and not enough of them have.
    pub elicitation: Arc<Elicitation>,
}

impl Engine {
    /// Submits an answer: JSON text with one member for each field. A prompt also accepts a JSON string. For
    /// a page, reports that it is finished, with any JSON as the result.
    ///
    /// # Errors
    /// [`SubmitError::Invalid`] when the answer has problems, which counts as a rejection; else when the
    /// elicitation is closed or does not exist for this actor.
    pub async fn submit(
        &self,
        actor: &Actor,
        id: ElicitationId,
        json: &[u8],
    ) -> Result<AcceptedSubmission, SubmitError> {
        self.submit_with(actor, id, Submission::whole(json)).await
    }

    /// Submits an answer with options: corrections of an earlier attempt, or metadata.
    ///
    /// # Errors
    /// As [`Engine::submit`].
    pub async fn submit_with(
        &self,
        actor: &Actor,
        id: ElicitationId,
        submission: Submission<'_>,
    ) -> Result<AcceptedSubmission, SubmitError> {
        let mut verdict = None;
        for _ in 0..ATTEMPTS {
            // Existence is checked before size, so that errors reveal nothing to other clients.
            let before = self.get_visible(actor, id).await?;
            if let State::Closed(_) = before.state {
                // The transition returns the refusal for a closed elicitation.
                self.shared.advance(actor, &before, Event::decline()).await?;
                continue;
            }
            let json = submission.complete(actor, &before);
            let checked = match verdict.take() {
                Some(checked) => checked,
                None => {
                    let content = Content { json: &json, unknown_keys: submission.unknown_keys() };
                    self.shared.checker.check(&before, content, Some(self)).await?
                }
            };
            let event = event(actor, &before, &json, &checked, submission.kept_metadata());
            let Some(after) = self.shared.advance(actor, &before, event).await? else {
                // Corrections apply to the latest attempt, which may have changed.
                verdict = (!submission.is_corrections()).then_some(checked);
                continue;
            };
            return self.submitted(after, checked);
        }
        Err(SubmitError::Call(CallError::Busy))
    }

    /// Submits without awaiting, for connection loops, which must not wait for a store or a name server.
    /// Returns `None`, and changes nothing, if that is not possible: the elicitation is not in memory, the
    /// store would wait, or [`Checker::check_now`](crate::Checker::check_now) cannot check the content. Then
    /// call [`Engine::submit_with`].
    ///
    /// # Errors
    /// As [`Engine::submit`].
    pub fn submit_now(
        &self,
        actor: &Actor,
        id: ElicitationId,
        content: Content<'_>,
    ) -> Option<Result<AcceptedSubmission, SubmitError>> {
        for _ in 0..ATTEMPTS {
            let before = self.shared.store.get_cached(id).filter(|found| actor.may_see(found))?;
            let checked = match before.state {
                State::Open(_) => self.shared.checker.check_now(&before, content)?,
                // The transition returns the refusal.
                State::Closed(_) => CheckResult::Problems(Problems::default()),
            };
            let event = event(actor, &before, content.json, &checked, None);
            match self.shared.advance_now(actor, &before, event)? {
                Ok(Some(after)) => return Some(self.submitted(after, checked)),
                Ok(None) => {}
                Err(error) => return Some(Err(error.into())),
            }
        }
        Some(Err(SubmitError::Call(CallError::Busy)))
    }

    /// Checks a URL as the answer to a field: its text, and every address of its host. Fetches nothing and
    /// counts no rejection.
    ///
    /// # Errors
    /// The problems that such an answer would have.
    pub async fn check_url(&self, field: &Field, text: &str) -> Result<(), Problems> {
        self.shared.checker.hosts().check_text(field, text).await
    }

    /// Searches the options of a field that a service has; at most `limit` are returned.
    ///
    /// # Errors
    /// When the service cannot be asked, or is not for the client that asks.
    pub async fn search_options(
        &self,
        client: &ClientId,
        field: &Field,
        search: &str,
        limit: usize,
    ) -> Result<FoundOptions, CallbackError> {
        self.shared.checker.callbacks().source(client, field)?.search(search, limit).await
    }

    /// Returns those of these values that are options of a field, with their titles.
    ///
    /// # Errors
    /// When the service cannot be asked, or is not for the client that asks.
    pub async fn confirm_options(
        &self,
        client: &ClientId,
        field: &Field,
        values: &[&str],
    ) -> Result<Vec<FoundOption>, CallbackError> {
        self.shared.checker.callbacks().source(client, field)?.confirm(values).await
    }

    /// Checks the hosts that answers name, for answers that do not go through [`Engine::submit`].
    ///
    /// # Errors
    /// The problems that they have.
    pub async fn check_hosts(&self, answers: &Answers) -> Result<(), Problems> {
        self.shared.checker.hosts().check_answers(answers).await
    }

    /// Returns the result of a submission after its event was committed.
    fn submitted(
        &self,
        after: Arc<Elicitation>,
        checked: CheckResult,
    ) -> Result<AcceptedSubmission, SubmitError> {
        match checked {
            CheckResult::Problems(problems) => {
                audit::blocked_answers(&after, &problems);
                Err(self.rejected(&after, problems))
            }
            CheckResult::Answers(_) | CheckResult::PageResult(_) => {
                Ok(AcceptedSubmission { elicitation: after })
            }
        }
    }

    fn rejected(&self, after: &Elicitation, problems: Problems) -> SubmitError {
        let retry_limit = after.terms.retry_limit;
        let (retry_count, retry_allowed) = match &after.state {
            State::Open(open) => (open.rejected, true),
            State::Closed(_) => (retry_limit, false),
        };
        self.shared.meter.rejected(after, &Effect::Rejected { count: retry_count, limit: retry_limit });
        SubmitError::Invalid { problems, retry_count, retry_limit, retry_allowed }
    }
}

/// Returns the event for checked content.
fn event(
    actor: &Actor,
    before: &Elicitation,
    json: &[u8],
    checked: &CheckResult,
    metadata: Option<Arc<str>>,
) -> Event {
    match checked {
        CheckResult::Answers(answers) if before.quorum.is_some() => {
            Event::Vote { by: actor.person.clone(), answers: answers.clone(), metadata }
        }
        CheckResult::Answers(answers) => Event::Submit { answers: answers.clone(), metadata },
        CheckResult::PageResult(result) => Event::Finish { result: Arc::clone(result), metadata },
        CheckResult::Problems(_) => Event::Reject { attempt: submission::attempt(actor, before, json) },
    }
}
