//! Answers the elicitations of a server: by a person in the terminal, from a file, or not at all.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};
use askwell_form::{Answer, Form};
use askwell_mcp::client::{ElicitationHandler, FormReply, FormRequest, ServerInfo, UrlReply, UrlRequest};
use askwell_term::{InputMode, Outcome, Stdin, TermError};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, watch};

use super::consent::{self, AGREED};
use super::signals::INTERRUPT;
use super::terminal::Terminal;
use crate::answer::input_mode;
use crate::arguments::CallArguments;
use crate::attribution::{LONGEST_NAME, cut, with_attribution};
use crate::console::Console;
use crate::document::{Document, STDIN};
use crate::safe_text;

/// Answers elicitations. Clones share their state.
#[derive(Debug, Clone)]
pub(super) struct Responder(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: AnswerSource,
    console: Console,
    open_with: Option<String>,
    /// A person answers one question at a time.
    turn: Mutex<()>,
    /// Held while a question is on the screen, until its front end has noticed a withdrawal.
    screen: Arc<Mutex<()>>,
    /// Whether the call has ended and needs no answers.
    over: watch::Sender<bool>,
    signal: watch::Sender<Option<i32>>,
    problems: AtomicBool,
    /// Limit of questions answered without a person, and how many there were.
    most_questions: usize,
    questions: AtomicUsize,
    /// Whether the limit was exceeded.
    limit_exceeded: watch::Sender<bool>,
}

/// Where answers come from.
#[derive(Debug)]
enum AnswerSource {
    Terminal(Terminal),
    File { answers: Map<String, Value>, consent: Vec<String> },
    Decline,
    Cancel,
}

impl Responder {
    pub(super) fn new(arguments: &CallArguments, console: &Console) -> Result<Self> {
        let source = if arguments.decline {
            AnswerSource::Decline
        } else if arguments.cancel {
            AnswerSource::Cancel
        } else if let Some(path) = &arguments.answers {
            let document = Document::read(path)?;
            let answers: Value = serde_json::from_slice(&document.bytes)
                .with_context(|| format!("{} is no JSON", document.name))?;
            let Value::Object(answers) = answers else { bail!("{} has to be a JSON object", document.name) };
            AnswerSource::File { answers, consent: arguments.consent.clone() }
        } else {
            let taken = arguments.arguments.iter().any(|argument| argument == STDIN);
            AnswerSource::Terminal(Terminal {
                mode: input_mode(arguments.plain),
                stdin: if taken { Stdin::Taken } else { Stdin::Free },
                console: *console,
            })
        };
        Ok(Responder(Arc::new(Inner {
            source,
            console: *console,
            open_with: arguments.open_with.clone(),
            turn: Mutex::new(()),
            screen: Arc::default(),
            over: watch::Sender::new(false),
            signal: watch::Sender::new(None),
            problems: AtomicBool::new(false),
            most_questions: arguments.most_questions,
            questions: AtomicUsize::new(0),
            limit_exceeded: watch::Sender::new(false),
        })))
    }

    /// Waits for a signal that the front end received.
    pub(super) async fn front_end_signal(&self) -> i32 {
        let mut changes = self.0.signal.subscribe();
        loop {
            let signal = *changes.borrow_and_update();
            match signal {
                Some(signal) => return signal,
                None if changes.changed().await.is_err() => std::future::pending().await,
                None => {}
            }
        }
    }

    /// Waits until the server exceeds the limit of questions answered without a person.
    pub(super) async fn question_limit_exceeded(&self) {
        let mut limit_exceeded = self.0.limit_exceeded.subscribe();
        if limit_exceeded.wait_for(|limit_exceeded| *limit_exceeded).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Counts a question. Never returns beyond the limit: the call is then aborted. Questions to a
    /// person are not limited, because they can end the call themselves.
    async fn count_question(&self) {
        if matches!(self.0.source, AnswerSource::Terminal(_)) {
            return;
        }
        if self.0.questions.fetch_add(1, Ordering::Relaxed) >= self.0.most_questions {
            self.0.limit_exceeded.send_replace(true);
            std::future::pending::<()>().await;
        }
    }

    /// Ends the call: withdraws the current question and waits until the screen is free.
    pub(super) async fn close(&self) {
        self.0.over.send_replace(true);
        drop(self.0.screen.lock().await);
    }

    /// Returns whether a question is on the screen.
    pub(super) fn is_asking(&self) -> bool {
        self.0.turn.try_lock().is_err()
    }

    /// Returns whether answers from the file were rejected.
    pub(super) fn had_problems(&self) -> bool {
        self.0.problems.load(Ordering::Relaxed)
    }

    fn problem(&self, what: &str) {
        self.0.problems.store(true, Ordering::Relaxed);
        self.0.console.error(what);
    }

    /// Asks a person. Errors are printed and count as a cancel. Ctrl-C ends the whole call, so it
    /// never returns then.
    async fn ask(&self, terminal: Terminal, form: Form) -> Outcome {
        let mut over = self.0.over.subscribe();
        let asked = tokio::select! {
            asked = terminal.ask(form, &self.0.screen) => asked,
            _ = over.wait_for(|over| *over) => return Outcome::Cancelled,
        };
        let signal = match asked {
            Ok(Outcome::Aborted) => INTERRUPT,
            Err(TermError::Interrupted(signal)) => signal,
            Ok(outcome) => return outcome,
            Err(TermError::InputEnded) => return Outcome::Cancelled,
            Err(error) => {
                self.problem(&format!(
                    "the server asks, and there is no terminal to answer on ({error}); use --answers, --decline or --cancel"
                ));
                return Outcome::Cancelled;
            }
        };
        self.0.signal.send_replace(Some(signal));
        std::future::pending().await
    }

    /// Returns the answers for a form from the file. Entries for other forms of the call are
    /// ignored.
    fn answers_from_file(&self, request: &FormRequest, answers: &Map<String, Value>) -> FormReply {
        let belongs = |key: &String| request.form.fields().iter().any(|field| field.property() == key);
        let answers: Map<String, Value> = answers
            .iter()
            .filter(|(key, _)| belongs(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        match request.accept(&Value::Object(answers)) {
            Ok(reply) => reply,
            Err(problems) => {
                let message = safe_text::line(&request.message);
                self.problem(&format!(
                    "the answers do not fit “{message}”: {}",
                    safe_text::line(&problems.to_string())
                ));
                FormReply::Cancel
            }
        }
    }

    /// Opens a page that the person agreed to, or prints its address.
    fn open(&self, url: &str) {
        let console = &self.0.console;
        let Some(program) = &self.0.open_with else {
            console.print_report(&format!("Open this page in your browser: {}", safe_text::line(url)));
            return;
        };
        let mut command = Command::new(program);
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Err(error) = command.spawn() {
            let program = safe_text::line(program);
            console.warning(&format!(
                "cannot start {program} ({error}); open {} yourself",
                safe_text::line(url)
            ));
        }
    }
}

impl ElicitationHandler for Responder {
    async fn form(&self, request: FormRequest) -> FormReply {
        self.count_question().await;
        let _turn = self.0.turn.lock().await;
        match &self.0.source {
            AnswerSource::Decline => FormReply::Decline,
            AnswerSource::Cancel => FormReply::Cancel,
            AnswerSource::File { answers, .. } => self.answers_from_file(&request, answers),
            AnswerSource::Terminal(terminal) => {
                let form =
                    with_attribution(&request.form_with_message(), &who(&request.server), &request.message);
                let Some(form) = form else {
                    self.problem("cancelled a question that cannot be shown together with who asks it");
                    return FormReply::Cancel;
                };
                match self.ask(*terminal, form).await {
                    // The form on the screen has more rules than the server's schema, and the same
                    // result.
                    Outcome::Accepted(answers) => {
                        request.accept(&answers.to_value()).unwrap_or(FormReply::Cancel)
                    }
                    Outcome::Declined { .. } => FormReply::Decline,
                    Outcome::Cancelled | Outcome::Aborted | Outcome::TimedOut | Outcome::Closed(_) => {
                        FormReply::Cancel
                    }
                }
            }
        }
    }

    async fn url(&self, request: UrlRequest) -> UrlReply {
        self.count_question().await;
        let _turn = self.0.turn.lock().await;
        let terminal = match &self.0.source {
            AnswerSource::Decline => return UrlReply::Decline,
            AnswerSource::Cancel => return UrlReply::Cancel,
            AnswerSource::File { consent, .. } => {
                if consent.iter().any(|host| host == request.link.host()) {
                    self.open(request.link.url());
                    return UrlReply::Consent;
                }
                let url = safe_text::line(request.link.url());
                self.problem(&format!("declined to open {url}; --consent HOST agrees to pages of that host"));
                return UrlReply::Decline;
            }
            // In plain mode, so that the edge of the screen does not cut the address.
            AnswerSource::Terminal(terminal) => Terminal { mode: InputMode::Plain, ..*terminal },
        };
        let Ok(form) = consent::form(&request) else {
            self.problem("declined to open a page: its address cannot be shown whole");
            return UrlReply::Decline;
        };
        match self.ask(terminal, form).await {
            Outcome::Accepted(answers) => {
                let agreed = answers.get(AGREED).and_then(Answer::as_bool) == Some(true);
                if !agreed {
                    return UrlReply::Decline;
                }
                if request.prior_consent == askwell_mcp::client::PriorConsent::None {
                    self.open(request.link.url());
                }
                UrlReply::Consent
            }
            Outcome::Declined { .. } => UrlReply::Decline,
            Outcome::Cancelled | Outcome::Aborted | Outcome::TimedOut | Outcome::Closed(_) => {
                UrlReply::Cancel
            }
        }
    }
}

/// Returns the server's name and its real address.
pub(super) fn who(server: &ServerInfo) -> String {
    let name = cut(&safe_text::line(&server.peer.name), LONGEST_NAME);
    let address = cut(&safe_text::line(&server.address), LONGEST_NAME);
    if name.is_empty() { address } else { format!("{name} ({address})") }
}
