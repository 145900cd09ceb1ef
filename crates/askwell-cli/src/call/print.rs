//! Prints tools and results, for people or as JSON. Untrusted text is made safe.

use std::fmt::Write as _;

use anyhow::Result;
use askwell_mcp::client::{CallToolResult, ServerInfo, ToolInfo};
use askwell_mcp::wire::{Json, Raw};
use serde_json::{Value, json};

use crate::console::Console;
use crate::safe_text;

/// Prints the list of tools.
pub(super) fn tools(server: &ServerInfo, tools: &[ToolInfo], as_json: bool, console: &Console) -> Result<()> {
    if as_json {
        let tools: Vec<Value> = tools.iter().map(|tool| tool.whole.raw().to_value()).collect();
        return console.print_json(&format!("{:#}\n", json!({"tools": tools})));
    }
    let called = format!("{} {}", safe_text::line(&server.peer.name), safe_text::line(&server.peer.version));
    let mut out = format!("{} speaks MCP {}\n", called.trim(), server.revision);
    for tool in tools {
        let _ = write!(out, "\n{}", safe_text::line(&tool.name));
        for argument in arguments(&tool.input_schema) {
            let _ = write!(out, " {argument}");
        }
        out.push('\n');
        for line in tool.description.iter().flat_map(|description| description.lines()) {
            let _ = writeln!(out, "    {}", safe_text::line(line.trim_end()));
        }
    }
    console.print_text(&out)
}

/// Returns `name=string` for required arguments and `[name=string]` for optional ones.
fn arguments(schema: &Json) -> Vec<String> {
    let schema = schema.raw();
    let required: Vec<_> =
        schema.get("required").into_iter().flat_map(Raw::items).filter_map(Raw::as_text).collect();
    let argument = |(name, property): (std::borrow::Cow<'_, str>, Raw<'_>)| {
        let kind = property.get("type").and_then(Raw::as_text).unwrap_or("value".into());
        let pair = format!("{}={}", safe_text::line(&name), safe_text::line(&kind));
        if required.contains(&name) { pair } else { format!("[{pair}]") }
    };
    schema.get("properties").into_iter().flat_map(Raw::members).map(argument).collect()
}

/// Prints the result of a tool.
pub(super) fn result(result: &CallToolResult, as_json: bool, console: &Console) -> Result<()> {
    if as_json {
        return console.print_json(&format!("{:#}\n", result.json().raw().to_value()));
    }
    let mut out = String::new();
    for block in result.json().raw().get("content").into_iter().flat_map(Raw::items) {
        match block.get("text").and_then(Raw::as_text) {
            Some(text) => text.lines().for_each(|line| {
                let _ = writeln!(out, "{}", safe_text::source(line));
            }),
            None => {
                let kind = block.get("type").and_then(Raw::as_text).unwrap_or("something".into());
                let _ = writeln!(out, "[{}; --json shows it]", safe_text::line(&kind));
            }
        }
    }
    console.print_text(&out)
}
