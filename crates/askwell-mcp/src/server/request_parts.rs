//! The positions of the params that the server needs, found in one pass over the request.

use askwell_locale::Language;

use crate::wire::{Cursor, Json, JsonKind, ObjectWriter, Raw, Request, Slice, meta, method};

/// The keys by which clients name the language of their person in `_meta`; the protocol has none.
const LOCALE_KEYS: [&str; 3] = ["io.askwell/locale", "locale", "openai/locale"];

/// The positions of params in a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct RequestParts {
    pub(crate) name: Box<str>,
    identity_members: IdentityMembers,
    pub(crate) arguments: Option<Slice>,
    pub(crate) meta: Option<Slice>,
    pub(crate) meta_members: MetaMembers,
    pub(crate) responses: Option<Slice>,
    pub(crate) state: Option<Slice>,
}

/// Which members belong to the identity of the request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum IdentityMembers {
    /// No `name` so far.
    #[default]
    None,
    /// A `name`, and perhaps `arguments`.
    NameOnly,
    /// Other members.
    Others,
}

/// The positions of members of `_meta`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MetaMembers {
    pub(crate) version: Option<Slice>,
    pub(crate) capabilities: Option<Slice>,
    pub(crate) client: Option<Slice>,
    pub(crate) log_level: Option<Slice>,
    pub(crate) progress_token: Option<Slice>,
    pub(crate) trace: TraceContext,
}

/// The trace of a request, as in W3C Trace Context and Baggage.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TraceContext {
    pub(crate) parent: Option<Slice>,
    state: Option<Slice>,
    baggage: Option<Slice>,
}

impl TraceContext {
    /// Returns the members of `_meta` with the trace; none without a parent, as the others mean
    /// nothing then.
    pub(crate) fn members(self, request: &Request) -> impl Iterator<Item = (&'static str, Raw<'_>)> {
        let is_text = |place: &Slice| place.in_message(request).kind() == JsonKind::Text;
        let parent = self.parent.filter(is_text);
        let members = [
            (meta::TRACE_PARENT, parent),
            (meta::TRACE_STATE, parent.and(self.state)),
            (meta::BAGGAGE, parent.and(self.baggage)),
        ];
        let texts = |(key, place): (_, Option<Slice>)| Some((key, place?.in_message(request)));
        members.into_iter().filter_map(texts).filter(|(_, value)| value.kind() == JsonKind::Text)
    }

    /// Returns the params with the trace in their `_meta`, unless they have one; `None` without a
    /// trace.
    pub(crate) fn add_to(self, params: Raw<'_>, request: &Request) -> Option<Json> {
        self.members(request).next()?;
        let before = params.get(meta::META).and_then(Raw::object).unwrap_or(Raw::EMPTY);
        let mut metadata = ObjectWriter::new();
        metadata.members(before);
        if before.get(meta::TRACE_PARENT).is_none() {
            for (key, value) in self.members(request).filter(|(key, _)| before.get(key).is_none()) {
                metadata.raw(key, value);
            }
        }
        let mut traced = ObjectWriter::with_capacity(params.text().len() + 256);
        for (key, value) in params.members().filter(|(key, _)| key != meta::META) {
            traced.raw(&key, value);
        }
        Some(traced.raw(meta::META, metadata.finish().raw()).finish())
    }
}

impl RequestParts {
    /// Returns the language that the `_meta` of a request names for its person.
    pub(crate) fn language(&self, request: &Request) -> Option<Language> {
        let meta = self.meta?.in_message(request);
        LOCALE_KEYS.into_iter().find_map(|key| Language::from_tag(&meta.get(key)?.as_text()?))
    }

    pub(crate) fn of(request: &Request) -> Self {
        let text = request.text();
        let mut parts = RequestParts::default();
        Cursor::of(request.params()).members(|key, cursor| match key {
            "name" => match cursor.string() {
                Some(name) => {
                    parts.name = name.into();
                    parts.identity_members.add(IdentityMembers::NameOnly);
                }
                None => parts.identity_members.add(IdentityMembers::Others),
            },
            "uri" => {
                parts.name = cursor.string().unwrap_or_default().into();
                parts.identity_members.add(IdentityMembers::Others);
            }
            "arguments" => parts.arguments = Some(place(text, cursor)),
            meta::META => {
                let before = cursor.clone();
                cursor.members(|key, cursor| parts.meta_members.read_member(key, text, cursor));
                parts.meta = Some(Slice::within(text, before.up_to(cursor).text()));
            }
            "inputResponses" => parts.responses = Some(place(text, cursor)),
            "requestState" => parts.state = Some(place(text, cursor)),
            _ => parts.identity_members.add(IdentityMembers::Others),
        });
        parts
    }

    /// Returns whether the params are a `name`, perhaps `arguments`, and members that change from
    /// round to round.
    pub(crate) fn is_plain_call(&self) -> bool {
        self.identity_members == IdentityMembers::NameOnly
    }

    /// Returns whether the request belongs to the modern era, by its own members.
    pub(crate) fn is_modern(&self, request: &Request) -> bool {
        request.method() == method::DISCOVER || self.meta_members.version.is_some()
    }
}

impl IdentityMembers {
    fn add(&mut self, other: IdentityMembers) {
        *self = if *self == IdentityMembers::None { other } else { IdentityMembers::Others };
    }
}

impl MetaMembers {
    fn read_member(&mut self, key: &str, text: &str, cursor: &mut Cursor<'_>) {
        let part = match key {
            meta::PROTOCOL_VERSION => &mut self.version,
            meta::CLIENT_CAPABILITIES => &mut self.capabilities,
            meta::CLIENT_INFO => &mut self.client,
            meta::LOG_LEVEL => &mut self.log_level,
            meta::PROGRESS_TOKEN => &mut self.progress_token,
            meta::TRACE_PARENT => &mut self.trace.parent,
            meta::TRACE_STATE => &mut self.trace.state,
            meta::BAGGAGE => &mut self.trace.baggage,
            _ => return,
        };
        *part = Some(place(text, cursor));
    }
}

/// Returns the position of the next value.
fn place(text: &str, cursor: &mut Cursor<'_>) -> Slice {
    Slice::within(text, cursor.value().text())
}

impl Slice {
    /// Returns the value at this position of a request.
    pub(crate) fn in_message(self, request: &Request) -> Raw<'_> {
        Raw::from_valid(self.of(request.text()))
    }
}
