//! What servers answer, kept whole: the parts that nearly everybody wants have names, the rest is there to be read.

use crate::wire::{Json, Raw};

/// A tool that a server has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// What it is called by.
    pub name: String,
    /// What people call it.
    pub title: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// The schema of its arguments, exactly as sent.
    pub input_schema: Json,
    /// All that the server said about it.
    pub whole: Json,
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult(Json);

impl Tool {
    pub(super) fn read(raw: Raw<'_>) -> Option<Self> {
        let text = |key| raw.get(key).and_then(Raw::as_text).map(std::borrow::Cow::into_owned);
        Some(Tool {
            name: text("name")?,
            title: text("title"),
            description: text("description"),
            input_schema: raw.get("inputSchema").and_then(Raw::object).unwrap_or(Raw::EMPTY).to_owned(),
            whole: raw.to_owned(),
        })
    }
}

impl ToolResult {
    pub(super) fn new(result: Json) -> Self {
        ToolResult(result)
    }

    /// The texts of it, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks = self.0.raw().get("content").into_iter().flat_map(Raw::items);
        let texts: Vec<_> = blocks.filter_map(|block| block.get("text")?.as_text()).collect();
        texts.join("\n")
    }

    /// Whether the tool says that it failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.0.raw().get("isError").and_then(Raw::as_bool) == Some(true)
    }

    /// What it answered for programs, if anything.
    #[must_use]
    pub fn structured(&self) -> Option<Raw<'_>> {
        self.0.raw().get("structuredContent").and_then(Raw::object)
    }

    /// All of it.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.0
    }
}
