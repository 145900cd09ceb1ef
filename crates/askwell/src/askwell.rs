//! The handle that asks, and its verbs.

use std::fmt;
use std::sync::Arc;

use askwell_engine::{Approval, Ask, AskError, Engine};
use askwell_form::{Answers, Form};
use askwell_lifecycle::{Actor, ElicitationId};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::ask_builder::AskBuilder;
use crate::asked::Asked;
use crate::builder::AskwellBuilder;
use crate::conversion::{Conversion, to_answers, to_bool, to_text, to_type};
use crate::surfaces::Surfaces;

/// Asks people and waits for their replies. Cheap to clone: clones share everything.
///
/// Each verb returns an [`AskBuilder`]. Await it for the [`Reply`](crate::Reply), or
/// [start](AskBuilder::start) it for an [`Asked`], which has a link and can be cancelled.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), askwell::AskError> {
/// use askwell::{Askwell, Reply};
///
/// let askwell = Askwell::in_memory();
/// let asked = askwell.confirm("Deploy 1.4.2?").start().await?;
/// # askwell.engine().submit(askwell.actor(), asked.id(), br#"{"confirm": true}"#).await.unwrap();
/// assert_eq!(asked.await?, Reply::Accepted(true));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Askwell {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    actor: Actor,
    surfaces: Surfaces,
}

impl Askwell {
    /// Returns a builder without surfaces and without a store.
    pub fn builder() -> AskwellBuilder {
        AskwellBuilder::default()
    }

    /// Asks in the terminal of this program, one question at a time. Nothing is stored.
    ///
    /// Questions go to the terminal, or to stderr if stdin is a pipe; then the answers are read from stdin, one line
    /// each.
    ///
    /// # Panics
    /// Panics outside of a tokio runtime.
    #[cfg(feature = "term")]
    #[must_use]
    pub fn in_terminal() -> Askwell {
        Askwell::builder().terminal().start_in_memory()
    }

    /// Asks without showing anything. Your code answers through [`Askwell::engine`]: for tests, and for surfaces of
    /// your own. Nothing is stored.
    ///
    /// # Panics
    /// Panics outside of a tokio runtime.
    #[must_use]
    pub fn in_memory() -> Askwell {
        Askwell::builder().start_in_memory()
    }

    pub(crate) fn new(engine: Engine, actor: Actor, surfaces: Surfaces) -> Askwell {
        Askwell { shared: Arc::new(Shared { engine, actor, surfaces }) }
    }

    /// Asks with a form.
    pub fn ask(&self, form: &Form) -> AskBuilder<Answers> {
        AskBuilder::new(self, Ok(Ask::form(form.clone())), Conversion::Plain(to_answers))
    }

    /// Asks for a type of yours: its fields become the form, and the answer becomes a value of it.
    pub fn ask_as<T>(&self, title: &str) -> AskBuilder<T>
    where
        T: JsonSchema + DeserializeOwned,
    {
        let ask = Form::of::<T>(title).map(Ask::form);
        AskBuilder::new(self, ask.map_err(AskError::from), Conversion::Plain(to_type::<T>))
    }

    /// Asks for a yes or no. `Accepted(false)` is an answer: the person chose no.
    pub fn confirm(&self, question: impl AsRef<str>) -> AskBuilder<bool> {
        let ask = Ask::confirm_form(question.as_ref()).map(Ask::form);
        AskBuilder::new(self, ask.map_err(AskError::from), Conversion::Plain(to_bool))
    }

    /// Asks for an approval: `Accepted` is an explicit yes, and a rejection is `Declined` with the person's comment as
    /// its reason. Show what the decision rests on with [`AskBuilder::evidence`].
    pub fn approve(&self, question: impl AsRef<str>) -> AskBuilder<Approval> {
        let ask = Approval::form(question.as_ref()).map(Ask::form);
        AskBuilder::new(self, ask.map_err(AskError::from), Conversion::Signed(Approval::reply))
    }

    /// Asks for a line of text.
    pub fn prompt(&self, question: impl AsRef<str>) -> AskBuilder<String> {
        let ask = Ask::prompt(question.as_ref());
        AskBuilder::new(self, ask.map_err(AskError::from), Conversion::Plain(to_text))
    }

    /// Returns a question that was asked earlier, perhaps by a process that has ended. The answers are not converted.
    pub fn asked(&self, id: ElicitationId) -> Asked<Answers> {
        Asked::new(self, id, false, Conversion::Plain(to_answers))
    }

    /// Returns the engine: for lists, extensions, history, and for answering from code.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.shared.engine
    }

    /// Returns the actor as which this program asks.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.shared.actor
    }

    pub(crate) fn surfaces(&self) -> &Surfaces {
        &self.shared.surfaces
    }

    /// Ends in good order: waits until browsers have loaded the results, stops the pages and closes the store, for all
    /// clones. Open questions stay open in the store, and a program that is killed loses nothing either.
    ///
    /// # Errors
    /// Fails if the store cannot empty its log, or was closed before; nothing is lost by that.
    pub async fn close(self) -> Result<(), AskError> {
        self.shared.surfaces.close().await
    }
}

impl fmt::Debug for Askwell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Askwell")
            .field("actor", &self.shared.actor)
            .field("surfaces", &self.shared.surfaces)
            .finish_non_exhaustive()
    }
}
