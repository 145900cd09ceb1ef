//! Setting up an [`Askwell`]: its name, its store and its surfaces.

#[cfg(feature = "web")]
use std::collections::HashMap;
#[cfg(feature = "web")]
use std::net::SocketAddr;
#[cfg(feature = "store")]
use std::path::PathBuf;
use std::time::Duration;

use askwell_engine::{AskError, Engine, EngineBuilder, Limits, SharedError};
use askwell_lifecycle::{Actor, LONGEST_TIMEOUT, Policy, PolicySettings, Surface};

use crate::Askwell;
use crate::surfaces::Surfaces;

/// The name of a program that sets none.
const NAME: &str = "askwell";

/// The same as people read it.
#[cfg(feature = "web")]
const SHOWN_NAME: &str = "A program on this machine";

/// How long a question can be answered unless the program says otherwise.
const TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// The largest answer. Files on pages are uploaded beside it.
const ANSWER_BYTES: usize = 64 << 20;

/// Sets up an [`Askwell`]. Questions live in memory and are shown nowhere unless you add a store and surfaces.
#[derive(Debug, Clone)]
#[must_use = "nothing runs until it is started"]
pub struct AskwellBuilder {
    name: Option<String>,
    timeout: Duration,
    #[cfg(feature = "store")]
    store: Option<PathBuf>,
    #[cfg(feature = "web")]
    pages: Option<String>,
    #[cfg(feature = "term")]
    terminal: Option<askwell_term::InputMode>,
}

impl Default for AskwellBuilder {
    fn default() -> Self {
        AskwellBuilder {
            name: None,
            timeout: TIMEOUT,
            #[cfg(feature = "store")]
            store: None,
            #[cfg(feature = "web")]
            pages: None,
            #[cfg(feature = "term")]
            terminal: None,
        }
    }
}

impl AskwellBuilder {
    /// Sets the name under which the program asks. People see it, and keys belong to it: a program that changes its
    /// name does not find its earlier questions by their keys.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets how long a question can be answered if neither it nor its form says. One hour unless set; at most 30 days.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Keeps questions and answers in this folder, so that they survive a restart. Creates the folder if it does not
    /// exist, and beside it `FOLDER.keyring` with the key for secrets: keep a copy of that file. One process at a time
    /// can use a folder.
    #[cfg(feature = "store")]
    pub fn store(mut self, folder: impl Into<PathBuf>) -> Self {
        self.store = Some(folder.into());
        self
    }

    /// Serves pages where people answer, at an address of this machine such as `127.0.0.1:8787`; port 0 takes a free
    /// one. `/inbox` lists the open questions.
    #[cfg(feature = "web")]
    #[expect(clippy::needless_pass_by_value, reason = "addresses and texts are passed alike")]
    pub fn pages(mut self, address: impl ToString) -> Self {
        self.pages = Some(address.to_string());
        self
    }

    /// Shows questions in the terminal of this program, one at a time. With [`pages`](AskwellBuilder::pages), the first
    /// answer wins.
    #[cfg(feature = "term")]
    pub fn terminal(self) -> Self {
        self.terminal_mode(askwell_term::InputMode::Automatic)
    }

    /// The same with a choice of front end.
    #[cfg(feature = "term")]
    pub fn terminal_mode(mut self, mode: askwell_term::InputMode) -> Self {
        self.terminal = Some(mode);
        self
    }

    /// Opens the store, starts the engine and serves the pages.
    ///
    /// # Errors
    /// Returns [`AskError::Start`] if the timeout is out of bounds, the store cannot be opened or the address cannot be
    /// served. The text says what to do.
    ///
    /// # Panics
    /// Panics outside of a tokio runtime.
    pub async fn start(self) -> Result<Askwell, AskError> {
        #[cfg_attr(
            not(any(feature = "store", feature = "web")),
            expect(unused_mut, reason = "there is nothing to add to the foreground")
        )]
        let mut surfaces = self.foreground();
        let engine = self.engine_builder()?;
        #[cfg(feature = "store")]
        let engine = match &self.store {
            Some(folder) => {
                let keyring = askwell_store::keyring_file(folder);
                let options = askwell_store::OpenOptions::new();
                let store = options.open_with_keyring_file(folder, &keyring).await.map_err(failed)?;
                let store = std::sync::Arc::new(store);
                surfaces.store = Some(store.clone());
                engine.shared_store(store)
            }
            None => engine,
        };
        let engine = engine.start();
        #[cfg(feature = "web")]
        if let Some(address) = &self.pages {
            let unreadable = |_| failed(format!("{address:?} is not an address; write 127.0.0.1:8787"));
            let address: SocketAddr = address.parse().map_err(unreadable)?;
            let shown = self.name.as_deref().unwrap_or(SHOWN_NAME).to_owned();
            let names = HashMap::from([(self.client_name().into(), shown)]);
            let pages = askwell_web::PageServer::start(&engine, address, names).await;
            surfaces.pages = Some(pages.map_err(failed)?);
        }
        let actor = Actor::client(self.client_name(), Surface::Library);
        Ok(Askwell::new(engine, actor, surfaces))
    }

    /// Starts without a store and without pages, which cannot fail.
    pub(crate) fn start_in_memory(self) -> Askwell {
        let engine = Engine::builder().limits(limits()).policy(policy(TIMEOUT).unwrap_or_default());
        let actor = Actor::client(self.client_name(), Surface::Library);
        Askwell::new(engine.start(), actor, self.foreground())
    }

    fn foreground(&self) -> Surfaces {
        Surfaces {
            #[cfg(feature = "web")]
            pages: None,
            #[cfg(feature = "term")]
            terminal: self.terminal,
            #[cfg(feature = "store")]
            store: None,
        }
    }

    fn engine_builder(&self) -> Result<EngineBuilder, AskError> {
        let policy = policy(self.timeout).map_err(failed)?;
        Ok(Engine::builder().limits(limits()).policy(policy))
    }

    fn client_name(&self) -> &str {
        self.name.as_deref().unwrap_or(NAME)
    }
}

/// Returns the limits of a program that asks on its own behalf. Files from its terminal are part of the answer.
fn limits() -> Limits {
    Limits { answer_bytes: ANSWER_BYTES, answer_ceiling: ANSWER_BYTES, ..Limits::none() }
}

/// Returns the rules for time, with the same timeout for every kind of question.
fn policy(timeout: Duration) -> Result<Policy, askwell_lifecycle::PolicyError> {
    Policy::new(PolicySettings {
        max_timeout: LONGEST_TIMEOUT,
        form_timeout: timeout,
        inline_timeout: timeout,
        url_timeout: timeout,
        terminal_timeout: timeout,
        ..PolicySettings::default()
    })
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> AskError {
    AskError::Start(SharedError::new(error))
}
