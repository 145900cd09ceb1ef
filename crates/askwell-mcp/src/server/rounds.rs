//! Asking a modern client: the call ends with what is needed, and comes again with the answers.
//!
//! What was settled in earlier rounds travels with the client, sealed; what this round brought is in the request. The
//! handler runs from its beginning each time and meets its own questions again, until none is open. Missing and invalid
//! answers are asked again; keys that nobody asked for are ignored.

mod notes;

use askwell_form::json::write_string;
use askwell_form::{Form, Problems};
use askwell_lifecycle::{CancelReason, Decline, ElicitationId, Outcome, Timestamp};
use parking_lot::Mutex;

pub(super) use self::notes::Note;
use super::ask::{AskError, AskStatus, Pending, PlannedAsk};
use super::ask_key::RequestDigest;
use super::ask_parts::{AskParts, StatePlace};
use super::call::{Inner, LogLevel};
use super::content::known_members;
use super::prompt::{correction, forms_meta};
use super::stored_state;
use crate::request_state::StateError;
use crate::wire::{Action, Capabilities, ElicitResult, Json, Peer, Raw};

/// What a modern call came with, and what it still needs.
pub(crate) struct Replay {
    pub(crate) capabilities: Capabilities,
    pub(crate) client: Peer,
    pub(crate) log_level: Option<LogLevel>,
    /// What its state is bound to: the principal and the request.
    pub(crate) bound_to: RequestDigest,
    pub(crate) rounds: Mutex<Rounds>,
}

/// What earlier rounds brought, and what the next one has to bring.
#[derive(Default)]
pub(crate) struct Rounds {
    notes: Vec<(Box<str>, Note)>,
    needs: Vec<(Box<str>, String)>,
    forms: Vec<(Box<str>, Form)>,
    /// The name of a state that is kept on this side and was not fetched yet.
    kept: Option<Box<str>>,
}

/// Checks where the hosts lead that this round's answer to a question names. An answer that is missing, or does not
/// fit its form, has none.
pub(super) async fn check_hosts(ask: &PlannedAsk<'_>) -> Result<(), Problems> {
    let Some(form) = ask.spec.question.form() else { return Ok(()) };
    let answer = response(ask.call(), ask.spec.key).and_then(|response| ElicitResult::parts(response).ok());
    let Some((Action::Accept, content)) = answer else { return Ok(()) };
    let content = known_members(form, content);
    let Ok(answers) = form.check_json(content.as_bytes()) else { return Ok(()) };
    ask.call().server.ask.check_hosts(&answers).await
}

/// Asks in the client's own dialog. `hosts` is what [`check_hosts`] found.
pub(super) fn form(
    ask: &PlannedAsk<'_>,
    replay: &Replay,
    hosts: Result<(), Problems>,
) -> Result<AskStatus, AskError> {
    let Some(form) = ask.spec.question.form() else { return Err(Pending::InputRequired.into()) };
    let (key, message) = (ask.spec.key, ask.spec.question.message());
    let closed = |outcome: Outcome| AskStatus::Closed {
        id: ElicitationId::from_bytes([0; 16]),
        outcome,
        unseen: false,
    };
    let mut rounds = replay.rounds.lock();
    let parts = &ask.call().server.ask;
    let now = parts.now();
    let mut rejected = 0;
    match rounds.note(key) {
        Some(Note::Accepted(content)) => {
            // A form that has changed since asks again.
            if let Ok(answers) = form.check_json(content.as_bytes()) {
                return Ok(closed(Outcome::Answered(answers)));
            }
        }
        Some(Note::Asked { until: Some(until), .. }) if *until <= now => {
            rounds.set(key, Note::TimedOut);
            return Ok(closed(Outcome::TimedOut));
        }
        Some(Note::Asked { rejected: times, .. }) => rejected = *times,
        Some(Note::Declined) => return Ok(closed(Outcome::Declined(Decline::default()))),
        Some(Note::Cancelled(reason)) => return Ok(closed(Outcome::Cancelled(*reason))),
        Some(Note::TimedOut) => return Ok(closed(Outcome::TimedOut)),
        Some(Note::Begun(..) | Note::Kept(_)) | None => {}
    }
    let answer = response(ask.call(), key).and_then(|response| ElicitResult::parts(response).ok());
    let mut corrected = None;
    match answer {
        Some((Action::Accept, content)) => {
            let content = known_members(form, content);
            match form.check_json(content.as_bytes()).and_then(|answers| hosts.map(|()| answers)) {
                Ok(answers) => {
                    rounds.set(key, Note::Accepted(content.into()));
                    return Ok(closed(Outcome::Answered(answers)));
                }
                Err(_) if rejected >= parts.policy().settings().retry_limit => {
                    rounds.set(key, Note::Cancelled(CancelReason::MaxRetriesExceeded));
                    return Ok(closed(Outcome::Cancelled(CancelReason::MaxRetriesExceeded)));
                }
                Err(problems) => {
                    rejected += 1;
                    corrected = Some(correction(message, &problems));
                }
            }
        }
        Some((Action::Decline, _)) => {
            rounds.set(key, Note::Declined);
            return Ok(closed(Outcome::Declined(Decline::default())));
        }
        Some((Action::Cancel, _)) => {
            let reason = CancelReason::UserCancelled;
            rounds.set(key, Note::Cancelled(reason));
            return Ok(closed(Outcome::Cancelled(reason)));
        }
        None => {}
    }
    // As in a dialog of the other era, each time it is asked there is that much time.
    let until = form.timeout().map(|timeout| now + timeout);
    if rejected > 0 || until.is_some() {
        rounds.set(key, Note::Asked { rejected, until });
    }
    rounds.need_form(ask, corrected.as_deref().unwrap_or(message));
    Err(Pending::InputRequired.into())
}

/// Asks the client something that is not for its person.
pub(super) fn request(
    call: &Inner,
    replay: &Replay,
    key: &str,
    method: &str,
    params: Raw<'_>,
) -> Result<Json, AskError> {
    let mut rounds = replay.rounds.lock();
    if let Some(Note::Accepted(result)) = rounds.note(key) {
        return Ok(Raw::part(result).to_owned());
    }
    if let Some(result) = response(call, key).and_then(Raw::object) {
        rounds.set(key, Note::Accepted(result.text().into()));
        return Ok(result.to_owned());
    }
    rounds.need(key, method, params.text());
    Err(Pending::InputRequired.into())
}

/// What this round brought for a question.
pub(super) fn response<'c>(call: &'c Inner, key: &str) -> Option<Raw<'c>> {
    call.part(call.parts.responses)?.get(key)
}

impl Rounds {
    pub(super) fn note(&self, key: &str) -> Option<&Note> {
        self.notes.iter().find(|(known, _)| &**known == key).map(|(_, note)| note)
    }

    /// When the last of the forms ends that say for how long they are open.
    fn open_until(&self) -> Option<Timestamp> {
        let until = |note: &Note| if let Note::Asked { until, .. } = note { *until } else { None };
        self.notes.iter().filter_map(|(_, note)| until(note)).max()
    }

    pub(super) fn set(&mut self, key: &str, note: Note) {
        match self.notes.iter_mut().find(|(known, _)| &**known == key) {
            Some((_, present)) => *present = note,
            None => self.notes.push((key.into(), note)),
        }
    }

    /// Has the next round bring an answer from the client's own dialog.
    pub(super) fn need_form(&mut self, ask: &PlannedAsk<'_>, message: &str) {
        let Some(prompt) = ask.dialog(message) else { return };
        let mut request = String::with_capacity(160 + message.len() + prompt.prepared.schema.len());
        request.push_str(r#"{"method":"elicitation/create","params":"#);
        prompt.write_input_request(&mut request, ask.call().revision());
        request.push('}');
        self.needs.push((ask.spec.key.into(), request));
        if prompt.carries_form() {
            self.forms.push((ask.spec.key.into(), prompt.form.clone()));
        }
    }

    pub(super) fn need(&mut self, key: &str, method: &str, params: &str) {
        let mut request = String::with_capacity(48 + params.len());
        request.push_str(r#"{"method":"#);
        write_string(&mut request, method);
        request.push_str(r#","params":"#);
        request.push_str(params);
        request.push('}');
        self.needs.push((key.into(), request));
    }
}

impl Replay {
    /// Fetches what is kept on this side, before the handler runs.
    pub(crate) async fn fetch(&self, parts: &AskParts) -> Result<(), StateError> {
        let Some(name) = self.rounds.lock().kept.take() else { return Ok(()) };
        let content = Box::pin(stored_state::take(parts, &name, self.bound_to.as_bytes())).await?;
        self.rounds.lock().notes = notes::read(&content).ok_or(StateError::Foreign)?;
        Ok(())
    }

    /// The state for the client to carry, if anything is needed: all of it, or the name of what is kept here.
    pub(crate) async fn state(&self, parts: &AskParts) -> Option<Result<String, StateError>> {
        let (content, until) = {
            let rounds = self.rounds.lock();
            if rounds.needs.is_empty() {
                return None;
            }
            (notes::write(&rounds.notes), rounds.open_until())
        };
        Some(self.seal(parts, &content, until).await)
    }

    /// Seals for the usual time, and longer for a form that is open longer: whoever comes too late for it comes with a
    /// state that tells so.
    async fn seal(
        &self,
        parts: &AskParts,
        content: &[u8],
        open_until: Option<Timestamp>,
    ) -> Result<String, StateError> {
        let now = parts.now();
        let usual = parts.settings.state_lifetime;
        let lifetime = open_until.map_or(usual, |until| usual + now.until(until));
        if parts.settings.states == StatePlace::Client {
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

impl Rounds {
    /// How many bytes [`Rounds::ask`] writes, nearly.
    pub(crate) fn room(&self, state: &str) -> usize {
        let needed: usize = self.needs.iter().map(|(key, request)| key.len() + request.len() + 8).sum();
        128 + needed + state.len()
    }

    /// Writes the result that asks for what is needed.
    pub(crate) fn ask(&self, state: &str, out: &mut String) {
        out.push_str(r#"{"resultType":"input_required","inputRequests":{"#);
        for (index, (key, request)) in self.needs.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_string(out, key);
            out.push(':');
            out.push_str(request);
        }
        out.push_str(r#"},"requestState":""#);
        // Neither base64 nor the name of a note needs escapes.
        out.push_str(state);
        out.push('"');
        if !self.forms.is_empty() {
            out.push_str(r#","_meta":"#);
            out.push_str(&forms_meta(&self.forms));
        }
        out.push('}');
    }
}

/// The state of a call, opened: what earlier rounds brought. What is kept on this side is fetched later.
pub(super) fn open(parts: &AskParts, state: &str, bound_to: &RequestDigest) -> Result<Rounds, StateError> {
    if stored_state::is_kept(state) {
        return Ok(Rounds { kept: Some(state.into()), ..Rounds::default() });
    }
    let now = parts.now();
    let opened = parts.keys.unseal(state, bound_to.as_bytes(), now)?;
    parts.spent.spend(&opened, now)?;
    let notes = notes::read(&opened.content).ok_or(StateError::Foreign)?;
    Ok(Rounds { notes, ..Rounds::default() })
}
