//! The results of servers. Frequent parts have accessors; the whole text is kept.

use crate::wire::{Json, Raw};

/// A tool of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolInfo {
    /// The name to call it by.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What the tool does.
    pub description: Option<String>,
    /// The schema of the arguments, exactly as sent.
    pub input_schema: Json,
    /// The whole entry of the tool list.
    pub whole: Json,
}

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallToolResult(Json);

impl ToolInfo {
    pub(super) fn read(raw: Raw<'_>) -> Option<Self> {
        let text = |key| raw.get(key).and_then(Raw::as_text).map(std::borrow::Cow::into_owned);
        Some(ToolInfo {
            name: text("name")?,
            title: text("title"),
            description: text("description"),
            input_schema: raw.get("inputSchema").and_then(Raw::object).unwrap_or(Raw::EMPTY).to_owned(),
            whole: raw.to_owned(),
        })
    }
}

impl CallToolResult {
    pub(super) fn new(result: Json) -> Self {
        CallToolResult(result)
    }

    /// Returns the text blocks of the result, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks = self.0.raw().get("content").into_iter().flat_map(Raw::items);
        let texts: Vec<_> = blocks.filter_map(|block| block.get("text")?.as_text()).collect();
        texts.join("\n")
    }

    /// Returns whether the tool reports a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.0.raw().get("isError").and_then(Raw::as_bool) == Some(true)
    }

    /// Returns the structured content, if there is any.
    #[must_use]
    pub fn structured(&self) -> Option<Raw<'_>> {
        self.0.raw().get("structuredContent").and_then(Raw::object)
    }

    /// Returns the whole result.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.0
    }
}
