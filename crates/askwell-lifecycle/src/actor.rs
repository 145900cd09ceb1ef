//! Actors: who acts, what they can see, and through which surface.

use std::fmt;
use std::sync::Arc;

use crate::elicitation::{Audience, Elicitation};
use crate::person::Person;

/// The identity of a program that asks. It owns its elicitations; other clients cannot see them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(Arc<str>);

impl ClientId {
    /// The client of every program that has no name of its own, on a machine without keys.
    pub const UNNAMED: &'static str = "local";

    /// Returns the name that people read: of a program without a name, that it is one.
    #[must_use]
    pub fn display_name(&self) -> &str {
        if self.as_str() == ClientId::UNNAMED { "A program" } else { self.as_str() }
    }

    /// Returns the client's name.
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

/// Who acts. Recorded with every transition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Actor {
    /// What the actor can see. Everything else does not exist for it.
    pub scope: Scope,
    /// The person, if known.
    pub person: Option<Arc<str>>,
    /// The surface.
    pub surface: Surface,
}

/// Which elicitations an actor can see.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One client's elicitations.
    Client(ClientId),
    /// The elicitations that this person can answer, of all clients.
    Person(Person),
    /// All elicitations: for operators, and the engine itself.
    Everything,
}

impl Scope {
    /// Returns whether the scope includes an elicitation with this client and audience.
    #[must_use]
    pub fn includes(&self, client: &ClientId, audience: &Audience) -> bool {
        match self {
            Scope::Client(own) => own == client,
            Scope::Person(person) => audience.admits(person),
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
    /// The engine: time passed, or a client disconnected.
    Engine,
}

impl Surface {
    /// All surfaces with their names.
    pub const ALL: [(&'static str, Surface); 6] = [
        ("library", Surface::Library),
        ("api", Surface::Api),
        ("mcp", Surface::Mcp),
        ("web", Surface::Web),
        ("terminal", Surface::Terminal),
        ("engine", Surface::Engine),
    ];

    /// Returns the name used in logs and stored changes.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Surface::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

impl Actor {
    /// Creates an actor for a client.
    #[must_use]
    pub fn client(client: impl Into<ClientId>, surface: Surface) -> Self {
        Actor { scope: Scope::Client(client.into()), person: None, surface }
    }

    /// Creates an actor for a person, who sees what is for them and their groups.
    #[must_use]
    pub fn person(person: impl Into<Person>, surface: Surface) -> Self {
        let person = person.into();
        Actor { person: Some(Arc::clone(person.name())), scope: Scope::Person(person), surface }
    }

    /// Creates an actor that can see all elicitations.
    #[must_use]
    pub fn operator(surface: Surface) -> Self {
        Actor { scope: Scope::Everything, person: None, surface }
    }

    /// Creates the actor of the engine itself.
    #[must_use]
    pub fn engine() -> Self {
        Actor::operator(Surface::Engine)
    }

    /// Adds the name of a person.
    #[must_use]
    pub fn with_person(mut self, person: &str) -> Self {
        self.person = Some(Arc::from(person));
        self
    }

    /// Returns whether the actor can see an elicitation.
    #[must_use]
    pub fn may_see(&self, elicitation: &Elicitation) -> bool {
        self.scope.includes(&elicitation.client, &elicitation.audience)
    }
}
