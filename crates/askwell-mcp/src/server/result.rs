//! What handlers give back.
//!
//! Results are put together as text: what a handler says is written once and never read again on this side.

use askwell_form::json::write_string;

use crate::wire::{Json, Raw};

/// What a tool gives back: something to read for a model, perhaps something to compute with.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct ToolResult {
    content: Blocks,
    structured: Option<Json>,
    failed: bool,
    meta: Option<Json>,
}

/// What a prompt gives back: messages to begin a conversation with.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct PromptResult {
    description: Option<String>,
    messages: String,
}

/// What a resource gives back: its contents.
#[derive(Debug, Clone, Default)]
#[must_use = "a result has to be returned"]
pub struct ResourceResult {
    contents: String,
}

/// Blocks of content, separated by commas.
#[derive(Debug, Clone, Default)]
struct Blocks(String);

/// Who says a message of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after who speaks")]
pub enum Role {
    User,
    Assistant,
}

/// One block of content.
#[derive(Debug, Clone)]
pub enum Block {
    /// Something to read.
    Text(String),
    /// A picture, in base64.
    Image {
        /// The bytes in base64.
        data: String,
        /// Their media type.
        mime_type: String,
    },
    /// A sound, in base64.
    Audio {
        /// The bytes in base64.
        data: String,
        /// Their media type.
        mime_type: String,
    },
    /// A resource, contents and all.
    Resource {
        /// Its name.
        uri: String,
        /// Its media type.
        mime_type: String,
        /// What it says.
        text: String,
    },
    /// Anything else, as it stands.
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
    /// A result to read.
    pub fn text(text: impl Into<String>) -> Self {
        ToolResult::default().with(text.into())
    }

    /// A result that says what went wrong, for the model to see.
    pub fn error(text: impl Into<String>) -> Self {
        ToolResult { failed: true, ..ToolResult::text(text) }
    }

    /// A result to compute with, and the same to read.
    pub fn structured(json: impl Into<Json>) -> Self {
        let json = json.into();
        ToolResult { structured: Some(json.clone()), ..ToolResult::text(json.text()) }
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

    /// Adds what is only for programs.
    pub fn with_meta(mut self, meta: impl Into<Json>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}

impl PromptResult {
    /// Without messages yet.
    pub fn new() -> Self {
        PromptResult::default()
    }

    /// Says what the prompt is for.
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
    /// Contents to read.
    pub fn text(uri: &str, mime_type: &str, text: &str) -> Self {
        ResourceResult::default().with(uri, mime_type, "text", text)
    }

    /// Contents in base64.
    pub fn blob(uri: &str, mime_type: &str, base64: &str) -> Self {
        ResourceResult::default().with(uri, mime_type, "blob", base64)
    }

    fn with(mut self, uri: &str, mime_type: &str, key: &str, value: &str) -> Self {
        if !self.contents.is_empty() {
            self.contents.push(',');
        }
        contents(&mut self.contents, uri, mime_type, key, value);
        self
    }
}

/// The members of a result without the braces around them: the era adds its own.
#[derive(Debug)]
pub(crate) struct Members {
    pub(crate) text: String,
    pub(crate) meta: Option<Json>,
    pub(crate) cacheable: bool,
}

impl Members {
    pub(crate) fn plain(text: String) -> Self {
        Members { text, meta: None, cacheable: false }
    }

    pub(crate) fn none() -> Self {
        Members::plain(String::new())
    }

    /// The members of an object.
    pub(crate) fn of(object: Raw<'_>) -> Self {
        let inner = object.text().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        Members::plain(inner.unwrap_or_default().trim().to_owned())
    }

    pub(crate) fn cacheable(self) -> Self {
        Members { cacheable: true, ..self }
    }
}

impl From<ToolResult> for Members {
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
        Members { text, meta: result.meta, cacheable: false }
    }
}

impl From<PromptResult> for Members {
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
        Members::plain(text)
    }
}

impl From<ResourceResult> for Members {
    fn from(result: ResourceResult) -> Self {
        Members::plain(format!(r#""contents":[{}]"#, result.contents)).cacheable()
    }
}
