//! Taking answers.

use std::sync::Arc;

use askwell_form::{Answers, Field, Problems};
use askwell_lifecycle::{Actor, Effect, Elicitation, ElicitationId, Event, State};

use super::submission::{self, Submission};
use super::{ATTEMPTS, Engine};
use crate::audit;
use crate::check::{CheckResult, Content};
use crate::error::{CallError, SubmitError};

/// An answer that was taken.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Submitted {
    /// The elicitation, now closed.
    pub elicitation: Arc<Elicitation>,
}

impl Engine {
    /// Answers: JSON text with one entry for each field. For an inline prompt a plain JSON string will do.
    /// For a page, says that it is done, with any JSON as the result.
    ///
    /// # Errors
    /// When it does not pass, which is counted, or comes too late.
    pub async fn submit(
        &self,
        actor: &Actor,
        id: ElicitationId,
        json: &[u8],
    ) -> Result<Submitted, SubmitError> {
        self.submit_with(actor, id, Submission::whole(json)).await
    }

    /// The same for a submission that says more: corrections of an earlier one, or metadata.
    ///
    /// # Errors
    /// As [`Engine::submit`].
    pub async fn submit_with(
        &self,
        actor: &Actor,
        id: ElicitationId,
        submission: Submission<'_>,
    ) -> Result<Submitted, SubmitError> {
        let mut verdict = None;
        for _ in 0..ATTEMPTS {
            // Whether there is such an elicitation is told first: size is nobody else's business.
            let before = self.look(actor, id).await?;
            if let State::Closed(_) = before.state {
                // The transition knows best what to say to somebody who comes too late.
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
                // Corrections belong to the attempt before them, which may be another one by now.
                verdict = (!submission.is_corrections()).then_some(checked);
                continue;
            };
            return self.submitted(after, checked);
        }
        Err(SubmitError::Call(CallError::Busy))
    }

    /// Answers without awaiting: for connection loops, which must not wait for a store or a name server. `None` if that
    /// is not possible, and nothing has happened then: the elicitation or its store is not in memory, or
    /// [`Checker::check_now`](crate::Checker::check_now) could not tell. [`Engine::submit_with`] does it then.
    ///
    /// # Errors
    /// As [`Engine::submit`].
    pub fn submit_now(
        &self,
        actor: &Actor,
        id: ElicitationId,
        content: Content<'_>,
    ) -> Option<Result<Submitted, SubmitError>> {
        for _ in 0..ATTEMPTS {
            let before = self.shared.store.at_hand(id).filter(|found| actor.may_see(found))?;
            let checked = match before.state {
                State::Open(_) => self.shared.checker.check_now(&before, content)?,
                // The transition says what happened instead.
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

    /// What the guard says of a web address that somebody would answer a field with: by its text, and by every
    /// address that its host has. Nothing is fetched, and nothing is counted.
    ///
    /// # Errors
    /// The problems that such an answer would have.
    pub async fn check_url(&self, field: &Field, text: &str) -> Result<(), Problems> {
        self.shared.checker.hosts().check_text(field, text).await
    }

    /// What the guard says of the hosts that checked answers name: for answers that do not come by
    /// [`Engine::submit`].
    ///
    /// # Errors
    /// The problems that they have.
    pub async fn check_hosts(&self, answers: &Answers) -> Result<(), Problems> {
        self.shared.checker.hosts().check_answers(answers).await
    }

    /// What to tell about content after its event was committed.
    fn submitted(&self, after: Arc<Elicitation>, checked: CheckResult) -> Result<Submitted, SubmitError> {
        match checked {
            CheckResult::Problems(problems) => {
                audit::blocked_answers(&after, &problems);
                Err(self.rejected(&after, problems))
            }
            CheckResult::Answers(_) | CheckResult::PageResult(_) => Ok(Submitted { elicitation: after }),
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

/// The event that checked content is.
fn event(
    actor: &Actor,
    before: &Elicitation,
    json: &[u8],
    checked: &CheckResult,
    metadata: Option<Arc<str>>,
) -> Event {
    match checked {
        CheckResult::Answers(answers) => Event::Submit { answers: answers.clone(), metadata },
        CheckResult::PageResult(result) => Event::Finish { result: Arc::clone(result), metadata },
        CheckResult::Problems(_) => Event::Reject { attempt: submission::attempt(actor, before, json) },
    }
}
