//! Identifies the caller of the API and its permissions.

use askwell_engine::{CallError, Engine, Limits};
use askwell_lifecycle::{Actor, Audience, ClientId, Elicitation, Scope, Surface};

use crate::keys::KeyScopes;
use crate::roles::PersonRole;

/// The client name of every caller while the service has no keys.
pub const LOCAL_CLIENT: &str = ClientId::UNNAMED;

/// The caller of one request. [`Keys::caller`](crate::Keys::caller) returns it for a valid key.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The actor whose elicitations the caller sees and changes.
    pub actor: Actor,
    /// The role of the caller's key.
    pub role: Role,
    /// Limits of the caller's key, in place of the limits of the service.
    pub limits: Option<Limits>,
    /// What the caller's key is limited to, beside its role.
    pub scopes: KeyScopes,
}

/// The permissions of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Every method. The role of all callers while the service has no keys.
    Local,
    /// A program that creates elicitations: sees and changes its own.
    Asks,
    /// A person who answers: sees what they may answer, and cannot create elicitations.
    Answers,
    /// An operator: sees all elicitations, cancels them and manages webhooks; can neither ask nor
    /// answer.
    Operates,
    /// An administrator: does what an operator does, makes personal links and manages API keys.
    Administers,
}

impl Role {
    /// The roles that a key can have, with their names in key files and on the command line.
    pub const OF_KEYS: [(&'static str, Role); 4] = [
        ("asks", Role::Asks),
        ("answers", Role::Answers),
        ("operates", Role::Operates),
        ("administers", Role::Administers),
    ];

    /// Returns whether the role includes what operators do.
    #[must_use]
    pub fn operates(self) -> bool {
        matches!(self, Role::Local | Role::Operates | Role::Administers)
    }

    /// Returns whether the role includes what administrators do.
    #[must_use]
    pub fn administers(self) -> bool {
        matches!(self, Role::Local | Role::Administers)
    }

    /// Returns whether a key with this role opens the pages of a role of people.
    pub(crate) fn covers(self, role: PersonRole) -> bool {
        match role {
            PersonRole::Answer => self == Role::Answers,
            PersonRole::Operate => self.operates(),
            PersonRole::Administer => self.administers(),
        }
    }

    /// Returns the name of the role.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Local => "local",
            Role::Asks => "asks",
            Role::Answers => "answers",
            Role::Operates => "operates",
            Role::Administers => "administers",
        }
    }
}

impl Caller {
    /// Returns the caller of a service without keys.
    #[must_use]
    pub fn local() -> Caller {
        let actor = Actor::client(LOCAL_CLIENT, Surface::Api).with_person(LOCAL_CLIENT);
        Caller { actor, role: Role::Local, limits: None, scopes: KeyScopes::default() }
    }

    /// Returns which parts of the answer to `elicitation` the caller may see. A person does not see
    /// what another person answered, even if they could have answered it themselves.
    ///
    /// # Errors
    /// Returns the error of the store if it fails.
    pub(crate) async fn secrets_of(
        &self,
        engine: &Engine,
        elicitation: &Elicitation,
    ) -> Result<AnswerVisibility, CallError> {
        let is_for_anyone = !matches!(elicitation.audience, Audience::Person(_));
        if self.role != Role::Answers || elicitation.outcome().is_none() || !is_for_anyone {
            return Ok(self.secrets());
        }
        let history = engine.history(&self.actor, elicitation.id).await?;
        let by = history.last().and_then(|change| change.person.as_ref());
        Ok(if by == self.actor.person.as_ref() { self.secrets() } else { AnswerVisibility::Withheld })
    }

    /// Returns whether the scopes of the caller's key include a method of the API, or an entry point
    /// of [`ENTRY_POINTS`](crate::keys::ENTRY_POINTS).
    #[must_use]
    pub fn may_use(&self, name: &str) -> bool {
        self.scopes.include(name)
    }

    /// Returns the client of a caller that can ask; `None` for people and operators.
    pub(crate) fn asking_client(&self) -> Option<&ClientId> {
        match (self.role, &self.actor.scope) {
            (Role::Local | Role::Asks, Scope::Client(client)) => Some(client),
            _ => None,
        }
    }

    /// Returns which parts of answers the caller may see by its role alone.
    pub(crate) fn secrets(&self) -> AnswerVisibility {
        match self.role {
            Role::Local | Role::Asks => AnswerVisibility::Full,
            Role::Answers | Role::Operates | Role::Administers => AnswerVisibility::Masked,
        }
    }
}

/// Which parts of an answer a caller sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerVisibility {
    /// Everything, including secrets. For the program that asked.
    Full,
    /// Everything except secrets, which are masked.
    Masked,
    /// Nothing: another person gave the answer.
    Withheld,
}
