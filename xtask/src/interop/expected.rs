//! The conversations that are known to fail, with the reason. The listed ones must fail, and no others.

use super::case::{Case, Era, Role, ToolUnderTest};

/// Why a case cannot go well, if it cannot.
pub(super) fn reason(case: &Case) -> Option<&'static str> {
    let Case { peer, role, era, tool, .. } = *case;
    match (peer, role, era, tool) {
        ("rmcp", Role::Client, Era::Modern, ToolUnderTest::Url) => Some(
            "rmcp wants an `elicitationId` in every request for a URL; 2026-07-28 has none, and rmcp takes the whole \
             result for something else",
        ),
        _ => None,
    }
}
