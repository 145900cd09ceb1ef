//! Where the interesting params of a request stand, found in one go.

use crate::wire::{Raw, Request, Slice, Walk, meta, method};

/// Where the interesting params stand in the request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    pub(crate) name: Box<str>,
    pub(crate) arguments: Option<Slice>,
    pub(crate) meta: Option<Slice>,
    pub(crate) about: About,
    pub(crate) responses: Option<Slice>,
    pub(crate) state: Option<Slice>,
}

/// What a request says about itself, in `_meta`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct About {
    pub(crate) version: Option<Slice>,
    pub(crate) capabilities: Option<Slice>,
    pub(crate) client: Option<Slice>,
    pub(crate) log_level: Option<Slice>,
    pub(crate) progress_token: Option<Slice>,
    pub(crate) trace_parent: Option<Slice>,
}

impl Parts {
    pub(crate) fn of(request: &Request) -> Self {
        let text = request.text();
        let mut parts = Parts::default();
        Walk::of(request.params()).members(|key, walk| match key {
            "name" | "uri" => parts.name = walk.string().unwrap_or_default().into(),
            "arguments" => parts.arguments = Some(place(text, walk)),
            meta::META => {
                let before = walk.clone();
                walk.members(|key, walk| parts.about.note(key, text, walk));
                parts.meta = Some(Slice::within(text, before.up_to(walk).text()));
            }
            "inputResponses" => parts.responses = Some(place(text, walk)),
            "requestState" => parts.state = Some(place(text, walk)),
            _ => {}
        });
        parts
    }

    /// Whether the request is one of the modern era, by what it carries itself.
    pub(crate) fn is_modern(&self, request: &Request) -> bool {
        request.method() == method::DISCOVER || self.about.version.is_some()
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
            meta::TRACE_PARENT => &mut self.trace_parent,
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
