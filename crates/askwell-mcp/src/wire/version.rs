//! The two eras of MCP, which differ in how a server asks its client.

use askwell_form::schema::Revision;

/// The legacy revisions without elicitation. A client of one of them that declares elicitation is
/// asked as one of 2025-06-18.
pub(crate) const OLDER_REVISIONS: [&str; 2] = ["2025-03-26", "2024-11-05"];

/// How requests travel from server to client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2025-06-18 and 2025-11-25: a session starts with `initialize`, and the server sends its own
    /// requests.
    Legacy,
    /// 2026-07-28: every request stands alone, and the server answers with input-required results.
    Modern,
}

impl Era {
    /// Returns the era of a revision.
    #[must_use]
    pub fn of(revision: Revision) -> Self {
        match revision {
            Revision::V2025_06_18 | Revision::V2025_11_25 => Era::Legacy,
            Revision::V2026_07_28 => Era::Modern,
        }
    }
}
