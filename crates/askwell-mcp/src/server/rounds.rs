//! Asking a modern client: the call ends with what is needed, and comes again with the answers.
//!
//! What was settled in earlier rounds travels with the client, sealed; what this round brought is in the request. The
//! handler runs from its beginning each time and meets its own questions again, until none is open. Missing and invalid
//! answers are asked again; keys that nobody asked for are ignored.

use askwell_form::json::write_string;
use askwell_form::{Answers, Form};
use askwell_lifecycle::{CancelReason, ElicitationId};
use parking_lot::Mutex;

use super::asker::{AskError, Question, Reply};
use super::call::{Inner, LogLevel};
use super::question::{Rider, again, forms_meta, write_form_params};
use super::{Shared, States, keeping};
use crate::deliver::HostedLink;
use crate::request_state::StateError;
use crate::wire::{Action, Capabilities, ElicitResult, Json, Peer, Raw};

/// What a modern call came with, and what it still needs.
pub(crate) struct Replay {
    pub(crate) capabilities: Capabilities,
    pub(crate) client: Peer,
    pub(crate) log_level: Option<LogLevel>,
    /// What its state is bound to: the principal and the request.
    pub(crate) bound_to: [u8; 32],
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

/// What is remembered about a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Note {
    /// Answered with this JSON.
    Accepted(Box<str>),
    /// The person said no.
    Declined,
    /// Nobody will answer any more.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
    /// Answered this often with something that did not pass.
    Rejected(u8),
    /// Begun on a page, see there.
    Begun(ElicitationId, HostedLink),
    /// Kept by the engine, and asked in the client's own dialog.
    Kept(ElicitationId),
}

/// Asks in the client's own dialog.
pub(super) fn form(
    call: &Inner,
    replay: &Replay,
    question: &Question<'_>,
) -> Result<Reply<Answers>, AskError> {
    let key = question.key;
    let mut rounds = replay.rounds.lock();
    let mut rejected = 0;
    match rounds.note(key) {
        Some(Note::Accepted(content)) => {
            // A form that has changed since asks again.
            if let Ok(answers) = question.form.check_json(content.as_bytes()) {
                return Ok(Reply::Accepted(answers));
            }
        }
        Some(Note::Rejected(times)) => rejected = *times,
        Some(Note::Declined) => return Ok(Reply::Declined),
        Some(Note::Cancelled(reason)) => return Ok(Reply::Cancelled(*reason)),
        Some(Note::TimedOut) => return Ok(Reply::TimedOut),
        Some(Note::Begun(..) | Note::Kept(_)) | None => {}
    }
    let answer = response(call, key).and_then(|response| ElicitResult::parts(response).ok());
    let mut message = None;
    match answer {
        Some((Action::Accept, content)) => {
            let content = content.unwrap_or(Raw::EMPTY).text();
            match question.form.check_json(content.as_bytes()) {
                Ok(answers) => {
                    rounds.set(key, Note::Accepted(content.into()));
                    return Ok(Reply::Accepted(answers));
                }
                Err(_) if rejected >= call.server.settings.retry_limit => {
                    rounds.set(key, Note::Cancelled(CancelReason::MaxRetriesExceeded));
                    return Ok(Reply::Cancelled(CancelReason::MaxRetriesExceeded));
                }
                Err(problems) => {
                    rounds.set(key, Note::Rejected(rejected + 1));
                    message = Some(again(question.message, &problems));
                }
            }
        }
        Some((Action::Decline, _)) => {
            rounds.set(key, Note::Declined);
            return Ok(Reply::Declined);
        }
        Some((Action::Cancel, _)) => {
            let reason = CancelReason::UserCancelled;
            rounds.set(key, Note::Cancelled(reason));
            return Ok(Reply::Cancelled(reason));
        }
        None => {}
    }
    let message = message.as_deref().unwrap_or(question.message);
    rounds.need_form(call, question, message);
    Err(AskError::Suspended)
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
    Err(AskError::Suspended)
}

/// What this round brought for a question.
pub(super) fn response<'c>(call: &'c Inner, key: &str) -> Option<Raw<'c>> {
    call.part(call.parts.responses)?.get(key)
}

impl Rounds {
    pub(super) fn note(&self, key: &str) -> Option<&Note> {
        self.notes.iter().find(|(known, _)| &**known == key).map(|(_, note)| note)
    }

    /// Whether the person was sent to a page for it.
    pub(super) fn is_begun(&self, key: &str) -> bool {
        matches!(self.note(key), Some(Note::Begun(..)))
    }

    pub(super) fn set(&mut self, key: &str, note: Note) {
        match self.notes.iter_mut().find(|(known, _)| &**known == key) {
            Some((_, present)) => *present = note,
            None => self.notes.push((key.into(), note)),
        }
    }

    /// Has the next round bring an answer from the client's own dialog.
    pub(super) fn need_form(&mut self, call: &Inner, question: &Question<'_>, message: &str) {
        let mut request = String::with_capacity(160 + message.len() + question.schema.len());
        request.push_str(r#"{"method":"elicitation/create","params":"#);
        // Requests inside a result have no `_meta` of their own; the forms ride in the result's.
        write_form_params(&mut request, question, message, call.revision(), Rider::Nothing);
        request.push('}');
        self.needs.push((question.key.into(), request));
        if question.rider == Rider::Form {
            self.forms.push((question.key.into(), question.form.clone()));
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
    pub(crate) async fn fetch(&self, server: &Shared) -> Result<(), StateError> {
        let Some(name) = self.rounds.lock().kept.take() else { return Ok(()) };
        let content = Box::pin(keeping::take(server, &name, &self.bound_to)).await?;
        self.rounds.lock().notes = read_notes(&content).ok_or(StateError::Foreign)?;
        Ok(())
    }

    /// The state for the client to carry, if anything is needed: all of it, or the name of what is kept here.
    pub(crate) async fn state(&self, server: &Shared) -> Option<Result<String, StateError>> {
        let content = {
            let rounds = self.rounds.lock();
            if rounds.needs.is_empty() {
                return None;
            }
            write_notes(&rounds.notes)
        };
        Some(self.seal(server, &content).await)
    }

    async fn seal(&self, server: &Shared, content: &[u8]) -> Result<String, StateError> {
        let now = server.clock.now();
        let lifetime = server.settings.state_lifetime;
        if server.settings.states == States::Carried {
            match server.keys.seal(content, &self.bound_to, now, lifetime) {
                Err(StateError::TooLarge) if server.has_own_engine => {}
                sealed => return sealed,
            }
        }
        let until = now + lifetime;
        let sealed = server.keys.seal_bytes(content, &self.bound_to, until)?;
        Box::pin(keeping::keep(server, sealed, until)).await.map_err(|error| {
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
pub(super) fn open(server: &Shared, state: &str, bound_to: &[u8; 32]) -> Result<Rounds, StateError> {
    if keeping::is_kept(state) {
        return Ok(Rounds { kept: Some(state.into()), ..Rounds::default() });
    }
    let now = server.clock.now();
    let opened = server.keys.unseal(state, bound_to, now)?;
    server.spent.spend(&opened, now)?;
    let notes = read_notes(&opened.content).ok_or(StateError::Foreign)?;
    Ok(Rounds { notes, ..Rounds::default() })
}

const ACCEPTED: u8 = 1;
const DECLINED: u8 = 2;
const CANCELLED: u8 = 3;
const TIMED_OUT: u8 = 4;
const REJECTED: u8 = 5;
const BEGUN: u8 = 6;
const KEPT: u8 = 7;

/// Notes as bytes: for each a letter for its kind, and texts with their lengths.
fn write_notes(notes: &[(Box<str>, Note)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(notes.len() * 64);
    let text = |out: &mut Vec<u8>, text: &[u8]| {
        out.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
        out.extend_from_slice(text);
    };
    for (key, note) in notes {
        let kind = match note {
            Note::Accepted(_) => ACCEPTED,
            Note::Declined => DECLINED,
            Note::Cancelled(_) => CANCELLED,
            Note::TimedOut => TIMED_OUT,
            Note::Rejected(_) => REJECTED,
            Note::Begun(..) => BEGUN,
            Note::Kept(_) => KEPT,
        };
        out.push(kind);
        text(&mut out, key.as_bytes());
        match note {
            Note::Accepted(content) => text(&mut out, content.as_bytes()),
            Note::Cancelled(reason) => text(&mut out, reason.as_str().as_bytes()),
            Note::Rejected(times) => out.push(*times),
            Note::Begun(id, link) => {
                out.extend_from_slice(&id.to_bytes());
                text(&mut out, link.url.as_bytes());
                text(&mut out, link.code.as_deref().unwrap_or_default().as_bytes());
            }
            Note::Kept(id) => out.extend_from_slice(&id.to_bytes()),
            Note::Declined | Note::TimedOut => {}
        }
    }
    out
}

fn read_notes(mut bytes: &[u8]) -> Option<Vec<(Box<str>, Note)>> {
    fn text<'b>(bytes: &mut &'b [u8]) -> Option<&'b str> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        *bytes = rest;
        std::str::from_utf8(text).ok()
    }
    let mut notes = Vec::new();
    while let Some((kind, rest)) = bytes.split_first() {
        bytes = rest;
        let key = text(&mut bytes)?.into();
        let note = match *kind {
            ACCEPTED => Note::Accepted(text(&mut bytes)?.into()),
            DECLINED => Note::Declined,
            CANCELLED => {
                let name = text(&mut bytes)?;
                Note::Cancelled(CancelReason::ALL.iter().find(|(known, _)| *known == name)?.1)
            }
            TIMED_OUT => Note::TimedOut,
            REJECTED => {
                let (times, rest) = bytes.split_first()?;
                bytes = rest;
                Note::Rejected(*times)
            }
            BEGUN => {
                let (id, rest) = bytes.split_first_chunk::<16>()?;
                bytes = rest;
                let url = text(&mut bytes)?.to_owned();
                let code = Some(text(&mut bytes)?.to_owned()).filter(|code| !code.is_empty());
                Note::Begun(ElicitationId::from_bytes(*id), HostedLink { url, code })
            }
            KEPT => {
                let (id, rest) = bytes.split_first_chunk::<16>()?;
                bytes = rest;
                Note::Kept(ElicitationId::from_bytes(*id))
            }
            _ => return None,
        };
        notes.push((key, note));
    }
    Some(notes)
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{CancelReason, ElicitationId};

    use super::{Note, read_notes, write_notes};
    use crate::deliver::HostedLink;

    #[test]
    fn notes_come_back() {
        let link = |code: Option<&str>| HostedLink {
            url: "https://example.com/f/x".to_owned(),
            code: code.map(str::to_owned),
        };
        let notes: Vec<(Box<str>, Note)> = [
            Note::Accepted(r#"{"a":"é"}"#.into()),
            Note::Declined,
            Note::Cancelled(CancelReason::MaxRetriesExceeded),
            Note::TimedOut,
            Note::Rejected(2),
            Note::Begun(ElicitationId::from_bytes([7; 16]), link(None)),
            Note::Begun(ElicitationId::from_bytes([8; 16]), link(Some("1234"))),
            Note::Kept(ElicitationId::from_bytes([9; 16])),
        ]
        .into_iter()
        .enumerate()
        .map(|(index, note)| (format!("key {index}").into(), note))
        .collect();
        let bytes = write_notes(&notes);
        assert_eq!(read_notes(&bytes), Some(notes));
        for end in 1..bytes.len() {
            // Cut anywhere, it is either fewer notes or none, never a panic.
            let _ = read_notes(&bytes[..end]);
        }
        assert_eq!(read_notes(b"\xff"), None);
    }
}
