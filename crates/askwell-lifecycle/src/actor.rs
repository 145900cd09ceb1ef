//! Who does something, and through what.

use std::fmt;
use std::sync::Arc;

use crate::elicitation::{Audience, Elicitation};

/// The program that asks. Elicitations belong to it, and no other client sees them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(Arc<str>);

impl ClientId {
    /// The client's name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ClientId {
    fn from(name: &str) -> Self {
        ClientId(Arc::from(name))
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who does something. Kept with every transition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Actor {
    /// On whose behalf: what belongs to others does not exist for this actor.
    pub scope: Scope,
    /// The person, where one is known.
    pub person: Option<Arc<str>>,
    /// The way in.
    pub surface: Surface,
}

/// What an actor can see.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One client's elicitations.
    Client(ClientId),
    /// What this person can answer, whoever asks: what is for anyone, and what is for them.
    Person(Arc<str>),
    /// Everybody's: an operator, or the engine itself.
    Everything,
}

impl Scope {
    /// Whether it holds what this client asks of this audience.
    #[must_use]
    pub fn includes(&self, client: &ClientId, audience: &Audience) -> bool {
        match self {
            Scope::Client(own) => own == client,
            Scope::Person(name) => audience.admits(name),
            Scope::Everything => true,
        }
    }
}

/// The way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// A program that embeds the library.
    Library,
    /// The service API.
    Api,
    /// An MCP client or server.
    Mcp,
    /// The hosted page or the inbox.
    Web,
    /// A terminal.
    Terminal,
    /// Nobody: time passed, or a client went away.
    Engine,
}

impl Surface {
    /// Every surface with its name.
    pub const ALL: [(&'static str, Surface); 6] = [
        ("library", Surface::Library),
        ("api", Surface::Api),
        ("mcp", Surface::Mcp),
        ("web", Surface::Web),
        ("terminal", Surface::Terminal),
        ("engine", Surface::Engine),
    ];

    /// Its name in records and logs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Surface::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

impl Actor {
    /// A client through some surface.
    #[must_use]
    pub fn client(client: impl Into<ClientId>, surface: Surface) -> Self {
        Actor { scope: Scope::Client(client.into()), person: None, surface }
    }

    /// A person who answers, through some surface.
    #[must_use]
    pub fn person(name: &str, surface: Surface) -> Self {
        let name: Arc<str> = Arc::from(name);
        Actor { scope: Scope::Person(Arc::clone(&name)), person: Some(name), surface }
    }

    /// Somebody who may see everything.
    #[must_use]
    pub fn operator(surface: Surface) -> Self {
        Actor { scope: Scope::Everything, person: None, surface }
    }

    /// The engine itself.
    #[must_use]
    pub fn engine() -> Self {
        Actor::operator(Surface::Engine)
    }

    /// The same, with a person's name.
    #[must_use]
    pub fn with_person(mut self, person: &str) -> Self {
        self.person = Some(Arc::from(person));
        self
    }

    /// Whether an elicitation exists for this actor.
    #[must_use]
    pub fn may_see(&self, elicitation: &Elicitation) -> bool {
        self.scope.includes(&elicitation.client, &elicitation.audience)
    }
}
