//! Questions in the terminal of the program that asks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use askwell_engine::{AskError, CallError, Engine, SharedError, SubmitError};
use askwell_form::{Answers, Form, Problems};
use askwell_lifecycle::{
    Actor, Audience, CancelReason, Decline, Elicitation, ElicitationId, Outcome, Surface,
};
use askwell_term::{
    Asker, FormSession, InputMode, Outcome as TermOutcome, Stdin, SubmitResult, TermError, Theme, WaitStatus,
    in_terminal_language,
};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::Askwell;

/// The person at the terminal, if the question is for anyone.
const LOCAL_PERSON: &str = "local";

/// A question on the terminal, on a thread of its own. Dropping it takes the question off within a second.
#[derive(Debug)]
pub(crate) struct TerminalQuestion {
    task: JoinHandle<Result<(), TermError>>,
    _withdrawal: WithdrawOnDrop,
}

#[derive(Debug)]
struct WithdrawOnDrop(Arc<AtomicBool>);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl TerminalQuestion {
    /// Shows a question. Returns `None` if it is closed already.
    pub(crate) fn show(
        askwell: &Askwell,
        elicitation: &Elicitation,
        mode: InputMode,
    ) -> Option<TerminalQuestion> {
        if elicitation.outcome().is_some() {
            return None;
        }
        let form = shown_form(elicitation)?;
        let person = match &elicitation.audience {
            Audience::Person(name) => name,
            _ => LOCAL_PERSON,
        };
        let actor = Actor { surface: Surface::Terminal, ..askwell.actor().clone() }.with_person(person);
        let withdrawn = Arc::new(AtomicBool::new(false));
        let mut asker = EngineAsker {
            engine: askwell.engine().clone(),
            actor,
            id: elicitation.id,
            runtime: Handle::current(),
            withdrawn: Arc::clone(&withdrawn),
        };
        let task = tokio::task::spawn_blocking(move || {
            // The engine checks what is sent, with the validators and option sources that it has.
            let mut session = FormSession::new(in_terminal_language(&form).checked_by_service());
            let ended = askwell_term::ask(&mut session, &mut asker, mode, Stdin::Free, Theme::from_env());
            asker.report(ended)
        });
        Some(TerminalQuestion { task, _withdrawal: WithdrawOnDrop(withdrawn) })
    }

    /// Waits for the outcome, and until the terminal is free again. If another surface can still bring the answer, an
    /// unusable terminal is no error.
    pub(crate) async fn until(
        mut self,
        closed: impl Future<Output = Result<Outcome, CallError>>,
        has_other_surface: bool,
    ) -> Result<Outcome, AskError> {
        let mut closed = std::pin::pin!(closed);
        let first = futures_util::future::select(&mut self.task, closed.as_mut());
        match first.await {
            futures_util::future::Either::Left((ended, _)) => {
                let failure = match ended {
                    Ok(Ok(())) => None,
                    Ok(Err(error)) => Some(SharedError::new(error)),
                    Err(error) => Some(SharedError::new(error)),
                };
                match failure {
                    Some(cause) if !has_other_surface => Err(AskError::Surface(cause)),
                    _ => Ok(closed.await?),
                }
            }
            futures_util::future::Either::Right((outcome, task)) => {
                // The form notices that the question is closed and releases the terminal.
                let _ = task.await;
                Ok(outcome?)
            }
        }
    }
}

/// Returns the form with the message above its description.
fn shown_form(elicitation: &Elicitation) -> Option<Form> {
    let form = elicitation.form()?;
    let Some(message) = elicitation.message.as_deref() else { return Some(form.clone()) };
    let words: Vec<&str> = [Some(message), form.description()].into_iter().flatten().collect();
    Some(form.with_message(&words.join("\n\n")).unwrap_or_else(|_| form.clone()))
}

/// How many options a search in the terminal returns.
const FOUND_OPTIONS: usize = 100;

/// An elicitation of this process as the terminal sees it. Runs on a blocking thread.
struct EngineAsker {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    runtime: Handle,
    withdrawn: Arc<AtomicBool>,
}

impl EngineAsker {
    /// Tells the engine how the form ended.
    fn report(&self, ended: Result<TermOutcome, TermError>) -> Result<(), TermError> {
        let (engine, actor, id) = (&self.engine, &self.actor, self.id);
        match ended {
            // A question that is closed by now needs no report.
            Ok(TermOutcome::Declined { reason }) => {
                let decline = Decline::because(reason.as_deref().unwrap_or_default());
                drop(self.runtime.block_on(engine.decline_with(actor, id, decline)));
            }
            Ok(TermOutcome::Cancelled | TermOutcome::Aborted) => {
                drop(self.runtime.block_on(engine.cancel(actor, id, CancelReason::UserCancelled)));
            }
            Ok(TermOutcome::Accepted(_) | TermOutcome::TimedOut | TermOutcome::Closed(_)) => {}
            Err(TermError::Interrupted(signal)) => {
                // The signal was for the program; the terminal only held it back.
                let _ = askwell_term::deliver_signal(signal);
                return Err(TermError::Interrupted(signal));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn status(&self) -> Result<Arc<Elicitation>, CallError> {
        self.runtime.block_on(self.engine.status(&self.actor, self.id))
    }
}

impl Asker for EngineAsker {
    fn wait_status(&mut self) -> WaitStatus {
        if self.withdrawn.load(Ordering::Relaxed) {
            return WaitStatus::Closed("The question was withdrawn.".to_owned());
        }
        let found = match self.status() {
            Ok(found) => found,
            Err(CallError::NotFound) => {
                return WaitStatus::Closed("The question no longer exists.".to_owned());
            }
            // The store may be back before the person is done.
            Err(_) => return WaitStatus::NoDeadline,
        };
        match found.outcome() {
            Some(outcome) => ended(outcome),
            None => match found.deadline() {
                // The engine decides when time is up; until then at least a moment is left.
                Some(deadline) => WaitStatus::TimeLeft {
                    time: self.engine.now().until(deadline).max(Duration::from_millis(1)),
                    extensions: u32::from(found.extensions_left()),
                },
                None => WaitStatus::NoDeadline,
            },
        }
    }

    fn without_answer(&self) -> Option<String> {
        let found = self.status().ok()?;
        let found = found.without_answer()?;
        Some(askwell_term::without_answer_sentence(found.words, found.missing_approvals))
    }

    fn extend_deadline(&mut self) {
        // Without extensions left nothing changes, which the form shows.
        drop(self.runtime.block_on(self.engine.extend(&self.actor, self.id, None)));
    }

    fn search_options(&mut self, field: &str, search: &str) -> Option<Vec<(String, String)>> {
        let found = self.status().ok()?;
        let field = found.form()?.field(field)?;
        let options = self.engine.search_options(&found.client, field, search, FOUND_OPTIONS);
        let options = self.runtime.block_on(options).ok()?.options;
        Some(options.into_iter().map(|option| (option.value, option.title)).collect())
    }

    fn submit(&mut self, answers: &Answers) -> SubmitResult {
        let json = answers.to_json();
        match self.runtime.block_on(self.engine.submit(&self.actor, self.id, json.as_bytes())) {
            Ok(_) => SubmitResult::Accepted,
            Err(SubmitError::Invalid { problems, retry_allowed: true, .. }) => {
                SubmitResult::Rejected(problems)
            }
            Err(SubmitError::Invalid { .. }) => SubmitResult::TooLate(WaitStatus::Closed(
                "That was one wrong answer too many; the question is closed.".to_owned(),
            )),
            Err(SubmitError::TooLarge { size, limit }) => SubmitResult::Rejected(Problems::overall(
                &format!("The answer has {size} bytes; at most {limit} are accepted."),
            )),
            Err(SubmitError::Call(CallError::Refused(_) | CallError::NotFound)) => match self.wait_status() {
                over @ (WaitStatus::TimedOut | WaitStatus::Closed(_)) => SubmitResult::TooLate(over),
                _ => SubmitResult::Unreachable("The answer could not be taken. Try again.".to_owned()),
            },
            Err(_) => {
                SubmitResult::Unreachable("The answer could not be checked or stored. Try again.".to_owned())
            }
        }
    }
}

/// Returns what to tell the person about a question that another surface has closed.
fn ended(outcome: &Outcome) -> WaitStatus {
    let sentence = match outcome {
        Outcome::Answered(_) | Outcome::Finished(_) => "Another person has answered.",
        Outcome::Declined(_) => "Another person has declined.",
        Outcome::Cancelled(_) => "The question was withdrawn.",
        Outcome::TimedOut => return WaitStatus::TimedOut,
    };
    WaitStatus::Closed(sentence.to_owned())
}
