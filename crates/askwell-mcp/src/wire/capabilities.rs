//! The capabilities and the identity of a peer.

use super::cursor::Cursor;
use super::json::{Json, Raw};
use super::object::ObjectWriter;

/// The identifier of the tasks extension.
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// The identifier of the extension for apps (MCP Apps).
pub const APPS_EXTENSION: &str = "io.modelcontextprotocol/ui";

/// The media type of an app.
pub const APP_MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The capabilities of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capabilities {
    /// The whole declaration.
    pub declared: Json,
    /// The elicitation modes; `None` if the client does not declare elicitation.
    pub elicitation: Option<ElicitationModes>,
    /// Whether the client supports sampling.
    pub sampling: bool,
    /// Whether the client supports roots.
    pub roots: bool,
}

/// The elicitation modes of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ElicitationModes {
    /// Form mode.
    pub form: bool,
    /// URL mode.
    pub url: bool,
}

/// The name and version of a peer (`Implementation`). Both are claims.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Peer {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities { declared: Raw::EMPTY.to_owned(), elicitation: None, sampling: false, roots: false }
    }
}

impl Capabilities {
    /// Reads a declaration. Elicitation without modes means form mode, as in the first revision.
    #[must_use]
    pub fn read(declared: Raw<'_>) -> Self {
        let (mut elicitation, mut sampling, mut roots) = (None, false, false);
        let is_object = |cursor: &mut Cursor<'_>| cursor.peek() == Some(b'{');
        Cursor::of(declared).members(|key, cursor| match key {
            "elicitation" if is_object(cursor) => {
                let mut modes = ElicitationModes::default();
                cursor.members(|mode, cursor| match mode {
                    "form" => modes.form = is_object(cursor),
                    "url" => modes.url = is_object(cursor),
                    _ => {}
                });
                modes.form |= !modes.url;
                elicitation = Some(modes);
            }
            "sampling" => sampling = is_object(cursor),
            "roots" => roots = is_object(cursor),
            _ => {}
        });
        Capabilities { declared: declared.to_owned(), elicitation, sampling, roots }
    }

    /// Returns whether the client supports form mode.
    #[must_use]
    pub fn supports_forms(&self) -> bool {
        self.elicitation.is_some_and(|modes| modes.form)
    }

    /// Returns whether the client supports URL mode.
    #[must_use]
    pub fn supports_urls(&self) -> bool {
        self.elicitation.is_some_and(|modes| modes.url)
    }

    /// Returns whether the client supports the tasks extension.
    #[must_use]
    pub fn supports_tasks(&self) -> bool {
        self.extension(TASKS_EXTENSION).is_some()
    }

    /// Returns whether the client shows apps: it declares the extension, and the media type of apps.
    #[must_use]
    pub fn supports_apps(&self) -> bool {
        let types = self.extension(APPS_EXTENSION).and_then(|extension| extension.get("mimeTypes"));
        types.is_some_and(|types| {
            types.items().any(|named| named.as_text().is_some_and(|name| is_app_type(&name)))
        })
    }

    fn extension(&self, name: &str) -> Option<Raw<'_>> {
        let extensions = self.declared.raw().get("extensions").and_then(Raw::object);
        extensions.and_then(|extensions| extensions.get(name)).and_then(Raw::object)
    }
}

/// Returns whether this is the media type of apps; spaces around the parameter are allowed.
fn is_app_type(name: &str) -> bool {
    name.split(';').map(str::trim).eq(APP_MIME_TYPE.split(';'))
}

impl ElicitationModes {
    /// Returns the declaration of a client that has at least one mode.
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
    /// Reads an `Implementation`. Missing members become empty texts.
    #[must_use]
    pub fn read(raw: Raw<'_>) -> Self {
        let text = |key: &str| raw.get(key).and_then(Raw::as_text).unwrap_or_default().into_owned();
        Peer { name: text("name"), version: text("version") }
    }

    /// Returns the `Implementation`.
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
    fn apps_need_the_extension_and_the_media_type() {
        for (declared, expected) in [
            ("{}", false),
            (r#"{"extensions":{"io.modelcontextprotocol/ui":{}}}"#, false),
            (r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html"}}}"#, false),
            (r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html"]}}}"#, false),
            (
                r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#,
                true,
            ),
            (
                r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":[1,"text/html; profile=mcp-app"]}}}"#,
                true,
            ),
        ] {
            let declared = Json::parse(declared, &Default::default()).unwrap();
            assert_eq!(Capabilities::read(declared.raw()).supports_apps(), expected, "{}", declared.text());
        }
    }

    #[test]
    fn modes_are_read_as_declared() {
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
