//! The requests that a client's handlers get, and the replies that they return.
//!
//! A form is answered with [`Answers`], which only checking can make: no client built on this crate
//! sends an answer that does not fit. If the server cancels the elicitation, or its call ends, the
//! handler's future is dropped.

use futures_util::future::BoxFuture;
use std::future::Future;
use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_form::{Answers, Form, Problems};
use serde_json::Value;

use super::link::Link;
use crate::wire::{Json, Peer};

/// What is known about a server, for display to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerInfo {
    /// The name and version that the server claims.
    pub peer: Peer,
    /// The command or URL that the client connected to.
    pub address: String,
    /// The negotiated revision.
    pub revision: Revision,
    /// The capabilities, as the server declared them.
    pub capabilities: Json,
    /// The server's instructions for models.
    pub instructions: Option<String>,
}

/// A form to fill in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FormRequest {
    /// The server that asks.
    pub server: Arc<ServerInfo>,
    /// The message. The form does not repeat it: show both, or use
    /// [`FormRequest::form_with_message`].
    pub message: String,
    /// The form. A schema without a title becomes a form with the title "Question".
    pub form: Form,
    /// What the server's schema says and the form cannot express.
    pub notes: Vec<String>,
}

/// A person's reply to a form.
#[derive(Debug, Clone, PartialEq)]
pub enum FormReply {
    /// The checked answers.
    Accept(Answers),
    /// The person says no.
    Decline,
    /// The person closes the form without an answer.
    Cancel,
}

/// A URL to open.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UrlRequest {
    /// The server that asks.
    pub server: Arc<ServerInfo>,
    /// The message.
    pub message: String,
    /// The URL. Show it whole, with its host and warnings. Never fetch it; open it only if the
    /// person agrees.
    pub link: Link,
    /// Whether the person has agreed to this URL before.
    pub prior_consent: PriorConsent,
}

/// Whether a person has agreed to a URL earlier in the same call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriorConsent {
    /// The URL is new in this call.
    None,
    /// The person has agreed, and the server waits until they are done on the page.
    Given,
}

/// A person's reply to a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlReply {
    /// The person agreed and the URL is open. This does not mean that they are done there.
    Consent,
    /// The person says no.
    Decline,
    /// The person closes the request without an answer.
    Cancel,
}

impl FormRequest {
    /// Returns the form with the message as its title or description, for renderers that show only
    /// a form. Answers to it are answers to the request. Compiles the form again; returns the form
    /// unchanged if that fails.
    #[must_use]
    pub fn form_with_message(&self) -> Form {
        self.form.with_message(&self.message).unwrap_or_else(|_| self.form.clone())
    }

    /// Checks answers and returns the reply that accepts with them. Missing answers get the form's
    /// defaults.
    ///
    /// # Errors
    /// All problems of the answers.
    pub fn accept(&self, answers: &Value) -> Result<FormReply, Problems> {
        self.form.check(answers).map(FormReply::Accept)
    }
}

/// Handles forms and URLs, for
/// [`ClientBuilder::on_elicitation`](super::ClientBuilder::on_elicitation).
pub trait ElicitationHandler: Send + Sync + 'static {
    /// Asks a person to fill in a form.
    fn form(&self, request: FormRequest) -> impl Future<Output = FormReply> + Send;

    /// Asks a person to decide about a URL.
    fn url(&self, request: UrlRequest) -> impl Future<Output = UrlReply> + Send;
}

type BoxedHandler<Question, Reply> = Arc<dyn Fn(Question) -> BoxFuture<'static, Reply> + Send + Sync>;

/// The handlers that are set. The client declares exactly their modes.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    pub(super) form: Option<BoxedHandler<FormRequest, FormReply>>,
    pub(super) url: Option<BoxedHandler<UrlRequest, UrlReply>>,
}

/// Erases the type of a handler function.
pub(super) fn boxed<Question, Reply, F, R>(handler: F) -> BoxedHandler<Question, Reply>
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
