//! A question that was asked and may not be answered yet.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use askwell_engine::{AskError, HostedLink, SharedError};
use askwell_form::{Content, File};
use askwell_lifecycle::{CancelReason, Elicitation, ElicitationId, Reply};
use futures_util::future::BoxFuture;

use crate::Askwell;
use crate::conversion::Conversion;
use crate::surfaces::Showing;

/// A question that was asked. It is a future: await it for the [`Reply`].
///
/// Dropping it stops waiting and takes the form off the terminal; the question itself stays open until a person answers
/// or its time runs out. [`Asked::cancel`] closes it.
#[must_use = "await it for the reply"]
pub struct Asked<T> {
    askwell: Askwell,
    id: ElicitationId,
    has_key: bool,
    conversion: Conversion<T>,
    showing: Option<Showing>,
    waiting: Option<BoxFuture<'static, Result<Reply<T>, AskError>>>,
}

impl<T> Asked<T> {
    pub(crate) fn new(
        askwell: &Askwell,
        id: ElicitationId,
        has_key: bool,
        conversion: Conversion<T>,
    ) -> Self {
        Asked { askwell: askwell.clone(), id, has_key, conversion, showing: None, waiting: None }
    }

    /// Shows the question on the surfaces that belong to this program's foreground.
    pub(crate) fn shown(mut self, elicitation: &Elicitation) -> Self {
        self.showing = self.askwell.surfaces().show(&self.askwell, elicitation);
        self
    }

    /// Returns its id. [`Askwell::asked`] finds the question by it, also after a restart.
    #[must_use]
    pub fn id(&self) -> ElicitationId {
        self.id
    }

    /// Returns a link to the page where the person answers. With a [key](crate::AskBuilder::key) it is always the same
    /// link; else each call makes another one, and the earlier ones keep working.
    ///
    /// # Errors
    /// Fails if the program serves no pages, or the store fails.
    pub async fn link(&self) -> Result<HostedLink, AskError> {
        Ok(self.askwell.surfaces().link(self.id, self.has_key).await?)
    }

    /// Closes the question without an answer. Awaiting it then gives [`Reply::Cancelled`].
    ///
    /// # Errors
    /// Fails if it is closed already, or the store fails.
    pub async fn cancel(&self) -> Result<(), AskError> {
        let (engine, actor) = (self.askwell.engine(), self.askwell.actor());
        engine.cancel(actor, self.id, CancelReason::UserCancelled).await?;
        Ok(())
    }

    /// Reads the content of a file that the person answered with.
    ///
    /// # Errors
    /// Fails if the file is not one of this question, or the store fails.
    pub async fn read_file(&self, file: &File<'_>) -> Result<Vec<u8>, AskError> {
        match &file.content {
            Content::Inline(bytes) => Ok(bytes.clone()),
            Content::Stored { kind, location } if kind == "local" => {
                Ok(self.askwell.engine().download(self.askwell.actor(), self.id, location).await?)
            }
            Content::Stored { location, .. } => {
                let text = format!("the file is kept by another program, at {location}; read it there");
                Err(AskError::Surface(SharedError::new(text)))
            }
        }
    }
}

/// Waits until the question is closed, and until the surface that closed it has shown the result.
async fn wait<T>(
    askwell: Askwell,
    id: ElicitationId,
    showing: Option<Showing>,
    conversion: Conversion<T>,
) -> Result<Reply<T>, AskError> {
    let closed = askwell.engine().wait(askwell.actor(), id);
    let outcome = match showing {
        Some(showing) => showing.until(closed).await?,
        None => closed.await?,
    };
    askwell.surfaces().results_shown().await;
    conversion.reply(askwell.engine(), askwell.actor(), id, outcome).await
}

/// Cancel-safe: a dropped wait loses no answer, and a repeated one gives the same reply.
impl<T: 'static> Future for Asked<T> {
    type Output = Result<Reply<T>, AskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let waiting = this.waiting.get_or_insert_with(|| {
            Box::pin(wait(this.askwell.clone(), this.id, this.showing.take(), this.conversion))
        });
        let polled = waiting.as_mut().poll(context);
        if polled.is_ready() {
            // Awaited again, it gives the same reply.
            this.waiting = None;
        }
        polled
    }
}

impl<T> fmt::Debug for Asked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("id", &self.id).finish_non_exhaustive()
    }
}
