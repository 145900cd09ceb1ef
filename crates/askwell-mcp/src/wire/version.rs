//! The two ways in which MCP lets a server ask.

use askwell_form::schema::Revision;

/// The revisions of the legacy era before elicitation. A client of one of them that declares elicitation all the same is
/// asked as one of 2025-06-18 is.
pub(crate) const OLDER_REVISIONS: [&str; 2] = ["2025-03-26", "2024-11-05"];

/// How requests from server to client travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2025-06-18 and 2025-11-25: a connection begins with `initialize`, and the server pushes its requests.
    Legacy,
    /// 2026-07-28: every request stands alone, and the server answers it with what it needs first.
    Modern,
}

impl Era {
    /// The era a revision belongs to.
    #[must_use]
    pub fn of(revision: Revision) -> Self {
        match revision {
            Revision::V2025_06_18 | Revision::V2025_11_25 => Era::Legacy,
            Revision::V2026_07_28 => Era::Modern,
        }
    }
}
