//! What is remembered about the questions of a call, and how it travels from one round to the next.

use askwell_lifecycle::{CancelReason, ElicitationId, Timestamp};

use crate::hosted::HostedLink;

/// What is remembered about a question.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::server) enum Note {
    /// Answered with this JSON.
    Accepted(Box<str>),
    /// The person said no.
    Declined,
    /// Nobody will answer any more.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
    /// Not settled: answered `rejected` times with something that did not pass, and open until then, if the form says
    /// for how long it is.
    Asked { rejected: u8, until: Option<Timestamp> },
    /// Begun on a page, see there.
    Begun(ElicitationId, HostedLink),
    /// Kept by the engine, and asked in the client's own dialog.
    Kept(ElicitationId),
}

const ACCEPTED: u8 = 1;
const DECLINED: u8 = 2;
const CANCELLED: u8 = 3;
const TIMED_OUT: u8 = 4;
const ASKED: u8 = 5;
const BEGUN: u8 = 6;
const KEPT: u8 = 7;
const ASKED_UNTIL: u8 = 8;

/// Notes as bytes: for each a letter for its kind, and texts with their lengths.
pub(super) fn write(notes: &[(Box<str>, Note)]) -> Vec<u8> {
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
            Note::Asked { until: None, .. } => ASKED,
            Note::Asked { until: Some(_), .. } => ASKED_UNTIL,
            Note::Begun(..) => BEGUN,
            Note::Kept(_) => KEPT,
        };
        out.push(kind);
        text(&mut out, key.as_bytes());
        match note {
            Note::Accepted(content) => text(&mut out, content.as_bytes()),
            Note::Cancelled(reason) => text(&mut out, reason.as_str().as_bytes()),
            Note::Asked { rejected, until } => {
                out.push(*rejected);
                if let Some(until) = until {
                    out.extend_from_slice(&until.as_millis().to_be_bytes());
                }
            }
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

pub(super) fn read(mut bytes: &[u8]) -> Option<Vec<(Box<str>, Note)>> {
    fn number<const SIZE: usize>(bytes: &mut &[u8]) -> Option<[u8; SIZE]> {
        let (number, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(*number)
    }
    fn text<'b>(bytes: &mut &'b [u8]) -> Option<&'b str> {
        let length = u32::from_be_bytes(number(bytes)?);
        let (text, rest) = bytes.split_at_checked(length as usize)?;
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
            ASKED => Note::Asked { rejected: number(&mut bytes).map(|[times]| times)?, until: None },
            ASKED_UNTIL => {
                let [rejected] = number(&mut bytes)?;
                let until = Timestamp::from_millis(u64::from_be_bytes(number(&mut bytes)?));
                Note::Asked { rejected, until: Some(until) }
            }
            BEGUN => {
                let id = number(&mut bytes)?;
                let url = text(&mut bytes)?.to_owned();
                let code = Some(text(&mut bytes)?.to_owned()).filter(|code| !code.is_empty());
                Note::Begun(ElicitationId::from_bytes(id), HostedLink { url, code })
            }
            KEPT => Note::Kept(ElicitationId::from_bytes(number(&mut bytes)?)),
            _ => return None,
        };
        notes.push((key, note));
    }
    Some(notes)
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{CancelReason, ElicitationId, Timestamp};

    use super::{Note, read, write};
    use crate::hosted::HostedLink;

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
            Note::Asked { rejected: 2, until: None },
            Note::Asked { rejected: 0, until: Some(Timestamp::from_millis(1_700_000_000_000)) },
            Note::Begun(ElicitationId::from_bytes([7; 16]), link(None)),
            Note::Begun(ElicitationId::from_bytes([8; 16]), link(Some("1234"))),
            Note::Kept(ElicitationId::from_bytes([9; 16])),
        ]
        .into_iter()
        .enumerate()
        .map(|(index, note)| (format!("key {index}").into(), note))
        .collect();
        let bytes = write(&notes);
        assert_eq!(read(&bytes), Some(notes));
        for end in 1..bytes.len() {
            // Cut anywhere, it is either fewer notes or none, never a panic.
            let _ = read(&bytes[..end]);
        }
        assert_eq!(read(b"\xff"), None);
    }
}
