//! The questions of the agent that wait for a person.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::question::{AcpMode, AcpQuestion, AcpScope};

/// The most questions that wait at the same time.
const MAX_PENDING: usize = 32;

/// The most pages whose end the agent may still report.
const MAX_PAGES: usize = 256;

/// Why a question is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Withdrawal {
    /// The agent has taken back its request.
    Request,
    /// The person has stopped the turn.
    Turn,
    /// The editor or the agent has ended.
    End,
}

/// Questions by the JSON text of their request's id.
#[derive(Debug, Default)]
pub(super) struct PendingQuestions {
    questions: Mutex<HashMap<String, PendingQuestion>>,
    /// The names of elicitations in URL mode that the editor does not know.
    pages: Mutex<HashSet<String>>,
}

#[derive(Debug)]
struct PendingQuestion {
    session: Option<String>,
    withdraw: oneshot::Sender<Withdrawal>,
}

/// Why a question is not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotPending {
    #[error("a request with this id waits already")]
    SameId,
    #[error("too many questions wait already; at most {MAX_PENDING} may")]
    TooMany,
}

impl PendingQuestions {
    /// Adds a question. The receiver hears if it is taken back.
    pub(super) fn add(
        &self,
        id: &str,
        question: &AcpQuestion,
    ) -> Result<oneshot::Receiver<Withdrawal>, NotPending> {
        let mut questions = self.questions.lock();
        if questions.contains_key(id) {
            return Err(NotPending::SameId);
        }
        if questions.len() >= MAX_PENDING {
            return Err(NotPending::TooMany);
        }
        let session = match question.scope() {
            AcpScope::Session(session) => Some(session.clone()),
            AcpScope::Other => None,
        };
        if let AcpMode::Url { elicitation_id, .. } = question.mode() {
            let mut pages = self.pages.lock();
            if pages.len() < MAX_PAGES {
                pages.insert(elicitation_id.clone());
            }
        }
        let (withdraw, withdrawn) = oneshot::channel();
        questions.insert(id.to_owned(), PendingQuestion { session, withdraw });
        Ok(withdrawn)
    }

    /// Removes a question that has ended.
    pub(super) fn remove(&self, id: &str) {
        self.questions.lock().remove(id);
    }

    /// Takes back the question of a request. Returns whether there is one.
    pub(super) fn withdraw(&self, id: &str) -> bool {
        let found = self.questions.lock().remove(id);
        found.is_some_and(|question| question.withdraw.send(Withdrawal::Request).is_ok())
    }

    /// Takes back the questions of a session.
    pub(super) fn stop_turn(&self, session: &str) {
        self.withdraw_where(Withdrawal::Turn, |question| question.session.as_deref() == Some(session));
    }

    /// Takes back all questions.
    pub(super) fn end(&self) {
        self.withdraw_where(Withdrawal::End, |_| true);
    }

    /// Returns whether the editor does not know of a page that is done, because the proxy has shown it. Once for each.
    pub(super) fn take_page(&self, elicitation_id: &str) -> bool {
        self.pages.lock().remove(elicitation_id)
    }

    fn withdraw_where(&self, why: Withdrawal, is_meant: impl Fn(&PendingQuestion) -> bool) {
        let meant: Vec<PendingQuestion> = self
            .questions
            .lock()
            .extract_if(|_, question| is_meant(question))
            .map(|(_, found)| found)
            .collect();
        for question in meant {
            let _ = question.withdraw.send(why);
        }
    }
}
