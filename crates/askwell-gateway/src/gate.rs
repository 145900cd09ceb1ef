//! Gates: calls that a person approves before they go upstream.
//!
//! A gate asks with [`elicit`], which takes the answer once, and then lets one call through. No gate fails open: rules
//! that cannot be read, a tool that the server has not listed, an engine or a store that fails, an answer that nobody
//! can have read: each means that the call does not go upstream.

mod approval;
mod definition;
mod edit;
mod memory;
mod question;
mod rejection;
mod schema_check;
mod shown_text;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use askwell_engine::Engine;
use askwell_locale::{Value, say, text};
use askwell_mcp::elicit::AskError;
use askwell_mcp::server::{Call, Failure};
use askwell_mcp::wire::{Peer, Raw};

use self::approval::{Gate, GateError};
use self::definition::ToolDefinition;
use self::memory::GateMemory;
use self::question::{ShownCall, decision_form};
use crate::consent_log::{ConsentEntry, ConsentLog, ConsentOutcome, time_text};
use crate::digest::Digest;
use crate::hooks::{CallDecision, ClientQuirks, UpstreamCall};
use crate::quirks::QuirksTable;
use crate::rules::{Action, ApprovalTerms, Editing, GateSettings, InvalidSettings, RuleMatch, Rules};

/// What a gateway decides by: rules, what is known about clients, and the engine that asks. Cheap to clone.
#[derive(Clone)]
pub struct Gates(Arc<GateState>);

struct GateState {
    rules: Result<Rules, InvalidSettings>,
    quirks: QuirksTable,
    asking: Option<AskingState>,
}

/// What asking needs.
struct AskingState {
    engine: Engine,
    log: ConsentLog,
    denials: ConsentLog,
    memory: GateMemory,
}

impl fmt::Debug for Gates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gates").field("rules", &self.0.rules).finish_non_exhaustive()
    }
}

impl Default for Gates {
    fn default() -> Self {
        Gates::none()
    }
}

/// Which rule decides about a call, and what the person would see.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The rule, in words.
    pub rule: String,
    /// What happens; `None` if the tool's definition decides and is not known, so that the call does not go upstream.
    pub action: Option<Action>,
    /// The digest of the call, if the tool's definition is known.
    pub digest: Option<Digest>,
    /// The message that the person would read, if one is asked.
    pub message: Option<String>,
    /// The form that the person would fill in, if one is asked.
    pub form: Option<askwell_form::Form>,
    /// The form in which the person would change the arguments, if they may.
    pub edit_form: Option<askwell_form::Form>,
}

impl Gates {
    /// Returns gates without rules: every call goes upstream.
    #[must_use]
    pub fn none() -> Gates {
        Gates::of(Ok(Rules::default()), QuirksTable::default(), None)
    }

    /// Returns gates with these settings. `engine` has to be the engine of the server whose calls are decided.
    #[must_use]
    pub fn new(settings: GateSettings, engine: &Engine) -> Gates {
        let log = ConsentLog::new(engine, settings.log_retention);
        let denials = ConsentLog::of_denials(engine, settings.log_retention);
        let asking = AskingState { engine: engine.clone(), log, denials, memory: GateMemory::new(engine) };
        Gates::of(Ok(settings.rules), settings.quirks, Some(asking))
    }

    /// Returns gates whose settings cannot be read: no call goes upstream.
    #[must_use]
    pub fn broken(error: InvalidSettings) -> Gates {
        Gates::of(Err(error), QuirksTable::default(), None)
    }

    fn of(rules: Result<Rules, InvalidSettings>, quirks: QuirksTable, asking: Option<AskingState>) -> Gates {
        Gates(Arc::new(GateState { rules, quirks, asking }))
    }

    /// Returns whether a decision may need the definition of a tool.
    pub(crate) fn need_definitions(&self) -> bool {
        self.0.rules.as_ref().is_ok_and(|rules| !rules.allow_all())
    }

    /// Returns the table of clients.
    #[must_use]
    pub fn quirks(&self) -> &QuirksTable {
        &self.0.quirks
    }

    pub(crate) fn quirks_of(&self, client: &Peer) -> ClientQuirks {
        self.0.quirks.quirks_of(client)
    }

    /// Decides about a call.
    ///
    /// # Errors
    /// When the answer comes with another call. Everything else that goes wrong is a rejection.
    pub(crate) async fn decide(
        &self,
        call: &Call,
        upstream: UpstreamCall<'_>,
    ) -> Result<CallDecision, Failure> {
        let rules = match &self.0.rules {
            Ok(rules) if rules.allow_all() => return Ok(CallDecision::Forward),
            Ok(rules) => rules,
            Err(error) => return Ok(CallDecision::Reject(rejection::broken_rules(&error.to_string()))),
        };
        let UpstreamCall { server, tool, definitions, arguments } = upstream;
        let definition = definitions.definition(server, tool);
        let found = FoundRule::find(rules, server, tool, definition.as_ref().map(|json| json.raw()));
        let terms = match found.action {
            Some(Action::Allow) => return Ok(CallDecision::Forward),
            Some(Action::Deny) => {
                tracing::info!(target: "askwell::audit", event = "call_denied", server, tool, rule = found.rule, "call denied");
                if let Some(asking) = &self.0.asking {
                    let definition = definition.as_ref().map(|json| ToolDefinition::new(json.raw()));
                    asking.record_denial(call, upstream, definition, &found.rule).await;
                }
                return Ok(CallDecision::Reject(rejection::denied(&found.rule)));
            }
            Some(Action::Ask) => found.terms,
            None => return Ok(CallDecision::Reject(rejection::unknown_definition())),
        };
        let Some(definition) = definition else {
            return Ok(CallDecision::Reject(rejection::unknown_definition()));
        };
        let Some(asking) = &self.0.asking else {
            return Ok(CallDecision::Reject(rejection::failed("the gateway has no engine")));
        };
        let definition = ToolDefinition::new(definition.raw());
        let digest = Digest::of_call(server, tool, definition.digest(), arguments);
        let quirks = self.quirks_of(call.client());
        let gate = Gate { asking, call, upstream, definition, digest, terms, rule: &found.rule, quirks };
        match Box::pin(call.words().during(gate.decide())).await {
            Ok(decision) => Ok(decision),
            Err(GateError::Ask(pending @ AskError::Pending(_))) => Err(pending.into()),
            Err(error) => {
                tracing::warn!(%error, server, tool, "a call cannot be approved");
                Ok(CallDecision::Reject(rejection::failed(&error.to_string())))
            }
        }
    }

    /// Returns what would become of a call, without asking anybody.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub async fn preview(
        &self,
        server: &str,
        tool: &str,
        definition: Option<Raw<'_>>,
        arguments: Raw<'_>,
    ) -> Result<Preview, InvalidSettings> {
        let rules = self.0.rules.as_ref().map_err(Clone::clone)?;
        let found = FoundRule::find(rules, server, tool, definition);
        let mut preview = Preview {
            rule: found.rule.clone(),
            action: found.action,
            digest: None,
            message: None,
            form: None,
            edit_form: None,
        };
        let Some(definition) = definition.map(ToolDefinition::new) else {
            // A question shows the definition, so a call without one does not go upstream.
            preview.action = preview.action.filter(|action| *action != Action::Ask);
            return Ok(preview);
        };
        let digest = Digest::of_call(server, tool, definition.digest(), arguments);
        preview.digest = Some(digest);
        if found.action == Some(Action::Ask) {
            let changed = match &self.0.asking {
                Some(asking) => asking.definition_change(server, tool, definition).await,
                None => None,
            };
            let shown =
                ShownCall { server, tool, definition, arguments, digest, changed: changed.as_deref() };
            let edit = edit_form(found.terms, definition, arguments);
            preview.message = Some(shown.message());
            preview.form = decision_form(found.terms, edit.is_some()).ok();
            preview.edit_form = edit.map(|edit| edit.form().clone());
        }
        Ok(preview)
    }
}

impl AskingState {
    /// Records a call that a rule denies. A store that fails lets no call through: it is only logged.
    async fn record_denial(
        &self,
        call: &Call,
        upstream: UpstreamCall<'_>,
        definition: Option<ToolDefinition<'_>>,
        rule: &str,
    ) {
        let UpstreamCall { server, tool, arguments, .. } = upstream;
        let digest = definition.map(|known| Digest::of_call(server, tool, known.digest(), arguments));
        let entry = ConsentEntry {
            digest: digest.map(|digest| digest.to_string()).unwrap_or_default(),
            definition: definition.map(|known| known.digest().to_string()).unwrap_or_default(),
            ..approval::entry_of(call, upstream, ConsentOutcome::Denied, rule, self.engine.now())
        };
        if let Err(error) = self.denials.add(&entry).await {
            tracing::warn!(%error, server, tool, "a denied call cannot be recorded");
        }
    }

    /// Returns a sentence about what changed in a tool since its last approval. A store that fails hides no change: the
    /// question says that nothing is known.
    async fn definition_change(
        &self,
        server: &str,
        tool: &str,
        definition: ToolDefinition<'_>,
    ) -> Option<String> {
        match self.memory.last_approval(server, tool).await {
            Ok(last) => {
                let last = last?;
                let parts = definition.parts().changes_since(&last.parts)?;
                let parts = Value::Items(parts.into_iter().map(Cow::Owned).collect());
                Some(text("gate-changed", &[("time", time_text(last.at_ms).into()), ("parts", parts)]))
            }
            Err(_) => Some(say("gate-change-unknown")),
        }
    }
}

/// Returns the form in which arguments are changed, if the terms allow that and they are not too long.
fn edit_form(
    terms: &ApprovalTerms,
    definition: ToolDefinition<'_>,
    arguments: Raw<'_>,
) -> Option<edit::EditForm> {
    match terms.editing {
        Editing::Allowed => edit::EditForm::of(definition.input_schema(), arguments),
        Editing::Refused => None,
    }
}

/// Returns whether the arguments of a tool with this schema can be changed in a form, rather than as JSON.
pub(crate) fn can_edit_in_fields(schema: Raw<'_>) -> bool {
    !matches!(edit::EditForm::of(schema, Raw::EMPTY), Some(edit::EditForm::Json(_)))
}

/// The rule for a call, in words, with what it says.
struct FoundRule<'r> {
    rule: String,
    action: Option<Action>,
    terms: &'r ApprovalTerms,
}

impl<'r> FoundRule<'r> {
    fn find(rules: &'r Rules, server: &str, tool: &str, definition: Option<Raw<'_>>) -> Self {
        let words = |number: usize, name: &Option<String>| match name {
            Some(name) => format!("rule {number}, “{}”", shown_text::one_line(name, 80)),
            None => format!("rule {number}"),
        };
        match rules.find(server, tool, definition) {
            RuleMatch::Rule { number, rule } => {
                FoundRule { rule: words(number, &rule.name), action: Some(rule.action), terms: &rule.terms }
            }
            RuleMatch::Undecided { number, rule } => {
                FoundRule { rule: words(number, &rule.name), action: None, terms: &rule.terms }
            }
            RuleMatch::Default => FoundRule {
                rule: "the default".to_owned(),
                action: Some(rules.default),
                terms: &rules.default_terms,
            },
        }
    }
}
