//! Who answers what a server asks: a person in the terminal, a file, or nobody.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};
use askwell_form::{Answer, Form};
use askwell_mcp::client::{ElicitationHandler, FormReply, FormRequest, Server, UrlReply, UrlRequest};
use askwell_term::{InputMode, Outcome, Stdin, TermError};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, watch};

use super::consent::{self, AGREED};
use super::signals::INTERRUPT;
use super::terminal::Terminal;
use crate::answer::manner;
use crate::arguments::CallArguments;
use crate::asked_by::{LONGEST_NAME, cut, with_asker};
use crate::console::Console;
use crate::document::{Document, STDIN};
use crate::shown;

/// Answers what a server asks. Clones share everything.
#[derive(Debug, Clone)]
pub(super) struct Answering(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: Source,
    console: Console,
    open_with: Option<String>,
    /// A person has one attention.
    turn: Mutex<()>,
    /// Held while a question is on the screen, be it only for the moment until it has noticed that nobody waits for it.
    screen: Arc<Mutex<()>>,
    /// Whether the call is over: nobody waits for an answer any more.
    over: watch::Sender<bool>,
    signal: watch::Sender<Option<i32>>,
    problems: AtomicBool,
    /// How many questions are answered without a person before the call is given up, and how many were.
    most_questions: usize,
    questions: AtomicUsize,
    /// Whether there were more.
    gave_up: watch::Sender<bool>,
}

/// Where answers come from.
#[derive(Debug)]
enum Source {
    Terminal(Terminal),
    File { answers: Map<String, Value>, consent: Vec<String> },
    Decline,
    Cancel,
}

impl Answering {
    pub(super) fn new(arguments: &CallArguments, console: &Console) -> Result<Self> {
        let source = if arguments.decline {
            Source::Decline
        } else if arguments.cancel {
            Source::Cancel
        } else if let Some(path) = &arguments.answers {
            let document = Document::read(path)?;
            let answers: Value = serde_json::from_slice(&document.bytes)
                .with_context(|| format!("{} is no JSON", document.name))?;
            let Value::Object(answers) = answers else { bail!("{} has to be a JSON object", document.name) };
            Source::File { answers, consent: arguments.consent.clone() }
        } else {
            let taken = arguments.arguments.iter().any(|argument| argument == STDIN);
            Source::Terminal(Terminal {
                manner: manner(arguments.plain),
                stdin: if taken { Stdin::Taken } else { Stdin::Free },
                console: *console,
            })
        };
        Ok(Answering(Arc::new(Inner {
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
            gave_up: watch::Sender::new(false),
        })))
    }

    /// Waits for a signal that reached the person's front end.
    pub(super) async fn interrupted(&self) -> i32 {
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

    /// Waits until the server has asked more questions than are answered without a person.
    pub(super) async fn given_up(&self) {
        let mut gave_up = self.0.gave_up.subscribe();
        if gave_up.wait_for(|gave_up| *gave_up).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Counts a question. Never returns for one too many: then the call is given up, and nothing is answered any more.
    /// A person can end the call themselves, and is asked without a limit.
    async fn count_question(&self) {
        if matches!(self.0.source, Source::Terminal(_)) {
            return;
        }
        if self.0.questions.fetch_add(1, Ordering::Relaxed) >= self.0.most_questions {
            self.0.gave_up.send_replace(true);
            std::future::pending::<()>().await;
        }
    }

    /// The call is over: takes what is still asked from the screen, and waits until that can be written to.
    pub(super) async fn conclude(&self) {
        self.0.over.send_replace(true);
        drop(self.0.screen.lock().await);
    }

    /// Whether the person has a question before them.
    pub(super) fn is_asking(&self) -> bool {
        self.0.turn.try_lock().is_err()
    }

    /// Whether answers from a file did not do.
    pub(super) fn had_problems(&self) -> bool {
        self.0.problems.load(Ordering::Relaxed)
    }

    fn problem(&self, what: &str) {
        self.0.problems.store(true, Ordering::Relaxed);
        self.0.console.error(what);
    }

    /// Asks a person; whatever hinders that is told, and counts as leaving without an answer. Whoever breaks off ends
    /// the whole call: then there is no answer at all.
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

    /// The answers to a form out of a file; what belongs to other forms of the same call is left aside.
    fn answers_of_file(&self, request: &FormRequest, answers: &Map<String, Value>) -> FormReply {
        let belongs = |key: &String| request.form.fields().iter().any(|field| field.property() == key);
        let answers: Map<String, Value> = answers
            .iter()
            .filter(|(key, _)| belongs(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        match request.accept(&Value::Object(answers)) {
            Ok(reply) => reply,
            Err(problems) => {
                let message = shown::line(&request.message);
                self.problem(&format!(
                    "the answers do not fit “{message}”: {}",
                    shown::line(&problems.to_string())
                ));
                FormReply::Cancel
            }
        }
    }

    /// Opens a page that the person agreed to, or tells them to.
    fn open(&self, url: &str) {
        let console = &self.0.console;
        let Some(program) = &self.0.open_with else {
            console.say(&format!("Open this page in your browser: {}", shown::line(url)));
            return;
        };
        let mut command = Command::new(program);
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Err(error) = command.spawn() {
            let program = shown::line(program);
            console.warning(&format!("cannot start {program} ({error}); open {} yourself", shown::line(url)));
        }
    }
}

impl ElicitationHandler for Answering {
    async fn form(&self, request: FormRequest) -> FormReply {
        self.count_question().await;
        let _turn = self.0.turn.lock().await;
        match &self.0.source {
            Source::Decline => FormReply::Decline,
            Source::Cancel => FormReply::Cancel,
            Source::File { answers, .. } => self.answers_of_file(&request, answers),
            Source::Terminal(terminal) => {
                let form = with_asker(&request.form_with_message(), &who(&request.server), &request.message);
                let Some(form) = form else {
                    self.problem("cancelled a question that cannot be shown together with who asks it");
                    return FormReply::Cancel;
                };
                match self.ask(*terminal, form).await {
                    // The form on the screen says more than the server's, and checks the same.
                    Outcome::Accepted(answers) => {
                        request.accept(&answers.to_value()).unwrap_or(FormReply::Cancel)
                    }
                    Outcome::Declined => FormReply::Decline,
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
            Source::Decline => return UrlReply::Decline,
            Source::Cancel => return UrlReply::Cancel,
            Source::File { consent, .. } => {
                if consent.iter().any(|host| host == request.link.host()) {
                    self.open(request.link.url());
                    return UrlReply::Consent;
                }
                let url = shown::line(request.link.url());
                self.problem(&format!("declined to open {url}; --consent HOST agrees to pages of that host"));
                return UrlReply::Decline;
            }
            // In lines: an address is not to be cut off by the edge of a screen.
            Source::Terminal(terminal) => Terminal { manner: InputMode::Plain, ..*terminal },
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
                if request.occasion == askwell_mcp::client::Occasion::First {
                    self.open(request.link.url());
                }
                UrlReply::Consent
            }
            Outcome::Declined => UrlReply::Decline,
            Outcome::Cancelled | Outcome::Aborted | Outcome::TimedOut | Outcome::Closed(_) => {
                UrlReply::Cancel
            }
        }
    }
}

/// A server as the person has to see it: what it calls itself, and where it really is.
pub(super) fn who(server: &Server) -> String {
    let name = cut(&shown::line(&server.peer.name), LONGEST_NAME);
    let address = cut(&shown::line(&server.address), LONGEST_NAME);
    if name.is_empty() { address } else { format!("{name} ({address})") }
}
