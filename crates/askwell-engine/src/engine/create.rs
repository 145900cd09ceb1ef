//! Asking.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;
use askwell_lifecycle::{
    Actor, Audience, ClientId, Draft, Elicitation, ElicitationId, Mode, OnDisconnect, Policy, Question,
    Scope, Step, Terms, Timestamp, UpToTwo, create,
};

use super::Engine;
use crate::ask::Ask;
use crate::audit;
use crate::error::{CreateError, Limit, Limited};
use crate::limits::Limits;
use crate::store::{Ceiling, Change, Op, StoreError, Verdict};

/// When there may be room again for another open elicitation: nobody knows, so a modest guess.
const ROOM_RETRY: Duration = Duration::from_secs(5);

/// What ought not to happen. Trying again helps.
fn unexpected(what: &str) -> CreateError {
    CreateError::Store(StoreError::Failed(what.into()))
}

/// An elicitation that is about to be created.
pub(crate) struct PreparedCreate {
    pub(crate) elicitation: Arc<Elicitation>,
    pub(crate) key: Option<Arc<str>>,
    ceiling: Ceiling,
    changes: UpToTwo<Change>,
}

/// What an idempotency key stands for: everything that is asked, and of whom; not for how long.
struct KeyContent<'c> {
    mode: Mode,
    question: &'c Question,
    message: Option<&'c str>,
    audience: &'c Audience,
    answer_limit: Option<u32>,
    on_disconnect: OnDisconnect,
}

impl<'c> KeyContent<'c> {
    fn of_ask(ask: &'c Ask) -> Self {
        KeyContent {
            mode: ask.mode,
            question: &ask.question,
            message: ask.message.as_deref(),
            audience: &ask.audience,
            answer_limit: ask.answer_limit,
            on_disconnect: ask.on_disconnect,
        }
    }

    fn is_of(&self, earlier: &Elicitation) -> bool {
        self.mode == earlier.mode
            && self.message == earlier.message.as_deref()
            && *self.audience == earlier.audience
            && self.answer_limit == earlier.answer_limit
            && self.on_disconnect == earlier.on_disconnect
            && match (self.question, &earlier.question) {
                (Question::Form(form), Question::Form(other)) => is_same_form(form, other),
                (
                    Question::Page { url, message },
                    Question::Page { url: other_url, message: other_message },
                ) => url == other_url && message == other_message,
                _ => false,
            }
    }
}

/// Compares documents without regard to the order of keys, which not every program keeps.
fn is_same_form(form: &Form, other: &Form) -> bool {
    let read = |form: &Form| serde_json::from_str::<serde_json::Value>(form.to_json()).ok();
    form == other || read(form).is_some_and(|document| read(other) == Some(document))
}

fn same_question(
    content: &KeyContent<'_>,
    earlier: Arc<Elicitation>,
) -> Result<Arc<Elicitation>, CreateError> {
    if content.is_of(&earlier) { Ok(earlier) } else { Err(CreateError::KeyConflict { id: earlier.id }) }
}

impl Engine {
    /// Asks. With an idempotency key that was used before for the same question, gives what was asked then. The
    /// timeout may differ: that of the first time holds.
    ///
    /// # Errors
    /// When the terms cannot be met, the form has no fields, the key was used for another question, or a limit is
    /// reached.
    #[tracing::instrument(level = "info", skip_all, fields(timeout_ms, timeout_validated))]
    pub async fn create(&self, actor: &Actor, ask: Ask) -> Result<Arc<Elicitation>, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        if let Some(earlier) = self.earlier(client, ask.key.as_ref()).await? {
            return same_question(&KeyContent::of_ask(&ask), earlier);
        }
        let mut prepared = self.prepare_create(actor, client, &ask).await?;
        prepared.key.clone_from(&ask.key);
        let elicitation = Arc::clone(&prepared.elicitation);
        match self.commit_create(client, prepared).await? {
            // Somebody used the key in the same moment.
            Verdict::Exists(_) => {
                let earlier = self.earlier(client, ask.key.as_ref()).await?;
                let earlier =
                    earlier.ok_or_else(|| unexpected("what was asked under this key is gone already"))?;
                same_question(&KeyContent::of_ask(&ask), earlier)
            }
            _ => Ok(elicitation),
        }
    }

    /// Does all that comes before the commit: settles the terms, counts the rate, checks the question.
    pub(crate) async fn prepare_create(
        &self,
        actor: &Actor,
        client: &ClientId,
        ask: &Ask,
    ) -> Result<PreparedCreate, CreateError> {
        let limits = ask.limits.unwrap_or(self.shared.limits);
        let terms = self.settle_terms(&self.timeout_policy(client, &limits), ask)?;
        let checker = &self.shared.checker;
        let question = checker.bind(&ask.question)?;
        self.take_rate(client, &limits, self.now())?;
        // Only now: a client that asks too often makes no name server work.
        checker.check_page(&question, ask.page_policy.as_deref()).await?;
        let now = self.now();
        if ask.audience == Audience::ClientOnly || ask.on_disconnect == OnDisconnect::Abandon {
            self.shared.alarm.ring_by(self.shared.presence.glimpse(client, now));
        }
        let draft = Draft {
            id: ElicitationId::new(now, rand::random()),
            client: client.clone(),
            mode: ask.mode,
            question,
            message: ask.message.clone(),
            audience: ask.audience.clone(),
            terms,
            answer_limit: ask.answer_limit,
            on_disconnect: ask.on_disconnect,
        };
        let Step { next, effects } = create(draft, now);
        let changes = Change::of(&next, effects, actor, now);
        let ceiling = Ceiling { per_client: limits.open_per_client, total: limits.open_total };
        Ok(PreparedCreate { elicitation: Arc::new(next), key: None, ceiling, changes })
    }

    /// Commits what was prepared: [`Verdict::Committed`], or [`Verdict::Exists`] if the key is used.
    pub(crate) async fn commit_create(
        &self,
        client: &ClientId,
        prepared: PreparedCreate,
    ) -> Result<Verdict, CreateError> {
        let PreparedCreate { elicitation, key, ceiling, changes } = prepared;
        let full = |what| {
            let limited = Limited { what, retry_after: ROOM_RETRY };
            self.shared.meter.limited(what);
            audit::limited(client, &limited, 1);
            Err(CreateError::Limited(limited))
        };
        match self.shared.commit_one(Op::Create { elicitation, key, ceiling, changes }).await? {
            verdict @ (Verdict::Committed | Verdict::Exists(_)) => Ok(verdict),
            Verdict::ClientFull => full(Limit::OpenOfClient),
            Verdict::TotalFull => full(Limit::OpenInTotal),
            _ => Err(unexpected("the name was taken")),
        }
    }

    async fn earlier(
        &self,
        client: &ClientId,
        key: Option<&Arc<str>>,
    ) -> Result<Option<Arc<Elicitation>>, CreateError> {
        let Some(key) = key else { return Ok(None) };
        match self.shared.store.find_key(client.clone(), Arc::clone(key)).await? {
            Some(id) => Ok(self.shared.store.get(id).await?),
            None => Ok(None),
        }
    }

    /// The timeouts that hold for a client with these limits.
    #[must_use]
    pub fn timeout_policy(&self, client: &ClientId, limits: &Limits) -> Policy {
        let policy = self.shared.client_policies.get(client).unwrap_or(&self.shared.policy);
        policy.for_client(limits.timeouts)
    }

    /// The terms under which this can be asked. The span and the meter get to know what was asked for.
    fn settle_terms(&self, policy: &Policy, ask: &Ask) -> Result<Terms, CreateError> {
        let span = tracing::Span::current();
        if let Some(requested) = ask.timeout {
            self.shared.meter.timeout_requested(ask.mode, requested);
            span.record("timeout_ms", u64::try_from(requested.as_millis()).unwrap_or(u64::MAX));
        }
        let settled = policy.terms(ask.mode, ask.timeout);
        span.record("timeout_validated", settled.is_ok());
        match settled {
            Ok(terms) => {
                span.record("timeout_ms", u64::try_from(terms.timeout.as_millis()).unwrap_or(u64::MAX));
                Ok(terms)
            }
            Err(error) => {
                self.shared.meter.timeout_refused(&error);
                Err(error.into())
            }
        }
    }

    fn take_rate(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), Limited> {
        self.shared.rates.take(client, limits, now).map_err(|refusal| {
            self.shared.meter.limited(Limit::Rate);
            if let Some(count) = refusal.to_report {
                audit::limited(client, &refusal.limited, count);
            }
            refusal.limited
        })
    }
}
