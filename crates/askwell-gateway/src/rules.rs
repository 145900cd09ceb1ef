//! Rules: which calls go upstream at once, which a person approves first, and which never go.
//!
//! Rules are tried in their order, and the first that matches decides; a call that none matches gets the default. A rule
//! matches by server and tool name, and by the annotations of the tool. Annotations are the server's own words: use
//! them to ask more, not to ask less, for a server that you do not trust.

pub(crate) mod duration;
mod glob;
mod limits;
mod settings;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_mcp::wire::Raw;

pub use duration::{parse as parse_duration, to_text as duration_text};
pub use glob::Glob;
pub use limits::GatewayLimits;
pub(crate) use settings::toml_tables;
pub use settings::{GateSettings, InvalidSettings, toml_value};

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It goes upstream.
    Allow,
    /// A person approves it first.
    Ask,
    /// It does not go upstream.
    Deny,
}

impl Action {
    /// All actions with their names.
    pub const ALL: [(&'static str, Action); 3] =
        [("allow", Action::Allow), ("ask", Action::Ask), ("deny", Action::Deny)];

    /// Returns the name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Action::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// A hint that a server gives about a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the annotation of the protocol")]
pub enum Annotation {
    ReadOnly,
    Destructive,
    Idempotent,
    OpenWorld,
}

impl Annotation {
    /// All annotations with their names in the protocol.
    pub const ALL: [(&'static str, Annotation); 4] = [
        ("readOnlyHint", Annotation::ReadOnly),
        ("destructiveHint", Annotation::Destructive),
        ("idempotentHint", Annotation::Idempotent),
        ("openWorldHint", Annotation::OpenWorld),
    ];

    /// Returns the name in the protocol.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Annotation::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns what a definition says, or what the protocol says about a definition without the hint: a tool is not
    /// read-only, not idempotent, acts on the open world, and is destructive unless it is read-only.
    #[must_use]
    pub fn of(self, definition: Raw<'_>) -> bool {
        let said = |annotation: Annotation| {
            definition
                .get("annotations")
                .and_then(|hints| hints.get(annotation.as_str()))
                .and_then(Raw::as_bool)
        };
        match self {
            Annotation::ReadOnly | Annotation::Idempotent => said(self).unwrap_or(false),
            Annotation::OpenWorld => said(self).unwrap_or(true),
            Annotation::Destructive => {
                said(self).unwrap_or(true) && !said(Annotation::ReadOnly).unwrap_or(false)
            }
        }
    }
}

/// Who may approve a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Approver {
    /// The person at the client, in its dialog or on a page.
    Anyone,
    /// A person on a page or in the inbox, not in the client's dialog.
    Page,
    /// This person, on a page or in the inbox.
    Person(Arc<str>),
}

/// What an approval for a while covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// The same tool with the same arguments.
    Arguments,
    /// The same tool with any arguments.
    Tool,
}

/// Whether a person may change the arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editing {
    /// They may.
    Allowed,
    /// They may not.
    Refused,
}

/// The terms of an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalTerms {
    /// Who may approve.
    pub approver: Approver,
    /// How long the question can be answered; `None` for the engine's default.
    pub timeout: Option<Duration>,
    /// How long an approval can be used after it was given.
    pub valid_for: Duration,
    /// The durations that are offered for an approval for a while.
    pub for_a_while: Vec<Duration>,
    /// What an approval for a while covers.
    pub coverage: Coverage,
    /// Whether the arguments may be changed.
    pub editing: Editing,
}

impl Default for ApprovalTerms {
    fn default() -> Self {
        ApprovalTerms {
            approver: Approver::Anyone,
            timeout: None,
            valid_for: Duration::from_secs(600),
            for_a_while: vec![Duration::from_secs(900)],
            coverage: Coverage::Arguments,
            editing: Editing::Allowed,
        }
    }
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its name, for people who read the log.
    pub name: Option<String>,
    /// The servers; one of the patterns has to match.
    pub servers: Vec<Glob>,
    /// The tools; one of the patterns has to match.
    pub tools: Vec<Glob>,
    /// The annotations, all of which have to be so.
    pub annotations: Vec<(Annotation, bool)>,
    /// What happens.
    pub action: Action,
    /// The terms, if a person is asked.
    pub terms: ApprovalTerms,
}

impl Rule {
    fn matches_names(&self, server: &str, tool: &str) -> bool {
        self.servers.iter().any(|pattern| pattern.matches(server))
            && self.tools.iter().any(|pattern| pattern.matches(tool))
    }

    fn matches_annotations(&self, definition: Raw<'_>) -> bool {
        self.annotations.iter().all(|(annotation, wanted)| annotation.of(definition) == *wanted)
    }
}

impl fmt::Display for Rule {
    /// Writes what the rule matches and does, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |globs: &[Glob]| globs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "server {} · tool {}", list(&self.servers), list(&self.tools))?;
        for (annotation, wanted) in &self.annotations {
            write!(f, " · {} = {wanted}", annotation.as_str())?;
        }
        write!(f, " → {}", self.action.as_str())
    }
}

/// All rules of a gateway, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// What happens to calls that no rule matches.
    pub default: Action,
    /// The terms of the default, if it asks.
    pub default_terms: ApprovalTerms,
    /// The rules.
    pub list: Vec<Rule>,
}

impl Default for Rules {
    /// No rules: every call goes upstream.
    fn default() -> Self {
        Rules { default: Action::Allow, default_terms: ApprovalTerms::default(), list: Vec::new() }
    }
}

/// The rule that decides about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleMatch<'r> {
    /// This rule.
    Rule {
        /// Its number, from 1.
        number: usize,
        /// The rule.
        rule: &'r Rule,
    },
    /// No rule matches: the default decides.
    Default,
    /// This rule may match, depending on annotations that are not known.
    Undecided {
        /// Its number, from 1.
        number: usize,
        /// The rule.
        rule: &'r Rule,
    },
}

impl Rules {
    /// Returns whether every call goes upstream.
    #[must_use]
    pub fn allow_all(&self) -> bool {
        self.default == Action::Allow && self.list.iter().all(|rule| rule.action == Action::Allow)
    }

    /// Finds the rule for a call: the first that matches.
    #[must_use]
    pub fn find(&self, server: &str, tool: &str, definition: Option<Raw<'_>>) -> RuleMatch<'_> {
        for (index, rule) in self.list.iter().enumerate() {
            let number = index + 1;
            if !rule.matches_names(server, tool) {
                continue;
            }
            match definition {
                _ if rule.annotations.is_empty() => return RuleMatch::Rule { number, rule },
                Some(definition) if rule.matches_annotations(definition) => {
                    return RuleMatch::Rule { number, rule };
                }
                Some(_) => {}
                None => return RuleMatch::Undecided { number, rule },
            }
        }
        RuleMatch::Default
    }
}

#[cfg(test)]
mod tests;
