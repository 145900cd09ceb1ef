//! Handles the `POST` of a page: does what the pressed button says.

use askwell_engine::{CallError, SubmitError};
use askwell_form::{Decision, Field, Form, Group, Problem, Problems};
use askwell_lifecycle::{CancelReason, Decline, Elicitation, Question, Refusal, State};
use askwell_locale::{Words, problem_sentence, say, text};
use axum::extract::Request;
use axum::response::Response;
use zeroize::Zeroizing;

use super::action::{Action, RowChange};
use super::closed_page::closed_response;
use super::draft::Draft;
use super::evaluation::check_url;
use super::inputs::{FieldInput, FormInputs};
use super::render::FinalPage;
use super::response::{PageStep, redirect_to_row, redirect_to_step, see_other};
use super::row_names;
use super::shared_draft;
use super::submission::{self, ButtonSubmission, FormBodyError, FormSubmission, ReturnTarget};
use crate::inbox::{HoldResult, hold};
use crate::links;
use crate::visit::{EntryPoint, PageError, Visit};

/// Turns an unreadable body into the page that explains it.
impl From<FormBodyError> for PageError {
    fn from(error: FormBodyError) -> PageError {
        let why = match error {
            FormBodyError::TooLarge => "final-refused-too-large",
            FormBodyError::NotAForm => "final-refused-no-form",
            FormBodyError::Incomplete => "final-refused-incomplete",
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
    if visit.elicitation.quorum.is_some() && matches!(action, Action::Decline | Action::Cancel) {
        // One of several people who decide cannot end it for all. The page does not offer it.
        return Ok(Some(see_other(path_after(visit, then))));
    }
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
    Ok(Some(see_other(path_after(visit, then))))
}

/// Returns the path of the page that follows an action.
fn path_after(visit: &Visit, then: ReturnTarget) -> &str {
    match then {
        ReturnTarget::Question => &visit.path,
        ReturnTarget::List => "/inbox",
    }
}

/// Handles the buttons that keep the entered values.
async fn fill_in(mut visit: Visit, form: &Form, submission: FormSubmission) -> Result<Response, PageError> {
    let (action, then) = (submission.action.clone(), submission.then);
    shared_draft::load(&visit, form).await;
    let mut draft = Draft::of(&visit, submission).await?;
    draft.cache_secrets(&visit, form);
    let place_of = |id: &str| form.fields().iter().position(|field| field.id() == id);
    match action {
        Action::Review => {
            let is_ready = draft.is_ready(&draft.view(form));
            let step = if is_ready { PageStep::Review } else { PageStep::Problems };
            draft.at = first_wrong_step(form, &draft).or(draft.at);
            Ok(redirect_to_step(&visit, &draft, step, None).await)
        }
        Action::Continue => {
            let step = leave_step(form, &mut draft);
            Ok(redirect_to_step(&visit, &draft, step, None).await)
        }
        Action::Back => {
            let view = draft.view(form);
            let steps = view.steps();
            let before = draft.at.and_then(|at| steps.iter().rev().find(|step| **step < at).copied());
            draft.at = before.or(steps.first().copied());
            Ok(redirect_to_step(&visit, &draft, PageStep::Form, None).await)
        }
        Action::Step(id) => {
            draft.at = form.groups().iter().position(|group| group.id() == id);
            // Who jumps to a problem wants to see it; who goes back to change something has none.
            Ok(redirect_to_step(&visit, &draft, PageStep::StepProblems, None).await)
        }
        Action::Send => send(visit, form, draft, then).await,
        Action::Approve | Action::Reject => {
            let Some(place) = form.decision().and_then(|_| place_of(Decision::APPROVED)) else {
                return Ok(redirect_to_step(&visit, &draft, PageStep::Form, None).await);
            };
            let verdict = if action == Action::Approve { "true" } else { "false" };
            draft.filled.set(place, FieldInput::Text(Zeroizing::new(verdict.to_owned())));
            if let EntryPoint::Inbox { .. } = visit.entry_point
                && draft.is_ready(&draft.view(form))
            {
                let answer = draft.filled.to_json(form);
                let answer = String::from_utf8_lossy(&answer);
                let approved = action == Action::Approve;
                let held = hold(&visit.pages, &visit.actor, &visit.elicitation, approved, &answer).await?;
                if held != HoldResult::Now {
                    forget_page_data(&visit).await;
                    return Ok(see_other("/inbox"));
                }
            }
            send(visit, form, draft, then).await
        }
        Action::Extend => {
            let notice = extend(&mut visit).await?;
            Ok(redirect_to_step(&visit, &draft, PageStep::Form, Some(notice)).await)
        }
        Action::Test(id) => {
            if let Some(named) = row_names::find(form, &id) {
                let text = draft.text_of(&named).unwrap_or_default().to_owned();
                let verdict = check_url(&visit, named.field, &text).await;
                draft.verdicts.insert(id, verdict);
            }
            Ok(redirect_to_step(&visit, &draft, PageStep::Form, None).await)
        }
        Action::AddRow(group) => {
            let row = draft.change_rows(form, &group, |rows, kind| {
                if rows.len() < kind.maximum {
                    rows.push(FormInputs::nothing(&kind.form));
                }
                rows.len().checked_sub(1)
            });
            Ok(redirect_to_row(&visit, &draft, &group, row).await)
        }
        Action::Row(change, group, row) => {
            let row = draft.change_rows(form, &group, |rows, _| change_row(rows, change, row));
            Ok(redirect_to_row(&visit, &draft, &group, row).await)
        }
        _ => Ok(redirect_to_step(&visit, &draft, PageStep::Form, None).await),
    }
}

/// Removes or moves a row. Returns the number of the row to show then.
fn change_row(rows: &mut Vec<FormInputs>, change: RowChange, row: usize) -> Option<usize> {
    let other = match change {
        RowChange::Remove => {
            if row < rows.len() {
                rows.remove(row);
            }
            return rows.len().checked_sub(1).map(|last| row.min(last));
        }
        RowChange::MoveUp => row.checked_sub(1)?,
        RowChange::MoveDown => row + 1,
    };
    if row.max(other) < rows.len() {
        rows.swap(row, other);
        return Some(other);
    }
    Some(row)
}

/// Goes from the shown step to the next one if it has no problems, and from the last one to the review.
fn leave_step(form: &Form, draft: &mut Draft) -> PageStep {
    let view = draft.view(form);
    let steps = view.steps();
    let Some(at) = draft.at.filter(|at| steps.contains(at)).or(steps.first().copied()) else {
        return PageStep::Form;
    };
    let fields = form.groups().get(at).map(Group::fields).unwrap_or_default();
    let is_wrong = view.fields.get(fields.clone()).unwrap_or_default().iter().any(|field| {
        let id = field.field.id();
        !field.problems.is_empty() || draft.found.iter().any(|problem| &*problem.field == id)
    });
    let next = steps.iter().find(|step| **step > at).copied();
    let is_ready = draft.is_ready(&view);
    let (at, step) = match next {
        _ if is_wrong => (Some(at), PageStep::StepProblems),
        Some(next) => (Some(next), PageStep::Form),
        None if is_ready => (Some(at), PageStep::Review),
        None => (first_wrong_step(form, draft).or(Some(at)), PageStep::Problems),
    };
    draft.at = at;
    step
}

/// Returns the place of the first step that has a problem.
fn first_wrong_step(form: &Form, draft: &Draft) -> Option<usize> {
    let view = draft.view(form);
    let is_wrong = |id: &str, problems: &[Problem]| {
        !problems.is_empty() || draft.found.iter().any(|problem| &*problem.field == id)
    };
    let place = view.fields.iter().position(|field| is_wrong(field.field.id(), &field.problems))?;
    form.step_of(place)
}

/// Submits the answer. Problems that the form itself finds are shown without a call to the engine,
/// so that they do not use up one of the allowed retries.
async fn send(
    mut visit: Visit,
    form: &Form,
    mut draft: Draft,
    then: ReturnTarget,
) -> Result<Response, PageError> {
    if !draft.is_ready(&draft.view(form)) {
        draft.at = first_wrong_step(form, &draft);
        return Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None).await);
    }
    let json = draft.filled.to_json(form);
    let submitted = visit.pages.engine().submit(&visit.actor, visit.elicitation.id, &json).await;
    match submitted {
        Ok(_) => {
            forget_page_data(&visit).await;
            Ok(see_other(path_after(&visit, then)))
        }
        Err(SubmitError::Invalid { problems, .. }) => {
            let asked = visit.refresh().await?;
            if let State::Closed(closed) = &visit.elicitation.state {
                return closed_response(&visit, closed).await;
            }
            draft.found.extend(problems.into_iter().map(|problem| in_words(problem, &asked, form)));
            draft.at = first_wrong_step(form, &draft);
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None).await)
        }
        Err(SubmitError::TooLarge { limit, .. }) => {
            let most = super::render::bytes(limit as u64);
            draft.found.extend(overall(&text("pages-answer-too-long", &[("size", most.into())])));
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None).await)
        }
        Err(SubmitError::Call(CallError::Refused(
            refusal @ (Refusal::OwnRequest | Refusal::UnknownVoter | Refusal::TooManyVotes),
        ))) => {
            draft.found.extend(overall(&say(match refusal {
                Refusal::OwnRequest => "pages-answer-own-request",
                Refusal::UnknownVoter => "pages-answer-sign-in",
                _ => "pages-answer-no-votes",
            })));
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None).await)
        }
        Err(SubmitError::Call(CallError::Refused(_))) => {
            visit.refresh().await?;
            Ok(see_other(&visit.path))
        }
        Err(SubmitError::Call(CallError::NotFound)) => Err(PageError::Rejected(FinalPage::NotFound)),
        Err(error) => {
            tracing::warn!(%error, "an answer could not be taken");
            draft.found.extend(overall(&say("pages-answer-unchecked")));
            Ok(redirect_to_step(&visit, &draft, PageStep::Problems, None).await)
        }
    }
}

/// Returns a problem with its sentence in the language of the page. It was found in the form as it was asked.
fn in_words(problem: Problem, asked: &Elicitation, shown: &Form) -> Problem {
    let (asked, shown) =
        (asked.form().and_then(|form| form.field(&problem.field)), shown.field(&problem.field));
    let label = asked.map_or("", Field::label);
    let sentence = problem_sentence(&Words::current(), &problem, label, shown.map_or(label, Field::label));
    Problem { message: sentence.into(), ..problem }
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
    if let Err(error) = shared_draft::forget(visit).await {
        tracing::warn!(%error, "what was entered stays encrypted in the store until it is purged");
    }
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
            visit.elicitation = visit.pages.shown(after);
            Ok(say("pages-more-time"))
        }
        Err(CallError::Refused(Refusal::NoExtensionLeft { .. })) => Ok(say("pages-no-more-time")),
        Err(CallError::Refused(_)) => {
            visit.refresh().await?;
            Ok(say("pages-time-up"))
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
