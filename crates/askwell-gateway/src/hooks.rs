//! Where the parts that decide join the parts that forward.

use std::fmt;

use askwell_mcp::server::{Call, Failure};
use askwell_mcp::wire::{Json, Peer, Raw};

use crate::gate::Gates;

/// A call that is about to go upstream.
#[derive(Debug, Clone, Copy)]
pub struct UpstreamCall<'c> {
    /// The server, by its name in the configuration.
    pub server: &'c str,
    /// The tool, by the name that the server knows.
    pub tool: &'c str,
    /// What servers say about their tools. Read before a person is asked and again after the answer.
    pub definitions: &'c dyn Definitions,
    /// The arguments, as they came.
    pub arguments: Raw<'c>,
}

/// What servers say about their tools.
pub trait Definitions: fmt::Debug + Send + Sync {
    /// Returns the tool's entry in the newest `tools/list` of the server. Returns `None` if the gateway has not seen
    /// one, or the server has announced a change since and was not asked again.
    fn definition(&self, server: &str, tool: &str) -> Option<Json>;
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallDecision {
    /// It goes upstream as it came.
    Forward,
    /// It goes upstream with these arguments in place of its own: sound JSON, an object.
    ForwardWith(String),
    /// It does not go upstream. The model reads this text as the tool's error.
    Reject(String),
}

/// What is known about a client beside what it declares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientQuirks {
    /// Declares form mode and does not show forms to a person.
    pub forms_unseen: bool,
    /// Declares URL mode and does not show URLs to a person.
    pub urls_unseen: bool,
    /// May run without a person: an answer within about a second is the client's own.
    pub headless_answers: bool,
    /// Accepts forms without properties by itself.
    pub empty_forms_accepted: bool,
    /// Never answers requests that it does not know.
    pub silent: bool,
    /// The time after which it gives up on a call, in seconds.
    pub call_limit: Option<u64>,
    /// Progress extends that time.
    pub progress_extends: bool,
}

/// Decides about a call before it goes upstream. May ask a person, through the call.
///
/// Call it once for each call that goes upstream, and not for a call that continues one which is there already: an
/// approval serves one call. Forward at once after it returns.
///
/// # Errors
/// When the answer comes with another call.
pub async fn before_call(
    gates: &Gates,
    call: &Call,
    upstream: UpstreamCall<'_>,
) -> Result<CallDecision, Failure> {
    gates.decide(call, upstream).await
}

/// Returns what is known about a client by its name and version.
#[must_use]
pub fn quirks_of(gates: &Gates, client: &Peer) -> ClientQuirks {
    gates.quirks_of(client)
}
