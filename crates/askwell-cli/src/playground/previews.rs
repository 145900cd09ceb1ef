//! The real page of the edited form: an elicitation in an engine of this process, of which nothing is stored.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{
    Actor, CancelReason, ClientId, ElicitationId, Mode, Outcome, Policy, PolicySettings, State, Surface,
};
use askwell_web::Pages;

use super::texts;
use crate::check;

/// The client in whose name the page asks.
const CLIENT: &str = "playground";

/// The most pages at a time. The oldest one closes when there are more.
const MAX_PAGES: usize = 16;

/// The shortest timeout of a page, so that it does not expire while its author looks at it.
const LOOKING: Duration = Duration::from_secs(60 * 60);

/// How long a closed page can be read.
const RETENTION: Duration = Duration::from_secs(10 * 60);

/// The most bytes of files on one page.
const UPLOAD_BYTES: u64 = 10 << 20;

/// The pages of edited forms. Clones share them.
#[derive(Clone)]
pub(super) struct Previews {
    engine: Engine,
    pages: Arc<Mutex<VecDeque<PreviewPage>>>,
}

/// A page that was made.
#[derive(Clone)]
struct PreviewPage {
    form: Form,
    id: ElicitationId,
    /// The path of the page on this server.
    path: String,
}

impl Previews {
    /// Starts an engine for the pages. Must be called within a tokio runtime.
    pub(super) fn start() -> Result<Previews> {
        let settings = PolicySettings {
            max_timeout: askwell_lifecycle::LONGEST_TIMEOUT,
            // An author sends wrong answers on purpose.
            retry_limit: u8::MAX,
            ..PolicySettings::default()
        };
        let policy = Policy::new(settings).context("the timeouts contradict each other")?;
        let limits = Limits { upload_bytes: UPLOAD_BYTES, ..Limits::none() };
        let engine = Engine::builder().policy(policy).limits(limits).retention(RETENTION).start();
        Ok(Previews { engine, pages: Arc::default() })
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns who asks, as the page names them.
    pub(super) fn client_names(&self) -> HashMap<ClientId, String> {
        HashMap::from([(CLIENT.into(), texts::ASKER.to_owned())])
    }

    /// Returns the path of a page with this form. The same form has the same page until it is answered, unless a new one
    /// is wanted. On failure returns why there is none.
    pub(super) async fn page(&self, pages: &Pages, form: &Form, restart: bool) -> Result<String, String> {
        if !restart && let Some(path) = self.open_page(form).await {
            return Ok(path);
        }
        let timeout = form.timeout().unwrap_or(LOOKING).max(LOOKING);
        let ask = Ask::form(form.clone()).in_mode(Mode::Url).timeout(timeout);
        let created = self.engine.create(&actor(), ask).await.map_err(|error| error.to_string())?;
        let link = pages.link(created.id).await.map_err(|error| error.to_string())?;
        let path = url::Url::parse(&link.url).map_err(|error| error.to_string())?.path().to_owned();
        self.add(PreviewPage { form: form.clone(), id: created.id, path: path.clone() }).await;
        Ok(path)
    }

    /// Returns the path of the newest page with this form, if it is open.
    async fn open_page(&self, form: &Form) -> Option<String> {
        let found = {
            let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            pages.iter().rev().find(|page| page.form == *form).cloned()?
        };
        let status = self.engine.status(&actor(), found.id).await.ok()?;
        matches!(status.state, State::Open(_)).then_some(found.path)
    }

    async fn add(&self, page: PreviewPage) {
        let oldest = {
            let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            pages.push_back(page);
            if pages.len() > MAX_PAGES { pages.pop_front() } else { None }
        };
        if let Some(oldest) = oldest {
            // It may be closed already.
            let _ = self.engine.cancel(&actor(), oldest.id, CancelReason::UserCancelled).await;
        }
    }

    /// Returns what a program gets from the page at this path: JSON, or a word. `None` while it is open.
    pub(super) async fn outcome(&self, path: &str) -> Option<String> {
        let id = {
            let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            pages.iter().find(|page| page.path == path)?.id
        };
        let status = self.engine.status(&actor(), id).await.ok()?;
        let State::Closed(closed) = &status.state else { return None };
        Some(match &closed.outcome {
            Outcome::Answered(answers) => check::print_answers(answers),
            Outcome::Declined(_) => texts::DECLINED.to_owned(),
            Outcome::TimedOut => texts::TIMED_OUT.to_owned(),
            _ => texts::CANCELLED.to_owned(),
        })
    }
}

fn actor() -> Actor {
    Actor::client(CLIENT, Surface::Web)
}
