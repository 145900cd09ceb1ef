//! One call on its way: sends it to its server, answers what the server asks, and brings back the
//! response.
//!
//! An exchange outlives the client's call if the person needs more time than the client gives: it is
//! parked, and the same call finds it again.

mod letters;
pub(crate) mod question;
mod run;

use std::sync::Arc;

use askwell_lifecycle::ElicitationId;
use askwell_mcp::client::CallError;
use askwell_mcp::client::transport::OutboundMessage;
use askwell_mcp::server::{BackendResponse, Call, Failure};
use askwell_mcp::wire::{
    Action, ElicitResult, Era, ErrorCode, InputRequired, Json, ObjectWriter, Raw, Response, RpcError, method,
};
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;

use self::question::{AskEnd, Question, response_text};
use crate::link::ClientLink;
use crate::rewrite::{self, Declaration, RequestEdits};
use crate::tasks::task_of;
use crate::upstream::{Direct, SentRequest, Upstream};

/// The most rounds of one call.
const MAX_ROUNDS: usize = 32;
/// The name of the exchange in the state of a modern call. No key of a server begins like this.
const STATE_KEY: &str = "\u{1}askwell-gateway";

/// One call on its way. Dropping it cancels the call at the server.
pub(crate) struct Exchange {
    link: Arc<ClientLink>,
    upstream: Arc<Upstream>,
    /// The client's call that waits, or waited last.
    call: Call,
    route: Route,
    /// What requests of a legacy client tell a modern server.
    members: Arc<Json>,
    phase: Phase,
    questions: Vec<OpenQuestion>,
    /// The number of requests of the server so far, which name its questions.
    requests: usize,
    rounds: usize,
}

/// What the state of a modern call says about its exchange.
pub(crate) enum Restored {
    /// Nothing: the call is new.
    New,
    /// The exchange goes on.
    Exchange(Box<Exchange>),
    /// The exchange was parked, and is gone.
    Lost,
}

/// Where a call goes, and what changes on the way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Route {
    pub(crate) server: usize,
    /// The name of the tool or prompt that the server knows, if the client knows another one.
    pub(crate) name: Option<String>,
    /// Other arguments, which a person has edited.
    pub(crate) arguments: Option<String>,
}

enum Phase {
    /// The server works on the request.
    Sent(SentRequest),
    /// A modern server waits for answers.
    InputRequired { state: Option<String>, answers: Vec<(String, Json)> },
    /// A legacy server waits until the person has visited pages.
    PagesRequired,
    /// The end is there, and was not taken yet.
    Done(Result<Box<Response>, Failure>),
    /// Nothing is on its way.
    Idle,
}

struct OpenQuestion {
    question: Arc<Question>,
    status: QuestionStatus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuestionStatus {
    New,
    Asking,
    /// The client has it; its next call brings the answer.
    Shown,
    /// It waits for a person, and no call shows it.
    Open(ElicitationId),
}

/// Whether a client waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attendance {
    Client,
    /// The client's call is about to end with the questions that were shown.
    Leaving,
    Parked,
}

type Asking = FuturesUnordered<BoxFuture<'static, (Arc<Question>, AskEnd)>>;

/// What to do after a letter or an answer.
enum Progress {
    Continue,
    Finished(Box<Response>),
    AlreadySent,
    Failed(Failure),
    /// The call cannot wait any longer.
    Suspend(Failure),
}

impl Exchange {
    /// Sends a call to its server.
    pub(crate) async fn begin(
        link: &Arc<ClientLink>,
        call: &Call,
        route: Route,
        direct: Direct,
    ) -> Result<Self, Failure> {
        let upstream = link.connection(route.server).await?;
        // Some servers ask on this stream, and not on that of the call.
        upstream.want_stream();
        let mut exchange = Exchange {
            link: Arc::clone(link),
            upstream,
            members: link.members(),
            call: call.clone(),
            route,
            phase: Phase::Idle,
            questions: Vec::new(),
            requests: 0,
            rounds: 0,
        };
        // A modern client needs more than a legacy server says.
        let is_translated = (call.era(), exchange.upstream.era()) == (Era::Modern, Era::Legacy);
        if is_translated {
            exchange.upstream.match_log_level(call).await;
        }
        exchange.send_first(if is_translated { Direct::No } else { direct })?;
        Ok(exchange)
    }

    /// Restores the exchange of a modern call from its state.
    pub(crate) async fn restore(
        link: &Arc<ClientLink>,
        call: &Call,
        route: &Route,
    ) -> Result<Restored, Failure> {
        let Some(stored) = call.stored_value(STATE_KEY) else { return Ok(Restored::New) };
        let Some(needed) = stored.raw().get("needed").and_then(InputRequired::read) else {
            return Ok(Restored::Lost);
        };
        let upstream = link.connection(route.server).await?;
        let rounds = stored.raw().get("rounds").and_then(Raw::as_i64).unwrap_or_default();
        let mut exchange = Exchange {
            link: Arc::clone(link),
            upstream,
            members: link.members(),
            call: call.clone(),
            route: route.clone(),
            phase: Phase::Idle,
            questions: Vec::new(),
            requests: 0,
            rounds: usize::try_from(rounds).unwrap_or_default(),
        };
        exchange.require(needed);
        Ok(Restored::Exchange(Box::new(exchange)))
    }

    /// Makes another call of the client the one that waits.
    pub(crate) fn resume_by(&mut self, call: &Call) {
        self.call = call.clone();
        if let Phase::Sent(sent) = &self.phase {
            self.upstream.set_call(sent.id, Some(call.clone()));
        }
        for open in &mut self.questions {
            open.status = QuestionStatus::New;
        }
    }

    fn edits(&self) -> RequestEdits<'_> {
        let declaration = match (self.call.era(), self.upstream.era()) {
            (Era::Legacy, Era::Legacy) => None,
            (Era::Modern, Era::Legacy) => Some(Declaration::Removed),
            (Era::Modern, Era::Modern) => Some(Declaration::Capabilities(self.link.declared().text())),
            (Era::Legacy, Era::Modern) => Some(Declaration::Members(self.members.text())),
        };
        RequestEdits {
            progress_token: self.call.progress_token(),
            name: self.route.name.as_deref(),
            arguments: self.route.arguments.as_deref(),
            declaration,
        }
    }

    fn send_first(&mut self, direct: Direct) -> Result<(), Failure> {
        let id = self.upstream.next_id();
        let text = rewrite::request(self.call.request(), id, self.edits());
        self.send(id, text, direct)
    }

    fn send(&mut self, id: i64, text: String, direct: Direct) -> Result<(), Failure> {
        let outbound = OutboundMessage {
            text,
            method: self.call.request().method().to_owned(),
            name: self.name(),
            headers: self.link.argument_headers(&self.call, &self.route, self.upstream.era()),
        };
        let sent = self.upstream.send(id, outbound, Some(&self.call), direct);
        self.phase = Phase::Sent(sent.map_err(|error| self.failure(error))?);
        Ok(())
    }

    /// Returns the name for the `Mcp-Name` header.
    fn name(&self) -> Option<String> {
        if self.upstream.era() == Era::Legacy {
            return None;
        }
        match self.call.request().method() {
            method::CALL_TOOL | method::GET_PROMPT => {
                Some(self.route.name.clone().unwrap_or_else(|| self.call.name().to_owned()))
            }
            method::READ_RESOURCE => Some(self.call.name().to_owned()),
            _ => task_of(&self.call).flatten(),
        }
    }

    /// Sends the answers to a modern server.
    fn send_answers(&mut self, state: Option<&str>, answers: &[(String, Json)]) -> Result<(), Failure> {
        self.rounds += 1;
        if self.rounds > MAX_ROUNDS {
            let text = format!("the server asked for more input after {MAX_ROUNDS} rounds");
            return Err(Failure::message(text));
        }
        for (key, _) in answers {
            self.call.forget_question(key);
        }
        let mut object = ObjectWriter::new();
        for (key, answer) in answers {
            object.raw(key, answer.raw());
        }
        let id = self.upstream.next_id();
        let text = rewrite::retry(self.call.request(), id, self.edits(), object.finish().raw(), state);
        self.send(id, text, Direct::No)
    }

    /// Turns the server's response into the client's.
    fn finish(mut self, response: Response) -> BackendResponse {
        self.phase = Phase::Idle;
        self.link.finish_response(&self.call, &self.route, self.upstream.era(), response)
    }

    fn failure(&self, error: CallError) -> Failure {
        call_failure(&self.upstream.server, error)
    }

    /// Returns what identifies the call: the same principal, method and params.
    pub(crate) fn key(&self) -> crate::parked::ParkedKey {
        crate::parked::ParkedKey::of(&self.call)
    }

    pub(crate) fn server(&self) -> &Arc<str> {
        &self.upstream.server
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if let Phase::Sent(sent) = &self.phase {
            let reason = self.call.cancel_reason();
            self.upstream.cancel(sent.id, reason.as_deref());
        }
        for open in &self.questions {
            // A server of which nothing else is wanted may still wait for this.
            if let Some(id) = open.question.request_id() {
                let result = Ok(ElicitResult::plain(Action::Cancel).to_json());
                if open.question.method() == method::ELICIT {
                    self.upstream.post(response_text(id, &result), "");
                }
            }
        }
    }
}

/// Returns the failure of a call to a server.
pub(crate) fn call_failure(server: &str, error: CallError) -> Failure {
    let text = match error {
        CallError::Server(error) => return Failure::Rpc(error),
        CallError::Closed | CallError::SessionEnded => format!(
            "the server `{server}` ended before it answered; what it had begun may be undone or not. It is started \
             again with the next call"
        ),
        other => format!("the server `{server}` did not answer: {other}"),
    };
    Failure::Rpc(RpcError::new(ErrorCode::INTERNAL, text))
}

/// Returns the failure of a call whose exchange is gone.
pub(crate) fn lost_call() -> Failure {
    Failure::message(
        "the call that asked this question is gone, because the gateway was restarted or the answer took too long. The \
         server may have done a part of its work. Call again to begin anew",
    )
}
