//! What a client's author is handed when a server asks, and what they can say to it.
//!
//! A form is answered with [`Answers`], which cannot be had without checking: no client built on this sends an answer
//! that does not fit. A handler that is dropped before it answers was cancelled by the server, or its call was.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_form::{Answers, Form, Problems};
use serde_json::Value;

use super::link::Link;
use crate::wire::{Json, Peer};

/// A server, as far as it is known: to be shown to whoever is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// What it calls itself; nobody vouches for that.
    pub peer: Peer,
    /// Where it was found: its command or its address.
    pub address: String,
    /// What it speaks.
    pub revision: Revision,
    /// What it can do, as it declared it.
    pub capabilities: Json,
    /// What it says about how to use it.
    pub instructions: Option<String>,
}

/// A form to fill in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FormRequest {
    /// Who asks.
    pub server: Arc<Server>,
    /// What they say. The form does not repeat it: show both, or [`FormRequest::form_with_message`].
    pub message: String,
    /// What they want to know. A schema without a title makes a form called "Question".
    pub form: Form,
    /// What the server's schema said and the form does not.
    pub notes: Vec<String>,
}

/// What a person says to a form.
#[derive(Debug, Clone, PartialEq)]
pub enum FormReply {
    /// The form, filled in.
    Accept(Answers),
    /// No.
    Decline,
    /// Neither yes nor no.
    Cancel,
}

/// A URL to open.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UrlRequest {
    /// Who asks.
    pub server: Arc<Server>,
    /// What they say.
    pub message: String,
    /// Where they want the person to go. To be shown whole, with its host and warnings; never to be fetched, and opened
    /// only if the person agrees.
    pub link: Link,
    /// Whether the person has seen it before.
    pub occasion: Occasion,
}

/// Whether a question is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// It was not asked before in this call.
    First,
    /// The person agreed before, and the server waits for them to finish there.
    Again,
}

/// What a person says to a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlReply {
    /// They agreed, and the URL is open. It does not mean that they are done there.
    Consent,
    /// No.
    Decline,
    /// Neither yes nor no.
    Cancel,
}

impl FormRequest {
    /// Returns the form with the message as its title or description, for renderers that show only a form. Answers to
    /// it are answers to the request. Compiles the form again; the form itself, if that fails.
    #[must_use]
    pub fn form_with_message(&self) -> Form {
        self.form.with_message(&self.message).unwrap_or_else(|_| self.form.clone())
    }

    /// The reply that accepts with these answers; blanks are filled with the form's defaults.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn accept(&self, answers: &Value) -> Result<FormReply, Problems> {
        self.form.check(answers).map(FormReply::Accept)
    }
}

/// Answers both kinds of questions, for [`ClientBuilder::on_elicitation`](super::ClientBuilder::on_elicitation).
pub trait ElicitationHandler: Send + Sync + 'static {
    /// Has a person fill in a form.
    fn form(&self, request: FormRequest) -> impl Future<Output = FormReply> + Send;

    /// Has a person decide about a URL.
    fn url(&self, request: UrlRequest) -> impl Future<Output = UrlReply> + Send;
}

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Handler<Question, Reply> = Arc<dyn Fn(Question) -> Boxed<Reply> + Send + Sync>;

/// The handlers that there are. Exactly their modes are declared to servers.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    pub(super) form: Option<Handler<FormRequest, FormReply>>,
    pub(super) url: Option<Handler<UrlRequest, UrlReply>>,
}

/// Hides what kind of function a handler is.
pub(super) fn boxed<Question, Reply, F, R>(handler: F) -> Handler<Question, Reply>
where
    Question: 'static,
    F: Fn(Question) -> R + Send + Sync + 'static,
    R: Future<Output = Reply> + Send + 'static,
{
    Arc::new(move |question| Box::pin(handler(question)))
}

impl Handlers {
    pub(super) fn of<H: ElicitationHandler>(handler: H) -> Self {
        let handler = Arc::new(handler);
        let other = Arc::clone(&handler);
        Handlers {
            form: Some(boxed(move |request| {
                let handler = Arc::clone(&handler);
                async move { handler.form(request).await }
            })),
            url: Some(boxed(move |request| {
                let handler = Arc::clone(&other);
                async move { handler.url(request).await }
            })),
        }
    }
}
