//! Requests, notifications and responses: each its text, and where its parts stand.

use std::fmt;

use super::error::RpcError;
use super::id::Id;
use super::json::Raw;

/// One message.
#[derive(Clone)]
pub enum Message {
    /// Something to do and to answer.
    Request(Request),
    /// Something to know.
    Notification(Notification),
    /// The answer to a request.
    Response(Response),
}

/// Something to do and to answer.
#[derive(Clone)]
pub struct Request {
    pub(super) text: String,
    pub(super) id: Id,
    pub(super) method: Slice,
    pub(super) params: Option<Slice>,
}

/// Something to know.
#[derive(Clone)]
pub struct Notification {
    pub(super) text: String,
    pub(super) method: Slice,
    pub(super) params: Option<Slice>,
}

/// The answer to a request.
#[derive(Clone)]
pub struct Response {
    pub(super) text: String,
    pub(super) id: Option<Id>,
    pub(super) outcome: Result<Slice, RpcError>,
}

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slice {
    start: u32,
    end: u32,
}

impl Slice {
    /// Messages of four gigabytes are refused long before.
    pub(super) fn new(start: usize, end: usize) -> Self {
        let narrow = |place| u32::try_from(place).unwrap_or(u32::MAX);
        Slice { start: narrow(start), end: narrow(end) }
    }

    /// Where a part stands in the text that it was taken from.
    pub(crate) fn within(text: &str, part: &str) -> Self {
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Slice::new(start, start + part.len())
    }

    /// What stands between the first byte and the last one.
    pub(super) fn inside(self) -> Self {
        Slice { start: self.start + 1, end: self.end.saturating_sub(1) }
    }

    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    pub(super) fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

impl Message {
    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Message::Request(request) => &request.text,
            Message::Notification(notification) => &notification.text,
            Message::Response(response) => &response.text,
        }
    }
}

impl Request {
    /// What its answer has to carry.
    #[must_use]
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// What to do.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.of(&self.text)
    }

    /// With what; the empty object if nothing is said.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.params.map_or(Raw::EMPTY, |params| Raw::part(params.of(&self.text)))
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Notification {
    /// What happened.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.of(&self.text)
    }

    /// The details; the empty object if nothing is said.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.params.map_or(Raw::EMPTY, |params| Raw::part(params.of(&self.text)))
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Response {
    /// Which request it answers; unknown if the peer could not read that.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// The result.
    ///
    /// # Errors
    /// What the peer answered instead.
    pub fn result(&self) -> Result<Raw<'_>, &RpcError> {
        self.outcome.as_ref().map(|result| Raw::part(result.of(&self.text)))
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Request(request) => request.fmt(f),
            Message::Notification(notification) => notification.fmt(f),
            Message::Response(response) => response.fmt(f),
        }
    }
}

/// What is said inside may be an answer, so that messages show only what they are.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({} {})", self.id, self.method())
    }
}

impl fmt::Debug for Notification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Notification({})", self.method())
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.outcome.is_ok() { "ok" } else { "error" };
        match &self.id {
            Some(id) => write!(f, "Response({id} {verdict})"),
            None => write!(f, "Response({verdict})"),
        }
    }
}
