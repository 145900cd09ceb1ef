//! A modern call: what the client sent, what earlier rounds left in the state, and what the next
//! round has to bring.
//!
//! The handler runs from its beginning in each round and asks the same questions again, until none
//! is open. Keys that it does not ask for are ignored.

use std::sync::OnceLock;
use std::time::Duration;

use askwell_form::Form;
use askwell_form::json::write_string;
use askwell_lifecycle::{ElicitationId, Timestamp};
use parking_lot::Mutex;

use super::ask_key::RequestDigest;
use super::ask_parts::{AskParts, StateLocation};
use super::call::LogLevel;
use super::prompt::{DialogPrompt, forms_meta};
use super::sealed_state::{self, EndedElicitation, StateEntry};
use super::stored_state;
use crate::request_state::StateError;
use crate::wire::{Capabilities, Peer};

/// What a modern call brought, and what it still needs.
pub(crate) struct RetryContext {
    pub(crate) capabilities: Capabilities,
    /// The client's name and version, once they were read.
    pub(crate) client: OnceLock<Peer>,
    pub(crate) log_level: Option<LogLevel>,
    /// What the state is bound to.
    pub(crate) bound_to: RequestDigest,
    pub(crate) round: Mutex<Round>,
}

/// The entries of the state, and the input requests of the result.
#[derive(Default)]
pub(crate) struct Round {
    entries: Vec<(Box<str>, StateEntry)>,
    ended: Vec<(Box<str>, EndedElicitation)>,
    requests: Vec<(Box<str>, String)>,
    forms: Vec<(Box<str>, Form)>,
    /// The name of a stored state that was not fetched yet.
    stored_name: Option<Box<str>>,
}

/// Values by the key of their question.
pub(super) type Keyed<T> = Vec<(Box<str>, T)>;

/// The most entries of a state.
const MOST_ENTRIES: usize = 32;

/// The longest key of a question, in bytes.
const LONGEST_KEY: usize = 256;

impl Round {
    /// Opens the state of a call. A stored state is fetched later.
    ///
    /// # Errors
    /// When it does not open, or was used before.
    pub(super) fn open(parts: &AskParts, state: &str, bound_to: &RequestDigest) -> Result<Round, StateError> {
        if stored_state::is_stored(state) {
            return Ok(Round { stored_name: Some(state.into()), ..Round::default() });
        }
        let now = parts.now();
        let opened = parts.keys.unseal(state, bound_to.as_bytes(), now)?;
        parts.used_states.mark_used(&opened, now)?;
        let entries = sealed_state::read(&opened.content).map_err(|_| StateError::Invalid)?;
        Ok(Round { entries, ..Round::default() })
    }

    /// Returns the entry of earlier rounds for a key.
    pub(super) fn entry(&self, key: &str) -> Option<&StateEntry> {
        self.entries.iter().find(|(known, _)| &**known == key).map(|(_, entry)| entry)
    }

    /// Sets the entry for a key.
    pub(super) fn set(&mut self, key: &str, entry: StateEntry) {
        match self.entries.iter_mut().find(|(known, _)| &**known == key) {
            Some((_, present)) => *present = entry,
            None => self.entries.push((key.into(), entry)),
        }
    }

    /// Forgets a key: its entry, and what was required for it.
    pub(super) fn forget(&mut self, key: &str) {
        self.entries.retain(|(known, _)| &**known != key);
        self.ended.retain(|(known, _)| &**known != key);
        self.requests.retain(|(known, _)| &**known != key);
        self.forms.retain(|(known, _)| &**known != key);
    }

    /// Keeps an elicitation that ended in this round for later rounds, if there are any.
    pub(super) fn end(&mut self, key: &str, ended: EndedElicitation) {
        self.ended.push((key.into(), ended));
    }

    /// Encodes the elicitations that ended in this round.
    fn encode_ended(&mut self) -> Result<(), StateError> {
        for (key, ended) in std::mem::take(&mut self.ended) {
            let entry = ended.to_entry().map_err(|error| {
                tracing::error!(%error, "an elicitation cannot be encoded");
                StateError::Unavailable
            })?;
            self.set(&key, entry);
        }
        Ok(())
    }

    /// Requires an answer from the client's dialog for the next round.
    pub(super) fn require_dialog(&mut self, key: &str, prompt: &DialogPrompt<'_>) {
        let mut request = String::with_capacity(160 + prompt.message.len() + prompt.prepared.schema.len());
        request.push_str(r#"{"method":"elicitation/create","params":"#);
        prompt.write_input_request(&mut request);
        request.push('}');
        self.requests.push((key.into(), request));
        if prompt.carries_form() {
            self.forms.push((key.into(), prompt.form.clone()));
        }
    }

    /// Requires the result of a request for the next round.
    pub(super) fn require(&mut self, key: &str, method: &str, params: &str) {
        let mut request = String::with_capacity(48 + params.len());
        request.push_str(r#"{"method":"#);
        write_string(&mut request, method);
        request.push_str(r#","params":"#);
        request.push_str(params);
        request.push('}');
        self.requests.push((key.into(), request));
    }

    /// Returns when the last open question ends.
    fn open_until(&self) -> Option<Timestamp> {
        self.entries.iter().filter_map(|(_, entry)| entry.open_until()).max()
    }

    /// Takes the input requests, and the forms that go along.
    pub(super) fn take_requests(&mut self) -> (Keyed<String>, Keyed<Form>) {
        (std::mem::take(&mut self.requests), std::mem::take(&mut self.forms))
    }

    /// Returns the open questions: the ids of those in the engine, and when the first of the others ends.
    pub(super) fn open_questions(&self) -> (Vec<ElicitationId>, Option<Timestamp>) {
        let entries = || self.entries.iter().map(|(_, entry)| entry);
        let stored = entries().filter_map(|entry| match entry {
            StateEntry::Stored(stored) if !stored.is_taken => Some(stored.id),
            _ => None,
        });
        let sealed = entries().filter(|entry| matches!(entry, StateEntry::Sealed(_)));
        (stored.collect(), sealed.filter_map(StateEntry::open_until).min())
    }

    /// Takes the entries for the next round in this process.
    ///
    /// # Errors
    /// When there are too many, or one cannot be encoded.
    pub(super) fn carry_over(&mut self) -> Result<Round, StateError> {
        self.encode_ended()?;
        if self.entries.len() > MOST_ENTRIES {
            return Err(StateError::TooLarge);
        }
        Ok(Round { entries: std::mem::take(&mut self.entries), ..Round::default() })
    }

    /// Returns about how many bytes [`Round::write_result`] writes.
    pub(crate) fn result_size(&self, state: &str) -> usize {
        let requests: usize = self.requests.iter().map(|(key, request)| key.len() + request.len() + 8).sum();
        128 + requests + state.len()
    }

    /// Writes the input-required result.
    pub(crate) fn write_result(&self, state: &str, out: &mut String) {
        out.push_str(r#"{"resultType":"input_required","inputRequests":{"#);
        for (index, (key, request)) in self.requests.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_string(out, key);
            out.push(':');
            out.push_str(request);
        }
        out.push_str(r#"},"requestState":""#);
        // Neither base64 nor the name of a stored state needs escapes.
        out.push_str(state);
        out.push('"');
        if !self.forms.is_empty() {
            out.push_str(r#","_meta":"#);
            out.push_str(&forms_meta(&self.forms));
        }
        out.push('}');
    }
}

impl RetryContext {
    /// Returns the context of the next round in this process.
    pub(super) fn next(&self, round: Round) -> RetryContext {
        RetryContext {
            capabilities: self.capabilities.clone(),
            client: OnceLock::new(),
            log_level: None,
            bound_to: self.bound_to,
            round: Mutex::new(round),
        }
    }

    /// Fetches a stored state before the handler runs.
    ///
    /// # Errors
    /// When it is gone, or the store fails.
    pub(crate) async fn fetch(&self, parts: &AskParts) -> Result<(), StateError> {
        let Some(name) = self.round.lock().stored_name.take() else { return Ok(()) };
        let content = Box::pin(stored_state::take(parts, &name, self.bound_to.as_bytes())).await?;
        self.round.lock().entries = sealed_state::read(&content).map_err(|_| StateError::Invalid)?;
        Ok(())
    }

    /// Returns the state for the client, if anything is required: the sealed state, or the name of
    /// a stored one.
    pub(crate) async fn state(&self, parts: &AskParts) -> Option<Result<String, StateError>> {
        let (content, until) = {
            let mut round = self.round.lock();
            if round.requests.is_empty() {
                return None;
            }
            if let Err(error) = round.encode_ended() {
                return Some(Err(error));
            }
            let is_small = |(key, _): &(Box<str>, _)| key.len() <= LONGEST_KEY;
            if round.entries.len() > MOST_ENTRIES || !round.entries.iter().all(is_small) {
                return Some(Err(StateError::TooLarge));
            }
            (sealed_state::write(&round.entries), round.open_until())
        };
        Some(self.seal(parts, &content, until).await)
    }

    /// Seals until the last question ends, plus the lifetime of a state: a client that returns too
    /// late for a question still has a valid state.
    async fn seal(
        &self,
        parts: &AskParts,
        content: &[u8],
        open_until: Option<Timestamp>,
    ) -> Result<String, StateError> {
        let now = parts.now();
        let lifetime =
            parts.settings.state_lifetime + open_until.map_or(Duration::ZERO, |until| now.until(until));
        if parts.settings.states == StateLocation::Client {
            match parts.keys.seal(content, self.bound_to.as_bytes(), now, lifetime) {
                Err(StateError::TooLarge) if parts.has_given_engine => {}
                sealed => return sealed,
            }
        }
        let until = now + lifetime;
        let sealed = parts.keys.seal_bytes(content, self.bound_to.as_bytes(), until)?;
        Box::pin(stored_state::keep(parts, sealed, until)).await.map_err(|error| {
            tracing::error!(%error, "a request state cannot be kept");
            StateError::Unavailable
        })
    }
}
