//! Asking again: an identical ask of the same client joins the elicitation that is open, or gets the answer that nobody
//! has taken yet. One answer is delivered to one call.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{
    Actor, ClientId, Effect, Elicitation, ElicitationId, Outcome, Scope, State, Timestamp, UpToTwo,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::ask::Ask;
use crate::audit::{self, AuditEvent};
use crate::engine::{ATTEMPTS, Engine, Shared};
use crate::error::{CallError, CreateError};
use crate::store::{Change, Op, StoreError, Verdict};
use crate::waiters::{News, Waiter, Waiters};

/// An open elicitation that a live call holds is left to that call while it is younger than this: equal calls at the
/// same time ask separately, a repeated call joins.
const JOIN_AFTER: Duration = Duration::from_secs(10);

/// What identifies an ask: a digest of all that makes it this very ask. It shares the index of idempotency keys, under a
/// prefix that these cannot have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AskKey(Arc<str>);

impl AskKey {
    /// What every such key begins with.
    pub const PREFIX: &'static str = "mcp:";

    /// Makes a key of a digest of 32 bytes.
    #[must_use]
    pub fn of_digest(digest: &[u8; 32]) -> AskKey {
        let mut text = String::with_capacity(Self::PREFIX.len() + 43);
        text.push_str(Self::PREFIX);
        URL_SAFE_NO_PAD.encode_string(digest, &mut text);
        AskKey(Arc::from(text))
    }

    /// Returns whether an idempotency key would be mistaken for one of these.
    #[must_use]
    pub fn is_reserved(idempotency_key: &str) -> bool {
        idempotency_key.starts_with(Self::PREFIX)
    }

    /// The key's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of an elicitation that nobody joins.
    fn of_its_own(&self, id: ElicitationId) -> AskKey {
        AskKey(Arc::from(format!("{}/{id}", self.0)))
    }
}

/// What came of taking an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakeResult {
    /// It is the caller's.
    Taken,
    /// Another call has it.
    AlreadyTaken,
}

/// A call that waits for an elicitation. Registered before the elicitation can be seen by others. Dropping it detaches
/// the call: the elicitation stays as it is.
pub struct WaitHandle {
    engine: Engine,
    actor: Actor,
    elicitation: Arc<Elicitation>,
    key: AskKey,
    is_new: bool,
    waiter: Option<Waiter<Arc<Shared>>>,
}

impl AsRef<Waiters> for Arc<Shared> {
    fn as_ref(&self) -> &Waiters {
        &self.waiters
    }
}

impl fmt::Debug for WaitHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitHandle").field("id", &self.elicitation.id).finish_non_exhaustive()
    }
}

impl WaitHandle {
    /// The elicitation as it was when it was created or joined; closed, after [`WaitHandle::outcome`].
    #[must_use]
    pub fn elicitation(&self) -> &Arc<Elicitation> {
        &self.elicitation
    }

    /// The key to take its answer with.
    #[must_use]
    pub fn key(&self) -> &AskKey {
        &self.key
    }

    /// Returns whether this call created it, rather than joined it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Waits until it is closed, and returns it. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`CallError::Superseded`] when a newer call has joined it; else when it cannot be read.
    pub async fn outcome(&mut self) -> Result<Arc<Elicitation>, CallError> {
        while self.elicitation.outcome().is_none() {
            let Some(waiter) = &mut self.waiter else { return Err(CallError::Superseded) };
            match waiter.news().await {
                News::Closed(closed) => self.elicitation = closed,
                News::Look => self.elicitation = self.engine.look(&self.actor, self.elicitation.id).await?,
                News::Superseded => {
                    self.waiter = None;
                    return Err(CallError::Superseded);
                }
            }
        }
        Ok(Arc::clone(&self.elicitation))
    }
}

/// What can be done with the elicitation that an earlier ask left under a key.
enum Joined {
    Handle(Box<WaitHandle>),
    /// A live call holds it: ask separately.
    Busy,
    /// It is of no use any more.
    Stale(Arc<Elicitation>),
    /// It is gone.
    Gone,
}

impl Engine {
    /// Asks under a key, or joins what an identical ask left: an open elicitation, unless another call of this process
    /// waits for it and it is younger than ten seconds, or one that was answered or declined within `fresh` and not taken,
    /// unless a call that waited for it is about to take it.
    /// Joining supersedes the calls that waited for it. Limits hold for what is created, not for what is joined.
    ///
    /// # Errors
    /// As [`Engine::create`].
    pub async fn create_or_join(
        &self,
        actor: &Actor,
        ask: Ask,
        key: &AskKey,
        fresh: Duration,
    ) -> Result<WaitHandle, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        let mut found = self.find_ask(client, key).await?;
        for _ in 0..ATTEMPTS {
            let mut own_key = None;
            if let Some(id) = found {
                match self.join(actor, id, key, fresh).await? {
                    Joined::Handle(handle) => return Ok(*handle),
                    Joined::Busy => own_key = Some(key),
                    Joined::Stale(stale) => self.release_key(&stale, key).await?,
                    Joined::Gone => {}
                }
            }
            match self.create_waiting(actor, client, &ask, key, own_key).await? {
                Ok(handle) => return Ok(handle),
                Err(earlier) => found = Some(earlier),
            }
        }
        Err(CreateError::Store(StoreError::Failed("others keep asking the same at the same time".into())))
    }

    async fn find_ask(&self, client: &ClientId, key: &AskKey) -> Result<Option<ElicitationId>, StoreError> {
        let store = &self.shared.store;
        match store.find_key_now(client, &key.0) {
            Some(found) => Ok(found),
            None => store.find_key(client.clone(), Arc::clone(&key.0)).await,
        }
    }

    /// Creates with a waiter; the id of what is there under the key already, if there is something.
    async fn create_waiting(
        &self,
        actor: &Actor,
        client: &ClientId,
        ask: &Ask,
        key: &AskKey,
        own_key: Option<&AskKey>,
    ) -> Result<Result<WaitHandle, ElicitationId>, CreateError> {
        let mut draft = self.prepare_create(actor, client, ask).await?;
        let elicitation = Arc::clone(&draft.elicitation);
        let key = own_key.map_or_else(|| key.clone(), |key| key.of_its_own(elicitation.id));
        draft.key = Some(Arc::clone(&key.0));
        let waiter = Waiter::of_new_call(Arc::clone(&self.shared), elicitation.id);
        let handle = WaitHandle {
            engine: self.clone(),
            actor: actor.clone(),
            elicitation,
            key,
            is_new: true,
            waiter: Some(waiter),
        };
        Ok(match self.commit_create(client, draft).await? {
            Verdict::Exists(earlier) => Err(earlier),
            _ => Ok(handle),
        })
    }

    async fn join(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
        fresh: Duration,
    ) -> Result<Joined, CreateError> {
        let now = self.now();
        let Some(found) = self.look_for(actor, id).await? else { return Ok(Joined::Gone) };
        let handle = |elicitation: Arc<Elicitation>, waiter| {
            let (engine, actor, key) = (self.clone(), actor.clone(), key.clone());
            Joined::Handle(Box::new(WaitHandle { engine, actor, elicitation, key, is_new: false, waiter }))
        };
        if let State::Closed(_) = found.state {
            // The call that it was closed for takes the answer in a moment.
            if self.shared.waiters.has_call(id) {
                return Ok(Joined::Busy);
            }
            // That call may have taken it since the key was looked up.
            if self.find_ask(&found.client, key).await? != Some(id) {
                return Ok(Joined::Gone);
            }
            return Ok(if is_usable(&found, now, fresh) {
                handle(found, None)
            } else {
                Joined::Stale(found)
            });
        }
        let may_supersede = found.created_at + JOIN_AFTER <= now;
        let shared = Arc::clone(&self.shared);
        let Some(waiter) = Waiter::of_joining_call(shared, id, now, may_supersede) else {
            return Ok(Joined::Busy);
        };
        // It may have been closed before the waiter was there; the next attempt finds out whether it was taken.
        let Some(found) = self.look_for(actor, id).await? else { return Ok(Joined::Gone) };
        Ok(match found.state {
            State::Closed(_) => Joined::Gone,
            State::Open(_) => handle(found, Some(waiter)),
        })
    }

    async fn look_for(
        &self,
        actor: &Actor,
        id: ElicitationId,
    ) -> Result<Option<Arc<Elicitation>>, StoreError> {
        match self.look(actor, id).await {
            Ok(found) => Ok(Some(found)),
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Frees a key for a new ask. Another call may have done so, too.
    async fn release_key(&self, stale: &Elicitation, key: &AskKey) -> Result<(), StoreError> {
        let (id, client, key) = (stale.id, stale.client.clone(), Arc::clone(&key.0));
        self.shared.commit_one(Op::Take { id, client, key, changes: UpToTwo::none() }).await.map(drop)
    }

    /// Takes the answer of a closed elicitation for one call: of several that try, on any node, one gets it. The change is
    /// in the elicitation's history.
    ///
    /// # Errors
    /// When it does not exist for this actor, or is still open.
    pub async fn take(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
    ) -> Result<TakeResult, CallError> {
        let found = self.look(actor, id).await?;
        let mut key = key.clone();
        let mut is_own = false;
        loop {
            let changes = Change::of(&found, UpToTwo::one(Effect::Taken), actor, self.now());
            let op = Op::Take { id, client: found.client.clone(), key: Arc::clone(&key.0), changes };
            match self.shared.commit_one(op).await? {
                Verdict::Committed => {
                    audit::log_event(AuditEvent::Taken, &found, actor.surface);
                    return Ok(TakeResult::Taken);
                }
                Verdict::Conflict => return Err(CallError::StillOpen),
                _ if is_own => return Ok(TakeResult::AlreadyTaken),
                // What was asked separately has a key of its own.
                _ => (key, is_own) = (key.of_its_own(id), true),
            }
        }
    }

    /// Gives an answer back that was taken and not used, so that the next identical ask gets it. Does nothing if the key has
    /// been used again.
    ///
    /// # Errors
    /// When it does not exist for this actor, or is still open.
    pub async fn give_back(&self, actor: &Actor, id: ElicitationId, key: &AskKey) -> Result<(), CallError> {
        let found = self.look(actor, id).await?;
        let op = Op::GiveBack { id, client: found.client.clone(), key: Arc::clone(&key.0) };
        match self.shared.commit_one(op).await? {
            Verdict::Conflict => Err(CallError::StillOpen),
            Verdict::NotFound => Err(CallError::NotFound),
            _ => Ok(()),
        }
    }

    /// Counts an elicitation as held by a call until then: for a call that ended with an input-required result and comes
    /// back. Identical asks at the same time then ask separately, as beside a call that waits.
    pub fn hold(&self, id: ElicitationId, until: Timestamp) {
        self.shared.waiters.hold(id, until, self.now());
    }
}

/// Whether a new call can have the outcome of an elicitation: a person's word, and not too old.
fn is_usable(found: &Elicitation, now: Timestamp, fresh: Duration) -> bool {
    let State::Closed(closed) = &found.state else { return false };
    let is_word =
        matches!(closed.outcome, Outcome::Answered(_) | Outcome::Finished(_) | Outcome::Declined(_));
    is_word && closed.at + fresh > now
}
