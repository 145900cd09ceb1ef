//! Who calls, and what they may do.

use askwell_engine::{CallError, Engine, Limits};
use askwell_lifecycle::{Actor, Audience, ClientId, Elicitation, Scope, Surface};

/// The name of the one client there is while there are no keys.
pub const LOCAL_CLIENT: &str = "local";

/// Whoever calls. Made by whoever checked the key.
#[derive(Debug, Clone)]
pub struct Caller {
    /// On whose behalf.
    pub actor: Actor,
    /// What they may do.
    pub role: Role,
    /// Limits of their own.
    pub limits: Option<Limits>,
}

/// What a caller may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything: the one client of a service that listens on this machine only and has no keys.
    Local,
    /// A program that asks: its own elicitations, and all that can be done to them.
    Asks,
    /// A person who answers: what is asked of them, and nothing that belongs to the asking program.
    Answers,
    /// An operator: looks at everything, calls off what is stuck, minds the webhooks; neither asks nor answers.
    Operates,
}

impl Role {
    /// The roles a key can have, with their names.
    pub const OF_KEYS: [(&'static str, Role); 3] =
        [("asks", Role::Asks), ("answers", Role::Answers), ("operates", Role::Operates)];

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Local => "local",
            Role::Asks => "asks",
            Role::Answers => "answers",
            Role::Operates => "operates",
        }
    }
}

impl Caller {
    /// The one client of a service without keys.
    #[must_use]
    pub fn local() -> Caller {
        let actor = Actor::client(LOCAL_CLIENT, Surface::Api).with_person(LOCAL_CLIENT);
        Caller { actor, role: Role::Local, limits: None }
    }

    /// What they get to see of the answer to an elicitation. To a person, what others have answered is not shown, though
    /// they could have answered it themselves.
    ///
    /// # Errors
    /// When the store fails.
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

    /// The client that asks, for a caller that is one. A person who answers, or an operator, is none.
    pub(crate) fn asking_client(&self) -> Option<&ClientId> {
        match (self.role, &self.actor.scope) {
            (Role::Local | Role::Asks, Scope::Client(client)) => Some(client),
            _ => None,
        }
    }

    /// Whether secrets in answers are for them: only for the program that asked.
    pub(crate) fn secrets(&self) -> AnswerVisibility {
        match self.role {
            Role::Local | Role::Asks => AnswerVisibility::Full,
            Role::Answers | Role::Operates => AnswerVisibility::Masked,
        }
    }
}

/// Whether secrets in answers are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerVisibility {
    /// For the program that asked.
    Full,
    /// For everybody else.
    Masked,
    /// Nothing of the answer is written, for a person who did not give it.
    Withheld,
}
