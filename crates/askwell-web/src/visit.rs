//! Somebody comes to the page of one question: by a link, or from the inbox.
//!
//! A visit is the proof that they may see it. Looking changes nothing; acting needs the form token, binds the link
//! to the browser, and says that somebody has begun.

use std::sync::Arc;

use askwell_engine::{CallError, StoreError};
use askwell_form::Form;
use askwell_form::hidden::is_hidden_in_text;
use askwell_http::budget::{ByteBudget, ClientKey, Overload};
use askwell_http::connections::BusyGuard;
use askwell_http::load::Work;
use askwell_lifecycle::{Actor, Audience, Elicitation, Surface};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::{HeaderMap, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::browser::Session;
use crate::client_key;
use crate::connection::Connection;
use crate::inbox_key;
use crate::links::{self, LinkAccess, StoredLink};
use crate::page::{self, FinalPage};
use crate::pages::{Identity, LOCAL_PERSON, Pages};

/// The longest name that a proxy can give to somebody, in bytes.
const LONGEST_NAME: usize = 256;

/// Somebody who may see a question.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) pages: Pages,
    pub(crate) elicitation: Arc<Elicitation>,
    pub(crate) actor: Actor,
    pub(crate) session: Session,
    /// The path of the page.
    pub(crate) path: String,
    pub(crate) entry_point: EntryPoint,
    /// The line that they came over.
    line: Connection,
    /// Held from when the request is here in full until it is answered.
    busy: Option<Arc<BusyGuard>>,
}

/// How somebody came.
#[derive(Clone)]
pub(crate) enum EntryPoint {
    /// By a link.
    Link { token: String, found: StoredLink },
    /// From their inbox.
    Inbox { person: Arc<str> },
}

/// Why somebody may not come in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    /// With this page.
    #[error("turned away")]
    Rejected(FinalPage),
    /// A code is asked for first.
    #[error("a code is wanted")]
    CodeRequired { path: String, token: String, cookie: Option<HeaderValue> },
    /// Too much is going on.
    #[error(transparent)]
    Overload(#[from] Overload),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<CallError> for PageError {
    fn from(error: CallError) -> PageError {
        match error {
            CallError::NotFound => PageError::Rejected(FinalPage::NotFound),
            CallError::Store(error) => PageError::Store(error),
            _ => PageError::Rejected(FinalPage::Trouble),
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        match self {
            PageError::Rejected(ending) => page::final_response(&ending),
            PageError::CodeRequired { path, token, cookie } => {
                let mut response = page::code_response(&path, &token, None);
                response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
                response
            }
            PageError::Overload(overload) => {
                let why =
                    "Too much is going on here at once. Nothing was done. Wait a moment, then try again.";
                let mut response = page::final_response(&FinalPage::Refused { why });
                *response.status_mut() = match overload {
                    Overload::Client => StatusCode::TOO_MANY_REQUESTS,
                    Overload::Service => StatusCode::SERVICE_UNAVAILABLE,
                };
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
                response
            }
            PageError::Store(error) => {
                tracing::error!(%error, "a page could not be shown");
                page::final_response(&FinalPage::Trouble)
            }
        }
    }
}

impl FromRequestParts<Pages> for Visit {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Visit, PageError> {
        if !parts.method.is_safe() && pages.host_guard().check_form(&parts.headers).is_err() {
            return Err(PageError::Rejected(FinalPage::Refused {
                why: "Another site tried to act in your name. Nothing was done.",
            }));
        }
        let Ok(line) = Connection::from_request_parts(parts, pages).await;
        let params = RawPathParams::from_request_parts(parts, pages)
            .await
            .map_err(|_| PageError::Rejected(FinalPage::NotFound))?;
        let param =
            |wanted: &str| params.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned());
        let mut visit = match (param("token"), param("id")) {
            (Some(token), _) => visit_by_link(pages, token, &parts.headers).await?,
            (None, Some(id)) => visit_from_inbox(pages, &id, &parts.headers).await?,
            (None, None) => return Err(PageError::Rejected(FinalPage::NotFound)),
        };
        visit.line = line;
        if parts.method.is_safe() {
            visit.mark_busy()?;
        }
        Ok(visit)
    }
}

async fn visit_by_link(pages: &Pages, token: String, headers: &HeaderMap) -> Result<Visit, PageError> {
    let found = links::find(pages.engine(), &token).await?.ok_or(PageError::Rejected(FinalPage::NotFound))?;
    let person = person_of(pages, headers)?;
    let operator = Actor::operator(Surface::Web);
    let elicitation = pages.engine().status(&operator, found.id).await?;
    let path = format!("/f/{token}");
    let session = Session::of(headers, pages.cookie_name());
    let name = match (&elicitation.audience, person) {
        // Its own dialog is the only place to answer it.
        (Audience::ClientOnly, _) => return Err(PageError::Rejected(FinalPage::NotFound)),
        (Audience::Person(asked), PersonSource::Named(name)) if *asked != name => {
            return Err(PageError::Rejected(FinalPage::SomebodyElse));
        }
        (_, PersonSource::Named(name)) => Some(name),
        // Whoever holds the link, and the code or the browser, is taken for the one who was asked.
        (Audience::Person(asked), PersonSource::Link) => Some(Arc::clone(asked)),
        (Audience::Anyone | Audience::LinkHolder, PersonSource::Link) => {
            (*pages.identity() == Identity::Loopback).then(|| Arc::from(LOCAL_PERSON))
        }
    };
    if is_identified_by_link(pages) {
        match found.access(&session.digest()) {
            LinkAccess::Granted => {}
            LinkAccess::OtherBrowser => return Err(PageError::Rejected(FinalPage::OtherBrowser)),
            LinkAccess::Locked => return Err(PageError::Rejected(FinalPage::Locked)),
            LinkAccess::CodeRequired => {
                let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(&path), pages.is_https());
                return Err(PageError::CodeRequired { token: session.form_token(&path), path, cookie });
            }
        }
    }
    let actor = match name {
        Some(name) => operator.with_person(&name),
        None => operator,
    };
    let entry_point = EntryPoint::Link { token, found };
    let pages = pages.clone();
    Ok(Visit {
        pages,
        elicitation,
        actor,
        session,
        path,
        entry_point,
        line: Connection::default(),
        busy: None,
    })
}

async fn visit_from_inbox(pages: &Pages, id: &str, headers: &HeaderMap) -> Result<Visit, PageError> {
    let person = inbox_person(pages, headers)?;
    let id = id.parse().map_err(|_| PageError::Rejected(FinalPage::NotFound))?;
    let actor = Actor::person(&person, Surface::Web);
    let elicitation = pages.engine().status(&actor, id).await?;
    let session = Session::of(headers, pages.cookie_name());
    Ok(Visit {
        pages: pages.clone(),
        elicitation,
        actor,
        session,
        path: format!("/inbox/{id}"),
        entry_point: EntryPoint::Inbox { person },
        line: Connection::default(),
        busy: None,
    })
}

/// Who comes, as far as it can be told without looking at the link.
enum PersonSource {
    Named(Arc<str>),
    Link,
}

fn person_of(pages: &Pages, headers: &HeaderMap) -> Result<PersonSource, PageError> {
    match pages.identity() {
        Identity::Loopback | Identity::Code => Ok(PersonSource::Link),
        Identity::ProxyHeader(header) => proxy_person(header, headers).map(PersonSource::Named),
    }
}

fn is_identified_by_link(pages: &Pages) -> bool {
    matches!(pages.identity(), Identity::Loopback | Identity::Code)
}

/// Whose inbox somebody may open.
pub(crate) fn inbox_person(pages: &Pages, headers: &HeaderMap) -> Result<Arc<str>, PageError> {
    match pages.identity() {
        Identity::Loopback => {
            let by_key = headers.get(inbox_key::PERSON).and_then(|name| name.to_str().ok());
            Ok(Arc::from(by_key.unwrap_or(LOCAL_PERSON)))
        }
        Identity::ProxyHeader(header) => proxy_person(header, headers),
        Identity::Code => Err(PageError::Rejected(FinalPage::NoInbox)),
    }
}

/// The name that a proxy gives. Two names are none: one of them came from outside.
fn proxy_person(header: &str, headers: &HeaderMap) -> Result<Arc<str>, PageError> {
    let mut values = headers.get_all(header).iter();
    let name = values.next().and_then(|value| std::str::from_utf8(value.as_bytes()).ok()).map(str::trim);
    match (name, values.next()) {
        (Some(name), None) if is_plain_name(name) => Ok(Arc::from(name)),
        _ => Err(PageError::Rejected(FinalPage::Unknown)),
    }
}

/// A proxy may name people in any script; but no name is empty, endless, or made to hide something.
fn is_plain_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && !name.chars().any(|letter| letter.is_control() || is_hidden_in_text(letter))
}

impl Visit {
    /// Whether the link, and nothing else, says who this is.
    pub(crate) fn is_identified_by_link(&self) -> bool {
        is_identified_by_link(&self.pages)
    }

    /// The form, if it is one of ours.
    pub(crate) fn form(&self) -> Result<&Form, PageError> {
        self.elicitation.form().ok_or(PageError::Rejected(FinalPage::NotFound))
    }

    /// Who asks, as people call them.
    pub(crate) fn client(&self) -> String {
        self.pages.client_name(&self.elicitation.client)
    }

    /// The token that the form on this page carries.
    pub(crate) fn form_token(&self) -> String {
        self.session.form_token(&self.path)
    }

    /// Everything was received: from now on the connection stays until it is answered.
    /// Fails if too much is going on already.
    pub(crate) fn mark_busy(&mut self) -> Result<(), PageError> {
        self.busy = self.line.admit(&self.client_key(), Work::Call)?.map(Arc::new);
        Ok(())
    }

    /// The request turns into a stream: it is counted as that from now on.
    pub(crate) fn release_connection(&mut self) {
        self.busy = None;
    }

    /// Whose memory and connections are counted together with this visit's.
    pub(crate) fn client_key(&self) -> ClientKey {
        match &self.entry_point {
            EntryPoint::Link { token, .. } => client_key::of_link(token),
            EntryPoint::Inbox { person } => client_key::of_person(person),
        }
    }

    /// The memory for what comes and goes.
    pub(crate) fn budget(&self) -> &ByteBudget {
        self.line.budget().unwrap_or_else(|| self.pages.budget())
    }

    /// May act: only with the right token, only from the browser that the link belongs to from now on.
    pub(crate) async fn authorize(&self, token: &str) -> Result<(), PageError> {
        if !self.session.admits(&self.path, token) {
            let why = "This page was open for too long, or your browser keeps no cookies.";
            return Err(PageError::Rejected(FinalPage::Refused { why }));
        }
        if let EntryPoint::Link { token, .. } = &self.entry_point
            && is_identified_by_link(&self.pages)
            && !links::bind(self.pages.engine(), token, &self.session.digest()).await?
        {
            return Err(PageError::Rejected(FinalPage::OtherBrowser));
        }
        Ok(())
    }

    /// The same, by somebody who begins to answer.
    pub(crate) async fn begin_answer(&mut self, token: &str) -> Result<(), PageError> {
        self.authorize(token).await?;
        match self.pages.engine().open(&self.actor, self.elicitation.id).await {
            Ok(opened) => self.elicitation = opened,
            // Closed in the meantime: what happened is shown instead.
            Err(CallError::Refused(_)) => self.refresh().await?,
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }

    /// Looks again at what has become of it.
    pub(crate) async fn refresh(&mut self) -> Result<(), PageError> {
        self.elicitation = self.pages.engine().status(&self.actor, self.elicitation.id).await?;
        Ok(())
    }

    /// Gives the browser its cookie, if it has none.
    pub(crate) fn with_cookie(&self, mut response: Response) -> Response {
        let path = match self.entry_point {
            EntryPoint::Link { .. } => self.path.as_str(),
            EntryPoint::Inbox { .. } => "/inbox",
        };
        let cookie = self.session.cookie(
            self.pages.cookie_name(),
            self.pages.cookie_path(path),
            self.pages.is_https(),
        );
        response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
        response
    }
}

/// The status that goes with a page that turns somebody away.
pub(crate) fn status_code(ending: &FinalPage) -> StatusCode {
    match ending {
        FinalPage::Answered { by: None, .. } | FinalPage::Declined { by: None, .. } => StatusCode::OK,
        FinalPage::Answered { .. }
        | FinalPage::Declined { .. }
        | FinalPage::Cancelled { .. }
        | FinalPage::Expired { .. } => StatusCode::GONE,
        FinalPage::NotFound | FinalPage::NoSuchPage | FinalPage::NoInbox => StatusCode::NOT_FOUND,
        FinalPage::OtherBrowser | FinalPage::SomebodyElse | FinalPage::Locked | FinalPage::Refused { .. } => {
            StatusCode::FORBIDDEN
        }
        FinalPage::Unknown => StatusCode::UNAUTHORIZED,
        FinalPage::Trouble => StatusCode::SERVICE_UNAVAILABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain_name;

    #[test]
    fn person_name_with_hidden_characters_is_rejected() {
        for name in ["ada", "Ada Lovelace", "ශ්\u{200d}රී", "ada@example.com"] {
            assert!(is_plain_name(name), "{name}");
        }
        let long = "a".repeat(257);
        for name in ["", "a\nb", "a\tb", "a\u{202e}b", "a\u{2066}b", "a\u{85}b", &long] {
            assert!(!is_plain_name(name), "{name:?}");
        }
    }
}
