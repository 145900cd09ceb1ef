//! The scopes of a key: the methods and entry points that it is limited to, beside its role.

use std::sync::Arc;

use crate::rpc::Method;

pub(crate) const EVENTS_SCOPE: &str = "events";
pub(crate) const UPLOADS_SCOPE: &str = "uploads";
pub(crate) const AUDIT_SCOPE: &str = "audit";
pub(crate) const SESSIONS_SCOPE: &str = "sessions";
pub(crate) const MCP_SCOPE: &str = "mcp";
pub(crate) const METRICS_SCOPE: &str = "metrics";
pub(crate) const PAGES_SCOPE: &str = "pages";

/// What scopes can name beside the methods of the API: the event stream, uploaded files, the audit trail, sessions and
/// personal links, the tools for agents, the metrics, and the pages of a service on loopback.
pub const ENTRY_POINTS: [&str; 7] =
    [EVENTS_SCOPE, UPLOADS_SCOPE, AUDIT_SCOPE, SESSIONS_SCOPE, MCP_SCOPE, METRICS_SCOPE, PAGES_SCOPE];

/// The most scopes of a key.
const MOST: usize = 64;

/// What a key is limited to. Without scopes, its role alone limits it.
///
/// A scope is the name of a method (`elicitation/create`), all methods of a family (`elicitation/*`), or one of
/// [`ENTRY_POINTS`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyScopes(Arc<[String]>);

/// A text that is no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidScope {
    /// There is no such method or entry point.
    #[error("{name:?} is no scope; use a method such as elicitation/create, a family such as elicitation/*, or one of {}", ENTRY_POINTS.join(", "))]
    Unknown {
        /// What was given.
        name: String,
    },
    /// There are too many.
    #[error("a key has at most {MOST} scopes; use a family such as elicitation/*")]
    TooMany,
}

impl KeyScopes {
    /// Checks scopes.
    ///
    /// # Errors
    /// Fails if one is unknown, or there are too many.
    pub fn new(names: impl IntoIterator<Item = String>) -> Result<KeyScopes, InvalidScope> {
        let mut names: Vec<String> = names.into_iter().take(MOST + 1).collect();
        if names.len() > MOST {
            return Err(InvalidScope::TooMany);
        }
        names.sort_unstable();
        names.dedup();
        match names.iter().find(|name| !is_known(name)) {
            Some(name) => Err(InvalidScope::Unknown { name: name.clone() }),
            None => Ok(KeyScopes(Arc::from(names))),
        }
    }

    /// Returns scopes as they were stored. One that this version does not know includes nothing.
    pub(super) fn stored(names: Vec<String>) -> KeyScopes {
        KeyScopes(Arc::from(names))
    }

    /// Returns the scopes as they are written.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns whether the scopes include a method or entry point. `rpc.discover` is always included.
    #[must_use]
    pub fn include(&self, name: &str) -> bool {
        self.0.is_empty() || name == Method::Discover.as_str() || self.0.iter().any(|own| covers(own, name))
    }
}

fn covers(scope: &str, name: &str) -> bool {
    match scope.strip_suffix('*') {
        Some(family) => family.ends_with('/') && name.starts_with(family),
        None => scope == name,
    }
}

fn is_known(scope: &str) -> bool {
    ENTRY_POINTS.contains(&scope) || Method::ALL.iter().any(|(name, _)| covers(scope, name))
}

#[cfg(test)]
mod tests {
    use super::{InvalidScope, KeyScopes};

    fn scopes(names: &[&str]) -> Result<KeyScopes, InvalidScope> {
        KeyScopes::new(names.iter().map(|name| (*name).to_owned()))
    }

    #[test]
    fn scopes_include_what_they_name_and_nothing_else() {
        for (names, name, expected) in [
            (&[][..], "elicitation/create", true),
            (&[], "audit", true),
            (&["elicitation/create"], "elicitation/create", true),
            (&["elicitation/create"], "elicitation/cancel", false),
            (&["elicitation/create"], "events", false),
            (&["elicitation/*"], "elicitation/cancel", true),
            (&["elicitation/*"], "webhooks/list", false),
            (&["webhooks/*", "audit"], "audit", true),
            (&["events"], "rpc.discover", true),
        ] {
            assert_eq!(scopes(names).unwrap().include(name), expected, "{names:?} {name}");
        }
    }

    #[test]
    fn unknown_scope_is_rejected() {
        for name in ["", "*", "/*", "elicit*", "elicitation/none", "none/*", "Audit", "rpc.*"] {
            assert!(matches!(scopes(&[name]), Err(InvalidScope::Unknown { .. })), "{name:?}");
        }
        assert_eq!(scopes(&["events"; 65]), Err(InvalidScope::TooMany));
        // A scope of a newer version includes nothing here, and does not widen the key.
        let newer = KeyScopes::stored(vec!["newer/method".to_owned()]);
        assert!(!newer.include("elicitation/create") && !newer.include("audit"));
    }
}
