//! Handles the `POST` of a page: does what the pressed button says.

use askwell_engine::{CallError, SubmitError};
use askwell_form::{Form, Problem, Problems};
use askwell_lifecycle::{CancelReason, Decline, Question, Refusal, State};
use axum::extract::Request;
use axum::response::Response;

use super::action::Action;
use super::draft::Draft;
use super::evaluation::check_url;
use super::render::FinalPage;
use super::response::{PageStep, closed_response, redirect_to_step, see_other};
use super::submission::{self, ButtonSubmission, FormBodyError, FormSubmission, ReturnTarget};
use crate::links;
use crate::visit::{EntryPoint, PageError, Visit};

/// Turns an unreadable body into the page that explains it.
impl From<FormBodyError> for PageError {
    fn from(error: FormBodyError) -> PageError {
        let why = match error {
            FormBodyError::TooLarge => {
                "More was sent than this form takes. Choose smaller files or write less."
            }
            FormBodyError::NotAForm => "What arrived here is not a form.",
            FormBodyError::Incomplete => "What was sent did not arrive completely.",
        };
        PageError::Rejected(FinalPage::Refused { why })
    }
}

/// Reads the form and does what its button says.
pub(crate) async fn post_action(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let parts = match &visit.elicitation.question {
        Question::Form(_) => submission::read(&visit, request).await?,
        Question::Page { .. } => submission::read_pairs(&visit, request).await?,
    };
    visit.mark_busy()?;
    let Ok(form) = visit.form().cloned() else { return handle_external_page(visit, &parts).await };
    let submission = submission::read_fields(&form, parts);
    visit.authorize(&submission.token).await?;
    if let Some(done) = decide(&visit, &submission.action, submission.then, &submission.reason).await? {
        return Ok(done);
    }
    visit.begin_answer(&submission.token).await?;
    match &visit.elicitation.state {
        State::Closed(closed) => closed_response(&visit, closed).await,
        State::Open(_) => fill_in(visit, &form, submission).await,
    }
}

/// Handles the buttons that need no answers: decline, cancel, claim and release. Returns `None` for
/// other buttons.
async fn decide(
    visit: &Visit,
    action: &Action,
    then: ReturnTarget,
    reason: &str,
) -> Result<Option<Response>, PageError> {
    let (engine, actor, id) = (visit.pages.engine(), &visit.actor, visit.elicitation.id);
    let (decided, is_last) = match action {
        Action::Decline => (engine.decline_with(actor, id, Decline::because(reason)).await, true),
        Action::Cancel => (engine.cancel(actor, id, CancelReason::UserCancelled).await, true),
        Action::Claim => (engine.claim(actor, id).await, false),
        Action::Release => (engine.release(actor, id).await, false),
        _ => return Ok(None),
    };
    match decided {
        Ok(_) if is_last => forget_page_data(visit).await,
        // The elicitation is closed already; its page says by whom.
        Ok(_) | Err(CallError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(Some(see_other(match then {
        ReturnTarget::Question => &visit.path,
        ReturnTarget::List => "/inbox",
    })))
}

/// Handles the buttons that keep the entered values.
async fn fill_in(mut visit: Visit, form: &Form, submission: FormSubmission) -> Result<Response, PageError> {
    let action = submission.action.clone();
    let mut draft = Draft::of(&visit, submission).await?;
    draft.cache_secrets(&visit, form);
    let place_of = |id: &str| form.fields().iter().position(|field| field.id() == id);
    match action {
        Action::Review => {
            let is_ready = draft.is_ready(&draft.view(form));
            Ok(redirect_to_step(
                &visit,
                &draft,
                if is_ready { PageStep::Review } else { PageStep::Problems },
                None,
            ))
        }
        Action::Send => send(visit, form, draft).await,
        Action::Extend => {
            let notice = extend(&mut visit).await?;
            Ok(redirect_to_step(&visit, &draft, PageStep::Form, Some(notice)))
        }
        Action::Test(id) => {
            if let Some(place) = place_of(&id) {
                let verdict =
                    check_url(&visit, form, place, draft.filled.text(place).unwrap_or_default()).await;
                draft.verdicts.insert(place, verdict);
            }
            Ok(redirect_to_step(&visit, &draft, PageStep::Form, None))
        }
        _ => Ok(redirect_to_step(&visit, &draft, PageStep::Form, None)),
    }
}

/// Submits the answer. Problems that the form itself finds are shown without a call to the engine,
/// so that they do not use up one of the allowed retries.
async fn send(mut visit: Visit, form: &Form, mut draft: Draft) -> Result<Response, PageError> {
    if !draft.is_ready(&draft.view(form)) {
        return Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None));
    }
    let json = draft.filled.to_json(form);
    let submitted = visit.pages.engine().submit(&visit.actor, visit.elicitation.id, &json).await;
    match submitted {
        Ok(_) => {
            forget_page_data(&visit).await;
            Ok(see_other(&visit.path))
        }
        Err(SubmitError::Invalid { problems, .. }) => {
            visit.refresh().await?;
            if let State::Closed(closed) = &visit.elicitation.state {
                return closed_response(&visit, closed).await;
            }
            draft.found.extend(problems);
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None))
        }
        Err(SubmitError::TooLarge { limit, .. }) => {
            let most = super::render::bytes(limit as u64);
            draft.found.extend(overall(&format!(
                "Your answer is too long: all of it together must be at most {most}."
            )));
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None))
        }
        Err(SubmitError::Call(CallError::Refused(_))) => {
            visit.refresh().await?;
            Ok(see_other(&visit.path))
        }
        Err(SubmitError::Call(CallError::NotFound)) => Err(PageError::Rejected(FinalPage::NotFound)),
        Err(error) => {
            tracing::warn!(%error, "an answer could not be taken");
            draft.found.extend(overall(
                "Your answer could not be checked just now. Nothing was sent. Please try again.",
            ));
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None))
        }
    }
}

fn overall(message: &str) -> Vec<Problem> {
    Problems::overall(message).into_iter().collect()
}

/// Removes the cached draft and secrets of a closed page, and records that its link was used to
/// answer.
async fn forget_page_data(visit: &Visit) {
    let key = visit.session.key(&visit.path);
    visit.pages.secret_cache().forget(&key);
    visit.pages.drafts().forget(&key);
    if let EntryPoint::Link { token, .. } = &visit.entry_point
        && let Err(error) = links::mark_sent(visit.pages.engine(), token).await
    {
        // The answer is stored; only the text of the next page depends on this.
        tracing::warn!(%error, "that an answer was sent through a link could not be noted");
    }
}

/// Extends the deadline and returns the sentence to show.
pub(crate) async fn extend(visit: &mut Visit) -> Result<String, PageError> {
    match visit.pages.engine().extend(&visit.actor, visit.elicitation.id, None).await {
        Ok(after) => {
            visit.elicitation = after;
            Ok("You have more time now.".to_owned())
        }
        Err(CallError::Refused(Refusal::NoExtensionLeft { .. })) => {
            Ok("There is no more time to add. Please answer before it runs out.".to_owned())
        }
        Err(CallError::Refused(_)) => {
            visit.refresh().await?;
            Ok("The time is up.".to_owned())
        }
        Err(error) => Err(error.into()),
    }
}

/// Handles the `POST` of a page that leads to another site: it can be declined or extended here.
async fn handle_external_page(
    mut visit: Visit,
    parts: &[(String, submission::BodyPart)],
) -> Result<Response, PageError> {
    let ButtonSubmission { token, action, then, reason } = submission::read_buttons(parts);
    visit.authorize(&token).await?;
    if let Some(done) = decide(&visit, &action, then, &reason).await? {
        return Ok(done);
    }
    match action {
        Action::Extend => {
            extend(&mut visit).await?;
            Ok(see_other(&visit.path))
        }
        _ => Ok(see_other(&visit.path)),
    }
}
