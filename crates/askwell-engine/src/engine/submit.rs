//! Taking answers.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_form::media::MediaType;
use askwell_form::{Answer, Answers, Content, ContentProblem, Field, File, Form, Kind, Problems};
use askwell_lifecycle::{Actor, Effect, Elicitation, ElicitationId, Event, Question, State};
use zeroize::Zeroizing;

use super::submission::{self, Submission};
use super::{ATTEMPTS, Engine};
use crate::answer_size::size_above;
use crate::ask::{PROMPT_FIELD, SIZE_LIMIT};
use crate::audit;
use crate::error::{CallError, SubmitError};

/// An answer that was taken.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Accepted {
    /// The elicitation, now closed.
    pub elicitation: Arc<Elicitation>,
}

/// How long validators may take. Names have a limit of their own.
const SLOW_CHECKS: Duration = Duration::from_secs(10);

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
    ) -> Result<Accepted, SubmitError> {
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
    ) -> Result<Accepted, SubmitError> {
        let mut verdict = None;
        for _ in 0..ATTEMPTS {
            // Whether there is such an elicitation is told first: size is nobody else's business.
            let before = self.look(actor, id).await?;
            if let State::Closed(_) = before.state {
                // The transition knows best what to say to somebody who comes too late.
                self.shared.advance(actor, &before, Event::decline()).await?;
                continue;
            }
            let limits = &self.shared.limits;
            let own_limit = answer_limit(&before).or(submission.own_limit());
            let limit = own_limit.map_or(limits.answer_bytes, |own| own.min(limits.answer_ceiling));
            let json = submission.complete(actor, &before);
            if let Some(size) = size_above(limit, &json) {
                return Err(SubmitError::TooLarge { size, limit });
            }
            let checked = match verdict.take() {
                Some(checked) => checked,
                None => self.check(&before, &json).await?,
            };
            let metadata = submission.kept_metadata();
            let event = match &checked {
                Checked::Answers(answers) => Event::Submit { answers: answers.clone(), metadata },
                Checked::Result(result) => Event::Finish { result: Arc::clone(result), metadata },
                Checked::Problems(_) => Event::Reject { attempt: submission::attempt(actor, &before, &json) },
            };
            let Some(after) = self.shared.advance(actor, &before, event).await? else {
                // Corrections belong to the attempt before them, which may be another one by now.
                verdict = (!submission.is_corrections()).then_some(checked);
                continue;
            };
            return match checked {
                Checked::Problems(problems) => {
                    audit::blocked_answers(&after, &problems);
                    Err(self.rejected(&after, problems))
                }
                Checked::Answers(_) | Checked::Result(_) => Ok(Accepted { elicitation: after }),
            };
        }
        Err(SubmitError::Call(CallError::Busy))
    }

    /// What the guard says of a web address that somebody would answer a field with: by its text, and by every
    /// address that its host has. Nothing is fetched, and nothing is counted.
    ///
    /// # Errors
    /// The problems that such an answer would have.
    pub async fn check_url(&self, field: &Field, text: &str) -> Result<(), Problems> {
        self.shared.hosts.check_text(field, text).await
    }

    /// What the guard says of the hosts that checked answers name: for answers that do not come by
    /// [`Engine::submit`].
    ///
    /// # Errors
    /// The problems that they have.
    pub async fn check_hosts(&self, answers: &Answers) -> Result<(), Problems> {
        self.shared.hosts.check_answers(answers).await
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

    async fn check(&self, elicitation: &Elicitation, json: &[u8]) -> Result<Checked, SubmitError> {
        let Question::Form(form) = &elicitation.question else {
            return Ok(match std::str::from_utf8(json).ok().filter(|text| is_json(text)) {
                Some(text) => Checked::Result(Arc::from(text)),
                None => Checked::Problems(Problems::overall("The result is not JSON.")),
            });
        };
        let started = Instant::now();
        let json = wrap_prompt(form, json);
        let checked = if is_quick(form) {
            form.check_json(&json).map_or_else(Checked::Problems, Checked::Answers)
        } else {
            let until = tokio::time::Instant::now() + SLOW_CHECKS;
            match self.check_form(form, &json, until).await? {
                Ok(answers) => self.check_outside(elicitation.id, answers).await?,
                Err(problems) => Checked::Problems(problems),
            }
        };
        self.shared.meter.validated(started.elapsed());
        Ok(checked)
    }

    /// Checks at once what can be; validators, which may take time, on a thread of their own.
    async fn check_form(
        &self,
        form: &Form,
        json: &[u8],
        until: tokio::time::Instant,
    ) -> Result<Result<Answers, Problems>, SubmitError> {
        if form.custom_validators().is_empty() {
            return Ok(form.check_json(json));
        }
        // A form that was asked before a restart comes back without its validators.
        let form = match form.with_validators(&self.shared.validators) {
            Ok(form) => form,
            Err(unknown) => {
                let message = format!("This cannot be answered here: {unknown}.");
                return Ok(Err(Problems::overall(&message)));
            }
        };
        let json = Zeroizing::new(json.to_vec());
        let places = Arc::clone(&self.shared.places);
        let run = async move {
            let place = places.acquire_owned().await.ok()?;
            // The place is taken until the validator comes back, whether or not somebody still waits for it: those
            // that never do must not take all the threads there are.
            let check = move || {
                let checked = form.check_json(&json);
                drop(place);
                checked
            };
            tokio::task::spawn_blocking(check).await.ok()
        };
        tokio::time::timeout_at(until, run).await.ok().flatten().ok_or(SubmitError::Unchecked)
    }

    /// What answers point at: hosts must not lead inside, and files must have been uploaded for this very
    /// elicitation.
    async fn check_outside(&self, id: ElicitationId, answers: Answers) -> Result<Checked, SubmitError> {
        if let Err(problems) = self.shared.hosts.check_answers(&answers).await {
            return Ok(Checked::Problems(problems));
        }
        let mut problems = Problems::default();
        for (field, answer) in answers.iter() {
            let Answer::File(file) = answer else { continue };
            let Content::Stored { kind, location } = &file.content else { continue };
            if kind == "local"
                && let Err(problem) = self.fits_upload(id, location, file).await?
            {
                problems.extend(field.refuse_content(&problem));
            }
        }
        Ok(if problems.is_empty() { Checked::Answers(answers) } else { Checked::Problems(problems) })
    }

    /// Whether an upload is what the answer says of it. It was looked at when it came, but perhaps for another field,
    /// and under another name.
    async fn fits_upload(
        &self,
        id: ElicitationId,
        location: &str,
        file: &File<'_>,
    ) -> Result<Result<(), ContentProblem>, CallError> {
        let found = self.open_complete(id, location).await?;
        if found.is_none_or(|found| found.size() != file.size) {
            return Ok(Err(ContentProblem::NotUploaded));
        }
        // The form has read the declared type already.
        let Some(declared) = MediaType::parse(&file.content_type) else { return Ok(Ok(())) };
        let agreed = self.content_agrees(id, &Arc::from(location), &file.filename, &declared).await?;
        Ok(agreed.map_err(|found| ContentProblem::mismatch(&file.filename, &declared, found)))
    }
}

/// What an answer turned out to be.
enum Checked {
    Answers(Answers),
    Result(Arc<str>),
    Problems(Problems),
}

/// The limit that a client, or the form's author, set for the answers.
fn answer_limit(elicitation: &Elicitation) -> Option<usize> {
    let of_form = || elicitation.form()?.extensions().get(SIZE_LIMIT)?.as_u64();
    let limit = elicitation.answer_limit.map(u64::from).or_else(of_form)?;
    Some(usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Nothing of this form has to be asked elsewhere: no validator, no name server, no store.
fn is_quick(form: &Form) -> bool {
    let looks_outside = |field: &Field| matches!(field.kind(), Kind::Url(_) | Kind::File(_));
    form.custom_validators().is_empty() && !form.fields().iter().any(looks_outside)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// A prompt has one field, so its answer may come without the field's name.
fn wrap_prompt<'j>(form: &Form, json: &'j [u8]) -> Cow<'j, [u8]> {
    let is_text = json.trim_ascii_start().first() == Some(&b'"');
    let is_prompt = matches!(form.fields(), [only] if only.id() == PROMPT_FIELD);
    if !(is_text && is_prompt) {
        return Cow::Borrowed(json);
    }
    Cow::Owned([b"{\"answer\":", json, b"}"].concat())
}
