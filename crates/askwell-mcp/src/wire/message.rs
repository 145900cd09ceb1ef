//! Requests, notifications and responses: each is its text, with the positions of its parts.

use std::fmt;

use super::error::RpcError;
use super::id::Id;
use super::json::Raw;

/// One message.
#[derive(Clone)]
pub enum Message {
    /// A request.
    Request(Request),
    /// A notification.
    Notification(Notification),
    /// A response.
    Response(Response),
}

/// A request.
#[derive(Clone)]
pub struct Request {
    pub(super) text: String,
    pub(super) id: Id,
    pub(super) id_at: Slice,
    pub(super) method: Slice,
    pub(super) params: Option<Slice>,
}

/// A notification.
#[derive(Clone)]
pub struct Notification {
    pub(super) text: String,
    pub(super) method: Slice,
    pub(super) params: Option<Slice>,
}

/// A response.
#[derive(Clone)]
pub struct Response {
    pub(super) text: String,
    pub(super) id: Option<Id>,
    pub(super) id_at: Option<Slice>,
    pub(super) outcome: Result<Slice, RpcError>,
}

/// A range of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slice {
    start: u32,
    end: u32,
}

impl Slice {
    /// Creates a range. Texts of four gigabytes are rejected long before.
    pub(super) fn new(start: usize, end: usize) -> Self {
        let narrow = |place| u32::try_from(place).unwrap_or(u32::MAX);
        Slice { start: narrow(start), end: narrow(end) }
    }

    /// Returns the range of a part of a text.
    pub(crate) fn within(text: &str, part: &str) -> Self {
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Slice::new(start, start + part.len())
    }

    /// Returns the range without its first and last byte.
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
    /// Returns the whole text.
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
    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Returns the id as it is written in the text.
    #[must_use]
    pub fn id_part(&self) -> Raw<'_> {
        Raw::from_valid(self.id_at.of(&self.text))
    }

    /// Returns the method.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.of(&self.text)
    }

    /// Returns the params; the empty object if there are none.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.params.map_or(Raw::EMPTY, |params| Raw::from_valid(params.of(&self.text)))
    }

    /// Returns whether the message has params.
    #[must_use]
    pub fn has_params(&self) -> bool {
        self.params.is_some()
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Notification {
    /// Returns the method.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.of(&self.text)
    }

    /// Returns the params; the empty object if there are none.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.params.map_or(Raw::EMPTY, |params| Raw::from_valid(params.of(&self.text)))
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Response {
    /// Returns the id of the answered request; `None` if the peer could not read it.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// Returns the result.
    ///
    /// # Errors
    /// The error of the response.
    pub fn result(&self) -> Result<Raw<'_>, &RpcError> {
        self.outcome.as_ref().map(|result| Raw::from_valid(result.of(&self.text)))
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the id as it is written in the text; `None` if there is none.
    #[must_use]
    pub fn id_part(&self) -> Option<Raw<'_>> {
        self.id_at.map(|place| Raw::from_valid(place.of(&self.text)))
    }

    /// Returns the text with another id, which is the only change. Moves the text instead of copying
    /// it.
    #[must_use]
    pub fn into_text_with_id(self, id: &str) -> String {
        let mut text = self.text;
        if let Some(place) = self.id_at {
            text.replace_range(place.start()..place.start() + place.len() as usize, id);
        }
        text
    }
}

/// Returns a text with some of its parts replaced. Each part has to be a slice of the text; parts
/// must not overlap.
#[must_use]
pub fn replace_parts(text: &str, parts: &mut [(Raw<'_>, &str)]) -> String {
    parts.sort_unstable_by_key(|(part, _)| part.text().as_ptr() as usize);
    let added: usize = parts.iter().map(|(_, with)| with.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut copied = 0;
    for (part, with) in parts {
        let place = Slice::within(text, part.text());
        out.push_str(text.get(copied..place.start()).unwrap_or_default());
        out.push_str(with);
        copied = place.start() + place.len() as usize;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
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

/// Params may hold answers, so only id and method are shown.
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
