//! What a client says about itself.

use super::json::{Json, Raw};
use super::object::ObjectWriter;
use super::walk::Walk;

/// What a client can do, as it declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capabilities {
    /// The whole declaration.
    pub declared: Json,
    /// What can be asked of its person, if anything.
    pub elicitation: Option<ElicitationModes>,
    /// Whether its model can be asked.
    pub sampling: bool,
    /// Whether it shows folders.
    pub roots: bool,
}

/// How a client can ask its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ElicitationModes {
    /// With a form.
    pub form: bool,
    /// By sending them to a URL.
    pub url: bool,
}

/// The name and version of a peer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Peer {
    /// What it calls itself.
    pub name: String,
    /// Which version of it.
    pub version: String,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities { declared: Raw::EMPTY.to_owned(), elicitation: None, sampling: false, roots: false }
    }
}

impl Capabilities {
    /// Reads a declaration. One without any mode means form mode, as it did before there were modes.
    #[must_use]
    pub fn read(declared: Raw<'_>) -> Self {
        let (mut elicitation, mut sampling, mut roots) = (None, false, false);
        let is_object = |walk: &mut Walk<'_>| walk.peek() == Some(b'{');
        Walk::of(declared).members(|key, walk| match key {
            "elicitation" if is_object(walk) => {
                let mut modes = ElicitationModes::default();
                walk.members(|mode, walk| match mode {
                    "form" => modes.form = is_object(walk),
                    "url" => modes.url = is_object(walk),
                    _ => {}
                });
                modes.form |= !modes.url;
                elicitation = Some(modes);
            }
            "sampling" => sampling = is_object(walk),
            "roots" => roots = is_object(walk),
            _ => {}
        });
        Capabilities { declared: declared.to_owned(), elicitation, sampling, roots }
    }

    /// Whether a form can be sent.
    #[must_use]
    pub fn takes_forms(&self) -> bool {
        self.elicitation.is_some_and(|modes| modes.form)
    }

    /// Whether a URL can be sent.
    #[must_use]
    pub fn takes_urls(&self) -> bool {
        self.elicitation.is_some_and(|modes| modes.url)
    }
}

impl ElicitationModes {
    /// The declaration, for a client that has at least one of them.
    #[must_use]
    pub fn to_json(self) -> Json {
        let mut object = ObjectWriter::new();
        for (mode, has) in [("form", self.form), ("url", self.url)] {
            if has {
                object.raw(mode, Raw::EMPTY);
            }
        }
        object.finish()
    }
}

impl Peer {
    /// Reads an `Implementation`; what is missing is empty.
    #[must_use]
    pub fn read(raw: Raw<'_>) -> Self {
        let text = |key: &str| raw.get(key).and_then(Raw::as_text).unwrap_or_default().into_owned();
        Peer { name: text("name"), version: text("version") }
    }

    /// The `Implementation`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        ObjectWriter::new().text("name", &self.name).text("version", &self.version).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Capabilities, ElicitationModes};
    use crate::wire::Json;

    #[test]
    fn modes_as_declared() {
        let modes = |form, url| Some(ElicitationModes { form, url });
        for (declared, expected) in [
            ("{}", None),
            (r#"{"elicitation":null}"#, None),
            (r#"{"elicitation":{}}"#, modes(true, false)),
            (r#"{"elicitation":{"form":{}}}"#, modes(true, false)),
            (r#"{"elicitation":{"url":{}}}"#, modes(false, true)),
            (r#"{"elicitation":{"form":{},"url":{"x-a":1}}}"#, modes(true, true)),
            (r#"{"elicitation":{"voice":{}}}"#, modes(true, false)),
        ] {
            let declared = Json::parse(declared, &Default::default()).unwrap();
            assert_eq!(Capabilities::read(declared.raw()).elicitation, expected, "{}", declared.text());
        }
    }
}
