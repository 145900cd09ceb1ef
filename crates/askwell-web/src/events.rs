//! What happens, as notifications, one after the other: what the event stream and the pipe of `askwell rpc` send.

use askwell_engine::store::Change;
use askwell_engine::{CallError, Engine, Lease, Seen, StoreError, Watch};
use askwell_lifecycle::{Actor, Audience, Scope};

use crate::caller::{AnswerVisibility, Caller};
use crate::wire;

/// A caller's notifications from some point on. Dropping it stops; a new one can go on from any event's number.
#[derive(Debug)]
pub struct Events {
    engine: Engine,
    actor: Actor,
    secrets: AnswerVisibility,
    watch: Watch,
    /// Who listens is there.
    _lease: Option<Lease>,
    /// Seen, and not told yet: whoever stops waiting in between loses nothing.
    untold: Option<Change>,
}

/// One thing to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number: going on after it misses nothing.
    pub seq: u64,
    /// A JSON-RPC notification.
    pub notification: String,
}

/// Said instead of changes that are forgotten already.
const MISSED: &str = r#"{"jsonrpc":"2.0","method":"notifications/events/missed","params":{}}"#;

impl Events {
    /// Begins after an event's number, or now.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(engine: &Engine, caller: &Caller, after: Option<u64>) -> Result<Events, CallError> {
        let watch = engine.watch(&caller.actor, after).await?;
        let _lease = caller.asking_client().map(|client| engine.attend(client.clone()));
        let (engine, actor) = (engine.clone(), caller.actor.clone());
        Ok(Events { engine, actor, secrets: caller.secrets(), watch, _lease, untold: None })
    }

    /// The next one; waits for it. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn next(&mut self) -> Result<Event, StoreError> {
        if self.untold.is_none() {
            match self.watch.next().await? {
                Seen::Change(change) => self.untold = Some(change),
                Seen::Missed => {
                    return Ok(Event { seq: self.watch.position(), notification: MISSED.to_owned() });
                }
            }
        }
        let Some(change) = &self.untold else { return Err(StoreError::Closed) };
        let notification = match self.engine.status(&self.actor, change.id).await {
            Ok(elicitation) => wire::notification(change, &elicitation, self.secrets_of(change)),
            Err(CallError::Store(error)) => return Err(error),
            // Its elicitation is purged, so half of what it said is gone: it counts as forgotten as a whole.
            Err(_) => MISSED.to_owned(),
        };
        let event = Event { seq: change.seq, notification };
        self.untold = None;
        Ok(event)
    }

    /// What a person has answered is not told to others who could have answered it, too.
    fn secrets_of(&self, change: &Change) -> AnswerVisibility {
        let is_for_them =
            matches!(change.audience, Audience::Person(_)) || change.person == self.actor.person;
        match self.actor.scope {
            Scope::Person(_) if !is_for_them => AnswerVisibility::Withheld,
            _ => self.secrets,
        }
    }
}
