//! Fixtures of the tasks extension.

use std::time::Duration;

use askwell_form::{Answer, Form};
use askwell_mcp::server::{ServerBuilder, TaskSupport};
use askwell_mcp::wire::RpcError;
use askwell_mcp::{Call, Failure, Reply, Tool, ToolResult};
use serde_json::json;

fn form(message: &str, field: &str, kind: &str) -> Result<Form, Failure> {
    let schema = json!({"type": "object", "properties": {field: {"type": kind}}, "required": [field]});
    Ok(Form::import(&schema, message).map_err(Failure::message)?.form)
}

async fn name(call: &Call, key: &str) -> Result<String, Failure> {
    let reply = call.ask(key, &form("What is your name?", "name", "string")?).await?;
    Ok(match reply {
        Reply::Accepted(answers) => answers.text("name").unwrap_or_default().to_owned(),
        _ => "nobody".to_owned(),
    })
}

pub(crate) fn add(builder: ServerBuilder) -> ServerBuilder {
    let task = |name: &str, what: &str| Tool::new(name, what).task(TaskSupport::Optional);
    let input = |key: &str, kind: &str| json!({"type": "object", "properties": {key: {"type": kind}}});
    builder
        .tool(
            Tool::new("greet", "Greets, and never as a task.").input(input("name", "string")),
            async |call: Call| {
                Ok(ToolResult::text(format!("Hello, {}!", call.text("name").unwrap_or_default())))
            },
        )
        .tool(
            task("slow_compute", "Computes for some seconds.").input(input("seconds", "number")),
            async |call: Call| {
                let seconds: Option<f64> = call.argument("seconds")?;
                let duration = Duration::try_from_secs_f64(seconds.unwrap_or_default());
                tokio::time::sleep(duration.map_err(Failure::message)?).await;
                Ok(ToolResult::text("computed"))
            },
        )
        .tool(
            Tool::new("failing_job", "Fails after a second, as a task only.").task(TaskSupport::Required),
            async |_: Call| {
                tokio::time::sleep(Duration::from_secs(1)).await;
                Err(Failure::message("This job always fails"))
            },
        )
        .tool(task("protocol_error_job", "Ends with a protocol error."), async |_: Call| {
            Err(Failure::Rpc(RpcError::internal()))
        })
        .tool(
            task("confirm_delete", "Asks before it deletes.").input(input("filename", "string")),
            async |call: Call| {
                let form = form("Delete the file?", "confirm", "boolean")?;
                let reply = call.ask("confirm", &form).await?;
                let is_confirmed = matches!(reply, Reply::Accepted(answers) if answers.get("confirm").and_then(Answer::as_bool) == Some(true));
                Ok(ToolResult::text(if is_confirmed { "deleted" } else { "not deleted" }))
            },
        )
        .tool(task("multi_input", "Asks two things at once."), async |call: Call| {
            let (first, second) = tokio::join!(name(&call, "first"), name(&call, "second"));
            Ok(ToolResult::text(format!("{} and {}", first?, second?)))
        })
        .tool(
            Tool::new("test_tool_with_task", "Asks first, then works as a task.")
                .task_by_handler(TaskSupport::Required),
            async |call: Call| {
                let name = name(&call, "user_name").await?;
                call.continue_as_task()?;
                Ok(ToolResult::text(format!("Hello, {name}!")))
            },
        )
}
