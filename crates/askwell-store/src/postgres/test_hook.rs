//! What a node does differently when a test says so: the mistakes that the checker of histories has to find, and
//! the statements of the version before.
//!
//! Only the cargo feature `test-hooks` lets anything set one. No program of this project enables it.

/// One deviation from what a node does.
#[cfg_attr(not(feature = "test-hooks"), expect(unreachable_pub, reason = "only tests can name it"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestHook {
    /// Numbers come from a sequence, and the head is not locked before they are taken.
    SequenceNumbers,
    /// Callers are answered when the commit has been sent, not when it has been confirmed.
    EarlyAcknowledgement,
    /// The log is not followed: hints and polling are off.
    DeafTail,
    /// The node uses the tables as programs of the previous format do.
    PreviousFormat,
}

/// The sequence of [`TestHook::SequenceNumbers`], which its test creates. A pause of another length each time lets
/// commits become visible in another order than their numbers.
pub(super) const SEQUENCE: &str = "SELECT newest, pg_sleep(0.2 * random()) FROM (
     SELECT max(nextval('test_numbers')) AS newest FROM generate_series(1, $1::bigint)) AS taken";
