//! Display fields: what a person looks at before they answer. They have no answer.
//!
//! A document lists them among the fields, as `"type": "display"`; a form keeps them apart, so that checking, views
//! and schemas do not know them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::defect::DefectCode;
use crate::definition::Form;
use crate::json::tree::{Json, Node};
use crate::parse::reader::Reader;

/// Something to look at: text with Markdown, an image, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Display {
    pub(crate) id: String,
    pub(crate) label: Option<String>,
    pub(crate) content: Option<String>,
    pub(crate) image: Option<Image>,
    /// The index of the field that it stands before.
    pub(crate) before: usize,
}

/// An image that travels with the form. Its bytes agree with its type, which is none that can contain a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub(crate) media_type: &'static str,
    pub(crate) data: Arc<str>,
    pub(crate) description: String,
}

/// The types of images, and what their content begins with.
const IMAGE_TYPES: [(&str, &str); 4] = [
    ("image/png", "image/png"),
    ("image/jpeg", "image/jpeg"),
    ("image/gif", "image/gif"),
    ("image/webp", "image/webp"),
];

/// How a form's descriptions are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TextFormat {
    /// As Markdown, in the parts that [`markdown`](crate::markdown) knows.
    #[default]
    Markdown,
    /// As they are.
    Plain,
}

impl TextFormat {
    /// Every format with the name that documents use.
    pub const ALL: [(&'static str, TextFormat); 2] =
        [("markdown", TextFormat::Markdown), ("plain", TextFormat::Plain)];
}

impl Display {
    /// The type that documents use.
    pub const TYPE: &'static str = "display";

    /// The longest text in characters.
    pub const CONTENT_CHARS: usize = 20_000;

    /// The largest image in bytes.
    pub const IMAGE_BYTES: usize = 512 * 1024;

    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the heading.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// Returns the text, with its marks.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// Returns the image.
    #[must_use]
    pub fn image(&self) -> Option<&Image> {
        self.image.as_ref()
    }

    pub(crate) fn is_one(node: &Node<'_>) -> bool {
        let Json::Object(members) = &node.value else { return false };
        let is_type = |node: &Node<'_>| matches!(&node.value, Json::Text(kind) if kind == Display::TYPE);
        members.iter().any(|member| member.key == "type" && is_type(&member.node))
    }

    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>, before: usize) -> Option<Display> {
        let members = reader.object(node, &["id", "type", "label", "content", "image"])?;
        let id = reader.required(members, "id").and_then(|node| reader.identifier(node, 64));
        let label = members.get("label").and_then(|node| reader.shown(node, 1..=256));
        let content = members.get("content").and_then(|node| reader.shown(node, 1..=Display::CONTENT_CHARS));
        let image = members.get("image").and_then(|node| Image::read(reader, node));
        if members.get("content").is_none() && members.get("image").is_none() {
            reader
                .note(members.span(), DefectCode::Missing, "nothing to show")
                .expected("`content` or `image`");
        }
        Some(Display { id: id?.to_owned(), label, content, image, before })
    }
}

impl Image {
    /// Returns the media type: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Returns the content in base64.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.data
    }

    /// Returns what the image shows, in words.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>) -> Option<Image> {
        let members = reader.object(node, &["type", "data", "description"])?;
        let media_type = reader.required(members, "type").and_then(|node| reader.word(node, &IMAGE_TYPES));
        let description =
            reader.required(members, "description").and_then(|node| reader.shown(node, 1..=1024));
        let data_node = reader.required(members, "data")?;
        let data = reader.text(data_node)?;
        let note = |reader: &mut Reader, message: &str, expected: String| {
            reader.note(&data_node.span, DefectCode::Contradiction, message.to_owned()).expected(expected);
        };
        // Four characters stand for three bytes.
        if data.len() / 4 * 3 > Display::IMAGE_BYTES + 2 {
            let kib = Display::IMAGE_BYTES / 1024;
            note(reader, "the image is too large", format!("at most {kib} KiB"));
            return None;
        }
        let Ok(bytes) = STANDARD.decode(data) else {
            note(reader, "the image is not base64", "base64 with padding".to_owned());
            return None;
        };
        let media_type = media_type?;
        if signature(&bytes) != Some(media_type) {
            note(reader, "the content is no image of this type", media_type.to_owned());
            return None;
        }
        Some(Image { media_type, data: Arc::from(data), description: description? })
    }
}

/// Returns the type that the first bytes of an image tell.
fn signature(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

impl Form {
    /// Returns what the form shows beside its fields, in order.
    #[must_use]
    pub fn displays(&self) -> &[Display] {
        &self.definition.displays
    }

    /// Returns what stands directly before the field with this index; with the number of fields, what stands after
    /// the last one.
    pub fn displays_before(&self, field: usize) -> impl Iterator<Item = &Display> {
        self.definition.displays.iter().filter(move |display| display.before == field)
    }

    /// Returns how descriptions, and the message of an elicitation with this form, are read.
    #[must_use]
    pub fn text_format(&self) -> TextFormat {
        self.definition.text_format
    }

    /// Returns the displays as one text, for surfaces that can only show a message.
    #[must_use]
    pub fn display_text(&self) -> Option<String> {
        let parts = self.displays().iter().flat_map(|display| {
            let picture = display.image().map(|image| format!("[picture: {}]", image.description()));
            [display.label().map(|label| format!("{label}:")), display.content().map(str::to_owned), picture]
        });
        let parts: Vec<String> = parts.flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Form;
    use crate::display::TextFormat;

    /// The smallest picture there is.
    const DOT: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    fn with(fields: &Value) -> Value {
        json!({"id": "f", "title": "F", "fields": fields})
    }

    #[test]
    fn displays_stand_between_fields_and_have_no_answers() {
        let form = Form::from_value(&with(&json!([
            {"id": "why", "type": "display", "label": "Why", "content": "**Because**"},
            {"id": "a", "type": "text", "label": "A"},
            {"id": "dot", "type": "display", "image": {"type": "image/png", "data": DOT, "description": "a dot"}},
        ])))
        .unwrap();
        assert_eq!(form.fields().len(), 1);
        let before: Vec<Vec<&str>> =
            (0..3).map(|field| form.displays_before(field).map(super::Display::id).collect()).collect();
        assert_eq!(before, [vec!["why"], vec!["dot"], vec![]]);
        assert!(form.check(&json!({"a": "x"})).is_ok());
        assert!(form.check(&json!({"why": "x"})).is_err(), "a display is no field");
        assert_eq!(form.display_text().as_deref(), Some("Why:\n**Because**\n[picture: a dot]"));
        assert_eq!(form.to_json_schema().schema["properties"].as_object().unwrap().len(), 1);
        assert_eq!(Form::reparse(form.dormant().to_json()).unwrap().displays(), form.displays());
    }

    #[test]
    fn decision_has_evidence() {
        let form = Form::from_value(&json!({"id": "d", "title": "D", "decision": {},
            "fields": [{"id": "why", "type": "display", "content": "x"}]}));
        let form = form.unwrap();
        assert_eq!((form.displays_before(0).count(), form.fields().len()), (1, 2));
        assert_eq!(form.text_format(), TextFormat::Markdown);
    }

    #[test]
    fn defects_of_displays_are_found() {
        let svg = "PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+";
        for (display, pointer) in [
            (json!({"id": "x", "type": "display"}), "/fields/0"),
            (json!({"id": "x", "type": "display", "content": ""}), "/fields/0/content"),
            (json!({"id": "x", "type": "display", "content": "a".repeat(20_001)}), "/fields/0/content"),
            (json!({"id": "x", "type": "display", "content": "\u{202e}"}), "/fields/0/content"),
            (json!({"id": "x", "type": "display", "content": "a", "required": true}), "/fields/0/required"),
            (json!({"type": "display", "content": "a"}), "/fields/0"),
            (json!({"id": "a", "type": "display", "content": "a"}), "/fields/1/id"),
            (
                json!({"id": "x", "type": "display", "image": {"type": "image/svg+xml", "data": svg, "description": "d"}}),
                "/fields/0/image/type",
            ),
            (
                json!({"id": "x", "type": "display", "image": {"type": "image/png", "data": svg, "description": "d"}}),
                "/fields/0/image/data",
            ),
            (
                json!({"id": "x", "type": "display", "image": {"type": "image/png", "data": "?", "description": "d"}}),
                "/fields/0/image/data",
            ),
            (
                json!({"id": "x", "type": "display", "image": {"type": "image/png", "data": "A".repeat(900_000), "description": "d"}}),
                "/fields/0/image/data",
            ),
            (
                json!({"id": "x", "type": "display", "image": {"type": "image/png", "data": DOT}}),
                "/fields/0/image",
            ),
        ] {
            let field = json!({"id": "a", "type": "text", "label": "A"});
            let defects = Form::from_value(&with(&json!([display, field]))).unwrap_err();
            assert!(defects.iter().any(|defect| defect.pointer == pointer), "{defects}");
        }
        let alone = with(&json!([{"id": "x", "type": "display", "content": "a"}]));
        assert!(Form::from_value(&alone).is_err(), "nothing is asked");
    }
}
