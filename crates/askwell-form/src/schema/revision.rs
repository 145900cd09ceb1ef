//! The revisions of the Model Context Protocol that have elicitation.

use std::fmt;
use std::str::FromStr;

/// A revision of the protocol; each may say a little more in a schema than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is named after its date")]
pub enum Revision {
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

/// A date that is no revision with elicitation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a revision of MCP with elicitation; known are 2025-06-18, 2025-11-25 and 2026-07-28")]
pub struct UnknownRevision(String);

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: [Revision; 3] = [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];

    /// The newest.
    pub const LATEST: Revision = Revision::V2026_07_28;

    /// Returns the date that names it on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
            Revision::V2026_07_28 => "2026-07-28",
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(date: &str) -> Result<Self, UnknownRevision> {
        let named = Revision::ALL.into_iter().find(|revision| revision.as_str() == date);
        named.ok_or_else(|| UnknownRevision(crate::text::excerpt(date, 40)))
    }
}

#[cfg(test)]
mod tests {
    use super::Revision;

    #[test]
    fn dates_name_revisions() {
        for revision in Revision::ALL {
            assert_eq!(revision.to_string().parse(), Ok(revision));
        }
        assert_eq!(Revision::ALL.last(), Some(&Revision::LATEST));
        assert!("2024-11-05".parse::<Revision>().is_err());
    }
}
