//! The client for the official conformance suite: `conformance_client URL`.
//!
//! The suite names the scenario in the environment. The client does what the scenario expects with
//! the public API of this crate; no message is written by hand.

use std::error::Error;

use askwell_mcp::client::{Address, Client, FormReply, FormRequest, RequestOptions, ToolInfo};
use askwell_mcp::wire::{Json, Raw, method};
use serde_json::{Value, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().next_back().unwrap_or_default();
    let scenario = std::env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let client = Client::builder("askwell-conformance", env!("CARGO_PKG_VERSION"))
        .on_form(accept_defaults)
        .connect(Address::new(&url)?)
        .await?;
    let played = play(&client, &scenario).await;
    client.close().await;
    played
}

/// Accepts the form with its defaults, and ticks boxes.
async fn accept_defaults(ask: FormRequest) -> FormReply {
    let ticked = ask.form.field("confirmed").map_or(json!({}), |_| json!({"confirmed": true}));
    ask.accept(&ticked).unwrap_or(FormReply::Decline)
}

async fn play(client: &Client, scenario: &str) -> Result<(), Box<dyn Error>> {
    let tools = client.list_tools().await?;
    match scenario {
        "tools_call" => {
            client.call_tool("add_numbers", json!({"a": 5, "b": 3})).await?;
        }
        "sep-2322-client-request-state" => {
            // In parallel, so that mixed-up calls would be found.
            let calls = ["test_mrtr_echo_state", "test_mrtr_unrelated", "test_mrtr_no_state"];
            let [echo, unrelated, no_state] = calls.map(|tool| client.call_tool(tool, json!({})));
            let (echo, unrelated, no_state) = tokio::join!(echo, unrelated, no_state);
            echo?;
            unrelated?;
            no_state?;
            client.call_tool("test_mrtr_no_result_type", json!({})).await?;
        }
        "http-standard-headers" => {
            call_all(client, &tools).await?;
            let options = RequestOptions::new();
            for resource in client.list(method::LIST_RESOURCES, "resources").await? {
                client.read_resource(&text(&resource, "uri"), &options).await?;
            }
            for prompt in client.list(method::LIST_PROMPTS, "prompts").await? {
                client.get_prompt(&text(&prompt, "name"), json!({}), &options).await?;
            }
        }
        "http-custom-headers" => {
            let context: Value = serde_json::from_str(&std::env::var("MCP_CONFORMANCE_CONTEXT")?)?;
            for call in context["toolCalls"].as_array().into_iter().flatten() {
                client.call_tool(call["name"].as_str().unwrap_or_default(), &call["arguments"]).await?;
            }
        }
        "json-schema-2020-12-preservation" => {
            let schema = tools.iter().find(|tool| tool.name == "json_schema_2020_12_tool");
            let schema = schema.map(|tool| tool.input_schema.raw().to_value());
            client.call_tool("json_schema_echo", json!({"schema": schema})).await?;
        }
        _ => call_all(client, &tools).await?,
    }
    Ok(())
}

async fn call_all(client: &Client, tools: &[ToolInfo]) -> Result<(), Box<dyn Error>> {
    for tool in tools {
        client.call_tool(&tool.name, json!({"region": "us-west1", "value": "1", "id": "a"})).await?;
    }
    Ok(())
}

fn text(entry: &Json, member: &str) -> String {
    entry.raw().get(member).and_then(Raw::as_text).unwrap_or_default().into_owned()
}
