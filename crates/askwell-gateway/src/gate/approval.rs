//! One approval: asks, checks the answer, records it, and lets one call through.

use std::time::Duration;

use askwell_engine::{CallError, Engine, StoreError};
use askwell_form::{Answers, Defects, Form};
use askwell_lifecycle::{
    Actor, Audience, CancelReason, Effect, ElicitationId, OnDisconnect, Outcome, State, Surface, Timestamp,
};
use askwell_locale::text;
use askwell_mcp::elicit::{
    AskError, AskRestrictions, AskSpec, AskStatus, QuestionRef, RequestDigest, Reuse, Wait, elicit,
};
use askwell_mcp::server::Call;
use askwell_mcp::wire::Json;

use super::definition::ToolDefinition;
use super::edit::EditForm;
use super::memory::Grant;
use super::question::{Decision, ShownCall, decision_form, read_decision};
use super::{AskingState, edit_form, rejection, shown_text};
use crate::consent_log::{ConsentEntry, ConsentOutcome};
use crate::digest::Digest;
use crate::hooks::{CallDecision, ClientQuirks, UpstreamCall};
use crate::rules::{ApprovalTerms, Approver, Coverage};

/// The keys of the questions about a call, with a number each. Servers' own questions have other keys.
const APPROVE_KEY: &str = "askwell.gate/approve";
const EDIT_KEY: &str = "askwell.gate/edit";
/// How often a person may change the arguments of one call.
const MAX_CHANGES: usize = 5;
/// An answer of a client that may run without a person counts as the client's own if it comes faster.
const INSTANT_ANSWER: Duration = Duration::from_secs(1);
/// The most characters of texts that the log keeps.
const LOGGED_CHARS: usize = 256;

/// Why a call could not be approved.
#[derive(Debug, thiserror::Error)]
pub(super) enum GateError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("the approval cannot be recorded: {0}")]
    Store(#[from] StoreError),
    #[error("the question cannot be made: {0}")]
    Form(#[from] Defects),
    #[error("the approval is still open")]
    StillOpen,
}

/// One call at a gate.
#[derive(Clone, Copy)]
pub(super) struct Gate<'g> {
    pub(super) asking: &'g AskingState,
    pub(super) call: &'g Call,
    pub(super) upstream: UpstreamCall<'g>,
    pub(super) definition: ToolDefinition<'g>,
    pub(super) digest: Digest,
    pub(super) terms: &'g ApprovalTerms,
    pub(super) rule: &'g str,
    pub(super) quirks: ClientQuirks,
}

/// A person's answer, with who gave it and when.
struct GivenAnswer {
    id: ElicitationId,
    answers: Answers,
    at: Timestamp,
    person: Option<String>,
    surface: Surface,
}

/// What a question led to.
enum Asked {
    Answered(GivenAnswer),
    /// It ended otherwise: the rejection was recorded.
    Rejected(CallDecision),
}

/// What a person made of the arguments.
enum Changed {
    Arguments(Json),
    /// They cannot be used, or the person did not go on.
    Nothing(CallDecision),
}

impl Gate<'_> {
    /// Decides: by an earlier approval for a while, or by asking.
    pub(super) async fn decide(&self) -> Result<CallDecision, GateError> {
        if let Some(grant) = self.find_grant().await? {
            let entry = ConsentEntry {
                person: grant.person,
                surface: Some(grant.surface),
                elicitation: Some(grant.elicitation),
                until_ms: Some(grant.until_ms),
                ..self.entry(ConsentOutcome::Covered, self.engine().now())
            };
            self.asking.log.add(&entry).await?;
            return Ok(CallDecision::Forward);
        }
        let UpstreamCall { server, tool, .. } = self.upstream;
        let definition = self.definition;
        let changed = self.asking.definition_change(server, tool, definition).await;
        let mut edited: Option<Json> = None;
        for round in 1..=MAX_CHANGES + 1 {
            let arguments = edited.as_ref().map_or(self.upstream.arguments, Json::raw);
            let digest = Digest::of_call(server, tool, definition.digest(), arguments);
            let edit = edit_form(self.terms, definition, arguments).filter(|_| round <= MAX_CHANGES);
            let shown =
                ShownCall { server, tool, definition, arguments, digest, changed: changed.as_deref() };
            // What a person has changed is approved once: the program did not ask for it.
            let once = ApprovalTerms { for_a_while: Vec::new(), ..self.terms.clone() };
            let terms = if edited.is_some() { &once } else { self.terms };
            let form = decision_form(terms, edit.is_some())?;
            let given = match self.ask(&format!("{APPROVE_KEY}/{round}"), &form, &shown.message()).await? {
                Asked::Answered(given) => given,
                Asked::Rejected(decision) => return Ok(decision),
            };
            match (read_decision(&given.answers, terms), edit) {
                (Decision::Approve, _) => return self.approve(&given, None, edited).await,
                (Decision::ApproveFor(time), _) => return self.approve(&given, Some(time), None).await,
                (Decision::Edit, Some(edit)) => match self.edit(round, &edit).await? {
                    Changed::Arguments(arguments) => edited = Some(arguments),
                    Changed::Nothing(decision) => return Ok(decision),
                },
                (Decision::Edit, None) => return self.reject(&given, None).await,
                (Decision::Reject(comment), _) => return self.reject(&given, comment.as_deref()).await,
            }
        }
        Ok(CallDecision::Reject(rejection::not_editable("they were changed too often")))
    }

    /// Lets the person change the arguments, and asks again while they cannot be used.
    async fn edit(&self, round: usize, edit: &EditForm) -> Result<Changed, GateError> {
        let UpstreamCall { server, tool, .. } = self.upstream;
        let values = [
            ("tool", shown_text::one_line(tool, 128).into()),
            ("server", shown_text::one_line(server, 128).into()),
        ];
        let head = text("gate-change-intro", &values);
        let mut problem = None::<String>;
        for attempt in 1..=MAX_CHANGES {
            let message = match &problem {
                Some(problem) => {
                    let problem = text("gate-change-problem", &[("problem", problem.as_str().into())]);
                    format!("{head}\n\n{problem}")
                }
                None => head.clone(),
            };
            let given =
                match self.ask(&format!("{EDIT_KEY}/{round}/{attempt}"), edit.form(), &message).await? {
                    Asked::Answered(given) => given,
                    Asked::Rejected(decision) => return Ok(Changed::Nothing(decision)),
                };
            match edit.read(&given.answers, self.definition.input_schema()) {
                Ok(arguments) => return Ok(Changed::Arguments(arguments)),
                Err(found) => problem = Some(shown_text::one_line(&found, 300)),
            }
        }
        let text = rejection::not_editable(&problem.unwrap_or_default());
        Ok(Changed::Nothing(CallDecision::Reject(text)))
    }

    /// Asks one question and waits. The answer is taken: no other call gets it.
    async fn ask(&self, key: &str, form: &Form, message: &str) -> Result<Asked, GateError> {
        let restrictions = self.restrictions();
        let principal = self.call.principal();
        let UpstreamCall { server, tool, .. } = self.upstream;
        let request = RequestDigest::of_parts(&["gate", principal, server, tool, &self.digest.to_string()]);
        let context = self.call.ask_context().for_upstream(&request).restricted_by(&restrictions);
        let spec = AskSpec {
            key,
            question: QuestionRef::Form { form, message },
            timeout: self.timeout(),
            pushed_timeout: None,
            limits: None,
            on_disconnect: OnDisconnect::Abandon,
            wait: Wait::UntilClosed,
            reuse: Reuse::Once,
            requested_schema: None,
        };
        let (id, outcome, unseen) = match Box::pin(elicit(&context, spec)).await? {
            AskStatus::Closed { id, outcome, unseen } => (id, outcome, unseen),
            AskStatus::Open { .. } => return Err(GateError::StillOpen),
        };
        if unseen {
            return self.end(id, ConsentOutcome::Unseen, rejection::unseen(), None).await;
        }
        match outcome {
            Outcome::Answered(answers) => self.check(id, answers).await,
            Outcome::Declined(decline) => {
                let text = rejection::rejected(decline.reason.as_deref());
                self.end(id, ConsentOutcome::Rejected, text, decline.reason.as_deref()).await
            }
            Outcome::Cancelled(reason) => {
                self.end(id, ConsentOutcome::Cancelled, rejection::cancelled(reason), None).await
            }
            Outcome::TimedOut => self.end(id, ConsentOutcome::TimedOut, rejection::timed_out(), None).await,
            // Only pages of other programs finish.
            Outcome::Finished(_) => {
                let text = rejection::cancelled(CancelReason::FormInvalidated);
                self.end(id, ConsentOutcome::Cancelled, text, None).await
            }
        }
    }

    /// Checks who answered, and whether the answer can still be used.
    async fn check(&self, id: ElicitationId, answers: Answers) -> Result<Asked, GateError> {
        let actor = Actor::operator(Surface::Mcp);
        let elicitation = self.engine().status(&actor, id).await?;
        let State::Closed(closed) = &elicitation.state else { return Err(GateError::StillOpen) };
        let history = self.engine().history(&actor, id).await?;
        let change = history.iter().rev().find(|change| matches!(change.effect, Effect::Closed { .. }));
        // The log of changes is purged after the elicitation, so this is always there.
        let change = change.ok_or(CallError::NotFound)?;
        let person = change.person.as_deref().map(str::to_owned);
        let given = GivenAnswer { id, answers, at: closed.at, person, surface: change.surface };
        if !may_approve(&self.terms.approver, given.person.as_deref(), given.surface.as_str()) {
            return self.end(id, ConsentOutcome::NotTheApprover, rejection::not_the_approver(), None).await;
        }
        if given.at + self.terms.valid_for <= self.engine().now() {
            return self.end(id, ConsentOutcome::Expired, rejection::expired(), None).await;
        }
        Ok(Asked::Answered(given))
    }

    /// Lets the call through, if the tool is still what was shown. Records the approval first: a call that cannot be
    /// recorded does not go upstream.
    async fn approve(
        &self,
        given: &GivenAnswer,
        time: Option<Duration>,
        changed: Option<Json>,
    ) -> Result<CallDecision, GateError> {
        let UpstreamCall { server, tool, definitions, .. } = self.upstream;
        let (now, shown) = (self.engine().now(), self.definition.digest());
        let newest = definitions.definition(server, tool);
        if newest.is_none_or(|newest| ToolDefinition::new(newest.raw()).digest() != shown) {
            let entry = self.answered_entry(given, ConsentOutcome::DefinitionChanged, now);
            self.asking.log.add(&entry).await?;
            return Ok(CallDecision::Reject(rejection::definition_changed()));
        }
        // From here on the answer is used up, also if the call ends without a result and comes again.
        self.call.spend_answers();
        let outcome = match (time, &changed) {
            (Some(_), _) => ConsentOutcome::ApprovedForAWhile,
            (None, Some(_)) => ConsentOutcome::ApprovedWithChanges,
            (None, None) => ConsentOutcome::Approved,
        };
        let sent = changed.as_ref().map(|sent| Digest::of_call(server, tool, shown, sent.raw()).to_string());
        let entry = ConsentEntry {
            sent_digest: sent,
            until_ms: time.map(|time| (now + time).as_millis()),
            ..self.answered_entry(given, outcome, now)
        };
        self.asking.log.add(&entry).await?;
        self.asking.memory.set_last_approval(server, tool, self.definition.parts(), now).await?;
        if let Some(time) = time {
            let surface = given.surface.as_str();
            let grant = Grant::new(now, time, given.person.as_deref(), surface, given.id.to_string());
            self.asking.memory.add_grant(self.grant_key(), &grant, now).await?;
        }
        Ok(match changed {
            Some(arguments) => CallDecision::ForwardWith(arguments.text().to_owned()),
            None => CallDecision::Forward,
        })
    }

    async fn reject(&self, given: &GivenAnswer, comment: Option<&str>) -> Result<CallDecision, GateError> {
        let entry = ConsentEntry {
            comment: comment.map(|comment| shown_text::one_line(comment, 1_000)),
            ..self.answered_entry(given, ConsentOutcome::Rejected, self.engine().now())
        };
        self.asking.log.add(&entry).await?;
        Ok(CallDecision::Reject(rejection::rejected(comment)))
    }

    /// Records a question that ended without an answer that counts.
    async fn end(
        &self,
        id: ElicitationId,
        outcome: ConsentOutcome,
        text: String,
        comment: Option<&str>,
    ) -> Result<Asked, GateError> {
        let entry = ConsentEntry {
            elicitation: Some(id.to_string()),
            comment: comment.map(|comment| shown_text::one_line(comment, 1_000)),
            ..self.entry(outcome, self.engine().now())
        };
        self.asking.log.add(&entry).await?;
        Ok(Asked::Rejected(CallDecision::Reject(text)))
    }

    /// Finds an approval for a while that covers the call, and that the rule would give again.
    async fn find_grant(&self) -> Result<Option<Grant>, GateError> {
        if self.terms.for_a_while.is_empty() {
            return Ok(None);
        }
        let found = self.asking.memory.find_grant(self.grant_key(), self.engine().now()).await?;
        Ok(found.filter(|grant| {
            self.terms.for_a_while.contains(&Duration::from_secs(grant.seconds))
                && may_approve(&self.terms.approver, grant.person.as_deref(), &grant.surface)
        }))
    }

    /// Returns what an approval for a while is bound to: principal, server, tool and its definition, and the arguments
    /// unless it covers every call of the tool.
    fn grant_key(&self) -> Digest {
        let UpstreamCall { server, tool, .. } = self.upstream;
        let covered = match self.terms.coverage {
            Coverage::Arguments => self.digest.to_string(),
            Coverage::Tool => "every call".to_owned(),
        };
        let definition = self.definition.digest().to_string();
        Digest::of_texts(&["grant", self.call.principal(), server, tool, &definition, &covered])
    }

    fn restrictions(&self) -> AskRestrictions {
        let ClientQuirks { forms_unseen, urls_unseen, headless_answers, silent, .. } = self.quirks;
        AskRestrictions {
            without_dialog: forms_unseen || silent || self.terms.approver != Approver::Anyone,
            without_urls: urls_unseen || silent,
            instant_answer: if headless_answers { INSTANT_ANSWER } else { Duration::ZERO },
            audience: match &self.terms.approver {
                Approver::Person(name) => Some(Audience::Person(name.clone())),
                Approver::Anyone | Approver::Page => None,
            },
        }
    }

    /// Returns the timeout of the rule within what the engine allows.
    fn timeout(&self) -> Option<Duration> {
        let policy = self.engine().policy();
        let settings = policy.settings();
        self.terms.timeout.map(|timeout| timeout.min(settings.max_timeout).max(settings.min_timeout))
    }

    fn engine(&self) -> &Engine {
        &self.asking.engine
    }

    fn answered_entry(&self, given: &GivenAnswer, outcome: ConsentOutcome, now: Timestamp) -> ConsentEntry {
        ConsentEntry {
            person: given.person.as_deref().map(|person| shown_text::one_line(person, LOGGED_CHARS)),
            surface: Some(given.surface.as_str().to_owned()),
            elicitation: Some(given.id.to_string()),
            ..self.entry(outcome, now)
        }
    }

    fn entry(&self, outcome: ConsentOutcome, now: Timestamp) -> ConsentEntry {
        ConsentEntry {
            digest: self.digest.to_string(),
            definition: self.definition.digest().to_string(),
            ..entry_of(self.call, self.upstream, outcome, self.rule, now)
        }
    }
}

/// Returns an entry of the log about a call, without digests.
pub(super) fn entry_of(
    call: &Call,
    upstream: UpstreamCall<'_>,
    outcome: ConsentOutcome,
    rule: &str,
    now: Timestamp,
) -> ConsentEntry {
    let line = |text: &str| shown_text::one_line(text, LOGGED_CHARS);
    let client = call.client();
    ConsentEntry {
        at_ms: now.as_millis(),
        outcome,
        server: line(upstream.server),
        tool: line(upstream.tool),
        rule: rule.to_owned(),
        principal: line(call.principal()),
        client: line(&format!("{} {}", client.name, client.version)),
        ..ConsentEntry::default()
    }
}

/// Returns whether an answer satisfies a rule. A dialog does not tell who answered.
fn may_approve(approver: &Approver, person: Option<&str>, surface: &str) -> bool {
    let is_dialog = surface == Surface::Mcp.as_str();
    match approver {
        Approver::Anyone => true,
        Approver::Page => !is_dialog,
        Approver::Person(name) => !is_dialog && person == Some(&**name),
    }
}
