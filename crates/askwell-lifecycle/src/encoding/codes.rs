//! The codes of encoded values. A code never changes its meaning and is never reused.

use crate::actor::Surface;
use crate::elicitation::Mode;
use crate::outcome::{CancelReason, Status};

use super::bytes::DecodeError;

/// The codes of modes.
pub const MODES: [(u8, Mode); 4] = [(0, Mode::Form), (1, Mode::Inline), (2, Mode::Url), (3, Mode::Terminal)];

/// The codes of statuses.
pub const STATUSES: [(u8, Status); 6] = [
    (0, Status::Pending),
    (1, Status::Active),
    (2, Status::Completed),
    (3, Status::Declined),
    (4, Status::Cancelled),
    (5, Status::Timeout),
];

/// The codes of cancel reasons.
pub const CANCEL_REASONS: [(u8, CancelReason); 5] = [
    (0, CancelReason::UserCancelled),
    (1, CancelReason::ClientDisconnected),
    (2, CancelReason::SessionExpired),
    (3, CancelReason::FormInvalidated),
    (4, CancelReason::MaxRetriesExceeded),
];

/// The codes of reasons in changes: the cancel reasons, and the timeout.
pub const REASONS: [(u8, &str); 6] = [
    (0, "user_cancelled"),
    (1, "client_disconnected"),
    (2, "session_expired"),
    (3, "form_invalidated"),
    (4, "max_retries_exceeded"),
    (5, "timeout"),
];

/// The codes of surfaces.
pub const SURFACES: [(u8, Surface); 6] = [
    (0, Surface::Library),
    (1, Surface::Api),
    (2, Surface::Mcp),
    (3, Surface::Web),
    (4, Surface::Terminal),
    (5, Surface::Engine),
];

/// Returns the code of a value; `None` if it is newer than the table.
pub fn code_of<T: PartialEq>(table: &[(u8, T)], value: &T) -> Option<u8> {
    table.iter().find(|(_, other)| other == value).map(|(code, _)| *code)
}

/// Returns the value of a code.
///
/// # Errors
/// When the code is unknown.
pub fn by_code<T: Copy>(table: &[(u8, T)], code: u8, what: &'static str) -> Result<T, DecodeError> {
    let found = table.iter().find(|(other, _)| *other == code);
    found.map(|(_, value)| *value).ok_or(DecodeError::Code { what, code })
}

#[cfg(test)]
mod tests {
    use crate::{CancelReason, Mode, Status, Surface};

    use super::{CANCEL_REASONS, MODES, REASONS, STATUSES, SURFACES, code_of};

    #[test]
    fn every_value_has_a_code() {
        assert!(Mode::ALL.iter().all(|(_, mode)| code_of(&MODES, mode).is_some()));
        assert!(Status::ALL.iter().all(|(_, status)| code_of(&STATUSES, status).is_some()));
        assert!(Surface::ALL.iter().all(|(_, surface)| code_of(&SURFACES, surface).is_some()));
        for (name, reason) in CancelReason::ALL {
            assert_eq!(code_of(&CANCEL_REASONS, &reason), code_of(&REASONS, &name), "{name}");
        }
    }
}
