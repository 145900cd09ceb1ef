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
use crate::inbox_key;
use crate::line::Line;
use crate::links::{self, Door, Found};
use crate::page::{self, Ending};
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
    pub(crate) way: Way,
    /// The line that they came over.
    line: Line,
    /// Held from when the request is here in full until it is answered.
    stays: Option<Arc<BusyGuard>>,
}

/// How somebody came.
#[derive(Clone)]
pub(crate) enum Way {
    /// By a link.
    Link { token: String, found: Found },
    /// From their inbox.
    Inbox { person: Arc<str> },
}

/// Why somebody may not come in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Turned {
    /// With this page.
    #[error("turned away")]
    Away(Ending),
    /// A code is asked for first.
    #[error("a code is wanted")]
    WantsCode { path: String, token: String, cookie: Option<HeaderValue> },
    /// Too much is going on.
    #[error(transparent)]
    Overload(#[from] Overload),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<CallError> for Turned {
    fn from(error: CallError) -> Turned {
        match error {
            CallError::NotFound => Turned::Away(Ending::NotFound),
            CallError::Store(error) => Turned::Store(error),
            _ => Turned::Away(Ending::Trouble),
        }
    }
}

impl IntoResponse for Turned {
    fn into_response(self) -> Response {
        match self {
            Turned::Away(ending) => page::ending_response(&ending),
            Turned::WantsCode { path, token, cookie } => {
                let mut response = page::code_response(&path, &token, None);
                response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
                response
            }
            Turned::Overload(overload) => {
                let why =
                    "Too much is going on here at once. Nothing was done. Wait a moment, then try again.";
                let mut response = page::ending_response(&Ending::Refused { why });
                *response.status_mut() = match overload {
                    Overload::Client => StatusCode::TOO_MANY_REQUESTS,
                    Overload::Service => StatusCode::SERVICE_UNAVAILABLE,
                };
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
                response
            }
            Turned::Store(error) => {
                tracing::error!(%error, "a page could not be shown");
                page::ending_response(&Ending::Trouble)
            }
        }
    }
}

impl FromRequestParts<Pages> for Visit {
    type Rejection = Turned;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Visit, Turned> {
        if !parts.method.is_safe() && pages.host_guard().check_form(&parts.headers).is_err() {
            return Err(Turned::Away(Ending::Refused {
                why: "Another site tried to act in your name. Nothing was done.",
            }));
        }
        let Ok(line) = Line::from_request_parts(parts, pages).await;
        let params = RawPathParams::from_request_parts(parts, pages)
            .await
            .map_err(|_| Turned::Away(Ending::NotFound))?;
        let param =
            |wanted: &str| params.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned());
        let mut visit = match (param("token"), param("id")) {
            (Some(token), _) => by_link(pages, token, &parts.headers).await?,
            (None, Some(id)) => from_inbox(pages, &id, &parts.headers).await?,
            (None, None) => return Err(Turned::Away(Ending::NotFound)),
        };
        visit.line = line;
        if parts.method.is_safe() {
            visit.stay()?;
        }
        Ok(visit)
    }
}

async fn by_link(pages: &Pages, token: String, headers: &HeaderMap) -> Result<Visit, Turned> {
    let found = links::find(pages.engine(), &token).await?.ok_or(Turned::Away(Ending::NotFound))?;
    let person = person_of(pages, headers)?;
    let operator = Actor::operator(Surface::Web);
    let elicitation = pages.engine().status(&operator, found.id).await?;
    let path = format!("/f/{token}");
    let session = Session::of(headers, pages.cookie_name());
    let name = match (&elicitation.audience, person) {
        // Its own dialog is the only place to answer it.
        (Audience::ClientOnly, _) => return Err(Turned::Away(Ending::NotFound)),
        (Audience::Person(asked), Known::AsSomebody(name)) if *asked != name => {
            return Err(Turned::Away(Ending::SomebodyElse));
        }
        (_, Known::AsSomebody(name)) => Some(name),
        // Whoever holds the link, and the code or the browser, is taken for the one who was asked.
        (Audience::Person(asked), Known::ByTheLink) => Some(Arc::clone(asked)),
        (Audience::Anyone | Audience::LinkHolder, Known::ByTheLink) => {
            (*pages.identity() == Identity::Loopback).then(|| Arc::from(LOCAL_PERSON))
        }
    };
    if person_is_by_link(pages) {
        match found.door(&session.digest()) {
            Door::Open => {}
            Door::Taken => return Err(Turned::Away(Ending::OtherBrowser)),
            Door::Locked => return Err(Turned::Away(Ending::Locked)),
            Door::WantsCode => {
                let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(&path), pages.is_https());
                return Err(Turned::WantsCode { token: session.form_token(&path), path, cookie });
            }
        }
    }
    let actor = match name {
        Some(name) => operator.with_person(&name),
        None => operator,
    };
    let way = Way::Link { token, found };
    let pages = pages.clone();
    Ok(Visit { pages, elicitation, actor, session, path, way, line: Line::default(), stays: None })
}

async fn from_inbox(pages: &Pages, id: &str, headers: &HeaderMap) -> Result<Visit, Turned> {
    let person = inbox_person(pages, headers)?;
    let id = id.parse().map_err(|_| Turned::Away(Ending::NotFound))?;
    let actor = Actor::person(&person, Surface::Web);
    let elicitation = pages.engine().status(&actor, id).await?;
    let session = Session::of(headers, pages.cookie_name());
    Ok(Visit {
        pages: pages.clone(),
        elicitation,
        actor,
        session,
        path: format!("/inbox/{id}"),
        way: Way::Inbox { person },
        line: Line::default(),
        stays: None,
    })
}

/// Who comes, as far as it can be told without looking at the link.
enum Known {
    AsSomebody(Arc<str>),
    ByTheLink,
}

fn person_of(pages: &Pages, headers: &HeaderMap) -> Result<Known, Turned> {
    match pages.identity() {
        Identity::Loopback | Identity::Code => Ok(Known::ByTheLink),
        Identity::ProxyHeader(header) => named_by_proxy(header, headers).map(Known::AsSomebody),
    }
}

fn person_is_by_link(pages: &Pages) -> bool {
    matches!(pages.identity(), Identity::Loopback | Identity::Code)
}

/// Whose inbox somebody may open.
pub(crate) fn inbox_person(pages: &Pages, headers: &HeaderMap) -> Result<Arc<str>, Turned> {
    match pages.identity() {
        Identity::Loopback => {
            let by_key = headers.get(inbox_key::PERSON).and_then(|name| name.to_str().ok());
            Ok(Arc::from(by_key.unwrap_or(LOCAL_PERSON)))
        }
        Identity::ProxyHeader(header) => named_by_proxy(header, headers),
        Identity::Code => Err(Turned::Away(Ending::NoInbox)),
    }
}

/// The name that a proxy gives. Two names are none: one of them came from outside.
fn named_by_proxy(header: &str, headers: &HeaderMap) -> Result<Arc<str>, Turned> {
    let mut values = headers.get_all(header).iter();
    let name = values.next().and_then(|value| std::str::from_utf8(value.as_bytes()).ok()).map(str::trim);
    match (name, values.next()) {
        (Some(name), None) if is_plain_name(name) => Ok(Arc::from(name)),
        _ => Err(Turned::Away(Ending::Unknown)),
    }
}

/// A proxy may name people in any script; but no name is empty, endless, or made to hide something.
fn is_plain_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && !name.chars().any(|letter| letter.is_control() || is_hidden_in_text(letter))
}

impl Visit {
    /// Whether the link, and nothing else, says who this is.
    pub(crate) fn is_known_by_link(&self) -> bool {
        person_is_by_link(&self.pages)
    }

    /// The form, if it is one of ours.
    pub(crate) fn form(&self) -> Result<&Form, Turned> {
        self.elicitation.form().ok_or(Turned::Away(Ending::NotFound))
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
    pub(crate) fn stay(&mut self) -> Result<(), Turned> {
        self.stays = self.line.occupy(&self.client_key(), Work::Call)?.map(Arc::new);
        Ok(())
    }

    /// The request turns into a stream: it is counted as that from now on.
    pub(crate) fn stop_staying(&mut self) {
        self.stays = None;
    }

    /// Whose memory and connections are counted together with this visit's.
    pub(crate) fn client_key(&self) -> ClientKey {
        match &self.way {
            Way::Link { token, .. } => client_key::of_link(token),
            Way::Inbox { person } => client_key::of_person(person),
        }
    }

    /// The memory for what comes and goes.
    pub(crate) fn budget(&self) -> &ByteBudget {
        self.line.budget().unwrap_or_else(|| self.pages.budget())
    }

    /// May act: only with the right token, only from the browser that the link belongs to from now on.
    pub(crate) async fn enter(&self, token: &str) -> Result<(), Turned> {
        if !self.session.admits(&self.path, token) {
            let why = "This page was open for too long, or your browser keeps no cookies.";
            return Err(Turned::Away(Ending::Refused { why }));
        }
        if let Way::Link { token, .. } = &self.way
            && person_is_by_link(&self.pages)
            && !links::bind(self.pages.engine(), token, &self.session.digest()).await?
        {
            return Err(Turned::Away(Ending::OtherBrowser));
        }
        Ok(())
    }

    /// The same, by somebody who begins to answer.
    pub(crate) async fn begin(&mut self, token: &str) -> Result<(), Turned> {
        self.enter(token).await?;
        match self.pages.engine().open(&self.actor, self.elicitation.id).await {
            Ok(opened) => self.elicitation = opened,
            // Closed in the meantime: what happened is shown instead.
            Err(CallError::Refused(_)) => self.refresh().await?,
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }

    /// Looks again at what has become of it.
    pub(crate) async fn refresh(&mut self) -> Result<(), Turned> {
        self.elicitation = self.pages.engine().status(&self.actor, self.elicitation.id).await?;
        Ok(())
    }

    /// Gives the browser its cookie, if it has none.
    pub(crate) fn with_cookie(&self, mut response: Response) -> Response {
        let path = match self.way {
            Way::Link { .. } => self.path.as_str(),
            Way::Inbox { .. } => "/inbox",
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
pub(crate) fn status_of(ending: &Ending) -> StatusCode {
    match ending {
        Ending::Answered { by: None, .. } | Ending::Declined { by: None, .. } => StatusCode::OK,
        Ending::Answered { .. }
        | Ending::Declined { .. }
        | Ending::Cancelled { .. }
        | Ending::Expired { .. } => StatusCode::GONE,
        Ending::NotFound | Ending::NoSuchPage | Ending::NoInbox => StatusCode::NOT_FOUND,
        Ending::OtherBrowser | Ending::SomebodyElse | Ending::Locked | Ending::Refused { .. } => {
            StatusCode::FORBIDDEN
        }
        Ending::Unknown => StatusCode::UNAUTHORIZED,
        Ending::Trouble => StatusCode::SERVICE_UNAVAILABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain_name;

    #[test]
    fn names_of_people_hide_nothing() {
        for name in ["ada", "Ada Lovelace", "ශ්\u{200d}රී", "ada@example.com"] {
            assert!(is_plain_name(name), "{name}");
        }
        let long = "a".repeat(257);
        for name in ["", "a\nb", "a\tb", "a\u{202e}b", "a\u{2066}b", "a\u{85}b", &long] {
            assert!(!is_plain_name(name), "{name:?}");
        }
    }
}
