//! Asking.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{
    Actor, Audience, ClientId, Draft, Elicitation, ElicitationId, Policy, Question, Scope, Step, create,
};

use super::Engine;
use crate::ask::Ask;
use crate::error::{CreateError, Limit, Limited};
use crate::store::{Ceiling, Change, Op, StoreError, Verdict};

/// When there may be room again for another open elicitation: nobody knows, so a modest guess.
const ROOM_RETRY: Duration = Duration::from_secs(5);

/// What ought not to happen. Trying again helps.
fn unexpected(what: &str) -> CreateError {
    CreateError::Store(StoreError::Failed(what.to_owned()))
}

impl Engine {
    /// Asks. With an idempotency key that was used before, gives what was asked then.
    ///
    /// # Errors
    /// When the terms cannot be met or a limit is reached.
    #[tracing::instrument(level = "debug", skip_all, fields(timeout_ms, timeout_validated))]
    pub async fn create(&self, actor: &Actor, ask: Ask) -> Result<Arc<Elicitation>, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        if let Some(earlier) = self.earlier(client, ask.key.as_ref()).await? {
            return Ok(earlier);
        }
        let terms = self.policy_of(client).terms(ask.mode, ask.timeout)?;
        let span = tracing::Span::current();
        span.record("timeout_ms", u64::try_from(terms.timeout.as_millis()).unwrap_or(u64::MAX));
        span.record("timeout_validated", true);
        let question = self.bind(ask.question)?;
        let now = self.now();
        let limits = ask.limits.unwrap_or(self.shared.limits);
        self.shared
            .rates
            .take(client, &limits, now)
            .inspect_err(|_| self.shared.meter.limited(Limit::Rate))?;
        if ask.audience == Audience::ClientOnly {
            self.shared.alarm.ring_by(self.shared.presence.glimpse(client, now));
        }
        let id = ElicitationId::new(now, rand::random());
        let draft = Draft {
            id,
            client: client.clone(),
            mode: ask.mode,
            question,
            message: ask.message,
            audience: ask.audience,
            terms,
            answer_limit: ask.answer_limit,
            on_disconnect: ask.on_disconnect,
        };
        let Step { next, effects } = create(draft, now);
        let changes = Change::of(&next, effects, actor, now);
        let elicitation = Arc::new(next);
        let ceiling = Ceiling { per_client: limits.open_per_client, total: limits.open_total };
        let op = Op::Create { elicitation: Arc::clone(&elicitation), key: ask.key.clone(), ceiling, changes };
        let verdict = self.shared.commit_one(op).await?;
        let full = |what| {
            self.shared.meter.limited(what);
            Err(CreateError::Limited(Limited { what, retry_after: ROOM_RETRY }))
        };
        match verdict {
            Verdict::Committed => Ok(elicitation),
            // Somebody used the key in the same moment.
            Verdict::Exists(_) => {
                let earlier = self.earlier(client, ask.key.as_ref()).await?;
                earlier.ok_or_else(|| unexpected("what was asked under this key is gone already"))
            }
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

    fn policy_of(&self, client: &ClientId) -> &Policy {
        self.shared.client_policies.get(client).unwrap_or(&self.shared.policy)
    }

    /// A form gets the validators it names, or is not asked at all.
    fn bind(&self, question: Question) -> Result<Question, CreateError> {
        match question {
            Question::Form(form) if !form.custom_validators().is_empty() => {
                Ok(Question::Form(form.with_validators(&self.shared.validators)?))
            }
            other => Ok(other),
        }
    }
}
