//! What is known not to work, and why. Whatever is listed here has to fail, and nothing else may.

use super::case::{Case, Era, Role, Tool};

/// Why a case cannot go well, if it cannot.
pub(super) fn reason(case: &Case) -> Option<&'static str> {
    let Case { peer, role, era, tool, .. } = *case;
    match (peer, role, era, tool) {
        ("rmcp", Role::Client, Era::Modern, Tool::Url) => Some(
            "rmcp wants an `elicitationId` in every request for a URL; 2026-07-28 has none, and rmcp takes the whole \
             result for something else",
        ),
        _ => None,
    }
}
