//! What an exchange does with what its server sends, and with the answers to what it asks.

use std::sync::Arc;

use askwell_mcp::client::CallError;
use askwell_mcp::elicit::AskError;
use askwell_mcp::server::Failure;
use askwell_mcp::wire::{Era, ErrorCode, InputRequest, InputRequired, Json, Raw, Response, RpcError};

use super::question::{self, AskEnd, AskMode, Question, QuestionSource, response_text};
use super::{Asking, Attendance, Exchange, OpenQuestion, Phase, Progress, QuestionStatus};
use crate::upstream::{Letter, MAX_WAITING};

impl Exchange {
    /// Waits for what the server sends next.
    pub(super) async fn next_letter(phase: &mut Phase) -> Letter {
        match phase {
            Phase::Sent(sent) => sent.next().await,
            _ => std::future::pending().await,
        }
    }

    pub(super) fn take_letter(&mut self, letter: Letter) -> Progress {
        match letter {
            Letter::Sent => {
                self.phase = Phase::Idle;
                Progress::AlreadySent
            }
            Letter::Failed(error) => {
                self.phase = Phase::Idle;
                Progress::Failed(self.failure(error))
            }
            Letter::Request(request) if self.questions.len() >= MAX_WAITING => {
                self.upstream.refuse_as_busy(&request);
                Progress::Continue
            }
            Letter::Request(request) => {
                self.requests += 1;
                let key = format!("{}-{}", request.method().replace('/', "-"), self.requests);
                self.add(Question { key, source: QuestionSource::Request(request) });
                Progress::Continue
            }
            Letter::Withdrawn(id) => {
                self.questions.retain(|open| open.question.request_id() != Some(&id));
                Progress::Continue
            }
            Letter::Response(response) => self.take_response(response),
        }
    }

    pub(super) fn take_response(&mut self, response: Box<Response>) -> Progress {
        // Questions of a call that has its response need no answer.
        self.questions.clear();
        match response.result() {
            Ok(result) if self.upstream.era() == Era::Modern && InputRequired::is_input_required(result) => {
                match InputRequired::read(result) {
                    Some(needed) => self.require(needed),
                    None => {
                        let error =
                            CallError::Malformed("the result asks for input and does not say which".into());
                        return Progress::Failed(self.failure(error));
                    }
                }
                Progress::Continue
            }
            Err(error)
                if error.code == ErrorCode::URL_ELICITATION_REQUIRED && !self.client_visits_pages() =>
            {
                let pages = error.data.as_ref().and_then(|data| data.raw().get("elicitations"));
                let pages: Vec<Json> = pages.into_iter().flat_map(Raw::items).map(Raw::to_owned).collect();
                if pages.is_empty() {
                    return Progress::Finished(response);
                }
                self.phase = Phase::PagesRequired;
                self.rounds += 1;
                for (index, params) in pages.into_iter().enumerate() {
                    let key = format!("page-{}-{}", self.rounds, index + 1);
                    self.add(Question { key, source: QuestionSource::RequiredPage { params } });
                }
                Progress::Continue
            }
            _ => Progress::Finished(response),
        }
    }

    /// Returns whether the client itself opens pages that a legacy server requires.
    pub(super) fn client_visits_pages(&self) -> bool {
        self.call.era() == Era::Legacy
            && self.call.capabilities().supports_urls()
            && !self.link.quirks().urls_unseen
    }

    pub(super) fn require(&mut self, needed: InputRequired) {
        self.phase = Phase::InputRequired { state: needed.request_state, answers: Vec::new() };
        for (key, InputRequest { method, params }) in needed.requests {
            self.add(Question { key, source: QuestionSource::Input { method, params } });
        }
    }

    pub(super) fn add(&mut self, question: Question) {
        self.questions.push(OpenQuestion { question: Arc::new(question), status: QuestionStatus::New });
    }

    /// Begins to ask what is not being asked. Without a client, nothing new is shown; a client that
    /// leaves waits for nothing that was shown before.
    pub(super) fn begin_asking(&mut self, asking: &Asking, attendance: Attendance) {
        for open in &mut self.questions {
            let mode = match open.status {
                QuestionStatus::Asking | QuestionStatus::Shown => continue,
                QuestionStatus::New if attendance == Attendance::Parked => continue,
                QuestionStatus::New => AskMode::Show,
                QuestionStatus::Open(_) if attendance == Attendance::Leaving => continue,
                QuestionStatus::Open(id) => AskMode::Await(id),
            };
            open.status = QuestionStatus::Asking;
            let (link, call) = (Arc::clone(&self.link), self.call.clone());
            let question = Arc::clone(&open.question);
            asking.push(Box::pin(async move {
                let end = question::ask(link, call, Arc::clone(&question), mode).await;
                (question, end)
            }));
        }
    }

    pub(super) fn take_end(&mut self, question: &Arc<Question>, end: AskEnd) -> Progress {
        let Some(index) = self.questions.iter().position(|open| Arc::ptr_eq(&open.question, question)) else {
            return Progress::Continue;
        };
        let outcome = match end {
            AskEnd::Result(result) => Ok(result),
            AskEnd::Refused(error) => Err(error),
            AskEnd::PageDone => {
                self.questions.remove(index);
                return Progress::Continue;
            }
            AskEnd::Open { id, link, message } => {
                if let Some(open) = self.questions.get_mut(index) {
                    open.status = QuestionStatus::Open(id);
                }
                return Progress::Suspend(self.link.waiting_failure(
                    &self.upstream.server,
                    &message,
                    link.as_ref(),
                ));
            }
            AskEnd::Failed(error @ AskError::Pending(_)) => {
                if let Some(open) = self.questions.get_mut(index) {
                    open.status = QuestionStatus::Shown;
                }
                return Progress::Suspend(error.into());
            }
            AskEnd::Failed(error) => return Progress::Failed(error.into()),
        };
        self.questions.remove(index);
        self.answer(question, outcome)
    }

    /// Gives the server an answer.
    pub(super) fn answer(&mut self, question: &Question, outcome: Result<Json, RpcError>) -> Progress {
        match (&question.source, &mut self.phase) {
            (QuestionSource::Request(request), _) => {
                self.upstream.post(response_text(request.id(), &outcome), "");
                Progress::Continue
            }
            (QuestionSource::Input { .. }, Phase::InputRequired { answers, .. }) => match outcome {
                Ok(result) => {
                    answers.push((question.key.clone(), result));
                    Progress::Continue
                }
                Err(error) => Progress::Failed(error.into()),
            },
            // A page that the person did not visit.
            (QuestionSource::RequiredPage { .. }, _) => Progress::Failed(Failure::message(
                "the person did not visit the page that the server requires",
            )),
            (QuestionSource::Input { .. }, _) => Progress::Continue,
        }
    }
}
