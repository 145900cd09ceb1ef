//! Signing in on the pages: OpenID Connect providers, sessions, and the account of a person.
//!
//! `GET /sign-in` shows the ways in and nothing about the question that a person came for. A sign-in begins with a form of
//! this service and ends in a session, which [`sessions`] keeps. Who may answer a question is not decided here.

mod account;
mod api;
mod code_mailer;
mod cookie;
mod expiry;
mod flow;
mod mailed_code;
mod mailed_code_routes;
mod oidc;
mod page;
mod people_directory;
mod personal_link;
mod provider_routes;
mod return_path;
pub(crate) mod sessions;
mod settings;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use askwell_engine::{Engine, StoreError};
use askwell_http::body::{BodyTimeouts, limit_body};
use axum::Router;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::middleware::map_request;
use axum::routing::{get, post};
use std::time::Duration;
use url::Url;

use crate::pages::Pages;
use crate::sign_in_attempts::{AttemptLimits, SignInAttempts};
use crate::visitor::Visitor;
use code_mailer::CodeMailer;
use cookie::CookieScope;
use oidc::Provider;
use sessions::{SessionLimits, Sessions, StoredSession};

pub use api::sessions_api;
pub use mailed_code::MailedCodeLimits;
pub use people_directory::{
    CodeDelivery, CodeMail, DirectoryFuture, KnownPerson, MailboxOwner, PeopleDirectory,
};
pub(crate) use return_path::ReturnPath;
pub use settings::{OidcSettings, SignInSettings};

/// How long the body of a form may take.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The most sessions, and the most people, on the page for administrators.
const SHOWN_SESSIONS: usize = 200;

/// How people sign in, and who has.
#[derive(Debug)]
pub(crate) struct SignIn {
    providers: Vec<Provider>,
    sessions: Sessions,
    limits: SessionLimits,
    scope: CookieScope,
    base_url: Url,
    /// The groups of people by the settings of the service.
    own_groups: HashMap<String, Vec<String>>,
    /// How many codes are mailed; `None` if codes are not.
    code_limits: Option<MailedCodeLimits>,
    code_requests: SignInAttempts,
    directory: OnceLock<ConnectedDirectory>,
}

/// The people whom the service knows, and the task that mails them codes.
struct ConnectedDirectory {
    people: Arc<dyn PeopleDirectory>,
    mailer: CodeMailer,
}

impl fmt::Debug for ConnectedDirectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectedDirectory").finish_non_exhaustive()
    }
}

impl SignIn {
    pub(crate) fn new(engine: &Engine, settings: &SignInSettings, base_url: &Url) -> SignIn {
        let limits = SessionLimits {
            lifetime: settings.session_lifetime,
            idle: settings.session_idle,
            per_person: settings.sessions_per_person,
        };
        let scope = if base_url.scheme() == "https" { CookieScope::Https } else { CookieScope::Http };
        let providers =
            settings.oidc.iter().map(|provider| Provider::new(provider.clone(), base_url)).collect();
        let sessions = Sessions::new(engine.records(), limits);
        let own_groups = settings.groups.clone();
        let code_limits = settings.mailed_codes;
        let MailedCodeLimits { per_network, total, .. } = code_limits.unwrap_or_default();
        let code_requests = SignInAttempts::new(AttemptLimits {
            per_address: per_network,
            total,
            ..AttemptLimits::default()
        });
        SignIn {
            providers,
            sessions,
            limits,
            scope,
            base_url: base_url.clone(),
            own_groups,
            code_limits,
            code_requests,
            directory: OnceLock::new(),
        }
    }

    /// Connects sign-in with the people whom the service knows. Only the first call counts. Must be called within a tokio
    /// runtime.
    pub(crate) fn connect(&self, people: Arc<dyn PeopleDirectory>) {
        self.directory
            .get_or_init(|| ConnectedDirectory { mailer: CodeMailer::start(Arc::clone(&people)), people });
    }

    /// Makes a person known to the directory. If that fails, the person is signed in all the same.
    async fn remember(
        &self,
        person: &str,
        groups: &[String],
        mail: Option<String>,
        provider: &str,
        now: u64,
    ) {
        let Some(directory) = self.directory.get() else { return };
        let (name, groups, provider) = (person.to_owned(), groups.to_vec(), provider.to_owned());
        let known = KnownPerson { name, mail, groups, provider, seen_at: now };
        if let Err(error) = directory.people.remember(&known).await {
            tracing::warn!(person, %error, "a person who signed in could not be made known to the directory");
        }
    }

    /// Returns some of the people whom sign-in has made known, and whether there are more.
    pub(crate) async fn some_people(&self) -> Result<(Vec<KnownPerson>, bool), StoreError> {
        let Some(directory) = self.directory.get() else { return Ok((Vec::new(), false)) };
        let mut people = directory.people.known_people(None, SHOWN_SESSIONS + 1).await?;
        let has_more = people.len() > SHOWN_SESSIONS;
        people.truncate(SHOWN_SESSIONS);
        Ok((people, has_more))
    }

    /// Forgets a person whom sign-in has made known.
    pub(crate) async fn forget_person(&self, name: &str) -> Result<bool, StoreError> {
        match self.directory.get() {
            Some(directory) => directory.people.forget(name).await,
            None => Ok(false),
        }
    }

    /// Returns the directory and the limits if codes are mailed.
    fn mailed_codes(&self) -> Option<(&ConnectedDirectory, MailedCodeLimits)> {
        self.directory.get().zip(self.code_limits)
    }

    fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.settings().id == id)
    }

    /// Returns the session of a request and the value of its cookie.
    async fn session(
        &self,
        headers: &HeaderMap,
        now: u64,
    ) -> Result<Option<(StoredSession, String)>, StoreError> {
        // Another site of the same host may have set a second cookie: the one that is a session counts.
        for value in cookie::values(headers, cookie::session_name(self.scope)).take(4) {
            if let Some(found) = self.sessions.find(value, now).await? {
                return Ok(Some((found, value.to_owned())));
            }
        }
        Ok(None)
    }

    /// Returns the person who has signed in, if the request belongs to a session.
    pub(crate) async fn visitor(&self, headers: &HeaderMap, now: u64) -> Result<Option<Visitor>, StoreError> {
        let found = self.session(headers, now).await?;
        Ok(found.map(|(session, _)| {
            let (id, groups) = (session.id(), self.groups_of(&session));
            Visitor { session: Some(id), person: session.record.person, groups }
        }))
    }

    /// Returns some of the sessions of all people, and whether there are more.
    pub(crate) async fn some_sessions(&self, now: u64) -> Result<(Vec<StoredSession>, bool), StoreError> {
        let (mut sessions, next) = self.sessions.page(None, SHOWN_SESSIONS, now).await?;
        sessions.sort_by_key(|session| std::cmp::Reverse(session.record.created_at));
        Ok((sessions, next.is_some()))
    }

    /// Ends the session with this public id. Returns whether there was one.
    pub(crate) async fn revoke_session(&self, id: &str) -> Result<bool, StoreError> {
        self.sessions.revoke(id).await
    }

    /// Returns the groups of a person: those of the sign-in and those of the settings.
    fn groups_of(&self, session: &StoredSession) -> Vec<String> {
        let own = self.own_groups.get(&session.record.person);
        let mut groups = session.record.groups.clone();
        groups.extend(own.into_iter().flatten().cloned());
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// Returns the routes of sign-in and account.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/sign-in", get(page::show))
        .route("/sign-in/{id}", post(provider_routes::begin))
        .route("/sign-in/{id}/callback", get(provider_routes::finish))
        .route("/sign-in/mail/request", post(mailed_code_routes::request))
        .route("/sign-in/mail/code", get(mailed_code_routes::show).post(mailed_code_routes::enter))
        .route("/personal-link/{token}", get(personal_link::show).post(personal_link::enter))
        .route("/account", get(account::show))
        .route("/account/sessions", post(account::revoke))
        .route("/account/sign-out", post(account::sign_out))
        .layer(map_request(|request: Request| async {
            request.map(|body| limit_body(body, BodyTimeouts::total(BODY_TIMEOUT), None))
        }))
}

/// Returns what the pages need to let people sign in.
pub(crate) fn of_settings(engine: &Engine, settings: &SignInSettings, base_url: &Url) -> Arc<SignIn> {
    Arc::new(SignIn::new(engine, settings, base_url))
}

/// How a session says that its person signed in by a mailed code.
const VIA_MAILED_CODE: &str = "a mailed code";

/// How a session says that its person signed in by a personal link.
const VIA_PERSONAL_LINK: &str = "a personal link";

/// Returns how a person signed in, in the words of the page. Sessions store it as it was written in English; the name of
/// a provider stays as it is.
pub(crate) fn via_words(via: &str) -> String {
    match via {
        VIA_MAILED_CODE => askwell_locale::say("sign-in-via-code"),
        VIA_PERSONAL_LINK => askwell_locale::say("sign-in-via-link"),
        provider => provider.to_owned(),
    }
}
