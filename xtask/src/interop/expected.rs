//! What is known not to work, and why. Whatever is listed here has to fail, and nothing else may.

use super::case::{Case, Era, Role, Tool, Transport};

/// Why a case cannot go well, if it cannot.
pub(super) fn reason(case: &Case) -> Option<&'static str> {
    let Case { peer, role, transport, era, tool, .. } = *case;
    match (peer, role, transport, era, tool) {
        ("rmcp", Role::Client, _, Era::Modern, Tool::Url) => Some(
            "rmcp wants an `elicitationId` in every request for a URL; 2026-07-28 has none, and rmcp takes the whole \
             result for something else",
        ),
        ("typescript-2", Role::Server, Transport::Http, Era::Legacy, _) => Some(
            "the SDK's HTTP handler serves legacy requests one by one, without a session in which it could ask",
        ),
        _ => None,
    }
}
