//! Fixtures that return content and ask nothing.

use std::time::Duration;

use askwell_mcp::server::{
    Block, LogLevel, Prompt, PromptResult, Resource, ResourceResult, Role, ServerBuilder,
};
use askwell_mcp::wire::{Json, Raw};
use askwell_mcp::{Call, Failure, Tool, ToolResult};
use serde_json::json;

/// A picture of one red point.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A sound of no length.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
/// Between two signs of life.
const PAUSE: Duration = Duration::from_millis(50);

fn image() -> Block {
    Block::Image { data: PNG.to_owned(), mime_type: "image/png".to_owned() }
}

fn resource(uri: &str, mime_type: &str, text: &str) -> Block {
    Block::Resource { uri: uri.to_owned(), mime_type: mime_type.to_owned(), text: text.to_owned() }
}

pub(crate) fn add(builder: ServerBuilder) -> ServerBuilder {
    prompts(resources(tools(builder)))
}

fn tools(builder: ServerBuilder) -> ServerBuilder {
    builder
        .tool(Tool::new("test_simple_text", "Says something simple."), async |_: Call| {
            Ok(ToolResult::text("This is a simple text response for testing."))
        })
        .tool(Tool::new("test_image_content", "Shows a picture."), async |_: Call| {
            Ok(ToolResult::default().with(image()))
        })
        .tool(Tool::new("test_audio_content", "Plays a sound."), async |_: Call| {
            let audio = Block::Audio { data: WAV.to_owned(), mime_type: "audio/wav".to_owned() };
            Ok(ToolResult::default().with(audio))
        })
        .tool(Tool::new("test_embedded_resource", "Gives a resource."), async |_: Call| {
            let text = "This is an embedded resource content.";
            Ok(ToolResult::default().with(resource("test://embedded-resource", "text/plain", text)))
        })
        .tool(Tool::new("test_multiple_content_types", "Gives several things."), async |_: Call| {
            let data = resource(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#,
            );
            Ok(ToolResult::text("Multiple content types test:").with(image()).with(data))
        })
        .tool(Tool::new("test_tool_with_logging", "Writes to the log."), async |call: Call| {
            for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                call.log(LogLevel::Info, Json::of_text(line));
                tokio::time::sleep(PAUSE).await;
            }
            Ok(ToolResult::text("logged"))
        })
        .tool(Tool::new("test_logging_tool", "Writes to the log."), async |call: Call| {
            call.log(LogLevel::Info, Json::of_text("a line for the log"));
            Ok(ToolResult::text("logged"))
        })
        .tool(Tool::new("test_error_handling", "Fails."), async |_: Call| {
            Err(Failure::message("This tool intentionally returns an error for testing"))
        })
        .tool(Tool::new("test_tool_with_progress", "Says how far it is."), async |call: Call| {
            for done in [0.0, 50.0, 100.0] {
                call.progress(done, Some(100.0), "");
                tokio::time::sleep(PAUSE).await;
            }
            Ok(ToolResult::text("done"))
        })
        .tool(
            Tool::new("test_custom_header", "Takes an argument that HTTP repeats in a header.").input(
                json!({
                    "type": "object",
                    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
                    "required": ["region"]
                }),
            ),
            async |call: Call| Ok(ToolResult::text(call.text("region").unwrap_or_default())),
        )
        .tool(
            Tool::new("json_schema_2020_12_tool", "Has a schema with all kinds of keywords.").input(json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "$defs": {"address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
                }},
                "properties": {
                    "name": {"type": "string"},
                    "address": {"$ref": "#/$defs/address"},
                    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                    "phone": {"type": "string"},
                    "email": {"type": "string"}
                },
                "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
                "then": {"required": ["phone"]},
                "else": {"required": ["email"]},
                "additionalProperties": false
            })),
            async |call: Call| Ok(ToolResult::text(call.arguments().text())),
        )
}

fn resources(builder: ServerBuilder) -> ServerBuilder {
    builder
        .resource(
            Resource::new("test://static-text", "Static text").description("A text.").mime_type("text/plain"),
            async |call: Call| {
                Ok(ResourceResult::text(
                    call.name(),
                    "text/plain",
                    "This is the content of the static text resource.",
                ))
            },
        )
        .resource(
            Resource::new("test://static-binary", "Static binary")
                .description("A picture.")
                .mime_type("image/png"),
            async |call: Call| Ok(ResourceResult::blob(call.name(), "image/png", PNG)),
        )
        .resource(Resource::new("test://watched-resource", "Watched"), async |call: Call| {
            Ok(ResourceResult::text(call.name(), "text/plain", "This is watched."))
        })
        .resource(
            Resource::new("test://template/{id}/data", "Template").mime_type("application/json"),
            async |call: Call| {
                let id = call.name().split('/').nth(3).unwrap_or_default();
                let text =
                    json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}).to_string();
                Ok(ResourceResult::text(call.name(), "application/json", &text))
            },
        )
}

fn prompts(builder: ServerBuilder) -> ServerBuilder {
    builder
        .prompt(Prompt::new("test_simple_prompt", "Says something simple."), async |_: Call| {
            Ok(PromptResult::new().message(Role::User, "This is a simple prompt for testing."))
        })
        .prompt(
            Prompt::new("test_prompt_with_arguments", "Says what it is told.")
                .argument("arg1", "First test argument")
                .argument("arg2", "Second test argument"),
            async |call: Call| {
                let argument = |name: &str| call.text(name).unwrap_or_default().into_owned();
                let (one, two) = (argument("arg1"), argument("arg2"));
                let text = format!("Prompt with arguments: arg1='{one}', arg2='{two}'");
                Ok(PromptResult::new().message(Role::User, text))
            },
        )
        .prompt(
            Prompt::new("test_prompt_with_embedded_resource", "Holds a resource.")
                .argument("resourceUri", "URI of the resource to embed"),
            async |call: Call| {
                let uri = call.text("resourceUri").unwrap_or_default().into_owned();
                let embedded = resource(&uri, "text/plain", "Embedded resource content for testing.");
                Ok(PromptResult::new()
                    .message(Role::User, embedded)
                    .message(Role::User, "Please process the embedded resource above."))
            },
        )
        .prompt(Prompt::new("test_prompt_with_image", "Holds a picture."), async |_: Call| {
            Ok(PromptResult::new()
                .message(Role::User, image())
                .message(Role::User, "Please analyze the image above."))
        })
        .completions(async |call: Call| {
            let typed = call.params().get("argument").and_then(|argument| argument.get("value"));
            let typed = typed.and_then(Raw::as_text).unwrap_or_default().into_owned();
            let known = ["paris", "park", "party", "testing"];
            Ok(known
                .iter()
                .filter(|value| value.starts_with(&typed))
                .map(|&value| value.to_owned())
                .collect())
        })
}
