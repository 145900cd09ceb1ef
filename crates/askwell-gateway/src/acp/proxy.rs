//! Forwards lines between an editor and an agent, and answers the agent's questions in place of the editor.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Engine, Hosted, HostedLink};
use askwell_lifecycle::{Actor, CancelReason, ClientId, ElicitationId, Mode, Surface};
use askwell_locale::{Value as MessageValue, Words, form_text};
use askwell_mcp::wire::Json;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use super::capabilities::ElicitationModes;
use super::line_pipe::{PipeItem, QUEUE, read_line, write_lines};
use super::message::{self, FromAgent, FromEditor};
use super::pending::{PendingQuestions, Withdrawal};
use super::question::{AcpMode, AcpQuestion, AcpScope};
use crate::gateway::Announce;

/// The version of the protocol in which the proxy can write into a session.
const VERSION_WITH_CHUNKS: i64 = 1;

/// What a proxy needs.
pub struct AcpParts {
    /// Asks.
    pub engine: Engine,
    /// Where people answer.
    pub hosted: Arc<dyn Hosted>,
    /// How long a question can be answered. Then the agent gets a cancel.
    pub timeout: Duration,
    /// Called with each question and its link.
    pub announce: Announce,
    /// The words for the person.
    pub words: Words,
}

/// Stands between an editor and an agent.
pub struct AcpProxy {
    parts: AcpParts,
    pending: PendingQuestions,
    editor: Mutex<EditorState>,
}

/// What is known of the editor.
#[derive(Debug, Clone, Copy, Default)]
struct EditorState {
    modes: ElicitationModes,
    version: Option<i64>,
}

/// Where lines go.
#[derive(Clone)]
struct Outputs {
    editor: mpsc::Sender<PipeItem>,
    agent: mpsc::Sender<PipeItem>,
}

impl fmt::Debug for AcpParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcpParts").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl fmt::Debug for AcpProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcpProxy").field("pending", &self.pending).finish_non_exhaustive()
    }
}

impl AcpProxy {
    /// Returns a proxy. [`AcpProxy::run`] serves it.
    #[must_use]
    pub fn new(parts: AcpParts) -> AcpProxy {
        AcpProxy { parts, pending: PendingQuestions::default(), editor: Mutex::default() }
    }

    /// Forwards between an editor and an agent until the agent closes its output. When the editor closes its own, the
    /// agent's input ends, too. Questions that are still open are cancelled. Dropping the future leaves them open until
    /// their deadline.
    ///
    /// # Errors
    /// Fails if a stream cannot be read or written, or if a message has more than 64 MiB.
    pub async fn run(
        self,
        editor: (impl AsyncBufRead + Unpin, impl AsyncWrite + Unpin + Send + 'static),
        agent: (impl AsyncBufRead + Unpin, impl AsyncWrite + Unpin + Send + 'static),
    ) -> io::Result<()> {
        let proxy = Arc::new(self);
        let (to_editor, editor_lines) = mpsc::channel(QUEUE);
        let (to_agent, agent_lines) = mpsc::channel(QUEUE);
        let editor_writer = tokio::spawn(write_lines(editor_lines, editor.1));
        let agent_writer = tokio::spawn(write_lines(agent_lines, agent.1));
        let outputs = Outputs { editor: to_editor, agent: to_agent };
        let from_editor = {
            let (proxy, to_agent) = (Arc::clone(&proxy), outputs.agent.clone());
            async move {
                let read = proxy.forward_editor(editor.0, &to_agent).await;
                proxy.pending.end();
                // Its input ends, although questions could still be answered into it.
                let _ = to_agent.send(PipeItem::End).await;
                read
            }
        };
        let from_agent = proxy.forward_agent(agent.0, outputs);
        tokio::pin!(from_agent);
        let forwarded = tokio::select! {
            ended = &mut from_agent => ended,
            // The agent may have more to say after its input has ended.
            ended = from_editor => match ended {
                Ok(()) => from_agent.await,
                Err(error) => Err(error),
            },
        };
        proxy.pending.end();
        agent_writer.abort();
        // What the agent said last still reaches the editor, unless that has ended.
        let written = editor_writer.await;
        forwarded?;
        written.map_err(io::Error::other)?
    }

    /// Forwards what the editor says, until it ends.
    async fn forward_editor(
        &self,
        mut editor: impl AsyncBufRead + Unpin,
        agent: &mpsc::Sender<PipeItem>,
    ) -> io::Result<()> {
        while let Some(mut line) = read_line(&mut editor).await? {
            match FromEditor::read(&line) {
                FromEditor::Initialize { modes, version, line: changed } => {
                    *self.editor.lock() = EditorState { modes, version };
                    if !(modes.form && modes.url) {
                        line = changed;
                    }
                }
                FromEditor::StopTurn { session } => self.pending.stop_turn(&session),
                FromEditor::Other => {}
            }
            if agent.send(PipeItem::Line(line)).await.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Forwards what the agent says, except what the proxy answers itself, until the agent ends.
    async fn forward_agent(
        self: &Arc<Self>,
        mut agent: impl AsyncBufRead + Unpin,
        outputs: Outputs,
    ) -> io::Result<()> {
        let mut questions = JoinSet::new();
        while let Some(line) = read_line(&mut agent).await? {
            while questions.try_join_next().is_some() {}
            let is_taken = match FromAgent::read(&line) {
                FromAgent::Elicit { id, params } => {
                    let mode = params.get("mode").and_then(Value::as_str);
                    let modes = self.editor.lock().modes;
                    let is_ours = match mode {
                        Some("form") => !modes.form,
                        Some("url") => !modes.url,
                        // A mode of the future is between agent and editor.
                        _ => !modes.form && !modes.url,
                    };
                    if is_ours {
                        let (proxy, outputs) = (Arc::clone(self), outputs.clone());
                        match proxy.begin(&id, &params) {
                            Ok((question, withdrawn)) => {
                                questions.spawn(async move {
                                    proxy.answer(id, question, withdrawn, outputs).await;
                                });
                            }
                            Err((code, message)) => {
                                let _ = outputs
                                    .agent
                                    .send(PipeItem::Line(message::error(&id, code, &message)))
                                    .await;
                            }
                        }
                    }
                    is_ours
                }
                FromAgent::Complete { elicitation_id } => self.pending.take_page(&elicitation_id),
                FromAgent::CancelRequest { id } => self.pending.withdraw(id.text()),
                FromAgent::Other => false,
            };
            if !is_taken && outputs.editor.send(PipeItem::Line(line)).await.is_err() {
                break;
            }
        }
        self.pending.end();
        while questions.join_next().await.is_some() {}
        Ok(())
    }

    /// Reads a question and registers it.
    fn begin(
        &self,
        id: &Json,
        params: &Value,
    ) -> Result<(AcpQuestion, oneshot::Receiver<Withdrawal>), (i64, String)> {
        let question = self.parts.words.enter_while(|| AcpQuestion::read(params));
        let question = question.map_err(|error| (message::INVALID_PARAMS, error.to_string()))?;
        let pending = self.pending.add(id.text(), &question);
        let withdrawn = pending.map_err(|error| (message::INTERNAL, error.to_string()))?;
        Ok((question, withdrawn))
    }

    /// Asks a question and sends its result to the agent.
    async fn answer(
        &self,
        id: Json,
        question: AcpQuestion,
        withdrawn: oneshot::Receiver<Withdrawal>,
        outputs: Outputs,
    ) {
        let asked = Mutex::new(None);
        let reply = tokio::select! {
            reply = self.ask(&id, &question, &asked, &outputs) => Some(reply),
            why = withdrawn => {
                let created: Option<ElicitationId> = *asked.lock();
                if let Some(created) = created {
                    // It may have just been answered.
                    let _ = self.parts.engine.cancel(&actor(), created, CancelReason::UserCancelled).await;
                }
                match why {
                    Ok(Withdrawal::Request) => {
                        Some(message::error(&id, message::CANCELLED, "the request was cancelled"))
                    }
                    Ok(Withdrawal::Turn) => {
                        Some(message::result(&id, &json!({"action": "cancel"})))
                    }
                    Ok(Withdrawal::End) | Err(_) => None,
                }
            }
        };
        self.pending.remove(id.text());
        if let Some(reply) = reply {
            let _ = outputs.agent.send(PipeItem::Line(reply)).await;
        }
    }

    /// Asks a person, and returns the response.
    async fn ask(
        &self,
        id: &Json,
        question: &AcpQuestion,
        asked: &Mutex<Option<ElicitationId>>,
        outputs: &Outputs,
    ) -> Vec<u8> {
        let failed = |error: &dyn fmt::Display| message::error(id, message::INTERNAL, &error.to_string());
        let ask = Ask::form(question.form().clone()).in_mode(Mode::Url).timeout(self.parts.timeout);
        let created = match self.parts.engine.create(&actor(), ask).await {
            Ok(created) => created.id,
            Err(error) => return failed(&error),
        };
        *asked.lock() = Some(created);
        match self.parts.hosted.link(created).await {
            Ok(link) => self.announce(question, &link, outputs).await,
            Err(error) => return failed(&error),
        }
        match self.parts.engine.wait(&actor(), created).await {
            Ok(outcome) => {
                let result = question.result(&outcome);
                if let (AcpMode::Url { url, .. }, "accept") =
                    (question.mode(), result["action"].as_str().unwrap_or_default())
                {
                    let text = self.say("acp-open-page", &[("url", url.as_str().into())]);
                    self.tell(question, &text, outputs).await;
                }
                message::result(id, &result)
            }
            Err(error) => failed(&error),
        }
    }

    /// Tells the person where to answer: in the session, if the question belongs to one, and by the caller's own way.
    async fn announce(&self, question: &AcpQuestion, link: &HostedLink, outputs: &Outputs) {
        (self.parts.announce)(question.message(), link);
        let url = ("url", link.url.as_str().into());
        let place = match &link.code {
            Some(code) => self.say("acp-answer-code", &[url, ("code", code.as_str().into())]),
            None => self.say("acp-answer", &[url]),
        };
        let text = format!("{}\n\n{place}\n\n", question.message());
        self.tell(question, &text, outputs).await;
    }

    /// Returns a message for the person. It has no marks around an address, which editors would take for a part of it.
    fn say(&self, key: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        self.parts.words.enter_while(|| form_text(key, values))
    }

    async fn tell(&self, question: &AcpQuestion, text: &str, outputs: &Outputs) {
        let is_understood = self.editor.lock().version == Some(VERSION_WITH_CHUNKS);
        if let (AcpScope::Session(session), true) = (question.scope(), is_understood) {
            let _ = outputs.editor.send(PipeItem::Line(message::session_text(session, text))).await;
        }
    }
}

fn actor() -> Actor {
    Actor::client(ClientId::UNNAMED, Surface::Api)
}
