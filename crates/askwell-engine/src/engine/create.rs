//! Creating elicitations: terms, limits, idempotency keys and the commit.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;
use askwell_lifecycle::{
    Actor, Audience, ClientId, Elicitation, ElicitationId, Mode, NewElicitation, OnDisconnect, Policy,
    Question, Quorum, Scope, Step, Terms, Timestamp, create,
};

use super::Engine;
use crate::ask::Ask;
use crate::audit;
use crate::error::{CreateError, Limit, LimitReached};
use crate::follow_up::planned_follow_up;
use crate::limits::Limits;
use crate::rate::RateRefusal;
use crate::store::{Change, CreateQuota, Op, StoreError, Verdict};

/// The suggested delay after a limit on open elicitations is reached. When one is closed cannot be known.
const ROOM_RETRY: Duration = Duration::from_secs(5);

/// Creates the error for an unexpected verdict. Trying again helps.
fn unexpected(what: &str) -> CreateError {
    CreateError::Store(StoreError::Failed(what.into()))
}

/// An ask that may be created: its terms are settled, its question is bound, its rate is counted.
#[derive(Debug)]
pub(crate) struct AdmittedAsk {
    terms: Terms,
    question: Question,
    quota: CreateQuota,
    limits: Limits,
}

/// The content that an idempotency key stands for: everything that is asked and its audience, but not the
/// timeout.
struct KeyContent<'c> {
    mode: Mode,
    question: &'c Question,
    message: Option<&'c str>,
    audience: &'c Audience,
    answer_limit: Option<u32>,
    on_disconnect: OnDisconnect,
    quorum: Option<&'c Quorum>,
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
            quorum: ask.quorum.as_ref(),
        }
    }

    fn is_of(&self, earlier: &Elicitation) -> bool {
        self.mode == earlier.mode
            && self.message == earlier.message.as_deref()
            && *self.audience == earlier.audience
            && self.answer_limit == earlier.answer_limit
            && self.on_disconnect == earlier.on_disconnect
            && self.quorum == earlier.quorum.as_ref()
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

/// Compares form documents, ignoring the order of keys, which not every program preserves.
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
    /// Creates an elicitation. If the idempotency key was used before for the same question, returns the
    /// earlier elicitation with its original timeout.
    ///
    /// # Errors
    /// When the timeout is out of bounds, the form has no fields, the key was used for another question, or a
    /// limit is reached.
    #[tracing::instrument(level = "info", skip_all, fields(timeout_ms, timeout_validated))]
    pub async fn create(&self, actor: &Actor, ask: Ask) -> Result<Arc<Elicitation>, CreateError> {
        let Scope::Client(client) = &actor.scope else { return Err(CreateError::NoClient) };
        if let Some(earlier) = self.earlier(client, ask.key.as_ref()).await? {
            return same_question(&KeyContent::of_ask(&ask), earlier);
        }
        let admitted = self.admit(client, &ask)?;
        self.check_page(&admitted, &ask).await?;
        let now = self.now();
        let (elicitation, op) =
            self.prepare_create(actor, client, &ask, &admitted, (new_id(now), now), ask.key.clone());
        let verdict = self.shared.commit_one(op).await?;
        match self.create_result(client, &admitted, verdict)? {
            // A concurrent create used the key first.
            Some(_) => {
                let earlier = self.earlier(client, ask.key.as_ref()).await?;
                let earlier =
                    earlier.ok_or_else(|| unexpected("what was asked under this key is gone already"))?;
                same_question(&KeyContent::of_ask(&ask), earlier)
            }
            None => Ok(elicitation),
        }
    }

    /// Fixes the terms of an ask, binds its validators, and counts it against the client's rate. A page still
    /// has to be checked with [`Engine::check_page`].
    pub(crate) fn admit(&self, client: &ClientId, ask: &Ask) -> Result<AdmittedAsk, CreateError> {
        if let Some(quorum) = &ask.quorum {
            let is_decision = matches!(&ask.question, Question::Form(form) if form.decision().is_some());
            if !is_decision || !(1..=Quorum::MOST_APPROVALS).contains(&quorum.approvals) {
                return Err(CreateError::Quorum);
            }
        }
        let limits = ask.limits.unwrap_or(self.shared.limits);
        let terms = self.settle_terms(&self.timeout_policy(client, &limits), ask)?;
        let question = self.shared.checker.bind_for(&ask.question, client)?;
        if limits.rate().is_some() {
            self.take_rate(client, &limits, self.now())?;
        }
        // Alone on its store, this process has counted already.
        let rate = if self.shared.is_shared { limits.rate() } else { None };
        let quota = CreateQuota { per_client: limits.open_per_client, total: limits.open_total, rate };
        Ok(AdmittedAsk { terms, question, quota, limits })
    }

    /// Checks the host of a page. Called after [`Engine::admit`], so that a client above its rate causes no
    /// name lookups.
    pub(crate) async fn check_page(&self, admitted: &AdmittedAsk, ask: &Ask) -> Result<(), CreateError> {
        Ok(self.shared.checker.check_page(&admitted.question, ask.page_policy.as_deref()).await?)
    }

    /// Creates the elicitation value with this id and time, and the operation that stores it.
    pub(crate) fn prepare_create(
        &self,
        actor: &Actor,
        client: &ClientId,
        ask: &Ask,
        admitted: &AdmittedAsk,
        (id, now): (ElicitationId, Timestamp),
        key: Option<Arc<str>>,
    ) -> (Arc<Elicitation>, Op) {
        if ask.audience == Audience::ClientOnly || ask.on_disconnect == OnDisconnect::Abandon {
            self.shared.driver_waker.wake_by(self.shared.presence.expect_within_grace(client, now));
        }
        let draft = NewElicitation {
            id,
            client: client.clone(),
            mode: ask.mode,
            question: admitted.question.clone(),
            message: ask.message.clone(),
            audience: ask.audience.clone(),
            quorum: ask.quorum.clone(),
            terms: admitted.terms,
            answer_limit: ask.answer_limit,
            on_disconnect: ask.on_disconnect,
        };
        let Step { next, effects } = create(draft, now).with_follow_up(planned_follow_up(ask));
        let changes = Change::of(&next, effects, actor, now);
        let elicitation = Arc::new(next);
        let quota = admitted.quota;
        let op = Op::Create { elicitation: Arc::clone(&elicitation), key, quota, changes };
        (elicitation, op)
    }

    /// Converts the verdict on a create: the elicitation that already has the key, or `None` after a commit.
    pub(crate) fn create_result(
        &self,
        client: &ClientId,
        admitted: &AdmittedAsk,
        verdict: Verdict,
    ) -> Result<Option<ElicitationId>, CreateError> {
        let full = |what| {
            let limited = LimitReached { what, retry_after: ROOM_RETRY };
            self.shared.meter.limited(what);
            audit::limited(client, &limited, 1);
            Err(CreateError::Limited(limited))
        };
        match verdict {
            Verdict::Committed => Ok(None),
            Verdict::Exists(earlier) => Ok(Some(earlier)),
            Verdict::ClientFull => full(Limit::OpenOfClient),
            Verdict::TotalFull => full(Limit::OpenInTotal),
            Verdict::TooFast { retry_at } => {
                let refusal = self.shared.rates.refuse(client, &admitted.limits, self.now(), retry_at);
                Err(self.report_rate(client, refusal).into())
            }
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

    /// Returns the timeout policy of a client with these limits.
    #[must_use]
    pub fn timeout_policy(&self, client: &ClientId, limits: &Limits) -> Policy {
        let policy = self.shared.client_policies.get(client).unwrap_or(&self.shared.policy);
        policy.for_client(limits.timeouts)
    }

    /// Returns the terms of an ask, and records the requested timeout in the span and the metrics.
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

    fn take_rate(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), LimitReached> {
        self.shared.rates.take(client, limits, now).map_err(|refusal| self.report_rate(client, refusal))
    }

    fn report_rate(&self, client: &ClientId, refusal: RateRefusal) -> LimitReached {
        refusal.report(client, &self.shared.meter)
    }
}

/// Returns a new id.
pub(crate) fn new_id(now: Timestamp) -> ElicitationId {
    ElicitationId::new(now, rand::random())
}
