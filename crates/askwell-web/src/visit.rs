//! Authorises requests for the page of an elicitation, by link or from the inbox.
//!
//! A [`Visit`] is the proof that the request may see the elicitation. `GET` changes nothing; an
//! action needs the form token, binds the link to the browser and marks the elicitation as opened.

use std::sync::Arc;

use askwell_engine::{CallError, StoreError};
use askwell_form::Form;
use askwell_form::hidden::is_hidden_in_text;
use askwell_http::budget::{ByteBudget, ClientKey, Overload};
use askwell_http::connections::BusyGuard;
use askwell_http::load::Work;
use askwell_lifecycle::{Actor, Audience, Elicitation, Person, Surface};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::{HeaderMap, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::browser::Session;
use crate::client_key;
use crate::connection::Connection;
use crate::inbox::InboxFrame;
use crate::inbox_key;
use crate::links::{self, LinkAccess, StoredLink};
use crate::page::{self, FinalPage};
use crate::pages::{Identity, LOCAL_PERSON, Pages};
use crate::person_limits::TooMuchWork;
use crate::roles::{PersonRole, person_with_role, refusal};
#[cfg(feature = "sign-in")]
use crate::sign_in::ReturnPath;
use crate::sign_in_attempts::{AttemptScope, TooManyAttempts};
use crate::visitor::Visitor;

/// The longest person name of a proxy, in bytes.
const LONGEST_NAME: usize = 256;

/// An authorised request for the page of an elicitation.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) pages: Pages,
    pub(crate) elicitation: Arc<Elicitation>,
    pub(crate) actor: Actor,
    pub(crate) session: Session,
    /// The path of the page.
    pub(crate) path: String,
    pub(crate) entry_point: EntryPoint,
    /// The list around the page, in the inbox.
    pub(crate) frame: Option<InboxFrame>,
    /// Whether only the link identifies the person.
    is_identified_by_link: bool,
    /// The connection of the request.
    line: Connection,
    /// Held from the end of the request body until the response is sent.
    busy: Option<Arc<BusyGuard>>,
}

/// How the request reached the page.
#[derive(Clone)]
pub(crate) enum EntryPoint {
    /// By a link.
    Link { token: String, found: StoredLink },
    /// From the inbox of a person.
    Inbox { person: Arc<str> },
}

/// Why a page is not shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    /// The request is rejected with this page.
    #[error("turned away")]
    Rejected(FinalPage),
    /// The page asks for a code first.
    #[error("a code is wanted")]
    CodeRequired { path: String, token: String, cookie: Option<HeaderValue> },
    /// The person has to sign in first, and returns to this path.
    #[cfg(feature = "sign-in")]
    #[error("a sign-in is wanted")]
    SignIn(ReturnPath),
    /// The client or the service is at its limit.
    #[error(transparent)]
    Overload(#[from] Overload),
    /// There were too many attempts to sign in.
    #[error("too many attempts to sign in")]
    Attempts(TooManyAttempts),
    /// The person did too much in the last minute.
    #[error("the person did too much in the last minute")]
    TooMuch(TooMuchWork),
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
            #[cfg(feature = "sign-in")]
            PageError::SignIn(path) => page::see_other(&path.sign_in_address()),
            PageError::Overload(overload) => {
                let why = "final-refused-busy";
                let mut response = page::final_response(&FinalPage::Refused { why });
                *response.status_mut() = match overload {
                    Overload::Client => StatusCode::TOO_MANY_REQUESTS,
                    Overload::Service => StatusCode::SERVICE_UNAVAILABLE,
                };
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
                response
            }
            PageError::Attempts(refused) => {
                let mut response = page::final_response(&FinalPage::TooManyAttempts(refused));
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(refused.seconds));
                response
            }
            PageError::TooMuch(refused) => {
                let mut response = page::final_response(&FinalPage::TooMuchWork(refused));
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(refused.seconds));
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
            return Err(PageError::Rejected(FinalPage::Refused { why: "final-refused-other-site" }));
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
    let operator = Actor::operator(Surface::Web);
    let elicitation = pages.shown(pages.engine().status(&operator, found.id).await?);
    let path = format!("/f/{token}");
    let session = Session::of(headers, pages.cookie_name());
    let person = person_of(pages, headers, &elicitation.audience, &path)?;
    let is_identified_by_link = person == PersonSource::Link;
    if let PersonSource::Named(named) = &person
        && elicitation.audience != Audience::LinkHolder
        && !pages.may(named, PersonRole::Answer)
    {
        return Err(refusal(PersonRole::Answer));
    }
    let name = match (&elicitation.audience, person) {
        // Such an elicitation can be answered in the dialog of its client only.
        (Audience::ClientOnly, _) => return Err(PageError::Rejected(FinalPage::NotFound)),
        (Audience::Anyone | Audience::LinkHolder, PersonSource::Named(person)) => Some(person),
        (audience, PersonSource::Named(person)) if audience.admits(&person) => Some(person),
        (_, PersonSource::Named(_)) => return Err(PageError::Rejected(FinalPage::SomebodyElse)),
        // The holder of the link, with the code or the bound browser, counts as the person who was
        // asked.
        (Audience::Person(asked), PersonSource::Link) => Some(Person::from(asked)),
        (audience, PersonSource::Link) => {
            let local = (*pages.identity() == Identity::Loopback).then(|| Person::new(LOCAL_PERSON));
            if local.is_none() && matches!(audience, Audience::Group(_) | Audience::SignedIn) {
                // A link and its code do not tell who holds them.
                return Err(PageError::Rejected(FinalPage::Unknown));
            }
            local
        }
    };
    if is_identified_by_link {
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
        Some(person) => operator.with_person(person.as_str()),
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
        frame: None,
        is_identified_by_link,
        line: Connection::default(),
        busy: None,
    })
}

async fn visit_from_inbox(pages: &Pages, id: &str, headers: &HeaderMap) -> Result<Visit, PageError> {
    let person = inbox_person(pages, headers).map_err(|error| return_to_entry(error, id))?;
    let id = id.parse().map_err(|_| PageError::Rejected(FinalPage::NotFound))?;
    let actor = Actor::person(&person, Surface::Web);
    let elicitation = pages.shown(pages.engine().status(&actor, id).await?);
    let session = Session::of(headers, pages.cookie_name());
    Ok(Visit {
        pages: pages.clone(),
        elicitation,
        actor,
        session,
        path: format!("/inbox/{id}"),
        entry_point: EntryPoint::Inbox { person: Arc::clone(person.name()) },
        frame: None,
        is_identified_by_link: false,
        line: Connection::default(),
        busy: None,
    })
}

/// Returns the error with the page of the entry as the place to return to after signing in.
fn return_to_entry(error: PageError, id: &str) -> PageError {
    match error {
        #[cfg(feature = "sign-in")]
        PageError::SignIn(_) => PageError::SignIn(ReturnPath::read(&format!("/inbox/{id}"))),
        other => {
            let _ = id;
            other
        }
    }
}

/// How the person is identified, before the link is read.
#[derive(PartialEq, Eq)]
enum PersonSource {
    Named(Person),
    Link,
}

fn person_of(
    pages: &Pages,
    headers: &HeaderMap,
    audience: &Audience,
    path: &str,
) -> Result<PersonSource, PageError> {
    #[cfg(not(feature = "sign-in"))]
    let _ = (audience, path);
    match pages.identity() {
        Identity::Loopback | Identity::Code => Ok(PersonSource::Link),
        Identity::ProxyHeader(header) => proxy_person(pages, header, headers).map(PersonSource::Named),
        Identity::Proxy(_) => trusted_person(headers).map(PersonSource::Named),
        #[cfg(feature = "sign-in")]
        Identity::SignIn(_) => match (Visitor::of(headers), audience) {
            (Some(visitor), _) => Ok(PersonSource::Named(visitor.into_person())),
            (None, Audience::LinkHolder) => Ok(PersonSource::Link),
            (None, _) => Err(PageError::SignIn(ReturnPath::read(path))),
        },
    }
}

/// Returns the person whose inbox the request may open, with their groups.
pub(crate) fn inbox_person(pages: &Pages, headers: &HeaderMap) -> Result<Person, PageError> {
    person_with_role(pages, headers, PersonRole::Answer)
}

/// Returns the person behind a request, with their groups. Checks no role.
pub(crate) fn signed_in_person(pages: &Pages, headers: &HeaderMap) -> Result<Person, PageError> {
    match pages.identity() {
        Identity::Loopback => {
            let by_key = headers.get(inbox_key::PERSON).and_then(|name| name.to_str().ok());
            let with_groups = |name: &str| Person::new(name).with_groups(pages.groups_of(name));
            // Without a key, everyone on this machine is one person.
            Ok(by_key.map_or_else(|| Person::in_every_group(LOCAL_PERSON), with_groups))
        }
        Identity::ProxyHeader(header) => proxy_person(pages, header, headers),
        Identity::Proxy(_) => trusted_person(headers),
        Identity::Code => Err(PageError::Rejected(FinalPage::NoInbox)),
        #[cfg(feature = "sign-in")]
        Identity::SignIn(_) => match Visitor::of(headers) {
            Some(visitor) => Ok(visitor.into_person()),
            None => Err(PageError::SignIn(ReturnPath::read("/inbox"))),
        },
    }
}

/// Returns the person that the proxy names. Two headers count as none, because one of them came
/// from outside.
fn proxy_person(pages: &Pages, header: &str, headers: &HeaderMap) -> Result<Person, PageError> {
    let mut values = headers.get_all(header).iter();
    let name = values.next().and_then(|value| std::str::from_utf8(value.as_bytes()).ok()).map(str::trim);
    match (name, values.next()) {
        (Some(name), None) if is_plain_name(name) => Ok(Person::new(name).with_groups(pages.groups_of(name))),
        _ => Err(PageError::Rejected(FinalPage::Unknown)),
    }
}

/// Returns the person whom the check before all pages has found.
fn trusted_person(headers: &HeaderMap) -> Result<Person, PageError> {
    Visitor::of(headers).map(Visitor::into_person).ok_or(PageError::Rejected(FinalPage::Unknown))
}

/// Returns whether a name is acceptable: any script, not empty, not too long, no hidden characters.
pub(crate) fn is_plain_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && !name.chars().any(|letter| letter.is_control() || is_hidden_in_text(letter))
}

impl Visit {
    /// Returns the visit of an entry of the person's inbox.
    pub(crate) async fn from_inbox(
        pages: &Pages,
        id: &str,
        headers: &HeaderMap,
        line: Connection,
    ) -> Result<Visit, PageError> {
        let visit = visit_from_inbox(pages, id, headers).await?;
        Ok(Visit { line, ..visit })
    }

    /// Shows the page within a frame.
    pub(crate) fn in_frame(self, frame: InboxFrame) -> Visit {
        Visit { frame: Some(frame), ..self }
    }

    /// Returns whether only the link identifies the person.
    pub(crate) fn is_identified_by_link(&self) -> bool {
        self.is_identified_by_link
    }

    /// Returns the form; an error for an elicitation that is answered on another site.
    pub(crate) fn form(&self) -> Result<&Form, PageError> {
        self.elicitation.form().ok_or(PageError::Rejected(FinalPage::NotFound))
    }

    /// Returns the display name of the client that asks.
    pub(crate) fn client(&self) -> String {
        self.pages.client_name(&self.elicitation.client)
    }

    /// Returns the form token of this page.
    pub(crate) fn form_token(&self) -> String {
        self.session.form_token(&self.path)
    }

    /// Marks the connection as busy until the response is sent. Fails if the client or the service
    /// is at its limit.
    pub(crate) fn mark_busy(&mut self) -> Result<(), PageError> {
        self.busy = self.line.admit(&self.client_key(), Work::Call)?.map(Arc::new);
        Ok(())
    }

    /// Ends the busy mark, because the request becomes a stream and counts as one.
    pub(crate) fn release_connection(&mut self) {
        self.busy = None;
    }

    /// Returns the key under which this request is counted.
    pub(crate) fn client_key(&self) -> ClientKey {
        match &self.entry_point {
            EntryPoint::Link { token, .. } => client_key::of_link(token),
            EntryPoint::Inbox { person } => client_key::of_person(person),
        }
    }

    /// Returns the memory budget of the request.
    pub(crate) fn budget(&self) -> &ByteBudget {
        self.line.budget().unwrap_or_else(|| self.pages.budget())
    }

    /// Authorises an action: checks the form token and binds the link to this browser.
    pub(crate) async fn authorize(&self, token: &str) -> Result<(), PageError> {
        if !self.session.admits(&self.path, token) {
            let why = "final-refused-stale";
            return Err(PageError::Rejected(FinalPage::Refused { why }));
        }
        if let EntryPoint::Link { token, .. } = &self.entry_point
            && self.is_identified_by_link
            && !links::bind(self.pages.engine(), token, &self.session.digest()).await?
        {
            return Err(PageError::Rejected(FinalPage::OtherBrowser));
        }
        Ok(())
    }

    /// Authorises an action and marks the elicitation as opened.
    pub(crate) async fn begin_answer(&mut self, token: &str) -> Result<(), PageError> {
        self.authorize(token).await?;
        match self.pages.engine().open(&self.actor, self.elicitation.id).await {
            Ok(opened) => self.elicitation = self.pages.shown(opened),
            // Closed in the meantime; the outcome is shown instead.
            Err(CallError::Refused(_)) => drop(self.refresh().await?),
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }

    /// Reads the elicitation again. Returns it as it was asked; the visit has it in the language of the page.
    pub(crate) async fn refresh(&mut self) -> Result<Arc<Elicitation>, PageError> {
        let asked = self.pages.engine().status(&self.actor, self.elicitation.id).await?;
        self.elicitation = self.pages.shown(Arc::clone(&asked));
        Ok(asked)
    }

    /// Sets the session cookie if the browser has none.
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

/// Returns the HTTP status of a page without a form.
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
        FinalPage::TooMuchWork(_) => StatusCode::TOO_MANY_REQUESTS,
        FinalPage::TooManyAttempts(refused) => match refused.scope {
            AttemptScope::Address | AttemptScope::Mailbox => StatusCode::TOO_MANY_REQUESTS,
            AttemptScope::Service => StatusCode::SERVICE_UNAVAILABLE,
        },
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
