//! Where the questions of one program are shown, and where they are kept.

use askwell_engine::{AskError, HostedError, HostedLink};
use askwell_lifecycle::{Elicitation, ElicitationId, Outcome};

use crate::Askwell;

/// The surfaces and the store of one [`Askwell`]. Everything is optional.
#[derive(Debug)]
pub(crate) struct Surfaces {
    #[cfg(feature = "web")]
    pub(crate) pages: Option<askwell_web::PageServer>,
    #[cfg(feature = "term")]
    pub(crate) terminal: Option<askwell_term::InputMode>,
    #[cfg(feature = "store")]
    pub(crate) store: Option<std::sync::Arc<askwell_store::SqliteStore>>,
}

/// A question that is on the terminal. Dropping it takes the question off.
#[derive(Debug)]
pub(crate) struct Showing {
    #[cfg(feature = "term")]
    terminal: crate::terminal::TerminalQuestion,
    #[cfg(feature = "term")]
    has_pages: bool,
}

impl Surfaces {
    /// Shows a question in the foreground, if there is a surface for that.
    #[cfg(feature = "term")]
    pub(crate) fn show(&self, askwell: &Askwell, elicitation: &Elicitation) -> Option<Showing> {
        let mode = self.terminal?;
        let terminal = crate::terminal::TerminalQuestion::show(askwell, elicitation, mode)?;
        Some(Showing { terminal, has_pages: self.has_pages() })
    }

    #[cfg(not(feature = "term"))]
    pub(crate) fn show(&self, _: &Askwell, _: &Elicitation) -> Option<Showing> {
        None
    }

    #[cfg(feature = "term")]
    fn has_pages(&self) -> bool {
        #[cfg(feature = "web")]
        return self.pages.is_some();
        #[cfg(not(feature = "web"))]
        return false;
    }

    /// Returns a link to the page of a question.
    #[cfg(feature = "web")]
    pub(crate) async fn link(&self, id: ElicitationId, stable: bool) -> Result<HostedLink, HostedError> {
        let pages = self.pages.as_ref().ok_or(HostedError::NoPages)?.pages();
        Ok(if stable { pages.stable_link(id).await? } else { pages.link(id).await? })
    }

    #[cfg(not(feature = "web"))]
    pub(crate) async fn link(&self, _: ElicitationId, _: bool) -> Result<HostedLink, HostedError> {
        Err(HostedError::NoPages)
    }

    /// Waits until browsers that have sent an answer have loaded the result.
    pub(crate) async fn results_shown(&self) {
        #[cfg(feature = "web")]
        if let Some(pages) = &self.pages {
            pages.results_loaded().await;
        }
    }

    /// Stops the pages and closes the store.
    pub(crate) async fn close(&self) -> Result<(), AskError> {
        self.results_shown().await;
        #[cfg(feature = "web")]
        if let Some(pages) = &self.pages {
            pages.stop().await;
        }
        #[cfg(feature = "store")]
        if let Some(store) = &self.store {
            let closed = store.close().await;
            closed.map_err(|error| AskError::Call(askwell_engine::CallError::Store(error)))?;
        }
        Ok(())
    }
}

impl Showing {
    /// Waits for the outcome, and until the terminal is free again.
    pub(crate) async fn until(
        self,
        closed: impl Future<Output = Result<Outcome, askwell_engine::CallError>>,
    ) -> Result<Outcome, AskError> {
        #[cfg(feature = "term")]
        {
            self.terminal.until(closed, self.has_pages).await
        }
        #[cfg(not(feature = "term"))]
        {
            Ok(closed.await?)
        }
    }
}
