//! The results of handlers.
//!
//! Results are written as text once and never parsed on this side.

use askwell_form::json::write_string;

use crate::wire::{Json, Raw};

/// The result of a tool: content for a model, and optional structured content.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct ToolResult {
    content: Blocks,
    structured: Option<Json>,
    failed: bool,
    meta: Option<Json>,
}

/// The result of a prompt: messages to start a conversation with.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct PromptResult {
    description: Option<String>,
    messages: String,
}

/// The contents of a resource.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct ResourceResult {
    contents: String,
}

/// Content blocks, separated by commas.
#[derive(Debug, Clone, Default)]
struct Blocks(String);

/// The role of a message of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after who speaks")]
pub enum Role {
    User,
    Assistant,
}

/// One content block.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Block {
    /// A text.
    Text(String),
    /// An image.
    Image {
        /// The bytes in base64.
        data: String,
        /// The media type.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// The bytes in base64.
        data: String,
        /// The media type.
        mime_type: String,
    },
    /// A resource with its contents.
    Resource {
        /// The URI.
        uri: String,
        /// The media type.
        mime_type: String,
        /// The text.
        text: String,
    },
    /// Any other block, unchanged.
    Other(Json),
}

impl Block {
    fn write(&self, out: &mut String) {
        match self {
            Block::Text(text) => {
                out.push_str(r#"{"type":"text","text":"#);
                write_string(out, text);
                out.push('}');
            }
            Block::Image { data, mime_type } => media(out, "image", data, mime_type),
            Block::Audio { data, mime_type } => media(out, "audio", data, mime_type),
            Block::Resource { uri, mime_type, text } => {
                out.push_str(r#"{"type":"resource","resource":"#);
                contents(out, uri, mime_type, "text", text);
                out.push('}');
            }
            Block::Other(json) => out.push_str(json.text()),
        }
    }
}

impl From<&str> for Block {
    fn from(text: &str) -> Self {
        Block::Text(text.to_owned())
    }
}

impl From<String> for Block {
    fn from(text: String) -> Self {
        Block::Text(text)
    }
}

fn media(out: &mut String, sort: &str, data: &str, mime_type: &str) {
    out.push_str(r#"{"type":"#);
    write_string(out, sort);
    out.push_str(r#","data":"#);
    write_string(out, data);
    out.push_str(r#","mimeType":"#);
    write_string(out, mime_type);
    out.push('}');
}

fn contents(out: &mut String, uri: &str, mime_type: &str, key: &str, value: &str) {
    out.push_str(r#"{"uri":"#);
    write_string(out, uri);
    out.push_str(r#","mimeType":"#);
    write_string(out, mime_type);
    out.push(',');
    write_string(out, key);
    out.push(':');
    write_string(out, value);
    out.push('}');
}

impl ToolResult {
    /// Creates a result with a text.
    pub fn text(text: impl Into<String>) -> Self {
        ToolResult::default().with(text.into())
    }

    /// Creates a result that reports a failure to the model.
    pub fn error(text: impl Into<String>) -> Self {
        ToolResult { failed: true, ..ToolResult::text(text) }
    }

    /// Creates a result with structured content, and the same as text.
    pub fn structured(json: impl Into<Json>) -> Self {
        let json = json.into();
        ToolResult { structured: Some(json.clone()), ..ToolResult::text(json.text()) }
    }

    /// Creates a result whose structured content is for an app; a model reads the text.
    pub(crate) fn for_app(text: &str, json: Json) -> Self {
        ToolResult { structured: Some(json), ..ToolResult::text(text) }
    }

    /// Adds a block.
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        let Blocks(blocks) = &mut self.content;
        if !blocks.is_empty() {
            blocks.push(',');
        }
        block.into().write(blocks);
        self
    }

    /// Sets the `_meta` of the result.
    pub fn with_meta(mut self, meta: impl Into<Json>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}

impl PromptResult {
    /// Creates a result without messages.
    pub fn new() -> Self {
        PromptResult::default()
    }

    /// Sets the description of the prompt.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Adds a message.
    pub fn message(mut self, role: Role, block: impl Into<Block>) -> Self {
        if !self.messages.is_empty() {
            self.messages.push(',');
        }
        let role = match role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        self.messages.push_str(r#"{"role":""#);
        self.messages.push_str(role);
        self.messages.push_str(r#"","content":"#);
        block.into().write(&mut self.messages);
        self.messages.push('}');
        self
    }
}

impl ResourceResult {
    /// Creates a result with a text.
    pub fn text(uri: &str, mime_type: &str, text: &str) -> Self {
        ResourceResult::default().with(uri, mime_type, "text", text)
    }

    /// Creates a result with bytes in base64.
    pub fn blob(uri: &str, mime_type: &str, base64: &str) -> Self {
        ResourceResult::default().with(uri, mime_type, "blob", base64)
    }

    /// Creates a result with one entry of `contents`, already encoded.
    pub(crate) fn of_contents(contents: &Json) -> Self {
        ResourceResult { contents: contents.text().to_owned() }
    }

    fn with(mut self, uri: &str, mime_type: &str, key: &str, value: &str) -> Self {
        if !self.contents.is_empty() {
            self.contents.push(',');
        }
        contents(&mut self.contents, uri, mime_type, key, value);
        self
    }
}

/// The members of a result without braces, so that each era can add its own.
#[derive(Debug)]
pub(crate) struct ResultMembers {
    pub(crate) text: String,
    pub(crate) meta: Option<Json>,
    pub(crate) cacheable: bool,
}

impl ResultMembers {
    pub(crate) fn plain(text: String) -> Self {
        ResultMembers { text, meta: None, cacheable: false }
    }

    pub(crate) fn none() -> Self {
        ResultMembers::plain(String::new())
    }

    /// Returns the members of an object.
    pub(crate) fn of(object: Raw<'_>) -> Self {
        let inner = object.text().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        ResultMembers::plain(inner.unwrap_or_default().trim().to_owned())
    }

    pub(crate) fn cacheable(self) -> Self {
        ResultMembers { cacheable: true, ..self }
    }
}

impl From<ToolResult> for ResultMembers {
    fn from(result: ToolResult) -> Self {
        let Blocks(blocks) = result.content;
        let mut text = String::with_capacity(blocks.len() + 32);
        text.push_str(r#""content":["#);
        text.push_str(&blocks);
        text.push(']');
        if let Some(structured) = &result.structured {
            text.push_str(r#","structuredContent":"#);
            text.push_str(structured.text());
        }
        if result.failed {
            text.push_str(r#","isError":true"#);
        }
        ResultMembers { text, meta: result.meta, cacheable: false }
    }
}

impl From<PromptResult> for ResultMembers {
    fn from(result: PromptResult) -> Self {
        let mut text = String::with_capacity(result.messages.len() + 32);
        if let Some(description) = &result.description {
            text.push_str(r#""description":"#);
            write_string(&mut text, description);
            text.push(',');
        }
        text.push_str(r#""messages":["#);
        text.push_str(&result.messages);
        text.push(']');
        ResultMembers::plain(text)
    }
}

impl From<ResourceResult> for ResultMembers {
    fn from(result: ResourceResult) -> Self {
        ResultMembers::plain(format!(r#""contents":[{}]"#, result.contents)).cacheable()
    }
}
