//! Joining equal asks: an ask with the same client and key joins the open elicitation, or gets the answer
//! that no call has taken. One answer is delivered to one call.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{
    Actor, ClientId, Elicitation, ElicitationId, Outcome, Question, Scope, ShortList, State, Timestamp,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::ask::Ask;
use crate::engine::{ATTEMPTS, AdmittedAsk, Engine, Shared, new_id};
use crate::error::{CallError, CreateError};
use crate::store::{Op, StoreError, TryCommit};
use crate::waiters::{Waiter, WaiterEvent, Waiters};

/// An open elicitation younger than this is left to the call that holds it: equal concurrent calls ask
/// separately, and a repeated call joins.
const JOIN_AFTER: Duration = Duration::from_secs(10);

/// The identity of an ask: a digest of everything that distinguishes it. Stored in the index of idempotency
/// keys, under a prefix that these cannot have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AskKey(pub(crate) Arc<str>);

impl AskKey {
    /// The prefix of these keys.
    pub const PREFIX: &'static str = "mcp:";

    /// Creates a key from a digest of 32 bytes.
    #[must_use]
    pub fn of_digest(digest: &[u8; 32]) -> AskKey {
        // 43 characters of base64 after the prefix, without a buffer that would be copied once more.
        let mut text = *b"mcp:...........................................";
        if let Some(digits) = text.get_mut(Self::PREFIX.len()..) {
            // There is room for exactly this many bytes.
            let _ = URL_SAFE_NO_PAD.encode_slice(digest, digits);
        }
        AskKey(Arc::from(std::str::from_utf8(&text).unwrap_or(Self::PREFIX)))
    }

    /// Returns whether an idempotency key has the reserved prefix.
    #[must_use]
    pub fn is_reserved(idempotency_key: &str) -> bool {
        idempotency_key.starts_with(Self::PREFIX)
    }

    /// Returns the key's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the key of an elicitation that no other ask joins.
    pub(crate) fn of_its_own(&self, id: ElicitationId) -> AskKey {
        AskKey(Arc::from(format!("{}/{id}", self.0)))
    }
}

/// A call that waits for an elicitation. It is registered before others can see the elicitation. Dropping it
/// detaches the call and leaves the elicitation unchanged.
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
    /// Returns the elicitation as of its creation or joining; the closed one after [`WaitHandle::outcome`].
    #[must_use]
    pub fn elicitation(&self) -> &Arc<Elicitation> {
        &self.elicitation
    }

    /// Returns the key for taking the answer.
    #[must_use]
    pub fn key(&self) -> &AskKey {
        &self.key
    }

    /// Returns whether this call created it, rather than joined it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Waits until the elicitation is closed, and returns it. Cancel-safe: dropping the future loses nothing.
    ///
    /// # Errors
    /// [`CallError::Superseded`] when a newer call has joined it; else when it cannot be read.
    pub async fn outcome(&mut self) -> Result<Arc<Elicitation>, CallError> {
        while self.elicitation.outcome().is_none() {
            let Some(waiter) = &mut self.waiter else { return Err(CallError::Superseded) };
            match waiter.next_event().await {
                WaiterEvent::Closed(closed) => self.elicitation = closed,
                WaiterEvent::Recheck => {
                    self.elicitation = self.engine.get_visible(&self.actor, self.elicitation.id).await?;
                }
                WaiterEvent::Superseded => {
                    self.waiter = None;
                    return Err(CallError::Superseded);
                }
            }
        }
        Ok(Arc::clone(&self.elicitation))
    }
}

/// The result of [`Engine::create_now`].
#[derive(Debug)]
#[must_use = "nothing may have been asked yet"]
pub enum CreateNow {
    /// The elicitation was created.
    Created(WaitHandle),
    /// It was not created: the store would wait, a host has to be resolved, or the key is in use.
    Pending(Box<PendingCreate>),
}

/// An ask that could not be created without awaiting.
#[derive(Debug)]
#[must_use = "nothing is asked until it is awaited"]
pub struct PendingCreate {
    ask: Ask,
    /// The elicitation under the key, if known.
    found: Option<Option<ElicitationId>>,
    /// The rate is counted once, however many attempts follow.
    admitted: Option<AdmittedAsk>,
}

impl PendingCreate {
    /// Continues like [`Engine::create_or_join`], with the same actor and key.
    ///
    /// # Errors
    /// As [`Engine::create`].
    pub async fn create_or_join(
        mut self,
        engine: &Engine,
        actor: &Actor,
        key: &AskKey,
        fresh: Duration,
    ) -> Result<WaitHandle, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        let mut found = match self.found {
            Some(found) => found,
            None => engine.find_ask(client, key).await?,
        };
        for _ in 0..ATTEMPTS {
            let mut is_separate = false;
            if let Some(id) = found {
                match engine.join(actor, id, key, fresh).await? {
                    Joined::Handle(handle) => return Ok(*handle),
                    Joined::Busy => is_separate = true,
                    Joined::Stale(stale) => engine.release_key(&stale, key).await?,
                    Joined::Gone => {}
                }
            }
            let admitted = match &self.admitted {
                Some(admitted) => admitted,
                None => {
                    let admitted = engine.admit(client, &self.ask)?;
                    engine.check_page(&admitted, &self.ask).await?;
                    self.admitted.insert(admitted)
                }
            };
            let (handle, op) = engine.prepare_waiting(actor, client, &self.ask, admitted, |id| {
                if is_separate { key.of_its_own(id) } else { key.clone() }
            });
            let verdict = engine.shared.commit_one(op).await?;
            found = match engine.create_result(client, admitted, verdict)? {
                None => return Ok(handle),
                earlier => earlier,
            };
        }
        Err(CreateError::Store(StoreError::Failed("others keep asking the same at the same time".into())))
    }
}

/// How an ask can use the elicitation that an earlier ask left under its key.
enum Joined {
    Handle(Box<WaitHandle>),
    /// Another call holds it: ask separately.
    Busy,
    /// It cannot be used: release its key.
    Stale(Arc<Elicitation>),
    /// It does not exist any more, or was taken.
    Gone,
}

impl Engine {
    /// Creates an elicitation under a key, or joins one that an identical ask left. Joins an open
    /// elicitation, unless another call of this process waits for it and it is younger than ten seconds.
    /// Joins an answered or declined one that was closed within `fresh` and not taken, unless a waiting call
    /// is about to take it. Joining supersedes the calls that waited. Limits apply to what is created, not to
    /// what is joined.
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
        match self.create_now(actor, ask, key)? {
            CreateNow::Created(handle) => Ok(handle),
            CreateNow::Pending(pending) => Box::pin(pending.create_or_join(self, actor, key, fresh)).await,
        }
    }

    /// Creates an elicitation under a key without awaiting, if the key is unused and the store need not wait.
    /// Otherwise continue with [`PendingCreate::create_or_join`].
    ///
    /// # Errors
    /// As [`Engine::create`].
    pub fn create_now(&self, actor: &Actor, ask: Ask, key: &AskKey) -> Result<CreateNow, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        let pending =
            |ask, found, admitted| Ok(CreateNow::Pending(Box::new(PendingCreate { ask, found, admitted })));
        let found = self.shared.store.find_key_now(client, &key.0);
        if found != Some(None) || matches!(ask.question, Question::Page { .. }) {
            return pending(ask, found, None);
        }
        let admitted = self.admit(client, &ask)?;
        let (handle, op) = self.prepare_waiting(actor, client, &ask, &admitted, |_| key.clone());
        match self.shared.commit_now(op) {
            TryCommit::Done(verdict) => match self.create_result(client, &admitted, verdict)? {
                None => Ok(CreateNow::Created(handle)),
                earlier => pending(ask, Some(earlier), Some(admitted)),
            },
            TryCommit::WouldBlock(_) => pending(ask, found, Some(admitted)),
        }
    }

    async fn find_ask(&self, client: &ClientId, key: &AskKey) -> Result<Option<ElicitationId>, StoreError> {
        let store = &self.shared.store;
        match store.find_key_now(client, &key.0) {
            Some(found) => Ok(found),
            None => store.find_key(client.clone(), Arc::clone(&key.0)).await,
        }
    }

    /// Prepares a create, and registers the waiter of the call.
    fn prepare_waiting(
        &self,
        actor: &Actor,
        client: &ClientId,
        ask: &Ask,
        admitted: &AdmittedAsk,
        key: impl FnOnce(ElicitationId) -> AskKey,
    ) -> (WaitHandle, Op) {
        let now = self.now();
        let id = new_id(now);
        let key = key(id);
        let (elicitation, op) =
            self.prepare_create(actor, client, ask, admitted, (id, now), Some(Arc::clone(&key.0)));
        let waiter = Some(Waiter::of_new_call(Arc::clone(&self.shared), elicitation.id));
        let (engine, actor) = (self.clone(), actor.clone());
        (WaitHandle { engine, actor, elicitation, key, is_new: true, waiter }, op)
    }

    async fn join(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
        fresh: Duration,
    ) -> Result<Joined, CreateError> {
        let now = self.now();
        let Some(found) = self.find_visible(actor, id).await? else { return Ok(Joined::Gone) };
        let handle = |elicitation: Arc<Elicitation>, waiter| {
            let (engine, actor, key) = (self.clone(), actor.clone(), key.clone());
            Joined::Handle(Box::new(WaitHandle { engine, actor, elicitation, key, is_new: false, waiter }))
        };
        if let State::Closed(_) = found.state {
            // The waiting call is about to take the answer.
            if self.shared.waiters.has_call(id) {
                return Ok(Joined::Busy);
            }
            // That call may have taken it since the key was read.
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
        // It may have been closed before the waiter was registered; the next attempt finds out whether it was
        // taken.
        let Some(found) = self.find_visible(actor, id).await? else { return Ok(Joined::Gone) };
        Ok(match found.state {
            State::Closed(_) => Joined::Gone,
            State::Open(_) => handle(found, Some(waiter)),
        })
    }

    async fn find_visible(
        &self,
        actor: &Actor,
        id: ElicitationId,
    ) -> Result<Option<Arc<Elicitation>>, StoreError> {
        match self.get_visible(actor, id).await {
            Ok(found) => Ok(Some(found)),
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Releases a key for a new ask. Another call may have done so already.
    async fn release_key(&self, stale: &Elicitation, key: &AskKey) -> Result<(), StoreError> {
        let (id, client, key) = (stale.id, stale.client.clone(), Arc::clone(&key.0));
        self.shared.commit_one(Op::Take { id, client, key, changes: ShortList::none() }).await.map(drop)
    }

    /// Counts an elicitation as held by a call until then, for a call that ended with an input-required
    /// result and will come back. Identical concurrent asks then ask separately.
    pub fn hold(&self, id: ElicitationId, until: Timestamp) {
        self.shared.waiters.hold(id, until, self.now());
    }
}

/// Returns whether a new call can use the outcome: a person's answer or decline that is not too old.
fn is_usable(found: &Elicitation, now: Timestamp, fresh: Duration) -> bool {
    let State::Closed(closed) = &found.state else { return false };
    let is_word =
        matches!(closed.outcome, Outcome::Answered(_) | Outcome::Finished(_) | Outcome::Declined(_));
    is_word && closed.at + fresh > now
}
