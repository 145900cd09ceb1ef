//! The numbers that stand for names in records. A number never changes its meaning and is never used again.

use crate::actor::Surface;
use crate::elicitation::{CancelReason, Mode, Status};

use super::bytes::Unreadable;

/// Modes by number.
pub const MODES: [(u8, Mode); 4] = [(0, Mode::Form), (1, Mode::Inline), (2, Mode::Url), (3, Mode::Terminal)];

/// Statuses by number.
pub const STATUSES: [(u8, Status); 6] = [
    (0, Status::Pending),
    (1, Status::Active),
    (2, Status::Completed),
    (3, Status::Declined),
    (4, Status::Cancelled),
    (5, Status::Timeout),
];

/// Reasons of cancelling by number.
pub const CANCEL_REASONS: [(u8, CancelReason); 5] = [
    (0, CancelReason::UserCancelled),
    (1, CancelReason::ClientDisconnected),
    (2, CancelReason::SessionExpired),
    (3, CancelReason::FormInvalidated),
    (4, CancelReason::MaxRetriesExceeded),
];

/// The reasons that changes name: those of cancelling, and that time ran out.
pub const REASONS: [(u8, &str); 6] = [
    (0, "user_cancelled"),
    (1, "client_disconnected"),
    (2, "session_expired"),
    (3, "form_invalidated"),
    (4, "max_retries_exceeded"),
    (5, "timeout"),
];

/// Surfaces by number.
pub const SURFACES: [(u8, Surface); 6] = [
    (0, Surface::Library),
    (1, Surface::Api),
    (2, Surface::Mcp),
    (3, Surface::Web),
    (4, Surface::Terminal),
    (5, Surface::Engine),
];

/// The number of something; none, if it is newer than these tables.
pub fn code_of<T: PartialEq>(table: &[(u8, T)], value: &T) -> Option<u8> {
    table.iter().find(|(_, other)| other == value).map(|(code, _)| *code)
}

/// What a number stands for.
///
/// # Errors
/// When it stands for nothing that this program knows.
pub fn by_code<T: Copy>(table: &[(u8, T)], code: u8, what: &'static str) -> Result<T, Unreadable> {
    let found = table.iter().find(|(other, _)| *other == code);
    found.map(|(_, value)| *value).ok_or(Unreadable::Code { what, code })
}

#[cfg(test)]
mod tests {
    use crate::{CancelReason, Mode, Status, Surface};

    use super::{CANCEL_REASONS, MODES, REASONS, STATUSES, SURFACES, code_of};

    #[test]
    fn everything_has_a_number() {
        assert!(Mode::ALL.iter().all(|(_, mode)| code_of(&MODES, mode).is_some()));
        assert!(Status::ALL.iter().all(|(_, status)| code_of(&STATUSES, status).is_some()));
        assert!(Surface::ALL.iter().all(|(_, surface)| code_of(&SURFACES, surface).is_some()));
        for (name, reason) in CancelReason::ALL {
            assert_eq!(code_of(&CANCEL_REASONS, &reason), code_of(&REASONS, &name), "{name}");
        }
    }
}
