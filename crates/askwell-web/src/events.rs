//! Turns the changes of elicitations into JSON-RPC notifications, in order. `GET /events` and
//! `askwell rpc` send them.

use askwell_engine::store::Change;
use askwell_engine::{CallError, Engine, Lease, StoreError, Watch, WatchEvent};
use askwell_lifecycle::{Actor, Audience, Scope};

use crate::caller::{AnswerVisibility, Caller};
use crate::wire;

/// The notifications for one caller from some position on. Dropping it ends the subscription; a new
/// one can continue after any [`Event::seq`].
#[derive(Debug)]
pub struct Events {
    engine: Engine,
    actor: Actor,
    secrets: AnswerVisibility,
    watch: Watch,
    /// Marks the client as present while it listens.
    _lease: Option<Lease>,
    /// Read from the log and not returned yet, so that dropping the future of [`Events::next`]
    /// loses nothing.
    untold: Option<Change>,
}

/// One notification and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// Its position in the log. A subscription that starts after it misses nothing.
    pub seq: u64,
    /// The JSON-RPC notification as text.
    pub notification: String,
}

/// Sent in place of changes that are no longer in the log.
const MISSED: &str = r#"{"jsonrpc":"2.0","method":"notifications/events/missed","params":{}}"#;

impl Events {
    /// Subscribes to the changes after the position `after`, or from now on.
    ///
    /// # Errors
    /// Returns the error of the store if it fails.
    pub async fn open(engine: &Engine, caller: &Caller, after: Option<u64>) -> Result<Events, CallError> {
        let watch = engine.watch(&caller.actor, after).await?;
        let _lease = caller.asking_client().map(|client| engine.lease_presence(client.clone()));
        let (engine, actor) = (engine.clone(), caller.actor.clone());
        Ok(Events { engine, actor, secrets: caller.secrets(), watch, _lease, untold: None })
    }

    /// Waits for the next notification and returns it. Cancel-safe: a dropped future loses nothing.
    ///
    /// # Errors
    /// Returns the error of the store if it fails.
    pub async fn next(&mut self) -> Result<Event, StoreError> {
        if self.untold.is_none() {
            match self.watch.next().await? {
                WatchEvent::Change(change) => self.untold = Some(change),
                WatchEvent::Missed => {
                    return Ok(Event { seq: self.watch.position(), notification: MISSED.to_owned() });
                }
            }
        }
        let Some(change) = &self.untold else { return Err(StoreError::Closed) };
        let notification = match self.engine.elicitation_of(&self.actor, change).await {
            Ok(elicitation) => wire::notification(change, &elicitation, self.secrets_of(change)),
            Err(CallError::Store(error)) => return Err(error),
            // Its elicitation is purged, and part of the notification with it, so that the change
            // counts as missed.
            Err(_) => MISSED.to_owned(),
        };
        let event = Event { seq: change.seq, notification };
        self.untold = None;
        Ok(event)
    }

    /// Returns which parts of the answer the notification contains. A person does not see the
    /// answers of others.
    fn secrets_of(&self, change: &Change) -> AnswerVisibility {
        let is_for_them =
            matches!(change.audience, Audience::Person(_)) || change.person == self.actor.person;
        match self.actor.scope {
            Scope::Person(_) if !is_for_them => AnswerVisibility::Withheld,
            _ => self.secrets,
        }
    }
}
