//! Where the interesting params of a request stand, found in one go.

use crate::wire::{Json, JsonKind, ObjectWriter, Raw, Request, Slice, Walk, meta, method};

/// Where the interesting params stand in the request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    pub(crate) name: Box<str>,
    kept: Kept,
    pub(crate) arguments: Option<Slice>,
    pub(crate) meta: Option<Slice>,
    pub(crate) about: About,
    pub(crate) responses: Option<Slice>,
    pub(crate) state: Option<Slice>,
}

/// Which members there are, as far as the identity of the request goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    /// No `name` yet.
    #[default]
    Nothing,
    /// A `name`, and perhaps `arguments`.
    Name,
    /// Others.
    Others,
}

/// What a request says about itself, in `_meta`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct About {
    pub(crate) version: Option<Slice>,
    pub(crate) capabilities: Option<Slice>,
    pub(crate) client: Option<Slice>,
    pub(crate) log_level: Option<Slice>,
    pub(crate) progress_token: Option<Slice>,
    pub(crate) trace: Trace,
}

/// Where a request comes from, as W3C Trace Context and Baggage have it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Trace {
    pub(crate) parent: Option<Slice>,
    state: Option<Slice>,
    baggage: Option<Slice>,
}

impl Trace {
    /// The members of `_meta` that say it; none without a parent, as the others mean nothing then.
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

    /// The same params, with where they come from in their `_meta`, unless they say so themselves.
    pub(crate) fn onto(self, params: Raw<'_>, request: &Request) -> Option<Json> {
        self.members(request).next()?;
        let before = params.get(meta::META).and_then(Raw::object).unwrap_or(Raw::EMPTY);
        let mut metadata = ObjectWriter::new();
        metadata.members(before);
        if before.get(meta::TRACE_PARENT).is_none() {
            for (key, value) in self.members(request).filter(|(key, _)| before.get(key).is_none()) {
                metadata.raw(key, value);
            }
        }
        let mut traced = ObjectWriter::with_room(params.text().len() + 256);
        for (key, value) in params.members().filter(|(key, _)| key != meta::META) {
            traced.raw(&key, value);
        }
        Some(traced.raw(meta::META, metadata.finish().raw()).finish())
    }
}

impl Parts {
    pub(crate) fn of(request: &Request) -> Self {
        let text = request.text();
        let mut parts = Parts::default();
        Walk::of(request.params()).members(|key, walk| match key {
            "name" => match walk.string() {
                Some(name) => {
                    parts.name = name.into();
                    parts.kept.add(Kept::Name);
                }
                None => parts.kept.add(Kept::Others),
            },
            "uri" => {
                parts.name = walk.string().unwrap_or_default().into();
                parts.kept.add(Kept::Others);
            }
            "arguments" => parts.arguments = Some(place(text, walk)),
            meta::META => {
                let before = walk.clone();
                walk.members(|key, walk| parts.about.note(key, text, walk));
                parts.meta = Some(Slice::within(text, before.up_to(walk).text()));
            }
            "inputResponses" => parts.responses = Some(place(text, walk)),
            "requestState" => parts.state = Some(place(text, walk)),
            _ => parts.kept.add(Kept::Others),
        });
        parts
    }

    /// Whether the params are a `name`, perhaps `arguments`, and what changes from one round to the next.
    pub(crate) fn is_plain_call(&self) -> bool {
        self.kept == Kept::Name
    }

    /// Whether the request is one of the modern era, by what it carries itself.
    pub(crate) fn is_modern(&self, request: &Request) -> bool {
        request.method() == method::DISCOVER || self.about.version.is_some()
    }
}

impl Kept {
    fn add(&mut self, other: Kept) {
        *self = if *self == Kept::Nothing { other } else { Kept::Others };
    }
}

impl About {
    fn note(&mut self, key: &str, text: &str, walk: &mut Walk<'_>) {
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
        *part = Some(place(text, walk));
    }
}

/// The place of the value that comes next.
fn place(text: &str, walk: &mut Walk<'_>) -> Slice {
    Slice::within(text, walk.value().text())
}

impl Slice {
    /// What stands there in a message.
    pub(crate) fn in_message(self, request: &Request) -> Raw<'_> {
        Raw::part(self.of(request.text()))
    }
}
